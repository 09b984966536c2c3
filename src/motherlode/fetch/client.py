"""The one door to the network: guard, robots.txt, pace, redirects by hand, limits, conditional requests.

Everything that reads an address goes through a `Client`: crawl and cluster, sitemaps and feeds, hidden databases,
universities, the extract commands, REST, the web page, learning, annotation and the search API.
"""

from __future__ import annotations

import asyncio
import ssl
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING, Self

import ada_url
import aiohttp
from yarl import URL

from motherlode.errors import AddressRefused, FetchError, InputError, MotherlodeError
from motherlode.fetch.bodies import read_body
from motherlode.fetch.guard import GuardedResolver, check_literal
from motherlode.fetch.pace import Pace
from motherlode.fetch.params import FetchParams
from motherlode.fetch.robots import MAX_ROBOTS, RobotsFile, Rules
from motherlode.model.pages import Response
from motherlode.model.ports import Clock
from motherlode.text.urls import canonical, host_of, origin_of

if TYPE_CHECKING:
    from motherlode.fetch.browser import Browser

_REDIRECTS = frozenset({301, 302, 303, 307, 308})
MAY_PASS = frozenset({"timeout", "reset", "refused", "http-429", "http-500", "http-502", "http-503", "http-504"})
_NOT_THE_HOSTS_FAULT = frozenset(
    {"robots", "private-address", "redirected", "given-back", "busy", "host-given-up", "browser"}
)
_HEADERS = {
    "Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.5",
    "Accept-Encoding": "gzip, deflate, br, zstd",
}
MAX_HEADER = 32_768
_SHOWN = ("text/html", "application/xhtml")

MAX_CHECKED = 50_000
"""Hosts of which it is remembered that they may be asked."""

KEPT_OPEN = 15
"""Seconds for which a connection is kept for the next request."""


Form = Sequence[tuple[str, str]] | bytes
"""What is sent by POST: the fields of a form, or a body as it stands."""


@dataclass(frozen=True, slots=True)
class _Request:
    """What is asked for: an address, the most bytes of its body, and how."""

    url: str
    limit: int
    conditional: bool = False
    obey: bool = True
    known: Callable[[str], Awaitable[bool]] | None = None
    """Given by schedulers: redirects to other hosts and to known addresses come out instead of being followed."""
    form: Form | None = None
    headers: Mapping[str, str] | None = None


class Client:
    """Fetches addresses; use it as an async context to keep connections from one to the next."""

    def __init__(
        self,
        params: FetchParams,
        clock: Clock,
        *,
        allow_private: bool,
        user_agent: str,
        pace: Pace | None = None,
        validators: Callable[[str], dict[str, str]] = lambda url: {},
        on_rules: Callable[[str, Rules], None] = lambda host, rules: None,
        robots_file: Callable[[str], Awaitable[Response]] | None = None,
    ) -> None:
        self.params, self.allow_private, self.user_agent = params, allow_private, user_agent
        self.pace = pace or Pace(params, clock)
        self._clock = clock
        self._validators = validators
        self._on_rules = on_rules
        ask = robots_file or self.robots_file
        self._robots = RobotsFile(ask, clock, user_agent, self._heard_rules) if params.robots else None
        self._session: aiohttp.ClientSession | None = None
        self._browser: Browser | None = None
        self._users = 0
        self._checked: set[str] = set()

    async def __aenter__(self) -> Self:
        self._users += 1
        if self._session is None:
            self._session = self._opened()
        return self

    async def __aexit__(self, *_: object) -> None:
        self._users -= 1
        if not self._users and self._session is not None:
            session, self._session = self._session, None
            browser, self._browser = self._browser, None
            await session.close()
            if browser is not None:
                await browser.__aexit__(None, None, None)

    def _opened(self) -> aiohttp.ClientSession:
        connector = aiohttp.TCPConnector(
            limit=0,
            resolver=GuardedResolver(allow_private=self.allow_private),
            ttl_dns_cache=300,
            keepalive_timeout=KEPT_OPEN,
        )
        return aiohttp.ClientSession(
            connector=connector,
            auto_decompress=False,
            timeout=aiohttp.ClientTimeout(total=None),
            headers={**_HEADERS, "User-Agent": self.user_agent},
            max_line_size=MAX_HEADER,
            max_field_size=MAX_HEADER,
            cookie_jar=aiohttp.CookieJar(unsafe=self.allow_private),
            requote_redirect_url=False,
        )

    async def fetch(self, url: str, /) -> Response:
        """The page, with robots.txt obeyed and failures that may pass tried again; raises FetchError."""
        return await self._tried(_Request(canonical(url), limit=self.params.max_body, conditional=True))

    async def fetch_here(self, url: str, known: Callable[[str], Awaitable[bool]], /) -> Response:
        """The same for schedulers, which give every host its own turn, know what was fetched, and ask for addresses
        in their canonical form.

        A redirect to another host, or to an address that is `known`, comes out as FetchError 'redirected' with its
        target as a fact.
        """
        return await self._tried(_Request(url, limit=self.params.max_body, conditional=True, known=known))

    async def send(self, url: str, form: Form | None = None, headers: Mapping[str, str] | None = None) -> Response:
        """The answer of any status to a GET, or to a POST of `form` (fields, or a body as it stands).

        robots.txt is obeyed, cookies are kept, nothing is tried again; `headers` go to the host of `url` alone.
        """
        async with self:
            return await self._answer(_Request(url, limit=self.params.max_body, form=form, headers=headers))

    async def robots_file(self, url: str) -> Response:
        """A host's robots.txt, as it is asked for where nobody has kept it."""
        return await self._tried(_Request(url, limit=MAX_ROBOTS, obey=False))

    async def _tried(self, request: _Request) -> Response:
        host, wait = host_of(request.url), self.params.retry_wait
        async with self:
            for attempt in range(self.params.retries + 1):
                try:
                    if self.pace.given_up(host):
                        raise FetchError(f"{host} was given up after many failures", reason="host-given-up")
                    reply = await self._answer(request)
                    if reply.status in {429, 503}:
                        said = f"{request.url[:200]} answered {reply.status}"
                        raise FetchError(said, reason=f"http-{reply.status}")
                    return await self._rendered(reply) if self.params.rendered_hosts else reply
                except FetchError as error:
                    settled = bool(error.facts.get("settled"))  # its robots.txt was tried as often as allowed
                    if error.reason not in _NOT_THE_HOSTS_FAULT and not settled:
                        self.pace.failed(host, error.reason)
                    last = settled or attempt == self.params.retries or self.pace.given_up(host)
                    if last or error.reason not in MAY_PASS or self.pace.rest(host) > self.params.max_delay:
                        raise
                await asyncio.sleep(max(wait, self.pace.rest(host)))
                wait *= 2
        raise FetchError(f"{request.url} could not be fetched", reason="fetch-error")

    async def _answer(self, request: _Request) -> Response:
        """One answer of any status with its redirects; every foreign error is translated."""
        try:
            if request.obey:
                await self._ask_robots(request.url)
            return await self._hops(request)
        except MotherlodeError:
            raise
        except TimeoutError as error:
            said = f"{request.url[:200]}: no answer in {self.params.timeout:g} s"
            raise FetchError(said, reason="timeout") from error
        except (aiohttp.ClientError, OSError, ValueError, ssl.SSLError, AssertionError) as error:
            raise _translated(request.url, error) from error

    async def _rendered(self, reply: Response) -> Response:
        """The page as a browser shows it, where its host is one of `rendered_hosts`."""
        host = host_of(reply.final_url)
        named = {host, host.partition(":")[0]}.intersection(self.params.rendered_hosts)
        if not named or reply.status != 200 or not reply.header("content-type").lower().startswith(_SHOWN):
            return reply
        if self._browser is None:
            from motherlode.fetch.browser import Browser

            self._browser = Browser(allow_private=self.allow_private, user_agent=self.user_agent)
        shown = await self._browser.rendered(reply)
        return replace(shown, body=shown.body[: self.params.max_body])

    async def _ask_robots(self, url: str) -> None:
        self._check(url)
        refusal = await self._robots.refusal(url) if self._robots is not None else None
        if refusal is not None:
            raise refusal

    def _heard_rules(self, host: str, rules: Rules) -> None:
        self.pace.rules(host, rules)
        self._on_rules(host, rules)

    async def _hops(self, request: _Request) -> Response:
        """The answer at the end of the redirects, each in its host's turn; time of waiting does not count."""
        current, seen, form, spent = request.url, {request.url}, request.form, 0.0
        for hop in range(self.params.max_redirects + 1):
            self._check(current)
            headers, host = self._own_headers(request, current, first=hop == 0), host_of(current)
            async with self.pace.turn(host):
                began = self._clock.monotonic()
                async with asyncio.timeout(max(0.0, self.params.timeout - spent)):
                    answer = await self._asked(request, current, host, form, headers, spent)
                spent += self._clock.monotonic() - began
            if isinstance(answer, Response):
                return answer
            status, following = answer
            form = form if status in {307, 308} else None  # the others ask for a GET after a POST
            if following in seen and hop and following != request.url:
                raise FetchError(f"{request.url[:200]} redirects in a circle", reason="redirect-loop")
            if request.known is not None and (
                host_of(following) != host_of(request.url) or await request.known(following)
            ):
                raise FetchError(f"{request.url[:200]} leads on", reason="redirected", target=following)
            seen.add(following)
            current = following
            if request.obey and hop < self.params.max_redirects:
                await self._ask_robots(current)
        said = f"{request.url[:200]} redirects more than {self.params.max_redirects} times"
        raise FetchError(said, reason="redirect-loop")

    def _own_headers(self, request: _Request, current: str, *, first: bool) -> dict[str, str] | None:
        """Conditional headers for the first hop, and the caller's own, which never go to another origin."""
        made = self._validators(current) if request.conditional and first else {}
        if request.headers and origin_of(current) == origin_of(request.url):
            made = {**made, **request.headers}
        return made or None

    async def _asked(
        self, request: _Request, url: str, host: str, form: Form | None, headers: dict[str, str] | None,
        spent: float,
    ) -> Response | tuple[int, str]:  # fmt: skip
        """One request: the whole answer, or status and target of a redirect."""
        assert self._session is not None, "the session is open"
        started = self._clock.monotonic()
        async with self._session.request(
            "GET" if form is None else "POST", as_it_stands(url), data=form, allow_redirects=False, headers=headers
        ) as reply:
            target = reply.headers.get("Location", "")
            if reply.status in _REDIRECTS and target:
                self._hear(host, reply.status, self._clock.monotonic() - started, "")
                return reply.status, self._joined(target, url)
            body, truncated = await read_body(reply.content, reply.headers.get("Content-Encoding", ""), request.limit)
            elapsed = self._clock.monotonic() - started
            self._hear(host, reply.status, elapsed, reply.headers.get("Retry-After", ""))
            return Response(
                url=request.url,
                final_url=url if request.conditional else canonical(url),  # that of a page is canonical
                status=reply.status,
                headers=tuple(reply.headers.items()),
                body=body,
                fetched_at=self._clock.now(),
                elapsed=spent + elapsed,
                truncated=truncated,
            )

    def _check(self, url: str) -> None:
        """Refuses a host that is written as a private address; each host is looked at once."""
        origin = origin_of(url)
        if origin not in self._checked:
            check_literal(ada_url.URL(url).hostname, self.allow_private)
            if len(self._checked) >= MAX_CHECKED:
                self._checked.clear()
            self._checked.add(origin)

    def _joined(self, target: str, base: str) -> str:
        try:
            return canonical(target, base)
        except InputError as error:
            raise FetchError(f"{base[:200]} redirects to what is no address", reason="bad-redirect") from error

    def _hear(self, host: str, status: int, elapsed: float, retry_after: str) -> None:
        wait = seconds_of(retry_after, self._clock.now()) if retry_after else 0.0
        self.pace.heard(host, status, elapsed, wait)


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
