"""Boxes that cannot be cut further and hold more than k rows: read from both ends, completed by other answers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from motherlode.hidden.source import Answered
from motherlode.model.hidden import Leaf, Query, Unreachable

if TYPE_CHECKING:
    from motherlode.hidden.crawl import Crawl


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
