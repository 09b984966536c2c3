"""How dense the rows beside a front are: several ways to carry the known level over, the best by its errors.

On a date axis the level moves with a rhythm: weekday, month and date effects, learned from the days already read.
"""

from __future__ import annotations

from datetime import date

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

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


_WINDOWS = (0.3, 1.0, 3.0, 10.0)
"""Rows, in units of k, from which the level beside a front is taken; the best of them is chosen by its errors."""
_STEADY = (1.0, 3.0)
"""The same for levels that fade with distance and hold out against single days far above the others: on land tables
of seeds 10 to 12 they err by 0.168 where the best window errs by 0.187 (log of a leaf's rows, k = 5000)."""
_FORGET = 0.93
"""How fast old forecast errors are forgotten, per leaf: a memory of about fourteen leaves; 0.97 is no better."""
_FOLLOW = 0.2
"""How fast a lasting error is taken for a trend: every expert has a twin that corrects its forecasts by it."""
FIRST_ERROR = 0.35
"""Standard error of the logarithm of a forecast before any was checked."""


class Levels:
    """Experts that forecast the rows of a bin: a shape (width, rhythm, first sample) times a level beside it."""

    def __init__(self, known: Floats, shapes: list[Floats], k: int) -> None:
        """`known` is shared: rows per bin, NaN where unknown; the last shape is that of the first sample."""
        self.known, self.shapes, self.k = known, shapes, k
        self.guess: float | None = None
        kinds = [*((window, True) for window in _STEADY), *((window, False) for window in _WINDOWS)]
        self._experts = [(shape, *kind) for shape in range(len(shapes)) for kind in kinds]
        self._errors: Floats = np.full(2 * len(self._experts), 2 * FIRST_ERROR**2)
        self._own_errors = 2 * FIRST_ERROR**2
        self._trend: Floats = np.zeros(len(self._experts))
        self._weight = 2.0

    @property
    def checked(self) -> bool:
        """Whether a forecast was compared with resolved rows."""
        return self._weight > 2.5

    def pick(self, start: int) -> int:
        """The expert with the smallest errors; beside unknown bins only the shape of the first sample counts."""
        return int(np.argmin(self._errors)) if self.beside_known(start) else len(self._experts) - 1

    def beside_known(self, start: int) -> bool:
        """Whether the bin before a front is resolved."""
        return start > 0 and not np.isnan(self.known[start - 1])

    def error(self, start: int, expert: int) -> float:
        """The error of the forecasts made so far, not of the expert that looks best afterwards."""
        learned = float(np.sqrt(max(self._errors[expert], self._own_errors) / self._weight))
        return learned if self.beside_known(start) else max(learned, FIRST_ERROR)

    def rows(self, start: int, stop: int, expert: int) -> Floats:
        """Expected rows of the bins start ≤ b < stop."""
        plain = expert % len(self._experts)
        shape, window, steady = self._experts[plain]
        weights = self.shapes[shape]
        level = self._level(start, weights, (3 if steady else 1) * window * self.k)
        if steady:
            level = self._steady_level(start, weights, window * self.k, level)
        if plain != expert:
            level *= float(np.exp(self._trend[plain]))
        return weights[start:stop] * level

    def judge(self, start: int, stop: int, rows: float) -> None:
        """Scores every expert's forecast of a range that has just been resolved."""
        shown = np.array([self.rows(start, stop, e).sum() for e in range(len(self._experts))])
        off = np.clip(np.log((rows + 1.0) / (shown + 1.0)), -0.7, 0.7)
        errors = np.concatenate([off, off - self._trend]) ** 2
        self._own_errors = _FORGET * self._own_errors + float(errors[np.argmin(self._errors)])
        self._errors = _FORGET * self._errors + errors
        self._trend += _FOLLOW * (off - self._trend)
        self._weight = _FORGET * self._weight + 1.0

    def back(self, start: int, rows: float) -> int:
        """The bin from which the known bins before `start` hold about so many rows."""
        before = self.known[max(0, start - 4096) : start][::-1]
        unknown = np.flatnonzero(np.isnan(before))
        length = int(unknown[0]) if len(unknown) else len(before)
        if not length:
            return start
        return start - min(length, int(np.searchsorted(np.cumsum(before[:length]), rows)))

    def _level(self, start: int, weights: Floats, window: float) -> float:
        """Rows per weight in the known bins before a front, or after its gap, or in the whole."""
        first = max(0, start - 4096)
        before = self.known[first:start][::-1]
        unknown = np.flatnonzero(np.isnan(before))
        length = int(unknown[0]) if len(unknown) else len(before)
        if length:
            rows = np.cumsum(before[:length])
            end = min(length - 1, int(np.searchsorted(rows, window)))
            weight = float(weights[start - end - 1 : start].sum())
            if rows[end] > 0 and weight > 0:
                return float((rows[end] + 1.0) / weight)
        known = ~np.isnan(self.known)
        weight = float(weights[known].sum())
        mass = float(self.known[known].sum())
        if self.guess is not None:
            whole = float(weights.sum())
            return (mass + self.guess * 0.05) / max(weight + 0.05 * whole, 1e-12) if mass else self.guess / whole
        return (mass + 1.0) / max(weight, 1e-12)

    def _steady_level(self, start: int, weights: Floats, window: float, level: float) -> float:
        """Rows per weight before a front, nearer bins counting more; what stands out of a bin is cut off."""
        first = self.back(start, 3 * window)
        if first == start:
            return level
        rows, weights = self.known[first:start], weights[first:start]
        near = np.exp(-(np.cumsum(rows[::-1])[::-1] - rows / 2) / window)
        for _ in range(3):
            mean = np.maximum(level * weights, 1e-9)
            trust = near * mean / (1.0 + BIN_NOISE * mean)
            off = np.minimum(rows / mean - 1.0, 1.0 + 3.0 / np.sqrt(mean))
            level *= float(np.exp(np.clip((trust * off).sum() / max(trust.sum(), 1e-12), -1.0, 1.0)))
        return level


def beyond(log: float, error: float, limit: float) -> tuple[float, float]:
    """Mean and error of a normal forecast, given that the truth lies above the limit."""
    z = float(np.clip((limit - log) / max(error, 1e-6), -8, 8))
    mills = float(np.exp(-0.5 * z * z - 0.5 * np.log(2 * np.pi) - log_ndtr(-z)))
    return log + error * mills, error * float(np.sqrt(max(1.0 - mills * (mills - z), 0.1)))


def above(logs: Floats, error: Floats, place: int, limit: float) -> tuple[Floats, Floats]:
    """The forecast, given that the rows up to `place` are more than the limit: a truncated normal law."""
    log, left = beyond(float(logs[place]), float(error[place]), limit)
    shrink = (left / max(float(error[place]), 1e-6)) ** 2
    return logs + (log - logs[place]), error * np.sqrt(0.3 + 0.7 * shrink)
