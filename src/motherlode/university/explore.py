"""A university from its home page (U1): a focused crawl of one site instead of a chain of keyword links.

1. Read the home page, then always the page that promises most by its links' words, their place in lists of units, and
   what pages like it have given; where nothing promises, the site is read breadth first, up to a budget.
2. Judge every page for what it is: a list of staff, a page of a unit, a list of units, a profile, or something else.
3. Make the tree of units from all witnesses, and give every list of staff to the unit it belongs to.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from motherlode.errors import FetchError, MotherlodeError
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.extract.people.candidates import name_key
from motherlode.extract.people.records import absolute
from motherlode.extract.people.words import slug_score, staff_score
from motherlode.model.ports import Fetcher, Progress, Silent
from motherlode.pages.decode import decode
from motherlode.text.urls import canonical, domain_of, host_of
from motherlode.university.addresses import is_headline, page_key
from motherlode.university.assemble import StaffPage, assembled
from motherlode.university.facts import Memory, PageFacts
from motherlode.university.frontier import Frontier, Offer
from motherlode.university.model import Problem, University
from motherlode.university.naming import whole_of
from motherlode.university.params import UniversityParams
from motherlode.university.parents import Parents
from motherlode.university.reading import read_page
from motherlode.university.scripts import from_script, included, included_by, unfolded
from motherlode.university.units import UnitTree

ANCHOR = 1.4
"""What the words of the links to a page add to the log-odds that it presents staff."""


FEW_LINKS = 6
"""Links inside the site below which a page with scripts may have its menu made by them."""

MOST_PARTS = 6
"""Files that the scripts of a page may put into it."""

ENOUGH = 8
"""People from which on an institution counts as found, and blind tries become few."""

LOST = 3
"""So many times the patience may be spent on addresses that cannot be had."""

SURE = 0.5
"""What the words for a page must say for a single person on it to be a list of staff."""


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


async def explore_all(homes: Sequence[str], tools: Tools) -> list[University]:
    """Several universities side by side; the failure of one does not touch the others."""
    return list(await asyncio.gather(*(explore(home, tools) for home in homes)))


async def explore(home: str, tools: Tools) -> University:
    """One university from its home page; problems are told in the result."""
    if tools.params.strategy == "paper":
        from motherlode.university.paper import Chain

        return await Chain(canonical(home), tools).run()
    return await Explorer(canonical(home), tools).run()


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

    async def page(self, url: str) -> PageFacts | None:
        """A page's facts; None where it cannot be had, with the problem noted."""
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

    async def _read(self, url: str) -> PageFacts | None:
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
        if facts.script:
            self.problem(url, "script", f"{url} is filled by a script; explore with a browser (--browser)")
        if facts.login and not facts.people:
            self.problem(url, "login", f"{url} asks for a password")
        return facts

    async def _shown(self, html: str, address: str) -> PageFacts:
        """A page with what its scripts add: their arrays, the files they include, or all of it in the browser.

        Whether a host needs the browser is decided once, on its first page with few links: both are compared.
        """
        host = host_of(address)
        if self.rendered.get(host) and (rendered := await self._rendered(address)) is not None:
            return rendered
        added = unfolded(html)
        facts = self._facts(html + added if added else html, address)
        lacking = "<script" in html.lower() and (self._own_links(facts) < FEW_LINKS or facts.script)
        if not lacking:
            return facts
        if parts := await self._parts(html, address):
            facts = self._facts(html + added + parts, address)
        shown = await self._rendered(address) if host not in self.rendered or facts.script else None
        if shown is not None:
            more = self._own_links(shown) > self._own_links(facts) or len(shown.people) > len(facts.people)
            self.rendered[host] = self.rendered.get(host, False) or more
            facts = shown if more else replace(facts, script=False)
        return facts

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

    async def _part(self, url: str) -> str:
        try:
            response = await self.tools.fetcher.fetch(url)
        except FetchError:
            return ""
        self.fetched.append(url)
        return decode(response.body, response.header("content-type")).text if response.status < 400 else ""

    def _facts(self, html: str, address: str) -> PageFacts:
        facts = read_page(html, address, self.tools.people, self.known, self.shared())
        self.known |= frozenset(facts.signatures)
        return facts

    def problem(self, url: str, code: str, reason: str) -> None:
        """Notes a problem, once an address and kind."""
        self.problems.setdefault((url, code), Problem(url, code, reason))


class Explorer:
    """The exploration of one site."""

    def __init__(self, home: str, tools: Tools) -> None:
        self.home = home
        self.params = tools.params
        self.tools = tools
        self.site = Site(home, tools)
        self.tree = UnitTree(home)
        self.site.shared = self.tree.shared
        self.frontier = Frontier()
        self.staff: dict[str, StaffPage] = {}
        self.names: set[str] = set()
        self.lists: set[frozenset[str]] = set()
        self.inside: dict[str, bool] = {}
        self.blind = 0
        self.idle = 0
        self.lost = 0

    async def run(self) -> University:
        """The whole university."""
        self.tools.progress.begin(host_of(self.home))
        start = await self.site.page(self.home)
        if start is None:
            return University("", self.home, fetched=tuple(self.site.fetched), problems=self._problems())
        self.frontier.taken |= {page_key(self.home), page_key(start.url)}
        self._take(Offer(self.home, 0.0, 0, 0), start)
        while (offers := self._next()) and not self.tools.stopping():
            pages = await asyncio.gather(*(self.site.page(offer.url) for offer in offers))
            for offer, page in zip(offers, pages, strict=True):
                self._visited(offer, page)
            if "limit" in {code for _, code in self.site.problems}:
                break
        self.tools.progress.end()
        return self._result(start)

    def _next(self) -> list[Offer]:
        """The pages to fetch next; none when the rest promises too little."""
        count = self.params.parallel
        if self.idle >= self.params.patience or self.lost > LOST * self.params.patience:
            return []
        if self.frontier.peek() >= self.params.promise:
            chosen = self.frontier.best(count)
            weak = [offer for offer in chosen if self.frontier.value(offer) < self.params.promise]
            for offer in weak:
                self.frontier.back(offer)
            return [offer for offer in chosen if offer not in weak]
        if self.blind >= (self.params.more if len(self.names) >= ENOUGH else self.params.blind):
            return []
        self.blind += count
        return self.frontier.best(count)

    def _visited(self, offer: Offer, page: PageFacts | None) -> None:
        if page is None:
            self.tree.failed.add(page_key(offer.url))
            self.frontier.learn(offer, False)
            self.lost += 1
            return
        if page_key(page.url) in self.tree.pages:
            return
        gave = self._take(offer, page)
        self.frontier.learn(offer, gave)
        self.idle = 0 if gave else self.idle + 1

    def _take(self, offer: Offer, page: PageFacts) -> bool:
        """Reads a page's units, people and links into what is known; whether it brought anything new."""
        units = self.tree.add(page)
        new = 0
        likely = self._staff_probability(offer, page)
        if likely >= self.tools.people.staff and page.people:
            keys = {name_key(person.name) for person in page.people}
            new = len(keys - self.names) or frozenset(keys) not in self.lists
            self.names |= keys
            self.lists.add(frozenset(keys))
            self.staff[page_key(page.url)] = StaffPage(page, likely, tuple(sorted(offer.sources)))
            for address in page.following:
                self.frontier.push(address, 2.0, offer.depth + 1)
        self._offer_links(offer, page)
        return bool(units or new)

    def _staff_probability(self, offer: Offer, page: PageFacts) -> float:
        """What the page says of itself, and what the links to it say."""
        if not page.people or not page.staff:
            return 0.0
        anchors = [staff_score(text) for text in offer.anchors]
        best, worst = max([0.0, *anchors]), min([0.0, *anchors])
        if max(best, slug_score(page.url)) < SURE and (len(page.people) == 1 or is_headline(page.url)):
            return 0.0
        odds = math.log(max(1e-6, page.staff) / max(1e-6, 1 - page.staff)) + ANCHOR * (best or worst)
        return 1 / (1 + math.exp(-odds))

    def _offer_links(self, offer: Offer, page: PageFacts) -> None:
        listed = {mention.url for mention in self.tree.mentions if mention.page == page.url and mention.listed}
        persons = {page_key(person.url) for person in page.people if person.url and page_key(page.url) in self.staff}
        for link in page.links:
            if not link.url or not self.belongs(link.url) or page_key(link.url) in self.tree.pages:
                continue
            if page_key(link.url) in persons:
                continue
            self.frontier.offer(link, page.url, offer.depth + 1, listed=link.url in listed)

    def belongs(self, url: str) -> bool:
        """Whether an address is one of the site's."""
        if url not in self.inside:
            self.inside[url] = same_site(url, self.home)
        return self.inside[url]

    def _result(self, start: PageFacts) -> University:
        pages = list(self.tree.pages.values())
        whole = whole_of(start, pages, host_of(self.home))
        self.tree.root = whole.unit or whole.university
        for mention in self.tree.mentions:
            if mention.url:
                self.belongs(mention.url)
        units = self.tree.build(self.inside)
        Parents(self.tree, units).find()
        found = assembled(whole, start.url, units, list(self.staff.values()), self.tree)
        if not found.found and not units:
            self.site.problem(self.home, "no-units", f"no list of units or people was found from {self.home}")
        return University(
            found.name, found.url, found.colleges, found.departments, found.others, found.people,
            tuple(self.site.fetched), self._problems(),
        )  # fmt: skip

    def _problems(self) -> tuple[Problem, ...]:
        return tuple(self.site.problems.values())


def same_site(url: str, home: str) -> bool:
    """Whether an address belongs to the university: its host, or another host of its domain."""
    one, other = host_of(url), host_of(home)
    return one == other or (domain_of(one) == domain_of(other) and "." in domain_of(one))


__all__ = ["Explorer", "Renderer", "Site", "Tools", "explore", "explore_all", "same_site", "slug_score"]
