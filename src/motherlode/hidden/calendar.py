"""The rhythm of a date axis: weekday, month and season effects, learned from the days already read."""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

_GROUPS: tuple[tuple[str, int, float], ...] = (
    # name, number of levels, ridge: how many rows of evidence a level needs before it is believed
    ("year", 400, 0.5),
    ("month", 12, 20.0),
    ("weekday", 7, 10.0),
    ("from month end", 6, 20.0),
    ("day of month", 31, 60.0),
    ("week of year", 54, 60.0),
)

BIN_NOISE = 0.08
"""Variance of the rows of a day beyond chance, as a share of their square: noise of about 28 %."""


class Rhythm:
    """Relative weight of every day of an axis; flat until enough days are known."""

    def __init__(self, first: int, days: int) -> None:
        """`first` is the proleptic ordinal of the first day."""
        self._levels = _levels(first, days)
        sizes = [size for _, size, _ in _GROUPS]
        self._starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
        self._ridge = np.concatenate([np.full(size, ridge) for _, size, ridge in _GROUPS])
        self._effects = np.zeros(sum(sizes))
        self.weights: Floats = np.ones(days)

    def fit(self, known: Floats) -> None:
        """Learns from rows per day (NaN where unknown): a ridge Poisson regression with log link."""
        rows = np.flatnonzero(~np.isnan(known))
        if len(rows) < 28 or known[rows].sum() < 200:  # four weeks and a few hundred rows show a rhythm
            return
        columns = self._levels[rows] + self._starts
        counts = known[rows]
        effects = self._effects.copy()
        base = np.log(counts.mean())
        for _ in range(6 if not effects.any() else 3):
            linear = np.clip(effects[columns].sum(axis=1), -8, 8)
            mean = np.exp(base + linear)
            weight = mean / (1.0 + BIN_NOISE * mean)
            left = (counts - mean) / mean
            for _ in range(3):
                left = self._refit(columns, weight, left, effects)
        self._effects = effects
        seasonal = self._effects.copy()
        seasonal[: _GROUPS[0][1]] = 0.0  # the level of a year is followed locally, not foretold
        self.weights = np.exp(np.clip(seasonal[self._levels + self._starts].sum(axis=1), -8, 8))

    def _refit(self, columns: NDArray[np.int64], weight: Floats, left: Floats, effects: Floats) -> Floats:
        """One round over the groups: each takes what the others leave over (backfitting); returns what is left then.

        A group's levels do not overlap, so its ridge regression is a weighted mean per level; nothing is solved.
        """
        for group in range(columns.shape[1]):
            level = columns[:, group]
            part = left + effects[level]
            mass = np.bincount(level, weights=weight, minlength=len(effects))
            pull = np.bincount(level, weights=weight * part, minlength=len(effects))
            met = mass > 0
            effects[met] = pull[met] / (mass[met] + self._ridge[met])
            left = part - effects[level]
        return left


def _levels(first: int, days: int) -> NDArray[np.int64]:
    ordinals = first + np.arange(days)
    stamps = (ordinals - date(1970, 1, 1).toordinal()).astype("datetime64[D]")
    months = stamps.astype("datetime64[M]")
    years = stamps.astype("datetime64[Y]")
    of_month = (stamps - months.astype("datetime64[D]")).astype(np.int64)
    left = ((months + 1).astype("datetime64[D]") - stamps).astype(np.int64) - 1
    of_year = (stamps - years.astype("datetime64[D]")).astype(np.int64)
    month = months.astype(np.int64) % 12
    year = years.astype(np.int64) - int(years[0].astype(np.int64))
    return np.column_stack(
        [np.minimum(year, 399), month, (ordinals + 6) % 7, np.minimum(left, 5), of_month, of_year // 7]
    )
