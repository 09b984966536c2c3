"""What a project is about, as a caller gives it: seeds, keywords and examples, by hand or from lists (N1, N2)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from motherlode.errors import UsageError

if TYPE_CHECKING:
    from motherlode.app.marks import MarkReport
    from motherlode.app.project import Project
    from motherlode.model.ports import Progress

Words = str | Iterable[str] | Mapping[str, float]
"""Keywords: 'flood', 'flood:2', several of them, or {'flood': 2.0}."""

ListKind = Literal["newsset", "urlset", "keywords"]


def addresses(given: str | Iterable[str]) -> list[str]:
    """Addresses in their one form; raises UsageError for what is none."""
    from motherlode.app.importing import pasted

    found = pasted([given] if isinstance(given, str) else given)
    if found.refused:
        raise UsageError(f"this is no address: {found.refused[0]}")
    return list(found.urls)


def weighted(given: Words) -> dict[str, float]:
    """Keywords with their weights.

    >>> weighted(["flood:2", "dam"])
    {'flood': 2.0, 'dam': 1.0}
    """
    if isinstance(given, Mapping):
        return {word: float(weight) for word, weight in given.items()}
    made: dict[str, float] = {}
    for item in [given] if isinstance(given, str) else given:
        word, colon, weight = item.rpartition(":")
        try:
            made[(word if colon else item).strip()] = float(weight) if colon else 1.0
        except ValueError as error:
            raise UsageError(f"keyword {item!r}: write WORD or WORD:WEIGHT, such as flood:2") from error
    if "" in made:
        raise UsageError("a keyword is empty; write WORD or WORD:WEIGHT, such as flood:2")
    return made


def add_to(project: Project, seeds: list[str], keywords: Mapping[str, float], examples: list[str]) -> None:
    """Adds to the lists of the project's settings file, and so to its store."""
    values: dict[str, dict[str, Any]] = {name: dict(section) for name, section in project.settings.values.items()}
    sources = values.setdefault("sources", {})
    for name, given in (("seeds", seeds), ("examples", examples)):
        if given:
            sources[name] = list(dict.fromkeys([*sources.get(name, ()), *given]))
    if keywords:
        topic = values.setdefault("topic", {})
        topic["keywords"] = {**topic.get("keywords", {}), **keywords}
    project.write_settings({name: section for name, section in values.items() if section})


def read_list(
    project: Project, kind: ListKind, source: str | os.PathLike[str], *, query: str, sheet: str, replace: bool
) -> tuple[int, tuple[str, ...]]:
    """Reads a list into the store: a text, CSV or Excel file, or a query of a database.

    Gives how many entries were taken and what was refused, each with the reason.
    """
    from motherlode.sources.tables import addresses_of, keywords_of
    from motherlode.store.topics import NEWS_SET, URL_SET

    rows = _rows(os.fspath(source), query, sheet)
    topics = project.store.topics
    if kind == "keywords":
        words = keywords_of(rows)
        new = {word.word for word in words.words}
        kept = [] if replace else [word for word in topics.keywords() if word.word not in new]
        topics.set_keywords([*kept, *words.words])
        return len(words.words), words.refused
    if kind not in ("newsset", "urlset"):
        raise UsageError(f"'{kind}' is no list of a project; use newsset, urlset or keywords")
    place = NEWS_SET if kind == "newsset" else URL_SET
    found = addresses_of(rows)
    topics.set_sources(place, [*([] if replace else topics.sources(place)), *found.urls])
    return len(found.urls), found.refused


def _rows(source: str, query: str, sheet: str) -> list[tuple[str, ...]]:
    from motherlode.app.importing import EXCEL
    from motherlode.app.plugins import source_of
    from motherlode.sources.databases import database_rows
    from motherlode.sources.tables import excel_rows, text_rows

    if (urls := source_of(source)) is not None:
        return [(url,) for url in urls]
    if "://" in source:
        return database_rows(source, query)
    path = Path(source)
    if path.suffix.lower() in (".sqlite", ".sqlite3", ".db"):
        return database_rows(f"sqlite:///{path}", query)
    try:
        body = path.read_bytes()
    except FileNotFoundError as error:
        raise UsageError(
            f"{path} is not there; give a text, CSV or Excel file, or the address of a database"
        ) from error
    return excel_rows(body, path.name, sheet) if path.suffix.lower() in EXCEL else text_rows(body, path.name)


def marked(
    project: Project, *, on_topic: str | Iterable[str], off_topic: str | Iterable[str], words: Words,
    not_words: str | Iterable[str], forget: str | Iterable[str], progress: Progress,
) -> MarkReport:  # fmt: skip
    """Keeps marks and judges the stored pages by them; raises UsageError for what is no address."""
    from motherlode.app.marks import judge_again, keep_marks

    keep_marks(
        project, on_topic=addresses(on_topic), off_topic=addresses(off_topic), words=weighted(words),
        unwanted=[not_words] if isinstance(not_words, str) else list(not_words),
        forget=[forget] if isinstance(forget, str) else list(forget),
    )  # fmt: skip
    return judge_again(project, progress)
