"""The batch form of the guided sweep: few rounds of waiting where a count is shown and many workers stand ready."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motherlode.hidden.forecast import Floats, Forecast, Outlook
from motherlode.hidden.plan import History, Plan, narrowed, whole, without_value
from motherlode.hidden.sweep import Costs, best_look, choose_end
from motherlode.model.hidden import NULL, Axis, Box, Query, Seen

_FIX = Costs(leaf=1.0, overflow=1.6, retry_fill=0.9)
"""An overflowing leaf of a batch costs its two parts: its neighbours are already asked."""
_FINE = 8
"""A coarse range is counted in one part for every 8 k of its rows: best of 5, 6 and 8 on land tables of seeds 10 to
12 (150,000 to 1,578,826 rows, k = 500 to 5000); they differ by 3 %."""
_COARSE = 24
"""A range of more than so many times k is counted in parts before leaves are cut from it: a round figure, above the
widest range that 40 to 64 parts of equal length leave of a land table (15 to 22 k)."""


class Batch(Plan):
    """Round 1: the whole. Round 2: wide ranges as samples. Then every range at once that promises to hold under k.

    Where the counts contradict the samples, or `fair` says that answers are none, the rows are looked for by counts
    alone: many ranges are counted at once, and leaves are cut between their borders.
    Ranges are cut on one axis; points above k are left in `rest`.
    """

    def __init__(
        self, axes: tuple[Axis, ...], k: int, axis: int, *, history: History | None = None, fair: bool = True
    ) -> None:
        super().__init__(axes, k)
        self.axis, self.box = axis, whole(axes)
        self.splits[self.box] = axis
        self.forecast = Forecast(axes[axis], *self.box[axis], k)
        self.rest: list[Box] = without_value(axes, self.box, axis)
        self.gaps: list[tuple[int, int]] = []
        self.asked: dict[Query, tuple[int, int]] = {}
        self.over: list[tuple[int, int]] = []
        self.looking, self.fair = True, fair
        for other, (_, points) in (history or History()).leaves.items():
            if narrowed(other, axis, *self.box[axis]) == self.box:
                first = self.forecast.bin_of(other[axis][0])
                self.forecast.resolve(first, self.forecast.bin_of(other[axis][1]) + 1, points[:, axis], judge=False)
        everything = (0, len(self.forecast.known))
        self.queue: list[tuple[int, int]] = [everything] if self._unknown(*everything) else []

    @property
    def done(self) -> bool:
        """Every bin is resolved or handed on."""
        return not (self.queue or self.gaps or self.waiting)

    def propose(self, room: int) -> list[Query]:
        """The planned ranges; a new plan is made when all answers of a round are in."""
        if not self.queue and not self.waiting and self.gaps:
            self._plan()
        made: list[Query] = []
        while self.queue and len(made) < room:
            start, stop = self.queue.pop(0)
            query = self.send(Query(self._box(start, stop)))
            self.asked[query] = (start, stop)
            made.append(query)
        return made

    def learn(self, query: Query, seen: Seen) -> None:
        """Resolved bins, or a gap for the next round."""
        start, stop = self.asked.pop(query)
        self.waiting.pop(query)
        values = seen.points[:, self.axis]
        values = values[values != NULL]
        self._check(start, stop, float(seen.count if seen.count is not None else len(values)))
        if not seen.overflow:
            self.keep(query, seen)
            self.forecast.resolve(start, stop, values, judge=False)
        elif stop - start == 1:
            self.rest.append(query.box)
            self.forecast.block(start, float(seen.count or 2 * self.k))
        else:
            count = seen.count if seen.count is not None else 2 * self.k
            self.forecast.levels.guess = self.forecast.levels.guess or float(count)
            self.forecast.overflow(start, stop, values, count, float(count), 0.5)
            self.gaps += self._unknown(start, stop)
            self.over.append((start, stop))

    def _unknown(self, start: int, stop: int) -> list[tuple[int, int]]:
        """The runs of bins that are not resolved: what an earlier run has read is not asked again."""
        unknown = np.concatenate([[False], np.isnan(self.forecast.known[start:stop]), [False]])
        borders = np.flatnonzero(np.diff(unknown.astype(np.int8))) + start
        return [(int(first), int(last)) for first, last in borders.reshape(-1, 2)]

    def _box(self, start: int, stop: int) -> Box:
        edges = self.forecast.edges
        return narrowed(self.box, self.axis, int(edges[start]), int(edges[stop] - 1))

    def _check(self, start: int, stop: int, rows: float) -> None:
        """A range must hold its share of the sample around it; six standard errors are no chance."""
        number = int(self.forecast.sample_of[start])
        if number < 0 or not self.fair or self.forecast.sample_of[stop - 1] != number:
            return
        expected = rows * self.forecast.samples[number].rate
        shown = float(self.forecast.sampled[start:stop].sum())
        self.fair = abs(shown - expected) <= 6 * np.sqrt(shown + expected + 1)

    def _plan(self) -> None:
        """Cuts the gaps: into wide ranges the first time, into leaves from then on."""
        gaps, self.gaps = sorted(self.gaps), []
        if not (self.fair and self.forecast.samples_hold):
            self._plan_by_counts(gaps)
            return
        for start, stop in _joined(gaps):
            rows = self._rows(start, stop)
            if self.looking and rows[-1] > 4 * self.k:
                self.queue += self._wide(start, stop, rows)
            else:
                self.queue += self._leaves(start, stop)
        self.looking = False

    def _plan_by_counts(self, gaps: list[tuple[int, int]]) -> None:
        """Counts coarse ranges in parts; cuts the others into leaves."""
        counted = Counted(self.forecast, self.k)
        rows = {gap: float(counted.rows[slice(*gap)].sum()) for gap in gaps}
        coarse = {gap: mass for gap, mass in rows.items() if mass > _COARSE * self.k}
        for (start, stop), mass in coarse.items():
            self.queue += _cut(start, stop, np.cumsum(counted.rows[start:stop]), round(mass / (_FINE * self.k)))
        for start, stop in _joined([gap for gap in gaps if gap not in coarse]):
            self.queue += self._leaves(start, stop, counted)

    def _rows(self, start: int, stop: int) -> Floats:
        """Expected rows up to each bin, each sample scaled to the count of its range."""
        forecast = self.forecast
        number = forecast.sample_of[start:stop]
        rates = np.array([sample.rate for sample in forecast.samples] or [1.0])
        rows = np.where(number >= 0, forecast.sampled[start:stop] / rates[number], 0.0)
        return np.cumsum(np.where(np.isnan(forecast.known[start:stop]), rows, 0.0))

    def _wide(self, start: int, stop: int, rows: Floats) -> list[tuple[int, int]]:
        width, _ = best_look(self.k, 10.0, True)  # no forecast to join it with
        parts = max(2, round(float(rows[-1]) / (0.75 * width * self.k)))
        return _cut(start, stop, rows, parts)

    def _leaves(self, start: int, stop: int, counted: Counted | None = None) -> list[tuple[int, int]]:
        made: list[tuple[int, int]] = []
        while start < stop:
            end = min(stop, start + 4096)
            outlook = counted.outlook(start, end) if counted else self._outlook(start, end)
            length = self._shorter(start, choose_end(outlook, self.k, _FIX, end - start))
            made.append((start, start + length))
            start += length
        return made

    def _outlook(self, start: int, end: int) -> Outlook:
        """Forecast by fair samples: the error is that of a sample of its rate."""
        rates = np.array([sample.rate for sample in self.forecast.samples] or [1.0])
        rows = np.maximum(self._rows(start, end), 1e-9)
        number = self.forecast.sample_of[start:end]
        rate = np.where(number >= 0, rates[number], 1.0)
        error = np.sqrt((1 - rate) / np.maximum(rows * rate, 1.0)) + 1e-4
        sure = int(np.searchsorted(rows, self.k, side="right")) if rate.min() >= 0.999 else 0
        return Outlook(np.log(rows), error, sure)

    def _shorter(self, start: int, length: int) -> int:
        """A range never holds a whole one that has overflowed: then it ends in the middle of that one."""
        for first, stop in self.over:
            if start <= first and stop <= start + length:
                length = min(length, max(1, (first + stop) // 2 - start))
        return length


def _cut(start: int, stop: int, rows: Floats, parts: int) -> list[tuple[int, int]]:
    """Ranges of about equally many rows, never fewer than two where there are two bins."""
    cuts = np.searchsorted(rows, rows[-1] * np.arange(1, parts) / parts) + start
    borders = {start, stop, *(int(cut) for cut in cuts if start < cut < stop)}
    return list(pairwise(sorted(borders | ({(start + stop) // 2} if len(borders) == 2 else set()))))


def _joined(gaps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Gaps that touch become one, so that a leaf may cross the border of two samples."""
    joined: list[tuple[int, int]] = []
    for start, stop in gaps:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined


# --- where rows stand by counts alone ------------------------------------------------------------------------------

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
