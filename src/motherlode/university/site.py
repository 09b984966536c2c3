"""Pages of one site, fetched once each, read with what their scripts add (U1); both strategies fetch through it."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from motherlode.errors import FetchError, MotherlodeError
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.extract.people.records import absolute
from motherlode.extract.people.words import slug_score
from motherlode.model.ports import Fetcher, Progress, Silent
from motherlode.pages.decode import decode
from motherlode.text.urls import domain_of, host_of
from motherlode.university.addresses import page_key
from motherlode.university.facts import Memory, PageFacts
from motherlode.university.frontier import link_value
from motherlode.university.model import Problem, UniversityParams
from motherlode.university.reading import read_page
from motherlode.university.scripts import from_script, included, included_by, unfolded

FEW_LINKS = 6
"""Links inside the site below which a page with scripts may have its menu made by them."""

MOST_PARTS = 6
"""Files that the scripts of a page may put into it."""

MOST_MAPPED = 5000
_PLACE = re.compile(r"<loc>\s*([^<\s]{1,2000})\s*</loc>")
"""An address in a site's map."""


class Renderer(Protocol):
    """Gives a page as a browser shows it."""

    async def render(self, url: str, /) -> str:
        """The HTML after the page's scripts have run; raises FetchError."""
        ...


@dataclass(slots=True)
class Tools:
    """What an exploration works with."""

    fetcher: Fetcher
    params: UniversityParams = field(default_factory=UniversityParams)
    people: PeopleParams = field(default_factory=PeopleParams)
    units: UnitParams = field(default_factory=UnitParams)
    renderer: Renderer | None = None
    memory: Memory | None = None
    progress: Progress = field(default_factory=Silent)
    stopping: Callable[[], bool] = lambda: False


class Site:
    """Pages of one site, fetched once each, with the problems met; what both strategies fetch through."""

    def __init__(self, home: str, tools: Tools) -> None:
        self.home = home
        self.tools = tools
        self.gate = asyncio.Semaphore(tools.params.parallel)
        self.before: Mapping[str, PageFacts] = tools.memory.load(home) if tools.memory else {}
        self.fetched: list[str] = []
        self.problems: dict[tuple[str, str], Problem] = {}
        self.known: frozenset[str] = frozenset()
        self.shared: Callable[[], frozenset[str]] = frozenset
        self.rendered: dict[str, bool] = {}
        self.parts: dict[str, str] = {}
        self.expected: dict[str, frozenset[str]] = {}

    async def page(self, url: str, expected: frozenset[str] = frozenset()) -> PageFacts | None:
        """A page's facts; None where it cannot be had, with the problem noted; `expected` tells whose page it is."""
        if expected:
            self.expected[url] = expected
        if url in self.before:
            return self.before[url]
        if self.tools.stopping():
            self.problem(self.home, "stopped", f"stopped on request after {len(self.fetched)} pages; resume goes on")
            return None
        if len(self.fetched) >= self.tools.params.max_pages:
            self.problem(self.home, "limit", f"stopped at {self.tools.params.max_pages} pages (max_pages)")
            return None
        self.fetched.append(url)
        try:
            async with self.gate:
                facts = await self._read(url)
        except FetchError as error:
            self.problem(url, error.reason, error.message)
            return None
        except MotherlodeError as error:
            self.problem(url, "unreadable", error.message)
            return None
        if facts is not None and self.tools.memory is not None:
            self.tools.memory.keep(self.home, url, facts)
        self.tools.progress.advance(pages=len(self.fetched))
        return facts

    async def _read(self, url: str, *, sent: bool = False) -> PageFacts | None:
        response = await self.tools.fetcher.fetch(url)
        if response.status in (401, 403):
            self.problem(url, "login", f"{url} is not open to the public (status {response.status})")
            return None
        if response.status >= 400:
            self.problem(url, "status", f"{url} was answered with status {response.status}")
            return None
        address = response.final_url or url
        if not same_site(address, self.home):
            return None
        facts = await self._shown(decode(response.body, response.header("content-type")).text, address)
        own = next((part for part in facts.parts if page_key(part) == page_key(address)), "")
        if own and not facts.links and not sent:  # the home page only sends to its own "index.htm"
            self.fetched.append(own)
            return await self._read(own, sent=True)
        if facts.script:
            self.problem(url, "script", f"{url} is filled by a script; explore with a browser (--browser)")
        if facts.login and not facts.people:
            self.problem(url, "login", f"{url} asks for a password")
        return facts

    async def _shown(self, html: str, address: str) -> PageFacts:
        """A page with what its scripts add: their arrays, the files they include, or all of it in the browser.

        Whether a host needs the browser is decided once, on its first page that lacks something: both are compared.
        """
        host = host_of(address)
        if self.rendered.get(host) and (rendered := await self._rendered(address)) is not None:
            return rendered
        added = unfolded(html)
        facts = self._facts(html + added if added else html, address)
        if "<script" not in html.lower() or not self._lacking(facts, first=host not in self.rendered):
            return facts
        if parts := await self._parts(html, address):
            facts = self._facts(html + added + parts, address)
        empty = not facts.people and slug_score(address) > 0
        shown = await self._rendered(address) if host not in self.rendered or facts.script or empty else None
        if shown is not None:
            more = self._own_links(shown) > self._own_links(facts) or len(shown.people) > len(facts.people)
            self.rendered[host] = self.rendered.get(host, False) or more
            facts = shown if more else replace(facts, script=False)
        return facts

    def _lacking(self, facts: PageFacts, *, first: bool) -> bool:
        """Whether scripts may add to a page: few links, no names on a list of staff, a first page without promise."""
        if facts.script or self._own_links(facts) < FEW_LINKS or (not facts.people and slug_score(facts.url) > 0):
            return True
        return first and not any(link_value(link, listed=False)[1] for link in facts.links if link.url)

    async def _rendered(self, address: str) -> PageFacts | None:
        """The page as the browser shows it; None without a browser, or where it cannot show it."""
        if self.tools.renderer is None:
            return None
        try:
            return replace(self._facts(await self.tools.renderer.render(address), address), script=False)
        except MotherlodeError as error:
            self.problem(address, "browser", error.message)
            return None

    def _own_links(self, facts: PageFacts) -> int:
        return len({page_key(link.url) for link in facts.links if link.url and same_site(link.url, self.home)})

    async def _parts(self, html: str, address: str) -> str:
        """The HTML of the files that a page's scripts put into it, each file asked for once a site."""
        made = []
        waiting = [absolute(part, address) for part in included(html)[:MOST_PARTS]]
        for url in waiting:
            if url and url not in self.parts and same_site(url, self.home):
                self.parts[url] = await self._part(url)
            text = self.parts.get(url, "")
            waiting += [absolute(part, address) for part in included_by(text) if len(waiting) < 2 * MOST_PARTS]
            made.append(text if text.lstrip().startswith("<") else from_script(text))
        return "".join(made)

    async def sitemap(self) -> list[str]:
        """The addresses of the site's own map, or of the maps that it names."""
        text = await self._part(absolute("/sitemap.xml", self.home))
        found = _PLACE.findall(text)[:MOST_MAPPED]
        for inner in [url for url in found if url.endswith(".xml")][:MOST_PARTS]:
            if same_site(inner, self.home):
                found += _PLACE.findall(await self._part(inner))[:MOST_MAPPED]
        return [url for url in dict.fromkeys(found) if not url.endswith((".xml", ".gz"))]

    async def _part(self, url: str) -> str:
        try:
            response = await self.tools.fetcher.fetch(url)
        except FetchError:
            return ""
        self.fetched.append(url)
        return decode(response.body, response.header("content-type")).text if response.status < 400 else ""

    def _facts(self, html: str, address: str) -> PageFacts:
        facts = read_page(
            html, address, self.tools.people, self.known, self.shared(), self.expected.get(address, frozenset())
        )
        self.known |= frozenset(facts.signatures)
        return facts

    def problem(self, url: str, code: str, reason: str) -> None:
        """Notes a problem, once an address and kind."""
        self.problems.setdefault((url, code), Problem(url, code, reason))


def same_site(url: str, home: str) -> bool:
    """Whether an address belongs to the university: its host, or another host of its domain."""
    one, other = host_of(url), host_of(home)
    return one == other or (domain_of(one) == domain_of(other) and "." in domain_of(one))
