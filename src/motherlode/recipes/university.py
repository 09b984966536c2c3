"""A university from its home page (U1): home → colleges → departments → people, each page confirmed by what is on it.

1. Read the home page; follow the link whose words promise the list of colleges; the page with more colleges counts.
2. In every college: its departments, on its own page or behind the link that promises them.
3. In every department: its people, likewise; further pages and lists of the same department are followed.
A college without departments is asked for its people itself. A link that stands on the home page too is the site's
menu and says nothing about a college.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from motherlode.errors import FetchError, MotherlodeError
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.extract.people.candidates import name_key
from motherlode.extract.people.reading import LinkKind
from motherlode.model.people import Person, Unit
from motherlode.model.ports import Fetcher, Progress, Silent
from motherlode.pages.decode import decode
from motherlode.recipes.university_pages import Lead, Memory, PageFacts, read_page
from motherlode.recipes.university_params import UniversityParams
from motherlode.text.urls import canonical, domain_of, host_of

MIN_UNITS = 2
MIN_PEOPLE = 2
"""So many units or people confirm a page."""


class Renderer(Protocol):
    """Gives a page as a browser shows it."""

    async def render(self, url: str, /) -> str:
        """The HTML after the page's scripts have run; raises FetchError."""
        ...


@dataclass(frozen=True, slots=True)
class Problem:
    """A page or a unit that could not be read, and why; `code` is a short stable word."""

    url: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class Department:
    """A department with its people and the pages that list them."""

    unit: Unit
    people: tuple[Person, ...] = ()
    pages: tuple[str, ...] = ()
    differing: tuple[Person, ...] = ()
    """What another page says of somebody otherwise; both are kept, and the network shows the conflict."""


@dataclass(frozen=True, slots=True)
class College:
    """A college with its departments, and people that belong to no department of it."""

    unit: Unit
    departments: tuple[Department, ...] = ()
    people: tuple[Person, ...] = ()
    pages: tuple[str, ...] = ()
    differing: tuple[Person, ...] = ()


@dataclass(frozen=True, slots=True)
class University:
    """What was found of a university, the pages that were fetched for it, and what went wrong."""

    name: str
    url: str
    colleges: tuple[College, ...] = ()
    departments: tuple[Department, ...] = ()
    colleges_page: str = ""
    fetched: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    @property
    def people(self) -> int:
        """How many people, each counted once a unit."""
        return sum(len(d.people) for d in self.all_departments()) + sum(len(c.people) for c in self.colleges)

    def all_departments(self) -> tuple[Department, ...]:
        """The departments of all colleges and those directly under the university."""
        return (*(d for c in self.colleges for d in c.departments), *self.departments)


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
    return await Explorer(canonical(home), tools).run()


class Explorer:
    """The exploration of one university."""

    def __init__(self, home: str, tools: Tools) -> None:
        self.home = home
        self.tools = tools
        self.gate = asyncio.Semaphore(tools.params.parallel)
        self.before: Mapping[str, PageFacts] = tools.memory.load(home) if tools.memory else {}
        self.pages: dict[str, asyncio.Task[PageFacts | None]] = {}
        self.fetched: list[str] = []
        self.problems: dict[tuple[str, str], Problem] = {}
        self.menu: frozenset[str] = frozenset()
        self.known: frozenset[str] = frozenset()

    async def run(self) -> University:
        """The whole university."""
        self.tools.progress.begin(host_of(self.home))
        start = await self.page(self.home)
        if start is None:
            return University("", self.home, fetched=tuple(self.fetched), problems=self._problems())
        self.menu = frozenset(lead.url for lead in start.leads)
        listing, found = await self._units(start, "colleges", frozenset())
        colleges = [unit for unit in found if unit.kind == "college"]
        direct = [unit for unit in found if unit.kind == "department"]
        taken = frozenset(unit.url for unit in found if unit.url)
        made = await asyncio.gather(*(self._college(unit, taken) for unit in colleges))
        alone = await asyncio.gather(*(self._department(unit, taken) for unit in direct))
        if not found:
            alone = [d for d in [await self._home_as_department(start)] if d.people]
            if not alone:
                self._problem(self.home, "no-units", f"no list of colleges or departments was found from {self.home}")
        self.tools.progress.end()
        name = start.name or host_of(self.home)
        return University(name, start.url, tuple(made), tuple(alone), listing, tuple(self.fetched), self._problems())

    async def page(self, url: str) -> PageFacts | None:
        """A page's facts, fetched once; None where it cannot be had, with the problem noted."""
        if url not in self.pages:
            self.pages[url] = asyncio.create_task(self._page(url))
        return await self.pages[url]

    async def _page(self, url: str) -> PageFacts | None:
        if url in self.before:
            return self.before[url]
        if self.tools.stopping():
            self._problem(self.home, "stopped", f"stopped on request after {len(self.fetched)} pages; resume goes on")
            return None
        if len(self.fetched) >= self.tools.params.max_pages:
            self._problem(self.home, "limit", f"stopped at {self.tools.params.max_pages} pages (max_pages)")
            return None
        self.fetched.append(url)
        try:
            async with self.gate:
                facts = await self._read(url)
        except FetchError as error:
            self._problem(url, error.reason, error.message)
            return None
        except MotherlodeError as error:
            self._problem(url, "unreadable", error.message)
            return None
        if facts is not None and self.tools.memory is not None:
            self.tools.memory.keep(self.home, url, facts)
        self.tools.progress.advance(pages=len(self.fetched))
        return facts

    async def _read(self, url: str) -> PageFacts | None:
        response = await self.tools.fetcher.fetch(url)
        if response.status in (401, 403):
            self._problem(url, "login", f"{url} is not open to the public (status {response.status})")
            return None
        if response.status >= 400:
            self._problem(url, "status", f"{url} was answered with status {response.status}")
            return None
        address = response.final_url or url
        html = decode(response.body, response.header("content-type")).text
        facts = self._facts(html, address)
        if facts.script and self.tools.renderer is not None:
            facts = self._facts(await self.tools.renderer.render(address), address)
        elif facts.script:
            self._problem(url, "script", f"{url} is filled by a script; explore with a browser (--browser)")
        if facts.login and not facts.people and not facts.departments:
            self._problem(url, "login", f"{url} asks for a password")
        return facts

    def _facts(self, html: str, address: str) -> PageFacts:
        facts = read_page(html, address, self.tools.people, self.tools.units, self.known)
        self.known |= frozenset(facts.signatures)
        return facts

    async def _units(self, start: PageFacts, kind: LinkKind, taken: frozenset[str]) -> tuple[str, list[Unit]]:
        """The units of a page or of the page its links promise, whichever holds more, with that page's address."""
        best, found = start.url, _own_units(start, kind, taken)
        if any(unit.kind == "college" for unit in found) and kind == "departments":
            found = [replace(unit, kind="department") for unit in found]
        for tried, lead in enumerate(self._leads(start, kind, taken)):
            sure = lead.scores[kind] >= self.tools.params.confident
            if tried >= self.tools.params.tries or (found and (not sure or tried)):
                break
            page = await self.page(lead.url)
            units = _own_units(page, kind, taken) if page is not None else []
            if len(units) >= MIN_UNITS and len(units) > len(found):
                best, found = lead.url, units
        return best, found

    def _leads(self, page: PageFacts, kind: LinkKind, taken: frozenset[str]) -> list[Lead]:
        """The links that promise pages of a kind, the surest first; the site's menu and other units are left out."""
        inside = page.url != self.home
        kept = [
            lead
            for lead in page.leads
            if lead.scores.get(kind)
            and lead.url != page.url
            and same_site(lead.url, self.home)
            and not (inside and (lead.url in self.menu or lead.url in taken))
        ]
        return sorted(kept, key=lambda lead: -lead.scores[kind])

    async def _college(self, unit: Unit, taken: frozenset[str]) -> College:
        """A college with its departments, or with its people where it has none."""
        start = await self.page(unit.url) if unit.url else None
        if start is None:
            return College(unit)
        listing, found = await self._units(start, "departments", taken)
        if len(found) >= MIN_UNITS or (found and found[0].kind == "department"):
            others = taken | frozenset(u.url for u in found if u.url)
            made = await asyncio.gather(*(self._department(u, others) for u in found))
            return College(unit, tuple(made), pages=(start.url, listing))
        whole = await self._department(unit, taken)
        if not whole.people:
            self._problem(unit.url, "no-departments", f"{unit.name}: no department and no people were found")
        return College(unit, (), whole.people, whole.pages, whole.differing)

    async def _department(self, unit: Unit, taken: frozenset[str]) -> Department:
        """A department with the people of its list, of the list's further pages and of its other lists."""
        start = await self.page(unit.url) if unit.url else None
        if start is None:
            return Department(unit)
        pages = await self._people_pages(start, taken | {unit.url})
        people, differing = _joined(pages)
        if not people and not start.login and not start.script:
            self._problem(unit.url, "no-people", f"{unit.name}: no list of people was found")
        return Department(unit, people, tuple(page.url for page in pages), differing)

    async def _home_as_department(self, start: PageFacts) -> Department:
        """A site without units: its own people, as if it were one department."""
        pages = await self._people_pages(start, frozenset())
        unit = Unit(start.name or host_of(self.home), "department", start.url)
        return Department(unit, tuple(p for page in pages for p in page.people), tuple(page.url for page in pages))

    async def _people_pages(self, start: PageFacts, taken: frozenset[str]) -> list[PageFacts]:
        """The pages that list a department's people: confirmed by the people on them."""
        found: list[PageFacts] = []
        failed = 0
        for lead in self._leads(start, "people", taken):
            sure = lead.scores["people"] >= self.tools.params.confident
            if len(found) > self.tools.params.more_lists or failed >= self.tools.params.tries:
                break
            if not sure and (found or len(start.people) >= MIN_PEOPLE):
                break
            page = await self.page(lead.url)
            if page is None or not page.people:
                failed += 1
                continue
            if page.url not in {p.url for p in found}:
                found.append(page)
        if not found and len(start.people) >= MIN_PEOPLE:
            found = [start]
        for page in list(found):
            found += await self._following(page, {p.url for p in found})
        return found

    async def _following(self, page: PageFacts, seen: set[str]) -> list[PageFacts]:
        """The further pages of a list, until one brings nobody new."""
        found: list[PageFacts] = []
        queue = [url for url in page.following if url not in seen]
        while queue and len(found) < self.tools.params.following_pages:
            url = queue.pop(0)
            if url in seen:
                continue
            seen.add(url)
            more = await self.page(url)
            if more is None or not more.people:
                continue
            found.append(more)
            queue += [address for address in more.following if address not in seen]
        return found

    def _problem(self, url: str, code: str, reason: str) -> None:
        self.problems.setdefault((url, code), Problem(url, code, reason))

    def _problems(self) -> tuple[Problem, ...]:
        return tuple(self.problems.values())


def _joined(pages: Sequence[PageFacts]) -> tuple[tuple[Person, ...], tuple[Person, ...]]:
    """Everybody once, in order, and the readings that contradict the first one."""
    people: dict[str, Person] = {}
    differing: list[Person] = []
    for page in pages:
        for person in page.people:
            first = people.setdefault(name_key(person.name), person)
            if any(
                getattr(person, name) and getattr(first, name) and getattr(person, name) != getattr(first, name)
                for name in ("title", "email", "phone")
            ):
                differing.append(person)
    return tuple(people.values()), tuple(differing)


def _own_units(page: PageFacts, kind: LinkKind, taken: frozenset[str]) -> list[Unit]:
    """A page's units of the kind asked for, without those that are known as others."""
    units = page.colleges if kind == "colleges" else page.departments
    return [unit for unit in units if unit.url not in taken and unit.url != page.url]


def same_site(url: str, home: str) -> bool:
    """Whether an address belongs to the university: its host, or another host of its domain."""
    one, other = host_of(url), host_of(home)
    return one == other or (domain_of(one) == domain_of(other) and "." in domain_of(one))
