"""Pages in, record lists out: reading, decoding, parsing and extraction joined."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from motherlode.dom.tree import Tree, parse
from motherlode.errors import MotherlodeError
from motherlode.extract.regions import RecordParams, extract
from motherlode.extract.regions.extraction import why_none
from motherlode.model.ports import Fetcher
from motherlode.model.records import Region
from motherlode.pages.decode import decode
from motherlode.recipes.inputs import GivenPage, Unread, pages_of


@dataclass(frozen=True, slots=True)
class PageRecords:
    """The lists of one page, or why there are none."""

    page: str
    url: str = ""
    regions: tuple[Region, ...] = ()
    reason: str = ""
    error: str = ""


def records_of(
    items: Sequence[str], params: RecordParams, fetcher: Fetcher | None = None, *, same_source: bool = False
) -> Iterator[PageRecords]:
    """The record lists of every page; with `same_source` the pages teach each other."""
    if same_source:
        yield from _of_one_source(list(pages_of(items, fetcher)), params)
        return
    for given in pages_of(items, fetcher):
        tree = _tree(given)
        yield tree if isinstance(tree, PageRecords) else _lists(given, tree, params, ())


def _of_one_source(pages: list[GivenPage | Unread], params: RecordParams) -> Iterator[PageRecords]:
    trees = [_tree(given) for given in pages]
    for i, (given, tree) in enumerate(zip(pages, trees, strict=True)):
        if isinstance(tree, PageRecords):
            yield tree
            continue
        others = [t for j, t in enumerate(trees) if j != i and isinstance(t, Tree)]
        yield _lists(given, tree, params, others)


def _tree(given: GivenPage | Unread) -> Tree | PageRecords:
    if isinstance(given, Unread):
        return PageRecords(given.page, error=given.error)
    try:
        return parse(decode(given.body, given.content_type).text)
    except MotherlodeError as error:
        return PageRecords(given.page, given.url, error=f"{given.page}: {error.message}")


def _lists(given: GivenPage | Unread, tree: Tree, params: RecordParams, siblings: Sequence[Tree]) -> PageRecords:
    url = given.url if isinstance(given, GivenPage) else ""
    try:
        regions = tuple(extract(tree, url, params, siblings))
    except MotherlodeError as error:
        return PageRecords(given.page, url, error=f"{given.page}: {error.message}")
    return PageRecords(given.page, url, regions, reason="" if regions else why_none(tree))


def line_of(answer: PageRecords) -> dict[str, Any]:
    """A page as the line that scripts read."""
    line: dict[str, Any] = {"page": answer.page}
    if answer.url:
        line["url"] = answer.url
    if answer.error:
        return {**line, "error": answer.error, "regions": []}
    line["regions"] = [_region(region) for region in answer.regions]
    if answer.reason:
        line["reason"] = answer.reason
    return line


def _region(region: Region) -> dict[str, Any]:
    made: dict[str, Any] = {
        "score": round(region.score, 4),
        "path": region.path,
        "columns": [
            {"name": c.name, "type": c.type, "label": c.label, "path": c.path, "filled": round(c.filled, 3)}
            for c in region.columns
        ],
        "records": [
            {"texts": list(r.texts), "fields": dict(r.fields), "links": list(r.links)} for r in region.records
        ],
    }
    if region.next_page:
        made["next_page"] = region.next_page
    if region.total is not None:
        made["total"] = region.total
    return made
