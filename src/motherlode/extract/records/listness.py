"""Whether a page holds a list of records at all: articles repeat things too, such as menus and related stories.

A linear model over the features of the page's best cut. Its weights ship as numbers, made by
`python -m benchmarks.train_listness`.
"""

from __future__ import annotations

import json
from functools import lru_cache
from importlib.resources import files

import numpy as np

from motherlode.dom.labels import Array
from motherlode.extract.records.features import NAMES

LIMIT = 4.0
"""Standardised features beyond this many deviations are cut off, as in training."""

INPUTS = (*NAMES, "expected quality")


def listness(row: Array, score: float) -> float:
    """How likely a page with this best cut is one of records (0 to 1)."""
    mean, scale, weights, bias = _weights()
    even = np.clip((np.append(row, score) - mean) / scale, -LIMIT, LIMIT)
    return float(1 / (1 + np.exp(-(even @ weights + bias))))


@lru_cache(maxsize=1)
def _weights() -> tuple[Array, Array, Array, float]:
    kept = json.loads((files("motherlode.extract") / "weights" / "listness.json").read_text(encoding="utf-8"))
    if tuple(kept["names"]) != INPUTS:
        raise AssertionError("the weights of listness do not fit the features; train them again")
    return np.asarray(kept["mean"]), np.asarray(kept["scale"]), np.asarray(kept["weights"]), float(kept["bias"])
