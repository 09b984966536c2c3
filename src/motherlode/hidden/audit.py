"""After the sweep: does the site still count what was read? Finds rows that came, went, or stand on no axis."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from motherlode.hidden.plan import narrowed, whole
from motherlode.hidden.source import Answered
from motherlode.model.hidden import NULL, Box, Leaf, Points, Query, Unreachable

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl

_PASSES = 6


@dataclass(slots=True)
class Audit:
    """Compares counts from the top down and reads again only what differs."""

    crawl: Crawl

    async def run(self) -> None:
        """Until the counts agree, a few times at the most: a table that never rests cannot be certified."""
        for _ in range(_PASSES):
            total = await self._count(whole(self.crawl.axes))
            self.crawl.total = total
            hidden = sum(hole.missing or 0 for hole in self.crawl.unreachable)
            if total is None or self.crawl.ledger.count() + hidden == total:
                return
            changed = await self._leaves()
            if not changed:
                await self._off_axis(total)
                return

    async def _count(self, box: Box) -> int | None:
        source = self.crawl.source
        page = await source.page(Query(box), 0)
        return page.count if page.exact else None

    async def _leaves(self) -> bool:
        """Reads every leaf again whose count has changed; tells whether any had."""
        ledger = self.crawl.ledger
        leaves = ledger.leaves()
        axes = [axis for axis in range(len(self.crawl.axes)) if len({leaf.box[axis] for leaf in leaves}) > 1]
        stale = await self._stale(leaves, axes[0]) if len(axes) == 1 else await self._each(leaves)
        stale += await self._each(ledger.leaves("null"))
        for leaf in stale:
            answer = await self.crawl.source.ask(Query(leaf.box))
            ledger.drop(leaf.box)
            if answer.seen.overflow:
                await self._split(leaf, answer)
                continue
            self.crawl.keep(Leaf(leaf.box, len(answer.ids), answer.seen.count), answer)
        return bool(stale)

    async def _split(self, leaf: Leaf, answer: Answered) -> None:
        from motherlode.hidden.strategy import Choice, make_planner

        crawl = self.crawl
        planner = make_planner(
            Choice("guided", "a leaf grew above k"), crawl.axes, crawl.source.facts, crawl.params.cost,
            sort_axes=[], sample=answer.seen.points, rows=float(answer.seen.count or 0), boxes=[leaf.box],
        )  # fmt: skip
        await crawl._work(planner)  # noqa: SLF001 - the audit is part of the run

    async def _each(self, leaves: list[Leaf]) -> list[Leaf]:
        return [leaf for leaf in leaves if await self._count(leaf.box) != leaf.rows]

    async def _stale(self, leaves: list[Leaf], axis: int) -> list[Leaf]:
        """Halves the row of leaves and follows the halves whose count differs."""
        if not leaves:
            return []
        first, last = leaves[0].box, leaves[-1].box
        box = narrowed(first, axis, first[axis][0], last[axis][1])
        parts = [hole for hole in self.crawl.unreachable if box[axis][0] <= hole.box[axis][0] <= box[axis][1]]
        points = sum(hole.missing or 0 for hole in parts if hole.null_axis is None)
        kept = {leaf.box: leaf.rows for leaf in self.crawl.ledger.leaves("part")}
        known = sum(leaf.rows for leaf in leaves) + points + sum(kept.get(hole.box, 0) for hole in parts)
        if box != whole(self.crawl.axes) and await self._count(box) == known:
            return []
        if len(leaves) == 1:
            return leaves if box != whole(self.crawl.axes) or await self._count(box) != known else []
        middle = len(leaves) // 2
        return [*await self._stale(leaves[:middle], axis), *await self._stale(leaves[middle:], axis)]

    # --- rows without a value -------------------------------------------------------------------------------------

    async def _off_axis(self, total: int) -> None:
        """Rows that no range of the split attribute holds: looked for along the other attributes."""
        crawl = self.crawl
        leaves = crawl.ledger.leaves()
        split = [axis for axis in range(len(crawl.axes)) if len({leaf.box[axis] for leaf in leaves}) > 1]
        others = [axis for axis in range(len(crawl.axes)) if axis not in split]
        points = np.concatenate([crawl.ledger.points(leaf.box) for leaf in leaves])
        if others:
            await self._search(whole(crawl.axes), others, points, total)
        hidden = sum(hole.missing or 0 for hole in crawl.unreachable)
        missing = total - crawl.ledger.count() - hidden
        if missing > 0:
            axis = split[0] if split else 0
            name = crawl.axes[axis].name
            crawl.unreachable.append(
                Unreachable(
                    whole(crawl.axes),
                    f"rows that no query on {name} shows: no value, or one not listed",
                    missing,
                    axis,
                )
            )

    async def _search(self, box: Box, others: list[int], points: Points, count: int) -> None:
        """Follows the parts in which the site counts more rows than are known; reads them where they fit under k."""
        crawl = self.crawl
        if count <= len(points):
            return
        if count <= crawl.source.facts.k:
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
        low, high = box[axis]
        kind = crawl.axes[axis]
        if kind.kind == "category" and not kind.several:
            spans = [(value, value) for value in range(low, high + 1)]
        else:
            column = points[:, axis]
            column = column[column != NULL]
            middle = int(np.clip(np.median(column) if len(column) else (low + high) // 2, low, high - 1))
            spans = [(low, middle), (middle + 1, high)]
        for first, last in spans:
            part = narrowed(box, axis, first, last)
            inside = points[(points[:, axis] >= first) & (points[:, axis] <= last)]
            found = await self._count(part)
            if found is not None and found > len(inside):
                await self._search(part, others, inside, found)
