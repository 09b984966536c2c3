"""Articles, records and people of many pages: folders, files, WARC archives and addresses, on all cores."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from motherlode.api.option_names import given_by
from motherlode.api.reading import Records
from motherlode.api.results import ProgressCallback, Results, progress_of
from motherlode.app.inputs import Unread, is_address, listed, pages_of
from motherlode.model import plugins
from motherlode.model.article import Article
from motherlode.model.people import Person
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from typing import Unpack

    from motherlode.api.markdown import Markdown
    from motherlode.api.options import ArticleOptions, PeopleOptions, RecordOptions


T = TypeVar("T")
Many = str | os.PathLike[str] | Iterable[str | os.PathLike[str]]
"""A folder, a file, a WARC archive or an address, or several of them."""
READERS = "motherlode.api.reading"


@dataclass(frozen=True, slots=True)
class PageResult(Generic[T]):
    """What was read from one of many pages: `page` is how it was named, `error` says why there is nothing."""

    page: str
    found: T | None = None
    error: str = ""
    url: str = ""


def page_names(given: Many) -> list[str]:
    """The files and addresses behind what was given."""
    if isinstance(given, (str, os.PathLike)):
        given = [given]
    return listed([os.fspath(item) for item in given])


def fetcher_for(items: Iterable[str], allow_private: bool) -> Any:
    """A fetcher where an address was named; the engine is not loaded for files."""
    if not any(map(is_address, items)):
        return None
    from motherlode.fetch.named import named_client

    return named_client(allow_private=allow_private)


def _each(
    reader: str, label: str, given: Many, options: Mapping[str, Any], *,
    workers: int | None, progress: ProgressCallback | Progress | None, allow_private: bool,
) -> Iterator[PageResult[Any]]:  # fmt: skip
    """Reads many pages in their order; one that cannot be read gives a PageResult with its error."""
    from motherlode.api.workers import each_page

    items = page_names(given)
    pages = pages_of(items, fetcher_for(items, allow_private))
    found = each_page(pages, f"{READERS}:{reader}", options, workers)
    results = (
        PageResult(name, error=one.error, url=url) if isinstance(one, Unread) else PageResult(name, one, url=url)
        for name, url, one in found
    )
    return _told(results, label, len(items), progress_of(progress))


def _told(results: Iterable[PageResult[T]], label: str, total: int, progress: Progress) -> Iterator[PageResult[T]]:
    progress.begin(label, total)
    unread = 0
    for result in results:
        unread += bool(result.error)
        yield result
        progress.advance(1, unread=unread)
    progress.end()


def articles(
    pages: Many, *, workers: int | None = None, progress: ProgressCallback | Progress | None = None,
    markdown: Markdown | None = None, same_host: bool = False, allow_private: bool = False,
    **options: Unpack[ArticleOptions],
) -> Iterator[PageResult[Article]]:  # fmt: skip
    """The article of every page of folders, files, WARC archives or addresses, in their order, on all cores.

    With `same_host` the files of a host teach each other what is template. `workers` is the number of processes.
    """
    given_by("ArticleOptions", options)
    given: dict[str, Any] = {**options, "markdown": markdown}
    if same_host:
        from motherlode.app.extract.articles import learned_templates

        given["templates"] = learned_templates(page_names(pages))
    return _each(
        "read_article", "articles", pages, given, workers=workers, progress=progress, allow_private=allow_private
    )


def records_in(
    pages: Many, *, workers: int | None = None, progress: ProgressCallback | Progress | None = None,
    same_source: bool = False, rule_file: str | os.PathLike[str] | None = None, follow: int = 0,
    browser: bool | None = False, allow_private: bool = False, **options: Unpack[RecordOptions],
) -> Iterator[PageResult[Records]]:  # fmt: skip
    """The records of every page of folders, files, WARC archives or addresses, in their order, on all cores.

    One process reads where pages depend on each other: with `same_source` they teach each other, `rule_file` keeps
    the rule that finds the records again, `follow` is the number of further pages of a list to fetch, and `browser`
    renders pages in Chromium (None: only those that are nearly empty without their scripts).
    """
    given_by("RecordOptions", options)
    if same_source or rule_file is not None or follow or browser is not False:
        return _told(
            _dependent(pages, same_source, rule_file, follow, browser, allow_private, options),
            "records", len(page_names(pages)), progress_of(progress),
        )  # fmt: skip
    return _each(
        "read_records", "records", pages, options, workers=workers, progress=progress, allow_private=allow_private
    )


def _dependent(
    pages: Many, same_source: bool, rule_file: str | os.PathLike[str] | None, follow: int, browser: bool | None,
    allow_private: bool, options: Mapping[str, Any],
) -> Iterator[PageResult[Records]]:  # fmt: skip
    from motherlode.app.extract.records import load_wrapper, records_of, save_wrapper
    from motherlode.extract.records import RecordParams
    from motherlode.fetch.browser import BlockingBrowser

    items = page_names(pages)
    kept = Path(rule_file) if rule_file is not None else None
    rule = load_wrapper(kept) if kept is not None and kept.exists() else None
    shown: Any = (
        nullcontext() if browser is False else BlockingBrowser(required=bool(browser), allow_private=allow_private)
    )
    with shown as render:
        for page in records_of(
            items, RecordParams.from_mapping(options), fetcher_for(items, allow_private), same_source=same_source,
            wrapper=rule, render=render, render_always=bool(browser), follow=follow,
        ):  # fmt: skip
            if kept is not None and page.wrapper and page.wrapper != rule:
                rule = page.wrapper
                save_wrapper(rule, kept)
            yield PageResult(page.page, None if page.error else Records(page), page.error, page.url)


def people_in(
    pages: Many, *, workers: int | None = None, progress: ProgressCallback | Progress | None = None,
    same_site: bool = False, allow_private: bool = False, **options: Unpack[PeopleOptions],
) -> Iterator[PageResult[Results[Person]]]:  # fmt: skip
    """The people of every page of folders, files, WARC archives or addresses, in their order, on all cores.

    With `same_site` one process reads, and what was learned on a page helps to read the next ones.
    """
    given_by("PeopleOptions", options)
    if same_site:
        return _told(
            _of_one_site(pages, allow_private, options), "people", len(page_names(pages)), progress_of(progress)
        )
    return _each(
        "read_people", "people", pages, options, workers=workers, progress=progress, allow_private=allow_private
    )


def _of_one_site(
    pages: Many, allow_private: bool, options: Mapping[str, Any]
) -> Iterator[PageResult[Results[Person]]]:
    from motherlode.app.people import people_of
    from motherlode.extract.people import PeopleParams

    items = page_names(pages)
    params = PeopleParams.from_mapping(options)
    for page in people_of(items, params, fetcher_for(items, allow_private), same_site=True):
        yield (
            PageResult(page.page, Results(page.people)) if not page.error else PageResult(page.page, error=page.error)
        )


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
    from motherlode.app.shards import extract_shards, make_executor, sources_of, summary

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
