"""Does the site still count what was read? Finds rows that came, went, or stand on no axis, and counts that lie.

An earlier reading is brought up to date by difference: ranges whose count is still what was read are taken over. A
row that was put in place of another in the same range, or whose values changed there, leaves the count as it was.
Some ranges are read all the same, at random; where one shows such a change, all are read.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from motherlode.hidden.plan import halves, narrowed, parts, whole
from motherlode.model.hidden import NULL, Assumption, Box, Leaf, Points, Query, Unreachable

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl


_MOST_COMPARED = 200
"""Counts met while reading that are compared with the rows read, at the most."""
_FEWEST_COMPARED = 4
"""With fewer counts than these, halves of the attributes are counted besides."""


@dataclass(slots=True)
class Counts:
    """Compares counts from the top down and reads again only what differs."""

    crawl: Crawl

    async def run(self) -> bool:
        """Whether anything was read again. A count that proves wrong is not used any more."""
        crawl = self.crawl
        if crawl.count_refuted:
            return False
        before = crawl.total
        total = await self._total()
        if total is not None and before is not None and total != before:
            crawl.facts.changes += 1
        crawl.total = total
        if total is None:
            return False
        if self._known() == total:
            if crawl.witnessed and not await self._parts_agree():
                self._distrust("counts of parts are not the rows that were read there: they are only near")
            return crawl.count_refuted
        if await self._leaves():
            return True
        if self._known() > total:
            self._distrust(
                f"{self._known()} rows were read, the site counts {total}: the count stops or is only near"
            )
        elif not await self._additive():
            self._distrust("the counts of parts do not add up to the count of the whole: they are only near")
        else:
            await self._off_axis(total)
        return crawl.count_refuted

    def _known(self) -> int:
        """Rows read, and rows known to be unreachable."""
        return self.crawl.ledger.count() + sum(hole.missing or 0 for hole in self.crawl.unreachable)

    def _distrust(self, why: str) -> None:
        self.crawl.total = None
        self.crawl.count_refuted = True
        self.crawl.facts.note(f"{why}; it proves nothing")

    async def _total(self) -> int | None:
        """The count of everything, asked twice."""
        counts = [await self._raw(whole(self.crawl.axes)) for _ in range(2)]
        return counts[1]

    async def _raw(self, box: Box) -> int | None:
        page = await self.crawl.source.page(Query(box), 0)
        return page.count if page.exact else None

    async def count(self, box: Box) -> int | None:
        """The count of a box, without the rows that belong to the boxes beside it."""
        crawl = self.crawl
        if crawl.source.overlaps(box):
            answer = await crawl.source.ask(Query(box))
            return answer.seen.count
        return await self._raw(box)

    # --- rows that came or went ------------------------------------------------------------------------------------

    async def _leaves(self) -> bool:
        """Reads every leaf again whose count has changed; tells whether any had."""
        crawl, ledger = self.crawl, self.crawl.ledger
        leaves = ledger.leaves()
        axes = [axis for axis in range(len(crawl.axes)) if len({leaf.box[axis] for leaf in leaves}) > 1]
        stale = await self._stale(leaves, axes[0]) if len(axes) == 1 else await self._each(leaves)
        stale += await self._each(ledger.leaves("null"))
        changed = False
        for leaf in [one for one in stale if ledger.has(one.box)]:
            answer = await crawl.source.ask(Query(leaf.box))
            if answer.seen.overflow and not answer.doubt:
                ledger.release(leaf.box)
                await crawl.read([leaf.box], "a leaf grew above k")
                changed = True
            elif not answer.doubt and sorted(answer.ids) != sorted(ledger.ids(leaf.box)):
                ledger.drop(leaf.box)
                crawl.keep(Leaf(leaf.box, len(answer.ids), answer.seen.count), answer)
                crawl.facts.changes += 1
                changed = True
        return changed

    async def _each(self, leaves: list[Leaf]) -> list[Leaf]:
        return [leaf for leaf in leaves if await self.count(leaf.box) != leaf.rows]

    async def _stale(self, leaves: list[Leaf], axis: int) -> list[Leaf]:
        """Halves the row of leaves and follows the halves whose count differs."""
        if not leaves:
            return []
        crawl = self.crawl
        first, last = leaves[0].box, leaves[-1].box
        box = narrowed(first, axis, first[axis][0], last[axis][1])
        parts = [hole for hole in crawl.unreachable if box[axis][0] <= hole.box[axis][0] <= box[axis][1]]
        points = sum(hole.missing or 0 for hole in parts if hole.null_axis is None)
        kept = {leaf.box: leaf.rows for leaf in crawl.ledger.leaves("part")}
        known = sum(leaf.rows for leaf in leaves) + points + sum(kept.get(hole.box, 0) for hole in parts)
        if box != whole(crawl.axes) and await self.count(box) == known:
            return []
        if len(leaves) == 1:
            return leaves if box != whole(crawl.axes) or await self.count(box) != known else []
        middle = len(leaves) // 2
        return [*await self._stale(leaves[:middle], axis), *await self._stale(leaves[middle:], axis)]

    async def _parts_agree(self) -> bool:
        """Whether the count of everything is no chance: counts of parts must be the rows read there, every one.

        The counts that the reading met are compared; where it met few, both halves of each attribute are counted.
        """
        crawl = self.crawl
        if crawl.facts.changes:
            return True
        points = crawl.points("leaf", "null", "extra")
        met = list(crawl.counted.items())[:_MOST_COMPARED]
        if len(met) < _FEWEST_COMPARED and len(crawl.ledger.leaves()) > 1:
            for axis, made in enumerate(crawl.axes):
                column = points[:, axis][points[:, axis] != NULL]
                low, high = made.full
                if low == high or not len(column) or (made.kind == "category" and not made.several):
                    continue
                for span in halves(made.full, column):
                    box = narrowed(whole(crawl.axes), axis, *span)
                    count = await self._raw(box)
                    met += [(box, count)] if count is not None else []
        return not contradiction(crawl, met, points)

    async def _additive(self) -> bool:
        """Whether counts of wide ranges are the rows in them: then what is missing from the whole stands on no range.

        Ranges that leave the split attribute free may hold rows without a value, so they say nothing here.
        """
        crawl = self.crawl
        leaves = crawl.ledger.leaves()
        split = [a for a, axis in enumerate(crawl.axes) if any(leaf.box[a] != axis.full for leaf in leaves)]
        if not split:
            return True
        axis = split[0]
        low, high = crawl.axes[axis].full
        if low == high:
            return True
        points = crawl.points()
        holes = [hole for hole in crawl.unreachable if hole.null_axis is None]
        for span in halves((low, high), points[:, axis]):
            box = narrowed(whole(crawl.axes), axis, *span)
            hidden = sum(hole.missing or 0 for hole in holes if span[0] <= hole.box[axis][0] <= span[1])
            if await self.count(box) != len(crawl.inside(box, points)) + hidden and len(split) == 1:
                return False
        return True

    # --- rows without a value --------------------------------------------------------------------------------------

    async def _off_axis(self, total: int) -> None:
        """Rows that no range of the split attribute holds: looked for along the other attributes."""
        crawl = self.crawl
        leaves = crawl.ledger.leaves()
        split = [axis for axis in range(len(crawl.axes)) if len({leaf.box[axis] for leaf in leaves}) > 1]
        others = [axis for axis in range(len(crawl.axes)) if axis not in split]
        if others and leaves:
            await self._search(whole(crawl.axes), others, crawl.points(), total)
        missing = total - self._known()
        if missing > 0:
            axis = split[0] if split else 0
            reason = f"rows that no query on {crawl.axes[axis].name} shows: no value, or one not listed"
            crawl.unreachable.append(Unreachable(whole(crawl.axes), reason, missing, axis))

    async def _search(self, box: Box, others: list[int], points: Points, count: int) -> None:
        """Follows the parts in which the site counts more rows than are known; reads them where they fit under k."""
        crawl = self.crawl
        if count <= len(points):
            return
        if count <= crawl.facts.k:
            answer = await crawl.source.ask(Query(box))
            known = set(crawl.ledger.ids())
            fresh = [i for i, name in enumerate(answer.ids) if name not in known]
            if fresh:
                ids = [answer.ids[i] for i in fresh]
                leaf = Leaf(box, len(ids))
                crawl.ledger.add(leaf, ids, [answer.rows[i] for i in fresh], answer.seen.points[fresh], kind="extra")
            return
        usable = [axis for axis in others if box[axis][0] < box[axis][1]]
        if not usable:
            return
        axis = usable[0]
        for first, last in parts(crawl.axes[axis], box[axis], points[:, axis]):
            part = narrowed(box, axis, first, last)
            inside = points[(points[:, axis] >= first) & (points[:, axis] <= last)]
            found = await self.count(part)
            if found is not None and found > len(inside):
                await self._search(part, others, inside, found)


def contradiction(crawl: Crawl, counted: Iterable[tuple[Box, int]], points: Points) -> str:
    """Which count of a range is not that of the rows read there, in words; "" if all are.

    Only to be asked where the count of everything is the number of rows read. Ranges that are asked for with a step
    more at their ends may be counted with the rows on those steps.
    """
    for box, count in counted:
        wider = tuple(
            (low - below, high + above) if (low, high) != axis.full else (low, high)
            for (low, high), axis, (below, above) in zip(
                box, crawl.axes, (attribute.slack for attribute in crawl.source.attributes), strict=True
            )
        )
        least, most = len(crawl.inside(box, points)), len(crawl.inside(wider, points))
        if any(
            axis.name in crawl.facts.loose and span != axis.full for axis, span in zip(crawl.axes, box, strict=True)
        ):
            most = count
        if not least <= count <= most:
            return (
                f"the site counted {count} rows where {least} were read: its counts are only near, and prove nothing"
            )
    return ""


_CONFIDENCE = 0.95


@dataclass(slots=True)
class Update:
    """The difference between an earlier reading, which the ledger holds, and the site as it is now."""

    crawl: Crawl
    taken_over: int = 0
    """Ranges that were not read again because their counts are what was read there."""
    counted: int = 0
    spot_rows: int = 0
    spot_ranges: int = 0

    async def run(self) -> None:
        """Counts every range of the earlier reading and reads those whose count moved."""
        crawl = self.crawl
        leaves = [*crawl.ledger.leaves(), *crawl.ledger.leaves("null")]
        same = await self._same(leaves) if crawl.facts.counts else []
        await self._read([leaf for leaf in leaves if leaf not in same])
        checked = self._spots(same)
        if not all([await self._is_as_it_was(leaf) for leaf in checked]):
            crawl.facts.note("a range with the same count has other rows than before: every range was read again")
            await self._read(same)
            return
        self.spot_ranges, self.spot_rows = len(checked), sum(leaf.rows for leaf in checked)
        self.taken_over, self.counted = len(same) - len(checked), len(leaves)

    async def _read(self, leaves: list[Leaf]) -> None:
        """Reads ranges anew. All are forgotten first: a row may have moved from one into another."""
        for leaf in leaves:
            self.crawl.ledger.drop(leaf.box)
        if leaves:
            await self.crawl.read([leaf.box for leaf in leaves], "counts moved")

    async def _same(self, leaves: list[Leaf]) -> list[Leaf]:
        """The leaves whose count is the number of rows that were read there; as many are asked at once as allowed."""
        counts, room = Counts(self.crawl), asyncio.Semaphore(self.crawl.params.workers)

        async def holds(leaf: Leaf) -> bool:
            async with room:
                return await counts.count(leaf.box) == leaf.rows

        asked = await asyncio.gather(*(holds(leaf) for leaf in leaves))
        self.crawl.watch()
        return [leaf for leaf, kept in zip(leaves, asked, strict=True) if kept]

    def _spots(self, leaves: list[Leaf]) -> list[Leaf]:
        """Ranges to read although their counts did not move."""
        filled = [leaf for leaf in leaves if leaf.rows]
        wanted = min(self.crawl.params.audit, len(filled))
        rng = np.random.default_rng([self.crawl.ledger.count(), len(filled)])
        return [filled[i] for i in rng.choice(len(filled), wanted, replace=False)] if wanted else []

    async def _is_as_it_was(self, leaf: Leaf) -> bool:
        """Whether a range shows the same rows with the same values."""
        ledger = self.crawl.ledger
        answer = await self.crawl.source.ask(Query(leaf.box))
        self.crawl.watch()
        before = {name: json.loads(data) for name, (_, data) in ledger.known(ledger.ids(leaf.box)).items()}
        return before == dict(zip(answer.ids, json.loads(json.dumps(answer.rows)), strict=True))

    def assumptions(self) -> list[Assumption]:
        """What the result rests on because ranges were taken over from the earlier reading."""
        if not self.taken_over:
            return []
        text = "in a range whose count did not move, no row was put in place of another and none has other values"
        said = f"{self.taken_over} of {self.counted} ranges were counted and not read again"
        if self.spot_rows:
            bound = 1.0 - (1.0 - _CONFIDENCE) ** (1.0 / self.spot_ranges)
            said += (
                f"; {self.spot_ranges} others with the same count were read all the same ({self.spot_rows} rows), and"
                f" none differed: at most {bound:.0%} of the ranges hold such a change (confidence {_CONFIDENCE:.0%})"
            )
        return [Assumption("replaced", text, said)]
