"""What runs of terms are worth."""

from __future__ import annotations

from typing import NamedTuple

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
    starts = np.zeros_like(ends)
    starts[1:] = ends[:-1]
    size = len(tables.weights)
    new = terms >= size if int(terms.max(initial=-1)) >= size else None
    places = terms if new is None else np.minimum(terms, size - 1)
    sums: NDArray[np.float64] = np.zeros(len(terms) + 1)
    found = []
    for table in tables:
        values = table[places]
        if new is not None:
            values[new] = 0.0  # terms met since the tables were made count nothing
        values.cumsum(dtype=np.float64, out=sums[1:])
        found.append(sums[ends] - sums[starts])
    weight, rarity, worth = found
    score = weight / np.sqrt(np.maximum(ends - starts, 1))
    return score.astype(np.float32), (worth / np.maximum(rarity, 1e-6)).astype(np.float32)
