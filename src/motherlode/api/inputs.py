"""What a caller may give for one page, and the page that it stands for."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Protocol, TypeAlias, TypeVar, runtime_checkable

from motherlode.app.inputs import GivenPage, Unread, is_address, pages_of
from motherlode.errors import FetchError, UnreadableInput, UsageError
from motherlode.model.pages import Response

T = TypeVar("T")


@runtime_checkable
class SavedResponse(Protocol):
    """An answer of a web server as requests, httpx and others keep it."""

    @property
    def content(self) -> bytes:
        """The body."""
        ...

    @property
    def headers(self) -> Mapping[str, str]:
        """The headers."""
        ...


PageInput: TypeAlias = str | os.PathLike[str] | bytes | Response | SavedResponse
"""One page: an address, a path, HTML as text or bytes, or a response that was saved."""


def kept_page(given: PageInput, url: str = "") -> GivenPage | None:
    """The page, or None when `given` is an address that has to be fetched first."""
    if isinstance(given, bytes):
        return GivenPage("bytes", url, given)
    if isinstance(given, Response):
        return GivenPage(given.url, url or given.final_url, given.body, given.header("content-type"))
    if isinstance(given, str) and is_address(given):
        return None
    if isinstance(given, str) and ("<" in given or "\n" in given):
        return GivenPage("text", url, given.encode("utf-8", "replace"), "text/html; charset=utf-8")
    if isinstance(given, (str, os.PathLike)):
        return _of_path(Path(given), url)
    if isinstance(given, SavedResponse):
        address = url or str(getattr(given, "url", ""))
        return GivenPage(address or "response", address, given.content, given.headers.get("content-type", "") or "")
    raise UsageError(f"a page is an address, a path, bytes, text or a response, not {type(given).__name__}")


def _of_path(path: Path, url: str) -> GivenPage:
    if path.is_dir():
        raise UsageError(f"{path} is a folder; read many pages with motherlode.articles, records_in or people_in")
    if not path.exists():
        raise UnreadableInput(f"{path} is not there; give an address, the path of a file, or HTML as text")
    pages = pages_of([str(path)])
    first = next(pages)
    if isinstance(first, Unread):
        raise UnreadableInput(first.error)
    if next(pages, None) is not None:
        raise UsageError(f"{path} holds several pages; read them with motherlode.articles, records_in or people_in")
    return GivenPage(first.page, url or first.url, first.body, first.content_type)


async def fetched_page(url: str, *, allow_private: bool) -> GivenPage:
    """The page behind an address; raises FetchError."""
    from motherlode.fetch.named import named_client

    response = await named_client(allow_private=allow_private).fetch(url)
    if response.status >= 400:
        raise FetchError(f"{url} was answered with status {response.status}", reason="status")
    return GivenPage(url, response.final_url or url, response.body, response.header("content-type"))


def waited_for(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives, also where an event loop is running already, as in a notebook."""
    return outside_a_loop(lambda: asyncio.run(work))


def outside_a_loop(work: Callable[[], T]) -> T:
    """What a function gives that starts an event loop of its own: in a thread, where one is running already."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return work()
    with ThreadPoolExecutor(1, thread_name_prefix="motherlode") as thread:
        return thread.submit(work).result()
