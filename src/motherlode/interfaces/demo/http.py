"""HTTP/1.1 as the sample web speaks it: keep-alive, pipelining, gzip, conditional GET and broken replies."""

from __future__ import annotations

import asyncio
import gzip
import time
from collections.abc import Callable
from email.utils import formatdate, parsedate_to_datetime
from http import HTTPStatus
from urllib.parse import unquote

from motherlode.interfaces.demo.site import Reply, Request

MAX_HEAD = 256 * 1024
"""Room for the addresses of 100 KB that a crawler must survive sending."""
MAX_BODY = 16 * 1024 * 1024
GZIP_FROM = 1024
"""Shorter bodies are sent as they are: compressing them saves no packet."""
GZIP_KEPT = 64 * 1024 * 1024
"""Compressed bodies are kept up to this many bytes in all."""

Answer = Callable[[str, str, str, dict[str, str], bytes], Reply]
"""(host, method, target, headers, body) → reply."""

_REASONS = {status.value: status.phrase for status in HTTPStatus}
_TEXTS = ("text/", "application/json", "application/xml", "application/rss", "application/atom", "application/ld")


class BadRequest(Exception):
    """What came is not HTTP; carries the status to answer with."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


class Compressor:
    """Gzip with a memory: the same body is compressed once."""

    def __init__(self) -> None:
        self._kept: dict[bytes, bytes] = {}
        self._size = 0

    def gzip(self, body: bytes) -> bytes:
        """The body compressed, always to the same bytes."""
        found = self._kept.get(body)
        if found is None:
            found = gzip.compress(body, 1, mtime=0)
            if self._size > GZIP_KEPT:
                self._kept.clear()
                self._size = 0
            self._kept[body] = found
            self._size += len(body) + len(found)
        return found


class Connection(asyncio.Protocol):
    """One client: requests are answered in order, one at a time, so pipelining is safe."""

    def __init__(
        self,
        answer: Answer,
        compressor: Compressor,
        loop: asyncio.AbstractEventLoop,
        everybody: set[asyncio.Transport],
    ) -> None:
        self._everybody = everybody
        self._answer = answer
        self._compressor = compressor
        self._loop = loop
        self._transport: asyncio.Transport | None = None
        self._buffer = bytearray()
        self._waiting: asyncio.TimerHandle | None = None
        self._paused = False
        self._ended = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A client is there."""
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        self._everybody.add(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone; a delayed reply is not sent."""
        self._ended = True
        if self._transport is not None:
            self._everybody.discard(self._transport)
        self._transport = None
        if self._waiting is not None:
            self._waiting.cancel()

    def pause_writing(self) -> None:
        """The client reads more slowly than we write: no further request is answered until it catches up."""
        self._paused = True

    def resume_writing(self) -> None:
        """The client has caught up."""
        self._paused = False
        self._proceed()

    def data_received(self, data: bytes) -> None:
        """More bytes of requests."""
        self._buffer += data
        self._proceed()

    def _proceed(self) -> None:
        while not (self._ended or self._paused or self._waiting):
            try:
                taken = take_request(self._buffer)
            except BadRequest as error:
                self._send("GET", {}, text_reply(error.status), keep=False)
                return
            if taken is None:
                return
            method, target, version, headers, body = taken
            if body is None:
                if self._transport and headers.get("expect", "").lower() == "100-continue":
                    self._transport.write(b"HTTP/1.1 100 Continue\r\n\r\n")
                return
            keep = _keeps_alive(version, headers)
            reply = self._answer(headers.get("host", ""), method, target, headers, body)
            if reply.delay > 0:
                self._waiting = self._loop.call_later(reply.delay, self._late, method, headers, reply, keep)
            else:
                self._send(method, headers, reply, keep=keep)

    def _late(self, method: str, headers: dict[str, str], reply: Reply, keep: bool) -> None:
        self._waiting = None
        self._send(method, headers, reply, keep=keep)
        self._proceed()

    def _send(self, method: str, headers: dict[str, str], reply: Reply, *, keep: bool) -> None:
        transport = self._transport
        if transport is None:
            return
        if reply.endless:
            self._ended = True
            transport.write(_head(reply.status, reply.headers, None, keep=False))
            if method == "HEAD":
                transport.close()
                return
            self._loop.create_task(self._drip(transport, reply.body or b"\n"))
            return
        status, more, body = finish(method, headers, reply, self._compressor)
        broken = bool(reply.cut) or reply.reset
        keep = keep and not broken
        head = _head(status, more, None if status == 304 else len(body), keep=keep)
        transport.write(head if method == "HEAD" else head + body[: max(0, len(body) - reply.cut)])
        if keep:
            return
        self._ended = True
        if reply.reset:
            self._loop.call_soon(transport.abort)
        else:
            transport.close()

    async def _drip(self, transport: asyncio.Transport, body: bytes) -> None:
        while not transport.is_closing():
            if not self._paused:
                transport.write(body)
            await asyncio.sleep(0.001)


def take_request(buffer: bytearray) -> tuple[str, str, str, dict[str, str], bytes | None] | None:
    """The first request, taken out of the buffer; body None while it is still on its way; None without a head."""
    end = buffer.find(b"\r\n\r\n")
    if end < 0:
        if len(buffer) > MAX_HEAD:
            raise BadRequest(431)
        return None
    first, *lines = bytes(buffer[:end]).decode("latin-1").split("\r\n")
    parts = first.split(" ")
    if len(parts) != 3 or not parts[2].startswith("HTTP/1."):
        raise BadRequest(400)
    headers: dict[str, str] = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon or name != name.strip():
            raise BadRequest(400)
        headers[name.lower()] = value.strip()
    if "transfer-encoding" in headers:
        raise BadRequest(411)
    length = headers.get("content-length", "0")
    if not length.isdigit():
        raise BadRequest(400)
    size = int(length)
    if size > MAX_BODY:
        raise BadRequest(413)
    total = end + 4 + size
    if len(buffer) < total:
        return parts[0], parts[1], parts[2], headers, None
    body = bytes(buffer[end + 4 : total])
    del buffer[:total]
    return parts[0], parts[1], parts[2], headers, body


def make_request(method: str, target: str, headers: dict[str, str], body: bytes, origins: dict[str, str]) -> Request:
    """The request as a site sees it: path decoded, HEAD as GET."""
    if target.startswith("http://"):
        target = "/" + target[7:].partition("/")[2]
    path, _, query = target.partition("?")
    if "%" in path:
        path = unquote(path)
    return Request("GET" if method == "HEAD" else method, path, query, headers, body, origins)


def finish(
    method: str, headers: dict[str, str], reply: Reply, compressor: Compressor
) -> tuple[int, tuple[tuple[str, str], ...], bytes]:
    """Status, headers and body after conditional GET and compression."""
    names = {name.lower(): value for name, value in reply.headers}
    if reply.status == 200 and method in {"GET", "HEAD"} and _is_unchanged(headers, names):
        return 304, tuple(pair for pair in reply.headers if pair[0].lower() in {"etag", "last-modified"}), b""
    body = reply.body
    if (
        len(body) >= GZIP_FROM
        and "gzip" in headers.get("accept-encoding", "")
        and "content-encoding" not in names
        and not reply.cut
        and names.get("content-type", "").startswith(_TEXTS)
    ):
        more = (*reply.headers, ("Content-Encoding", "gzip"), ("Vary", "Accept-Encoding"))
        return reply.status, more, compressor.gzip(body)
    return reply.status, reply.headers, body


def text_reply(status: int, text: str = "") -> Reply:
    """A short plain reply."""
    body = (text or f"{status} {_REASONS.get(status, '')}") + "\n"
    return Reply(status, body.encode(), (("Content-Type", "text/plain; charset=utf-8"),))


def _is_unchanged(headers: dict[str, str], reply: dict[str, str]) -> bool:
    wanted = headers.get("if-none-match")
    if wanted is not None:
        tags = {tag.strip().removeprefix("W/") for tag in wanted.split(",")}
        return "*" in tags or reply.get("etag", "-").removeprefix("W/") in tags
    since, modified = headers.get("if-modified-since"), reply.get("last-modified")
    if since is None or modified is None:
        return False
    try:
        return parsedate_to_datetime(modified) <= parsedate_to_datetime(since)
    except (TypeError, ValueError):
        return False


def _keeps_alive(version: str, headers: dict[str, str]) -> bool:
    connection = headers.get("connection", "").lower()
    return "close" not in connection if version == "HTTP/1.1" else "keep-alive" in connection


_date = (0, "")


def _head(status: int, headers: tuple[tuple[str, str], ...], length: int | None, *, keep: bool) -> bytes:
    global _date  # noqa: PLW0603 - one date a second, made once
    second = int(time.time())
    if _date[0] != second:
        _date = (second, formatdate(second, usegmt=True))
    lines = [f"HTTP/1.1 {status} {_REASONS.get(status, 'Unknown')}", f"Date: {_date[1]}"]
    lines += [f"{name}: {value}" for name, value in headers]
    if length is not None:
        lines.append(f"Content-Length: {length}")
    lines.append("Connection: keep-alive\r\n\r\n" if keep else "Connection: close\r\n\r\n")
    return "\r\n".join(lines).encode("latin-1", "replace")
