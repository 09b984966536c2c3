"""Every row that any answer showed must be in a leaf; the auditor asks random queries outside the plan besides.

Where a row is in none, the leaf that should hold it is read again. One that shows the row then was misread. One that
still does not, although a narrower query or the one that showed the row still does, hides rows without a sign: it is
split, and no answer of its size is believed again.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from motherlode.hidden.plan import narrowed, parts, whole
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
    for axis, span in enumerate(leaf.box):
        if span[0] < span[1] and span != NO_VALUE:
            values = crawl.ledger.points(leaf.box)[:, axis]
            return [narrowed(leaf.box, axis, *part) for part in parts(crawl.axes[axis], span, values)]
    return []


CONFIDENCE = 0.95
_FEWEST = 4
_MOST_PARTS = 8
"""A leaf that falls into more parts than this is not halved."""


@dataclass(slots=True)
class Audit:
    """What random queries showed since the last time that one of them showed something new."""

    queries: int = 0
    rows: int = 0
    found: int = 0

    def bound(self) -> float:
        """The share of rows that may be missing at random, at most, with a confidence of 95 %.

        None of m rows shown was missing; had a share p been missing, that has the probability (1 − p)^m.
        """
        return 1.0 if not self.rows else 1.0 - (1.0 - CONFIDENCE) ** (1.0 / self.rows)

    def words(self) -> str:
        """For a person."""
        if not self.queries:
            return "no random queries were made"
        return (
            f"{self.queries} random queries outside the plan showed {self.rows} rows, all of them read: at most"
            f" {self.bound():.2%} of the rows are missing at random (confidence {CONFIDENCE:.0%})"
        )


async def audited(crawl: Crawl) -> bool:
    """Asks random queries; True if none contradicted what was read. What one shows anew is kept and read again.

    Where the site's own count is the number of rows read, a few narrow queries ask whether it leaves out rows that
    only they show, as sites do that show one of several rows which are alike.
    """
    witnessed = crawl.witnessed
    wanted = min(crawl.params.audit, _FEWEST if witnessed else max(_FEWEST, len(crawl.ledger.leaves())))
    wanted *= 1 + min(3, crawl.audit.found)  # a site that was caught is looked at more closely
    rng = np.random.default_rng([crawl.ledger.count(), crawl.audit.found])
    points = crawl.points()
    crawl.audit.queries = crawl.audit.rows = 0
    suspects = [] if witnessed else _suspects(crawl, rng)
    most = crawl.facts.page if witnessed else crawl.facts.k
    for number in range(wanted):
        if number % 2 and suspects:
            clean = await _halved(crawl, suspects.pop())
        else:
            clean = await _asked(
                crawl, _random_box(crawl, points, rng, number if witnessed else number // 2, most), points
            )
        crawl.watch()
        if not clean:
            crawl.audit.found += 1
            crawl.facts.note("random queries outside the plan contradicted what the plan had shown")
            if witnessed and crawl.audit.found > 1:  # once, a row may have come between the count and this query
                crawl.total, crawl.count_refuted = None, True
            return False
    return True


async def _asked(crawl: Crawl, box: Box, points: Points) -> bool:
    """Asks one box: every row it shows must have been read, and an overflow must hold as many rows that were."""
    answer = await crawl.source.ask(Query(box))
    known = crawl.ledger.known(answer.ids)
    fresh = [i for i, name in enumerate(answer.ids) if name not in known]
    crawl.audit.queries += 1
    crawl.audit.rows += len(answer.ids)
    if fresh:
        crawl.ledger.see(box, [answer.ids[i] for i in fresh], [answer.rows[i] for i in fresh])
        return False
    inside = len(crawl.inside(box, points))
    part_of_holes = any(crawl.inside(box, crawl.ledger.points(hole.box)) for hole in crawl.unreachable)
    least = len(answer.ids) + 1 if crawl.facts.visible else crawl.facts.k
    if not answer.seen.overflow or answer.doubt or inside >= least or part_of_holes:
        return True
    for leaf in crawl.ledger.leaves():  # more rows are there than were read: which leaf leaves them out?
        if _touch(leaf.box, box) and not await _halved(crawl, leaf):
            return False
    return False


async def _halved(crawl: Crawl, leaf: Leaf) -> bool:
    """Asks the halves of a leaf: together they must show what it showed."""
    parts = parts_of(crawl, leaf) if crawl.ledger.has(leaf.box) else []
    if not parts or len(parts) > _MOST_PARTS:
        return True
    known, shown = set(crawl.ledger.ids(leaf.box)), 0
    for part in parts:
        answer = await crawl.source.ask(Query(part))
        crawl.audit.queries += 1
        crawl.audit.rows += len(answer.ids)
        shown += len(answer.ids)
        if (answer.seen.overflow and not answer.doubt) or any(name not in known for name in answer.ids):
            await Strays(crawl).hides(leaf, leaf.rows)
            return False
    return True


def _suspects(crawl: Crawl, rng: np.random.Generator) -> list[Leaf]:
    """Leaves to halve, the most doubtful last: those that show as many rows as others do, which a lower cap would.

    Every second one is the widest that is left: a site may cut off ranges that are wider than it allows.
    """
    leaves = [leaf for leaf in crawl.ledger.leaves() if leaf.rows and leaf.rows != leaf.count]
    often = Counter(leaf.rows for leaf in leaves if leaf.rows >= 0.1 * crawl.facts.k)
    order = rng.permutation(len(leaves))
    page = max(1, crawl.facts.page)

    def doubt(place: int) -> tuple[int, int, int]:
        rows = leaves[place].rows
        return (often[rows] > 1, rows % page == 0, rows)

    doubtful = sorted(order.tolist(), key=doubt)
    widest = sorted(order.tolist(), key=lambda place: _width(crawl, leaves[place].box))
    mixed = [place for pair in zip(widest, doubtful, strict=True) for place in pair]
    return [leaves[place] for place in dict.fromkeys(reversed(mixed))][::-1]


def _width(crawl: Crawl, box: Box) -> float:
    """The share of its attribute's range that a box takes in, along the ranges that were narrowed."""
    shares = [
        (high - low + 1) / (axis.high - axis.low + 1)
        for axis, (low, high) in zip(crawl.axes, box, strict=True)
        if axis.kind != "category" and (low, high) != axis.full
    ]
    return max(shares, default=0.0)


def _touch(one: Box, other: Box) -> bool:
    return all(a <= d and c <= b for (a, b), (c, d) in zip(one, other, strict=True))


def _random_box(crawl: Crawl, points: Points, rng: np.random.Generator, number: int, most: int) -> Box:
    """A range around a random row, on each attribute in turn, that should hold a part of `most` rows."""
    axes = crawl.axes
    box = whole(axes)
    if not len(points):
        return box
    row = points[rng.integers(len(points))]
    order = [(number + step) % len(axes) for step in range(len(axes))]
    goal = most * rng.uniform(0.1, 0.8 if most > crawl.facts.page else 2.0)
    inside = points
    for axis in order:
        if row[axis] == NULL or len(inside) <= goal:
            continue
        kind, value = axes[axis], int(row[axis])
        if kind.kind == "category":
            span = (value, value)
        else:
            column = np.sort(inside[:, axis][inside[:, axis] != NULL])
            place = int(np.searchsorted(column, value))
            first = max(0, place - int(goal * rng.uniform(0, 1)))
            last = min(len(column) - 1, max(place, first + int(goal) - 1))
            span = (int(column[first]), int(column[last]))
        box = narrowed(box, axis, *span)
        inside = inside[(inside[:, axis] >= span[0]) & (inside[:, axis] <= span[1])]
    return box
