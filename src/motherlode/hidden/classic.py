"""The paper's algorithms: midpoint split (H4), 2- and 3-section and sort-based splits (H1, H2), entropy (H3)."""

from __future__ import annotations

import numpy as np

from motherlode.hidden.plan import History, Plan, max_entropy_axis, narrowed, splittable, whole, without_value
from motherlode.model.hidden import Axis, Box, Query, Seen


class Classic(Plan):
    """Asks a box; an overflowing one is split and its parts are asked in turn."""

    sampled = False
    """Whether the split needs the rows of an overflowing answer."""

    def __init__(
        self, axes: tuple[Axis, ...], k: int, *, boxes: list[Box] | None = None, history: History | None = None,
        enough: int | None = None,
    ) -> None:  # fmt: skip
        super().__init__(axes, k)
        self.boxes: list[Box] = list(boxes) if boxes is not None else [whole(axes)]
        self.history = history or History()
        self.enough = None if self.sampled else enough

    @property
    def done(self) -> bool:
        """No box is left and no answer is awaited."""
        return not (self.boxes or self.waiting)

    def propose(self, room: int) -> list[Query]:
        """The next boxes; those that an earlier run has read are passed over."""
        made: list[Query] = []
        while self.boxes and len(made) < room:
            box = self.boxes.pop()
            if box not in self.history.leaves:
                made.append(self.send(Query(box, enough=self.enough)))
        return made

    def learn(self, query: Query, seen: Seen) -> None:
        """A leaf, or the parts of a box."""
        self.waiting.pop(query)
        if not seen.overflow:
            self.keep(query, seen)
            return
        usable = splittable(query.box)
        if not usable:
            self.give_up(query.box, seen)
            return
        axis = self.history.splits.get(query.box, -1)
        if axis not in usable:
            axis = self.choose(query.box, seen, usable)
        self.splits[query.box] = axis
        self.boxes += without_value(self.axes, query.box, axis)
        kind, (low, high) = self.axes[axis], query.box[axis]
        if kind.kind == "category" and not kind.several:
            spans = [(value, value) for value in range(low, high + 1)]
        else:
            spans = self.cut(seen, axis, low, high)
        self.boxes += [narrowed(query.box, axis, *span) for span in reversed(spans)]

    def choose(self, box: Box, seen: Seen, usable: list[int]) -> int:
        """The axis of the largest entropy in the answer (H3)."""
        return max_entropy_axis(box, seen.points, usable)

    def cut(self, seen: Seen, axis: int, low: int, high: int) -> list[tuple[int, int]]:
        """Two halves at the midpoint (H4)."""
        middle = (low + high) // 2
        return [(low, middle), (middle + 1, high)]


class Binary(Classic):
    """2-section split at the midpoint (H1, H4)."""


class SortBased(Classic):
    """Split at the median of the answer, in three where a quarter of the answer has one value (H2)."""

    sampled = True

    def cut(self, seen: Seen, axis: int, low: int, high: int) -> list[tuple[int, int]]:
        """[low, x] and [x+1, high], or [low, x−1], [x, x], [x+1, high] if more than k/4 rows equal x."""
        values = np.sort(seen.points[:, axis])
        values = values[(values >= low) & (values <= high)]
        if not len(values):
            return super().cut(seen, axis, low, high)
        x = int(values[(len(values) + 1) // 2 - 1])
        same = int((values == x).sum())
        if same <= self.k / 4:
            spans = [(low, x), (x + 1, high)]
            if x == high:
                spans = [(low, x - 1), (x, high)]
        else:
            spans = [(low, x - 1), (x, x), (x + 1, high)]
        return [(first, last) for first, last in spans if first <= last]


class ThreeSection(Classic):
    """3-section split at the midpoint (H1)."""

    def cut(self, seen: Seen, axis: int, low: int, high: int) -> list[tuple[int, int]]:
        """[low, x−1], [x, x], [x+1, high]."""
        x = (low + high) // 2
        return [(first, last) for first, last in [(low, x - 1), (x, x), (x + 1, high)] if first <= last]
