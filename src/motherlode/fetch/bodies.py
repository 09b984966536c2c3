"""Bodies: decompressed with a bound on what comes out, so that no reply can fill the memory."""

from __future__ import annotations

import io
import zlib
from typing import Any, Protocol

import brotli
import zstandard

from motherlode.errors import FetchError

gunzip: Any = zlib.decompressobj
gunzip_error: type[Exception] = zlib.error
try:
    from isal import igzip_lib, isal_zlib
except ImportError:
    pass
else:  # igzip takes half the time
    gunzip = isal_zlib.decompressobj
    gunzip_error = igzip_lib.IsalError  # type: ignore[assignment]  # its stub says that it is an instance

PIECE = 1 << 16
MAX_WINDOW = 1 << 23
"""Window of zstd in bytes: the largest that RFC 9659 lets a server use. It is memory besides the body."""


class Decoder(Protocol):
    """Takes encoded bytes, gives decoded ones, never more than there is room for."""

    def feed(self, data: bytes, room: int) -> bytes:
        """What these bytes decode to, cut after `room` and one."""
        ...

    def end(self, room: int) -> bytes:
        """What is left when the last byte was fed."""
        ...


class Plain:
    """No encoding."""

    def feed(self, data: bytes, room: int) -> bytes:
        """The bytes themselves."""
        return data[: room + 1]

    def end(self, room: int) -> bytes:
        """Nothing."""
        return b""


class Gzip(Plain):
    """gzip: what most servers send."""

    def __init__(self) -> None:
        self._engine = gunzip(zlib.MAX_WBITS | 16)

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded up to the limit."""
        found: bytes = self._engine.decompress(data, room + 1)
        return found


class Deflate(Plain):
    """deflate, without its header too, as some servers send it."""

    def __init__(self) -> None:
        self._engine = zlib.decompressobj()
        self._begun = False

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded up to the limit."""
        try:
            found = self._engine.decompress(data, room + 1)
        except zlib.error:
            if self._begun:
                raise
            self._engine = zlib.decompressobj(-zlib.MAX_WBITS)
            found = self._engine.decompress(data, room + 1)
        self._begun = True
        return found


class Brotli(Plain):
    """br: a piece of 3 kB can stand for gigabytes, so the engine is asked for a little at a time."""

    def __init__(self) -> None:
        self._engine = brotli.Decompressor()

    def feed(self, data: bytes, room: int) -> bytes:
        """Decoded up to the limit."""
        parts: list[bytes] = []
        size = 0
        while size <= room:
            part = self._engine.process(data, output_buffer_limit=min(PIECE, room + 1 - size))
            parts.append(part)
            size += len(part)
            if not part and self._engine.can_accept_more_data():
                break
            data = b""
        return b"".join(parts)[: room + 1]


class Zstd(Plain):
    """zstd: kept as it comes, decoded at the end, because its engine bounds its output only over a whole stream."""

    def __init__(self) -> None:
        self._kept = bytearray()

    def feed(self, data: bytes, room: int) -> bytes:
        """Kept; more than the limit could never be used."""
        self._kept += data[: max(0, room + 1 - len(self._kept))]
        return b""

    def end(self, room: int) -> bytes:
        """Decoded up to the limit."""
        engine = zstandard.ZstdDecompressor(max_window_size=MAX_WINDOW)
        with engine.stream_reader(io.BytesIO(self._kept), read_across_frames=True) as stream:
            return bytes(stream.read(room + 1))


BROKEN = (zlib.error, gunzip_error, brotli.error, zstandard.ZstdError)


def decoder(encoding: str) -> Decoder:
    """The decoder of a Content-Encoding; raises FetchError for an unknown one."""
    name = encoding.strip().lower()
    if name in {"", "identity", "none"}:
        return Plain()
    if name in {"gzip", "x-gzip"}:
        return Gzip()
    if name == "deflate":
        return Deflate()
    if name == "br":
        return Brotli()
    if name == "zstd":
        return Zstd()
    raise FetchError(f"the body is encoded as {name[:40]!r}, which is unknown", reason="unknown-encoding")


async def read_body(content: Any, encoding: str, limit: int) -> tuple[bytes, bool]:
    """The decoded body and whether it was cut at the limit."""
    engine = decoder(encoding)
    parts: list[bytes] = []
    size = taken = 0
    try:
        while piece := await content.readany():
            taken += len(piece)
            for at in range(0, len(piece), PIECE):
                found = engine.feed(piece[at : at + PIECE], limit - size)
                parts.append(found)
                size += len(found)
                if size > limit:
                    return b"".join(parts)[:limit], True
            if taken > limit:  # compressed bytes beyond the limit of the page are not waited for
                break
        parts.append(engine.end(limit - size))
    except BROKEN as error:
        raise FetchError(f"the body does not decompress: {error}", reason="bad-compression") from error
    body = b"".join(parts)
    return body[:limit], len(body) > limit or taken > limit
