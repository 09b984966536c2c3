"""Turns: how many fetches run at once, per host and in all, and how long a host is left in peace."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from motherlode.crawl.frontier import Frontier
from motherlode.crawl.params import FetchParams
from motherlode.crawl.robots import Rules
from motherlode.model.ports import Clock

LEAST_LIMIT = 4
LONGEST_REST = 600.0
"""Seconds of a Retry-After that are waited for; a host that asks for more is given up for this run."""

SLOW_ANSWER = 5.0
"""Seconds of an answer from which the crawl as a whole slows down."""


def counts_against(reason: str) -> bool:
    """Whether a fetch that failed for this reason is one of the failures in a row after which a host is given up."""
    return reason in {"http-429", "http-503"} or not reason.startswith("http-")


@dataclass(slots=True)
class HostState:
    """One host: how long to wait, how many at once, what it answered."""

    delay: float
    limit: int
    active: int = 0
    failures: int = 0
    next: float = 0.0
    """The moment before which the host is not asked again."""


class Politeness:
    """Begins and ends turns; hears answers: slower on 429, 503 and failures, faster while all goes well.

    The gap between two fetches begins when the answer is here: whatever the way to the host costs, it never sees
    two requests closer than that.
    """

    def __init__(self, params: FetchParams, clock: Clock, frontier: Frontier, wake: Callable[[], None]) -> None:
        self.params = params
        self._clock = clock
        self._frontier = frontier
        self._wake = wake
        self._hosts: dict[str, HostState] = {}
        self._limit = float(min(params.concurrency, 16))

    def limit(self) -> int:
        """Fetches that may run at the same time just now."""
        return max(LEAST_LIMIT if self.params.concurrency >= LEAST_LIMIT else 1, int(self._limit))

    def state(self, host: str) -> HostState:
        """What is known of a host."""
        found = self._hosts.get(host)
        if found is None:
            limit = 1 if self.params.delay > 0 else self.params.per_host
            found = self._hosts[host] = HostState(self.params.delay, limit)
        return found

    def begin(self, host: int, name: str) -> None:
        """A fetch begins; the host rests when it may not be asked again at once."""
        state = self.state(name)
        state.active += 1
        if state.delay > 0 or state.active >= state.limit:
            self._frontier.rest(host)

    def end(self, host: int, name: str) -> None:
        """A fetch has ended; the host wakes when its time has come."""
        state = self.state(name)
        state.active -= 1
        wait = self.rest(name)
        if wait <= 0:
            self._frontier.wake(host)
        else:
            self._frontier.rest(host)
            asyncio.get_running_loop().call_later(wait, self._rouse, host)

    def rest(self, host: str) -> float:
        """Seconds for which the host is still left in peace; not above 0 when it may be asked."""
        return self.state(host).next - self._clock.monotonic()

    def _rouse(self, host: int) -> None:
        self._frontier.wake(host)
        self._wake()

    def rules(self, host: str, rules: Rules) -> None:
        """A crawl-delay was read: it is honoured up to the limit."""
        if rules.delay > 0:
            state = self.state(host)
            state.delay = min(max(rules.delay, self.params.delay), self.params.max_delay)
            state.limit = 1

    def heard(self, host: str, status: int, seconds: float, retry_after: float) -> None:
        """An answer came."""
        state = self.state(host)
        now = self._clock.monotonic()
        if status in {429, 503}:
            state.delay = min(max(2 * state.delay, 0.5), self.params.max_delay)
            state.limit = 1
            state.next = max(state.next, now + max(state.delay, retry_after))
            if retry_after > LONGEST_REST:
                self._give_up(state)
            self._limit = max(LEAST_LIMIT, 0.8 * self._limit)
            return
        state.failures = 0
        state.next = max(state.next, now + state.delay)
        if seconds > SLOW_ANSWER:
            self._limit = max(LEAST_LIMIT, 0.9 * self._limit)
        else:
            self._limit = min(self.params.concurrency, self._limit + 0.25)

    def failed(self, host: str, reason: str) -> None:
        """No page came; of the http errors that a server chose to send only "too much" counts against it."""
        state = self.state(host)
        rest = state.delay
        if counts_against(reason):
            state.failures += 1
            rest = max(rest, min(2.0**state.failures * 0.1, self.params.max_delay))
        state.next = max(state.next, self._clock.monotonic() + rest)
        if self.given_up(host):
            self._give_up(state)

    def _give_up(self, state: HostState) -> None:
        """What waits for the host is said to fail at once, without a further request."""
        state.failures = max(state.failures, self.params.host_failures)
        state.next = 0.0

    def given_up(self, host: str) -> bool:
        """Whether the host failed too often in a row."""
        return self.state(host).failures >= self.params.host_failures
