"""After a reading: what does not agree is read again, until rows, counts and random queries do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from motherlode.hidden.auditor import audited
from motherlode.hidden.counts import Counts
from motherlode.hidden.crowded import adopt
from motherlode.hidden.strays import Strays
from motherlode.model.hidden import Box, Query

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl

_FEWEST_REPAIRS, _REPAIRS = 500, 4
"""Requests that mending may take: so many, or so many times those of the reading, whichever is more. Of 700 sites of
the matrix one that took more came to be read whole; the others that did were incomplete after thousands as well."""
_PASSES = 10
"""How often what does not agree is read again: a table that never rests cannot be certified."""


async def settle(crawl: Crawl) -> None:
    """Until rows and counts agree and random queries show nothing new, a few times at the most.

    A count that proved wrong is no witness. Where the mending itself takes many requests, the reading ends honestly.
    """
    pages = crawl.source.pages
    pages.most_repairs = pages.requests + max(_FEWEST_REPAIRS, _REPAIRS * (pages.requests - crawl.began))
    await _agree(crawl)
    pages.most_repairs = 0
    if not crawl.facts.counts:
        crawl.total = None


async def _agree(crawl: Crawl) -> None:
    await _confirm_early(crawl)
    for number in range(_PASSES):
        await _read_deserted(crawl)
        adopt(crawl)
        moved = await Strays(crawl).run(last=number == _PASSES - 1)
        if crawl.facts.counts:
            moved = await Counts(crawl).run() or moved
        crawl.watch()
        if moved or crawl.deserted:
            continue
        if not crawl.params.audit or await audited(crawl):
            return
    crawl.restless = True


async def _confirm_early(crawl: Crawl) -> None:
    """Leaves that were read before the site was seen to answer short or empty at times are read again."""
    if not crawl.facts.flaky:
        return
    for box in sorted(crawl.early):
        if not crawl.ledger.has(box) or (leaf := crawl.ledger.leaf(box)).overflow or leaf.descending:
            continue
        answer = await crawl.source.ask(Query(box))
        crawl.watch()
        if not answer.seen.overflow and len(answer.ids) > leaf.rows:
            crawl.keep(replace(leaf, count=answer.seen.count), answer)
    crawl.early.clear()


async def _read_deserted(crawl: Crawl) -> None:
    """Ranges that a row has left, which was found in another one, are read again."""
    boxes, crawl.deserted = crawl.deserted, set()
    for box in sorted(box for box in boxes if crawl.ledger.has(box)):
        crawl.facts.changes += 1
        leaf, answer = crawl.ledger.leaf(box), await crawl.source.ask(Query(box))
        crawl.watch()
        if answer.seen.overflow:
            crawl.ledger.release(box)
            await crawl.read([box], "a leaf grew above k")
        else:
            crawl.keep(replace(leaf, count=answer.seen.count), answer)


async def shared_or_moved(crawl: Crawl, clashing: list[tuple[str, Box, Box]]) -> None:
    """Two rows with one id: rows that share it are both still there, of a row that moved only one is."""
    facts = crawl.facts
    for name, *boxes in clashing[:3]:
        there = [name in set((await crawl.source.ask(Query(box))).ids) for box in boxes]
        if all(there):
            facts.keyed = False
            facts.note(f"the field '{crawl.source.site.results.id}' does not name a row: two rows share a value")
            return
    facts.moving = True
    facts.changes += 1
    facts.note("rows changed and moved to other ranges while they were read")
