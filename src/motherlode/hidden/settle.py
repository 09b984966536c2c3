"""After a reading: what does not agree is read again, until rows, counts and random queries do.

Boxes that cannot be cut further and hold more than k rows are read from both ends, completed by other answers.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from motherlode.hidden.auditor import Strays, audited
from motherlode.hidden.counts import Counts
from motherlode.hidden.source import Answered
from motherlode.model.hidden import Box, Leaf, Query, Unreachable

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


async def rescue(crawl: Crawl, hole: Unreachable, answer: Answered) -> None:
    """A point above k: both ends of every sort order are read; what is still missing is listed."""
    rows = dict(zip(answer.ids, answer.rows, strict=True))
    whole_read = False
    sort = crawl.source.site.sort
    if len(answer.ids) < crawl.facts.k and not answer.doubt:
        answer = await crawl.source.ask(Query(hole.box))
        rows |= dict(zip(answer.ids, answer.rows, strict=True))
    named = bool(crawl.source.site.results.id)  # equal rows without an id cannot be told apart in two answers
    for number, name in enumerate(crawl.source.sort_keys if named else ()):
        if name not in sort.ascending or name not in sort.descending:
            continue
        both = [await crawl.source.ask(Query(hole.box, sort=number, descending=down)) for down in (False, True)]
        whole_read = whole_read or (answer.seen.count is None and _meet(both[0].ids, both[1].ids))
        for one in both:
            rows |= dict(zip(one.ids, one.rows, strict=True))
    count = answer.seen.count
    missing = count - len(rows) if count is not None else None
    points = crawl.source.points(list(rows.values()))
    leaf = Leaf(hole.box, len(rows), count, sort=0, descending=True)
    if missing == 0 or whole_read or (missing is not None and missing < 0):
        if whole_read:
            crawl.by_order.append("rows of one value, in both directions")
        if missing is not None and missing < 0:
            leaf = replace(leaf, count=None)
            crawl.facts.counts = False
        crawl.ledger.add(leaf, list(rows), list(rows.values()), points)
    else:
        crawl.ledger.add(leaf, list(rows), list(rows.values()), points, kind="part")
        reason = f"{hole.reason}: {answer.doubt}" if answer.doubt else hole.reason
        crawl.unreachable.append(replace(hole, missing=missing, reason=reason))
    crawl.saved(len(rows))


def adopt(crawl: Crawl) -> None:
    """Rows that another answer showed of a box that cannot be read whole are part of it."""
    if not crawl.unreachable:
        return
    strays = crawl.ledger.strays()
    points = crawl.source.points([row for _, _, row in strays])
    parts = {leaf.box: leaf for leaf in crawl.ledger.leaves("part")}
    for place, hole in enumerate(crawl.unreachable):
        inside = crawl.inside(hole.box, points) if hole.box in parts and hole.null_axis is None else []
        if not inside:
            continue
        crawl.ledger.move([strays[i][0] for i in inside], hole.box)
        left = None if hole.missing is None else max(0, hole.missing - len(inside))
        crawl.unreachable[place] = replace(hole, missing=left)
    crawl.unreachable = [hole for hole in crawl.unreachable if hole.missing != 0 or hole.box not in parts]


def _meet(up: list[str], down: list[str]) -> bool:
    """Whether two answers in opposite orders overlap at their ends: then nothing lies between them.

    Answers that are not each other's reverse there, as when all rows tie, prove nothing.
    """
    both = set(up) & set(down)
    common = [name for name in up if name in both]
    return bool(common) and up[-len(common) :] == common and down[-len(common) :] == common[::-1]
