"""The rhythm of a date axis: weekday, month and date effects, learned from the days already read."""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_GROUPS: tuple[tuple[str, int, float], ...] = (
    # name, number of levels, first belief: the variance of its effects before any day was read (round figures)
    ("weekday", 7, 0.1),
    ("month", 12, 0.05),
    ("from month end", 6, 0.05),
    ("day of month", 31, 0.015),
    ("week of year", 54, 0.015),
    ("date of year", 12 * 31, 0.015),
)
_BELIEF = 5.0
"""How many levels of a group outweigh its first belief: a round figure."""
_LEVEL_DAYS = 91
"""The level of a day while effects are learned is that of a quarter of a year to either side: long enough to hold
every weekday and month end often, short enough to follow growth."""

BIN_NOISE = 0.08
"""Variance of the rows of a day beyond chance, as a share of their square: noise of about 28 %."""


class Rhythm:
    """Relative weight of every day of an axis; flat until enough days are known."""

    def __init__(self, first: int, days: int) -> None:
        """`first` is the proleptic ordinal of the first day."""
        sizes = [size for _, size, _ in _GROUPS]
        starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._columns = _levels(first, days) + starts
        self._beliefs = [belief for _, _, belief in _GROUPS]
        self._spans = [slice(start, start + size) for start, size in zip(starts.tolist(), sizes, strict=True)]
        self._effects = np.zeros(sum(sizes))
        self.weights: Floats = np.ones(days)

    def fit(self, known: Floats) -> None:
        """Learns from rows per day (NaN where unknown): a Poisson regression with log link and a level that moves.

        How strongly each group of effects is drawn towards 0 is learned with them (variance components).
        """
        rows = np.flatnonzero(~np.isnan(known))
        if len(rows) < 28 or known[rows].sum() < 200:  # four weeks and a few hundred rows show a rhythm
            return
        columns, counts = self._columns[rows], known[rows]
        effects = self._effects.copy()
        for _ in range(6 if not effects.any() else 3):
            seasonal = np.exp(np.clip(effects[columns].sum(axis=1), -8, 8))
            mean = seasonal * _moving_level(rows, counts, seasonal, len(known))
            weight = mean / (1.0 + BIN_NOISE * mean)
            left = (counts - mean) / np.maximum(mean, 1e-9)
            for _ in range(3):
                left = self._refit(columns, weight, left, effects)
        self._effects = effects
        self.weights = np.exp(np.clip(effects[self._columns].sum(axis=1), -8, 8))

    def _refit(self, columns: NDArray[np.int64], weight: Floats, left: Floats, effects: Floats) -> Floats:
        """One round over the groups: each takes what the others leave over (backfitting); returns what is left then.

        A group's levels do not overlap, so its ridge regression is a weighted mean per level; nothing is solved.
        """
        for group, span in enumerate(self._spans):
            level = columns[:, group]
            part = left + effects[level]
            mass = np.bincount(level, weights=weight, minlength=len(effects))[span]
            pull = np.bincount(level, weights=weight * part, minlength=len(effects))[span]
            ridge, met = 1.0 / self._beliefs[group], mass > 0
            made = pull / (mass + ridge)
            effects[span] = np.where(met, made, effects[span])
            squares = float((made[met] ** 2 + 1.0 / (mass[met] + ridge)).sum())
            belief = (squares + _BELIEF * _GROUPS[group][2]) / (int(met.sum()) + _BELIEF)
            self._beliefs[group] = float(np.clip(belief, 1e-4, 4.0))
            left = part - effects[level]
        return left


def _moving_level(rows: NDArray[np.int64], counts: Floats, seasonal: Floats, days: int) -> Floats:
    """Rows per weight around every known day."""
    both = np.zeros((2, days + 1))
    both[0, rows + 1], both[1, rows + 1] = counts, seasonal
    total = np.cumsum(both, axis=1)
    low, high = np.maximum(rows - _LEVEL_DAYS, 0), np.minimum(rows + _LEVEL_DAYS + 1, days)
    around = total[:, high] - total[:, low]
    return np.asarray((around[0] + 0.5) / (around[1] + 1e-9))


def _levels(first: int, days: int) -> NDArray[np.int64]:
    ordinals = first + np.arange(days)
    stamps = (ordinals - date(1970, 1, 1).toordinal()).astype("datetime64[D]")
    months = stamps.astype("datetime64[M]")
    years = stamps.astype("datetime64[Y]")
    of_month = (stamps - months.astype("datetime64[D]")).astype(np.int64)
    left = ((months + 1).astype("datetime64[D]") - stamps).astype(np.int64) - 1
    of_year = (stamps - years.astype("datetime64[D]")).astype(np.int64)
    month = months.astype(np.int64) % 12
    date_of_year = month * 31 + of_month  # the same number for the same date of every year, leap years too
    return np.column_stack([(ordinals + 6) % 7, month, np.minimum(left, 5), of_month, of_year // 7, date_of_year])
