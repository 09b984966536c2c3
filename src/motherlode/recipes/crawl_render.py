"""Pages of chosen hosts rendered by Chromium before they are read; all others as they came."""

from __future__ import annotations

from dataclasses import replace
from types import TracebackType
from typing import Self

from motherlode.crawl.fetch import LiveFetcher
from motherlode.crawl.params import FetchParams
from motherlode.model.pages import Response
from motherlode.recipes.browser import Browser
from motherlode.text.urls import host_of


class Rendering:
    """A Fetcher that sends the pages of `rendered_hosts` through a browser: same robots, limits and guard."""

    def __init__(self, params: FetchParams, live: LiveFetcher, allow_private: bool) -> None:
        self._params = params
        self._live = live
        self._browser = Browser(allow_private=allow_private) if params.rendered_hosts else None

    async def __aenter__(self) -> Self:
        if self._browser is not None:
            await self._browser.__aenter__()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._browser is not None:
            await self._browser.__aexit__(kind, error, trace)

    async def fetch(self, url: str, /) -> Response:
        """The page, rendered where its host is named."""
        response = await self._live.fetch(url)
        host = host_of(response.final_url)
        named = {host, host.partition(":")[0]} & set(self._params.rendered_hosts)
        if self._browser is None or not named or response.status != 200:
            return response
        html = await self._browser.render(response.final_url)
        kept = tuple(h for h in response.headers if h[0].lower() not in {"content-type", "content-encoding"})
        headers = (("Content-Type", "text/html; charset=utf-8"), ("X-Rendered", "chromium"), *kept)
        return replace(response, body=html.encode("utf-8", "replace")[: self._params.max_body], headers=headers)
