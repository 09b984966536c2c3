"""What a project is about, as people give it: sites, examples, keywords, by hand, from files and databases (N1)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from motherlode.app.project import Project
from motherlode.errors import InputError, UsageError
from motherlode.sources.databases import database_rows
from motherlode.sources.tables import Addresses, Keywords, addresses_of, excel_rows, keywords_of, text_rows
from motherlode.store.topics import NEWS_SET, URL_SET
from motherlode.text.urls import canonical

Words = str | Iterable[str] | Mapping[str, float]
"""Keywords: 'flood', 'flood:2', several of them, or {'flood': 2.0}."""

ListKind = Literal["newsset", "urlset", "keywords"]
EXCEL = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods")
SQLITE = (".sqlite", ".sqlite3", ".db")
ANSWER_SECONDS = 10
"""Seconds that a database may take to answer before it is given up."""


def pasted(lines: Iterable[str]) -> Addresses:
    """Lines written by a person: each is an address or is refused with the reason; blank ones are passed over."""
    urls: dict[str, None] = {}
    refused = []
    for line in lines:
        text = line.strip()
        if not text:
            continue
        try:
            urls[_address(text)] = None
        except InputError as error:
            refused.append(f"{text[:200]}: {error.message}")
    return Addresses(tuple(urls), tuple(refused))


def _address(text: str) -> str:
    if "://" in text or text.partition(":")[0].lower() in ("javascript", "data", "file", "mailto"):
        return canonical(text)
    if "." not in text and not text.startswith("localhost"):
        raise InputError("no address in it; write something like news.example or http://news.example/")
    return canonical(f"http://{text}")


def addresses(given: str | Iterable[str]) -> list[str]:
    """Addresses in their one form; raises UsageError for what is none."""
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
    from motherlode.app.plugins import source_of

    if (urls := source_of(source)) is not None:
        return [(url,) for url in urls]
    if "://" in source:
        return database_rows(source, query)
    path = Path(source)
    if path.suffix.lower() in SQLITE:
        return database_rows(f"sqlite:///{path}", query)
    try:
        return _file_rows(path.read_bytes(), path.name, sheet)
    except FileNotFoundError as error:
        raise UsageError(
            f"{path} is not there; give a text, CSV or Excel file, or the address of a database"
        ) from error


def _file_rows(body: bytes, name: str, sheet: str = "") -> list[tuple[str, ...]]:
    """The rows of a text file or, by its ending, of an Excel workbook."""
    return excel_rows(body, name, sheet) if name.lower().endswith(EXCEL) else text_rows(body, name)


def keywords_from_file(body: bytes, name: str) -> Keywords:
    """The keywords in a text file or, by its ending, in an Excel workbook."""
    return keywords_of(_file_rows(body, name))


def from_file(body: bytes, name: str, sheet: str = "") -> Addresses:
    """The addresses in a text file or, by its ending, in an Excel workbook."""
    return addresses_of(_file_rows(body, Path(name).name[:120] or "the file", sheet))


def from_excel(body: bytes, name: str, sheet: str = "") -> Addresses:
    """The addresses in an Excel workbook, whatever it is called."""
    return addresses_of(excel_rows(body, Path(name).name[:120] or "the file", sheet))


def from_database(
    url: str, query: str, *, inside: Path | None = None, seconds: int = ANSWER_SECONDS, allowed: Sequence[str] = ()
) -> Addresses:
    """The addresses that a query gives; see `sources.databases` for what may be asked."""
    return addresses_of(database_rows(url, query, seconds, inside=inside, allowed=allowed))
