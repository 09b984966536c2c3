"""Plain JSON interfaces as descriptions: rows and count from an answer, ranges and paging from the address."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit, urlunsplit

from motherlode.app.hidden.forms import range_pairs
from motherlode.errors import InputError
from motherlode.hidden.columns import kind_of_column

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
