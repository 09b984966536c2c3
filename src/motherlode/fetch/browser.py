"""Pages as a browser shows them: Chromium through Playwright, for pages that a script fills (E10, U2).

The page itself comes from what the client has fetched; what it loads goes through the filtering proxy. Where the
layout is wanted, what is not visible is left out and every element carries its box.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import replace
from importlib.util import find_spec
from types import TracebackType
from typing import Any, Self

from motherlode.dom.layout import BOX
from motherlode.errors import ExtractError, FetchError, UsageError
from motherlode.fetch.named import AGENT, Background
from motherlode.fetch.proxy import FilteringProxy
from motherlode.model.pages import Response

TIMEOUT = 20.0
"""Seconds for a page to load and grow quiet."""

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
UNNEEDED = frozenset({"image", "media", "font"})
NOWHERE = "http://page.invalid/"
"""The address of a page that has none; it loads nothing."""

SWITCHES = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    # Every name is unknown to the browser itself: only the proxy, which is asked by number, looks names up.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
)
_BOXES = """(name) => {
  for (const e of document.body ? document.body.querySelectorAll('*') : []) {
    const b = e.getBoundingClientRect(), s = getComputedStyle(e);
    if (s.display === 'none' || s.visibility === 'hidden') { e.setAttribute('data-ml-hidden', ''); continue; }
    e.setAttribute(name, [b.left + scrollX, b.top + scrollY, b.width, b.height].map(Math.round).join(','));
  }
  for (const e of document.querySelectorAll('[data-ml-hidden]')) e.remove();
}"""


def available() -> bool:
    """Whether pages can be rendered on this machine."""
    return find_spec("playwright") is not None and _program() is not None


def _program() -> str | None:
    return next((found for name in PROGRAMS if (found := shutil.which(name))), None)


class Browser:
    """One headless Chromium, started when the first page needs it; use it as an async context.

    `fetch` brings the pages of `render`: a client's, so that robots.txt and pace hold for them too.
    """

    def __init__(
        self, *, allow_private: bool = False, user_agent: str = AGENT, pages: int = 2,
        fetch: Callable[[str], Awaitable[Response]] | None = None,
    ) -> None:  # fmt: skip
        self.allow_private, self.user_agent = allow_private, user_agent
        self._fetch = fetch
        self._gate = asyncio.Semaphore(pages)
        self._starting = asyncio.Lock()
        self._open = AsyncExitStack()
        self._browser: Any = None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._browser = None
        await self._open.aclose()

    async def render(self, url: str, /) -> str:
        """The HTML of an address after its scripts have run; raises FetchError."""
        assert self._fetch is not None, "a browser that renders addresses is made with `fetch`"
        response = await self._fetch(url)
        return await self.shown(response.body, response.header("content-type"), response.final_url)

    async def rendered(self, response: Response) -> Response:
        """The response with the body that a browser shows."""
        html = await self.shown(response.body, response.header("content-type"), response.final_url)
        kept = tuple(h for h in response.headers if h[0].lower() not in {"content-type", "content-encoding"})
        headers = (("Content-Type", "text/html; charset=utf-8"), ("X-Rendered", "chromium"), *kept)
        return replace(response, body=html.encode("utf-8", "replace"), headers=headers)

    async def shown(self, body: bytes, content_type: str, url: str, *, layout: bool = False) -> str:
        """The page's HTML after its scripts have run; with `layout`, visible elements only, each with its box."""
        from playwright.async_api import Error

        browser = await self._started()
        async with self._gate:
            context = await browser.new_context(user_agent=self.user_agent, service_workers="block")
            try:
                async with asyncio.timeout(2 * TIMEOUT):
                    page = await context.new_page()
                    await context.route("**/*", _Routes(page, body, content_type, alone=not url))
                    await page.goto(url or NOWHERE, wait_until="networkidle", timeout=1000 * TIMEOUT)
                    if layout:
                        await page.evaluate(_BOXES, BOX)
                    return str(await page.content())
            except (Error, TimeoutError) as error:
                said = f"{url or 'the page'} could not be shown: {(str(error) or 'it hangs').splitlines()[0]}"
                raise FetchError(said, reason="browser") from error
            finally:
                await context.close()

    async def _started(self) -> Any:
        async with self._starting:
            if self._browser is None:
                self._browser = await self._launched()
            return self._browser

    async def _launched(self) -> Any:
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise UsageError("a browser is needed: pip install 'motherlode[browser]'") from error
        proxy = await self._open.enter_async_context(FilteringProxy(allow_private=self.allow_private))
        playwright = await self._open.enter_async_context(async_playwright())
        try:
            browser = await playwright.chromium.launch(
                executable_path=_program(),
                args=list(SWITCHES),
                proxy={"server": proxy.address, "bypass": "<-loopback>"},
            )
        except Error as error:
            raise UsageError(f"Chromium cannot be started: {str(error).splitlines()[0]}") from error
        self._open.push_async_callback(browser.close)
        return browser


class _Routes:
    """Answers a page's requests: the page from what was fetched, its parts from the network, nothing else."""

    def __init__(self, page: Any, body: bytes, content_type: str, *, alone: bool) -> None:
        self._page, self._body, self._alone = page, body, alone
        self._kind = content_type or "text/html; charset=utf-8"
        self._given = False

    async def __call__(self, route: Any) -> None:
        """Pictures, pop-ups and ways to other pages are left out: what is shown is the page that was asked for."""
        request = route.request
        try:
            top = request.is_navigation_request() and request.frame.parent_frame is None
            ours = not request.is_navigation_request() or request.frame.page == self._page
        except Exception:  # noqa: BLE001 - Playwright: a request of a frame that is gone, or of no frame
            top, ours = False, True
        if top and ours and not self._given:
            self._given = True
            await route.fulfill(body=self._body, content_type=self._kind)
        elif top or not ours or self._alone or request.resource_type in UNNEEDED:
            await route.abort("aborted")  # as if a person had stopped it: the page stays
        else:
            await route.continue_()


class BlockingBrowser:
    """A renderer for code that does not await: call it with HTML and address; use it as a context."""

    def __init__(self, *, required: bool = False, allow_private: bool = False) -> None:
        if required and not available():
            raise ExtractError(
                "no browser: install Chromium and `pip install motherlode[browser]`, or leave --browser out"
            )
        self._background = Background()
        self._allow_private = allow_private
        self._browser: Browser | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser is not None:
            self._background.begin(self._browser.__aexit__(None, None, None)).result()
            self._background.__exit__(None, None, None)
            self._browser = None

    def __call__(self, html: str, url: str = "") -> str:
        """The page's HTML with the layout of its visible elements; unchanged where no browser is there."""
        if not available():
            return html
        if self._browser is None:
            self._background.__enter__()
            self._browser = Browser(allow_private=self._allow_private)
        body = html.encode("utf-8", "replace")
        shown = self._browser.shown(body, "text/html; charset=utf-8", url, layout=True)
        try:
            return self._background.begin(shown).result()
        except FetchError as error:
            raise ExtractError(error.message) from error
