"""Which repeating nodes are worth a close look: a first, cheap judgement that leaves a dozen sets of roots.

A linear model over what can be summed up for all sets at once. Its weights ship as numbers, made by
`python -m benchmarks.train_records`.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from importlib.resources import files

import numpy as np

from motherlode.dom.labels import Array, View
from motherlode.dom.tree import TEXT

MOST_SETS = 12
"""Sets of roots kept. In cross-validation 12 hold the best cut as often as 32 by votes and text alone did."""

LIMIT = 4.0
"""Standardised features beyond this many deviations are cut off, as in training."""

TINY = 1e-9
"""Stands for a mean of nothing, so that what is divided by it stays a number."""

MOST_VARIATION = 3.0
"""Deviation against the mean beyond which more says nothing; as in training."""

SQUARED = 6
"""The first features count with their squares too: too many records, and too much text, are as bad as too little."""

NAMES = (
    "roots", "votes", "single votes", "span", "own text", "own chars", "own variation", "one parent",
    "distance variation", "distance", "depth", "row", "cell", "text", "inline", "block", "empty", "leaves",
)  # fmt: skip

_KINDS = (
    frozenset({"tr", "li", "article", "dt", "dl"}), frozenset({"td", "th"}), frozenset({TEXT}),
    frozenset({"a", "b", "i", "em", "strong", "span", "font", "br", "img", "small", "label", "input"}),
    frozenset({"div", "section", "table", "p"}),
)  # fmt: skip

RootSet = tuple[Array, int, int]
"""Roots, the labels that lead to them, and how many of these labels occur once in every record."""


def likeliest(page: View, sets: Sequence[RootSet]) -> list[RootSet]:
    """The sets of roots with the most merit, in the order given."""
    if len(sets) <= MOST_SETS:
        return list(sets)
    merit = shaped(set_features(page, sets), *_weights()[:2]) @ _weights()[2]
    return [sets[i] for i in np.sort(np.argsort(-merit, kind="stable")[:MOST_SETS]).tolist()]


def set_features(page: View, sets: Sequence[RootSet]) -> Array:
    """One row a set, one column a name of `NAMES`."""
    sizes = np.asarray([len(roots) for roots, _, _ in sets], dtype=np.int64)
    begin = np.cumsum(sizes) - sizes
    roots = np.concatenate([roots for roots, _, _ in sets])
    heads, tails = roots[begin], roots[begin + sizes - 1]
    total = max(1, int(page.offset[-1]))
    at, ends = page.offset[roots], page.ends[roots]
    own = (page.offset[ends] - at).astype(np.float64)
    inner = np.ones(len(roots), dtype=bool)
    inner[begin] = False
    distance = np.zeros(len(roots))
    distance[1:] = np.where(inner[1:], at[1:] - at[:-1], 0)
    parents = page.parents[roots]
    same = np.zeros(len(roots))
    same[1:] = inner[1:] & (parents[1:] == parents[:-1])
    own_mean, own_spread = _spread(own, begin, sizes)
    far_mean, far_spread = _spread(distance, begin, sizes - 1)
    leaves = (page.leaf_before[ends] - page.leaf_before[roots]).astype(np.float64)
    tags = [page.tree.tags[node] for node in heads.tolist()]
    return np.column_stack([
        np.log(sizes), np.log1p([votes for _, votes, _ in sets]), np.log1p([single for _, _, single in sets]),
        np.sqrt((page.offset[page.ends[tails]] - page.offset[heads]) / total), own_mean * sizes / total,
        np.log1p(own_mean), own_spread, np.add.reduceat(same, begin) / (sizes - 1), far_spread, np.log1p(far_mean),
        page.tree.depth_array[heads] / 10, *(np.asarray([float(tag in kind) for tag in tags]) for kind in _KINDS),
        np.add.reduceat((own == 0).astype(np.float64), begin) / sizes, np.add.reduceat(leaves, begin) / sizes,
    ])  # fmt: skip


def shaped(rows: Array, mean: Array, scale: Array) -> Array:
    """Features as the model takes them: standardised, cut off, some squared."""
    even = np.clip((rows - mean) / scale, -LIMIT, LIMIT)
    both: Array = np.hstack([even, even[:, :SQUARED] ** 2])
    return both


def _spread(values: Array, begin: Array, counts: Array) -> tuple[Array, Array]:
    """Mean and relative deviation of every stretch."""
    mean = np.add.reduceat(values, begin) / counts
    square = np.add.reduceat(values * values, begin) / counts
    spread: Array = np.minimum(MOST_VARIATION, np.sqrt(np.maximum(0, square - mean**2)) / np.maximum(mean, TINY))
    return mean, spread


@lru_cache(maxsize=1)
def _weights() -> tuple[Array, Array, Array]:
    kept = json.loads((files("motherlode.extract") / "weights" / "record_sets.json").read_text(encoding="utf-8"))
    if tuple(kept["names"]) != NAMES:
        raise AssertionError("the weights of the record sets do not fit their features; train them again")
    return np.asarray(kept["mean"]), np.asarray(kept["scale"]), np.asarray(kept["weights"])
