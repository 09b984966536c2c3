"""Records on result pages: columns, records, regions, and the rule that finds them again (E6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from motherlode.model.evidence import Term
from motherlode.model.plain import AsDict


@dataclass(frozen=True, slots=True)
class Column:
    """A semantic item: leaves of one path across the records (E6)."""

    name: str
    type: str = "text"
    label: str = ""
    path: str = ""
    filled: float = 1.0
    repeated: bool = False


@dataclass(frozen=True, slots=True)
class Record(AsDict):
    """One entity: its text leaves in document order, its fields by column name, its links."""

    texts: tuple[str, ...]
    fields: Mapping[str, object] = field(default_factory=dict)
    links: tuple[str, ...] = ()
    path: str = ""
    nodes: tuple[int, int] = (0, 0)
    """first node and end in the tree of its page"""


@dataclass(frozen=True, slots=True)
class Region(AsDict):
    """A list of records on a page, with the score of its ranking and the reasons."""

    score: float
    path: str
    columns: tuple[Column, ...]
    records: tuple[Record, ...]
    terms: tuple[Term, ...] = ()
    roots: tuple[int, ...] = ()
    """the repeating node of every record in the tree of its page"""
    method: str = "ours"


@dataclass(frozen=True, slots=True)
class Wrapper:
    """The rule learned for a source: entity item and semantic items, as paths a person can read (E6)."""

    source: str
    entity_xpath: str
    entity_css: str
    items: tuple[Column, ...]
    rule: Mapping[str, object] = field(default_factory=dict)


def wrapper_of(values: Mapping[str, Any]) -> Wrapper:
    """A wrapper from the values that `asdict` makes of it."""
    return Wrapper(**{**values, "items": tuple(Column(**item) for item in values["items"])})
