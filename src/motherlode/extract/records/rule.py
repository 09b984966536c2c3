"""A rule that names the records of a source: stored, and written as XPath and CSS a person can paste (E6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from motherlode.dom.tree import TEXT
from motherlode.errors import ExtractError
from motherlode.model.records import Wrapper


@dataclass(frozen=True, slots=True)
class Rule:
    """Where records begin and how far they go; `steps` run from the root upwards as (tag, class names)."""

    steps: tuple[tuple[str, tuple[str, ...]], ...]
    has: tuple[str, ...] = ()
    lacks: tuple[str, ...] = ()
    """a descendant that no record has, but all else that fits the steps: headings, pagers, tables around records"""
    group: tuple[int, int] = (0, -1)
    """level above the roots and ordinal of the one container that counts; -1 for all"""
    shift: int = 0
    width: int = 1
    shared: tuple[str, ...] = ()
    """leaf paths that most records have; empty where no record was ever left out"""
    inner: tuple[str, ...] | None = None
    """kinds of siblings that stand in records behind their roots, where a record ends before any other; None where
    it goes on to the next root"""


def rule_of(wrapper: Wrapper) -> Rule:
    """A wrapper's rule from its stored form."""
    kept: dict[str, Any] = dict(wrapper.rule)
    try:
        return Rule(
            steps=tuple((str(tag), tuple(names)) for tag, names in kept["steps"]),
            has=tuple(kept.get("has", ())),
            lacks=tuple(kept.get("lacks", ())),
            group=(int(kept.get("group", (0, -1))[0]), int(kept.get("group", (0, -1))[1])),
            shift=int(kept.get("shift", 0)),
            width=int(kept.get("width", 1)),
            shared=tuple(kept.get("shared", ())),
            inner=None if kept.get("inner") is None else tuple(kept["inner"]),
        )
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise ExtractError(f"the stored wrapper of {wrapper.source or 'this source'} is damaged: {error}") from error


def xpath_of(rule: Rule) -> str:
    """The entity item as XPath.

    >>> xpath_of(Rule(steps=(("li", ("item",)), ("ul", ())), has=("a",)))
    "//ul/li[contains(concat(' ', normalize-space(@class), ' '), ' item ')][a]"
    """
    parts = []
    for tag, names in reversed(rule.steps):
        tests = "".join(f"[contains(concat(' ', normalize-space(@class), ' '), ' {name} ')]" for name in names)
        parts.append(("text()" if tag == TEXT else tag) + tests)
    has, lacks = ("/".join("text()" if tag == TEXT else tag for tag in path) for path in (rule.has, rule.lacks))
    return "//" + "/".join(parts) + (f"[{has}]" if has else "") + (f"[not({lacks})]" if lacks else "")


def css_of(rule: Rule) -> str:
    """The entity item as CSS; text nodes, which CSS cannot name, by the element around them.

    >>> css_of(Rule(steps=(("li", ("item",)), ("ul", ())), has=("a",)))
    'ul > li.item:has(> a)'
    >>> css_of(Rule(steps=(("tr", ()),), lacks=("td", "table")))
    'tr:not(:has(> td > table))'
    """
    steps = [(tag, names) for tag, names in reversed(rule.steps) if tag != TEXT]
    parts = [tag + "".join(f".{_escaped(name)}" for name in names) for tag, names in steps]
    has, lacks = (" > ".join(tag for tag in path if tag != TEXT) for path in (rule.has, rule.lacks))
    lacks = "" if TEXT in rule.lacks else lacks
    return " > ".join(parts) + (f":has(> {has})" if has else "") + (f":not(:has(> {lacks}))" if lacks else "")


def _escaped(name: str) -> str:
    return "".join(c if c.isalnum() or c in "-_" or ord(c) > 127 else f"\\{c}" for c in name)
