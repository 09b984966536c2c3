"""The archive: every fetched page as a WARC record, written behind and read back by its place.

Segments are only ever appended to; a process begins a new one, so that a record torn by a kill can stand
nowhere but at the end of a segment, where readers expect it.
"""

from __future__ import annotations

import os
import re
from base64 import b32encode
from contextlib import suppress
from datetime import UTC
from hashlib import sha1
from pathlib import Path
from typing import IO, Self
from uuid import uuid4

from motherlode.errors import StoreUnavailable, UnreadableInput
from motherlode.model.pages import Response
from motherlode.pages.warc import Damaged, Place, Reader, response_of

SEGMENT_BYTES = 1_000_000_000
"""A segment is closed at this size; the WARC guidelines recommend 1 GB."""

try:
    from isal.isal_zlib import compress

    LEVEL = 2
    """Of igzip: files as large as by zlib's level 1, in a sixth of its CPU time on news pages."""
except ImportError:
    from zlib import compress

    LEVEL = 1
    """Of zlib: level 6 makes files 15 % smaller and takes three times the CPU time on news pages."""

_LEFT_OUT = frozenset({"content-encoding", "transfer-encoding", "content-length"})


class Archive:
    """A folder of WARC segments; `write` gives the place by which `read` finds the page again."""

    def __init__(self, folder: Path, segment_bytes: int = SEGMENT_BYTES) -> None:
        self.folder = folder
        self.segment_bytes = segment_bytes
        self._file: IO[bytes] | None = None
        self._name, self._end = "", 0
        """Name and size of the open segment, to which nobody else writes."""

    def write(self, response: Response) -> Place:
        """Appends a page; it is safe from a kill of the process when this returns, after `sync` from a power cut."""
        return self._append(_record(response))

    def write_revisit(self, response: Response, same_as: Response) -> Place:
        """Appends that a page was the same again: a revisit record, which names the record that holds its bytes."""
        return self._append(_revisit(response, same_as))

    def _append(self, block: bytes) -> Place:
        record = compress(block, LEVEL, wbits=31)
        try:
            if self._file is None or self._end > self.segment_bytes:
                self._begin()
            assert self._file is not None
            place = Place(self._name, self._end)
            self._file.write(record)
            self._file.flush()
            self._end += len(record)
        except OSError as error:
            torn, self._file = self._file, None  # its last record may be torn: the next one stands in another segment
            with suppress(OSError):
                if torn is not None:
                    torn.close()
            raise StoreUnavailable(f"the archive {self.folder} cannot be written: {error}") from error
        return place

    def read(self, place: Place) -> Response:
        """The page at a place; raises UnreadableInput when it is torn or not there."""
        file = self.folder / place.file
        try:
            with file.open("rb") as stream:
                record = next(Reader(stream, place.offset).records(), None)
        except (OSError, Damaged) as error:
            raise UnreadableInput(f"{file}, offset {place.offset}: no readable record: {error}") from error
        if record is None:
            raise UnreadableInput(f"{file}, offset {place.offset}: no record there")
        return response_of(record)

    def segments(self) -> list[Path]:
        """All segments, the oldest first."""
        return sorted(self.folder.glob("*.warc.gz"))

    def sync(self) -> None:
        """Waits until what was written is on the disk."""
        if self._file is not None:
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Closes the open segment."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin(self) -> None:
        self.close()
        self.folder.mkdir(parents=True, exist_ok=True)
        taken = [int(part[1]) for file in self.segments() if (part := re.match(r"pages-(\d+)", file.name))]
        number = max(taken, default=0) + 1
        while True:
            try:
                self._name = f"pages-{number:05d}.warc.gz"
                self._file, self._end = (self.folder / self._name).open("xb"), 0
            except FileExistsError:  # another worker of the same project took the number
                number += 1
            else:
                return


NOT_MODIFIED = "http://netpreserve.org/warc/1.1/revisit/server-not-modified"
SAME_PAYLOAD = "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest"
"""The profiles of revisit records in WARC 1.1: the server said so, or the bytes are the same."""


def _revisit(response: Response, same_as: Response) -> bytes:
    """A WARC revisit record: the headers of this answer, and where its body was kept before."""
    block = _http_head(response, 0)
    head = [
        "WARC/1.1",
        "WARC-Type: revisit",
        f"WARC-Record-ID: <urn:uuid:{uuid4()}>",
        f"WARC-Date: {response.fetched_at.astimezone(UTC).isoformat()[:19]}Z",
        f"WARC-Target-URI: {response.final_url}",
        f"WARC-Profile: {NOT_MODIFIED if response.status == 304 else SAME_PAYLOAD}",
        f"WARC-Payload-Digest: sha1:{b32encode(sha1(same_as.body, usedforsecurity=False).digest()).decode()}",
        f"WARC-Refers-To-Target-URI: {same_as.final_url}",
        f"WARC-Refers-To-Date: {same_as.fetched_at.astimezone(UTC).isoformat()[:19]}Z",
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(head).encode("utf-8", "replace") + b"\r\n\r\n" + block + b"\r\n\r\n"


def _http_head(response: Response, length: int) -> bytes:
    """Status line and headers of an answer; its encoding headers are left out, since bodies are stored decoded."""
    http = [f"HTTP/1.1 {response.status} {'OK' if response.status == 200 else 'Status'}"]
    http += [f"{name}: {value}" for name, value in response.headers if name.lower() not in _LEFT_OUT]
    if not all(map(str.isprintable, http)):
        http = [line.replace("\r", " ").replace("\n", " ") for line in http]
    http.append(f"Content-Length: {length}")
    return "\r\n".join(http).encode("utf-8", "replace") + b"\r\n\r\n"


def _record(response: Response) -> bytes:
    """A WARC response record."""
    block = _http_head(response, len(response.body)) + response.body
    head = [
        "WARC/1.1",
        "WARC-Type: response",
        f"WARC-Record-ID: <urn:uuid:{uuid4()}>",
        f"WARC-Date: {response.fetched_at.astimezone(UTC).isoformat()[:19]}Z",
        f"WARC-Target-URI: {response.final_url}",
        *([f"X-Requested-URI: {response.url}"] if response.url != response.final_url else []),
        *(["WARC-Truncated: length"] if response.truncated else []),
        "Content-Type: application/http; msgtype=response",
        f"Content-Length: {len(block)}",
    ]
    return "\r\n".join(head).encode("utf-8", "replace") + b"\r\n\r\n" + block + b"\r\n\r\n"
