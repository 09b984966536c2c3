"""Search forms of HTML pages as descriptions to try: ranges, categories, hidden fields, count, further pages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import urljoin

_LOW = re.compile(r"(from|start|begin|min|low|after|since|gte|von|ab|_ge|_lo)", re.IGNORECASE)
_HIGH = re.compile(r"(to|end|until|max|high|before|lte|bis|_le|_hi)", re.IGNORECASE)
_TYPES = {"text", "number", "date", "search", "datetime-local", ""}
COUNTS = (
    "[id*=found], [class*=found], [id*=count], [class*=count], [id*=total], [class*=total], [class*=hits],"
    " [class*=summary]"
)
"""Elements whose class or id says that they show the number of results."""
NEXT = 'a[rel=next], link[rel=next], a.next, .next a, a[aria-label="Next"], a[title="Next"]'


def form_drafts(html: str, url: str, target: str = "") -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """For each form of a page, the one with the most fields first: sections to try with the attributes it offers.

    `target` is the control that turns the pages of a form with view state.
    """
    from selectolax.lexbor import LexborHTMLParser

    tree = LexborHTMLParser(html)
    for form in sorted(tree.css("form"), key=lambda one: -len(one.css("input, select"))):
        attributes = [*_ranges(form), *_categories(form)]
        if not attributes:
            continue
        hidden = [node for node in form.css("input[type=hidden]") if node.attributes.get("name")]
        state = any(str(node.attributes["name"]).startswith("__VIEWSTATE") for node in hidden)
        fixed = {str(node.attributes["name"]): node.attributes.get("value") or "" for node in form.css(
            "input[type=submit]") if node.attributes.get("name")}  # fmt: skip
        site = {
            "name": url, "url": urljoin(url, form.attributes.get("action") or ""),
            "method": (form.attributes.get("method") or "get").upper(), "format": "html", "form": url,
            **({"session": url} if hidden else {}), **({"fixed": fixed} if fixed else {}),
        }  # fmt: skip
        for results in ({"count": COUNTS}, {}):
            for paging in _pagings(state, target):
                yield {"site": site, "paging": paging, "results": dict(results)}, attributes


def _pagings(state: bool, target: str) -> list[dict[str, Any]]:
    """The ways to further pages that are tried, the most telling first."""
    if state:
        grid = {"__EVENTTARGET": target}
        return [{"kind": "postback", "parameter": "__EVENTARGUMENT", "template": "Page${page}", "fixed": grid}]
    return [{"kind": "next", "next": NEXT}, {"kind": "page", "parameter": "page"}]


def range_pairs(names: list[str]) -> list[tuple[str, str, str]]:
    """Pairs of names side by side that look like the two ends of a range: what they are about, low end, high end.

    >>> range_pairs(["q", "date_from", "date_to", "page"])
    [('date', 'date_from', 'date_to')]
    """
    made: list[tuple[str, str, str]] = []
    number = 0
    while number + 1 < len(names):
        low, high = names[number], names[number + 1]
        if _LOW.search(low) and _HIGH.search(high):
            made.append((_LOW.sub("", low).strip("_-. "), low, high))
            number += 1
        number += 1
    return made


def _ranges(form: Any) -> list[dict[str, Any]]:
    """Pairs of inputs that look like the two ends of a range."""
    inputs = {
        str(node.attributes["name"]): node
        for node in form.css("input")
        if node.attributes.get("name") and (node.attributes.get("type") or "text") in _TYPES
    }
    made: list[dict[str, Any]] = []
    for name, low, high in range_pairs(list(inputs)):
        kind = "date" if inputs[low].attributes.get("type") == "date" else "number"
        found: dict[str, Any] = {"name": name or kind, "kind": kind, "low_parameter": low, "high_parameter": high}
        for end, limit, given in (("low", "min", inputs[low]), ("high", "max", inputs[high])):
            if given.attributes.get(limit):
                found[end] = given.attributes[limit]
        made.append(found)
    return made


def _categories(form: Any) -> list[dict[str, Any]]:
    made = []
    for node in form.css("select"):
        name = node.attributes.get("name")
        options = {
            option.attributes.get("value", option.text(strip=True)) or "": option.text(strip=True)
            for option in node.css("option")
        }
        options.pop("", None)
        if name and options:
            found: dict[str, Any] = {"name": name, "kind": "category", "parameter": name, "values": list(options)}
            if list(options.values()) != list(options):
                found["labels"] = list(options.values())
            made.append(found | ({"several": True} if "multiple" in node.attributes else {}))
    return made
