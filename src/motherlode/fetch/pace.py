"""Pace: how long a host is left in peace between two requests, and how many may be under way there at once.

Every request of the client passes `turn`, whatever it asks for: pages, redirects, robots.txt, sitemaps, feeds, forms.
So no scheduler above can bring two requests to one host closer together than its gap.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from motherlode.errors import FetchError
from motherlode.fetch.params import LONGEST_REST, FetchParams
from motherlode.fetch.robots import Rules
from motherlode.model.ports import Clock

FIRST_REST = 0.25
"""Seconds added to the gap by the first 429 or 503; doubled by each further one, halved by each good answer."""


@dataclass(slots=True)
class HostState:
    """One host: its gap, how many requests at once, what it answered."""

    delay: float
    limit: int
    slower: float = 0.0
    """Seconds added to the gap because the host said that it has too much."""
    active: int = 0
    failures: int = 0
    next: float = 0.0
    """The moment before which the host is not asked again."""
    waiting: deque[asyncio.Future[None]] = field(default_factory=deque)


class Pace:
    """Gives turns by host; hears answers: slower on 429, 503 and failures, faster while all goes well.

    The gap begins when the answer is here: whatever the way to the host costs, it never sees two requests closer
    together than that.
    """

    def __init__(self, params: FetchParams, clock: Clock) -> None:
        self.params = params
        self._clock = clock
        self._hosts: dict[str, HostState] = {}

    def state(self, host: str) -> HostState:
        """What is known of a host."""
        found = self._hosts.get(host)
        if found is None:
            found = self._hosts[host] = HostState(self.params.delay, self._limit_at(self.params.delay))
        return found

    def _limit_at(self, delay: float) -> int:
        return 1 if delay > 0 else self.params.per_host

    def rest(self, host: str) -> float:
        """Seconds for which the host is still left in peace; not above 0 when it may be asked."""
        return self.state(host).next - self._clock.monotonic()

    @asynccontextmanager
    async def turn(self, host: str) -> AsyncIterator[None]:
        """The host may be asked inside; raises FetchError where it asks for more peace than anybody waits for."""
        state = self.state(host)
        await self._wait(host, state)
        state.active += 1
        try:
            yield
        finally:
            state.active -= 1
            if state.waiting and not (first := state.waiting.popleft()).done():
                first.set_result(None)

    async def _wait(self, host: str, state: HostState) -> None:
        while True:
            if state.active >= state.limit:
                told = asyncio.get_running_loop().create_future()
                state.waiting.append(told)
                await told
            elif (rest := self.rest(host)) > LONGEST_REST:
                raise FetchError(f"{host} asks to be left alone for {rest:.0f} s; go on later", reason="busy")
            elif rest > 0:
                await asyncio.sleep(rest)
            else:
                return

    def rules(self, host: str, rules: Rules) -> None:
        """A crawl-delay was read: it is honoured up to the limit, from now on."""
        if rules.delay > 0:
            state = self.state(host)
            state.delay = min(max(rules.delay, state.delay), self.params.max_delay)
            state.limit = 1
            state.next = max(state.next, self._clock.monotonic() + state.delay)

    def heard(self, host: str, status: int, seconds: float, retry_after: float) -> None:
        """An answer came."""
        state = self.state(host)
        if status in {429, 503}:
            state.slower = min(max(2 * state.slower, FIRST_REST), self.params.max_delay)
            if retry_after > LONGEST_REST:
                self.give_up(host)
        else:
            state.failures = 0
            state.slower = state.slower / 2 if state.slower > FIRST_REST / 2 else 0.0
        gap = state.delay + state.slower
        state.next = max(state.next, self._clock.monotonic() + max(gap, retry_after))

    def failed(self, host: str, reason: str) -> None:
        """No page came; of the http errors that a server chose to send only "too much" counts against it."""
        state = self.state(host)
        rest = state.delay
        if reason in {"http-429", "http-503"} or not reason.startswith("http-"):
            state.failures += 1
            rest = max(rest, min(2.0**state.failures * 0.1, self.params.max_delay))
        state.next = max(state.next, self._clock.monotonic() + rest)

    def give_up(self, host: str) -> None:
        """The host is not asked any more."""
        state = self.state(host)
        state.failures = max(state.failures, self.params.host_failures)

    def given_up(self, host: str) -> bool:
        """Whether the host failed too often in a row."""
        return self.state(host).failures >= self.params.host_failures
