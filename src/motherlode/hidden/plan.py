"""What the strategies share: boxes, leaves, points that cannot be cut (H1), the attribute to split on (H3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from motherlode.model.hidden import NO_VALUE, NULL, Axis, Box, Leaf, Points, Query, Seen, Span, Unreachable


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


def halves(span: Span, values: NDArray[np.int64]) -> list[Span]:
    """A span in two parts, at the middle of the values in it."""
    low, high = span
    values = values[(values >= low) & (values <= high)]
    middle = int(np.clip(np.median(values) if len(values) else (low + high) // 2, low, high - 1))
    return [(low, middle), (middle + 1, high)]


def parts(axis: Axis, span: Span, values: NDArray[np.int64]) -> list[Span]:
    """A span in two halves, or in its values where they can only be asked for one by one."""
    if axis.kind == "category" and not axis.several:
        return [(value, value) for value in range(span[0], span[1] + 1)]
    return halves(span, values)


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
        rows = len(seen.points) if rows is None else rows
        leaf = Leaf(box or query.box, rows, count, seen.overflow, sort=query.sort, descending=query.descending)
        self.leaves.append(leaf)

    def give_up(self, box: Box, seen: Seen | None) -> None:
        """A box that cannot be cut further holds more than k rows: its first k are kept, the rest is listed."""
        shown = len(seen.points) if seen else self.k
        missing = seen.count - shown if seen is not None and seen.count is not None else None
        self.unreachable.append(Unreachable(box, f"more than {self.k} rows cannot be told apart", missing))


def splittable(box: Box, avoid: Sequence[int] = ()) -> list[int]:
    """The axes on which a box can be cut further."""
    return [i for i, (low, high) in enumerate(box) if i not in avoid and low < high]


def lower_bound(rows: int, k: int) -> int:
    """LB: a query shows at most k rows, so fewer queries cannot show them all; one is needed in any case."""
    return max(1, -(-rows // k))


def optimum(values: NDArray[np.int64], k: int) -> int:
    """OPT: the fewest ranges of at most k rows that cover all values of one axis.

    A value with more than k rows takes a range of its own. Filling from the left is best: no range of another
    cover ends further right than the range of the same number here.

    >>> optimum(np.array([1, 1, 2, 2, 3]), 3)
    2
    """
    _, counts = np.unique(values, return_counts=True)
    ranges, filled = 0, k + 1
    for count in counts.tolist():
        if filled + count > k:
            ranges, filled = ranges + 1, 0
        filled += count
    return max(1, ranges)


_CHILD = 1.35
"""Queries per k rows below a value that must be split again: an estimate, not measured."""
_FEW, _ENOUGH = 0.1, 20
"""The share of an answer's rows that one value of a finely spread attribute may take, and the fewest rows to tell."""
_DRIFT = 5.0
"""Standard errors by which rows that follow each other must be alike: passed by chance once in millions."""


def cheapest_axis(axes: tuple[Axis, ...], box: Box, points: Points, rows: float, k: int, usable: list[int]) -> int:
    """The axis whose simulated remaining tree costs the fewest queries, judged on the sample `points`.

    An answer may be no fair sample: where it follows the order of insertion, its rows are more alike than those of
    the table, and values look heavier than they are. A number or date that shows many values all the same is fine
    enough for ranges, so that a category, each value of which costs a query, is not looked at beside it.
    """
    fine = [axis for axis in usable if axes[axis].kind != "category" and _finely_spread(points[:, axis])]
    usable = fine or usable
    costs = {axis: axis_cost(axes[axis], box[axis], points[:, axis], rows, k) for axis in usable}
    return min(usable, key=lambda axis: (costs[axis], axis))


def _finely_spread(values: NDArray[np.int64]) -> bool:
    """Whether no value, and no lack of one, takes more than a few of the rows shown."""
    counts = np.unique(values, return_counts=True)[1]
    return len(values) >= _ENOUGH and int(counts.max()) <= _FEW * len(values)


def cross_section(
    axes: tuple[Axis, ...], box: Box, points: Points, rows: float, k: int, usable: list[int]
) -> Box | None:
    """A thin slice of a box whose rows tell how the others are spread, where its answer does not; None where it does.

    Where rows that follow each other are alike, an answer shows a stretch of the table. All rows with nearly one
    value of an attribute along which it does not drift come from everywhere.
    """
    fine = [axis for axis in usable if axes[axis].kind != "category" and _finely_spread(points[:, axis])]
    drifting = [axis for axis in fine if _drifts(points[:, axis])]
    steady = [axis for axis in fine if axis not in drifting]
    if len(drifting) < 2 or not steady or rows < 2 * k:
        return None
    axis = steady[0]
    values = np.sort(points[:, axis])
    wide = max(1, int(len(values) * k / rows / 2))
    middle = len(values) // 2
    return narrowed(box, axis, int(values[middle - wide // 2]), int(values[min(middle + wide // 2, len(values) - 1)]))


def _drifts(values: NDArray[np.int64]) -> bool:
    """Whether rows that follow each other are alike: the answer stands in an order that goes with the attribute."""
    ranks = np.searchsorted(np.sort(values), values).astype(np.float64)
    ranks -= ranks.mean()
    alike = float((ranks[1:] * ranks[:-1]).sum() / max(float((ranks * ranks).sum()), 1e-12))
    return bool(alike * np.sqrt(len(values)) > _DRIFT)


def axis_cost(axis: Axis, span: tuple[int, int], values: NDArray[np.int64], rows: float, k: int) -> float:
    """Queries to resolve `rows` rows by splitting on one axis, with `values` as a sample of them."""
    lost = int((values == NULL).sum())
    values = values[values != NULL]
    if not len(values):
        return float("inf")
    each = max(1.0, rows / len(values))
    _, counts = np.unique(values, return_counts=True)
    masses = counts * each
    penalty = lost * each / k * 4.0  # rows without a value are not reached on this axis
    # a value seen once in a thin sample may hold a single row
    masses = np.where(
        counts == 1, np.minimum(masses, np.maximum(1.0, each * len(counts) / (span[1] - span[0] + 1))), masses
    )
    heavy = masses > k
    below = float((1.0 + _CHILD * masses[heavy] / k).sum())
    if axis.kind == "category" and not axis.several:
        return below + (span[1] - span[0] + 1 - int(heavy.sum())) + penalty
    ranges, filled = 1.0, 0.0
    for mass, big in zip(masses.tolist(), heavy.tolist(), strict=True):
        if big:
            ranges, filled = ranges + 1, 0.0
        elif filled + mass > k:
            ranges, filled = ranges + 1, mass
        else:
            filled += mass
    spread = max(0.0, rows - float(masses.sum())) / k
    return below + ranges + spread + penalty


def max_entropy_axis(box: Box, points: Points, usable: list[int]) -> int:
    """The axis whose values in the answer have the largest entropy (H3)."""

    def entropy(axis: int) -> float:
        _, counts = np.unique(points[:, axis], return_counts=True)
        shares = counts / counts.sum()
        return float(-(shares * np.log2(shares)).sum())

    return max(usable, key=lambda axis: (entropy(axis), -axis))
