"""A university from its home page (U1): a focused crawl of one site instead of a chain of keyword links.

1. Read the home page, then always the page that promises most by its links' words, their place in lists of units, and
   what pages like it have given; where nothing promises, the site is read breadth first, up to a budget.
2. Judge every page for what it is: a list of staff, a page of a unit, a list of units, a profile, or something else.
3. Make the tree of units from all witnesses, and give every list of staff to the unit it belongs to.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from motherlode.extract.people.candidates import is_impossible
from motherlode.extract.people.names import parse
from motherlode.extract.people.words import slug_score, staff_score
from motherlode.text.urls import canonical, host_of
from motherlode.university.addresses import page_key
from motherlode.university.assemble import assembled
from motherlode.university.facts import Link, PageFacts
from motherlode.university.frontier import NOTHING, Frontier, Offer
from motherlode.university.mentions import peopled
from motherlode.university.model import Problem, University
from motherlode.university.naming import whole_of
from motherlode.university.site import Renderer, Site, Tools, same_site
from motherlode.university.staff import Staff, expected_on, profile_links
from motherlode.university.units import Parents, UnitTree, unit_key

ENOUGH = 8
"""People from which on an institution counts as found, and blind tries become few."""

PROFILE = 1.4
"""What a profile promises whose list lacks titles or names."""

PART = 3.0
"""What a frame promises, or a page that another one sends to."""

LEAST_BLIND = -1.0
"""What a page must be worth to be read without a promise where people were found: none of news and the like."""

HARDLY = 0.1
"""Share of the people that lists give a title, up to which their own pages are read for titles."""

LEAST_GROUP = 3
"""Links in one kind of place from which they may be the entries of a list."""


async def explore_all(homes: Sequence[str], tools: Tools) -> list[University]:
    """Several universities side by side; the failure of one does not touch the others."""
    return list(await asyncio.gather(*(explore(home, tools) for home in homes)))


async def explore(home: str, tools: Tools) -> University:
    """One university from its home page; problems are told in the result."""
    if tools.params.strategy == "paper":
        from motherlode.university.paper import Chain

        return await Chain(canonical(home), tools).run()
    return await Explorer(canonical(home), tools).run()


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
        self.staff = Staff(tools.people, self.tree.shared)
        self.inside: dict[str, bool] = {}
        self.blind = 0
        self.blindly: set[str] = set()
        self.idle = 0
        self.mapped = False

    async def run(self) -> University:
        """The whole university."""
        self.tools.progress.begin(host_of(self.home))
        start = await self.site.page(self.home)
        if start is None:
            return University("", self.home, fetched=tuple(self.site.fetched), problems=self._problems())
        self.frontier.taken |= {page_key(self.home), page_key(start.url)}
        self._take(Offer(self.home, 0.0, 0, 0), start)
        while (offers := self._next()) and not self.tools.stopping():
            pages = await asyncio.gather(*(self.site.page(offer.url, expected_on(offer)) for offer in offers))
            for offer, page in zip(offers, pages, strict=True):
                self._visited(offer, page)
            if "limit" in {code for _, code in self.site.problems}:
                break
            await self._map()
        self.tools.progress.end()
        return self._result(start)

    async def _map(self) -> None:
        """The site's own list of its pages, asked for once, where links promise nothing and nothing was found."""
        if self.mapped or self.staff.titled or self.frontier.peek() >= self.params.promise:
            return
        self.mapped = True
        for address in await self.site.sitemap():
            if self.belongs(address) and page_key(address) not in self.tree.pages:
                self.frontier.offer(Link(address, ""), self.home, 2, listed=False)

    def _next(self) -> list[Offer]:
        """The pages to fetch next; none when the rest promises too little."""
        count, promise = self.params.parallel, self.params.promise
        if self.idle >= self.params.patience:
            return []
        if offers := self.frontier.best(count, lambda o: self._wanted(o) and self.frontier.value(o) >= promise):
            return offers
        enough = len(self.staff.titled) >= ENOUGH
        if self.blind >= (self.params.more if enough else self.params.blind):
            return []
        value, fruitless = self.frontier.value, self.frontier.fruitless
        least = LEAST_BLIND if enough else NOTHING
        chosen = self.frontier.best(
            count, lambda o: self._wanted(o) and value(o) > least and not (enough and fruitless(o))
        )
        self.blindly |= {offer.url for offer in chosen}
        return chosen

    def _wanted(self, offer: Offer) -> bool:
        """Whether somebody's profile is to be read for a title that is not known; every other page may be read."""
        if not offer.profile or offer.named:
            return True
        lacking = self.params.profiles == "all" or self.staff.told() < HARDLY
        return lacking and not all(map(self.staff.titled.get, expected_on(offer) or {""}))

    def _visited(self, offer: Offer, page: PageFacts | None) -> None:
        self.blind += offer.url in self.blindly
        if page is None:
            self.tree.failed.add(page_key(offer.url))
            self.frontier.learn(offer, False, there=False)
            self.idle += 1
            return
        if page_key(page.url) in self.tree.pages:
            return
        units, people = self._take(offer, page)
        self.frontier.learn(offer, people or (units and not offer.profile))
        self.idle = 0 if units or people else self.idle + 1

    def _take(self, offer: Offer, page: PageFacts) -> tuple[bool, bool]:
        """Reads a page's units, people and links into what is known; whether it brought new units, new people."""
        units = self.tree.add(page)
        new = self.staff.take(offer, page)
        listed = page_key(page.url) in self.staff.pages
        if listed or self.staff.named(offer, page):
            for address in page.following:
                if self.belongs(address):
                    self.frontier.push(Link(address, ""), 2.0, offer.depth + 1, page.url)
        for address in page.parts:
            if self.belongs(address):
                self.frontier.push(Link(address, ""), PART, offer.depth, page.url, offer.anchors)
        self._offer_links(offer, page)
        self._offer_profiles(offer, page)
        return bool(units), new

    def _offer_links(self, offer: Offer, page: PageFacts) -> None:
        listed = {mention.url for mention in self.tree.mentions if mention.page == page.url and mention.listed}
        persons = {
            page_key(person.url) for person in page.people if person.url and page_key(page.url) in self.staff.pages
        }
        doubtful = slug_score(page.url) < 0 or min(map(staff_score, page.own[:2]), default=0.0) < 0
        for link in page.links:
            if not link.url or not self.belongs(link.url) or page_key(link.url) in self.tree.pages:
                continue
            if page_key(link.url) in persons:
                continue
            self.frontier.offer(link, page.url, offer.depth + 1, listed=link.url in listed, doubtful=doubtful)

    def _offer_profiles(self, offer: Offer, page: PageFacts) -> None:
        """The profiles that a list leads to where it lacks titles, or lacks the names themselves."""
        if page_key(page.url) in self.staff.pages and len(page.people) > 1:
            if self.params.profiles != "none" and self.staff.lacks_titles(page):
                for address, name in profile_links(page, page.people):
                    self._offer_profile(Link(address, name), offer, page)
        elif not page.people and offer.depth and self.staff.named(offer, page):
            for link in self._entries(page):
                self._offer_profile(link, offer, page, named=True)

    def _offer_profile(self, link: Link, offer: Offer, page: PageFacts, *, named: bool = False) -> None:
        if self.belongs(link.url) and page_key(link.url) not in self.tree.pages:
            self.frontier.push(link, PROFILE, offer.depth + 1, page.url, profile=True, named=named)

    def _entries(self, page: PageFacts) -> list[Link]:
        """The largest group of like links of a page that are no menu and name nothing else."""
        groups: dict[str, dict[str, Link]] = defaultdict(dict)
        units = {mention.url for mention in self.tree.mentions if mention.page == page.url}
        for link in page.links:
            if not link.url or link.chrome or not self.belongs(link.url) or self.tree.is_menu(link.url):
                continue
            if link.url not in units and not staff_score(link.text) and page_key(link.url) not in self.tree.pages:
                groups[link.group].setdefault(page_key(link.url), link)
        best = list(max(groups.values(), key=len, default={}).values())
        shaped = [link for link in best if not link.text or ((name := parse(link.text)) and not is_impossible(name))]
        return best if len(best) >= LEAST_GROUP and 2 * len(shaped) >= len(best) else []

    def belongs(self, url: str) -> bool:
        """Whether an address is one of the site's."""
        if url not in self.inside:
            self.inside[url] = same_site(url, self.home)
        return self.inside[url]

    def _result(self, start: PageFacts) -> University:
        pages = list(self.tree.pages.values())
        if not start.links and len(pages) > 1:
            start = replace(pages[1], own=tuple(dict.fromkeys((*start.own, *pages[1].own))))
        whole = whole_of(start, pages, host_of(self.home))
        unit, above = whole.unit, whole.university
        names = (unit, above, above + unit, f"{above} {unit}", f"{unit} {above}")
        self.tree.roots = frozenset(unit_key(name) for name in names if name.strip())
        for mention in self.tree.mentions:
            if mention.url:
                self.belongs(mention.url)
        self.tree.failed |= {key for key, offer in self.frontier.offers.items() if self.frontier.gone(offer)}
        for mention in peopled(pages, self.staff.lists_of_people(), self.tree.is_menu):
            self.belongs(mention.url)
            self.tree.mentions.append(mention)
        units = self.tree.build(self.inside)
        Parents(self.tree, units).find()
        found = assembled(whole, start.url, units, self.staff, self.tree)
        if not found.found and not units:
            self.site.problem(self.home, "no-units", f"no list of units or people was found from {self.home}")
        everybody = [*found.people, *(person for unit in found.units() for person in unit.people)]
        lacking = sum(1 for person in everybody if person.url and not person.title)
        if lacking and self.params.profiles != "all":
            said = f"{lacking} of {len(everybody)} people are listed without a title, with a page of their own"
            self.site.problem(self.home, "titles", f"{said}; profiles = all reads these pages")
        return University(
            found.name, found.url, found.colleges, found.departments, found.others, found.people,
            tuple(self.site.fetched), self._problems(),
        )  # fmt: skip

    def _problems(self) -> tuple[Problem, ...]:
        return tuple(self.site.problems.values())


__all__ = ["Explorer", "Renderer", "Site", "Tools", "explore", "explore_all", "same_site"]
