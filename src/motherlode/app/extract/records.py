"""Pages in, record lists out: reading, decoding, parsing, extraction and the wrappers of sources joined."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from motherlode.app.inputs import GivenPage, Unread, is_address, pages_of
from motherlode.dom.tree import Tree, parse
from motherlode.errors import ExtractError, MotherlodeError, UnreadableInput
from motherlode.extract.records import RecordParams, apply, counted, extract, learn, next_page, verify, why_none
from motherlode.model.ports import Fetcher
from motherlode.model.records import Region, Wrapper, wrapper_of
from motherlode.pages.decode import decode

Render = Callable[[str, str], str]
"""HTML and address of a page in, HTML after its scripts have run out."""

LEAST_LETTERS = 200
MOST_LETTERS = 3000
"""A page with less visible text and with scripts is likely made by them."""


@dataclass(frozen=True, slots=True)
class PageRecords:
    """The lists of one page, or why there are none."""

    page: str
    url: str = ""
    regions: tuple[Region, ...] = ()
    reason: str = ""
    error: str = ""
    next_page: str = ""
    total: int | None = None
    wrapper: Wrapper | None = None
    notes: tuple[str, ...] = ()


def records_of(
    items: Sequence[str],
    params: RecordParams,
    fetcher: Fetcher | None = None,
    *,
    same_source: bool = False,
    wrapper: Wrapper | None = None,
    render: Render | None = None,
    render_always: bool = False,
    follow: int = 0,
) -> Iterator[PageRecords]:
    """The record lists of every page; with `same_source` the pages teach each other.

    `wrapper` is tried first and learned anew where it no longer fits; `follow` further pages of a list are fetched.
    """
    if same_source:
        yield from _of_one_source(list(pages_of(items, fetcher)), params, render)
        return
    for given in _each_alone(items, fetcher) if follow else pages_of(items, fetcher):
        answer = _one(given, params, wrapper, render, render_always)
        wrapper = answer.wrapper if wrapper is not None and answer.wrapper else wrapper
        yield answer
        if follow:
            yield from _followed(answer, params, fetcher, follow)


def _each_alone(items: Sequence[str], fetcher: Fetcher | None) -> Iterator[GivenPage | Unread]:
    """The pages of one item after the other: an address is done with the fetcher before its next pages need it."""
    for item in items:
        yield from list(pages_of([item], fetcher)) if is_address(item) else pages_of([item])


def records_of_page(given: GivenPage, params: RecordParams) -> PageRecords:
    """The record lists of one page that was read already."""
    return _one(given, params, None, None, False)


def _followed(
    start: PageRecords, params: RecordParams, fetcher: Fetcher | None, follow: int
) -> Iterator[PageRecords]:
    """The next pages of a list, with the rule learned on its first page."""
    seen, answer = {start.url}, start
    wrapper = start.wrapper
    for _ in range(follow):
        if not answer.next_page or answer.next_page in seen or not is_address(answer.next_page):
            return
        seen.add(answer.next_page)
        [given] = pages_of([answer.next_page], fetcher)
        answer = _one(given, params, wrapper, None, False)
        yield answer


def _one(
    given: GivenPage | Unread, params: RecordParams, wrapper: Wrapper | None, render: Render | None, always: bool
) -> PageRecords:
    if isinstance(given, Unread):
        return PageRecords(given.page, error=given.error)
    try:
        html = decode(given.body, given.content_type).text
        notes: list[str] = []
        tree = parse(html)
        if render and (always or _poor(tree)):
            tree = parse(render(html, given.url))
            notes.append("rendered in a browser")
        if wrapper is not None:
            region = apply(wrapper, tree, given.url)
            verdict = verify(wrapper, region, tree)
            if verdict.kept:
                return _answer(given, tree, (region,), wrapper, notes)
            notes.append(f"the wrapper no longer fits ({verdict.reason}); learned anew")
        return _answer(given, tree, tuple(extract(tree, given.url, params)), None, notes)
    except MotherlodeError as error:
        return PageRecords(given.page, given.url, error=f"{given.page}: {error.message}")


def _poor(tree: Tree) -> bool:
    """Whether a page holds little text but scripts that may write more, or says that it needs them."""
    if "script" not in tree.tags:
        return False
    letters = sum(len(tree.text_of(i)) for i, tag in enumerate(tree.tags) if tag == "body")
    asks = any(tag == "noscript" and "javascript" in tree.text_of(i).lower() for i, tag in enumerate(tree.tags))
    return letters < LEAST_LETTERS or (asks and letters < MOST_LETTERS)


def _answer(
    given: GivenPage, tree: Tree, regions: tuple[Region, ...], wrapper: Wrapper | None, notes: Sequence[str]
) -> PageRecords:
    if regions and wrapper is None and regions[0].method == "ours":
        try:
            wrapper = learn(tree, regions[0], given.url or given.page)
            regions = (replace(regions[0], path=wrapper.entity_xpath), *regions[1:])
        except ExtractError as error:
            notes = (*notes, f"no rule was kept: {error.message}")
    return PageRecords(
        given.page,
        given.url,
        regions,
        reason="" if regions else why_none(tree),
        next_page=next_page(tree, given.url),
        total=counted(tree).total,
        wrapper=wrapper,
        notes=tuple(notes),
    )


def _of_one_source(
    pages: list[GivenPage | Unread], params: RecordParams, render: Render | None
) -> Iterator[PageRecords]:
    """Every page with the others as siblings; a page without a list of its own takes the rule of the fullest page."""
    trees: list[Tree | None] = []
    answers: list[PageRecords] = []
    for given in pages:
        try:
            trees.append(parse(decode(given.body, given.content_type).text) if isinstance(given, GivenPage) else None)
            answers.append(PageRecords(given.page, error=given.error if isinstance(given, Unread) else ""))
        except MotherlodeError as error:
            trees.append(None)
            answers.append(PageRecords(given.page, error=f"{given.page}: {error.message}"))
    for i, (given, tree) in enumerate(zip(pages, trees, strict=True)):
        if tree is None or not isinstance(given, GivenPage):
            continue
        others = [t for j, t in enumerate(trees) if j != i and t is not None][:8]
        try:
            answers[i] = _answer(given, tree, tuple(extract(tree, given.url, params, others)), None, ())
        except MotherlodeError as error:
            answers[i] = PageRecords(given.page, given.url, error=f"{given.page}: {error.message}")
    fullest = max(answers, key=lambda a: len(a.regions[0].records) if a.regions else 0, default=None)
    for given, tree, answer in zip(pages, trees, answers, strict=True):
        rule = fullest.wrapper if fullest else None
        if rule is not None and tree is not None and isinstance(given, GivenPage) and not answer.regions:
            region = apply(rule, tree, given.url)
            if region.records:
                answer = _answer(given, tree, (region,), rule, ("found with the rule of another page",))
        yield answer


def line_of(answer: PageRecords) -> dict[str, Any]:
    """A page as the line that scripts read."""
    line: dict[str, Any] = {"page": answer.page}
    if answer.url:
        line["url"] = answer.url
    if answer.error:
        return {**line, "error": answer.error, "regions": []}
    line["regions"] = [_region(region) for region in answer.regions]
    if answer.wrapper and answer.regions:
        line["wrapper"] = {"xpath": answer.wrapper.entity_xpath, "css": answer.wrapper.entity_css}
    for name in ("reason", "next_page", "total", "notes"):
        if value := getattr(answer, name):
            line[name] = value
    return line


def _region(region: Region) -> dict[str, Any]:
    return {
        "score": round(region.score, 4),
        "path": region.path,
        "method": region.method,
        "columns": [asdict(column) for column in region.columns],
        "records": [
            {"texts": list(r.texts), "fields": dict(r.fields), "links": list(r.links)} for r in region.records
        ],
    }


def save_wrapper(wrapper: Wrapper, file: Path) -> None:
    """A wrapper as a JSON file a person can read."""
    file.write_text(json.dumps(asdict(wrapper), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def load_wrapper(file: Path) -> Wrapper:
    """A wrapper from its file."""
    try:
        return wrapper_of(json.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise UnreadableInput(f"{file} is not a stored wrapper: {error}; delete it to learn a new one") from error
