"""Pages as a browser shows them: Chromium over the DevTools protocol, started when the first page needs it.

Gives the HTML after the scripts have run, without what is not visible, and with the box of every element from one
layout snapshot (E10, U2). Without the `browser` extra or without Chromium, pages stay as they are.
"""

from __future__ import annotations

import ipaddress
import shutil
import socket
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Self

from motherlode.dom.layout import BOX
from motherlode.errors import ExtractError
from motherlode.text.urls import host_of

CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TIMEOUT = 15_000
"""Milliseconds a page may take to come to rest."""

_BOXES = """(name) => {
  for (const e of document.body ? document.body.querySelectorAll('*') : []) {
    const b = e.getBoundingClientRect(), s = getComputedStyle(e);
    if (s.display === 'none' || s.visibility === 'hidden') { e.setAttribute('data-ml-hidden', ''); continue; }
    e.setAttribute(name, [b.left + scrollX, b.top + scrollY, b.width, b.height].map(Math.round).join(','));
  }
}"""
_PRUNE = """() => { for (const e of document.querySelectorAll('[data-ml-hidden]')) e.remove(); }"""


def available() -> bool:
    """Whether pages can be rendered on this machine."""
    return find_spec("playwright") is not None and any(shutil.which(name) for name in CHROMIUM)


def _public(url: str) -> bool:
    """Whether an address leads to public addresses only."""
    host = host_of(url).rpartition("@")[2]
    host = host.partition("]")[0].lstrip("[") if host.startswith("[") else host.partition(":")[0]
    try:
        answers = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return False
    return bool(answers) and all(ipaddress.ip_address(str(a[4][0]).partition("%")[0]).is_global for a in answers)


class Browser:
    """A renderer: call it with HTML and address; use it as a context so that Chromium is closed."""

    def __init__(self, *, required: bool = False, allow_private: bool = False) -> None:
        if required and not available():
            raise ExtractError(
                "no browser: install Chromium and `pip install motherlode[browser]`, or leave --browser out"
            )
        self.allow_private = allow_private
        self._playwright: Any = None
        self._browser: Any = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser is not None:
            self._browser.close()
            self._playwright.stop()
            self._browser = None

    def __call__(self, html: str, url: str = "") -> str:
        """The page's HTML after its scripts have run; unchanged where no browser is there."""
        if not available():
            return html
        from playwright.sync_api import Error

        try:
            return self._render(html, url)
        except Error as error:
            raise ExtractError(f"{url or 'the page'} cannot be rendered: {str(error).splitlines()[0]}") from error

    def _render(self, html: str, url: str) -> str:
        page = self._open().new_page(java_script_enabled=True)
        try:
            page.route("**/*", lambda route: self._guard(route, html, url))
            page.goto(url or "http://page.invalid/", wait_until="networkidle", timeout=TIMEOUT)
            page.evaluate(_BOXES, BOX)
            page.evaluate(_PRUNE)
            return str(page.content())
        finally:
            page.close()

    def _guard(self, route: Any, html: str, url: str) -> None:
        """The page itself comes from what was read; what it loads is checked like every other address."""
        request = route.request
        if request.is_navigation_request() and request.frame.parent_frame is None:
            route.fulfill(body=html, content_type="text/html; charset=utf-8")
            return
        if not url or request.resource_type in {"image", "media", "font"}:
            route.abort()
            return
        if self.allow_private or _public(request.url):
            route.continue_()
        else:
            route.abort()

    def _open(self) -> Any:
        if self._browser is None:
            from playwright.sync_api import sync_playwright

            path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
            self._playwright = sync_playwright().start()
            self._browser = self._playwright.chromium.launch(
                executable_path=path,
                args=["--no-sandbox", "--disable-gpu", "--host-resolver-rules=MAP *.localhost 127.0.0.1"],
            )
        return self._browser
