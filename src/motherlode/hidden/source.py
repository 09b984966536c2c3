"""Asks a described site over HTTP: pages of an answer read to the end, or until overflow shows; faults healed."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol
from urllib.parse import urlencode, urljoin

import numpy as np

from motherlode.errors import AddressRefused, DescriptionMismatch, FetchError, HiddenError, RobotsRefused
from motherlode.hidden.description import Attribute, Description
from motherlode.hidden.reading import AnswerPage, Records, Row, read_page
from motherlode.model.hidden import NO_VALUE, NULL, Points, Query, Seen
from motherlode.model.pages import Response

_TRIES = 8
_LONGEST_WAIT = 60.0


class FormFetcher(Protocol):
    """Sends a GET, or a POST of form fields; keeps cookies, takes turns and lets a busy site rest."""

    async def send(self, url: str, form: Sequence[tuple[str, str]] | None = None) -> Response:
        """The response of any status, redirects followed; raises FetchError where none comes."""
        ...


class PastTheEnd(HiddenError):
    """The site refuses a page beyond those it shows: the end of an answer, not a failure."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer with its rows: what the planner sees, and what goes into the ledger."""

    seen: Seen
    rows: list[Row]
    ids: list[str]
    exact: bool = True


@dataclass(slots=True)
class Facts:
    """What the probe found out about a site; the source works by it."""

    k: int = 0
    page: int = 0
    counts: bool = False
    visible: bool = False
    jumps: bool = True
    inclusive: dict[str, str] = field(default_factory=dict)
    fields: dict[str, str] = field(default_factory=dict)
    sorted_axis: int | None = None
    order: str = "unknown"
    notes: list[str] = field(default_factory=list)


class WebSource:
    """The hidden database behind a description."""

    def __init__(self, site: Description, fetcher: FormFetcher, records: Records | None = None) -> None:
        self.site, self.fetcher, self.records = site, fetcher, records
        self.axes = site.axes
        self.sort_keys = site.sort.keys([axis.name for axis in self.axes])
        self.facts = Facts()
        self.requests = self.queries = 0
        self._hidden_fields: dict[str, str] = {}
        self._lock = asyncio.Lock()
        self._session = 0

    # --- one page -------------------------------------------------------------------------------------------------

    async def page(self, query: Query, number: int, link: str = "") -> AnswerPage:
        """One page of an answer, from 0; faults of the moment are waited out and asked again."""
        wait = 0.2
        for _ in range(_TRIES):
            session = self._session
            if self.site.session and not session:
                await self._open_session(0)
                session = self._session
            try:
                reply = await self._send(query, number, link)
            except (AddressRefused, RobotsRefused):
                raise
            except FetchError as error:
                if error.reason == "busy":
                    raise
                self.requests += 1
                await asyncio.sleep(wait)
                wait = min(wait * 2, _LONGEST_WAIT)
                continue
            self.requests += 1
            if reply.status < 300 and not self._expired(reply):
                return read_page(self.site, reply, self.records)
            if self.site.session and (reply.status in {401, 403, 440} or self._expired(reply)):
                await self._open_session(session)
            elif reply.status in {429, 503}:
                continue  # the fetcher lets the site rest for as long as it asks
            elif reply.status in {500, 502, 504}:
                await asyncio.sleep(wait)
                wait = min(wait * 2, _LONGEST_WAIT)
            elif number > 0 and reply.status in {400, 403, 404, 410, 416}:
                raise PastTheEnd(f"page {number + 1} is not shown (status {reply.status})")
            else:
                told = reply.body[:80].decode("utf-8", "replace")
                raise DescriptionMismatch(
                    f"{reply.final_url} answers with status {reply.status}: {told!r};"
                    " check url, method and parameters in the description"
                )
        raise FetchError(f"{self.site.url} did not answer after {_TRIES} tries", reason="unavailable")

    def _expired(self, reply: Response) -> bool:
        return bool(self.site.expired) and self.site.expired.encode() in reply.body

    async def _open_session(self, known: int) -> None:
        """Loads the page of the form: cookies and hidden fields; one worker does it for all."""
        async with self._lock:
            if self._session != known:
                return
            from selectolax.lexbor import LexborHTMLParser

            for _ in range(_TRIES):
                reply = await self.fetcher.send(self.site.session)
                if reply.status not in {429, 503}:
                    break
            if reply.status >= 300:
                raise DescriptionMismatch(f"the session page {self.site.session} answers with status {reply.status}")
            tree = LexborHTMLParser(reply.body.decode("utf-8", "replace"))
            self._hidden_fields = {
                str(node.attributes["name"]): node.attributes.get("value") or ""
                for node in tree.css("form input[type=hidden]")
                if node.attributes.get("name")
            }
            self._session += 1

    async def _send(self, query: Query, number: int, link: str) -> Response:
        if link and self.site.paging.kind == "next":
            return await self.fetcher.send(urljoin(self.site.url, link))
        pairs = [*self.site.fixed.items(), *self._hidden_fields.items(), *self._parameters(query)]
        paging = self.site.paging
        if paging.kind == "page" and (number or paging.first):
            pairs.append((paging.parameter, str(number + paging.first)))
        elif paging.kind == "offset":
            pairs.append((paging.parameter, str(number * (self.facts.page or paging.size) + paging.first)))
        elif paging.kind == "cursor" and link:
            pairs.append((paging.parameter, link))
        if paging.size_parameter and paging.size:
            pairs.append((paging.size_parameter, str(paging.size)))
        if self.site.method.upper() == "POST":
            return await self.fetcher.send(self.site.url, pairs)
        joint = "&" if "?" in self.site.url else "?"
        return await self.fetcher.send(self.site.url + (joint + urlencode(pairs) if pairs else ""))

    def _parameters(self, query: Query) -> list[tuple[str, str]]:
        pairs: list[tuple[str, str]] = []
        for attribute, axis, span in zip(self.site.attributes, self.axes, query.box, strict=True):
            if span == axis.full:
                continue
            learned = self.facts.inclusive.get(axis.name, attribute.inclusive)
            pairs += replace(attribute, inclusive=learned).parameters(*span)
        if query.sort is not None:
            name = self.sort_keys[query.sort]
            choice = self.site.sort.descending if query.descending else self.site.sort.ascending
            pairs.append((self.site.sort.parameter, choice[name]))
        return pairs

    # --- one answer -----------------------------------------------------------------------------------------------

    async def ask(self, query: Query) -> Answered:
        """The whole answer, or a sample of `enough` rows as soon as overflow shows."""
        self.queries += 1
        before = self.requests
        for _ in range(_TRIES):
            answer = await self._try(query, before)
            if answer is not None:
                return answer
        raise HiddenError(
            f"the answer to {self.describe(query)} changes with every reading; ask when the table is quiet"
        )

    async def _try(self, query: Query, before: int) -> Answered | None:
        """One reading; None when rows moved between pages meanwhile."""
        facts, size = self.facts, self.facts.page
        if facts.jumps and not facts.visible and not facts.counts and facts.k > size:
            last = await self._page_or_none(query, (facts.k - 1) // size)
            if last is not None and len(last.rows) >= (facts.k - 1) % size + 1:
                first = await self.page(query, 0)
                return self._made(query, [first], overflow=True, before=before)
        pages = [await self.page(query, 0)]
        count = pages[0].count if facts.counts and pages[0].exact else None
        overflow = pages[0].overflow or (count is not None and count > facts.k)
        overflow = overflow or (not pages[0].exact and (pages[0].count or 0) >= facts.k)
        enough = facts.k if query.enough is None else min(query.enough, facts.k)
        wanted = enough if overflow else facts.k
        if not await self._read_on(query, pages, wanted, count, overflow):
            return None
        rows = sum(len(page.rows) for page in pages)
        overflow = overflow or (count is None and rows >= facts.k)
        relied_on = not overflow or query.sort is not None or facts.sorted_axis is not None
        if relied_on and facts.counts and any(page.count != pages[0].count for page in pages):
            return None  # rows came or went between two pages: one may have slipped from a later to an earlier page
        if not overflow and count is not None and rows < count:
            return None
        return self._made(query, pages, overflow=overflow, before=before)

    async def _read_on(
        self, query: Query, pages: list[AnswerPage], wanted: int, count: int | None, overflow: bool
    ) -> bool:
        size = self.facts.page
        rows = len(pages[0].rows)
        goal = wanted if count is None or overflow else min(wanted, count)
        while rows < goal and pages[-1].rows and pages[-1].more is not False:
            if len(pages[-1].rows) < size and self._confirms_end(pages[-1], count):
                following = await self._page_or_none(query, len(pages), pages[-1].next)
                if following is None or not following.rows:
                    break
                pages[-1] = await self._again(query, pages)
                rows = sum(len(page.rows) for page in pages)
                if len(pages[-1].rows) < size:
                    return False
                continue
            following = await self._page_or_none(query, len(pages), pages[-1].next)
            if following is None:
                break
            pages.append(following)
            rows += len(following.rows)
        if count is not None and not overflow and rows < goal:
            return await self._heal(query, pages, count)
        if pages[-1].more and rows < goal and len(pages[-1].rows) < size:
            pages[-1] = await self._again(query, pages)
        return True

    def _confirms_end(self, page: AnswerPage, count: int | None) -> bool:
        """A short page may be the last or a fault; only where nothing else tells, the next page is asked."""
        return page.more is None or page.more or count is not None

    async def _heal(self, query: Query, pages: list[AnswerPage], count: int) -> bool:
        """Asks short pages again until the rows add up to the count."""
        size = self.facts.page
        for number, page in enumerate(pages):
            due = min(size, count - number * size)
            for _ in range(3):
                if len(page.rows) >= due:
                    break
                page = await self.page(query, number, pages[number - 1].next if number and page.next else "")
                pages[number] = page
        return sum(len(page.rows) for page in pages) >= min(count, self.facts.k)

    async def _again(self, query: Query, pages: list[AnswerPage]) -> AnswerPage:
        link = pages[-2].next if len(pages) > 1 else ""
        return await self.page(query, len(pages) - 1, link)

    async def _page_or_none(self, query: Query, number: int, link: str = "") -> AnswerPage | None:
        use_link = link if self.site.paging.kind in {"next", "cursor"} else ""
        if self.site.paging.kind in {"next", "cursor", "none"} and not use_link:
            return None
        try:
            return await self.page(query, number, use_link)
        except PastTheEnd:
            return None

    def _made(self, query: Query, pages: list[AnswerPage], *, overflow: bool, before: int) -> Answered | None:
        rows: list[Row] = []
        ids: list[str] = []
        taken: set[str] = set()
        for page in pages:
            for row in page.rows:
                name = self.id_of(row)
                if name in taken:
                    if not overflow:
                        return None
                    continue
                taken.add(name)
                rows.append(row)
                ids.append(name)
        exact = pages[0].exact and self.facts.counts
        seen = Seen(self.points(rows), overflow, pages[0].count if exact else None, self.requests - before)
        self._check_inside(query, seen.points)
        return Answered(seen, rows, ids, exact)

    def _check_inside(self, query: Query, points: Points) -> None:
        for axis, (low, high) in enumerate(query.box):
            if (low, high) == self.axes[axis].full or not len(points):
                continue
            column = points[:, axis]
            outside = (column < low) | (column > high)
            if outside.any():
                attribute = self.site.attributes[axis]
                names = attribute.parameter or f"{attribute.low_parameter}, {attribute.high_parameter}"
                raise DescriptionMismatch(
                    f"asked for {attribute.name} {self._span(axis, low, high)}, the site also shows others; is the"
                    f" parameter ({names}) known to the site, and are format and field of '{attribute.name}' right?"
                )

    # --- rows -----------------------------------------------------------------------------------------------------

    def id_of(self, row: Row) -> str:
        """The stable id of a row: its id field, or a digest of all its values."""
        if self.site.results.id and row.get(self.site.results.id) not in (None, ""):
            return str(row[self.site.results.id])
        return hashlib.sha256(json.dumps(row, sort_keys=True, default=str).encode()).hexdigest()[:20]

    def field_of(self, attribute: Attribute) -> str:
        """The field of a row in which an attribute's value stands: as described, or as the probe found it."""
        return attribute.field or self.facts.fields.get(attribute.name, attribute.name)

    def points(self, rows: list[Row]) -> Points:
        """The rows as coordinates; NULL where a value is missing."""
        made = np.full((len(rows), len(self.axes)), NULL, dtype=np.int64)
        for axis, attribute in enumerate(self.site.attributes):
            name = self.field_of(attribute)
            for number, row in enumerate(rows):
                try:
                    made[number, axis] = attribute.at(row.get(name))
                except (ValueError, TypeError, OverflowError) as error:
                    raise DescriptionMismatch(
                        f"the value {row.get(name)!r} in field '{name}' is no {attribute.kind};"
                        f" check field and format of attribute '{attribute.name}'"
                    ) from error
        return made

    def describe(self, query: Query) -> str:
        """A query in words."""
        parts = [
            f"{axis.name} {self._span(number, *span)}"
            for number, (axis, span) in enumerate(zip(self.axes, query.box, strict=True))
            if span != axis.full
        ]
        return ", ".join(parts) or "everything"

    def _span(self, axis: int, low: int, high: int) -> str:
        attribute = self.site.attributes[axis]
        if (low, high) == NO_VALUE:
            return "without a value"
        if attribute.kind == "category":
            return attribute.values[low] if low == high else f"{attribute.values[low]} … {attribute.values[high]}"
        return attribute.text(low) if low == high else f"{attribute.text(low)} … {attribute.text(high)}"
