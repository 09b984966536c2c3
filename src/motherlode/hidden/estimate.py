"""How many rows a site holds while it is being read and shows no count: an estimate with its uncertainty."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy.special import betaincinv

from motherlode.hidden.guided import Guided
from motherlode.hidden.plan import Plan
from motherlode.model.hidden import Box, Points

_TAIL = 0.025
"""The chance that the truth lies below the interval, and that it lies above it."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """Rows of the site: the best guess, the interval (`high` None when nothing bounds it), and what it rests on."""

    total: int
    low: int
    high: int | None
    basis: str

    def words(self) -> str:
        """For a person: '12,000', '≈ 12,000 (11,000 … 13,500)' or 'at least 900'."""
        if self.high is None:
            return f"at least {self.low:,}"
        if self.low == self.high:
            return f"{self.total:,}"
        return f"≈ {self.total:,} ({self.low:,} … {self.high:,})"


class Census:
    """The rows of the first overflowing answer as marked ones: the share of them met so far tells the share of all.

    The forecasts of a guided sweep are a second opinion; where the two differ the interval holds both.
    """

    def __init__(self, sample: Points) -> None:
        self.sample = sample
        self.met = np.zeros(len(sample), dtype=bool)
        self.rows = 0

    def add(self, box: Box, rows: int) -> None:
        """A box was read whole."""
        inside = np.ones(len(self.sample), dtype=bool)
        for axis, (low, high) in enumerate(box):
            inside &= (self.sample[:, axis] >= low) & (self.sample[:, axis] <= high)
        self.met |= inside
        self.rows += rows

    def estimate(self, planner: Plan | None) -> Estimate:
        """Of the rows in all, from what has been read."""
        met, size = int(self.met.sum()), len(self.sample)
        second = self._forecast(planner)
        if not met or not size:
            if second is None:
                return Estimate(self.rows, self.rows, None, "rows read so far")
            return Estimate(second, self.rows, None, "the forecast of the sweep")
        total = self.rows * size / met
        # the interval of Clopper and Pearson for the share of marked rows met: right for few marked rows too
        least = float(betaincinv(met, size - met + 1, _TAIL))
        most = float(betaincinv(met + 1, size - met, 1 - _TAIL)) if met < size else 1.0
        low, high = max(float(self.rows), self.rows / most), self.rows / least
        if second is not None:
            low, high = max(float(self.rows), min(low, second)), max(high, float(second))
        return Estimate(round(total), round(low), round(high), f"{met} of {size} marked rows met again")

    def _forecast(self, planner: Plan | None) -> int | None:
        if not isinstance(planner, Guided) or not planner.lanes or planner.boxes:
            return None
        ahead = sum(lane.forecast.mass(gap.start, gap.stop) for lane in planner.lanes for gap in lane.gaps)
        return self.rows + round(ahead)
