"""Hidden databases: axes, boxes, queries and what a server shows of them (H1–H3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Protocol

import numpy as np
from numpy.typing import NDArray

AxisKind = Literal["number", "date", "time", "category"]

NULL = -(2**62)
"""The coordinate of a row that has no value on an axis."""

Span = tuple[int, int]
Box = tuple[Span, ...]
"""A closed span of whole steps per axis; a category's values are numbered in the order of the description."""

NO_VALUE: Span = (NULL, NULL)
"""The span that asks for the rows without a value."""

Points = NDArray[np.int64]
"""Rows as coordinates: one line a row, one column an axis."""


@dataclass(frozen=True, slots=True)
class Axis:
    """An attribute one can ask for: its steps from `low` to `high`; a category's values stand in `values`.

    A category is asked for one value or left free, unless the form takes `several` values at once. With `nulls` the
    rows without a value can be asked for: by the span (NULL, NULL). `step` is how much of a number,
    or how many seconds of a moment, one step is; certificates of older versions do not tell it.
    """

    name: str
    kind: AxisKind = "number"
    low: int = 0
    high: int = 0
    values: tuple[str, ...] = ()
    several: bool = False
    nulls: bool = False
    step: str = ""

    @property
    def full(self) -> Span:
        """The whole axis."""
        return (0, len(self.values) - 1) if self.kind == "category" else (self.low, self.high)


@dataclass(frozen=True, slots=True)
class Query:
    """A box to ask for; `sort` numbers a sort key, the axes first; `enough` rows of an overflow are read."""

    box: Box
    sort: int | None = None
    descending: bool = False
    enough: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the server showed: coordinates of the rows read, whether more exist, the count if it shows one."""

    points: Points
    overflow: bool
    count: int | None = None
    requests: int = 1


@dataclass(frozen=True, slots=True)
class Unreachable:
    """Rows that no query can show: a box that cannot be split further, and how many of its rows stay hidden."""

    box: Box
    reason: str
    missing: int | None = None
    null_axis: int | None = None


@dataclass(frozen=True, slots=True)
class Leaf:
    """A resolved query: all its rows were read. `count` is what the site said, if it did.

    `descending`: the box was read from both ends of a sort order, which shows up to 2k rows.
    """

    box: Box
    rows: int
    count: int | None = None
    overflow: bool = False
    digest: str = ""
    sort: int | None = None
    descending: bool = False


@dataclass(frozen=True, slots=True)
class Assumption:
    """Something that no answer proves and completeness rests on: in words, with what speaks for it.

    `kind` is a stable word (see `motherlode.hidden.verify.NEEDED`), `axis` the attribute it is about.
    """

    kind: str
    text: str
    evidence: str = ""
    axis: int | None = None


Verdict = Literal["complete", "complete if", "incomplete"]


@dataclass(frozen=True, slots=True)
class Certificate:
    """The proof of completeness: leaves that tile the domain, what is unreachable, what was assumed.

    `count` is what the site counts in all, where that count proved exact; `counted` are the counts of wider ranges,
    which the rows must add up to; `closed` names the ends of attributes beyond which an answer showed nothing.
    """

    axes: tuple[Axis, ...]
    domain: Box
    k: int
    leaves: tuple[Leaf, ...]
    rows: int
    count: int | None = None
    unreachable: tuple[Unreachable, ...] = ()
    assumptions: tuple[Assumption, ...] = ()
    site: str = ""
    facts: dict[str, object] = field(default_factory=dict)
    counted: tuple[tuple[Box, int], ...] = ()
    closed: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What the certificate says: complete, complete if each assumption holds, or incomplete."""
        if self.unreachable:
            return "incomplete"
        return "complete if" if self.assumptions else "complete"


class Planner(Protocol):
    """A splitting strategy without input or output: it proposes queries and learns from the answers."""

    def propose(self, room: int) -> list[Query]:
        """At most `room` further queries to send now; none while it waits for answers, or when it is done."""
        ...

    def learn(self, query: Query, seen: Seen) -> None:
        """Takes in an answer."""
        ...

    @property
    def done(self) -> bool:
        """Nothing is left to ask and no answer is awaited."""
        ...

    @property
    def leaves(self) -> list[Leaf]:
        """The resolved queries so far."""
        ...

    @property
    def unreachable(self) -> list[Unreachable]:
        """What no query can show."""
        ...
