"""Clocks that are set by hand or run fast, and fetching without a network: a month passes in minutes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit

from motherlode.errors import FetchError
from motherlode.interfaces.demo.http import Compressor, finish, make_request
from motherlode.interfaces.demo.site import Site
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.urls import canonical


class SimulatedClock:
    """Stands still until somebody moves it on; a month passes in as many steps as are made."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._passed = 0.0

    def now(self) -> datetime:
        """The simulated moment."""
        return self._start + timedelta(seconds=self._passed)

    def monotonic(self) -> float:
        """Simulated seconds since the start."""
        return self._passed

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        self._passed += max(0.0, seconds)

    async def sleep(self, seconds: float) -> None:
        """Waits, which takes no time."""
        self.advance(seconds)


class FastClock:
    """Runs `speed` times as fast as the machine's clock, from a moment on; for a served web that people watch."""

    def __init__(self, start: datetime, speed: float = 1.0) -> None:
        self._start, self._speed, self._began = start, speed, time.monotonic()

    def now(self) -> datetime:
        """The moment on this clock."""
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Seconds of this clock since it was made."""
        return (time.monotonic() - self._began) * self._speed


def hours(moment: datetime) -> float:
    """A moment in hours since 1970."""
    return moment.astimezone(UTC).timestamp() / 3600


REDIRECTS = 5


@dataclass(frozen=True, slots=True)
class Asked:
    """One request: when in seconds, of whom, what, and how it was answered."""

    at: float
    host: str
    path: str
    status: int


class WebFetcher:
    """A Fetcher over sites in this process; `log` has every request.

    `before_redirect` lets the time pass that a client would wait before it asks the same host again.
    """

    def __init__(
        self, sites: Sequence[Site], clock: Clock, validators: Callable[[str], dict[str, str]] = lambda url: {},
        before_redirect: Callable[[], None] = lambda: None,
    ) -> None:  # fmt: skip
        self._sites = {f"{site.host}.localhost": site for site in sites}
        self._clock, self.validators, self._before_redirect = clock, validators, before_redirect
        self._compressor = Compressor()
        self.log: list[Asked] = []

    async def fetch(self, url: str, /) -> Response:
        """The answer, redirects followed."""
        current = canonical(url)
        headers = {name.lower(): value for name, value in self.validators(current).items()}
        for _ in range(REDIRECTS):
            parts = urlsplit(current)
            site = self._sites.get(parts.netloc)
            if site is None:
                raise FetchError(f"{current}: no such host", reason="dns")
            target = parts.path + (f"?{parts.query}" if parts.query else "")
            reply = site.respond(make_request("GET", target, headers, b"", {}))
            status, answered, body = finish("GET", headers, reply, self._compressor)
            self.log.append(Asked(self._clock.monotonic(), parts.netloc, target, status))
            location = dict(answered).get("Location", "")
            if status in {301, 302} and location:
                current, headers = canonical(location, current), {}
                self._before_redirect()
                continue
            return Response(url, current, status, answered, body, self._clock.now())
        raise FetchError(f"{url} redirects in a circle", reason="redirect-loop")
