"""Pages from what a person names on the command line: files, folders, .gz, WARC archives and addresses.

A page that cannot be read comes out as an `Unread` in its place, so that one bad page never stops a run.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path
from typing import Any

from motherlode.errors import LimitExceeded, MotherlodeError, UnreadableInput
from motherlode.fetch.params import MAX_BYTES
from motherlode.model.pages import Response
from motherlode.model.ports import Fetcher

_gunzip: Any = zlib
if find_spec("isal") is not None:  # takes less than half of zlib's CPU time on news pages
    _gunzip = import_module("isal.isal_zlib")

PAGE_SUFFIXES = (".html", ".htm", ".xhtml", ".shtml", ".html.gz", ".htm.gz", ".xhtml.gz")
ARCHIVE_SUFFIXES = (".warc", ".warc.gz")


@dataclass(frozen=True, slots=True)
class GivenPage:
    """A page as bytes: `page` is how it was named, `url` is empty where nobody knows it."""

    page: str
    url: str
    body: bytes
    content_type: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """A page that could not be read, and why."""

    page: str
    error: str


def is_address(given: str) -> bool:
    """Whether it is an http(s) address rather than a path."""
    return given.lower().startswith(("http://", "https://"))


def listed(given: Sequence[str]) -> list[str]:
    """The addresses and files behind what was given: folders are replaced by their pages and archives, sorted.

    A folder without any stays, so that it is named when it is read.
    """
    found: list[str] = []
    for item in given:
        path = Path(item)
        if not is_address(item) and path.is_dir():
            wanted = PAGE_SUFFIXES + ARCHIVE_SUFFIXES
            inside = sorted(str(p) for p in path.rglob("*") if p.name.lower().endswith(wanted) and p.is_file())
            found += inside or [item]
        else:
            found.append(item)
    return found


def pages_of(items: Iterable[str], fetcher: Fetcher | None = None) -> Iterator[GivenPage | Unread]:
    """The page or pages of every item of `listed`; the pages of an archive are named by their addresses."""
    for addresses, several in groupby(items, key=is_address):
        if addresses and fetcher is not None:
            from motherlode.fetch.named import in_turn

            for url, response in in_turn(several, fetcher):
                yield _fetched(url, response)
            continue
        for item in several:
            try:
                if addresses:
                    yield Unread(item, f"{item} was not fetched: no fetcher was given")
                elif "://" in item and not Path(item).exists():
                    yield Unread(item, f"{item} is not an http or https address")
                elif Path(item).is_dir():
                    yield Unread(item, f"{item} holds no pages; give a folder of .html, .html.gz or WARC files")
                else:
                    yield from _of_file(Path(item))
            except MotherlodeError as error:
                yield Unread(item, error.message)
            except (OSError, EOFError, _gunzip.error) as error:
                yield Unread(item, f"{item} cannot be read: {error}")


def _fetched(url: str, response: Response | MotherlodeError) -> GivenPage | Unread:
    if isinstance(response, MotherlodeError):
        return Unread(url, response.message)
    if response.status >= 400:
        return Unread(url, f"{url} was answered with status {response.status}")
    return GivenPage(url, response.final_url or url, response.body, response.header("content-type"))


def _of_file(path: Path) -> Iterator[GivenPage | Unread]:
    try:
        body = b"" if path.name.lower().endswith(ARCHIVE_SUFFIXES) and path.is_file() else _limited(path)
    except FileNotFoundError as error:
        raise UnreadableInput(f"{path} is not there") from error
    body = _unzipped(path, body) if body[:2] == b"\x1f\x8b" else body
    if path.name.lower().endswith(ARCHIVE_SUFFIXES) or body[:4] == b"WARC":
        yield from _of_archive(path)
    else:
        yield GivenPage(str(path), "", body)


def _limited(path: Path) -> bytes:
    """The bytes of a file, of an archive its first ones; raises LimitExceeded."""
    with path.open("rb", buffering=0) as stream:
        if os.fstat(stream.fileno()).st_size > MAX_BYTES:
            start = stream.read(4)
            if start == b"WARC":
                return start
            raise LimitExceeded(f"{path} has more than {MAX_BYTES} bytes", bytes=MAX_BYTES)
        return stream.readall()


def _unzipped(path: Path, packed: bytes) -> bytes:
    """The bytes of a .gz, all of its members."""
    parts, left = [], MAX_BYTES + 1
    while packed and left > 0:
        member = _gunzip.decompressobj(wbits=31)
        parts.append(member.decompress(packed, left))
        left -= len(parts[-1])
        if not member.eof and left > 0:
            raise EOFError("the compressed data breaks off")
        packed = member.unused_data.lstrip(b"\x00")  # padding between members, as gzip allows
    if left <= 0:
        raise LimitExceeded(f"{path} has more than {MAX_BYTES} bytes when unpacked", bytes=MAX_BYTES)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _of_archive(path: Path) -> Iterator[GivenPage | Unread]:
    """The HTML responses of a WARC file in their order."""
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    found = 0
    try:
        with path.open("rb") as stream:
            records = ArchiveIterator(stream, record_types=WarcRecordType.response, auto_decode="all")
            for record in records:
                url = (record.headers.get("WARC-Target-URI") or "").strip("<>")
                page = _of_record(record, url)
                if page is not None:
                    found += 1
                    yield page
    except (RuntimeError, ValueError, UnicodeError) as error:
        yield Unread(str(path), f"{path} breaks off after {found} pages: {error}")
        return
    if not found:
        yield Unread(str(path), f"{path} holds no HTML pages")


def _of_record(record: object, url: str) -> GivenPage | Unread | None:
    """The page of a response, or nothing for images, errors and the like."""
    headers = getattr(record, "http_headers", None)
    content_type = (headers.get("Content-Type") or "") if headers is not None else ""
    if headers is None or (content_type and "html" not in content_type.lower()):
        return None
    if (headers.status_code or 200) >= 300:
        return None
    try:
        body: bytes = record.reader.read(MAX_BYTES + 1)  # type: ignore[attr-defined]
    except (OSError, RuntimeError, ValueError) as error:
        return Unread(url, f"{url}: the archived response cannot be read: {error}")
    if len(body) > MAX_BYTES:
        return Unread(url, f"{url} has more than {MAX_BYTES} bytes")
    return GivenPage(url, url, body, content_type)
