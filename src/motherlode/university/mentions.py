"""The units that a page names (U3): by their words, and by the list they stand in.

A text with a unit's words is a unit's name wherever it stands; a bare subject ("Physics") is one only in a list that
says so: under a heading or on a page that announces departments, or among entries of which most are units' names.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from motherlode.extract.people.reading import NAMED, Reading, UnitReading, read
from motherlode.extract.people.words import says_units, slug_says_units, staff_score
from motherlode.lang import pattern
from motherlode.university.addresses import page_key
from motherlode.university.facts import Link, PageFacts

LEAST_LISTED = 3
"""Entries from which a group of links is a list."""

MAJORITY = 0.5
"""Share of a list's entries that must read as units."""

SURE = 0.5
"""From here on a text is one for staff and no unit."""

_CELL = re.compile(r"(?<=\btd)\[\d+\]")
"""The number of a cell's column in the path of a group."""

MAX_WEAK = 70
"""Characters of a bare name in a list of units."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A unit named on a page: `heads` and `above` are what stands over it, `listed` that it is one of a list."""

    name: str
    kind: Reading
    url: str
    page: str
    heads: tuple[str, ...] = ()
    above: str = ""
    listed: bool = False
    chrome: bool = False


def mentions_of(page: PageFacts) -> list[Mention]:
    """The units that a page names, each entry once, in the order in which they stand."""
    groups: dict[tuple[str, str, str, bool], list[tuple[Link, UnitReading]]] = defaultdict(list)
    persons = {person.url for person in page.people if person.url}
    for link in page.links:
        reading = read(link.text) if link.text and link.url not in persons else None
        if reading is not None:
            groups[link.group, link.heads[-1] if link.heads else "", link.above, link.chrome].append((link, reading))
    for place in [place for place, members in groups.items() if len(members) == 1 and _CELL.search(place[0])]:
        groups[_CELL.sub("", place[0]), *place[1:]] += groups.pop(place)  # cells of one row are a list, too
    paths: dict[tuple[str, bool], list[tuple[Link, UnitReading]]] = defaultdict(list)
    for place, members in groups.items():
        paths[place[0], place[3]] += members
    announced = slug_says_units(page.url) or any(says_units(text) for text in page.own)
    found: dict[tuple[str, str], Mention] = {}
    for (group, head, above, chrome), members in groups.items():
        listed, weak = _verdict(members, bool(group), head, above, announced)
        if len(members) == 1:  # the only part of its faculty, beside other faculties' parts
            listed, _ = _verdict(paths[group, chrome], bool(group), "", "", False)
        for link, reading in members:
            if not _names_unit(link, reading, weak):
                continue
            key = (reading.name.casefold(), link.url)
            found.setdefault(
                key,
                Mention(reading.name, reading.kind, link.url, page.url, link.heads, link.above, listed, link.chrome),
            )
    return list(found.values())


LEAST_PEOPLED = 2
"""Entries of one list with lists of people of their own from which they are units."""


def peopled(
    pages: Sequence[PageFacts], lists: Mapping[str, tuple[Collection[str], bool]], is_menu: Callable[[str], bool]
) -> Iterator[Mention]:
    """The entries of lists that are units by what was found behind them, whatever their words are.

    Most lead to a list of people of their own, or are the headings over the people of a list. `lists` has for every
    list of people the pages that link to it, and whether its titles vary, as a unit's do and a rank's do not. What
    stands in a site's menu is no unit.
    """
    headings = [_over_people(page) for page in pages if page_key(page.url) in lists]
    for page in pages:
        groups: dict[tuple[str, str], dict[str, Link]] = defaultdict(dict)
        for link in page.links:
            if link.url and link.text and _may_be_unit(link.text) and not is_menu(link.url):
                groups[link.group, link.heads[-1] if link.heads else ""].setdefault(page_key(link.url), link)
        for group in groups.values():
            members = group.values()
            headed = ([link for link in members if link.text in said] for said in headings)
            for units in (_leading(members, lists), *headed):
                if len(units) >= max(LEAST_PEOPLED, MAJORITY * len(members)):
                    yield from (_peopled(link, page.url) for link in units)


def _peopled(link: Link, page: str) -> Mention:
    return Mention(link.text, "department", link.url, page, link.heads, link.above, listed=True, chrome=link.chrome)


def _over_people(page: PageFacts) -> set[str]:
    """The headings under which people of a page stand."""
    names = [person.name for person in page.people]
    return {link.heads[-1] for link in page.links if link.heads and any(name in link.text for name in names)}


_A_WORD = re.compile(r"[^\W\d_]{4}")
"""What the letters over the parts of an alphabet have not."""


def _may_be_unit(text: str) -> bool:
    """Whether a text in unknown words may be a unit's name; those in known words are judged by these."""
    reading = read(text) if _A_WORD.search(text) else None
    return reading is not None and reading.kind == "other" and _names_unit(Link("u", text), reading, True)


def _leading(members: Collection[Link], lists: Mapping[str, tuple[Collection[str], bool]]) -> list[Link]:
    """The entries that lead to a list of people to which no other entry leads."""
    alone: dict[str, Link] = {}
    for key, (sources, varied) in lists.items():
        led = [link for link in members if _leads_to(page_key(link.url), key, sources, varied)]
        if len(led) == 1:
            alone[led[0].url] = led[0]
    return list(alone.values())


def _leads_to(own: str, key: str, sources: Collection[str], varied: bool) -> bool:
    """Whether a page links to a list of people, lies above it, or is it; a root, which leads everywhere, does not."""
    below_the_root = "/" in own or "?" in own
    return below_the_root and (own in sources or key.startswith(own + "/") or (own == key and varied))


def _verdict(
    members: Sequence[tuple[Link, UnitReading]], grouped: bool, head: str, above: str, announced: bool
) -> tuple[bool, bool]:
    """Whether a group of entries is a list of units, and whether bare names in it count."""
    distinct = {reading.name.casefold(): (link, reading) for link, reading in members}
    kinds = [reading.kind for _, reading in distinct.values()]
    named = sum(kind in NAMED for kind in kinds)
    subjects = kinds.count("subject")
    if not grouped or len(distinct) < 2 or kinds.count("programme") * 3 > len(kinds):
        return False, False
    over = f"{head} {above}".casefold()
    if pattern("units", "programmes").search(over) and not named:
        return False, False
    says = says_units(head) or says_units(above)
    chrome = members[0][0].chrome
    listed = named >= 2 and named >= MAJORITY * len(kinds)
    weak = len(distinct) >= LEAST_LISTED and (
        (says and named + subjects >= MAJORITY * len(kinds))
        or (
            announced
            and not chrome
            and named + subjects >= MAJORITY * len(kinds)
            and named + subjects >= LEAST_LISTED
        )
        or (named >= LEAST_LISTED and named >= 0.7 * len(kinds) and not chrome)
    )
    return listed or weak, weak


def _names_unit(link: Link, reading: UnitReading, weak: bool) -> bool:
    if reading.kind in NAMED or reading.kind == "office":
        return True
    if not weak or reading.kind in ("programme", "university") or not link.url:
        return False
    text = reading.name
    return (
        len(text) <= MAX_WEAK
        and (text[0].isupper() or not text[0].isalpha() or not text[0].isascii())
        and (staff_score(text) <= 0 or (staff_score(text) < SURE and reading.kind == "subject"))
        and not pattern("staff", "never").search(text.casefold())
        and not says_units(text)
        and not re.search(r"\d{2}|[.!?:]$", text)
        and len(text.split()) <= 9
    )
