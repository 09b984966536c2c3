"""The live fetcher: aiohttp with robots.txt, redirects by hand, limits, and conditional requests."""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Protocol, Self

import ada_url
import aiohttp
from yarl import URL

from motherlode.crawl.bodies import read_body
from motherlode.crawl.guard import GuardedResolver, check_literal
from motherlode.crawl.params import FetchParams
from motherlode.errors import AddressRefused, FetchError, InputError, MotherlodeError, RobotsRefused
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.urls import canonical, host_of, origin_of

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
MAY_PASS = frozenset({"timeout", "reset", "refused", "http-429", "http-500", "http-502", "http-503", "http-504"})
_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate, br, zstd",
}
MAX_HEADER = 32_768


MAX_CHECKED = 50_000
"""Hosts of which it is remembered that they may be asked."""


@dataclass(frozen=True, slots=True)
class _Wish:
    """What is asked for: an address, the most bytes of its body, and how."""

    url: str
    limit: int
    conditional: bool = False
    obey: bool = True
    follow: bool = True
    form: Sequence[tuple[str, str]] | None = None


class Robots(Protocol):
    """Whether an address may be fetched."""

    async def allowed(self, url: str, /) -> bool:
        """By the host's robots.txt."""
        ...

    async def trouble(self, url: str, /) -> str:
        """Why the robots.txt could not be read, where nothing is allowed for that reason."""
        ...


class Pace(Protocol):
    """Hears how hosts answer, to slow down or speed up."""

    def heard(self, host: str, status: int, seconds: float, retry_after: float) -> None:
        """An answer came."""
        ...

    def failed(self, host: str, reason: str) -> None:
        """No answer came."""
        ...

    def given_up(self, host: str) -> bool:
        """Whether the host is not to be asked any more."""
        ...

    def rest(self, host: str) -> float:
        """Seconds for which the host is still left in peace."""
        ...


class LiveFetcher:
    """Fetches one address at a time per call; politeness between calls is the loop's."""

    def __init__(
        self,
        params: FetchParams,
        clock: Clock,
        *,
        allow_private: bool,
        user_agent: str,
        pace: Pace | None = None,
        validators: Callable[[str], dict[str, str]] = lambda url: {},
    ) -> None:
        self.params = params
        self.robots: Robots | None = None
        self._clock = clock
        self._allow_private = allow_private
        self._agent = user_agent
        self.pace = pace
        self._validators = validators
        self._session: aiohttp.ClientSession | None = None
        self._checked: set[str] = set()

    async def __aenter__(self) -> Self:
        connector = aiohttp.TCPConnector(
            limit=0,
            resolver=GuardedResolver(allow_private=self._allow_private),
            ttl_dns_cache=300,
            keepalive_timeout=15,
        )
        self._session = aiohttp.ClientSession(
            connector=connector,
            auto_decompress=False,
            timeout=aiohttp.ClientTimeout(total=None),
            headers={**_HEADERS, "User-Agent": self._agent},
            max_line_size=MAX_HEADER,
            max_field_size=MAX_HEADER,
            cookie_jar=aiohttp.CookieJar(unsafe=self._allow_private),
            requote_redirect_url=False,
        )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._session is not None:
            await self._session.close()

    async def fetch(self, url: str, /) -> Response:
        """The page, with robots.txt obeyed and failures that may pass tried again; raises FetchError."""
        wait = self.params.retry_wait
        for attempt in range(self.params.retries + 1):
            try:
                return await self._obedient(url)
            except FetchError as error:
                host = _host(url)
                if self.pace is not None and error.reason not in {"robots", "private-address"}:
                    self.pace.failed(host, error.reason)
                last = attempt == self.params.retries or (self.pace is not None and self.pace.given_up(host))
                if last or error.reason not in MAY_PASS or self._rest(url) > self.params.max_delay:
                    raise
            await asyncio.sleep(max(wait, self._rest(url)))
            wait *= 2
        raise FetchError(f"{url} could not be fetched", reason="fetch-error")

    def _rest(self, url: str) -> float:
        return 0.0 if self.pace is None else self.pace.rest(_host(url))

    async def _obedient(self, url: str) -> Response:
        if self.pace is not None and self.pace.given_up(_host(url)):
            raise FetchError(f"{_host(url)} was given up after many failures", reason="host-given-up")
        await self._ask_robots(url)
        return await self.get(url, conditional=True)

    async def _ask_robots(self, url: str) -> None:
        if self.robots is not None and not await self.robots.allowed(url):
            trouble = await self.robots.trouble(url)
            why = f"could not be read, so nothing is fetched: {trouble}" if trouble else f"does not allow {url[:200]}"
            raise RobotsRefused(f"robots.txt of {_host(url)} {why}", reason="robots")

    async def get(
        self, url: str, *, conditional: bool = False, limit: int = 0, obey: bool = True, follow: bool = True
    ) -> Response:
        """One address with its redirects, without retries; every foreign error is translated.

        Without `follow` a redirect comes out as FetchError with the reason 'redirected' and its target.
        """
        wish = _Wish(url, conditional=conditional, limit=limit or self.params.max_body, obey=obey, follow=follow)
        reply = await self._guarded(wish)
        if reply.status in {429, 503}:
            raise FetchError(f"{url[:200]} answered {reply.status}", reason=f"http-{reply.status}")
        return reply

    async def send(self, url: str, form: Sequence[tuple[str, str]] | None = None) -> Response:
        """The answer of any status to a GET, or to a POST of `form`; robots.txt obeyed, cookies kept, no retries."""
        await self._ask_robots(url)
        return await self._guarded(_Wish(url, limit=self.params.max_body, form=form))

    async def _guarded(self, wish: _Wish) -> Response:
        try:
            async with asyncio.timeout(self.params.timeout) as limit:
                return await self._hops(wish, limit)
        except MotherlodeError:
            raise
        except TimeoutError as error:
            said = f"{wish.url[:200]}: no answer in {self.params.timeout:g} s"
            raise FetchError(said, reason="timeout") from error
        except (aiohttp.ClientError, OSError, ValueError, ssl.SSLError, AssertionError) as error:
            raise _translated(wish.url, error) from error

    async def _hops(self, wish: _Wish, limit: asyncio.Timeout) -> Response:
        """The answer at the end of the redirects, each asked for in its host's turn."""
        assert self._session is not None, "use `async with`"
        started = self._clock.monotonic()
        current, seen, form = wish.url, {wish.url}, wish.form
        for hop in range(self.params.max_redirects + 1):
            self._check(current)
            async with self._session.request(
                "GET" if form is None else "POST",
                as_it_stands(current),
                data=form,
                allow_redirects=False,
                headers=self._validators(current) if wish.conditional and hop == 0 else None,
            ) as reply:
                if reply.status not in _REDIRECTS or not (target := reply.headers.get("Location", "")):
                    return await self._received(wish, current, reply, started)
            self._hear(current, reply.status, self._clock.monotonic() - started, "")
            form = form if reply.status in {307, 308} else None  # the others ask for a GET after a POST
            following = self._joined(target, current)
            if not wish.follow:
                raise FetchError(f"{wish.url[:200]} leads on", reason="redirected", target=following)
            if following in seen and hop and following != wish.url:
                raise FetchError(f"{wish.url[:200]} redirects in a circle", reason="redirect-loop")
            seen.add(following)
            current = following
            if wish.obey and hop < self.params.max_redirects:
                await self._ask_robots(current)
            await self._peace(current, limit)
        said = f"{wish.url[:200]} redirects more than {self.params.max_redirects} times"
        raise FetchError(said, reason="redirect-loop")

    async def _peace(self, url: str, limit: asyncio.Timeout) -> None:
        """Waits until the host of a redirect may be asked; the time of waiting is not the answer's."""
        rest = min(self._rest(url), self.params.max_delay)
        if rest > 0:
            limit.reschedule((limit.when() or 0.0) + rest)
            await asyncio.sleep(rest)

    async def _received(self, wish: _Wish, current: str, reply: aiohttp.ClientResponse, started: float) -> Response:
        """The reply with its whole body."""
        headers = reply.headers
        body, truncated = await read_body(reply.content, headers.get("Content-Encoding", ""), wish.limit)
        elapsed = self._clock.monotonic() - started
        self._hear(current, reply.status, elapsed, headers.get("Retry-After", ""))
        return Response(
            url=wish.url,
            final_url=canonical(current),
            status=reply.status,
            headers=tuple(headers.items()),
            body=body,
            fetched_at=self._clock.now(),
            elapsed=elapsed,
            truncated=truncated,
        )

    def _check(self, url: str) -> None:
        """Refuses a host that is written as a private address; each host is looked at once."""
        origin = origin_of(url)
        if origin not in self._checked:
            check_literal(ada_url.URL(url).hostname, self._allow_private)
            if len(self._checked) >= MAX_CHECKED:
                self._checked.clear()
            self._checked.add(origin)

    def _joined(self, target: str, base: str) -> str:
        try:
            return canonical(target, base)
        except InputError as error:
            raise FetchError(f"{base[:200]} redirects to what is no address", reason="bad-redirect") from error

    def _hear(self, url: str, status: int, elapsed: float, retry_after: str) -> None:
        if self.pace is not None:
            wait = seconds_of(retry_after, self._clock.now()) if retry_after else 0.0
            self.pace.heard(_host(url), status, elapsed, wait)


def as_it_stands(url: str) -> URL:
    """The address for aiohttp, without any further quoting."""
    return URL(url, encoded=True)


def seconds_of(retry_after: str, now: datetime) -> float:
    """Retry-After in seconds: a number or a date; 0 when it says nothing."""
    text = retry_after.strip()
    if text.isdigit():
        return float(min(int(text), 86_400))
    try:
        when = parsedate_to_datetime(text)
    except (TypeError, ValueError):
        return 0.0
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, min((when - now).total_seconds(), 86_400.0))


def _host(url: str) -> str:
    return host_of(url)


def _translated(url: str, error: Exception) -> FetchError:
    """A foreign error as ours, with a short reason for counting."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, AddressRefused):
            return cause
        cause = cause.__cause__ or cause.__context__
    kinds: tuple[tuple[type[BaseException] | tuple[type[BaseException], ...], str], ...] = (
        (aiohttp.ClientConnectorDNSError, "dns"),
        (aiohttp.ClientSSLError, "tls"),
        (aiohttp.ClientConnectorError, "refused"),
        (aiohttp.ClientPayloadError, "broken-body"),
        ((aiohttp.ServerDisconnectedError, ConnectionResetError, aiohttp.ClientOSError), "reset"),
        (aiohttp.ClientResponseError, "bad-response"),
        (ValueError, "bad-response"),
    )
    reason = next((word for kind, word in kinds if isinstance(error, kind)), "fetch-error")
    return FetchError(f"{url[:200]} could not be fetched: {str(error)[:200] or type(error).__name__}", reason=reason)
