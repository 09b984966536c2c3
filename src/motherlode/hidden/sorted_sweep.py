"""The sorted sweep: an answer in order of an axis is a complete prefix; the next begins at its last value."""

from __future__ import annotations

import numpy as np

from motherlode.errors import HiddenError
from motherlode.hidden.plan import History, Plan, narrowed, whole, without_value
from motherlode.model.hidden import NULL, Axis, Box, Query, Seen


class OrderBroken(HiddenError):
    """An answer that should stand in order does not; `box` is what is left to read. Another strategy goes on."""


class SortedSweep(Plan):
    """Reads along one axis; every answer resolves all values but its last. Points above k are handed to `rest`."""

    def __init__(
        self,
        axes: tuple[Axis, ...],
        k: int,
        axis: int,
        *,
        offered: bool = True,
        box: Box | None = None,
        history: History | None = None,
    ) -> None:
        """`offered`: the site sorts on request; else its own order has been seen to be that of the axis."""
        super().__init__(axes, k)
        self.axis, self.offered = axis, offered
        self.box = box or whole(axes)
        self.splits[self.box] = axis
        self.history = history or History()
        self.at: int | None = self.box[axis][0]
        self.rest: list[Box] = without_value(axes, self.box, axis)
        self.last: tuple[Box, int, int | None] | None = None
        for other in sorted(self.history.leaves, key=lambda leaf: leaf[axis]):
            if narrowed(other, axis, *self.box[axis]) == self.box and other[axis][0] == self.at:
                self._move(other[axis][1] + 1)

    @property
    def done(self) -> bool:
        """The end of the axis is reached."""
        return self.at is None and not self.waiting

    def propose(self, room: int) -> list[Query]:
        """From the last value on; one at a time, since each answer tells where the next begins."""
        if self.at is None or self.waiting or room < 1:
            return []
        box = narrowed(self.box, self.axis, self.at, self.box[self.axis][1])
        return [self.send(Query(box, sort=self.axis if self.offered else None))]

    def learn(self, query: Query, seen: Seen) -> None:
        """All values before the last one are complete."""
        self.waiting.pop(query)
        self._check_counts(query, seen)
        if not seen.overflow:
            self.keep(query, seen)
            self.at = None
            return
        values = seen.points[:, self.axis]
        values = values[values != NULL]
        if not len(values) or (np.diff(values) < 0).any():
            raise OrderBroken(
                f"answers are not in order of {self.axes[self.axis].name}; choose --strategy guided", box=query.box
            )
        low, last = query.box[self.axis][0], int(values[-1])
        if last == low:
            self.rest.append(narrowed(query.box, self.axis, low, low))
            self._move(low + 1)
            return
        box = narrowed(query.box, self.axis, low, last - 1)
        rows = int((values < last).sum())
        self.keep(query, seen, box, rows)
        self.last = (box, rows, seen.count)
        self._move(last)

    def _check_counts(self, query: Query, seen: Seen) -> None:
        """Two counts tell how many rows lie between: they must be the rows that the sorted answer showed."""
        if self.last is None:
            return
        box, rows, count = self.last
        self.last = None
        if count is None or seen.count is None or query.box[self.axis][0] != box[self.axis][1] + 1:
            return
        if count - seen.count != rows:
            self.leaves.pop()
            raise OrderBroken(
                f"{count - seen.count} rows lie in {box[self.axis]} but the sorted answer showed {rows}",
                box=narrowed(query.box, self.axis, box[self.axis][0], query.box[self.axis][1]),
            )

    def _move(self, value: int) -> None:
        self.at = value if value <= self.box[self.axis][1] else None
