"""Asks a described site over HTTP: pages of an answer read to the end, or until overflow shows; faults healed.

An answer is believed when nothing in it speaks against it: every page has its end, an end of the rows is confirmed,
no row stands twice, and the rows are as many as the site counts. Else it is read again, and again; what two readings
agree on is taken with its doubt written beside it.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import numpy as np

from motherlode.errors import DescriptionMismatch
from motherlode.hidden.answer import AnswerReader, Reading
from motherlode.hidden.asking import FormFetcher, Pages, PastTheEnd, Place, Reach, ReadingEnds, Sending
from motherlode.hidden.description import Attribute, Description
from motherlode.hidden.plan import whole
from motherlode.hidden.reading import AnswerPage, Records, Row, SiteRows, digest
from motherlode.model.hidden import NO_VALUE, Box, Points, Query, Seen

_READINGS = 4
"""Readings of one answer before it is called unsteady."""
_SIGNS_OF_LIFE = 3
"""How often everything is asked for, after empty answers, before the site is said to show nothing any more."""
_MISPLACED = 6
"""Answers on end that show rows which were not asked for, whenever they are read: then the filter works no more."""


class OtherRows(DescriptionMismatch):
    """An answer shows rows that were not asked for."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with its rows: what the planner sees, and what goes into the ledger.

    `doubt` says in words why the rows may not be all, although the site shows no more; `beside` counts the rows left
    out because they belong to the ranges beside the asked one.
    """

    seen: Seen
    rows: list[Row]
    ids: list[str]
    doubt: str = ""
    beside: int = 0


class WebSource(SiteRows):
    """The hidden database behind a description."""

    def __init__(
        self,
        site: Description,
        fetcher: FormFetcher,
        records: Records | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`pause` waits some seconds: an argument, so that tests need not."""
        super().__init__(site)
        self.pages = Pages(site, fetcher, records, pause)
        self._reader = AnswerReader(self)
        self.queries = 0
        self.sightings: list[tuple[Box, list[str], list[Row], Points]] = []
        self.free: Counter[int] = Counter()
        self.empty: list[Box] = []  # answered by nothing since the last row that the site showed
        self.misplaced: set[str] = set()  # rows that are shown where others were asked for, whenever it is
        self._unfiltered = 0
        self.sort_keys = site.sort.keys([axis.name for axis in self.axes])

    @property
    def requests(self) -> int:
        """Page requests so far."""
        return self.pages.requests

    # --- one page -------------------------------------------------------------------------------------------------

    async def page(
        self, query: Query, number: int, before: AnswerPage | None = None, reaches: Mapping[int, Reach] | None = None
    ) -> AnswerPage:
        """One page of an answer, from 0; `before` is the page before it, `reaches` asks beyond the domain."""
        made = await self._get(query, number, before, reaches)
        if made.rows:
            self.empty.clear()
        elif self.facts.k and not number and reaches is None:
            await self._still_there(query)
        return made

    async def _still_there(self, query: Query) -> None:
        """After two empty answers in a row the site must still show something of everything.

        A site may answer like an empty table when a quota is used up; that is neither an end nor a deletion.
        """
        root = Query(whole(self.axes))
        if query.box not in self.empty:
            self.empty.append(query.box)
        if query.box != root.box and len(self.empty) < 2:
            return
        for number in range(_SIGNS_OF_LIFE):
            if (await self._get(root, 0)).rows:
                self.facts.flaky += number > 0
                self.empty.clear()
                return
            await self.pages.pause(4.0**number)
        raise ReadingEnds(
            "the site shows nothing any more of what it showed before, as when a quota is used up; go on later with"
            " --resume"
        )

    async def _get(
        self, query: Query, number: int, before: AnswerPage | None = None, reaches: Mapping[int, Reach] | None = None
    ) -> AnswerPage:
        place = Place(number, before.next if before else "", before.state if before else {})

        def make() -> Sending:
            return self.pages.asker.request(
                query, place, self.attributes, self.axes, self.sort_keys, self.facts.page, reaches
            )

        return await self.pages.get(make, number, self.facts)

    async def page_or_none(self, query: Query, number: int, before: AnswerPage | None = None) -> AnswerPage | None:
        """A further page, None where the site has none."""
        kind = self.site.paging.kind
        if number and (kind == "none" or (kind in {"next", "cursor", "link"} and not (before and before.next))):
            return None
        if self.pages.cap_known and self.facts.page and number * self.facts.page >= self.facts.k:
            return None  # beyond what is shown of any answer
        try:
            return await self.page(query, number, before)
        except PastTheEnd:
            return None

    async def following(self, query: Query, pages: list[AnswerPage]) -> AnswerPage | None:
        """The page after those of an answer; None where there is none, or where one of them is shown again."""
        page = await self.page_or_none(query, len(pages), pages[-1])
        return None if page is not None and self.facts.repeats and self._shown_again(page, pages) else page

    def _shown_again(self, page: AnswerPage, pages: list[AnswerPage]) -> bool:
        """Whether a page past the end shows rows of an earlier one: by their ids, or row for row without ids."""
        names = [self.name_of(row) for row in page.rows]
        before = [[self.name_of(row) for row in one.rows] for one in pages]
        if self.site.results.id:
            return set(names) <= {name for one in before for name in one}
        if again := sorted(names) in map(sorted, before):
            self.facts.copies += 1
        return again

    # --- one answer -----------------------------------------------------------------------------------------------

    async def ask(self, query: Query) -> Answered:
        """The whole answer, or a sample of `enough` rows as soon as overflow shows."""
        self.queries += 1
        before = self.requests
        readings: list[Reading] = []
        for _ in range(_READINGS):
            reading = await self._reader.read(query)
            if not reading.trouble:
                if readings:
                    self.facts.flaky += 1
                try:
                    return self._made(query, reading, before)
                except OtherRows as error:  # a cache may have served another answer once
                    reading.trouble, reading.others = error.message, True
            agreed = next((one for one in readings if self._agree(one, reading)), None)
            readings.append(reading)
            if agreed is not None:
                return self._settled(query, reading, before)
        return self._unsteady(query, readings, before)

    def _agree(self, one: Reading, other: Reading) -> bool:
        mine, its = (sorted(map(self.name_of, reading.rows)) for reading in (one, other))
        return one.trouble == other.trouble and one.count == other.count and mine == its

    def _settled(self, query: Query, reading: Reading, before: int) -> Answered:
        """An answer that says the same at every reading although something speaks against it."""
        facts = self.facts
        others, reading.others = reading.others, True
        if others:
            return self._made(query, reading, before)
        if reading.trouble == "a row is shown twice":
            if len({digest(row) for row in reading.rows}) == len(reading.rows):
                facts.keyed = False
                facts.note(
                    f"the field '{self.site.results.id}' does not name a row: different rows have the same value"
                )
                self.surprise = "ids"
            return self._made(query, reading, before)
        facts.count_misses += 1
        if facts.count_misses > 2 and facts.count_misses > 0.1 * facts.count_hits:
            facts.counts = False
            facts.note("the shown counts are not exact; they are not used")
            self.surprise = "counts that are only near"
            reading.count = None
            return self._made(query, reading, before)
        return self._made(query, reading, before, doubt=reading.trouble)

    def _unsteady(self, query: Query, readings: list[Reading], before: int) -> Answered:
        """No two readings agree: everything that was shown is kept, and larger answers are not asked for any more."""
        facts = self.facts
        facts.unsteady += 1
        if facts.k > facts.page > 0:
            facts.note("answers of several pages change with every reading; only answers of one page are believed")
            facts.k = facts.page
        together: dict[str, Row] = {}
        for reading in readings:
            together |= dict(zip(self.names(reading.rows), reading.rows, strict=True))
        counts = {reading.count for reading in readings}
        count = counts.pop() if len(counts) == 1 else None
        doubt = "" if count is not None and count == len(together) else "the answer changes with every reading"
        joined = Reading([AnswerPage(list(together.values()), count)], bool(doubt), count, others=True)
        return self._made(query, joined, before, doubt=doubt)

    def _made(self, query: Query, reading: Reading, before: int, doubt: str = "") -> Answered:
        rows = reading.rows
        ids = self.names(rows)
        if self.site.results.id and len(set(ids)) < len(ids):
            first = {name: number for number, name in reversed(list(enumerate(ids)))}
            rows, ids = [rows[number] for number in sorted(first.values())], [ids[n] for n in sorted(first.values())]
        points = self.points(rows)
        before_this = self._unfiltered
        inside = self._inside(query, points, reading, ids)
        if len(points) and query.box != whole(self.axes) and self._unfiltered == before_this:
            self._unfiltered = 0
        beside = len(rows) - int(inside.sum())
        if beside:  # they must be shown by the ranges beside this one too
            others = np.flatnonzero(~inside).tolist()
            self.sightings.append((query.box, [ids[i] for i in others], [rows[i] for i in others], points[others]))
            rows = [row for row, kept in zip(rows, inside, strict=True) if kept]
            ids = [name for name, kept in zip(ids, inside, strict=True) if kept]
            points = points[inside]
        count = reading.count - beside if reading.count is not None and not reading.overflow else reading.count
        if not reading.overflow and count is not None and not doubt:
            self.facts.count_hits += 1
        self._sighted(query, ids, rows, points, reading.overflow)
        seen = Seen(points, reading.overflow or bool(doubt), count, self.requests - before)
        return Answered(seen, rows, ids, doubt, beside)

    def _sighted(self, query: Query, ids: list[str], rows: list[Row], points: Points, overflow: bool) -> None:
        """Remembers rows of answers that are no leaves: every row ever seen must be in the output."""
        for axis, span in enumerate(query.box):
            if span == self.axes[axis].full:
                self.free[axis] += len(rows)
        if overflow and rows:
            self.sightings.append((query.box, ids, rows, points))

    def _inside(
        self, query: Query, points: Points, reading: Reading, ids: list[str]
    ) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which rows belong to the asked box; others further outside than its bounds allow are no part of it."""
        keep = np.ones(len(points), dtype=bool)
        for axis, (low, high) in enumerate(query.box):
            if (low, high) == self.axes[axis].full or not len(points):
                continue
            attribute, column = self.attributes[axis], points[:, axis]
            below, above = attribute.slack if (low, high) != NO_VALUE else (0, 0)
            if ((column < low - below) | (column > high + above)).any():
                if attribute.kind == "category" and (
                    self.unlisted[attribute.name]
                    or attribute.name in self.facts.refused
                    or self.loose(axis, column, low, high)
                ):
                    keep &= (column >= low) & (column <= high)
                    continue
                if self._rounded(attribute, column, low, high):
                    continue
                names = attribute.parameter or f"{attribute.low_parameter}, {attribute.high_parameter}"
                said = f"asked for {attribute.name} {self._span(axis, low, high)}, the site also shows others"
                if not reading.others:
                    raise OtherRows(
                        f"{said}; is the parameter ({names}) known to the site, and are format and field of"
                        f" '{attribute.name}' right?"
                    )
                self._misplace(said, [ids[i] for i in np.flatnonzero((column < low) | (column > high)).tolist()])
            keep &= (column >= low) & (column <= high)
        return keep

    def _misplace(self, said: str, ids: list[str]) -> None:
        """Rows that are shown at every reading though others were asked for: kept, but the reading is not whole."""
        self._unfiltered += 1
        self.misplaced.update(ids)
        self.facts.note("the site finds some rows by other values than it shows")
        if self._unfiltered > _MISPLACED:
            raise ReadingEnds(f"{said}, and does so again and again: its filter is not to be relied on")

    def loose(self, axis: int, column: Points, low: int, high: int) -> bool:
        """Whether a search for values of a category shows others whose names hold them: it is remembered."""
        attribute = self.attributes[axis]
        if (low, high) == NO_VALUE or not bool(np.isin(column, attribute.akin(low, high)).all()):
            return False
        if attribute.name not in self.facts.loose and ((column < low) | (column > high)).any():
            self.facts.loose.append(attribute.name)
            self.facts.note(f"a search for a value of {attribute.name} shows others too whose names hold it")
        return True

    def overlaps(self, box: Box) -> bool:
        """Whether the site's count of a box may hold rows of the boxes beside it."""
        return any(
            (any(attribute.slack) or attribute.name in self.facts.loose) and span != axis.full
            for attribute, axis, span in zip(self.attributes, self.axes, box, strict=True)
        )

    def _rounded(self, attribute: Attribute, column: Points, low: int, high: int) -> bool:
        """Whether values are shown rounded, or days without their hours: rows stand a step outside.

        Then ranges are asked for that reach over the steps beside them.
        """
        wider = {"number": "half", "date": "overlap"}.get(attribute.kind, attribute.inclusive)
        if attribute.inclusive == wider or ((column < low - 1) | (column > high + 1)).any():
            return False
        if wider == "overlap" and (column < low).any():
            return False
        self.facts.inclusive[attribute.name] = wider
        how = "with bounds between two steps" if wider == "half" else "up to the next day"
        self.facts.note(f"{attribute.name} is finer than it is shown; it is asked for {how}")
        self.surprise = "values that are finer than they are shown"
        return True

    def _span(self, axis: int, low: int, high: int) -> str:
        attribute = self.attributes[axis]
        if (low, high) == NO_VALUE:
            return "without a value"
        return attribute.text(low) if low == high else f"{attribute.text(low)} … {attribute.text(high)}"
