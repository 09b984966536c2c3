"""Single addresses named on the command line: fetched with a guard against private addresses."""

from __future__ import annotations

import asyncio
import ipaddress
import socket
import time
from datetime import UTC, datetime
from typing import Any

import aiohttp
from aiohttp.abc import AbstractResolver

from motherlode.errors import AddressRefused, FetchError
from motherlode.model.pages import Response
from motherlode.recipes.inputs import MAX_BYTES
from motherlode.text.urls import canonical, host_of

MAX_REDIRECTS = 10
TIMEOUT = 30.0


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
    """A Fetcher for a handful of addresses: redirects followed by hand, each checked."""

    def __init__(self, *, allow_private: bool = False, user_agent: str = "Motherlode/0.1") -> None:
        self.allow_private = allow_private
        self.user_agent = user_agent

    async def fetch(self, url: str, /) -> Response:
        """The response; raises FetchError or AddressRefused."""
        started, address = time.monotonic(), canonical(url)
        connector = aiohttp.TCPConnector(resolver=_Guard(self.allow_private))
        timeout = aiohttp.ClientTimeout(total=TIMEOUT)
        try:
            async with aiohttp.ClientSession(
                connector=connector, timeout=timeout, headers={"User-Agent": self.user_agent}
            ) as session:
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
