"""The paper's own way through a university (U1): a chain of links from the home page to the lists of faculty.

1. Read the home page; follow the link whose words promise the list of colleges; the page with more colleges counts.
2. In every college: its departments, on its own page or behind the link that promises them.
3. In every department: its people, likewise. A college without departments is asked for its people itself.
4. Where no link's words promise a list, the pages behind the links are read and the one that holds a data region is
   taken: "confirm the target web pages directly through data area location". Such tries share one budget (`blind`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Literal

from motherlode.dom.tree import parse
from motherlode.extract.people import units
from motherlode.extract.people.words import says_units, slug_score, staff_score
from motherlode.model.people import Unit
from motherlode.text.urls import host_of
from motherlode.university.addresses import page_key
from motherlode.university.assemble import joined
from motherlode.university.facts import PageFacts
from motherlode.university.model import UnitNode, University
from motherlode.university.naming import whole_of
from motherlode.university.site import Site, Tools, same_site

Level = Literal["university", "college"]
Stage = Literal["school", "department", "faculty"]
"""The three kinds of list pages, each sought from the right page of the stage before in the paper's experiment."""
MIN_UNITS = 2
"""So many units confirm a page."""


class Chain(Site):
    """The exploration of one university link by link."""

    def __init__(self, home: str, tools: Tools) -> None:
        super().__init__(home, tools)
        self.units: dict[tuple[str, Level], list[Unit]] = {}
        self.read: dict[str, asyncio.Task[PageFacts | None]] = {}
        self.menu: frozenset[str] = frozenset()
        self.tries_left = tools.params.blind

    def _facts(self, html: str, address: str) -> PageFacts:
        tree = parse(html)
        for level in ("university", "college"):
            self.units[page_key(address), level] = units(tree, address, level, self.tools.units)
        return super()._facts(html, address)

    async def once(self, url: str) -> PageFacts | None:
        """A page, fetched once however many ask for it."""
        if page_key(url) not in self.read:
            self.read[page_key(url)] = asyncio.create_task(self.page(url))
        return await self.read[page_key(url)]

    async def run(self) -> University:
        """The whole university."""
        self.tools.progress.begin(host_of(self.home))
        start = await self.once(self.home)
        if start is None:
            return University("", self.home, fetched=tuple(self.fetched), problems=tuple(self.problems.values()))
        self.menu = frozenset(page_key(link.url) for link in start.links if link.url)
        found = await self._units(start, "university", frozenset())
        taken = frozenset(page_key(unit.url) for unit in found if unit.url)
        colleges = await asyncio.gather(*(self._college(unit, taken) for unit in found if unit.kind == "college"))
        alone = await asyncio.gather(*(self._people(unit, taken) for unit in found if unit.kind != "college"))
        if not found:
            self.problem(self.home, "no-units", f"no list of colleges or departments was found from {self.home}")
        self.tools.progress.end()
        whole = whole_of(start, [start], host_of(self.home))
        return University(
            whole.university or whole.unit, start.url, tuple(colleges), tuple(alone), fetched=tuple(self.fetched),
            problems=tuple(self.problems.values()),
        )  # fmt: skip

    async def target(self, url: str, stage: Stage) -> str:
        """The page that holds the list of a stage, sought from the page before it; empty where none is confirmed."""
        start = await self.once(url)
        if start is None:
            return ""
        if stage == "faculty":
            node = await self._people(Unit("", "department", url), frozenset())
            return node.pages[0] if node.pages else ""
        level: Level = "university" if stage == "school" else "college"
        pages = [unit.evidence.page for unit in await self._units(start, level, frozenset()) if unit.evidence]
        return max(set(pages), key=pages.count) if pages else ""

    async def _units(self, start: PageFacts, level: Level, taken: frozenset[str]) -> list[Unit]:
        """The units of a page or of a page its links promise, whichever holds more."""
        found = self._own(start, level, taken)
        for tried, url in enumerate(self._leads(start, "units", taken)):
            if tried >= self.tools.params.tries or (found and tried):
                break
            page = await self.once(url)
            more = self._own(page, level, taken) if page is not None else []
            if len(more) >= MIN_UNITS and len(more) > len(found):
                found = more
        if len(found) < MIN_UNITS:
            located = await self._located(start, taken, lambda page: len(self._own(page, level, taken)))
            found = self._own(located, level, taken) if located is not None else found
        return found

    async def _located(
        self, start: PageFacts, taken: frozenset[str], held: Callable[[PageFacts], int]
    ) -> PageFacts | None:
        """The page behind the links of a page whose data region holds most; None where none holds enough."""
        best, most = None, MIN_UNITS - 1
        for url in self._links(start, taken):
            if self.tries_left <= 0:
                break
            if page_key(url) not in self.read:
                self.tries_left -= 1
            page = await self.once(url)
            if page is not None and held(page) > most:
                best, most = page, held(page)
        return best

    def _own(self, page: PageFacts, level: Level, taken: frozenset[str]) -> list[Unit]:
        found = self.units.get((page_key(page.url), level), [])
        return [
            unit for unit in found if page_key(unit.url) not in taken and page_key(unit.url) != page_key(page.url)
        ]

    def _leads(self, page: PageFacts, kind: str, taken: frozenset[str]) -> list[str]:
        """The links whose words promise a list, the surest first."""
        scored: dict[str, float] = {}
        for url, texts in self._links(page, taken).items():
            for text in texts:
                score = float(says_units(text)) if kind == "units" else staff_score(text) + slug_score(url) / 5
                if score > 0:
                    scored[url] = max(score, scored.get(url, 0.0))
        return sorted(scored, key=lambda url: -scored[url])

    def _links(self, page: PageFacts, taken: frozenset[str]) -> dict[str, list[str]]:
        """The links of a page with their texts; inside the site its menu and other units are left out."""
        inside = page_key(page.url) != page_key(self.home)
        found: dict[str, list[str]] = {}
        for link in page.links:
            key = page_key(link.url) if link.url else ""
            if not key or key == page_key(page.url) or not same_site(link.url, self.home):
                continue
            if not (inside and (key in self.menu or key in taken)):
                found.setdefault(link.url, []).append(link.text)
        return found

    async def _college(self, unit: Unit, taken: frozenset[str]) -> UnitNode:
        """A college with its departments, or with its people where it has none."""
        start = await self.once(unit.url) if unit.url else None
        if start is None:
            return UnitNode(unit)
        found = await self._units(start, "college", taken)
        if len(found) < MIN_UNITS:
            return await self._people(unit, taken)
        others = taken | frozenset(page_key(u.url) for u in found if u.url)
        made = await asyncio.gather(*(self._people(inner, others) for inner in found))
        return UnitNode(unit, tuple(made))

    async def _people(self, unit: Unit, taken: frozenset[str]) -> UnitNode:
        """A unit with the people of the first page its links promise that has some."""
        start = await self.once(unit.url) if unit.url else None
        if start is None:
            return UnitNode(unit)
        for url in self._leads(start, "people", taken)[: self.tools.params.tries]:
            page = await self.once(url)
            if page is not None and page.people:
                return UnitNode(unit, (), joined([page])[0], (page.url,))
        if len(start.people) < MIN_UNITS:
            located = await self._located(start, taken, lambda page: len(page.people))
            if located is not None:
                return UnitNode(unit, (), joined([located])[0], (located.url,))
        people = joined([start])[0] if len(start.people) >= MIN_UNITS else ()
        return UnitNode(unit, (), people, (start.url,) if people else ())
