"""What stands on one page of an answer: rows, count, overflow message, the way to the next page."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.description import Description
from motherlode.model.pages import Response

Row = dict[str, Any]
Records = Callable[[str, str], list[Row]]
"""Finds the records of an HTML page without any selector: (html, address) → rows."""


@dataclass(frozen=True, slots=True)
class AnswerPage:
    """One page: `count` is None when it shows none, `exact` False for "10,000+"; `more` None when it does not say."""

    rows: list[Row]
    count: int | None = None
    exact: bool = True
    overflow: bool = False
    more: bool | None = None
    next: str = ""


_NUMBER = re.compile(r"(\d[\d,.\u00a0\u202f ]*\d|\d)\s*(\+|plus|or more)?", re.IGNORECASE)


def read_page(site: Description, reply: Response, records: Records | None) -> AnswerPage:
    """The page's rows and signs, as the description says."""
    text = reply.body.decode("utf-8", "replace")
    if site.format == "json":
        return _read_json(site, text, reply.final_url)
    return _read_html(site, text, reply.final_url, records)


def _read_json(site: Description, text: str, url: str) -> AnswerPage:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise DescriptionMismatch(f'{url} is not JSON ({error}); is format = "html" meant?') from error
    rows = at_path(value, site.results.rows)
    if not isinstance(rows, list):
        known = ", ".join(sorted(value)) if isinstance(value, dict) else type(value).__name__
        raise DescriptionMismatch(f"{url} has no list at '{site.results.rows}'; it has: {known}")
    count, exact = _count(at_path(value, site.results.count)) if site.results.count else (None, True)
    over = at_path(value, site.results.overflow) if site.results.overflow else None
    following = at_path(value, site.paging.next) if site.paging.next else None
    more = None if not site.paging.next else bool(following)
    return AnswerPage(
        [row for row in rows if isinstance(row, dict)], count, exact, bool(over), more,
        str(following) if following and following is not True else "",
    )  # fmt: skip


def at_path(value: Any, path: str) -> Any:
    """The value at a dotted path, None where it is not there."""
    for part in path.split(".") if path else ():
        if isinstance(value, Mapping):
            value = value.get(part)
        elif isinstance(value, list) and part.isdigit() and int(part) < len(value):
            value = value[int(part)]
        else:
            return None
    return value


def _count(value: object) -> tuple[int | None, bool]:
    if isinstance(value, bool) or value is None:
        return None, True
    if isinstance(value, (int, float)):
        return int(value), True
    found = _NUMBER.search(str(value))
    if not found:
        return None, True
    return int(re.sub(r"\D", "", found[1])), not found[2]


def _read_html(site: Description, text: str, url: str, records: Records | None) -> AnswerPage:
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(text)
    results = site.results
    if results.rows:
        rows = [_html_row(node, results.fields) for node in tree.css(results.rows)]
    elif records is not None:
        rows = records(text, url)
    else:
        raise DescriptionMismatch("no 'rows' selector in [results] and no record extractor is at hand")
    count: int | None = None
    exact = True
    if results.count:
        node = tree.css_first(results.count)
        count, exact = _count(node.text(strip=True)) if node is not None else (None, True)
    over = bool(results.overflow) and tree.css_first(results.overflow) is not None
    following = tree.css_first(site.paging.next) if site.paging.next else None
    more = None if not site.paging.next else following is not None
    link = (following.attributes.get("href") or "") if following is not None else ""
    return AnswerPage(rows, count, exact, over, more, link)


def _html_row(node: Any, fields: Mapping[str, str]) -> Row:
    row: Row = {}
    for name, selector in fields.items():
        found = node.css_first(selector)
        text = found.text(separator=" ", strip=True) if found is not None else ""
        row[name] = text or None
    return row
