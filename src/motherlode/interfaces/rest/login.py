"""The page on which a person gives the server's token: plain HTML, since nothing else is served without it."""

from __future__ import annotations

from html import escape
from urllib.parse import parse_qs

from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import Receive

PATH = "/login"
MOST = 10_000
"""Bytes of a login that are read."""

_PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Motherlode</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root {{ color-scheme: light dark }}
body {{ font: 16px/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; display: grid; place-items: center;
  min-height: 90vh; margin: 0; padding: 16px }}
form {{ display: grid; gap: 12px; width: min(360px, 100%) }}
h1 {{ font-size: 22px; margin: 0 }} p {{ margin: 0 }}
input, button {{ font: inherit; padding: 10px 12px; border-radius: 8px; border: 1px solid #767676 }}
button {{ background: #2f5d62; color: #fff; border: 0; cursor: pointer }} .wrong {{ color: #b3261e }}
@media (prefers-color-scheme: dark) {{ .wrong {{ color: #ff8f85 }} }}
</style></head><body><form method="post" action="{path}"><h1>Motherlode</h1>
<label for="token">This server asks for its token. It was printed when the server was started.</label>{wrong}
<input id="token" name="token" type="password" autocomplete="current-password" autofocus required>
<input type="hidden" name="next" value="{next}"><button>Open</button></form></body></html>"""


def login_page(wanted: str, *, wrong: bool = False) -> Response:
    """The form; `wanted` is the page to open afterwards."""
    said = '<p class="wrong" role="alert">That is not the token.</p>' if wrong else ""
    page = _PAGE.format(path=PATH, wrong=said, next=escape(_here(wanted), quote=True))
    return HTMLResponse(page, 401, headers={"Cache-Control": "no-store"})


async def given(receive: Receive) -> tuple[str, str]:
    """The token and the wanted page of a form that was sent."""
    body, more = b"", True
    while more and len(body) <= MOST:
        message = await receive()
        body += message.get("body", b"")
        more = bool(message.get("more_body"))
    fields = parse_qs(body[:MOST].decode("utf-8", "replace"))
    return fields.get("token", [""])[0].strip(), _here(fields.get("next", ["/"])[0])


def opened(wanted: str, cookie: str) -> Response:
    """Sends the browser to the wanted page, with the cookie that opens it."""
    return RedirectResponse(wanted, 303, headers={"set-cookie": cookie, "Cache-Control": "no-store"})


def _here(wanted: str) -> str:
    """A page of this server only: a login must not lead elsewhere."""
    return wanted if wanted.startswith("/") and not wanted.startswith(("//", "/\\")) else "/"
