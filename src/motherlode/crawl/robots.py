"""robots.txt (RFC 9309): read once a day for every host, obeyed, its crawl-delay and sitemaps passed on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from protego import Protego

from motherlode.errors import AddressRefused, FetchError
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.urls import host_of, origin_of

MAX_ROBOTS = 512_000
"""Bytes read of a robots.txt: the limit of RFC 9309."""

LASTS = 86_400.0
FAILED_LASTS = 300.0
"""Seconds after which a robots.txt is read again; one that could not be read is tried again earlier."""


@dataclass(frozen=True, slots=True)
class Rules:
    """What one host allows; `parsed` None allows or forbids everything."""

    parsed: Any
    everything: bool
    until: float
    delay: float = 0.0
    sitemaps: tuple[str, ...] = ()
    trouble: str = ""
    """Why the file could not be read, where nothing is allowed for that reason."""


class RobotsFile:
    """Asks each host once; calls at the same time share the answer."""

    def __init__(
        self, get: Callable[[str], Awaitable[Response]], clock: Clock, agent: str,
        heard: Callable[[str, Rules], None] = lambda host, rules: None,
    ) -> None:  # fmt: skip
        self._get, self._clock, self._agent, self._heard = get, clock, agent, heard
        self._rules: dict[str, Rules] = {}
        self._asking: dict[str, asyncio.Task[Rules]] = {}

    async def allowed(self, url: str, /) -> bool:
        """Whether the host's robots.txt lets us fetch this address."""
        rules = await self.rules(url)
        if rules.parsed is None:
            return rules.everything
        return bool(rules.parsed.can_fetch(url, self._agent))

    async def trouble(self, url: str, /) -> str:
        """Why nothing may be fetched from the host though no robots.txt says so; empty where one does."""
        return (await self.rules(url)).trouble

    async def rules(self, url: str) -> Rules:
        """The rules of the address's host."""
        origin = origin_of(url)
        known = self._rules.get(origin)
        if known is not None and known.until > self._clock.monotonic():
            return known
        task = self._asking.get(origin)
        if task is None:
            task = self._asking[origin] = asyncio.create_task(self._ask(origin, host_of(url)))
        try:
            return await asyncio.shield(task)
        finally:
            if task.done():
                self._asking.pop(origin, None)

    async def _ask(self, origin: str, host: str) -> Rules:
        now = self._clock.monotonic()
        try:
            reply = await self._get(origin + "/robots.txt")
        except AddressRefused:
            # The page's own fetch is refused as well, and says why: not because of a robots.txt nobody read.
            rules = Rules(None, True, now + FAILED_LASTS)
        except FetchError as error:
            # Unreachable: nothing is allowed for a while (RFC 9309, 2.3.1.4); the page itself would fail too.
            rules = Rules(None, False, now + FAILED_LASTS, trouble=error.message)
        else:
            if reply.status >= 500:
                rules = Rules(None, False, now + FAILED_LASTS, trouble=f"it answered {reply.status}")
            elif reply.status >= 400:
                rules = Rules(None, True, now + LASTS)
            else:
                rules = self._parsed(reply, now)
        self._rules[origin] = rules
        self._heard(host, rules)
        return rules

    def _parsed(self, reply: Response, now: float) -> Rules:
        try:
            parsed = Protego.parse(reply.body[:MAX_ROBOTS].decode("utf-8", "replace"))
            delay = parsed.crawl_delay(self._agent)
            rate = parsed.request_rate(self._agent)
            if delay is None and rate is not None and rate.requests:
                delay = rate.seconds / rate.requests
            sitemaps = tuple(list(parsed.sitemaps)[:50])
        except Exception:  # noqa: BLE001 - a robots.txt that cannot be parsed sets no rules
            return Rules(None, True, now + LASTS)
        return Rules(parsed, True, now + LASTS, float(delay or 0.0), sitemaps)
