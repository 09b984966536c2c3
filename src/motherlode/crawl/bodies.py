"""Bodies: decompressed piece by piece, cut at a limit, so that no reply can fill the memory."""

from __future__ import annotations

import zlib
from collections.abc import Callable
from typing import Any, Protocol

import brotli
import zstandard

from motherlode.errors import FetchError

PIECE = 1 << 16
MAX_WINDOW = 1 << 27
"""Window of zstd, in bytes: what its own command line accepts."""


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


class Pieces:
    """br and zstd: fed in small pieces, so that one piece cannot grow beyond measure."""

    def __init__(self, decode: Callable[[bytes], bytes], broken: type[Exception]) -> None:
        self._decode, self._broken = decode, broken

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded."""
        parts, size = [], 0
        for at in range(0, len(data), 1024):
            try:
                part = self._decode(data[at : at + 1024])
            except self._broken as error:
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
        return Pieces(brotli.Decompressor().process, brotli.error)
    if name == "zstd":
        window = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW)
        return Pieces(window.decompressobj().decompress, zstandard.ZstdError)
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
