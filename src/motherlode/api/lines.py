"""What the command line prints and writes: lines of JSON, shards of many files, what plug-ins find."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from motherlode.api.many import PageResult, fetcher_for
from motherlode.api.results import Results
from motherlode.app.inputs import listed
from motherlode.model import plugins
from motherlode.model.article import Article
from motherlode.model.people import Person
from motherlode.model.ports import Progress

PRELOAD = {
    "article": "motherlode.app.extract.articles",
    "records": "motherlode.app.extract.records",
    "people": "motherlode.app.people",
}
"""What each process needs, imported once before they are forked."""


def article_line(page: str, found: Article, words: int | None = None) -> dict[str, Any]:
    """An article as `motherlode extract article --jsonl` prints it; with so many keywords where `words` is given."""
    from motherlode.app.extract.articles import as_line

    return as_line(page, found, words)


def people_line(page: PageResult[Results[Person]]) -> dict[str, Any]:
    """A page as `motherlode extract people --jsonl` prints it."""
    line: dict[str, Any] = {"page": page.page, "url": page.url}
    if page.found is None:
        return {**line, "error": page.error, "people": []}
    return {**line, "people": page.found.to_dicts()}


def make_shards(
    kind: str, given: Sequence[str], out: Path, *, shard_format: str, workers: int, cluster: str,
    options: Mapping[str, Any], progress: Progress,
) -> dict[str, Any]:  # fmt: skip
    """One file of lines for every file of pages, those that are there skipped; gives the run in numbers."""
    from motherlode.app.executor import make_executor
    from motherlode.app.shards import extract_shards, sources_of, summary

    sources = sources_of(given)
    with make_executor(workers, cluster, ("motherlode.app.shards", PRELOAD[kind])) as executor:
        return summary(
            extract_shards(
                kind, sources, out, format=shard_format, settings=options, executor=executor, progress=progress
            )
        )


def section_values(file: Path | None, section: str) -> dict[str, Any]:
    """What a settings file sets in a section; nothing without a file."""
    from motherlode.app.settings import load

    return dict(load(file).values.get(section, {})) if file is not None else {}


def found_by(
    name: str, pages: Sequence[str], given: Mapping[str, Any], *, allow_private: bool = False
) -> Iterator[dict[str, Any]]:
    """One line a page: what the extractor of that name finds with these parameters, or why it finds nothing."""
    from motherlode.app.plugins import extracted

    kind = getattr(plugins.load("extractors", name), "Params", None)
    items = listed(pages)
    fetcher = fetcher_for(items, allow_private)
    return extracted(name, items, kind.from_mapping(given, where=name) if kind else None, fetcher)
