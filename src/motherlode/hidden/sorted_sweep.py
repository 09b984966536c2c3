"""The sorted sweep: an answer in order of an axis is a complete prefix; the next begins at its last value."""

from __future__ import annotations

import numpy as np

from motherlode.errors import HiddenError
from motherlode.hidden.plan import History, Plan, narrowed, whole, without_value
from motherlode.model.hidden import NULL, Axis, Box, Query, Seen


class OrderBroken(HiddenError):
    """An answer that should stand in order does not; `box` is what is left to read. Another strategy goes on."""


class SortedSweep(Plan):
    """Reads along one axis; every answer resolves all values but its last. Points above k are handed to `rest`.

    Answers that stand in falling order are read from the upper end of the axis down.
    """

    def __init__(
        self,
        axes: tuple[Axis, ...],
        k: int,
        axis: int,
        *,
        offered: bool = True,
        falling: bool = False,
        history: History | None = None,
    ) -> None:
        """`offered`: the site sorts on request; else its own order has been seen to be that of the axis."""
        super().__init__(axes, k)
        self.axis, self.offered, self.falling = axis, offered, falling
        self.box = whole(axes)
        self.splits[self.box] = axis
        self.history = history or History()
        self.at: int | None = self.box[axis][1] if falling else self.box[axis][0]
        self.rest: list[Box] = without_value(axes, self.box, axis)
        self.last: tuple[Box, int, int | None] | None = None
        side = 1 if falling else 0
        for other in sorted(self.history.leaves, key=lambda leaf: leaf[axis], reverse=falling):
            if narrowed(other, axis, *self.box[axis]) == self.box and other[axis][side] == self.at:
                self._move(other[axis][1 - side] + (-1 if falling else 1))

    @property
    def done(self) -> bool:
        """The end of the axis is reached."""
        return self.at is None and not self.waiting

    def propose(self, room: int) -> list[Query]:
        """From the last value on; one at a time, since each answer tells where the next begins."""
        if self.at is None or self.waiting or room < 1:
            return []
        low, high = self.box[self.axis]
        box = narrowed(self.box, self.axis, *((low, self.at) if self.falling else (self.at, high)))
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
        steps = np.diff(values)
        if not len(values) or (steps > 0 if self.falling else steps < 0).any():
            raise OrderBroken(
                f"answers are not in order of {self.axes[self.axis].name}; choose --strategy guided", box=query.box
            )
        low, high = query.box[self.axis]
        first, last, on = (high, int(values[-1]), -1) if self.falling else (low, int(values[-1]), 1)
        if last == first:
            self.rest.append(narrowed(query.box, self.axis, first, first))
            self._move(first + on)
            return
        box = narrowed(query.box, self.axis, *((last + 1, high) if self.falling else (low, last - 1)))
        rows = int((values != last).sum())
        self.keep(query, seen, box, rows)
        self.last = (box, rows, seen.count)
        self._move(last)

    def _check_counts(self, query: Query, seen: Seen) -> None:
        """Two counts tell how many rows lie between: they must be the rows that the sorted answer showed."""
        if self.last is None:
            return
        box, rows, count = self.last
        self.last = None
        follows = (
            query.box[self.axis][1] == box[self.axis][0] - 1
            if self.falling
            else query.box[self.axis][0] == box[self.axis][1] + 1
        )
        if count is None or seen.count is None or not follows:
            return
        if count - seen.count != rows:
            self.leaves.pop()
            raise OrderBroken(
                f"{count - seen.count} rows lie in {box[self.axis]} but the sorted answer showed {rows}",
                box=query.box,
            )

    def _move(self, value: int) -> None:
        low, high = self.box[self.axis]
        self.at = value if low <= value <= high else None
