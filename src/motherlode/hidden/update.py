"""Reading by difference: ranges whose count is still what was read there are taken over, only the others are read.

What it rests on: a row that was put in place of another in the same range, or whose values changed there, leaves the
count as it was. Some ranges are read all the same, at random; where one shows such a change, all are read.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from motherlode.hidden.counts import Counts
from motherlode.model.hidden import Assumption, Leaf, Query

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl

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
