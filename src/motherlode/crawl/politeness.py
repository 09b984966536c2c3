"""Turns of the local loop: which hosts rest, and how many fetches run at once in all."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

from motherlode.crawl.frontier import Frontier
from motherlode.fetch.pace import Pace
from motherlode.fetch.params import FetchParams
from motherlode.model.ports import Clock

LEAST_LIMIT = 4
SLOW_ANSWER = 5.0
"""Seconds of an answer from which the crawl as a whole slows down."""


class Politeness(Pace):
    """The client's pace, with the frontier told of it: a host that may not be asked now is not chosen."""

    def __init__(self, params: FetchParams, clock: Clock, frontier: Frontier, wake: Callable[[], None]) -> None:
        super().__init__(params, clock)
        self._frontier = frontier
        self._wake = wake
        self._begun: Counter[str] = Counter()
        self._limit = float(min(params.concurrency, 16))

    def limit(self) -> int:
        """Fetches that may run at the same time just now."""
        return max(LEAST_LIMIT if self.params.concurrency >= LEAST_LIMIT else 1, int(self._limit))

    def begin(self, host: int, name: str) -> None:
        """A fetch begins; the host rests when it may not be asked again at once."""
        self._begun[name] += 1
        state = self.state(name)
        if state.delay > 0 or self._begun[name] >= state.limit:
            self._frontier.rest(host)

    def end(self, host: int, name: str) -> None:
        """A fetch has ended; the host wakes when its time has come, at once where it is given up."""
        self._begun[name] -= 1
        if not self._begun[name]:
            del self._begun[name]
        wait = self.rest(name)
        if wait <= 0 or self.given_up(name):
            self._frontier.wake(host)
        else:
            self._frontier.rest(host)
            asyncio.get_running_loop().call_later(wait, self._rouse, host)

    def _rouse(self, host: int) -> None:
        self._frontier.wake(host)
        self._wake()

    def heard(self, host: str, status: int, seconds: float, retry_after: float) -> None:
        """An answer came: all hosts together are asked more or less eagerly by it."""
        super().heard(host, status, seconds, retry_after)
        if status in {429, 503}:
            self._limit = max(LEAST_LIMIT, 0.8 * self._limit)
        elif seconds > SLOW_ANSWER:
            self._limit = max(LEAST_LIMIT, 0.9 * self._limit)
        else:
            self._limit = min(self.params.concurrency, self._limit + 0.25)
