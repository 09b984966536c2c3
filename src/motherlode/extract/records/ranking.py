"""Which cut is the page's main list: small decision trees whose weights ship as numbers.

One set of trees is trained to put the best cut of a page first, another to tell how good a cut is. The weights are
made by `python -m benchmarks.train_records`, with the figures of its cross-validation beside them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import as_file, files

import numpy as np

from motherlode.dom.labels import Array
from motherlode.extract.records.features import NAMES
from motherlode.kernels import native as compiled

GRADE_WEIGHT = 5.0
"""What the grade counts beside the order. In cross-validation 2, 3, 5 and 8 all do better than 0 and than the grade
alone: where the order is torn, it mostly stands between a list and a menu, which the grade tells apart."""


@dataclass(frozen=True, slots=True)
class Forest:
    """Decision trees as one table of nodes; a leaf has itself as both children."""

    roots: Array
    feature: Array
    threshold: Array
    left: Array
    right: Array
    value: Array
    depth: int
    base: float
    children: Array = field(init=False)
    """right and left child of every node side by side, so that one look-up takes the step"""

    def __post_init__(self) -> None:
        object.__setattr__(self, "children", np.column_stack((self.right, self.left)).ravel())

    def scores(self, rows: Array) -> Array:
        """The sum of all trees, for every row."""
        x = np.ascontiguousarray(rows, dtype=np.float32)
        if (kernel := compiled()) is not None:
            parts = (self.roots, self.feature, self.threshold, self.children, self.value)
            sums: Array = np.frombuffer(kernel.summed(x, x.shape[1], *parts, self.depth), dtype=np.float64)
            return sums + self.base
        cells = x.ravel()
        at = np.tile(self.roots, len(x))
        line = np.repeat(np.arange(len(x)) * x.shape[1], len(self.roots))
        for _ in range(self.depth):
            below = cells.take(self.feature.take(at) + line) <= self.threshold.take(at)
            at = self.children.take(2 * at + below)
        total: Array = self.value.take(at).reshape(len(x), len(self.roots)).sum(axis=1, dtype=np.float64)
        return total + self.base


@dataclass(frozen=True, slots=True)
class Ranker:
    """Trees that order the cuts of a page, and trees that grade them so that pages can be compared."""

    order: Forest
    grade: Forest

    def scores(self, rows: Array) -> tuple[Array, Array]:
        """How every row compares with the others of its page, and how good it is expected to be (0 to 1)."""
        graded = self.grade.scores(rows)
        return self.order.scores(rows) + GRADE_WEIGHT * graded, np.sqrt(np.clip(graded, 0.0, 1.0))


@lru_cache(maxsize=1)
def ranker() -> Ranker:
    """The shipped weights."""
    with as_file(files("motherlode.extract") / "weights" / "records.npz") as path, np.load(path) as kept:
        arrays = {name: kept[name] for name in kept.files}
    if tuple(arrays["names"].tolist()) != NAMES:
        raise AssertionError("the weights of the record ranker do not fit its features; train it again")
    forests = {}
    for kind in ("order", "grade"):
        parts = {
            name: arrays[f"{kind}_{name}"] for name in ("roots", "feature", "threshold", "left", "right", "value")
        }
        for name in ("roots", "feature", "left", "right"):
            parts[name] = parts[name].astype(np.int64)
        forests[kind] = Forest(**parts, depth=int(arrays[f"{kind}_depth"]), base=float(arrays[f"{kind}_base"]))
    return Ranker(**forests)
