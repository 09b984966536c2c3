"""Asks a described site over HTTP: pages of an answer read to the end, or until overflow shows; faults healed.

An answer is believed when nothing in it speaks against it: every page has its end, an end of the rows is confirmed,
no row stands twice, and the rows are as many as the site counts. Else it is read again, and again; what two readings
agree on is taken with its doubt written beside it.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass

import numpy as np

from motherlode.errors import DescriptionMismatch, HiddenError
from motherlode.hidden.answer import AnswerReader, Reading
from motherlode.hidden.asking import FormFetcher, Place, Reach, Sending
from motherlode.hidden.description import Attribute, Description
from motherlode.hidden.facts import Facts, same_rows
from motherlode.hidden.paging import Pages, PastTheEnd
from motherlode.hidden.reading import AnswerPage, Records, Row, at_path
from motherlode.hidden.scale import decimal_of, decimals_of
from motherlode.model.hidden import NO_VALUE, NULL, Axis, Box, Points, Query, Seen

_READINGS = 4
"""Readings of one answer before it is called unsteady."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with its rows: what the planner sees, and what goes into the ledger.

    `doubt` says in words why the rows may not be all, although the site shows no more; `beside` counts the rows left
    out because they belong to the ranges beside the asked one.
    """

    seen: Seen
    rows: list[Row]
    ids: list[str]
    exact: bool = True
    doubt: str = ""
    beside: int = 0


class WebSource:
    """The hidden database behind a description."""

    def __init__(
        self,
        site: Description,
        fetcher: FormFetcher,
        records: Records | None = None,
        pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        """`pause` waits some seconds: an argument, so that tests need not."""
        self.site = site
        self.facts = Facts()
        self.pages = Pages(site, fetcher, records, pause)
        self._reader = AnswerReader(self)
        self.queries = 0
        self.surprise = ""
        self.unlisted: dict[str, Counter[str]] = {attribute.name: Counter() for attribute in site.attributes}
        self.sightings: list[tuple[Box, list[str], list[Row], Points]] = []
        self.free: Counter[int] = Counter()
        self.attributes: tuple[Attribute, ...] = site.attributes
        self.axes: tuple[Axis, ...] = site.axes
        self.sort_keys = site.sort.keys([axis.name for axis in self.axes])

    @property
    def requests(self) -> int:
        """Page requests so far."""
        return self.pages.requests

    def learn(self) -> None:
        """Makes attributes and axes anew by what the facts say now."""
        self.attributes = tuple(self.facts.learned(attribute) for attribute in self.site.attributes)
        self.axes = tuple(attribute.axis() for attribute in self.attributes)
        self.surprise = ""

    # --- one page -------------------------------------------------------------------------------------------------

    async def page(
        self, query: Query, number: int, before: AnswerPage | None = None, reaches: Mapping[int, Reach] | None = None
    ) -> AnswerPage:
        """One page of an answer, from 0; `before` is the page before it, `reaches` asks beyond the domain."""
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
                return self._made(query, reading, before)
            agreed = next((one for one in readings if self._agree(one, reading)), None)
            readings.append(reading)
            if agreed is not None:
                return self._settled(query, reading, before)
        return self._unsteady(query, readings, before)

    def _agree(self, one: Reading, other: Reading) -> bool:
        names = [[self.name_of(row) for row in reading.rows] for reading in (one, other)]
        return one.trouble == other.trouble and one.count == other.count and same_rows(*names)

    def _settled(self, query: Query, reading: Reading, before: int) -> Answered:
        """An answer that says the same at every reading although something speaks against it."""
        facts = self.facts
        if reading.trouble == "a row is shown twice":
            if len({_digest(row) for row in reading.rows}) == len(reading.rows):
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
        joined = Reading([AnswerPage(list(together.values()), count)], bool(doubt), count)
        return self._made(query, joined, before, doubt=doubt)

    def _made(self, query: Query, reading: Reading, before: int, doubt: str = "") -> Answered:
        rows = reading.rows
        ids = self.names(rows)
        if self.site.results.id and len(set(ids)) < len(ids):
            first = {name: number for number, name in reversed(list(enumerate(ids)))}
            rows, ids = [rows[number] for number in sorted(first.values())], [ids[n] for n in sorted(first.values())]
        points = self.points(rows)
        inside = self._inside(query, points)
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
        return Answered(seen, rows, ids, reading.count is not None, doubt, beside)

    def _sighted(self, query: Query, ids: list[str], rows: list[Row], points: Points, overflow: bool) -> None:
        """Remembers rows of answers that are no leaves: every row ever seen must be in the output."""
        for axis, span in enumerate(query.box):
            if span == self.axes[axis].full:
                self.free[axis] += len(rows)
        if overflow and rows:
            self.sightings.append((query.box, ids, rows, points))

    def _inside(self, query: Query, points: Points) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
        """Which rows belong to the asked box; rows further outside than its bounds allow refuse the description."""
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
                raise DescriptionMismatch(
                    f"asked for {attribute.name} {self._span(axis, low, high)}, the site also shows others; is the"
                    f" parameter ({names}) known to the site, and are format and field of '{attribute.name}' right?"
                )
            keep &= (column >= low) & (column <= high)
        return keep

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

    # --- rows -----------------------------------------------------------------------------------------------------

    def name_of(self, row: Row) -> str:
        """The name of a row: its id field, or a digest of all its values; both where ids do not tell rows apart."""
        given = at_path(row, self.site.results.id) if self.site.results.id else None
        if given in (None, "") or "\0" in str(given):  # a database keeps no such character
            return _digest(row)
        return str(given) if self.facts.keyed else f"{given}~{_digest(row)[:8]}"

    def names(self, rows: list[Row]) -> list[str]:
        """The names of an answer's rows; equal rows without an id are counted: the second is named …~2."""
        made: list[str] = []
        met: Counter[str] = Counter()
        for row in rows:
            name = self.name_of(row)
            met[name] += 1
            has_id = self.site.results.id and at_path(row, self.site.results.id) not in (None, "")
            if met[name] > 1 and not has_id:
                self.facts.copies += 1
                name = f"{name}~{met[name]}"
            made.append(name)
        return made

    def field_of(self, attribute: Attribute) -> str:
        """The field of a row in which an attribute's value stands: as described, or as the probe found it."""
        return attribute.field or self.facts.fields.get(attribute.name, attribute.name)

    def points(self, rows: list[Row]) -> Points:
        """The rows as coordinates; NULL where a value is missing. Values that the axes cannot hold are remembered."""
        made = np.full((len(rows), len(self.axes)), NULL, dtype=np.int64)
        for axis, attribute in enumerate(self.attributes):
            name = self.field_of(attribute)
            for number, row in enumerate(rows):
                value = row[name] if name in row else at_path(row, name)
                if isinstance(value, list):
                    value = value[0] if len(value) == 1 else None
                try:
                    place = attribute.at(value)
                except (ValueError, TypeError, OverflowError, ArithmeticError) as error:
                    raise DescriptionMismatch(
                        f"the value {value!r} in field '{name}' is no {attribute.kind};"
                        f" check field and format of attribute '{attribute.name}'"
                    ) from error
                if place == NULL and value not in (None, "") and attribute.kind == "category":
                    self._not_listed(attribute, str(value).strip())
                elif attribute.kind == "number" and type(value) is not int and place != NULL:
                    self._finer(attribute, value, place)
                made[number, axis] = place
            self._beyond(axis, attribute, made[:, axis])
        return made

    def _not_listed(self, attribute: Attribute, value: str) -> None:
        if value and value not in self.facts.refused.get(attribute.name, ()):
            self.unlisted[attribute.name][value] += 1
            self.surprise = self.surprise or "values"

    def _finer(self, attribute: Attribute, value: object, place: int) -> None:
        """A number between two steps: the step is measured anew."""
        if decimal_of(value) == place * attribute.width:
            return
        digits = decimals_of(value)
        step = f"1e-{digits}" if digits else "1"
        if attribute.width > type(attribute.width)(step):
            self.facts.steps[attribute.name] = step
            self.surprise = "step"

    def _beyond(self, axis: int, attribute: Attribute, column: Points) -> None:
        """A value outside low … high: the ends are moved."""
        if attribute.kind == "category" or not len(column):
            return
        values = column[column != NULL]
        if not len(values):
            return
        low, high = self.axes[axis].full
        least, most = int(values.min()), int(values.max())
        given = attribute.low is not None and attribute.high is not None
        if given and low <= least and most <= high:
            return
        low, high = (min(low, least), max(high, most)) if given else (least, most)
        self.facts.ends[attribute.name] = [attribute.text(low), attribute.text(high)]
        self.facts.closed.pop(attribute.name, None)
        self.surprise = "ends"

    def describe(self, query: Query) -> str:
        """A query in words."""
        parts = [
            f"{axis.name} {self._span(number, *span)}"
            for number, (axis, span) in enumerate(zip(self.axes, query.box, strict=True))
            if span != axis.full
        ]
        return ", ".join(parts) or "everything"

    def _span(self, axis: int, low: int, high: int) -> str:
        attribute = self.attributes[axis]
        if (low, high) == NO_VALUE:
            return "without a value"
        return attribute.text(low) if low == high else f"{attribute.text(low)} … {attribute.text(high)}"


def _digest(row: Row) -> str:
    return hashlib.sha256(json.dumps(row, sort_keys=True, default=str).encode()).hexdigest()[:20]


__all__ = ["Answered", "Facts", "HiddenError", "PastTheEnd", "WebSource"]
