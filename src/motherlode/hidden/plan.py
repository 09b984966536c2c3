"""What the strategies share: boxes, leaves, what waits for an answer, and points that cannot be cut (H1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from motherlode.model.hidden import NO_VALUE, Axis, Box, Leaf, Points, Query, Seen, Span, Unreachable


def whole(axes: tuple[Axis, ...]) -> Box:
    """The box that leaves every axis free."""
    return tuple(axis.full for axis in axes)


def narrowed(box: Box, axis: int, low: int, high: int) -> Box:
    """The box with another span on one axis."""
    return (*box[:axis], (low, high), *box[axis + 1 :])


def without_value(axes: tuple[Axis, ...], box: Box, axis: int) -> list[Box]:
    """What a first split of a box on an axis must ask besides: the rows without a value, where the site has them."""
    if not axes[axis].nulls or box[axis] != axes[axis].full:
        return []
    return [narrowed(box, axis, *NO_VALUE)]


def can_split(axis: Axis, span: Span) -> bool:
    """Whether a span of this axis can be cut further."""
    return span[0] < span[1]


@dataclass(slots=True)
class History:
    """What an earlier run learned, so that a resumed one asks no leaf twice: leaves with their points, and boxes that
    were split with the axis."""

    leaves: Mapping[Box, tuple[Leaf, Points]] = field(default_factory=dict)
    splits: Mapping[Box, int] = field(default_factory=dict)


class Plan:
    """The book-keeping of a planner: what is awaited, what is resolved, what is unreachable."""

    def __init__(self, axes: tuple[Axis, ...], k: int) -> None:
        self.axes, self.k = axes, k
        self.leaves: list[Leaf] = []
        self.unreachable: list[Unreachable] = []
        self.splits: dict[Box, int] = {}
        self.waiting: dict[Query, object] = {}

    def send(self, query: Query, note: object = None) -> Query:
        """Remembers a query on its way."""
        self.waiting[query] = note
        return query

    def keep(self, query: Query, seen: Seen, box: Box | None = None, rows: int | None = None) -> None:
        """A resolved query; `box` and `rows` when only a part of the answer counts."""
        count = seen.count if box is None else None
        self.leaves.append(
            Leaf(
                box or query.box,
                len(seen.points) if rows is None else rows,
                count,
                seen.overflow,
                sort=query.sort,
                descending=query.descending,
            )
        )

    def give_up(self, box: Box, seen: Seen | None) -> None:
        """A box that cannot be cut further holds more than k rows: its first k are kept, the rest is listed."""
        shown = len(seen.points) if seen else self.k
        missing = seen.count - shown if seen is not None and seen.count is not None else None
        self.unreachable.append(Unreachable(box, f"more than {self.k} rows cannot be told apart", missing))


def splittable(axes: tuple[Axis, ...], box: Box, avoid: Iterable[int] = ()) -> list[int]:
    """The axes on which a box can be cut further."""
    skip = set(avoid)
    return [i for i, axis in enumerate(axes) if i not in skip and can_split(axis, box[i])]
