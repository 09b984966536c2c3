"""On which attribute to split: the simulated cost of the remaining tree, or the paper's entropy (H3)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.hidden.plan import narrowed
from motherlode.model.hidden import NULL, Axis, Box, Points

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
