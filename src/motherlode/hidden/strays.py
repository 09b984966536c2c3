"""Every row that any answer showed must be in a leaf: where one is not, the leaf that should hold it is read again.

A leaf that shows the row at a second reading was misread. One that still does not, although a narrower query or the
one that showed the row still does, hides rows without a sign: it is split, and no answer of its size is believed
again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from motherlode.hidden.plan import narrowed, whole
from motherlode.model.hidden import NO_VALUE, NULL, Box, Leaf, Points, Query, Unreachable

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl

_LOW_CAP = 0.2
"""A leaf that hides rows and shows at least this share of k was cut by a lower cap; a smaller one is just split."""
_LOOKS = 3
"""Rows of a leaf that are looked for one by one."""


@dataclass(slots=True)
class Strays:
    """Rows that an answer showed and no leaf holds."""

    crawl: Crawl

    async def run(self, *, last: bool = False) -> bool:
        """Reads again what hides rows; tells whether anything was. With `last` what is left becomes a hole."""
        crawl = self.crawl
        strays = [stray for stray in crawl.ledger.strays() if stray[0] not in crawl.source.misplaced]
        if not strays:
            return False
        points = crawl.source.points([row for _, _, row in strays])
        left, moved = np.ones(len(strays), dtype=bool), False
        for leaf in [*crawl.ledger.leaves(), *crawl.ledger.leaves("null")]:
            inside = [i for i in crawl.inside(leaf.box, points) if left[i]]
            if inside and not crawl.ledger.has(leaf.box):
                left[inside] = False  # it was split meanwhile: the next pass looks at its parts
                moved = True
            elif inside:
                left[inside] = False
                here = {strays[i][0]: (strays[i][1], points[i]) for i in inside}
                moved = await self._leaf(leaf, here, last) or moved
        rest = [i for i in np.flatnonzero(left).tolist() if not self._in_hole(points[i])]
        if rest:
            moved = await self._homeless({strays[i][0]: (strays[i][1], points[i]) for i in rest}, last) or moved
        return moved

    def _in_hole(self, point: Points) -> bool:
        """Whether a row stands in a box that is listed as unreachable already."""
        row = point.reshape(1, -1)
        return any(bool(self.crawl.inside(hole.box, row)) for hole in self.crawl.unreachable)

    async def _leaf(self, leaf: Leaf, here: dict[str, tuple[Box, Points]], last: bool) -> bool:
        crawl = self.crawl
        answer = await crawl.source.ask(Query(leaf.box))
        if answer.seen.overflow:
            crawl.ledger.release(leaf.box)
            await crawl.read([leaf.box], "a leaf grew above k")
            return True
        lost = [name for name in here if name not in set(answer.ids)]
        if not lost:
            crawl.facts.flaky += 1
            crawl.facts.note("an answer showed more rows when it was asked for again")
            crawl.keep(replace(leaf, overflow=False, sort=None, count=answer.seen.count), answer)
            return True
        gone = [name for name in lost[:_LOOKS] if not await self._still_shown(name, *here[name], leaf)]
        if len(gone) == len(lost[:_LOOKS]):
            crawl.ledger.forget(lost)
            crawl.facts.changes += len(lost)
            crawl.facts.note("rows that were shown once are not in the table any more")
            return True
        return await self.hides(leaf, len(answer.ids), last=last)

    async def _still_shown(self, name: str, asked: Box, point: Points, leaf: Leaf) -> bool:
        """Whether a query still shows a row: the narrowest one, or the one that showed it before."""
        crawl = self.crawl
        narrow = tuple(
            (int(value), int(value)) if span != axis.full and value != NULL else span
            for value, span, axis in zip(point, leaf.box, crawl.axes, strict=True)
        )
        for box in dict.fromkeys((narrow, asked)):
            if box != leaf.box and name in set((await crawl.source.ask(Query(box))).ids):
                return True
        return False

    async def hides(self, leaf: Leaf, shown: int, *, last: bool = False) -> bool:
        """A leaf leaves out rows that others show: it is split, and answers of its size are believed no more."""
        crawl, facts = self.crawl, self.crawl.facts
        crawl.short.append(shown)
        facts.note(f"the site shows {shown} rows of an answer that has more, without a sign")
        parts = parts_of(crawl, leaf)
        crawl.ledger.release(leaf.box)
        if not parts or last:
            crawl.unreachable.append(Unreachable(leaf.box, "the site leaves out rows that other queries show", None))
            crawl.ledger.add_part(leaf.box, len(crawl.axes))
            return bool(parts) and not last
        if _LOW_CAP * facts.k <= shown < facts.k:
            facts.k = max(1, shown)
            for other in crawl.ledger.leaves():
                if other.rows >= facts.k and (cut := parts_of(crawl, other)):
                    crawl.ledger.release(other.box)
                    parts += cut
        await crawl.read(parts, "a leaf left out rows")
        return True

    async def _homeless(self, here: dict[str, tuple[Box, Points]], last: bool) -> bool:
        """Rows that no leaf can hold: they lack a value of an attribute that was split on."""
        crawl = self.crawl
        split = [
            axis
            for axis, made in enumerate(crawl.axes)
            if any(leaf.box[axis] != made.full for leaf in crawl.ledger.leaves())
        ]
        axis = next((a for a in split if any(point[a] == NULL for _, point in here.values())), None)
        if axis is None:  # the table changed: a leaf that would hold them was dropped
            boxes = {asked for asked, _ in here.values()}
            shown = {name for box in boxes for name in (await crawl.source.ask(Query(box))).ids}
            crawl.ledger.forget([name for name in here if name not in shown])
            crawl.facts.changes += 1
            return False
        if crawl.total is not None:
            return False  # the count tells how many there are, and they are looked for
        name = crawl.axes[axis].name
        asked_for = any(leaf.box[axis] == NO_VALUE for leaf in crawl.ledger.leaves("null"))
        others = [a for a in range(len(crawl.axes)) if a != axis and crawl.axes[a].name not in crawl.facts.avoid]
        if not asked_for and others and name not in crawl.facts.avoid and not last:
            crawl.facts.avoid.append(name)
            crawl.facts.note(f"rows without a value of {name} exist; other attributes are split on first")
            crawl.source.surprise = f"rows without {name}"
            return True
        if not any(hole.null_axis == axis for hole in crawl.unreachable):
            reason = f"rows without a value of {name} exist ({len(here)} were seen), and no query asks for them"
            crawl.unreachable.append(Unreachable(whole(crawl.axes), reason, None, axis))
        return False


def parts_of(crawl: Crawl, leaf: Leaf) -> list[Box]:
    """A leaf in two parts, or in the values of a category; empty where it is a single point."""
    points = crawl.ledger.points(leaf.box)
    for axis, (low, high) in enumerate(leaf.box):
        if low >= high or (low, high) == NO_VALUE:
            continue
        kind = crawl.axes[axis]
        if kind.kind == "category" and not kind.several:
            return [narrowed(leaf.box, axis, value, value) for value in range(low, high + 1)]
        values = points[:, axis]
        values = values[(values >= low) & (values <= high)]
        middle = int(np.clip(np.median(values) if len(values) else (low + high) // 2, low, high - 1))
        return [narrowed(leaf.box, axis, low, middle), narrowed(leaf.box, axis, middle + 1, high)]
    return []
