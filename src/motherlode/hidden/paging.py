"""One page over HTTP: sessions opened, faults of the moment waited out, pages without their end asked again."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

from motherlode.errors import AddressRefused, DescriptionMismatch, FetchError, HiddenError, RobotsRefused
from motherlode.hidden.asking import Asker, FormFetcher, Sending
from motherlode.hidden.description import Description
from motherlode.hidden.facts import Facts
from motherlode.hidden.reading import AnswerPage, CutPage, Records, hidden_fields, read_page
from motherlode.model.pages import Response

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
            f"{self.site.url} did not answer after {_TRIES} tries ({told});"
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
