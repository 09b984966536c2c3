"""The batch form of the guided sweep: few rounds of waiting where a count is shown and many workers stand ready."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from motherlode.hidden.choose import Costs, best_width, choose_end
from motherlode.hidden.forecast import Floats, Forecast, Outlook
from motherlode.hidden.plan import History, Plan, narrowed, whole, without_value
from motherlode.model.hidden import NULL, Axis, Box, Query, Seen

_FIX = Costs(leaf=1.0, overflow=1.6, retry_fill=0.9)
"""An overflowing leaf of a batch costs its two parts: its neighbours are already asked."""


class Batch(Plan):
    """Round 1: the whole. Round 2: wide ranges as samples. Then every range at once that promises to hold under k.

    Ranges are cut on one axis; points above k are left in `rest`.
    """

    def __init__(
        self,
        axes: tuple[Axis, ...],
        k: int,
        axis: int,
        *,
        box: Box | None = None,
        history: History | None = None,
    ) -> None:
        super().__init__(axes, k)
        self.axis, self.box = axis, box or whole(axes)
        self.splits[self.box] = axis
        self.forecast = Forecast(axes[axis], *self.box[axis], k)
        self.rest: list[Box] = without_value(axes, self.box, axis)
        self.queue: list[tuple[int, int]] = [(0, len(self.forecast.known))]
        self.gaps: list[tuple[int, int]] = []
        self.asked: dict[Query, tuple[int, int]] = {}
        self.over: list[tuple[int, int]] = []
        self.looking = True
        for other, (_, points) in (history or History()).leaves.items():
            if narrowed(other, axis, *self.box[axis]) == self.box:
                first = self.forecast.bin_of(other[axis][0])
                self.forecast.resolve(first, self.forecast.bin_of(other[axis][1]) + 1, points[:, axis], judge=False)

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
        if not seen.overflow:
            self.keep(query, seen)
            self.forecast.resolve(start, stop, values, judge=False)
        elif stop - start == 1:
            self.rest.append(query.box)
            self.forecast.block(start, float(seen.count or 2 * self.k))
        else:
            count = seen.count if seen.count is not None else 2 * self.k
            self.forecast.guess = self.forecast.guess or float(count)
            self.forecast.overflow(start, stop, values, count, float(count), 0.5)
            self.gaps.append((start, stop))
            self.over.append((start, stop))

    def _box(self, start: int, stop: int) -> Box:
        edges = self.forecast.edges
        return narrowed(self.box, self.axis, int(edges[start]), int(edges[stop] - 1))

    def _plan(self) -> None:
        """Cuts the gaps: into wide ranges the first time, into leaves from then on."""
        gaps, self.gaps = sorted(self.gaps), []
        for start, stop in _joined(gaps):
            rows = self._rows(start, stop)
            if self.looking and rows[-1] > 4 * self.k:
                self.queue += self._wide(start, stop, rows)
            else:
                self.queue += self._leaves(start, stop)
        self.looking = False

    def _rows(self, start: int, stop: int) -> Floats:
        """Expected rows up to each bin, each sample scaled to the count of its range."""
        forecast = self.forecast
        number = forecast.sample_of[start:stop]
        rates = np.array([sample.rate for sample in forecast.samples] or [1.0])
        rows = np.where(number >= 0, forecast.sampled[start:stop] / rates[number], 0.0)
        return np.cumsum(np.where(np.isnan(forecast.known[start:stop]), rows, 0.0))

    def _wide(self, start: int, stop: int, rows: Floats) -> list[tuple[int, int]]:
        width, _ = best_width(self.k)
        parts = max(2, round(float(rows[-1]) / (0.75 * width * self.k)))
        cuts = np.searchsorted(rows, rows[-1] * np.arange(1, parts) / parts) + start
        borders = sorted({start, stop, *(int(cut) for cut in cuts if start < cut < stop)})
        return list(pairwise(borders))

    def _leaves(self, start: int, stop: int) -> list[tuple[int, int]]:
        made: list[tuple[int, int]] = []
        rates = np.array([sample.rate for sample in self.forecast.samples] or [1.0])
        while start < stop:
            end = min(stop, start + 4096)
            rows = np.maximum(self._rows(start, end), 1e-9)
            number = self.forecast.sample_of[start:end]
            rate = np.where(number >= 0, rates[number], 1.0)
            error = np.sqrt((1 - rate) / np.maximum(rows * rate, 1.0)) + 1e-4
            sure = int(np.searchsorted(rows, self.k, side="right")) if rate.min() >= 0.999 else 0
            length = choose_end(Outlook(np.log(rows), error, sure), self.k, _FIX, len(rows))
            length = self._shorter(start, length)
            made.append((start, start + length))
            start += length
        return made

    def _shorter(self, start: int, length: int) -> int:
        """A range never holds a whole one that has overflowed: then it ends in the middle of that one."""
        for first, stop in self.over:
            if start <= first and stop <= start + length:
                length = min(length, max(1, (first + stop) // 2 - start))
        return length


def _joined(gaps: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Gaps that touch become one, so that a leaf may cross the border of two samples."""
    joined: list[tuple[int, int]] = []
    for start, stop in gaps:
        if joined and joined[-1][1] == start:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return joined
