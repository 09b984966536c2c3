"""The sweep of one axis inside a box: fronts that move from left to right, each range chosen to hold just under k."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from motherlode.hidden.forecast import Forecast, Outlook
from motherlode.hidden.levels import beyond
from motherlode.hidden.plan import narrowed
from motherlode.model.hidden import NULL, Axis, Box, Points, Query, Seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What a resolved and an overflowing query cost, beyond the pages that hold the rows themselves.

    `retry_fill` is the share of k that the second try resolves: high where an overflowing answer is read whole.
    """

    leaf: float = 1.0
    overflow: float = 1.0
    retry_fill: float = 0.92


def choose_end(outlook: Outlook, k: int, costs: Costs, most: int) -> int:
    """How many bins the next range takes, from 1 to `most`.

    One cycle is a success, or an overflow and its second try. Rows of a cycle over cost of a cycle is largest
    at the best end.
    """
    if outlook.sure >= most:
        return most
    logs, error = outlook.mean[:most], np.maximum(outlook.error[:most], 1e-4)
    z = (np.log(k + 0.5) - logs) / error
    success: NDArray[np.float64] = ndtr(z)
    rows = np.exp(np.minimum(logs + error**2 / 2, 60.0)) * ndtr(z - error)
    success = np.minimum.accumulate(success)  # a longer range never holds fewer rows, however unsure its end is
    if outlook.sure:
        success[: outlook.sure] = 1.0
        rows[: outlook.sure] = np.exp(np.minimum(logs + error**2 / 2, np.log(k)))[: outlook.sure]
    fail = 1.0 - success
    gain = rows + fail * costs.retry_fill * k
    cost = costs.leaf * success + fail * (costs.overflow + costs.leaf)
    worth = np.where(success > 0.02, gain / cost, 0.0)
    best = int(np.argmax(worth))
    tied = np.flatnonzero(worth >= worth[best] * (1 - 1e-9))
    return int(tied[-1]) + 1 if len(tied) and worth[best] > 0 else max(1, min(most, int(np.searchsorted(-z, 0.0))))


LEAST_ERROR = 1e-3
"""No forecast is taken to be better than this, so that its error can be divided by."""


@lru_cache(maxsize=512)
def cost_of_error(error: float) -> float:
    """Queries per k rows when ranges are chosen under forecasts of this error, and a retry fills 95 %.

    >>> cost_of_error(0.05) < cost_of_error(0.2)
    True
    """
    fill = np.linspace(0.4, 1.0, 121)
    spread = max(error, LEAST_ERROR) * fill
    z = (1 - fill) / spread
    success = ndtr(z)
    rows = fill * success - spread * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    return float(np.min((2 - success) / (rows + (1 - success) * 0.95)))


@lru_cache(maxsize=4096)
def best_look(k: int, error: float, rate_known: bool) -> tuple[int, float]:
    """How many times k a range should hold that is asked only for its sample, and the queries per k rows then.

    A sample of k rows of a range of r·k tells the rows of a k-th part with an error of sqrt((r − 1) / k), and half as
    much again in the square while its rate must be learned; it is joined with a forecast of the given error.

    >>> best_look(3300, 0.2, True)[1] < cost_of_error(0.2) < best_look(50, 0.2, True)[1]
    True

    Beside a forecast without any error no look pays:

    >>> best_look(3300, 0.0, True)[1] > cost_of_error(0.0)
    True
    """
    error, costs = max(error, LEAST_ERROR), []
    for r in (*range(2, 12), 13, 15, 18, 22, 27, 32):
        sample = (r - 1) / k * (1.0 if rate_known else 1.5)
        costs.append((1 / r + cost_of_error(round(float((error**-2 + 1 / sample) ** -0.5), 3)), r))
    cost, width = min(costs)
    return width, cost


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
            return self._look(gap, border)
        if gap.failed is None and self._worth_a_look(gap, outlook, length):
            return self._look(gap, gap.start)
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

    def _may_look(self, gap: Gap) -> bool:
        """Whether an answer that is asked for only as a sample can pay at all."""
        cheap = self.enough is None and self.costs.overflow <= self.costs.leaf
        return cheap and not gap.looked and self.forecast.samples_hold

    def _worth_a_look(self, gap: Gap, outlook: Outlook, length: int) -> bool:
        """Whether a wide range, asked only as a sample of what comes, pays for itself."""
        if not self._may_look(gap) or outlook.sure or not self.forecast.calibrated:
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
        border = forecast.sampled_until(gap.start) if self._may_look(gap) else 0
        if not border or border >= gap.stop or gap.start + length < border:
            return 0
        if not self._look_pays(forecast.spread(border)):
            return 0
        ends = dict(forecast.counted_ends(gap.start))
        counted = gap.stop in ends and border in ends
        ahead = ends[gap.stop] - ends[border] if counted else forecast.mass(border, gap.stop)
        return border if ahead > 3 * self.k else 0

    def _look(self, gap: Gap, border: int) -> tuple[Query, Step]:
        """A wide range from a border on, which is the front or lies ahead of it, asked for its sample."""
        forecast = self.forecast
        width, _ = best_look(self.k, round(forecast.spread(border), 2), bool(forecast.totals))
        stop = border + forecast.length_of(border, gap.stop, width * self.k)
        start = border
        if not forecast.totals:  # the rows of the last k known ones tell the rate of the sample
            start = forecast.levels.back(border, self.k)
        expected = forecast.mass(border, stop) + forecast.rows_known(start, border)
        step = Step(self, gap, start, stop, expected, forecast.doubt(border), look=True)
        return self._ask(step), step

    def learn(self, step: Step, seen: Seen) -> Box | None:
        """Takes in an answer; the box of a single bin that overflows is handed back: another axis may cut it."""
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
            self._pass(gap, step.stop)
            return None
        length = step.stop - gap.start
        if step.look:
            gap.looked = True
            forecast.overflow(step.start, step.stop, values, seen.count, step.expected, step.doubt)
            return None
        if length == 1:
            forecast.block(gap.start, float(seen.count or 1.5 * self.k))
            self._pass(gap, step.stop)
            return self._ask(step).box
        forecast.overflow(gap.start, step.stop, values, seen.count, step.expected, step.doubt)
        gap.failed, gap.fails = length, gap.fails + 1
        return None

    def _pass(self, gap: Gap, start: int) -> None:
        """The front of a gap moves on; a gap that is passed through is gone."""
        gap.start, gap.failed, gap.fails, gap.looked = start, None, 0, False
        if gap.start >= gap.stop:
            self.gaps.remove(gap)

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
