"""Addresses named on the command line: fetched with a guard against private addresses, several at once."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import threading
import time
from collections import deque
from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from itertools import islice
from typing import Any, Self

import aiohttp
from aiohttp.abc import AbstractResolver

from motherlode.errors import AddressRefused, FetchError, MotherlodeError
from motherlode.model.pages import Response
from motherlode.model.ports import Fetcher
from motherlode.recipes.inputs import MAX_BYTES
from motherlode.text.urls import canonical, host_of

MAX_REDIRECTS = 10
TIMEOUT = 30.0
AT_ONCE = 8
"""Addresses that are asked for while the pages of earlier ones are worked on."""

OF_A_HOST = 4
"""Connections to one host; browsers keep six."""


def _refuse_private(address: str, host: str) -> None:
    if not ipaddress.ip_address(address).is_global:
        raise AddressRefused(
            f"{host} is the private address {address}; allow_private = true in [project] allows it", reason="private"
        )


class _Guard(AbstractResolver):
    """Resolves names when the connection is made, so that a changed DNS answer is checked too."""

    def __init__(self, allow_private: bool) -> None:
        self.allow_private = allow_private

    async def resolve(self, host: str, port: int = 0, family: Any = socket.AF_UNSPEC) -> list[Any]:
        if host == "localhost" or host.endswith(".localhost"):
            addresses = ["127.0.0.1"]
        else:
            loop = asyncio.get_running_loop()
            answers = await loop.getaddrinfo(host, port, family=family, type=socket.SOCK_STREAM)
            addresses = [str(answer[4][0]) for answer in answers]
        if not self.allow_private:
            for address in addresses:
                _refuse_private(address, host)
        return [
            {
                "hostname": host,
                "host": address,
                "port": port,
                "family": socket.AF_INET6 if ":" in address else socket.AF_INET,
                "proto": 0,
                "flags": socket.AI_NUMERICHOST,
            }
            for address in addresses
        ]

    async def close(self) -> None:
        """Nothing is held."""


async def _read(reply: aiohttp.ClientResponse) -> bytes:
    body = bytearray()
    async for chunk in reply.content.iter_chunked(1 << 16):
        body += chunk
        if len(body) > MAX_BYTES:
            break
    return bytes(body)


class SimpleFetcher:
    """A Fetcher for a handful of addresses: redirects followed by hand, each checked.

    Within `async with`, connections are kept for the next address; without, every address has one of its own.
    """

    def __init__(self, *, allow_private: bool = False, user_agent: str = "Motherlode/0.1") -> None:
        self.allow_private = allow_private
        self.user_agent = user_agent
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = self._opened()
        return self

    async def __aexit__(self, *_: object) -> None:
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    def _opened(self) -> aiohttp.ClientSession:
        return aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=_Guard(self.allow_private), limit_per_host=OF_A_HOST),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            headers={"User-Agent": self.user_agent},
            cookie_jar=aiohttp.DummyCookieJar(),  # one page's cookies are no other's business
        )

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[aiohttp.ClientSession]:
        """The session that is open, or one for this address alone."""
        if self._session is not None:
            yield self._session
            return
        async with self._opened() as session:
            yield session

    async def fetch(self, url: str, /) -> Response:
        """The response; raises FetchError or AddressRefused."""
        started, address = time.monotonic(), canonical(url)
        try:
            async with self._connected() as session:
                for _ in range(MAX_REDIRECTS):
                    self._check_literal(address)
                    async with session.get(address, allow_redirects=False) as reply:
                        target = reply.headers.get("Location", "")
                        if reply.status in {301, 302, 303, 307, 308} and target:
                            address = canonical(target, base=address)
                            continue
                        body = await _read(reply)
                        return Response(
                            url=url,
                            final_url=address,
                            status=reply.status,
                            headers=tuple(reply.headers.items()),
                            body=body[:MAX_BYTES],
                            fetched_at=datetime.now(UTC),
                            elapsed=time.monotonic() - started,
                            truncated=len(body) > MAX_BYTES,
                        )
        except TimeoutError as error:
            raise FetchError(f"{url} did not answer within {TIMEOUT:g} s", reason="timeout") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            cause: BaseException | None = error
            while cause is not None:
                if isinstance(cause, AddressRefused):
                    raise cause from error
                cause = cause.__cause__
            raise FetchError(f"{url} could not be fetched: {error}", reason="refused") from error
        raise FetchError(f"{url} redirects more than {MAX_REDIRECTS} times", reason="redirect-loop")

    def _check_literal(self, address: str) -> None:
        """An address written as numbers is not resolved, so it is checked here."""
        host = host_of(address).rsplit(":", 1)[0] if not host_of(address).startswith("[") else host_of(address)
        host = host.partition("]")[0].lstrip("[")
        try:
            ipaddress.ip_address(host)
        except ValueError:
            return
        if not self.allow_private:
            _refuse_private(host, address)


def in_turn(urls: Iterable[str], fetcher: Fetcher) -> Iterator[tuple[str, Response | MotherlodeError]]:
    """The response of every address, or why there is none, in their order; the next ones are asked for meanwhile.

    The asking goes on in a thread, so that a page that takes long costs no other page its time.
    """
    waiting, asked = iter(urls), deque[tuple[str, Future[Response | MotherlodeError]]]()
    loop, shared = asyncio.new_event_loop(), AsyncExitStack()
    thread = threading.Thread(target=loop.run_forever, name="fetching", daemon=True)
    thread.start()
    try:
        if isinstance(fetcher, SimpleFetcher):
            asyncio.run_coroutine_threadsafe(shared.enter_async_context(fetcher), loop).result()
        while True:
            for url in islice(waiting, AT_ONCE - len(asked)):
                asked.append((url, asyncio.run_coroutine_threadsafe(_answer(fetcher, url), loop)))
            if not asked:
                return
            url, answer = asked.popleft()
            yield url, answer.result()
    finally:
        asyncio.run_coroutine_threadsafe(_ended(shared), loop).result()
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


async def _answer(fetcher: Fetcher, url: str) -> Response | MotherlodeError:
    """What came of an address; errors of ours are answers, too."""
    try:
        return await fetcher.fetch(url)
    except MotherlodeError as error:
        return error


async def _ended(shared: AsyncExitStack) -> None:
    """Lets go of what is still being asked for, then of the connections."""
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await shared.aclose()
