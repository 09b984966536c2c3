"""A Fetcher for explorations that choose their own pages: robots.txt obeyed, hosts left in peace between fetches."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from types import TracebackType
from typing import Self

from motherlode.crawl.fetch import LiveFetcher
from motherlode.crawl.params import FetchParams
from motherlode.crawl.politeness import LONGEST_REST
from motherlode.crawl.robots import MAX_ROBOTS, RobotsFile, Rules
from motherlode.errors import AddressRefused, FetchError, RobotsRefused
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.urls import host_of

FIRST_REST = 0.2
"""Seconds of rest after a 429 or 503 that names no time."""


class PoliteFetcher:
    """Use it as an async context."""

    def __init__(self, params: FetchParams, clock: Clock, *, allow_private: bool, user_agent: str) -> None:
        self.params = params
        self._clock = clock
        self._live = LiveFetcher(params, clock, allow_private=allow_private, user_agent=user_agent, pace=self)
        self._busy: dict[str, float] = {}
        self._delays: dict[str, float] = {}
        self._next: dict[str, float] = {}
        self._refused: dict[str, AddressRefused] = {}
        self._turns: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._open: defaultdict[str, asyncio.Semaphore] = defaultdict(lambda: asyncio.Semaphore(params.per_host))
        if params.robots:
            self._live.robots = RobotsFile(self._robots, clock, user_agent, self._heard)

    async def __aenter__(self) -> Self:
        await self._live.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._live.__aexit__(kind, error, trace)

    async def fetch(self, url: str, /) -> Response:
        """The page when its host's turn has come; raises FetchError."""
        async with self._turn(url):
            return await self._live.fetch(url)

    async def send(self, url: str, form: Sequence[tuple[str, str]] | None = None) -> Response:
        """The answer of any status to a GET, or to a POST of `form`, when the host's turn has come.

        After a 429 or 503 the host is left in peace for as long as it asks; raises FetchError where no answer comes.
        """
        async with self._turn(url):
            return await self._live.send(url, form)

    @asynccontextmanager
    async def _turn(self, url: str) -> AsyncIterator[None]:
        host = host_of(url)
        async with self._open[host]:
            async with self._turns[host]:
                wait = self.rest(host)
                if wait > LONGEST_REST:
                    raise FetchError(f"{host} asks to be left alone for {wait:.0f} s; go on later", reason="busy")
                if wait > 0:
                    await asyncio.sleep(wait)
                self._next[host] = self._clock.monotonic() + self._delays.get(host, self.params.delay)
            try:
                yield
            except RobotsRefused:
                if host in self._refused:
                    raise self._refused[host] from None
                raise

    def heard(self, host: str, status: int, seconds: float, retry_after: float) -> None:
        """An answer came: one that means "too much" lets the host rest, twice as long each time it says so again."""
        if status not in {429, 503}:
            self._busy.pop(host, None)
            return
        rest = self._busy[host] = min(2 * self._busy.get(host, FIRST_REST / 2), self.params.max_delay)
        self._next[host] = max(self._next.get(host, 0.0), self._clock.monotonic() + (retry_after or rest))

    def failed(self, host: str, reason: str) -> None:
        """No answer came: whoever asked tells why."""

    def given_up(self, host: str) -> bool:
        """Never: the caller decides when to stop."""
        return False

    def rest(self, host: str) -> float:
        """Seconds until the host's next turn."""
        return self._next.get(host, 0.0) - self._clock.monotonic()

    async def _robots(self, url: str) -> Response:
        """A host's robots.txt; that the host's address is refused is remembered as the true reason."""
        try:
            return await self._live.get(url, obey=False, limit=MAX_ROBOTS)
        except AddressRefused as error:
            self._refused[host_of(url)] = error
            raise

    def _heard(self, host: str, rules: Rules) -> None:
        delay = self._delays[host] = min(max(self.params.delay, rules.delay), self.params.max_delay)
        self._next[host] = max(self._next.get(host, 0.0), self._clock.monotonic() + delay)
