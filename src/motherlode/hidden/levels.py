"""How dense the rows beside a front are: several ways to carry the known level over, the best by its errors."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from motherlode.hidden.calendar import BIN_NOISE

Floats = NDArray[np.float64]

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
