"""The JSON in a page's scripts, read tolerantly: what publishers write is often not quite JSON."""

from __future__ import annotations

import html
import json
import re
from collections.abc import Iterator
from typing import Any

MAX_SCRIPT = 2_000_000
"""Longer scripts are data of the site's programs, not a description of the page."""

MAX_OBJECTS = 2_000
"""Objects that are looked at in one page; the article is among the first few on every labelled page."""

_TRAILING_COMMA = re.compile(r",\s*(?=[}\]])")
_CONTROL = re.compile(r"[\x00-\x1f]+")
_PAIR = re.compile(
    r'"(@type|headline|datePublished|dateModified|dateCreated|name|articleBody)"\s*:\s*"((?:[^"\\]|\\.)*)"'
)
_AUTHOR = re.compile(r'"author"\s*:\s*[\[{][^\]}]*?"name"\s*:\s*"((?:[^"\\]|\\.)*)"')


def objects_of(script: str) -> list[dict[str, Any]]:
    """All objects of a JSON-LD script, outer ones first; what cannot be parsed gives what can be picked out of it."""
    if len(script) > MAX_SCRIPT:
        return []
    value = _loaded(script)
    if value is None:
        picked = _picked(script)
        return [picked] if picked else []
    return list(_walk(value))


def _loaded(script: str) -> Any:
    for text in _repairs(script):
        try:
            return json.loads(text, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _repairs(script: str) -> Iterator[str]:
    yield script
    text = script.strip()
    for before in ("<!--", "//<![CDATA[", "// <![CDATA[", "/*<![CDATA[*/", "<![CDATA["):
        text = text.removeprefix(before).lstrip()
    for after in (";", "-->", "//]]>", "// ]]>", "/*]]>*/", "]]>", ";"):
        text = text.removesuffix(after).rstrip()
    text = _TRAILING_COMMA.sub("", text)
    yield text
    yield _CONTROL.sub(" ", text)
    if "&quot;" in text or "&#34;" in text:
        yield html.unescape(text)
    ends = max(text.rfind("}"), text.rfind("]"))
    if 0 < ends < len(text) - 1:
        yield text[: ends + 1]


def _picked(script: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in _PAIR.findall(script):
        found.setdefault(key, _unescaped(value))
    author = _AUTHOR.search(script)
    if author:
        found["author"] = {"name": _unescaped(author[1])}
    return found if len(found) > 1 else {}


def _unescaped(value: str) -> str:
    try:
        return str(json.loads(f'"{value}"', strict=False))
    except ValueError:
        return value


def _walk(value: Any) -> Iterator[dict[str, Any]]:
    """Breadth first, so that the page's own object comes before the objects it mentions."""
    waiting: list[Any] = [value]
    seen = 0
    while waiting and seen < MAX_OBJECTS:
        following: list[Any] = []
        for item in waiting:
            if isinstance(item, dict):
                seen += 1
                yield item
                following.extend(part for part in item.values() if isinstance(part, (dict, list)))
            elif isinstance(item, list):
                following.extend(part for part in item[:500] if isinstance(part, (dict, list)))
        waiting = following


def text_of(value: Any) -> str:
    """A string out of a JSON-LD value: itself, its @value or name, or of the first of a list."""
    while isinstance(value, (list, dict)) and value:
        value = value[0] if isinstance(value, list) else value.get("@value") or value.get("name") or ""
    return html.unescape(str(value)).strip() if isinstance(value, (str, int, float)) else ""


def types_of(item: dict[str, Any]) -> tuple[str, ...]:
    """The object's types in lower case, without their address."""
    kinds = item.get("@type") or ()
    listed = kinds if isinstance(kinds, list) else [kinds]
    return tuple(str(kind).rsplit("/", 1)[-1].lower() for kind in listed if isinstance(kind, str))
