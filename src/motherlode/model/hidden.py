"""Hidden databases: range queries and their answers (H1–H3)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal, Protocol

AttributeKind = Literal["number", "date", "category"]
Value = int | float | str | None


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed range of one ordered attribute, in the attribute's own steps."""

    low: int
    high: int


@dataclass(frozen=True, slots=True)
class RangeQuery:
    """A query: an interval per ordered attribute and a set of values per category; what is absent is free."""

    intervals: Mapping[str, Interval] = field(default_factory=dict)
    categories: Mapping[str, frozenset[str]] = field(default_factory=dict)
    sort: str = ""
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server gave: at most k rows, whether more exist, and the count if it shows one."""

    rows: tuple[Mapping[str, object], ...]
    overflow: bool
    count: int | None = None
    requests: int = 1


class HiddenSource(Protocol):
    """A hidden database that can be asked."""

    async def ask(self, query: RangeQuery, /) -> Answer:
        """The server's answer to one query."""
        ...
