"""A project's results as files: which tables there are, and how each becomes rows."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from motherlode.errors import InputError, UsageError
from motherlode.model.article import NewsItem
from motherlode.model.params import unknown_name
from motherlode.recipes.project import Project
from motherlode.store.export import FORMATS, write_table
from motherlode.store.store import Store

Row = dict[str, Any]

ARTICLE_COLUMNS = (
    "url", "title", "pubtime", "updated", "pubsource", "authors", "content", "language", "dividedtitle",
    "dividedcontent", "contentkeyword", "relativity", "parenturl", "systemtime", "page_type", "confidence",
)  # fmt: skip
PAGE_COLUMNS = (
    "url", "final_url", "status", "fetched_at", "content_type", "encoding", "kept", "code", "reason", "relativity",
    "parent_url", "depth", "warc_file", "warc_offset",
)  # fmt: skip


def article_row(item: NewsItem) -> Row:
    """An article under the names of TopWebNews (N11)."""
    article = item.article
    return {
        "url": article.url, "title": article.title, "pubtime": article.published, "updated": article.updated,
        "pubsource": article.source, "authors": list(article.authors), "content": article.content,
        "language": article.language, "dividedtitle": list(item.divided_title),
        "dividedcontent": list(item.divided_content), "contentkeyword": list(item.content_keywords),
        "relativity": item.relativity, "parenturl": item.parent_url, "systemtime": item.system_time.isoformat(),
        "page_type": article.page_type, "confidence": article.confidence,
    }  # fmt: skip


def _articles(store: Store, top: float) -> tuple[list[str], Iterator[Row]]:
    return list(ARTICLE_COLUMNS), (article_row(item) for item in store.articles.top(top))


def _pages(store: Store, top: float) -> tuple[list[str], Iterator[Row]]:
    return list(PAGE_COLUMNS), ({name: getattr(p, name) for name in PAGE_COLUMNS} for p in store.pages.all())


def _records(store: Store, top: float) -> tuple[list[str], Iterator[Row]]:
    columns: dict[str, None] = dict.fromkeys(("page", "source", "list", "position"))
    for _, _, region in store.records.lists():
        columns.update(dict.fromkeys(column.name for column in region.columns))
    return list(columns), _record_rows(store)


def _record_rows(store: Store) -> Iterator[Row]:
    place: dict[str, int] = {}
    for page, source, region in store.records.lists():
        number = place[page] = place.get(page, -1) + 1
        for position, record in enumerate(region.records):
            yield {"page": page, "source": source, "list": number, "position": position, **record.fields}


def _keywords(store: Store, top: float) -> tuple[list[str], Iterator[Row]]:
    return ["word", "weight", "origin", "why"], (asdict(word) for word in store.topics.keywords())


def _results(store: Store, top: float) -> tuple[list[str], Iterator[Row]]:
    kinds = store.results.kinds()
    rows = (
        {"kind": kind, "id": key, "value": value} for kind in kinds for key, value in store.results.get(kind).items()
    )
    return ["kind", "id", "value"], rows


WHAT: dict[str, Callable[[Store, float], tuple[list[str], Iterator[Row]]]] = {
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
    top: float = 100.0,
) -> tuple[Path, int]:
    """Writes one of WHAT in one format; gives the file and its number of rows."""
    if format_name == "warc":
        return _warc(project, out or project.folder / "exports" / "pages.warc.gz")
    if what not in WHAT:
        raise UsageError(unknown_name(what, list(WHAT)).replace("setting", "table", 1))
    if format_name not in FORMATS:
        raise UsageError(unknown_name(format_name, [*FORMATS, "warc"]).replace("setting", "format", 1))
    columns, rows = WHAT[what](project.store, top)
    file = out or project.folder / "exports" / f"{what}.{format_name}"
    return file, write_table(file, format_name, columns, rows, name=what)


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
