"""Bodies: decompressed piece by piece, cut at a limit, so that no reply can fill the memory."""

from __future__ import annotations

import zlib
from typing import Any, Protocol

import brotli
import zstandard

from motherlode.errors import FetchError

PIECE = 1 << 16


class Decoder(Protocol):
    """Takes encoded bytes, gives decoded ones, never more than asked for."""

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded bytes, at most `room` and one piece."""
        ...


class Plain:
    """No encoding."""

    def feed(self, data: bytes, room: int) -> bytes:
        """The bytes themselves."""
        return data[: room + 1]


class Zlib:
    """gzip and deflate; deflate without its header too, as some servers send it."""

    def __init__(self, wbits: int) -> None:
        self._wbits = wbits
        self._engine = zlib.decompressobj(wbits)
        self._begun = False

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded up to the limit."""
        try:
            found = self._engine.decompress(data, room + 1)
        except zlib.error as error:
            if self._begun or self._wbits != zlib.MAX_WBITS:
                raise FetchError(f"the body does not decompress: {error}", reason="bad-compression") from error
            self._engine = zlib.decompressobj(-zlib.MAX_WBITS)
            found = self._engine.decompress(data, room + 1)
        self._begun = True
        return found


class Brotli:
    """br."""

    def __init__(self) -> None:
        self._engine: Any = brotli.Decompressor()

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded; fed in small pieces, so that one piece cannot grow beyond measure."""
        parts, size = [], 0
        for at in range(0, len(data), 1024):
            try:
                part = self._engine.process(data[at : at + 1024])
            except brotli.error as error:
                raise FetchError(f"the body does not decompress: {error}", reason="bad-compression") from error
            parts.append(part)
            size += len(part)
            if size > room:
                break
        return b"".join(parts)


class Zstd:
    """zstd, with a bounded window."""

    def __init__(self) -> None:
        self._engine: Any = zstandard.ZstdDecompressor(max_window_size=1 << 27).decompressobj()

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded."""
        parts, size = [], 0
        for at in range(0, len(data), 1024):
            try:
                part = self._engine.decompress(data[at : at + 1024])
            except zstandard.ZstdError as error:
                raise FetchError(f"the body does not decompress: {error}", reason="bad-compression") from error
            parts.append(part)
            size += len(part)
            if size > room:
                break
        return b"".join(parts)


def decoder(encoding: str) -> Decoder:
    """The decoder of a Content-Encoding; raises FetchError for an unknown one."""
    name = encoding.strip().lower()
    if name in {"", "identity", "none"}:
        return Plain()
    if name in {"gzip", "x-gzip"}:
        return Zlib(zlib.MAX_WBITS | 16)
    if name == "deflate":
        return Zlib(zlib.MAX_WBITS)
    if name == "br":
        return Brotli()
    if name == "zstd":
        return Zstd()
    raise FetchError(f"the body is encoded as {name[:40]!r}, which is unknown", reason="unknown-encoding")


async def read_body(content: Any, encoding: str, limit: int) -> tuple[bytes, bool]:
    """The decoded body and whether it was cut at the limit."""
    engine = decoder(encoding)
    parts: list[bytes] = []
    size = 0
    async for piece in content.iter_any():
        for at in range(0, len(piece), PIECE):
            found = engine.feed(piece[at : at + PIECE], limit - size)
            parts.append(found)
            size += len(found)
            if size > limit:
                return b"".join(parts)[:limit], True
    return b"".join(parts), False
