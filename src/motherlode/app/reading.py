"""Reading single pages for a server: in processes of their own, a few at a time, each for a limited time.

Extraction is work for the processor. Done inside the server it would keep everybody waiting: a page of a megabyte can
take seconds. Here it is handed to workers of a lower priority; a page that takes too long ends its worker.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, Any, NamedTuple

from motherlode.errors import ExtractError, LimitExceeded
from motherlode.model.params import Params
from motherlode.model.plain import plain

if TYPE_CHECKING:
    from motherlode.app.project import Project

SECONDS = 60.0
"""What one page may take: the largest labelled pages need one second, hostile ones of 20 MB some fifteen."""

WAITING = 200
"""Pages that may wait; the next one is refused, so that a flood of requests ends in answers, not in memory."""


class PageReaders:
    """Workers that read pages, started when the first page comes."""

    def __init__(self, workers: int = 0) -> None:
        self.workers = workers or max(1, (os.cpu_count() or 1))
        self._pool: ProcessPoolExecutor | None = None
        self._under_way = 0
        self._turn: asyncio.Semaphore | None = None

    async def read(self, function: Callable[..., Any], *arguments: object) -> Any:
        """What the function gives for these arguments, worked out elsewhere."""
        if self._under_way >= WAITING:
            raise LimitExceeded(f"{WAITING} pages are waiting to be read already; try again in a minute")
        self._turn = self._turn or asyncio.Semaphore(self.workers)
        self._under_way += 1
        try:
            async with self._turn:
                return await self._worked_out(function, arguments)
        finally:
            self._under_way -= 1

    async def warm(self) -> None:
        """Starts the workers before the first page comes: that takes a second or two."""
        if self._pool is None:
            await self.read(os.getpid)

    async def _worked_out(self, function: Callable[..., Any], arguments: tuple[object, ...]) -> Any:
        pool = self._pool = self._pool or _pool(self.workers)
        try:
            # The first page starts the workers, which takes a second or two: not in the loop that answers everybody.
            future = await asyncio.to_thread(pool.submit, function, *arguments)
            return await asyncio.wait_for(asyncio.wrap_future(future), SECONDS)
        except TimeoutError as error:
            self.close()
            raise LimitExceeded(f"the page took more than {SECONDS:.0f} seconds to read and was given up") from error
        except BrokenProcessPool as error:
            self.close()
            raise ExtractError("the process that read the page died over it; the page was given up") from error

    def close(self) -> None:
        """Ends the workers, also those that are busy."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list((pool._processes or {}).values()):  # noqa: SLF001 - the only way to end a busy worker
                process.kill()
            pool.shutdown(wait=False, cancel_futures=True)


def _pool(workers: int) -> ProcessPoolExecutor:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(
        ["motherlode.app.reading", "motherlode.extract.article", "motherlode.extract.records"]
    )
    return ProcessPoolExecutor(workers, mp_context=context, initializer=_serve_quietly, initargs=(os.getpid(),))


def _serve_quietly(server: int) -> None:
    """A worker gives way to the server that answers people, and ends with it, however that ended.

    Ctrl-C reaches every process of a terminal; a worker leaves it to the server, or it would die with a traceback.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with contextlib.suppress(OSError, AttributeError):
        os.nice(10)

    def watch() -> None:
        while True:
            time.sleep(1.0)
            try:
                os.kill(server, 0)
            except OSError:
                os._exit(0)

    threading.Thread(target=watch, daemon=True).start()


def as_json(function: Callable[..., Any], *arguments: object) -> bytes:
    """What a function gives, written as JSON where it was worked out.

    Unpacking a large value and writing it are work for the processor too: a server that did them for ten long pages
    kept everybody waiting for a sixth of a second.
    """
    import orjson

    found = plain(function(*arguments))
    try:
        return orjson.dumps(found)
    except TypeError:  # numbers beyond 64 bits and half characters, which the slow way tells apart
        return json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def article_of_page(text: str, url: str, params: Params) -> dict[str, Any]:
    """News elements of a page as plain values."""
    from motherlode.dom.tree import parse
    from motherlode.extract import article

    assert isinstance(params, article.NewsParams)
    found: dict[str, Any] = plain(article.extract(parse(text), url, params))
    return found


def people_of_page(text: str, url: str, params: Params) -> list[dict[str, Any]]:
    """People of a page as plain values."""
    from motherlode.dom.tree import parse
    from motherlode.extract import people

    assert isinstance(params, people.PeopleParams)
    return [plain(person) for person in people.extract(parse(text), url, params)]


class FetchedPage(NamedTuple):
    """A page as it came: its bytes, what the server called them, and where it was found in the end."""

    body: bytes
    content_type: str
    url: str

    @property
    def text(self) -> str:
        """The page's text, decoded."""
        from motherlode.pages.decode import decode

        return decode(self.body, self.content_type).text


async def fetch_page(address: str, project: Project | None = None, *, allow_private: bool = False) -> FetchedPage:
    """One page from the web, by the rules of the project: its name for itself, what it may reach.

    `allow_private` lets this one page lie in a private range whatever the project says.
    """
    from motherlode.fetch.named import named_client
    from motherlode.text.urls import canonical

    named: dict[str, Any] = {"allow_private": allow_private}
    if project is not None:
        allowed = allow_private or project.params.allow_private
        named = {"allow_private": allowed, "user_agent": project.params.user_agent}
    response = await named_client(**named).fetch(canonical(address))
    return FetchedPage(response.body, response.header("content-type"), response.final_url)
