"""Sources as a person names them: folders or archives of pages, files of records; what their records are called."""

from __future__ import annotations

import csv
import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from motherlode.annotate.folding import word_list
from motherlode.app.inputs import Unread, is_address, listed, pages_of
from motherlode.dom.tree import parse
from motherlode.errors import MotherlodeError, UnreadableInput, UsageError
from motherlode.extract.records import RecordParams, extract
from motherlode.model.ports import Fetcher
from motherlode.model.records import Column, Record, Region
from motherlode.model.schema import ColumnMapping
from motherlode.pages.decode import decode
from motherlode.text.urls import host_of

OWN_LINKS = 0.9
"""Share of different addresses from which the links at one place of the records are their own: a list repeats a thing
now and then, while links to authors, brands and categories come back in many records."""

_LAST_WORDS = frozenset({"id", "uid", "uuid", "guid", "identifier", "key", "recid"})


def id_column(
    columns: Sequence[Column], records: Sequence[Record], mappings: Sequence[ColumnMapping], wanted: str = ""
) -> str:
    """The column that holds the source's own ids: the one named by the user, or one whose name ends in `id` and that
    has another value in every record; empty when there is none."""
    if wanted:
        if wanted not in {column.name for column in columns}:
            names = ", ".join(column.name for column in columns)
            raise UsageError(f"there is no column '{wanted[:80]}' for the ids; there are {names}")
        return wanted
    meant = {mapping.column for mapping in mappings if mapping.attribute}
    found = [column.name for column in columns if (word_list(column.name) or ("",))[-1] in _LAST_WORDS]
    free = [name for name in found if name not in meant] or found
    whole = [name for name in free if _identifies(name, records)]
    return next((name for name in whole if word_list(name) == ("id",)), whole[0] if whole else "")


def _identifies(name: str, records: Sequence[Record]) -> bool:
    values = [str(record.fields.get(name) or "").strip() for record in records]
    return len(values) > 1 and all(values) and len(set(values)) == len(values)


def own_links(records: Sequence[Record]) -> list[str]:
    """The address of every record: its first link at a place where nearly every record has another one (E7a)."""
    longest = max((len(record.links) for record in records), default=0)
    for place in range(longest):
        found = [record.links[place] if place < len(record.links) else "" for record in records]
        given = [link for link in found if link]
        if len(set(given)) >= OWN_LINKS * len(given):
            return found
    return [""] * len(records)


def record_id(
    values: Mapping[str, tuple[str, ...]], other: Mapping[str, tuple[str, ...]], url: str, seen: Counter[str]
) -> str:
    """An id that stays the same when the source is read again: what the record says, numbered where it repeats."""
    text = json.dumps([sorted(values.items()), sorted(other.items()), url], ensure_ascii=False)
    digest = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:16]
    seen[digest] += 1
    return digest if seen[digest] == 1 else f"{digest}-{seen[digest]}"


LEAST_RECORDS = 4
"""Fewer records a page are no list."""
LEAST_SHARE = 0.5
"""A page whose main list holds less of its text than this is not a list page."""


SAME_LABELS = 0.5
"""Share of the first texts of records that other pages have too, from which they are labels and no data."""


def lists_of(
    pages: Sequence[tuple[str, str, str]], wanted: str = "auto", params: RecordParams | None = None
) -> list[Region]:
    """The main list of every list page; empty when they are detail pages (or `wanted` says so).

    By D-EEM with data regions the pages of a source are held against each other (E1).
    """
    if wanted == "detail":
        return []
    found: list[Region] = []
    lists = 0
    regional = params is not None and params.strategy == "derl"
    for at, (_name, html, url) in enumerate(pages):
        try:
            tree = parse(html)
            beside = [parse(other) for other in _beside(pages, at)] if regional else []
            regions = extract(tree, url, params, beside)
        except MotherlodeError:
            continue  # told by the reading of detail pages, where such a page is an error of its own
        if regions and len(regions[0].records) >= LEAST_RECORDS:
            lists += _share(regions[0], len(tree.text_of(0)) if len(tree) else 0) >= LEAST_SHARE
            found.append(regions[0])
    if wanted == "auto" and found and are_labels(found):
        return []
    return found if wanted == "list" or lists >= 0.6 * len(pages) else []


def _beside(pages: Sequence[tuple[str, str, str]], at: int) -> list[str]:
    """The page after this one, or the one before it: D-EEM compares two pages of a source."""
    return [pages[other][1] for other in (at + 1, at - 1) if 0 <= other < len(pages)][:1]


def are_labels(lists: Sequence[Region]) -> bool:
    """Whether the "records" are the rows of tables with a label and a value: detail pages, one thing each.

    Of several pages the same labels come back; of a single page they end in a colon or stand as headings of rows.
    """
    heads = [[record.texts[0].strip() for record in region.records if record.texts] for region in lists]
    if len(heads) > 1:
        pages = Counter(text for page in heads for text in set(page))
        shares = [sum(pages[text] >= 0.5 * len(heads) for text in page) / max(1, len(page)) for page in heads]
        return sum(shares) / len(shares) >= SAME_LABELS
    short = [record for record in lists[0].records if 2 <= len(record.texts) <= 3]
    colons = sum(record.texts[0].rstrip().endswith((":", "：")) for record in short)
    return colons >= SAME_LABELS * len(lists[0].records)


def _share(region: Region, total: int) -> float:
    return sum(len(text) for record in region.records for text in record.texts) / max(1, total)


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
        name, path = named_source(item)
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


def named_source(item: str) -> tuple[str, str]:
    """The name that was given to a source, "" for none, and its path or address."""
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
