"""Pages as a browser shows them: Chromium through Playwright, for pages that a script fills."""

from __future__ import annotations

import asyncio
import ipaddress
import shutil
import socket
from types import TracebackType
from typing import Any, Self

from motherlode.errors import AddressRefused, FetchError, UsageError
from motherlode.text.urls import host_of

TIMEOUT = 20_000
"""Milliseconds for a page to load and grow quiet."""

PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
UNNEEDED = frozenset({"image", "media", "font"})


class Browser:
    """A Renderer over one headless Chromium; use it as an async context."""

    def __init__(self, *, allow_private: bool = False, user_agent: str = "Motherlode/0.1", pages: int = 2) -> None:
        self.allow_private = allow_private
        self.user_agent = user_agent
        self._gate = asyncio.Semaphore(pages)
        self._playwright: Any = None
        self._browser: Any = None

    async def __aenter__(self) -> Self:
        try:
            from playwright.async_api import Error, async_playwright
        except ImportError as error:
            raise UsageError("a browser is needed: pip install 'motherlode[browser]'") from error
        self._playwright = await async_playwright().start()
        program = next((found for name in PROGRAMS if (found := shutil.which(name))), None)
        try:
            self._browser = await self._playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        except Error as error:
            await self._playwright.stop()
            raise UsageError(f"Chromium cannot be started: {str(error).splitlines()[0]}") from error
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._browser.close()
        await self._playwright.stop()

    async def render(self, url: str, /) -> str:
        """The page's HTML after its scripts have run; raises FetchError or AddressRefused."""
        from playwright.async_api import Error

        await self._check(url)
        async with self._gate:
            context = await self._browser.new_context(user_agent=self.user_agent, service_workers="block")
            try:
                page = await context.new_page()
                await page.route("**/*", self._route)
                await page.goto(url, wait_until="networkidle", timeout=TIMEOUT)
                return str(await page.content())
            except Error as error:
                raise FetchError(
                    f"{url} could not be shown: {str(error).splitlines()[0]}", reason="browser"
                ) from error
            finally:
                await context.close()

    async def _route(self, route: Any) -> None:
        """Pictures are left out; every address that the page asks for is checked."""
        if route.request.resource_type in UNNEEDED:
            await route.abort()
            return
        try:
            await self._check(route.request.url)
        except (AddressRefused, OSError):
            await route.abort()
            return
        await route.continue_()

    async def _check(self, url: str) -> None:
        if self.allow_private or url.startswith(("data:", "blob:")):
            return
        name = host_of(url).rsplit(":", 1)[0].strip("[]")
        loop = asyncio.get_running_loop()
        answers = await loop.getaddrinfo(name, None, type=socket.SOCK_STREAM)
        for answer in answers:
            if not ipaddress.ip_address(str(answer[4][0]).partition("%")[0]).is_global:
                raise AddressRefused(f"{name} is a private address; allow_private = true in [project] allows it")
