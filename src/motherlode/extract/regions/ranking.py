"""Which cut is the page's main list: a small learned model whose weights ship as numbers.

The weights are made by `python -m benchmarks.train_records`; the figures of its cross-validation stand beside them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

import numpy as np

from motherlode.dom.labels import Array
from motherlode.extract.regions.features import NAMES

LIMIT = 5.0
"""Standardised features beyond this many deviations are cut off, as in training."""


@dataclass(frozen=True, slots=True)
class Ranker:
    """A layer of tanh units beside a linear part; several trained from different starts are added up."""

    mean: Array
    scale: Array
    hidden: Array
    bias: Array
    out: Array
    linear: Array

    def scores(self, rows: Array) -> Array:
        """One number a row, the larger the better; comparable within a page only."""
        x = np.clip((rows.astype(np.float32) - self.mean) / self.scale, -LIMIT, LIMIT)
        scores: Array = np.tanh(x @ self.hidden + self.bias) @ self.out + x @ self.linear
        return scores.astype(np.float64)


@lru_cache(maxsize=1)
def ranker() -> Ranker:
    """The shipped weights."""
    kept = json.loads((files("motherlode.extract") / "weights" / "records.json").read_text("utf-8"))
    if tuple(kept["names"]) != NAMES:
        raise AssertionError("the weights of the record ranker do not fit its features; train it again")
    arrays = {name: np.asarray(kept[name], dtype=np.float32) for name in Ranker.__dataclass_fields__}
    return Ranker(**arrays)
