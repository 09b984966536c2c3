"""Overflowing answers as samples of their ranges: fair ones, and those that follow the order of arrival."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

LATE = 4
"""The last quarter of an answer stands for the rows just left out, where answers follow the order of arrival."""
NEARLY_WHOLE = 0.6
"""An answer that shows this share of its range is used even where answers are no fair samples: the rows it leaves out
are few, and their number bounds its error. A round figure."""
_ELSEWHERE = 0.02
"""A left-out row stands in a bin that has no late row as often as this share of its rows says: a round figure."""
_MISPLACED = 0.3
"""Share of the left-out rows that may stand in other bins than the late ones: a round figure."""


@dataclass(slots=True)
class Sample:
    """An overflowing answer: bins start ≤ b < stop; `rate` is the share of the range's rows that it shows.

    `rows` and `late` are its rows per bin, and those of its last quarter.
    """

    start: int
    stop: int
    size: int
    rate: float
    weight: float
    exact: bool
    rows: Floats
    late: Floats

    def shown_of(self, known: Floats) -> tuple[float, float]:
        """Its rows in the bins resolved since, and all rows there."""
        there = known[self.start : self.stop]
        mine = ~np.isnan(there)
        return float(self.rows[mine].sum()), float(there[mine].sum())

    def left_out(self, known: Floats) -> tuple[float, float, Floats]:
        """How many rows of the unknown bins it leaves out, the error of that, and their shares of the bins."""
        unknown = np.isnan(known[self.start : self.stop])
        late = self.late + _ELSEWHERE * self.rows
        late = late / max(float(late.sum()), 1.0)
        gone = float(late[~unknown].sum())
        shown, there = self.shown_of(known)
        found = max(0.0, there - shown)
        late = np.where(unknown, late, 0.0) / max(1.0 - gone, 1e-6)
        total = self.size / self.rate - self.size
        if self.exact:
            rest = max(0.0, total - found)
            return rest, _MISPLACED * rest, late
        firm = gone / (gone + _MISPLACED)
        whole = firm * found / max(gone, 1e-6) + (1 - firm) * total
        doubt = (1 - firm) * self.size / self.rate / np.sqrt(self.weight)
        return whole * (1 - gone), (doubt + _MISPLACED * whole) * (1 - gone), late


def by_arrival(
    samples: list[Sample], numbers: NDArray[np.int32], known: Floats, start: int, rows: Floats, spread: float
) -> tuple[Floats, Floats] | None:
    """Forecast where answers are no fair samples: the rows left out stand where the last rows of the answer do.

    `numbers` names the sample of each bin from `start` on, `rows` is what is expected without them. None where no
    sample is nearly whole.
    """
    made, doubt = rows.copy(), np.zeros(len(rows))
    free = np.ones(len(rows), dtype=bool)
    for number in np.unique(numbers[numbers >= 0]).tolist():
        sample = samples[number]
        if sample.rate < NEARLY_WHOLE:
            continue
        here = numbers == number
        inside = np.flatnonzero(here) + start - sample.start
        left_out, error, late = sample.left_out(known)
        made[here] = sample.rows[inside] + left_out * late[inside]
        doubt[here] = error * late[inside]
        free &= ~here
    if free.all():
        return None
    mean = np.cumsum(made)
    variance = np.cumsum(doubt) ** 2 + (spread * np.cumsum(np.where(free, rows, 0.0))) ** 2
    return mean, np.sqrt(variance + 1.0) / np.maximum(mean, 1.0)


def smooth(sampled: Floats, widths: Floats) -> Floats:
    """A density that is constant between every 25th row of the sample, in sample rows per bin."""
    total = np.cumsum(sampled)
    if total[-1] < 50:
        return widths
    block = np.minimum((total - sampled / 2) // 25, total[-1] // 25 - 1).astype(np.int64)
    mass = np.bincount(block, weights=sampled)
    width = np.bincount(block, weights=widths)
    density = (mass + 0.5) / np.maximum(width, 1e-9)
    return np.asarray(density[block] * widths)
