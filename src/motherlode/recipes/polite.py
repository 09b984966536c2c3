"""A Fetcher for explorations that choose their own pages: robots.txt obeyed, hosts left in peace between fetches."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from types import TracebackType
from typing import Self

from motherlode.crawl.fetch import LiveFetcher
from motherlode.crawl.params import FetchParams
from motherlode.crawl.robots import MAX_ROBOTS, RobotsFile, Rules
from motherlode.errors import AddressRefused, RobotsRefused
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.urls import host_of


class PoliteFetcher:
    """Use it as an async context."""

    def __init__(self, params: FetchParams, clock: Clock, *, allow_private: bool, user_agent: str) -> None:
        self.params = params
        self._clock = clock
        self._live = LiveFetcher(params, clock, allow_private=allow_private, user_agent=user_agent)
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
        host = host_of(url)
        async with self._open[host]:
            async with self._turns[host]:
                wait = self._next.get(host, 0.0) - self._clock.monotonic()
                if wait > 0:
                    await asyncio.sleep(wait)
                self._next[host] = self._clock.monotonic() + self._delays.get(host, self.params.delay)
            try:
                return await self._live.fetch(url)
            except RobotsRefused:
                if host in self._refused:
                    raise self._refused[host] from None
                raise

    async def _robots(self, url: str) -> Response:
        """A host's robots.txt; that the host's address is refused is remembered as the true reason."""
        try:
            return await self._live.get(url, obey=False, limit=MAX_ROBOTS)
        except AddressRefused as error:
            self._refused[host_of(url)] = error
            raise

    def _heard(self, host: str, rules: Rules) -> None:
        self._delays[host] = min(max(self.params.delay, rules.delay), self.params.max_delay)
