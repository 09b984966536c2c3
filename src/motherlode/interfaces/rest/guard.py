"""Who may call: users with tokens when the server is not on loopback, known hosts only, no foreign origins.

The page on which a person gives the token is plain HTML, since nothing else is served without it.
"""

from __future__ import annotations

import hmac
import ipaddress
import tomllib
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Literal, get_args
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from motherlode.errors import SettingsError, UnreadableInput
from motherlode.interfaces.rest.answers import reply

Role = Literal["reader", "editor"]
"""A reader looks and takes away; an editor does everything that the server's callers may do."""

SHORTEST = 16
"""Characters of a token, at the least: a short one can be guessed."""


@dataclass(frozen=True, slots=True)
class User:
    """Somebody who may call."""

    name: str
    token: str
    role: Role


def read_users(file: Path) -> tuple[User, ...]:
    """The users that a TOML file names as [[users]] with name, token and role; a mistake is named."""
    try:
        values: Mapping[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"the file of users {file} cannot be read: {error}") from error
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"{file}: {error}", file=str(file)) from error
    given = values.get("users")
    if not isinstance(given, list) or not given or set(values) != {"users"}:
        raise SettingsError(
            f"{file}: name each user in a section [[users]] with name, token and role", file=str(file)
        )
    users = tuple(_user(file, each) for each in given)
    if len({user.token for user in users}) < len(users):
        raise SettingsError(f"{file}: two users have the same token", file=str(file))
    return users


def _user(file: Path, given: Any) -> User:
    if not isinstance(given, dict) or set(given) != {"name", "token", "role"}:
        raise SettingsError(f"{file}: a user has a name, a token and a role, and nothing else", file=str(file))
    name, token, role = (str(given[key]) for key in ("name", "token", "role"))
    if role not in get_args(Role):
        raise SettingsError(f"{file}: the role of {name} is '{role}'; it must be reader or editor", file=str(file))
    if len(token) < SHORTEST or not token.isascii() or any(sign in token for sign in ' ;,"&='):
        raise SettingsError(
            f"{file}: the token of {name} must have at least {SHORTEST} letters, digits or hyphens", file=str(file)
        )
    return User(name, token, "reader" if role == "reader" else "editor")


LOGIN = "/login"
LONGEST_LOGIN = 10_000
"""Bytes of a login that are read."""

_PAGE = Template(files("motherlode.interfaces.rest").joinpath("login.html").read_text("utf-8"))


def login_page(wanted: str, *, wrong: bool = False) -> Response:
    """The form; `wanted` is the page to open afterwards."""
    said = '<p class="wrong" role="alert">That is not the token.</p>' if wrong else ""
    page = _PAGE.substitute(path=LOGIN, wrong=said, next=escape(_here(wanted), quote=True))
    return HTMLResponse(page, 401, headers={"Cache-Control": "no-store"})


async def sent_login(receive: Receive) -> tuple[str, str]:
    """The token and the wanted page of a form that was sent."""
    body, more = b"", True
    while more and len(body) <= LONGEST_LOGIN:
        message = await receive()
        body += message.get("body", b"")
        more = bool(message.get("more_body"))
    fields = parse_qs(body[:LONGEST_LOGIN].decode("utf-8", "replace"))
    return fields.get("token", [""])[0].strip(), _here(fields.get("next", ["/"])[0])


def open_page(wanted: str, cookie: str) -> Response:
    """Sends the browser to the wanted page, with the cookie that opens it."""
    return RedirectResponse(wanted, 303, headers={"set-cookie": cookie, "Cache-Control": "no-store"})


def _here(wanted: str) -> str:
    """A page of this server only: a login must not lead elsewhere."""
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) else "/"


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
        if scope["method"] == "POST" and scope["path"] == LOGIN:
            token, wanted = await sent_login(receive)
            user = self._named(token)
            known = user is not None
            answer = open_page(wanted, _set_cookie(token)) if known else login_page(wanted, wrong=True)
        elif scope["method"] == "GET" and "text/html" in headers.get("accept", ""):
            answer = login_page(scope["path"])
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
