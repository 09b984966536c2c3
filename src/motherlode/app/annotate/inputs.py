"""Sources as a person names them: a folder or archive of pages, or a file of records (JSONL, CSV)."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motherlode.app.inputs import Unread, is_address, listed, pages_of
from motherlode.errors import MotherlodeError, UnreadableInput, UsageError
from motherlode.model.ports import Fetcher
from motherlode.model.records import Column, Record
from motherlode.pages.decode import decode
from motherlode.text.urls import host_of

TABLE_SUFFIXES = (".jsonl", ".ndjson", ".json", ".csv")


@dataclass(slots=True)
class Source:
    """One source: its pages as (name, HTML, address), or its columns and records."""

    name: str
    pages: list[tuple[str, str, str]] = field(default_factory=list)
    columns: tuple[Column, ...] = ()
    records: list[Record] = field(default_factory=list)
    errors: list[tuple[str, str]] = field(default_factory=list)


def read_sources(given: Sequence[str], fetcher: Fetcher | None = None) -> list[Source]:
    """A source for every argument: `PATH` or `NAME=PATH`; addresses of one host are one source."""
    found: dict[str, Source] = {}
    for item in given:
        name, path = _named(item)
        name = name or (host_of(path) if is_address(path) else _stem(Path(path)))
        source = found.setdefault(name, Source(name))
        if path.lower().endswith(TABLE_SUFFIXES) and not is_address(path):
            _read_table(Path(path), source)
        else:
            _read_pages(path, source, fetcher)
    mixed = [source.name for source in found.values() if source.pages and source.records]
    if mixed:
        raise UsageError(f"{mixed[0]} is given both as pages and as records; name them apart: NAME=PATH")
    return list(found.values())


def _named(item: str) -> tuple[str, str]:
    name, equals, path = item.partition("=")
    if equals and name and not is_address(item) and "/" not in name and not Path(item).exists():
        return name, path
    return "", item


def _stem(path: Path) -> str:
    name = path.resolve().name
    for suffix in (*TABLE_SUFFIXES, ".gz", ".warc", ".html", ".htm"):
        name = name.removesuffix(suffix)
    return name or "source"


def _read_pages(path: str, source: Source, fetcher: Fetcher | None) -> None:
    items = listed([path])
    if items == [path] and Path(path).is_dir():
        raise UnreadableInput(f"{path} holds no pages; give a folder of .html files, a WARC file or a .jsonl file")
    for page in pages_of(items, fetcher):
        if isinstance(page, Unread):
            source.errors.append((page.page, page.error))
            continue
        try:
            source.pages.append((page.page, decode(page.body, page.content_type).text, page.url))
        except MotherlodeError as error:
            source.errors.append((page.page, error.message))


def _read_table(path: Path, source: Source) -> None:
    if not path.is_file():
        raise UnreadableInput(f"{path} is not there")
    rows: list[Any] = []
    try:
        if path.suffix == ".csv":
            with path.open(encoding="utf-8-sig", newline="") as stream:
                rows = [{str(k): v for k, v in row.items() if k is not None} for row in csv.DictReader(stream)]
        elif path.suffix == ".json":
            given = json.loads(path.read_text(encoding="utf-8-sig"))
            rows = given if isinstance(given, list) else [given]
        else:
            rows = _lines(path, source)
    except (ValueError, UnicodeDecodeError, csv.Error, OSError) as error:
        raise UnreadableInput(f"{path} cannot be read: {error}") from error
    columns: dict[str, Column] = {}
    for number, row in enumerate(rows, 1):
        if not isinstance(row, Mapping):
            source.errors.append((f"{path}, row {number}", "not an object; the row is left out"))
            continue
        for record, known in _records_of(row):
            source.records.append(record)
            for column in known:
                columns.setdefault(column.name, column)
    source.columns += tuple(
        column for name, column in columns.items() if name not in {c.name for c in source.columns}
    )


def _lines(path: Path, source: Source) -> list[Mapping[str, Any]]:
    found = []
    with path.open(encoding="utf-8-sig", errors="replace") as stream:
        for number, line in enumerate(stream, 1):
            if not line.strip():
                continue
            try:
                found.append(json.loads(line))
            except ValueError as error:
                source.errors.append((f"{path}, line {number}", f"not JSON: {error}; the line is left out"))
    return found


def _records_of(row: Mapping[str, Any]) -> Iterable[tuple[Record, Sequence[Column]]]:
    """A line of `extract records --jsonl` gives the records of its main list; any other object is one record."""
    regions = row.get("regions")
    if not isinstance(regions, list):
        if "error" in row and "page" in row:
            return
        fields = {str(key): value for key, value in row.items() if not isinstance(value, Mapping)}
        link = next((str(row[key]) for key in ("url", "link", "page") if isinstance(row.get(key), str)), "")
        yield (
            Record(texts=(), fields=fields, links=(link,) if link else ()),
            [Column(name, label=name) for name in fields],
        )
        return
    for region in regions[:1]:
        if not isinstance(region, Mapping):
            continue
        columns = [column_of(column) for column in region.get("columns", [])]
        for record in region.get("records", []):
            if isinstance(record, Mapping):
                yield (
                    Record(
                        texts=tuple(str(text) for text in record.get("texts", [])),
                        fields=dict(record.get("fields") or {}),
                        links=tuple(str(link) for link in record.get("links", [])),
                    ),
                    columns,
                )


def column_of(given: object) -> Column:
    """A column from its JSON form: its name, or an object with name, label, type, path."""
    if isinstance(given, Mapping):
        known = {key: given[key] for key in ("name", "type", "label", "path") if isinstance(given.get(key), str)}
        return Column(**{"name": "", **known})
    return Column(str(given))
