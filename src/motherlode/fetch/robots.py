"""robots.txt (RFC 9309), read once a day for every host, and the marks by which a page speaks for itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from protego import Protego

from motherlode.errors import AddressRefused, FetchError, RobotsRefused
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
    unread: FetchError | None = None
    """Why the file could not be read, where nothing is allowed for that reason."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a page asks of robots."""

    noindex: bool = False
    nofollow: bool = False


def marks(response: Response, agent: str) -> Marks:
    """The marks of X-Robots-Tag headers: those for everybody, and those for a robot of our name.

    >>> from motherlode.model.clock import SystemClock
    >>> tagged = (("X-Robots-Tag", "otherbot: noindex"), ("x-robots-tag", "nofollow"))
    >>> marks(Response("http://a.example/", "", 200, tagged, b"", SystemClock().now()), "Motherlode/0.1")
    Marks(noindex=False, nofollow=True)
    """
    asked: set[str] = set()
    name = agent.partition("/")[0].strip().lower()
    for key, value in response.headers:
        if key.lower() != "x-robots-tag":
            continue
        addressed, colon, rest = value.lower().partition(":")
        if colon and addressed.strip() not in _WITH_VALUE:
            if addressed.strip() != name:
                continue
            value = rest
        asked |= {word.strip() for word in value.lower().split(",")}
    return Marks(bool(asked & {"noindex", "none"}), bool(asked & {"nofollow", "none"}))


_WITH_VALUE = frozenset({"unavailable_after", "max-snippet", "max-image-preview", "max-video-preview"})


class RobotsFile:
    """Asks each host once; calls at the same time share the answer."""

    def __init__(
        self, get: Callable[[str], Awaitable[Response]], clock: Clock, agent: str,
        heard: Callable[[str, Rules], None] = lambda host, rules: None,
    ) -> None:  # fmt: skip
        self._get, self._clock, self._agent, self._heard = get, clock, agent, heard
        self._rules: dict[str, Rules] = {}
        self._asking: dict[str, asyncio.Task[Rules]] = {}

    async def refusal(self, url: str, /) -> FetchError | None:
        """Why this address is not fetched; None where the host's robots.txt allows it."""
        rules = await self.rules(url)
        if rules.unread is not None:
            return type(rules.unread)(rules.unread.message, **rules.unread.facts)
        allowed = rules.everything if rules.parsed is None else rules.parsed.can_fetch(url, self._agent)
        if allowed:
            return None
        return RobotsRefused(f"robots.txt of {host_of(url)} does not allow {url[:200]}", reason="robots")

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
            if error.reason == "given-back":
                raise
            # Unreachable: nothing is allowed for a while (RFC 9309, 2.3.1.4); the page itself would fail too.
            unread = FetchError(error.message, reason=error.reason, settled=True)
            rules = Rules(None, False, now + FAILED_LASTS, unread=unread)
        else:
            if reply.status >= 500:
                said = f"robots.txt of {host} answered {reply.status}, so nothing is fetched there for a while"
                rules = Rules(None, False, now + FAILED_LASTS, unread=RobotsRefused(said, reason="robots"))
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
