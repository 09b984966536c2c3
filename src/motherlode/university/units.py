"""The units of a site (U1): what its pages name, gathered by name, and taken where enough speaks for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from motherlode.extract.people.lexicon import fold_word
from motherlode.extract.people.reading import ACADEMIC, NAMED, Reading, read
from motherlode.extract.people.words import gathered, slug_score, staff_score
from motherlode.university.addresses import in_news, is_headline, is_language_home, page_key, says_language
from motherlode.university.facts import PageFacts
from motherlode.university.mentions import Mention, mentions_of

EVERYWHERE = 0.5
"""Share of the fetched pages on which a link stands that is the site's menu."""


SURE = 0.5
"""From here on a word for staff, or a page of staff, is taken for one."""


@dataclass(slots=True)
class Found:
    """A unit under construction."""

    name: str
    kind: Reading = "other"
    url: str = ""
    mentions: list[Mention] = field(default_factory=list)
    confirmed: bool = False
    """a page of its own calls itself by this name"""

    parent: str = ""
    reason: str = ""


def unit_key(name: str) -> str:
    """A unit's name for comparing: folded, without brackets and small words."""
    text = re.sub(r"\([^)]*\)|&", " ", name.casefold())
    parts = (fold_word(part) or "".join(filter(str.isalnum, part)) for part in re.split(r"[\s,/\-–—.:]+", text))
    return " ".join(part for part in parts if part and part not in ("the", "and"))


def core_of(name: str) -> str:
    """The name without its head words: what "Department of Physics" and "Physics" share."""
    words = {"of", "the", "for", "and", "deptt", *gathered("units", "department"), *gathered("units", "college")}
    return " ".join(word for word in unit_key(name).split() if word not in words)


class UnitTree:
    """Everything that fetched pages say about units."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.roots: frozenset[str] = frozenset()
        self.pages: dict[str, PageFacts] = {}
        self.failed: set[str] = set()
        self.mentions: list[Mention] = []
        self.known: dict[str, Found] = {}
        self.turned: set[str] = set()
        """pages that links lead to by the name of a language: the whole in it, and no unit"""

        self.counts: Counter[str] = Counter()
        self.segments: Counter[str] = Counter()

    def add(self, page: PageFacts) -> int:
        """A page that was read; how many names of units it brought that were not known."""
        self.pages[page_key(page.url)] = page
        self.turned |= {page_key(link.url) for link in page.links if link.url and says_language(link.text)}
        self.counts.update({page_key(link.url) for link in page.links if link.url})
        self.segments.update(set(page.own))
        found = mentions_of(page)
        self.mentions += found
        new = 0
        for mention in found:
            if mention.kind in ACADEMIC or mention.listed:
                key = unit_key(mention.name)
                new += key not in self.known
                self.known.setdefault(key, Found(mention.name))
        return new

    def shared(self) -> frozenset[str]:
        """The parts of titles and headings that most pages have."""
        return frozenset(
            text for text, count in self.segments.items() if count >= 3 and count > EVERYWHERE * len(self.pages)
        )

    def is_menu(self, url: str) -> bool:
        """Whether the site links to this address from nearly everywhere."""
        count = self.counts[page_key(url)]
        return len(self.pages) >= 4 and count > EVERYWHERE * len(self.pages)

    def build(self, inside: Mapping[str, bool]) -> list[Found]:
        """The accepted units; `inside` tells for an address whether it belongs to the site."""
        found = _gathered(self.mentions, inside, self.failed)
        self._confirm(found)
        self._named_in_text(found)
        units = [unit for unit in found.values() if self._accepted(unit, inside)]
        units = _joined(units)
        order = {key: place for place, key in enumerate(found)}
        units.sort(key=lambda unit: order[unit_key(unit.name)])
        return units

    def _confirm(self, found: dict[str, Found]) -> None:
        """Units that pages call themselves by: their address is the shallowest such page."""
        shared = self.shared()
        for page in sorted(self.pages.values(), key=lambda page: (urlsplit(page.url).path.count("/"), len(page.url))):
            for text in page.own:
                reading = read(text)
                if (
                    reading is None
                    or reading.kind not in NAMED | {"office"}
                    or (text in shared and len(self.pages) > 3)
                ):
                    continue
                unit = found.get(unit_key(reading.name))
                if unit is None:
                    if (
                        reading.kind == "office"
                        or slug_score(page.url)
                        or staff_score(" ".join(page.own[:1])) < 0
                        or page_key(page.url) == page_key(self.home)
                    ):
                        continue
                    unit = found[unit_key(reading.name)] = Found(reading.name, reading.kind)
                if not unit.url:
                    unit.url = page.url
                if page_key(unit.url) == page_key(page.url):
                    unit.confirmed = True
                break
        for unit in found.values():
            own = self.pages.get(page_key(unit.url)) if unit.url else None
            if own is not None and not unit.confirmed:
                core = core_of(unit.name)
                unit.confirmed = any(core and core in core_of(text) for text in own.own)

    def _named_in_text(self, found: dict[str, Found]) -> None:
        """Units without a link whose page names them, and no other unit, in a line of its text."""
        taken = {page_key(unit.url): key for key, unit in found.items() if unit.url}
        for page in self.pages.values():
            named = {
                unit_key(mention.name)
                for mention in self.mentions
                if mention.page == page.url
                and mention.kind in ACADEMIC
                and not (mention.url and self.is_menu(mention.url))
            }
            unit = found.get(named.pop()) if len(named) == 1 else None
            bare = found.get(taken.get(page_key(page.url), ""))
            if unit is not None and not unit.url and bare is not None and _is_bare(bare, unit):
                unit.url, unit.confirmed = bare.url, True
                unit.mentions += found.pop(taken[page_key(page.url)]).mentions
                continue
            if (
                unit is None
                or unit.url
                or page_key(page.url) in taken
                or len({m.page for m in unit.mentions}) > 1
                or in_news(page.url)
                or page_key(page.url) == page_key(self.home)
            ):
                continue
            if page.staff > SURE or any(
                staff_score(link.text) > SURE and not self.is_menu(link.url) for link in page.links
            ):
                unit.url, unit.confirmed = page.url, True

    def _accepted(self, unit: Found, inside: Mapping[str, bool]) -> bool:
        """Whether there is enough to call it a unit of this institution."""
        if (
            unit_key(unit.name) in self.roots
            or page_key(unit.url) == page_key(self.home)
            or is_language_home(unit.url)
            or in_news(unit.url)
            or is_headline(unit.url)
        ):
            return False
        listed = any(mention.listed for mention in unit.mentions)
        own = bool(unit.url) and inside.get(unit.url, False)
        if unit.url and (not own or (page_key(unit.url) in self.turned and not listed)):
            return False
        gone = page_key(unit.url) in self.failed if unit.url else True
        if unit.kind in ACADEMIC:
            sure = listed and (own or unit.kind in ("college", "department"))
            return sure or unit.confirmed or (own and not gone)
        if unit.kind in NAMED or unit.kind == "office":
            return own and not gone and (unit.confirmed or (listed and unit.kind != "office"))
        return listed and (own or bool(unit.url))


def _is_bare(bare: Found, unit: Found) -> bool:
    """Whether a link calls by its bare subject ("Zoology") what the page behind it names in full."""
    return bare.kind not in NAMED and bool(core_of(unit.name)) and core_of(bare.name) == core_of(unit.name)


def _gathered(mentions: Iterable[Mention], inside: Mapping[str, bool], failed: set[str]) -> dict[str, Found]:
    """The mentions by name; a unit's address is the one that is named oftenest, inside the site before outside."""
    found: dict[str, Found] = {}
    for mention in mentions:
        if slug_score(mention.page) < 0 and not mention.listed and not mention.chrome:
            continue
        unit = found.setdefault(unit_key(mention.name), Found(mention.name))
        unit.mentions.append(mention)
    for unit in found.values():
        unit.kind = Counter(mention.kind for mention in unit.mentions).most_common(1)[0][0]
        unit.name = Counter(mention.name for mention in unit.mentions).most_common(1)[0][0]
        urls = Counter(mention.url for mention in unit.mentions if mention.url)
        ranked = sorted(urls, key=lambda url: (not inside.get(url, False), page_key(url) in failed, -urls[url]))
        unit.url = ranked[0] if ranked else ""
    return found


def _joined(units: Sequence[Found]) -> list[Found]:
    """Units with one address are one, and a bare subject is one with the unit of that subject."""
    kept: list[Found] = []
    by_url: dict[str, Found] = {}
    by_core: dict[str, Found] = {}
    for unit in sorted(units, key=lambda unit: (unit.kind not in NAMED, not unit.confirmed, -len(unit.mentions))):
        same = by_url.get(page_key(unit.url)) if unit.url else None
        if same is None and unit.kind not in NAMED:
            same = by_core.get(core_of(unit.name))
        if same is not None:
            same.mentions += unit.mentions
            continue
        kept.append(unit)
        if unit.url:
            by_url[page_key(unit.url)] = unit
        by_core.setdefault(core_of(unit.name), unit)
    return kept
