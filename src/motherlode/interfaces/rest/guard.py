"""Who may call: a token when the server is not on loopback, known hosts only, no foreign origins."""

from __future__ import annotations

import hmac
import ipaddress
from collections.abc import Awaitable, Callable, Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from motherlode.interfaces.rest import login
from motherlode.interfaces.rest.problems import reply
from motherlode.interfaces.rest.users import User

SAFE = ("GET", "HEAD", "OPTIONS")
COOKIE = "motherlode_token"
ROLE = "motherlode_role"
"""Where in a request's scope its user's role stands; empty where no token was asked for."""

PAGE_LINE = "/_nicegui"
"""Where a page that is open talks to the server; what it may do is bound by whom it was made for."""

HEALTH = "/api/health"
"""Answered without a token, so that whatever watches the server need not know it."""

MAX_BODY = 64 * 1024 * 1024
"""Bytes of an upload; larger files are read from disk by the command line."""

HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-frame-options", b"SAMEORIGIN"),
)


class Guard:
    """ASGI middleware in front of REST API and web page.

    Without a token only names of loopback are answered (against DNS rebinding). A request that changes something
    must come from the same origin (against cross-site requests); with a token every request but the health check must
    carry it, as `Authorization: Bearer …`, as the cookie of the page, or once as `?token=…`. A browser without it is
    shown a form. A user who may only look is refused whatever changes something; what the page then does for such a
    user is bound by `app.read_only`.
    """

    def __init__(self, app: ASGIApp, token: str = "", users: Sequence[User] = ()) -> None:
        self.app = app
        self.users = (*users, *([User("", token, "editor")] if token else []))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answers, or refuses with the reason."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        scope[ROLE] = user.role if (user := self._user(scope, headers)) is not None else ""
        refusal = self._refusal(scope, headers)
        if refusal is not None:
            if refusal[1] == "TokenMissing" and await self._logs_in(scope, headers, receive, send):
                return
            if scope["type"] == "websocket":
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            else:
                await reply(*refusal)(scope, receive, send)
            return
        await self.app(scope, _limited(receive), _with_headers(send, self._cookie(scope)))

    async def _logs_in(self, scope: Scope, headers: Headers, receive: Receive, send: Send) -> bool:
        """Shows a browser the login form, or takes the token from it; programs get the one error shape instead."""
        if scope["type"] != "http":
            return False
        if scope["method"] == "POST" and scope["path"] == login.PATH:
            token, wanted = await login.given(receive)
            user = self._named(token)
            known = user is not None
            answer = login.opened(wanted, _set_cookie(token)) if known else login.login_page(wanted, wrong=True)
        elif scope["method"] == "GET" and "text/html" in headers.get("accept", ""):
            answer = login.login_page(scope["path"])
        else:
            return False
        await answer(scope, receive, _with_headers(send, b""))
        return True

    def _refusal(self, scope: Scope, headers: Headers) -> tuple[int, str, str] | None:
        host = headers.get("host", "")
        if not self.users and not is_loopback(_hostname(host)):
            return 403, "HostRefused", f"this server answers only as localhost, not as '{host[:80]}'"
        method = scope.get("method", "GET")
        origin = headers.get("origin", "")
        changes = method not in SAFE or scope["type"] == "websocket"
        if changes and origin and urlsplit(origin).netloc != host:
            return 403, "OriginRefused", "a page of another site may not change anything here"
        if int(headers.get("content-length") or 0) > MAX_BODY:
            return 413, "LimitExceeded", f"the request is larger than {MAX_BODY // 2**20} MB"
        if self.users and scope.get("path") != HEALTH and not scope[ROLE]:
            return 401, "TokenMissing", "give the server's token as 'Authorization: Bearer …' or open /?token=…"
        line = str(scope.get("path", "")).startswith(PAGE_LINE)
        if scope[ROLE] == "reader" and scope["type"] == "http" and method not in SAFE and not line:
            return 403, "ReaderRefused", "you may look here, and not change anything; ask for an editor's token"
        return None

    def _user(self, scope: Scope, headers: Headers) -> User | None:
        """Who calls, by the token in the head, in the cookie or in the address."""
        given = headers.get("authorization", "").removeprefix("Bearer ").strip()
        cookies = dict(part.strip().partition("=")[::2] for part in headers.get("cookie", "").split(";"))
        found = (self._named(each) for each in (given, cookies.get(COOKIE, ""), _query_token(scope)))
        return next((user for user in found if user is not None), None)

    def _named(self, token: str) -> User | None:
        """The user of a token; every token is compared, so that the time tells nothing."""
        return next((user for user in [u for u in self.users if _same(token, u.token)]), None)

    def _cookie(self, scope: Scope) -> bytes:
        token = _query_token(scope)
        return _set_cookie(token).encode() if self._named(token) is not None else b""


def _set_cookie(token: str) -> str:
    return f"{COOKIE}={token}; HttpOnly; SameSite=Strict; Path=/"


def _query_token(scope: Scope) -> str:
    query: bytes = scope.get("query_string", b"")
    for part in query.decode("latin-1").split("&"):
        name, _, value = part.partition("=")
        if name == "token":
            return value
    return ""


def _same(given: str, token: str) -> bool:
    return bool(given) and hmac.compare_digest(given.encode("utf-8", "replace"), token.encode())


def _hostname(host: str) -> str:
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""


def is_loopback(name: str) -> bool:
    """Whether a host name or address means this machine."""
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def _limited(receive: Receive) -> Receive:
    seen = 0

    async def limited() -> Message:
        nonlocal seen
        message = await receive()
        if message["type"] == "http.request":
            seen += len(message.get("body", b""))
            if seen > MAX_BODY:
                return {"type": "http.disconnect"}
        return message

    return limited


def _with_headers(send: Send, cookie: bytes) -> Callable[[Message], Awaitable[None]]:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            extra = [*HEADERS, *([(b"set-cookie", cookie)] if cookie else [])]
            message = {**message, "headers": [*message.get("headers", []), *extra]}
        await send(message)

    return sending
