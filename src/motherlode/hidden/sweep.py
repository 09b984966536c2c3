"""The sweep of one axis inside a box: fronts that move from left to right, each range chosen to hold just under k."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from motherlode.hidden.choose import Costs, best_look, choose_end, cost_of_error
from motherlode.hidden.forecast import Forecast, Outlook
from motherlode.hidden.levels import beyond
from motherlode.hidden.plan import narrowed
from motherlode.model.hidden import NULL, Axis, Box, Points, Query, Seen

_LOOK_GAIN = 0.05
"""Queries per k rows that a look must promise to save: better than 0.02 with a count, not without, on land tables of
seeds 10 to 12 (1.3035 and 1.3058 times OPT, 1.3412 and 1.3390)."""


@dataclass(slots=True)
class Gap:
    """Unresolved bins start ≤ b < stop; `failed` is the length of a range from its start that overflows."""

    start: int
    stop: int
    failed: int | None = None
    fails: int = 0
    busy: bool = False
    looked: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """A query on its way: the bins it covers; a look asks a wide range for its sample alone."""

    lane: Sweep
    gap: Gap
    start: int
    stop: int
    expected: float
    doubt: float
    look: bool = False


@dataclass(frozen=True, slots=True)
class Blocked:
    """A single bin that overflows: its box goes to another axis, or to the same one in finer bins."""

    box: Box


class Sweep:
    """A lane: one axis of one box, its forecast and its gaps."""

    def __init__(
        self, axes: tuple[Axis, ...], box: Box, axis: int, k: int, costs: Costs, *, enough: int | None, guess: float
    ) -> None:
        self.box, self.axis, self.k, self.costs, self.enough = box, axis, k, costs, enough
        low, high = box[axis]
        self.forecast = Forecast(axes[axis], low, high, k)
        self.forecast.levels.guess = guess
        self.gaps = [Gap(0, len(self.forecast.known))]

    def begin(self, seen: Seen) -> None:
        """Takes in the overflowing answer to the whole box."""
        values = _values(seen.points, self.axis)
        lost = len(seen.points) - len(values)
        count = seen.count if not lost else None  # rows without a value are in the count, not on the axis
        self.forecast.overflow(
            0, len(self.forecast.known), values, count, self.forecast.levels.guess or 2.0 * self.k, 1.5
        )

    def preload(self, box: Box, points: Points) -> None:
        """Marks a range as resolved that an earlier run has read."""
        low, high = box[self.axis]
        start, stop = self.forecast.bin_of(low), self.forecast.bin_of(high) + 1
        self.forecast.resolve(start, stop, _values(points, self.axis), judge=False)
        left: list[Gap] = []
        for gap in self.gaps:
            if stop <= gap.start or start >= gap.stop:
                left.append(gap)
                continue
            if gap.start < start:
                left.append(Gap(gap.start, start))
            if stop < gap.stop:
                left.append(Gap(stop, gap.stop))
        self.gaps = left

    @property
    def done(self) -> bool:
        """Nothing is left of the axis."""
        return not self.gaps

    def propose(self, room: int, fronts: int) -> list[tuple[Query, Step]]:
        """The next ranges of the free fronts; wide gaps are divided while more fronts are wanted."""
        if len(self.gaps) < fronts:
            self._divide(fronts)
        free = [gap for gap in self.gaps if not gap.busy][:room]
        return [self._next(gap) for gap in free]

    def _next(self, gap: Gap) -> tuple[Query, Step]:
        forecast = self.forecast
        outlook = forecast.outlook(gap.start, gap.stop, gap.failed)
        most = min(len(outlook.mean), gap.failed - 1 if gap.failed else len(outlook.mean))
        gap.busy = True
        if gap.fails >= 3:  # shrinking keeps the number of queries in O(n/k) whatever the forecast says
            part = outlook.mean[most - 1] - np.log(2) * (gap.fails - 2)  # a half, a quarter, an eighth …
            half = int(np.searchsorted(outlook.mean[:most], part))
            return self._query(gap, gap.start, max(1, half), outlook)
        length = choose_end(outlook, self.k, self.costs, most)
        if gap.failed is None and (border := self._border(gap, length)):
            return self._look_beyond(gap, border)
        if gap.failed is None and self._worth_a_look(gap, outlook, length):
            return self._look(gap, outlook)
        return self._query(gap, gap.start, length, outlook)

    def _query(self, gap: Gap, start: int, length: int, outlook: Outlook) -> tuple[Query, Step]:
        place = min(length, len(outlook.mean)) - 1
        log, doubt = beyond(float(outlook.mean[place]), float(outlook.error[place]), float(np.log(self.k)))
        step = Step(self, gap, start, gap.start + length, float(np.exp(min(60.0, log + doubt**2 / 2))), doubt)
        return self._ask(step), step

    def _ask(self, step: Step) -> Query:
        edges = self.forecast.edges
        box = narrowed(self.box, self.axis, int(edges[step.start]), int(edges[step.stop] - 1))
        return Query(box, enough=self.enough)

    def _worth_a_look(self, gap: Gap, outlook: Outlook, length: int) -> bool:
        """Whether a wide range, asked only as a sample of what comes, pays for itself."""
        if (
            self.enough is not None
            or self.costs.overflow > self.costs.leaf
            or gap.looked
            or outlook.sure
            or not self.forecast.samples_hold
        ):
            return False
        if not self.forecast.calibrated:
            return False
        ahead = float(np.exp(min(60.0, outlook.mean[-1])))
        error = float(outlook.error[min(length, len(outlook.error)) - 1])
        return ahead > 3 * self.k and self._look_pays(error)

    def _look_pays(self, error: float) -> bool:
        """Whether a sample, joined with a forecast of this error, saves more queries than it costs."""
        _, cost = best_look(self.k, round(error, 2), bool(self.forecast.totals))
        return cost_of_error(round(error, 2)) > cost + _LOOK_GAIN

    def _border(self, gap: Gap, length: int) -> int:
        """Where the counted and sampled bins from the front on end, if the next range would pass there; else 0."""
        forecast = self.forecast
        if (
            self.enough is not None
            or self.costs.overflow > self.costs.leaf
            or not forecast.samples_hold
            or gap.looked
        ):
            return 0
        border = forecast.sampled_until(gap.start)
        if not border or border >= gap.stop or gap.start + length < border:
            return 0
        if not self._look_pays(forecast.spread(border)):
            return 0
        ends = dict(forecast.counted_ends(gap.start))
        counted = gap.stop in ends and border in ends
        ahead = ends[gap.stop] - ends[border] if counted else forecast.mass(border, gap.stop)
        return border if ahead > 3 * self.k else 0

    def _look_beyond(self, gap: Gap, border: int) -> tuple[Query, Step]:
        forecast = self.forecast
        width, _ = best_look(self.k, round(forecast.spread(border), 2), True)
        length = forecast.length_of(border, gap.stop, width * self.k)
        stop = min(gap.stop, border + length)
        step = Step(self, gap, border, stop, forecast.mass(border, stop), forecast.doubt(border), look=True)
        return self._ask(step), step

    def _look(self, gap: Gap, outlook: Outlook) -> tuple[Query, Step]:
        forecast = self.forecast
        width, _ = best_look(self.k, round(forecast.spread(gap.start), 2), bool(forecast.totals))
        length = min(gap.stop - gap.start, forecast.length_of(gap.start, gap.stop, width * self.k))
        start = gap.start
        if not forecast.totals:  # the rows of the last k known ones tell the rate of the sample
            start = forecast.levels.back(gap.start, self.k)
        expected = forecast.mass(gap.start, gap.start + length) + forecast.rows_known(start, gap.start)
        step = Step(self, gap, start, gap.start + length, expected, forecast.doubt(gap.start), look=True)
        return self._ask(step), step

    def learn(self, step: Step, seen: Seen) -> Blocked | None:
        """Takes in an answer; a single bin that overflows is handed back."""
        gap, forecast = step.gap, self.forecast
        gap.busy = False
        values = _values(seen.points, self.axis)
        if not seen.overflow and step.start > gap.start:  # a look ahead that held fewer rows than foreseen
            forecast.resolve(step.start, step.stop, values)
            if step.stop < gap.stop:
                self.gaps.insert(self.gaps.index(gap) + 1, Gap(step.stop, gap.stop))
            gap.stop = step.start
            return None
        if not seen.overflow:
            forecast.resolve(gap.start, step.stop, values)
            gap.start, gap.failed, gap.fails, gap.looked = step.stop, None, 0, False
            if gap.start >= gap.stop:
                self.gaps.remove(gap)
            return None
        length = step.stop - gap.start
        if step.look:
            gap.looked = True
            forecast.overflow(step.start, step.stop, values, seen.count, step.expected, step.doubt)
            return None
        if length == 1:
            forecast.block(gap.start, float(seen.count or 1.5 * self.k))
            box = self._ask(step).box
            gap.start, gap.failed, gap.fails, gap.looked = step.stop, None, 0, False
            if gap.start >= gap.stop:
                self.gaps.remove(gap)
            return Blocked(box)
        forecast.overflow(gap.start, step.stop, values, seen.count, step.expected, step.doubt)
        gap.failed, gap.fails = length, gap.fails + 1
        return None

    def _divide(self, fronts: int) -> None:
        """Cuts the heaviest free gap in two halves of equal expected rows, again and again."""
        while len(self.gaps) < fronts:
            free = [(self.forecast.mass(g.start, g.stop), n) for n, g in enumerate(self.gaps) if not g.busy]
            mass, number = max(free, default=(0.0, -1))
            if mass < 8 * self.k:
                return
            gap = self.gaps[number]
            middle = gap.start + self.forecast.length_of(gap.start, gap.stop, mass / 2)
            if not gap.start < middle < gap.stop:
                return
            self.gaps[number : number + 1] = [Gap(gap.start, middle), Gap(middle, gap.stop)]


def _values(points: Points, axis: int) -> Points:
    column = points[:, axis]
    return np.asarray(column[column != NULL])
