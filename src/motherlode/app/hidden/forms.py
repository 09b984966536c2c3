"""Search forms and plain JSON interfaces as descriptions to try.

Of a form: its ranges, categories, hidden fields, count and further pages; of a JSON interface: rows and count from an
answer, ranges and paging from the address.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urljoin, urlsplit, urlunsplit

from motherlode.errors import InputError
from motherlode.hidden.kinds import kind_of_column

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


_PAGE = re.compile(r"p|page|page_?(no|num|number|index)", re.IGNORECASE)
_OFFSET = re.compile(r"offset|skip|start(_?index)?|first", re.IGNORECASE)
_SIZE = re.compile(r"(page_?)?(size|limit)|per_?page|rows|top|take|max_?(results|records)", re.IGNORECASE)
_COUNT = re.compile(r"(total|count|num|hits|found|results?|matches|size|of|all)[\w-]*", re.IGNORECASE)
_NEXT = re.compile(r"next(_?(page|url|link|href))?", re.IGNORECASE)


def json_draft(url: str, answer: Any) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The sections of a description and the attributes to try; what the address lacks is said in one sentence."""
    found = max(_lists(answer, ""), key=lambda pair: len(pair[1]), default=("", []))
    if not found[1]:
        raise InputError(f"{url} shows no list of rows; give the address of an answer that does")
    parts, given = urlsplit(url), parameters_of(url)
    ranges = range_pairs(list(given))
    if not ranges:
        raise InputError(
            f"{url} is plain JSON, and its address names no range to ask for: give it with both ends of one, such as"
            " ?date_from=2020-01-01&date_to=2020-12-31"
        )
    paging = _paging(given, answer)
    used = {name for pair in ranges for name in pair[1:]} | {paging.get("parameter"), paging.get("size_parameter")}
    site = {
        "name": parts.netloc, "url": urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")), "format": "json",
        "fixed": {name: text for name, text in given.items() if name not in used},
    }  # fmt: skip
    results = {"rows": found[0] or ".", **({"count": count} if (count := _count(answer, len(found[1]))) else {})}
    attributes = [_attribute(given, *pair) for pair in ranges]
    return {"site": site, "paging": paging, "results": results}, attributes


def parameters_of(url: str) -> dict[str, str]:
    """The parameters of an address in their order."""
    return dict(parse_qsl(urlsplit(url).query, keep_blank_values=True))


def names_a_range(url: str) -> bool:
    """Whether the parameters of an address are the two ends of a range."""
    return bool(range_pairs(list(parameters_of(url))))


def _attribute(given: dict[str, str], name: str, low: str, high: str) -> dict[str, Any]:
    """A range of the address; the kind is that of the ends that stand there."""
    kind = kind_of_column([text for text in (given[low], given[high]) if text]) or "number"
    made: dict[str, Any] = {"name": name or kind, "kind": kind, "low_parameter": low, "high_parameter": high}
    return made | ({"format": "%Y-%m-%dT%H:%M:%SZ"} if kind == "time" else {})


def _lists(value: Any, path: str) -> Iterator[tuple[str, list[Any]]]:
    """Every list of objects, with its path."""
    if isinstance(value, list):
        if value and all(isinstance(row, dict) for row in value):
            yield path, value
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _lists(inner, f"{path}.{name}" if path else name)


def _scalars(value: Any, path: str = "") -> Iterator[tuple[str, str, Any]]:
    """Path, name and value of what stands beside the rows."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _scalars(inner, f"{path}.{name}" if path else name)
    elif not isinstance(value, list):
        yield path, path.rpartition(".")[2], value


def _count(answer: Any, shown: int) -> str:
    """The path of a number that is called like a count and is no smaller than the rows shown; the largest is it."""
    numbers = [
        (value, path)
        for path, name, value in _scalars(answer)
        if isinstance(value, int) and not isinstance(value, bool) and value >= shown and _COUNT.fullmatch(name)
    ]
    return max(numbers, default=(0, ""))[1]


def _paging(given: dict[str, str], answer: Any) -> dict[str, Any]:
    """How further pages are reached: by a link in the answer, or by a parameter of the address."""
    size = next((name for name in given if _SIZE.fullmatch(name) and given[name].isdigit()), "")
    asked = {"size_parameter": size, "size": int(given[size])} if size else {}
    for path, name, value in _scalars(answer):
        if _NEXT.fullmatch(name) and isinstance(value, str) and value.startswith(("http", "/", "?")):
            return {"kind": "next", "next": path, **asked}
    for name, text in given.items():
        if _PAGE.fullmatch(name) and text.isdigit():
            return {"kind": "page", "parameter": name, "first": min(int(text), 1), **asked}
        if _OFFSET.fullmatch(name) and text.isdigit():
            return {"kind": "offset", "parameter": name, **asked}
    return {"kind": "none", **asked}
