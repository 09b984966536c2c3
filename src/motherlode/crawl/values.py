"""What runs of terms are worth."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Tables(NamedTuple):
    """For every term its weight in the topic, its rarity, and its worth times its rarity."""

    weights: Floats
    rarity: Floats
    worth: Floats


def valued(terms: NDArray[np.int32], ends: NDArray[np.int64], tables: Tables) -> tuple[Floats, Floats]:
    """For every run of terms its likeness to the topic and the mean worth of its words."""
    starts = np.concatenate(([0], ends[:-1])) if len(ends) else ends
    lengths = np.maximum(ends - starts, 1)
    score = _run_sums(terms, starts, ends, tables.weights) / np.sqrt(lengths)
    rarity = np.maximum(_run_sums(terms, starts, ends, tables.rarity), 1e-6)
    worth = _run_sums(terms, starts, ends, tables.worth) / rarity
    return score.astype(np.float32), worth.astype(np.float32)


def _run_sums(terms: NDArray[Any], starts: NDArray[Any], ends: NDArray[Any], weights: Floats) -> NDArray[np.float64]:
    """For every run of terms the sum of their weights; terms without a weight count nothing."""
    known = np.where(terms < len(weights), weights[np.minimum(terms, len(weights) - 1)], 0.0)
    sums = np.concatenate(([0.0], np.cumsum(known, dtype=np.float64)))
    found: NDArray[np.float64] = sums[ends] - sums[starts]
    return found
