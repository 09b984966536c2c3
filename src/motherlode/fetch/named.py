"""Addresses that a person names: the client for a handful of pages, several asked for at once, without awaiting."""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Coroutine, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack
from itertools import islice
from types import TracebackType
from typing import Any, Self, TypeVar

from motherlode.errors import MotherlodeError
from motherlode.fetch.client import Client
from motherlode.fetch.params import MAX_BYTES, FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response
from motherlode.model.ports import Fetcher

AGENT = "Motherlode/0.1"
AT_ONCE = 8
"""Addresses that are asked for while the pages of earlier ones are worked on."""

NAMED = FetchParams(delay=0.0, per_host=4, retries=0, max_body=MAX_BYTES)
"""No gap of our own between pages that a person named, as a browser opens a page with its parts; a crawl-delay of
robots.txt and a Retry-After are kept all the same. Browsers hold six connections to a host."""

Answer = TypeVar("Answer")


def named_client(*, allow_private: bool = False, user_agent: str = AGENT, params: FetchParams = NAMED) -> Client:
    """The client for addresses that a person names; outside `async with` each address has its own connection."""
    return Client(params, SystemClock(), allow_private=allow_private, user_agent=user_agent)


class Background:
    """An event loop in a thread of its own, for code that does not await; use it as a context."""

    def __enter__(self) -> Self:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="fetching", daemon=True)
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.begin(_let_go()).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def begin(self, work: Coroutine[Any, Any, Answer]) -> Future[Answer]:
        """Work that goes on in the thread."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)


async def _let_go() -> None:
    """Ends what is still under way."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


def in_turn(urls: Iterable[str], fetcher: Fetcher) -> Iterator[tuple[str, Response | MotherlodeError]]:
    """The response of every address, or why there is none, in their order; the next ones are asked for meanwhile.

    The asking goes on in a thread, so that a page that takes long costs no other page its time.
    """
    waiting, asked = iter(urls), deque[tuple[str, Future[Response | MotherlodeError]]]()
    with Background() as background:
        shared = AsyncExitStack()
        if isinstance(fetcher, Client):
            background.begin(shared.enter_async_context(fetcher)).result()
        try:
            while True:
                for url in islice(waiting, AT_ONCE - len(asked)):
                    asked.append((url, background.begin(_answer(fetcher, url))))
                if not asked:
                    return
                url, answer = asked.popleft()
                yield url, answer.result()
        finally:
            background.begin(_let_go()).result()
            background.begin(shared.aclose()).result()


async def _answer(fetcher: Fetcher, url: str) -> Response | MotherlodeError:
    """What came of an address; errors of ours are answers, too."""
    try:
        return await fetcher.fetch(url)
    except MotherlodeError as error:
        return error
