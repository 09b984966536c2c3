"""Plug-ins at work: an extractor over pages that a person names, a source of addresses, and what each kind must keep.

The `check_` functions are the common check suite: what ships with the package passes them, and a plug-in's own tests
call them. They raise AssertionError with the promise that was not kept.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from motherlode.annotate.schema_files import parse_schema
from motherlode.app.inputs import Unread, pages_of
from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.strategies.base import Strategy
from motherlode.errors import InputError, MotherlodeError
from motherlode.model import plugins
from motherlode.model.crawl import Outcome, ReadPage
from motherlode.model.pages import Link
from motherlode.model.params import Params
from motherlode.model.plain import plain
from motherlode.model.ports import Fetcher
from motherlode.model.topic import Keyword
from motherlode.pages.decode import decode
from motherlode.text.urls import canonical
from motherlode.topic.judge import Judge


class Extractor(Protocol):
    """Takes values out of a page; `Params`, where it has one, are its parameters."""

    def extract(self, html: str, url: str, params: Any, /) -> Sequence[Mapping[str, Any]]:
        """What the page holds, as values that JSON knows."""
        ...


Source = Callable[[str], Iterable[str]]
"""The addresses behind a place: `motherlode import DIR newsset NAME:PLACE`."""


def extracted(
    name: str, items: Sequence[str], params: Params | None = None, fetcher: Fetcher | None = None
) -> Iterator[dict[str, Any]]:
    """One line for every page of `items`: what the extractor of that name finds, or why it finds nothing."""
    found = plugins.load("extractors", name)
    for page in pages_of(items, fetcher):
        if isinstance(page, Unread):
            yield {"page": page.page, "error": page.error}
            continue
        try:
            text = decode(page.body, page.content_type).text
            yield {"page": page.page, "url": page.url, "found": run_extractor(found, text, page.url, params)}
        except MotherlodeError as error:
            yield {"page": page.page, "error": error.message}


def run_extractor(found: Any, html: str, url: str, params: Params | None = None) -> list[Any]:
    """What an extractor finds; its own faults are said in one line."""
    made = params or (found.Params() if hasattr(found, "Params") else None)
    try:
        return [plain(value) for value in (found() if isinstance(found, type) else found).extract(html, url, made)]
    except MotherlodeError:
        raise
    except Exception as error:
        raise InputError(f"the extractor failed on {url or 'the page'}: {error}") from error


def source_of(given: str) -> list[str] | None:
    """The addresses of `NAME:PLACE` where a plug-in has that name; None where none has."""
    name, colon, place = given.partition(":")
    if not colon or place.startswith("//") or name not in plugins.names("sources"):
        return None
    try:
        return [str(url) for url in plugins.load("sources", name)(place)]
    except MotherlodeError:
        raise
    except Exception as error:
        raise InputError(f"the source '{name}' failed on {place[:200]}: {error}") from error


def check_strategy(make: Callable[[LinkGraph, CrawlParams], Strategy]) -> None:
    """Values are finite, one for each target, the same for the same crawl; unseen addresses can be valued."""

    def crawled() -> list[list[float]]:
        judge = Judge([Keyword("owl")], [])
        graph = LinkGraph(judge)
        strategy, frontier, values = make(graph, CrawlParams()), Frontier(), []
        frontier.number(["http://a.example/"])
        for page in range(4):
            links = tuple(Link(f"http://a.example/{page}/{n}", "an owl" if n % 2 else "bread") for n in range(5))
            url = f"http://a.example/{page}"
            (number,), _ = frontier.number([url])
            relevance = judge.judge(ReadPage(url, "owl" if page % 2 else "bread", "owl " * page, links)).relevance
            numbers, _ = frontier.number([link.url for link in links], parent=number, depth=1)
            graph.add(number, relevance, numbers, links)
            given = strategy.observe(Outcome(number, url, relevance, page, numbers, links))
            assert given is None or len(given) == len(links), "one value for each target, or None"
            waiting = np.asarray(numbers, dtype=np.int64)
            found = strategy.rescore(waiting)
            assert len(found) == len(waiting), "rescore gives one value for each waiting address"
            assert isinstance(strategy.due(), (bool, np.bool_)), "due says yes or no"
            assert isinstance(strategy.why(number), tuple), "why gives terms"
            given = found if given is None else given
            assert np.isfinite(given).all(), "values are finite"
            assert np.isfinite(found).all(), "values are finite"
            frontier.push(numbers, np.asarray(given, dtype=np.float64).tolist())
            assert strategy.choose(frontier) < len(frontier), "choose names a known address, or -1"
            values.append([float(value) for value in given])
        return values

    assert crawled() == crawled(), "the same crawl gives the same values"


def check_extractor(found: Any) -> None:
    """Any page gives a list of values that JSON knows, the same every time; no page ends it."""
    pages = ("", "<p>owl", "<table><tr><td>1<td>2</table>", "\x00<<<>>>&#0;", "<div>" * 2000, "<h1>Größe 大</h1>")
    for html in pages:
        first = run_extractor(found, html, "http://a.example/")
        assert first == run_extractor(found, html, "http://a.example/"), "the same page gives the same values"
        assert all(isinstance(value, (dict, list, str, int, float, bool, type(None))) for value in first), "plain"


def check_source(read: Source, place: str) -> None:
    """A known place gives addresses, the same every time; what is none is an error of ours or nothing."""
    urls = list(read(place))
    assert urls, f"{place} gives no address"
    assert urls == list(read(place)), "the same place gives the same addresses"
    for url in urls:
        canonical(url)


def check_exporter(write: Callable[[Path, Sequence[str], Iterable[Mapping[str, Any]], str], int]) -> None:
    """Every row is written and counted, lists, times and missing values too; a table without rows as well."""
    rows: list[dict[str, Any]] = [
        {"a": 1, "b": "ö,\n\"x\"", "c": ["x", "y"]}, {"a": None, "b": "", "c": []},
        {"a": 2.5, "b": "=1+1", "c": [], "d": datetime(2026, 1, 1, tzinfo=UTC)},
    ]  # fmt: skip
    with tempfile.TemporaryDirectory() as folder:
        for at, given in enumerate((rows, [])):
            file = Path(folder) / f"table{at}"
            assert write(file, ["a", "b", "c"], iter(given), "table") == len(given), "the number of rows"
            assert file.exists(), "a file"


def check_schema(text: str) -> None:
    """The text is a schema with attributes."""
    assert parse_schema(text, "checked", "checked.toml").attributes, "a schema has attributes"
