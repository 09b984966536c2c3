"""Which fetched pages present people of the institution (U1, U5): lists of staff, and profiles of one person.

A list needs a word for staff in its name, in its address or in the links to it, or titles or addresses beside its
names. A profile calls itself by somebody's name, says what they are or how to reach them, and is linked as a profile:
from a list of staff, by that name, or in a folder of people. News and former students' stories have none of these.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from urllib.parse import unquote, urlsplit

from motherlode.extract.people.candidates import PERSON_LINK, name_key
from motherlode.extract.people.names import parse
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.people.positions import titled
from motherlode.extract.people.words import slug_score, staff_score
from motherlode.model.people import Person
from motherlode.university.addresses import in_news, is_headline, page_key
from motherlode.university.facts import PageFacts
from motherlode.university.frontier import Offer

ANCHOR = 1.4
"""What the words of the links to a page add to the log-odds that it presents staff."""

SURE = 0.5
"""What the words for a page must say for a single person on it to be a list of staff."""

NAMED = 0.6
"""From here on a page is named for staff."""

LEADS = frozenset({"dean", "head", "chair", "director", "rector"})
"""Posts whose holder a unit's page may name alone, without calling itself a page of staff."""

FEW = 3
"""People on a page that may still be the profile of one of them."""

MOSTLY = 0.5
"""Share of a list's people with titles below which their profiles are asked for them."""


@dataclass(frozen=True, slots=True)
class StaffPage:
    """A page that presents people: how likely it does, and the pages that link to it."""

    page: PageFacts
    likely: float
    sources: tuple[str, ...] = ()


@dataclass(slots=True)
class Staff:
    """The pages of people found so far; `shared` gives the parts of titles that all pages have."""

    params: PeopleParams
    shared: Callable[[], frozenset[str]]
    pages: dict[str, StaffPage] = field(default_factory=dict)
    titled: dict[str, bool] = field(default_factory=dict)
    """everybody's key, and whether a title is known"""

    by_lists: set[str] = field(default_factory=set)
    """the keys of those whom a list gives a title"""

    profiles: dict[str, Person] = field(default_factory=dict)
    """what a profile says of its person, by the profile's page"""

    lists: set[frozenset[str]] = field(default_factory=set)
    placed: list[tuple[Offer, PageFacts]] = field(default_factory=list)
    """pages whose people have titles by their place alone: two with names at the same path speak for each other"""

    def take(self, offer: Offer, page: PageFacts) -> bool:
        """Keeps a page of people; whether it brought somebody new, a new list, or a title."""
        person = self.profile_of(offer, page)
        if person is not None:
            return self._profile(offer, page, person)
        likely = self.likely(offer, page)
        if likely < self.params.staff and page.staff >= self.params.staff and _placed(page):
            mates = [pair for pair in self.placed if set(pair[1].signatures) & set(page.signatures)]
            self.placed.append((offer, page))
            for mate, seen in mates:
                self._keep(mate, seen, seen.staff)
            likely = page.staff if mates else likely
        if likely < self.params.staff or not page.people:
            return False
        keys = {name_key(person.name) for person in page.people}
        new = bool(keys - self.titled.keys()) or (frozenset(keys) not in self.lists and self.named(offer, page))
        self.lists.add(frozenset(keys))
        self._keep(offer, page, likely)
        self.by_lists |= {name_key(person.name) for person in page.people if person.title}
        return new

    def lists_of_people(self) -> dict[str, tuple[frozenset[str], bool]]:
        """For every list of some people the pages that link to it, and whether its people have different titles."""
        return {
            key: (frozenset(map(page_key, one.sources)), len({person.title for person in one.page.people}) > 1)
            for key, one in self.pages.items()
            if len(one.page.people) >= FEW
        }

    def told(self) -> float:
        """The share of the people whom a list gives a title."""
        return len(self.by_lists) / max(1, len(self.titled))

    def _profile(self, offer: Offer, page: PageFacts, person: Person) -> bool:
        key = name_key(person.name)
        known = key in self.titled
        gain = not known or (bool(person.title) and not self.titled[key])
        self.profiles[page_key(page.url)] = person
        self.profiles.setdefault(page_key(offer.url), person)
        if known:
            self.titled[key] = self.titled[key] or bool(person.title)
        else:
            self._keep(offer, replace(page, people=(person,)), 1.0)
        return gain

    def _keep(self, offer: Offer, page: PageFacts, likely: float) -> None:
        for person in page.people:
            key = name_key(person.name)
            self.titled[key] = self.titled.get(key, False) or bool(person.title)
        self.pages[page_key(page.url)] = StaffPage(page, likely, tuple(sorted(offer.sources)))

    def named(self, offer: Offer, page: PageFacts) -> bool:
        """Whether the links to a page, its address or its own name say that it is one of staff."""
        shared = self.shared()
        said = [*offer.anchors, *(text for text in page.own if text not in shared)]
        return max([slug_score(page.url), *map(staff_score, said)]) >= NAMED

    def likely(self, offer: Offer, page: PageFacts) -> float:
        """How likely the page lists staff: what it says of itself, and what the links to it say."""
        if not page.people or not page.staff:
            return 0.0
        anchors = [staff_score(text) for text in offer.anchors]
        best, worst = max([0.0, *anchors]), min([0.0, *anchors])
        alone = len(page.people) == 1 and not LEADS.intersection(page.people[0].roles)
        if max(best, slug_score(page.url)) < SURE and (alone or is_headline(page.url)):
            return 0.0
        if not self._supported(offer, page):
            return 0.0
        odds = math.log(max(1e-6, page.staff) / max(1e-6, 1 - page.staff)) + ANCHOR * (best or worst)
        return 1 / (1 + math.exp(-odds))

    def _supported(self, offer: Offer, page: PageFacts) -> bool:
        """Whether anything but the names themselves says that they are people of the institution."""
        if any(titled(person) or person.email for person in page.people) or self.named(offer, page):
            return True
        linked = sum(bool(person.url and PERSON_LINK.search(person.url)) for person in page.people)
        keys = {person.name for person in page.people}
        heads = {head for link in page.links if link.text in keys for head in link.heads[-1:]}
        return linked > len(page.people) / 2 or any(staff_score(head) >= NAMED for head in heads)

    def profile_of(self, offer: Offer, page: PageFacts) -> Person | None:
        """The person whose profile a page is; None where it is none."""
        if in_news(page.url) or is_headline(page.url) or slug_score(page.url) < 0:
            return None
        person = next((one for one in page.people if page.about and name_key(one.name) == page.about), None)
        if offer.profile:
            keys = expected_on(offer)
            return person or next((one for one in page.people if name_key(one.name) in keys), None)
        if person is None or len(page.people) > FEW:
            return None
        called = any(_is_name(text, page.about) for text in offer.anchors)
        if not (titled(person) or person.email) or not (called or among_people(page.url)):
            return None
        return None if offer.doubtful else person

    def lacks_titles(self, page: PageFacts) -> bool:
        """Whether most people of a list have no title."""
        return sum(bool(person.title) for person in page.people) < MOSTLY * len(page.people)


def _placed(page: PageFacts) -> bool:
    """Whether most people of a page have a title that its place alone tells."""
    said = sum(bool(person.title) and not titled(person) for person in page.people)
    news = in_news(page.url) or is_headline(page.url) or slug_score(page.url) < 0
    return said > MOSTLY * len(page.people) and not news


def expected_on(offer: Offer) -> frozenset[str]:
    """The people whose own page a list says an offer to be."""
    names = (parse(text) for text in offer.anchors) if offer.profile else ()
    return frozenset(name_key(name.name) for name in names if name is not None)


def _is_name(text: str, key: str) -> bool:
    name = parse(text)
    return name is not None and name_key(name.name) == key


def among_people(url: str) -> bool:
    """Whether a page lies in a folder that is named for people, or has the address of one."""
    folders = [part for part in unquote(urlsplit(url).path).split("/") if part][:-1]
    return bool(PERSON_LINK.search(url)) or (bool(folders) and slug_score("http://a/" + folders[-1]) >= NAMED)


def profile_links(page: PageFacts, people: Iterable[Person]) -> list[tuple[str, str]]:
    """The profiles of people without a title: address and name."""
    own = page_key(page.url)
    return [(one.url, one.name) for one in people if one.url and not one.title and page_key(one.url) != own]


__all__ = ["Staff", "StaffPage", "among_people", "expected_on", "profile_links"]
