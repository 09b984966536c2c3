"""The guided sweep over one or several attributes: overflow bit or exact count (H1–H3, improved)."""

from __future__ import annotations

from motherlode.hidden.plan import (
    History,
    Plan,
    cheapest_axis,
    cross_section,
    narrowed,
    splittable,
    whole,
    without_value,
)
from motherlode.hidden.sweep import Costs, Step, Sweep
from motherlode.model.hidden import Axis, Box, Points, Query, Seen

_UNKNOWN_SIZE = 40
"""First guess of the table's rows, in units of k, where no count is shown; two or three answers correct it."""


class Guided(Plan):
    """Asks a box as a whole; what overflows is swept along the axis with the cheapest remaining tree."""

    def __init__(
        self,
        axes: tuple[Axis, ...],
        k: int,
        *,
        costs: Costs | None = None,
        enough: int | None = None,
        boxes: list[Box] | None = None,
        avoid: tuple[int, ...] = (),
        history: History | None = None,
    ) -> None:
        super().__init__(axes, k)
        self.costs, self.enough, self.avoid = costs or Costs(), enough, avoid
        self.history = history or History()
        self.boxes: list[Box] = list(boxes) if boxes is not None else [whole(axes)]
        self.lanes: list[Sweep] = []
        self.slices: dict[Query, tuple[Box, Seen]] = {}

    @property
    def done(self) -> bool:
        """No box, no gap and no answer is left."""
        return not (self.boxes or self.lanes or self.waiting or self.slices)

    def propose(self, room: int) -> list[Query]:
        """Boxes first, then the fronts of the lanes, the deepest lane first."""
        made: list[Query] = [self.send(query) for query in self.slices if query not in self.waiting][:room]
        while self.boxes and len(made) < room:
            box = self.boxes.pop()
            if box not in self.history.leaves:
                made.append(self.send(Query(box, enough=self.enough)))
        for lane in reversed(self.lanes):
            left = room - len(made)
            if left <= 0:
                break
            made += [self.send(query, step) for query, step in lane.propose(left, room)]
        return made

    def learn(self, query: Query, seen: Seen) -> None:
        """A leaf, an overflow that cuts a lane further, or a box to open."""
        step = self.waiting.pop(query)
        if query in self.slices:
            box, first = self.slices.pop(query)
            self._split(box, first, seen.points)
            return
        if not isinstance(step, Step):
            if seen.overflow:
                self.open(query.box, seen)
            else:
                self.keep(query, seen)
            return
        if not seen.overflow:
            self._keep_range(query, step, seen)
        blocked = step.lane.learn(step, seen)
        if step.lane.done:
            self.lanes.remove(step.lane)
        if blocked is not None:
            self.open(blocked, seen)

    def _keep_range(self, query: Query, step: Step, seen: Seen) -> None:
        if step.start >= step.gap.start:
            self.keep(query, seen)
            return
        axis, edges = step.lane.axis, step.lane.forecast.edges
        box = narrowed(query.box, axis, int(edges[step.gap.start]), query.box[axis][1])
        inside = seen.points[:, axis] >= box[axis][0]
        self.keep(query, seen, box, int(inside.sum()))

    def open(self, box: Box, seen: Seen) -> None:
        """Splits an overflowing box on the axis that promises the fewest queries."""
        usable = splittable(box, self.avoid) or splittable(box)
        if not usable:
            self.give_up(box, seen)
            return
        if self.enough is None and box not in self.history.splits:
            slice_ = cross_section(self.axes, box, seen.points, self._rows(box, seen), self.k, usable)
            if slice_ is not None:
                self.slices[Query(slice_)] = (box, seen)
                return
        self._split(box, seen, seen.points)

    def _rows(self, box: Box, seen: Seen) -> float:
        return float(seen.count) if seen.count is not None else self._guess(box)

    def _split(self, box: Box, seen: Seen, sample: Points) -> None:
        """Opens a box on the axis that costs the least by a sample of its rows."""
        usable = splittable(box, self.avoid) or splittable(box)
        known, rows = self.history.splits.get(box), self._rows(box, seen)
        axis = known if known in usable else cheapest_axis(self.axes, box, sample, rows, self.k, usable)
        self.splits[box] = axis
        self.boxes += without_value(self.axes, box, axis)
        kind = self.axes[axis]
        low, high = box[axis]
        if kind.kind == "category" and not kind.several:
            self.boxes += [narrowed(box, axis, value, value) for value in range(high, low - 1, -1)]
            return
        lane = Sweep(self.axes, box, axis, self.k, self.costs, enough=self.enough, guess=rows)
        lane.begin(seen)
        for other, (_, points) in self.history.leaves.items():
            if narrowed(other, axis, low, high) == box and low <= other[axis][0] and other[axis][1] <= high:
                lane.preload(other, points)
        if not lane.done:
            self.lanes.append(lane)

    def _guess(self, box: Box) -> float:
        free = sum(1 for axis, span in zip(self.axes, box, strict=True) if span == axis.full)
        return self.k * (_UNKNOWN_SIZE if free == len(self.axes) else 2.0)
