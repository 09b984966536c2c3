"""The browser's only way to the network: a proxy in our own process that asks the guard before every connection.

A browser follows redirects, opens pop-ups, workers and WebSockets, and looks names up again; whatever it does, it has
to ask here for each connection, and the connection goes to the very address that was checked.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from types import TracebackType
from typing import Self
from urllib.parse import urlsplit

from motherlode.errors import AddressRefused
from motherlode.fetch.guard import GuardedResolver
from motherlode.fetch.params import MAX_BYTES

MAX_HEAD = 65_536
PIECE = 65_536
CONNECT_TIME = 20.0
"""Seconds in which a host must take a connection."""

_OWN = (b"proxy-connection", b"connection", b"keep-alive", b"proxy-authorization")


class FilteringProxy:
    """An HTTP proxy on loopback for one browser: plain requests and CONNECT; use it as an async context."""

    def __init__(self, *, allow_private: bool) -> None:
        self._resolver = GuardedResolver(allow_private=allow_private)
        self._server: asyncio.Server | None = None
        self._serving: set[asyncio.Task[None]] = set()
        self.address = ""

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._met, "127.0.0.1", 0, limit=MAX_HEAD)
        self.address = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._server is not None:
            self._server.close()
        for task in self._serving:
            task.cancel()
        await asyncio.gather(*self._serving, return_exceptions=True)

    def _met(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._serving.add(task)
        task.add_done_callback(self._serving.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            method, target, _ = head.split(b"\r\n", 1)[0].split(b" ", 2)
            if method == b"CONNECT":
                await self._tunnel(target.decode("latin1"), reader, writer)
            else:
                await self._plain(target.decode("latin1"), head, reader, writer)
        except AddressRefused:
            await _said(writer, b"403 Forbidden")
        except (ValueError, UnicodeError, asyncio.LimitOverrunError):
            await _said(writer, b"400 Bad Request")
        except (OSError, TimeoutError, EOFError):
            await _said(writer, b"502 Bad Gateway")
        finally:
            writer.close()

    async def _connected(self, host: str, port: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection to an address of the host that the guard lets pass."""
        found = await self._resolver.resolve(host.strip("[]"), port)
        async with asyncio.timeout(CONNECT_TIME):
            return await asyncio.open_connection(found[0]["host"], port)

    async def _tunnel(self, target: str, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        host, _, port = target.rpartition(":")
        far_reader, far_writer = await self._connected(host, int(port))
        writer.write(b"HTTP/1.1 200 Connection established\r\n\r\n")
        try:
            async with asyncio.TaskGroup() as both:
                there = both.create_task(_copy(reader, far_writer))
                back = both.create_task(_copy(far_reader, writer))
                await asyncio.wait((there, back), return_when=asyncio.FIRST_COMPLETED)
                there.cancel()
                back.cancel()
        finally:
            far_writer.close()

    async def _plain(
        self, target: str, head: bytes, reader: asyncio.StreamReader, writer: asyncio.StreamWriter
    ) -> None:
        """One request and its answer; the connection ends with it, so that no other request can take its way."""
        parts = urlsplit(target)
        if parts.scheme != "http" or not parts.hostname:
            raise ValueError(target)
        far_reader, far_writer = await self._connected(parts.hostname, parts.port or 80)
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            first, *lines = head.rstrip(b"\r\n").split(b"\r\n")
            kept = [line for line in lines if line.partition(b":")[0].strip().lower() not in _OWN]
            request = b" ".join((first.split(b" ", 1)[0], path.encode("latin1"), b"HTTP/1.1"))
            far_writer.write(b"\r\n".join((request, *kept, b"Connection: close", b"", b"")))
            lengths = [line.partition(b":")[2] for line in kept if line.lower().startswith(b"content-length:")]
            if lengths:
                far_writer.write(await reader.readexactly(min(int(lengths[0]), MAX_BYTES)))
            await far_writer.drain()
            await _copy(far_reader, writer)
        finally:
            far_writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Everything up to the limit of a page."""
    left = MAX_BYTES
    while left > 0 and (piece := await reader.read(min(PIECE, left))):
        writer.write(piece)
        await writer.drain()
        left -= len(piece)


async def _said(writer: asyncio.StreamWriter, status: bytes) -> None:
    with suppress(OSError):
        writer.write(b"HTTP/1.1 " + status + b"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        await writer.drain()
