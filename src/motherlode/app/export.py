"""A project's results as files: which tables there are, and how each becomes rows."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.errors import InputError, UsageError
from motherlode.export import FORMATS, write_table
from motherlode.model.article import NewsItem
from motherlode.model.params import unknown_name
from motherlode.model.plain import plain
from motherlode.store.query import Filter
from motherlode.store.store import Store

Row = dict[str, Any]

TOP_WEB_NEWS = {
    "url": "url", "title": "title", "pubtime": "published", "updated": "updated", "pubsource": "source",
    "authors": "authors", "content": "content", "language": "language", "dividedtitle": "divided_title",
    "dividedcontent": "divided_content", "contentkeyword": "content_keywords", "relativity": "relativity",
    "parenturl": "parent_url", "systemtime": "system_time", "page_type": "page_type", "confidence": "confidence",
}  # fmt: skip
"""The columns of an article under the names of TopWebNews (N11), each with the name that it has here."""
PAGE_COLUMNS = (
    "url", "final_url", "status", "fetched_at", "content_type", "encoding", "kept", "code", "reason", "relativity",
    "parent_url", "depth", "warc_file", "warc_offset",
)  # fmt: skip


ENDINGS = {
    ".jsonl": "jsonl", ".csv": "csv", ".xlsx": "xlsx", ".parquet": "parquet", ".sqlite": "sqlite", ".db": "sqlite",
}  # fmt: skip


def format_of(file: Path) -> str:
    """The format that a file's ending names; raises UsageError."""
    found = ENDINGS.get(file.suffix.lower(), "")
    if not found:
        raise UsageError(f"{file}: which format? use one of the endings {', '.join(ENDINGS)}, or name the format")
    return found


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which rows of a table leave, and in which order."""

    top: float = 100.0
    """The best k percent of the articles (N11)."""
    filters: Sequence[Filter] = ()
    sort: str = ""
    source: str = ""
    """Records of this source only."""


def article_row(item: NewsItem) -> Row:
    """An article under the names of TopWebNews (N11)."""
    own = {name: getattr(item if hasattr(item, name) else item.article, name) for name in TOP_WEB_NEWS.values()}
    return {name: plain(own[ours]) for name, ours in TOP_WEB_NEWS.items()}


def shown_article(values: Mapping[str, Any]) -> Row:
    """The same of an article as lists show it, without its divided words."""
    return {name: values.get(ours, []) for name, ours in TOP_WEB_NEWS.items()}


def _articles(store: Store, wanted: Wanted) -> tuple[list[str], Iterator[Row]]:
    found = store.articles.top(wanted.top)
    if wanted.filters or wanted.sort:
        found = store.articles.matching(wanted.filters, wanted.sort or "-relativity")
    return list(TOP_WEB_NEWS), (article_row(item) for item in found)


def _pages(store: Store, wanted: Wanted) -> tuple[list[str], Iterator[Row]]:
    found = store.pages.matching(wanted.filters, wanted.sort or "url")
    return list(PAGE_COLUMNS), ({name: getattr(page, name) for name in PAGE_COLUMNS} for page in found)


def _records(store: Store, wanted: Wanted) -> tuple[list[str], Iterator[Row]]:
    columns: dict[str, None] = dict.fromkeys(("page", "source", "list", "position"))
    for _, _, region in store.records.lists(source=wanted.source or None):
        columns.update(dict.fromkeys(column.name for column in region.columns))
    return list(columns), _record_rows(store, wanted.source)


def _record_rows(store: Store, only: str) -> Iterator[Row]:
    place: dict[str, int] = {}
    for page, source, region in store.records.lists(source=only or None):
        number = place[page] = place.get(page, -1) + 1
        for position, record in enumerate(region.records):
            yield {"page": page, "source": source, "list": number, "position": position, **record.fields}


def _keywords(store: Store, wanted: Wanted) -> tuple[list[str], Iterator[Row]]:
    return ["word", "weight", "origin", "why"], (asdict(word) for word in store.topics.keywords())


def _results(store: Store, wanted: Wanted) -> tuple[list[str], Iterator[Row]]:
    kinds = store.results.kinds()
    rows = (
        {"kind": kind, "id": key, "value": value} for kind in kinds for key, value in store.results.get(kind).items()
    )
    return ["kind", "id", "value"], rows


WHAT: dict[str, Callable[[Store, Wanted], tuple[list[str], Iterator[Row]]]] = {
    "articles": _articles,
    "pages": _pages,
    "records": _records,
    "keywords": _keywords,
    "analysis": _results,
}


def export_project(
    project: Project,
    *,
    what: str = "articles",
    format_name: str = "jsonl",
    out: Path | None = None,
    top: float | None = None,
    filters: Sequence[Filter] = (),
    sort: str = "",
    source: str = "",
) -> tuple[Path, int]:
    """Writes one of WHAT in one format; gives the file and its number of rows.

    Of the articles the best `top` percent leave, or as many as the settings say (`top_percent`, k of N11).
    """
    if format_name == "warc":
        return _warc(project, out or project.folder / "exports" / "pages.warc.gz")
    if what not in WHAT:
        raise UsageError(unknown_name(what, list(WHAT)).replace("setting", "table", 1))
    if format_name not in FORMATS:
        raise UsageError(unknown_name(format_name, [*FORMATS, "warc"]).replace("setting", "format", 1))
    if filters and what not in ("articles", "pages"):
        raise UsageError(f"conditions choose among articles and pages, not among {what}")
    columns, rows = WHAT[what](project.store, Wanted(top_of(project, top), filters, sort, source))
    file = out or project.folder / "exports" / f"{what}.{format_name}"
    return file, write_table(file, format_name, columns, rows, name=what)


def top_of(project: Project, top: float | None) -> float:
    """The share of the articles that are shown: as asked for, or as the settings say (k)."""
    return project.settings.get(CrawlParams).top_percent if top is None else top


def top_filters(project: Project) -> tuple[Filter, ...]:
    """The condition that lists of articles show the best k percent alone; none where k is 100 (N11a)."""
    top = top_of(project, None)
    return () if top >= 100 else (Filter("relativity", "from", project.store.articles.least_of_top(top)),)


def _warc(project: Project, file: Path) -> tuple[Path, int]:
    """All archived responses in one WARC file: compressed segments may simply stand one after the other."""
    segments = sorted(project.archive_folder.glob("*.warc.gz"))
    if not segments:
        raise InputError(f"{project.folder} has no archived pages yet; crawl first")
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f".{file.name}.part")
    with part.open("wb") as target:
        for segment in segments:
            with segment.open("rb") as source:
                shutil.copyfileobj(source, target)
    part.replace(file)
    return file, len(segments)
