"""Form requests over HTTP: GET and POST with cookies, guarded against private addresses."""

from __future__ import annotations

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Self

import aiohttp

from motherlode.errors import AddressRefused, FetchError
from motherlode.model.pages import Response
from motherlode.recipes.fetching import TIMEOUT, _Guard, _read, _refuse_private
from motherlode.text.urls import host_of


class FormClient:
    """A client with a cookie jar of its own; use it as `async with`."""

    def __init__(self, *, allow_private: bool = False, user_agent: str = "Motherlode/0.1", workers: int = 4) -> None:
        self.allow_private, self.user_agent, self.workers = allow_private, user_agent, workers
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        self._session = aiohttp.ClientSession(
            connector=aiohttp.TCPConnector(resolver=_Guard(self.allow_private), limit=self.workers),
            timeout=aiohttp.ClientTimeout(total=TIMEOUT),
            headers={"User-Agent": self.user_agent},
            cookie_jar=aiohttp.CookieJar(unsafe=True),
        )
        return self

    async def __aexit__(self, *failure: object) -> None:
        if self._session is not None:
            await self._session.close()

    async def send(self, method: str, url: str, data: Mapping[str, str] | None = None) -> Response:
        """The response of any status; raises FetchError where none comes."""
        if self._session is None:
            raise FetchError("the client is not open; use it as `async with`", reason="closed")
        self._check_literal(url)
        started = time.monotonic()
        try:
            async with self._session.request(method, url, data=data, max_redirects=10) as reply:
                self._check_literal(str(reply.url))
                body = await _read(reply)
                return Response(
                    url=url,
                    final_url=str(reply.url),
                    status=reply.status,
                    headers=tuple(reply.headers.items()),
                    body=body,
                    fetched_at=datetime.now(UTC),
                    elapsed=time.monotonic() - started,
                )
        except TimeoutError as error:
            raise FetchError(f"{url} did not answer within {TIMEOUT:g} s", reason="timeout") from error
        except (aiohttp.ClientError, OSError, ValueError) as error:
            raise _translated(url, error) from error

    def _check_literal(self, url: str) -> None:
        host = host_of(url).rsplit(":", 1)[0].strip("[]")
        if not self.allow_private and host.replace(".", "").isdigit():
            _refuse_private(host, url)


def _translated(url: str, error: BaseException) -> FetchError:
    cause: Any = error
    while cause is not None:
        if isinstance(cause, AddressRefused):
            return cause
        cause = cause.__cause__
    return FetchError(f"{url} could not be fetched: {error}", reason="refused")
