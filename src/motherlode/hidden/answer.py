"""Reads one answer page by page: to its end, or until overflow shows; an end is confirmed before it is believed."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from motherlode.hidden.facts import Facts
from motherlode.hidden.reading import AnswerPage, Row
from motherlode.model.hidden import Query

if TYPE_CHECKING:
    from motherlode.hidden.source import WebSource


@dataclass(slots=True)
class Reading:
    """One reading of an answer: its pages, and what speaks against it."""

    pages: list[AnswerPage]
    overflow: bool
    count: int | None
    trouble: str = ""
    others: bool = False  # rows that were not asked for are shown, and are so at every reading

    @property
    def rows(self) -> list[Row]:
        return [row for page in self.pages for row in page.rows]


class AnswerReader:
    """Reads the answers of one source."""

    def __init__(self, source: WebSource) -> None:
        self.source = source

    @property
    def facts(self) -> Facts:
        """What is known of the site now."""
        return self.source.facts

    async def read(self, query: Query) -> Reading:
        """One reading, with what speaks against it."""
        facts, size = self.facts, self.facts.page
        if facts.jumps and not facts.visible and not facts.counts and facts.k > size:
            last = await self.source.page_or_none(query, (facts.k - 1) // size)
            if last is not None and len(last.rows) >= (facts.k - 1) % size + 1:
                first = await self.source.page(query, 0)
                return Reading([first], True, None)
        pages = [await self._first(query)]
        count = self.count_of(pages[0])
        overflow = pages[0].overflow or (count is not None and count > facts.k)
        overflow = overflow or (count is None and (pages[0].count or 0) >= facts.k)
        enough = facts.k if query.enough is None else min(query.enough, facts.k)
        await self._read_on(query, pages, enough if overflow else facts.k, None if overflow else count)
        rows = sum(len(page.rows) for page in pages)
        overflow = overflow or rows >= facts.k  # whatever the count says: it may be near, and no more would be shown
        made = Reading(pages, overflow, count)
        made.trouble = self._trouble(query, made, rows)
        return made

    def count_of(self, page: AnswerPage) -> int | None:
        """The exact count of a page, None where it shows none that can be relied on."""
        if page.count is None or not self.facts.counts or not page.exact:
            return None
        limit = self.facts.count_limit
        return None if limit is not None and page.count >= limit else page.count

    async def _first(self, query: Query) -> AnswerPage:
        """The first page; an empty one is asked for again, since a site may say nothing once."""
        page = await self.source.page(query, 0)
        again = 0
        while not page.rows and not page.count and again < (1 if not self.facts.flaky else 2):
            following = await self.source.page(query, 0)
            again += 1
            if following.rows:
                self.facts.flaky += 1
                return following
        return page

    async def _read_on(self, query: Query, pages: list[AnswerPage], wanted: int, count: int | None) -> None:
        """The further pages, until `wanted` rows, the count, or an end that was confirmed."""
        goal = wanted if count is None else min(wanted, count)
        rows = len(pages[0].rows)
        while pages[-1].rows and (rows < goal or (rows == count and rows < wanted)):
            last = pages[-1]
            if rows >= goal and (len(last.rows) < self.facts.page or last.more is False):
                break  # a count that is too low would show here, in a last page that is not full
            if last.more is False and not self._doubtful_end(last, count):
                if self.facts.flaky and count is None:  # a site that has cut pages short may have cut the last one
                    pages[-1] = await self._longer(query, pages)
                    rows = sum(len(page.rows) for page in pages)
                    if pages[-1].more:
                        continue
                break
            following = await self.source.following(query, pages)
            if following is not None and following.rows:
                if len(last.rows) < self.facts.page:  # a short page in the middle
                    pages[-1] = await self._longer(query, pages)
                    self.facts.flaky += len(pages[-1].rows) > len(last.rows)
                pages.append(following)
                rows = sum(len(page.rows) for page in pages)
                continue
            if not await self._end_holds(query, pages, following):
                rows = sum(len(page.rows) for page in pages)
                continue
            break
        if count is not None and rows < goal:
            await self._heal(query, pages, count)

    def _doubtful_end(self, page: AnswerPage, count: int | None) -> bool:
        """Whether a page that says to be the last is not believed: the count names more, or the site is flaky."""
        if count is not None:
            return self.source.site.paging.kind in {"page", "offset"}
        return bool(self.facts.flaky) and self.source.site.paging.kind in {"page", "offset"}

    async def _end_holds(self, query: Query, pages: list[AnswerPage], following: AnswerPage | None) -> bool:
        """Confirms that nothing follows: after a full page the empty one is asked again, a short page is read again.

        A page that shows more the second time is taken, and the reading goes on (False).
        """
        last, facts = pages[-1], self.facts
        tries = 1 if not facts.flaky else 2
        if len(last.rows) >= facts.page or (following is None and last.next) or last.more:
            for _ in range(tries):
                again = await self.source.following(query, pages)
                if again is not None and again.rows:
                    facts.flaky += 1
                    pages.append(again)
                    return False
        elif facts.flaky:
            longer = await self._longer(query, pages)
            if len(longer.rows) > len(last.rows):
                facts.flaky += 1
                pages[-1] = longer
                return False
        return True

    async def _longer(self, query: Query, pages: list[AnswerPage]) -> AnswerPage:
        """The last page again: the longer of both readings."""
        before = pages[-2] if len(pages) > 1 else None
        again = await self.source.page_or_none(query, len(pages) - 1, before)
        return max(pages[-1], again or pages[-1], key=lambda page: len(page.rows))

    async def _heal(self, query: Query, pages: list[AnswerPage], count: int) -> None:
        """Asks short pages again until the rows add up to the count."""
        size = self.facts.page
        for number, page in enumerate(pages):
            due = min(size, count - number * size)
            for _ in range(2):
                if len(page.rows) >= due:
                    break
                again = await self.source.page_or_none(query, number, pages[number - 1] if number else None)
                page = pages[number] = again or page

    def _trouble(self, query: Query, reading: Reading, rows: int) -> str:
        """What speaks against a reading, "" if nothing does."""
        relied_on = not reading.overflow or query.sort is not None or self.facts.sorted_axis is not None
        if relied_on and self.facts.counts and len({page.count for page in reading.pages if page.count}) > 1:
            self.facts.changes += 1
            return "the count changed from page to page"
        if reading.overflow:
            return ""
        if reading.count is not None and rows != reading.count:
            return f"{rows} rows are shown, the site counts {reading.count}"
        if self.source.site.results.id:
            names = Counter(self.source.name_of(row) for row in reading.rows)
            if names and max(names.values()) > 1:
                return "a row is shown twice"
        return ""
