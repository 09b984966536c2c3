"""Reading any WARC file: plain or gzip, whole, torn or malformed; a bad record costs itself and nothing else.

Written here because the fast native reader aborts on damaged input, where we must go on to the next record.
"""

from __future__ import annotations

import re
import zlib
from bisect import bisect_right
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import IO

from motherlode.errors import UnreadableInput
from motherlode.model.pages import Response

MAX_BODY = 64_000_000
"""Bodies in foreign archives are read up to here."""

MAX_HEAD = 1_000_000
"""A record's header longer than this is damage."""

CHUNK = 1 << 14
_GZIP_MEMBER = b"\x1f\x8b\x08"
_VERSION = re.compile(rb"WARC/\d\.\d\r?\n")
_BLANK = re.compile(rb"\r?\n\r?\n")
_STATUS = re.compile(rb"HTTP/\d(?:\.\d)?\s+(\d{3})")
_CHUNK_SIZE = re.compile(rb"([0-9a-fA-F]{1,8})[^\r\n]{0,200}\r?\n")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a record stands: the segment's file name and the offset in it."""

    file: str
    offset: int


class Damaged(Exception):
    """The bytes here are not a record; only used between this reader's own parts."""


@dataclass(frozen=True, slots=True)
class Record:
    """One WARC record: its offset, its header with lower-case names, its block."""

    offset: int
    headers: Mapping[str, str]
    block: bytes


class Reader:
    """Records of a stream from an offset on, decompressed as needed; raises Damaged where they end badly."""

    def __init__(self, stream: IO[bytes], start: int = 0) -> None:
        self._stream = stream
        stream.seek(start)
        self._read_to = start
        self._buffer = bytearray()
        self._dropped = 0
        self._marks: list[tuple[int, int]] = []
        self._gzip: zlib._Decompress | None = None
        first = stream.read(2)
        stream.seek(start)
        self._compressed = first == _GZIP_MEMBER[:2]

    def records(self) -> Iterator[Record]:
        """The records in their order."""
        while self._skip_blank_lines():
            offset = self._offset_here()
            head = self._head()
            try:
                length = int(head["content-length"])
            except (KeyError, ValueError) as error:
                raise Damaged("a record without Content-Length") from error
            if length < 0:
                raise Damaged("a negative Content-Length")
            yield Record(offset, head, self._take(length, MAX_BODY))

    def _head(self) -> dict[str, str]:
        while True:
            end = _BLANK.search(self._buffer)
            if end:
                break
            if len(self._buffer) > MAX_HEAD or not self._fill():
                raise Damaged("a record's header does not end")
        raw = bytes(self._buffer[: end.start()])
        if not _VERSION.match(raw + b"\n"):
            raise Damaged("no WARC version line")
        self._drop(end.end())
        return {
            name.strip().lower(): value.strip()
            for name, _, value in (line.partition(":") for line in raw.decode("utf-8", "replace").splitlines()[1:])
        }

    def _take(self, length: int, limit: int) -> bytes:
        parts: list[bytes] = []
        kept, left = 0, length
        while left:
            if not self._buffer and not self._fill():
                raise Damaged(f"the last {left} bytes of a record are missing")
            piece = bytes(self._buffer[:left])
            self._drop(len(piece))
            left -= len(piece)
            if kept < limit:
                parts.append(piece[: limit - kept])
                kept += len(piece)
        return b"".join(parts)

    def _skip_blank_lines(self) -> bool:
        while True:
            stripped = len(self._buffer) - len(self._buffer.lstrip(b"\r\n"))
            self._drop(stripped)
            if self._buffer:
                return True
            if not self._fill():
                return False

    def _drop(self, count: int) -> None:
        del self._buffer[:count]
        self._dropped += count

    def _offset_here(self) -> int:
        """The file offset at which the record that begins here can be read again."""
        at = bisect_right(self._marks, (self._dropped, 1 << 62)) - 1
        if at < 0:
            return self._read_to
        place, offset = self._marks[at]
        del self._marks[:at]
        return offset if self._compressed else offset + self._dropped - place

    def _fill(self) -> bool:
        """More bytes into the buffer; False at the end of the file."""
        if not self._compressed:
            chunk = self._stream.read(CHUNK)
            if chunk and not self._marks:
                self._marks.append((0, self._read_to))
            self._read_to += len(chunk)
            self._buffer += chunk
            return bool(chunk)
        while True:
            if self._gzip is None:
                head = self._stream.read(CHUNK)
                if not head.strip(b"\x00"):
                    return False
                self._marks.append((self._dropped + len(self._buffer), self._read_to))
                self._gzip = zlib.decompressobj(wbits=31)
                chunk = head
            else:
                chunk = self._stream.read(CHUNK)
                if not chunk:
                    raise Damaged("the file ends inside a compressed record")
            try:
                found = self._gzip.decompress(chunk, MAX_BODY)
            except zlib.error as error:
                raise Damaged(str(error)) from error
            rest = self._gzip.unused_data if self._gzip.eof else self._gzip.unconsumed_tail
            self._read_to += len(chunk) - len(rest)
            self._stream.seek(self._read_to)
            if self._gzip.eof:
                self._gzip = None
            if found:
                self._buffer += found
                return True


def placed_responses(file: Path) -> Iterator[tuple[Place, Response]]:
    """All pages of a WARC file with their places; torn and malformed records are passed over.

    Raises UnreadableInput when the file is not there or holds no record at all.
    """
    try:
        stream = file.open("rb")
    except OSError as error:
        raise UnreadableInput(f"{file} cannot be read: {error.strerror or error}") from error
    seen = 0
    with stream:
        start: int | None = 0
        while start is not None:
            reached = start
            try:
                for record in Reader(stream, start).records():
                    reached = record.offset
                    seen += 1
                    if record.headers.get("warc-type") in {"response", "resource"}:
                        yield Place(file.name, record.offset), response_of(record)
                break
            except Damaged:
                start = _next_start(stream, reached + 1)
            except OSError as error:
                raise UnreadableInput(f"{file} cannot be read: {error}") from error
    if not seen:
        raise UnreadableInput(f"{file} holds no WARC record; is it a .warc or .warc.gz file?")


def responses(file: Path) -> Iterator[Response]:
    """All pages of any WARC file in their order."""
    for _, response in placed_responses(file):
        yield response


def _next_start(stream: IO[bytes], start: int) -> int | None:
    """The offset of the next thing that looks like the beginning of a record, or None."""
    overlap = 16
    stream.seek(start)
    position, tail = start, b""
    while chunk := stream.read(1 << 20):
        block = tail + chunk
        plain = _VERSION.search(block)
        places = [at for at in (block.find(_GZIP_MEMBER), plain.start() if plain else -1) if at >= 0]
        if places:
            return position - len(tail) + min(places)
        tail = block[-overlap:]
        position += len(chunk)
    return None


def response_of(record: Record) -> Response:
    """The page in a record; a block that is not HTTP is taken as the body."""
    head, body = _split_http(record.block)
    status = _STATUS.match(head)
    headers = tuple(
        (name.strip(), value.strip())
        for name, colon, value in (line.partition(":") for line in head.decode("utf-8", "replace").splitlines()[1:])
        if colon
    )
    if not status:
        headers = (("Content-Type", record.headers.get("content-type", "")),)
    lowered = {name.lower(): value.lower() for name, value in headers}
    if "chunked" in lowered.get("transfer-encoding", ""):
        body = _unchunked(body)
    if encoding := lowered.get("content-encoding", ""):
        body = _plain_body(body, encoding)
    url = record.headers.get("warc-target-uri", "").strip("<>")
    return Response(
        url=record.headers.get("x-requested-uri") or url,
        final_url=url,
        status=int(status[1]) if status else 200,
        headers=headers,
        body=body,
        fetched_at=_date(record.headers.get("warc-date", "")),
        truncated="warc-truncated" in record.headers,
    )


def _split_http(block: bytes) -> tuple[bytes, bytes]:
    if not _STATUS.match(block):
        return b"", block
    end = _BLANK.search(block)
    return (block[: end.start()], block[end.end() :]) if end else (block, b"")


def _unchunked(body: bytes) -> bytes:
    """A body stored in chunks, joined; one that only says so stays as it is."""
    parts: list[bytes] = []
    at = 0
    while match := _CHUNK_SIZE.match(body, at):
        size = int(match[1], 16)
        if size == 0:
            return b"".join(parts)
        parts.append(body[match.end() : match.end() + size])
        at = match.end() + size
        at += 2 if body[at : at + 2] == b"\r\n" else 1
    return b"".join(parts) if parts and at >= len(body) else body


def _plain_body(body: bytes, encoding: str) -> bytes:
    """A body stored with its Content-Encoding, decoded; archives often keep the header of a decoded body."""
    try:
        if encoding in {"gzip", "x-gzip"} and body.startswith(_GZIP_MEMBER):
            return zlib.decompressobj(wbits=31).decompress(body, MAX_BODY)
        if encoding == "deflate":
            return zlib.decompressobj().decompress(body, MAX_BODY)
    except zlib.error:
        return body
    return body


def _date(text: str) -> datetime:
    try:
        found = datetime.fromisoformat(text)
    except ValueError:
        return datetime.fromtimestamp(0, UTC)
    return found if found.tzinfo else found.replace(tzinfo=UTC)
