"""Where the rows stand by exact counts alone: for sites whose overflowing answers are no fair samples."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.hidden.forecast import Floats, Forecast, Outlook

UNEVEN = 0.13
"""Relative error of the forecast of k rows between two counted borders: best of 0.1, 0.13 and 0.17 on
land tables of seeds 10 to 12 at k = 5000; the three differ by 2 %."""


class Counted:
    """Rows per bin between the borders of counted ranges: what an answer has shown, the rest evenly.

    The sum over a counted range is its count, so the distribution is exact at every border.
    """

    def __init__(self, forecast: Forecast, k: int) -> None:
        self.k = k
        self.range_of: NDArray[np.int32] = np.full(len(forecast.known), -1, dtype=np.int32)
        for number, (start, stop, _) in enumerate(forecast.totals):
            self.range_of[start:stop] = number
        unknown = np.isnan(forecast.known)
        self.counts: Floats = np.array([float(count) for _, _, count in forecast.totals])
        self.rows: Floats = np.zeros(len(unknown))
        for number in np.unique(self.range_of[unknown & (self.range_of >= 0)]).tolist():
            start, stop, count = forecast.totals[number]
            here = unknown[start:stop]
            rest = count - float(np.nansum(forecast.known[start:stop]))
            weights = np.where(here, forecast.weights[start:stop], 0.0)
            self.rows[start:stop] = fill(np.where(here, forecast.sampled[start:stop], 0.0), weights, rest)
            self.counts[number] = max(rest, 1.0)

    def outlook(self, start: int, stop: int) -> Outlook:
        """Forecast for the ranges that begin at bin `start`: uneven inside a counted range, exact at its borders."""
        rows = np.cumsum(self.rows[start:stop])
        numbers = self.range_of[start:stop]
        first = np.flatnonzero(np.diff(numbers, prepend=numbers[0] - 1))
        before = np.concatenate([[0.0], rows[first[1:] - 1]])
        part = np.repeat(np.arange(len(first)), np.diff([*first, len(rows)]))
        inside = rows - before[part]
        open_rows = inside * np.maximum(1.0 - inside / self.counts[numbers], 0.0)
        passed = np.concatenate([[0.0], np.cumsum(open_rows[first[1:] - 1])])
        error = UNEVEN * np.sqrt(self.k * (open_rows + passed[part])) / np.maximum(rows, 1.0)
        return Outlook(np.log(np.maximum(rows, 1e-9)), error + 1e-4, 0)


def fill(shown: Floats, weights: Floats, total: float) -> Floats:
    """At least the rows shown in every bin, the others in proportion to the weights; they sum to `total`.

    >>> fill(np.array([4.0, 0.0, 0.0]), np.ones(3), 8.0).tolist()
    [4.0, 2.0, 2.0]
    """
    if shown.sum() >= total or not weights.any():
        return shown
    ratio = shown / np.maximum(weights, 1e-12)
    order = np.argsort(ratio, kind="stable")
    raised = np.cumsum(weights[order])  # the bins up to here are raised to one level, those after it keep theirs
    kept = shown.sum() - np.cumsum(shown[order])
    levels = (total - kept) / np.maximum(raised, 1e-12)
    following = np.append(ratio[order][1:], np.inf)
    level = levels[int(np.argmax((levels <= following) & (raised > 0)))]
    made: Floats = np.maximum(shown, level * weights)
    return made
