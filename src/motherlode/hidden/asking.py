"""How a query becomes a request, and the request a page: parameters, templates, bodies, headers, sessions.

Faults of the moment are waited out, pages without their end are asked for again.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol
from urllib.parse import quote, urlencode, urljoin

from motherlode.errors import (
    AddressRefused,
    DescriptionMismatch,
    FetchError,
    HiddenError,
    RobotsRefused,
    SettingsError,
)
from motherlode.hidden.description import SLOT, Attribute, Description
from motherlode.hidden.facts import Facts
from motherlode.hidden.reading import AnswerPage, CutPage, Records, hidden_fields, read_page
from motherlode.model.hidden import NO_VALUE, Axis, Query
from motherlode.model.pages import Response

Pairs = list[tuple[str, str]]
_VARIABLE = re.compile(r"\$\{(\w+)\}")


class FormFetcher(Protocol):
    """Sends a GET, or a POST of form fields or of a text; keeps cookies, takes turns and lets a busy site rest."""

    async def send(
        self,
        url: str,
        form: Sequence[tuple[str, str]] | bytes | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> Response:
        """The response of any status, redirects followed; raises FetchError where none comes."""
        ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where a page stands in its answer: its number from 0, and what the page before gave (link, cursor, fields)."""

    number: int = 0
    link: str = ""
    state: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Sending:
    """A request that is ready to go."""

    url: str
    form: Pairs | bytes | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Reach:
    """A span of an axis as it is asked for: None leaves an end open."""

    low: int | None
    high: int | None


def with_environment(text: str) -> str:
    """A text with ${NAME} replaced by variables of the environment, so that no secret stands in a description."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in os.environ:
            raise SettingsError(
                f"the description names ${{{found[1]}}}, but the environment has no variable {found[1]}"
            )
        return os.environ[found[1]]

    return _VARIABLE.sub(value, text)


class Asker:
    """Makes the requests of one site."""

    def __init__(self, site: Description) -> None:
        self.site = site
        self.headers = {name: with_environment(value) for name, value in site.headers.items()}
        self.fixed = {name: with_environment(value) for name, value in site.fixed.items()}
        self.hidden_fields: dict[str, str] = {}

    def request(
        self,
        query: Query,
        place: Place,
        attributes: Sequence[Attribute],
        axes: Sequence[Axis],
        sort_keys: Sequence[str],
        page_size: int,
        reaches: Mapping[int, Reach] | None = None,
    ) -> Sending:
        """The request for one page of a query; `reaches` replaces spans of axes, to ask beyond the domain."""
        site, paging = self.site, self.site.paging
        if place.link and paging.kind in {"next", "link"}:
            return Sending(urljoin(site.url, place.link), None, self.headers)
        slots: defaultdict[str, list[str]] = defaultdict(list)
        pairs: Pairs = []
        escape = _json_text if site.body else str
        for number, (attribute, axis, span) in enumerate(zip(attributes, axes, query.box, strict=True)):
            reach = (reaches or {}).get(number)
            if reach is None and span == axis.full and span != NO_VALUE:
                continue
            low, high = (reach.low, reach.high) if reach else span
            if attribute.into:
                slots[attribute.into].append(attribute.clause(low, high, escape))
            pairs += attribute.parameters(low, high)
        self._order(query, sort_keys, slots, pairs)
        self._paging(place, page_size, slots, pairs)
        return self._sent(slots, pairs)

    def _order(self, query: Query, keys: Sequence[str], slots: defaultdict[str, list[str]], pairs: Pairs) -> None:
        sort = self.site.sort
        wanted = sort.default
        if query.sort is not None:
            wanted = (sort.descending if query.descending else sort.ascending)[keys[query.sort]]
        if not wanted:
            return
        if sort.into:
            slots[sort.into].append(wanted)
        else:
            pairs.append((sort.parameter, wanted))

    def _paging(self, place: Place, size: int, slots: defaultdict[str, list[str]], pairs: Pairs) -> None:
        paging = self.site.paging
        per_page = paging.size or size
        slots["size"].append(str(per_page))
        slots["page"].append(str(place.number + paging.first))
        slots["offset"].append(str(place.number * per_page + (paging.first if paging.kind == "offset" else 0)))
        slots["cursor"].append(place.link)
        if paging.size_parameter and paging.size:
            pairs.append((paging.size_parameter, str(paging.size)))
        value = ""
        if paging.kind == "page" and (place.number or paging.first):
            value = slots["page"][0]
        elif paging.kind == "offset":
            value = slots["offset"][0]
        elif paging.kind == "cursor":
            value = place.link
        elif paging.kind == "postback" and place.number:
            value = (paging.template or "{page}").replace("{page}", slots["page"][0])
            pairs += paging.fixed.items()
        if not value:
            return
        if paging.into:
            made = paging.template or "{" + paging.kind + "}"
            slots[paging.into].append(SLOT.sub(lambda found: "".join(slots.get(found[1], [found[0]])), made))
        elif paging.parameter and not self._placed(paging.kind):
            pairs.append((paging.parameter, value))
        if paging.kind == "postback":
            pairs[:0] = [(name, text) for name, text in place.state.items() if name not in dict(pairs)]

    def _placed(self, slot: str) -> bool:
        """Whether a slot stands in the templates of the site."""
        wanted = "{" + slot + "}"
        return wanted in self.site.body or any(wanted in text for text in (self.site.url, *self.fixed.values()))

    def _sent(self, slots: Mapping[str, list[str]], pairs: Pairs) -> Sending:
        site = self.site
        joined = {name: self._joint(name).join(parts) for name, parts in slots.items()}

        def fill(text: str, quoted: bool = False) -> str:
            def put(found: re.Match[str]) -> str:
                value = joined.get(found[1], "")
                return quote(value, safe="") if quoted else value

            return SLOT.sub(put, text)

        own = dict(pairs)
        hidden = {name: text for name, text in self.hidden_fields.items() if name not in own}
        made = [(name, fill(text)) for name, text in {**hidden, **self.fixed}.items() if name not in own]
        # a parameter that is nothing but an empty slot is left out
        made = [pair for pair in made if pair[1] or not SLOT.fullmatch(self.fixed.get(pair[0], ""))] + pairs
        url = fill(site.url, quoted=True)
        if site.body:
            headers = {"Content-Type": "application/json", **self.headers}
            joint = "&" if "?" in url else "?"
            return Sending(url + (joint + urlencode(made) if made else ""), fill(site.body).encode(), headers)
        if site.method.upper() == "POST":
            return Sending(url, made, self.headers)
        joint = "&" if "?" in url else "?"
        return Sending(url + (joint + urlencode(made) if made else ""), None, self.headers)

    def _joint(self, slot: str) -> str:
        return self.site.join.get(slot, "," if self.site.body else " ")


def _json_text(text: str) -> str:
    """A text as it stands between the quotes of a JSON string."""
    return json.dumps(text, ensure_ascii=False)[1:-1]


_TRIES = 8
_FEW_TRIES = 3
_LONGEST_WAIT = 60.0
_LONGEST_LIMIT = 3700.0
"""Seconds that a rate limit may ask to wait: limits are given per hour at the most."""
_SESSION_LOST = frozenset({401, 403, 440})
_MAY_PASS = frozenset({408, 425, 429, 500, 502, 503, 504, 520, 522, 524})


class PastTheEnd(HiddenError):
    """The site refuses a page beyond those it shows: the end of an answer, not a failure."""


class ReadingEnds(HiddenError):
    """Nothing more can be learned now: what was read is kept, and the certificate says why it is not all."""


class Pages:
    """The pages of one site."""

    def __init__(
        self,
        site: Description,
        fetcher: FormFetcher,
        records: Records | None,
        pause: Callable[[float], Awaitable[None]],
    ) -> None:
        self.site, self.fetcher, self.records, self.pause = site, fetcher, records, pause
        self.asker = Asker(site)
        self.requests = 0
        self.most = 0  # requests that are allowed; 0 for any number
        self.most_repairs = 0  # the number of requests at which a reading is mended no more; 0 for any
        self.cap_known = False  # until then a page that fails for good is taken for the end of what is shown
        self._lock = asyncio.Lock()
        self._session = 0

    async def get(self, make: Callable[[], Sending], number: int, facts: Facts) -> AnswerPage:
        """The page of a request; it is made anew at every try, since a session may have been opened again."""
        wait, told = 0.2, ""
        for _ in range(_TRIES if self.cap_known or not number else _FEW_TRIES):
            session = self._session
            if self.site.session and not session:
                await self._open_session(0)
                session = self._session
            try:
                reply = await self._send(make())
            except (AddressRefused, RobotsRefused, ReadingEnds):
                raise
            except FetchError as error:
                if error.reason == "busy":
                    raise
                told = error.message
                await self.pause(wait)
                wait = min(wait * 2, _LONGEST_WAIT)
                continue
            if reply.status < 300 and not self._expired(reply):
                try:
                    return self._read(reply, facts)
                except CutPage as error:
                    told = str(error)
                    facts.flaky += 1
                    continue
            told = await self._trouble(reply, session, number)
            if told.startswith("status 5") and reply.status != 503:
                await self.pause(wait)
                wait = min(wait * 2, _LONGEST_WAIT)
        raise self._given_up(told, number)

    async def _trouble(self, reply: Response, session: int, number: int) -> str:
        """What an answer without a page says; returns where it may pass, raises where it will not."""
        if await self._limited(reply):
            return "the rate limit was used up"
        if self.site.session and (reply.status in _SESSION_LOST or self._expired(reply)):
            await self._open_session(session)
            return "the session was lost each time"
        if reply.status in _MAY_PASS:
            return f"status {reply.status}"  # after 429 and 503 the fetcher lets the site rest for as long as it asks
        if number > 0 and 400 <= reply.status < 500:
            raise PastTheEnd(f"page {number + 1} is not shown (status {reply.status})")
        words = reply.body[:80].decode("utf-8", "replace")
        raise DescriptionMismatch(
            f"{reply.final_url} answers with status {reply.status}: {words!r};"
            " check url, method and parameters in the description"
        )

    def _given_up(self, told: str, number: int) -> HiddenError | FetchError:
        if number > 0 and ("has no list at" in told or (told.startswith("status 5") and not self.cap_known)):
            return PastTheEnd(f"page {number + 1} is not shown ({told})")
        if "has no list at" in told or "is JSON without" in told:
            return DescriptionMismatch(f"{told}; check 'rows' in [results], or ask later with --resume")
        return FetchError(
            f"{self.site.url} gave no answer that can be used in {_TRIES} tries ({told});"
            " what was read is kept: go on later with --resume",
            reason="unavailable",
        )

    async def _send(self, asked: Sending) -> Response:
        if self.most and self.requests >= self.most:
            raise ReadingEnds(f"the {self.most} requests that were allowed were used up")
        if self.most_repairs and self.requests >= self.most_repairs:
            raise ReadingEnds(
                f"the answers contradict each other again and again, {self.requests} requests were made"
            )
        self.requests += 1
        return await self.fetcher.send(asked.url, asked.form, asked.headers or None)

    def _read(self, reply: Response, facts: Facts) -> AnswerPage:
        page = read_page(self.site, reply, self.records)
        if facts.end_mark and not page.tail.endswith(facts.end_mark):
            raise CutPage(f"{reply.final_url} came without its end")
        return page

    def _expired(self, reply: Response) -> bool:
        return bool(self.site.expired) and self.site.expired.encode() in reply.body

    async def _limited(self, reply: Response) -> bool:
        """Whether the site says that its rate limit is used up; then its time is waited for."""
        left = reply.header("X-RateLimit-Remaining") or reply.header("RateLimit-Remaining")
        reset = reply.header("X-RateLimit-Reset") or reply.header("RateLimit-Reset")
        if reply.status not in {403, 429} or left.strip() != "0" or not reset.strip().isdigit():
            return False
        until = float(reset)
        seconds = until - time.time() if until > 1e8 else until
        if seconds > _LONGEST_LIMIT:
            raise FetchError(f"the rate limit of {self.site.url} ends in {seconds:.0f} s; go on later with --resume",
                             reason="busy")  # fmt: skip
        await self.pause(max(0.0, seconds) + 0.1)
        return True

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
            self.asker.hidden_fields = hidden_fields(LexborHTMLParser(reply.body.decode("utf-8", "replace")))
            self._session += 1
