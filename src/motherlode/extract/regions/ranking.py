"""Which cut is the page's main list: small learned models whose weights ship as numbers.

Three kinds of model look at the same features and are added up: a layer of tanh units trained to pick the best cut of
a page, and two sets of decision trees trained to tell how good a cut is. On sites none of them has seen, the sum errs
less than each. The weights are made by `python -m benchmarks.train_records`, with the figures of its
cross-validation beside them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import as_file, files

import numpy as np

from motherlode.dom.labels import Array
from motherlode.extract.regions.features import NAMES

SHARES = (1.0, 0.5, 0.5)
"""Weight of random trees, boosted trees and network in the sum (best of ten mixtures in cross-validation)."""

LIMIT = 5.0
"""Standardised features beyond this many deviations are cut off, as in training."""


@dataclass(frozen=True, slots=True)
class Network:
    """A layer of tanh units beside a linear part; several trained from different starts stand side by side."""

    mean: Array
    scale: Array
    hidden: Array
    bias: Array
    out: Array
    linear: Array

    def scores(self, rows: Array) -> Array:
        """One number a row; comparable within a page only."""
        x = np.clip((rows.astype(np.float32) - self.mean) / self.scale, -LIMIT, LIMIT)
        inner = np.tanh(np.einsum("ij,jk->ik", x, self.hidden) + self.bias)
        made: Array = np.einsum("ij,j->i", inner, self.out) + np.einsum("ij,j->i", x, self.linear)
        return made.astype(np.float64)


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
        x = rows.astype(np.float32)
        cells = x.ravel()
        at = np.tile(self.roots, len(x))
        line = np.repeat(np.arange(len(x)) * x.shape[1], len(self.roots))
        for _ in range(self.depth):
            below = cells.take(self.feature.take(at) + line) <= self.threshold.take(at)
            at = self.children.take(2 * at + below)
        total: Array = self.value.take(at).reshape(len(x), -1).sum(axis=1)
        return total + self.base


@dataclass(frozen=True, slots=True)
class Ranker:
    """The models added up, each brought to the same spread over the cuts of a page."""

    network: Network
    forests: tuple[Forest, ...]

    def scores(self, rows: Array) -> tuple[Array, Array]:
        """How every row compares with the others of its page, and how good it is expected to be (0 to 1)."""
        graded = [forest.scores(rows) for forest in self.forests]
        total = np.zeros(len(rows))
        for share, one in zip(SHARES, (*graded, self.network.scores(rows)), strict=True):
            total += share * _even(one)
        return total, np.sqrt(np.clip(np.mean(graded, axis=0), 0.0, 1.0))


def _even(scores: Array) -> Array:
    spread = float(scores.std())
    even: Array = (scores - scores.mean()) / (spread if spread > 1e-9 else 1.0)
    return even


@lru_cache(maxsize=1)
def ranker() -> Ranker:
    """The shipped weights."""
    with as_file(files("motherlode.extract") / "weights" / "records.npz") as path, np.load(path) as kept:
        arrays = {name: kept[name] for name in kept.files}
    if tuple(arrays["names"].tolist()) != NAMES:
        raise AssertionError("the weights of the record ranker do not fit its features; train it again")
    network = Network(**{name: arrays[f"network_{name}"] for name in Network.__dataclass_fields__})
    forests = []
    for kind in ("random", "boosted"):
        parts = {
            name: arrays[f"{kind}_{name}"] for name in ("roots", "feature", "threshold", "left", "right", "value")
        }
        for name in ("roots", "feature", "left", "right"):
            parts[name] = parts[name].astype(np.int64)
        forests.append(Forest(**parts, depth=int(arrays[f"{kind}_depth"]), base=float(arrays[f"{kind}_base"])))
    return Ranker(network, tuple(forests))
