"""The units of a site (U1): what its pages name, gathered by name, and taken where enough speaks for it.

What each unit lies in is told by several witnesses: the closest parent wins, with the reason. Witnesses are the
address (a folder inside a unit's folder), the crumbs of the unit's page, the list entry or heading above its name,
the page of another unit that names it, and the parts of its page's title.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from motherlode.extract.people.lexicon import fold_word
from motherlode.extract.people.reading import ACADEMIC, NAMED, Reading, read
from motherlode.extract.people.words import slug_score, staff_score
from motherlode.lang import gathered
from motherlode.university.addresses import folder_of, in_news, is_headline, is_language_home, page_key, says_language
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


WITNESS = {"address": 3.0, "crumbs": 3.0, "list": 3.0, "heading": 2.6, "part": 2.5, "page": 2.0, "title": 1.5}
"""How much each witness counts; ties go to the unit that lies deeper."""

AGREEING = 0.1
"""What every further witness for the same parent adds."""

RANK = {
    "university": 0, "college": 1, "institute": 2, "department": 2, "centre": 3, "office": 3, "chair": 3,
    "laboratory": 4,
}  # fmt: skip
"""A unit lies in one of its own rank or above."""

SURE_OF_EQUALS = frozenset({"address", "crumbs", "list", "heading", "part"})
"""Witnesses that may put a unit into another of its own rank, such as a school into a college."""


class Parents:
    """The accepted units by name, page and folder, to look their parents up in."""

    def __init__(self, tree: UnitTree, units: Sequence[Found]) -> None:
        self.tree = tree
        self.units = units
        self.by_name = {unit_key(unit.name): unit for unit in units}
        self.by_page = {page_key(unit.url): unit for unit in units if unit.url}
        nowhere = ("", "/", folder_of(tree.home))
        self.by_folder = {
            folder_of(unit.url): unit for unit in units if unit.url and folder_of(unit.url) not in nowhere
        }

    def find(self) -> None:
        """Gives every unit its parent and the witness for it; units without one lie in the whole."""
        for unit in self.units:
            votes: dict[str, float] = defaultdict(float)
            reasons: dict[str, str] = {}
            for parent, witness in self._witnesses(unit):
                if not _may_hold(parent, unit, witness):
                    continue
                key = unit_key(parent.name)
                votes[key] = max(votes[key], WITNESS[witness]) + (AGREEING if votes[key] else 0.0)
                reasons.setdefault(key, witness)
            if votes:
                unit.parent = max(votes, key=lambda key: (votes[key], self._depth(key)))
                unit.reason = reasons[unit.parent]
        _without_rings(self.units)

    def _depth(self, key: str) -> int:
        url = self.by_name[key].url
        return len(folder_of(url)) if url else 0

    def _witnesses(self, unit: Found) -> Iterator[tuple[Found, str]]:
        """Every unit that something speaks for as the parent of this one.

        One without a page of its own must stand over the unit in a list; a heading over links may only group them.
        """
        for parent, witness in self._claims(unit):
            if parent is not None and (parent.url or witness == "list" or (witness == "heading" and not unit.url)):
                yield parent, witness

    def _claims(self, unit: Found) -> Iterator[tuple[Found | None, str]]:
        yield self._around(unit.url), "address"
        page = self.tree.pages.get(page_key(unit.url)) if unit.url else None
        if page is not None:
            for text, address in reversed(page.crumbs):
                yield (self.by_page.get(page_key(address)) if address else self.by_name.get(unit_key(text))), "crumbs"
            for text in page.own:
                yield self.by_name.get(unit_key(text)), "title"
        for mention in unit.mentions:
            yield self.by_name.get(unit_key(mention.above)), "list"
            heads = (
                self.by_name[unit_key(head)] for head in reversed(mention.heads) if unit_key(head) in self.by_name
            )
            yield next(heads, None), "heading"
            if not (mention.url and self.tree.is_menu(mention.url)):
                holder = self.by_page.get(page_key(mention.page))
                yield holder, "part" if holder is not None and _lists_parts(holder, mention) else "page"
                if not unit.url and not mention.chrome:
                    yield self._around(mention.page), "page"

    def _around(self, url: str) -> Found | None:
        """The unit in whose folder an address lies, the innermost."""
        path = unquote(urlsplit(url).path) if url else ""
        own = folder_of(url) if url else ""
        best = [folder for folder in self.by_folder if path.startswith(folder) and folder != own]
        return self.by_folder[max(best, key=len)] if best else None


def _may_hold(parent: Found, unit: Found, witness: str) -> bool:
    above, own = RANK.get(parent.kind, 2), RANK.get(unit.kind, 2)
    return parent is not unit and (above < own or (above == own and witness in SURE_OF_EQUALS))


def _lists_parts(holder: Found, mention: Mention) -> bool:
    """Whether a unit's page lists another as a part and not as a neighbour: its own name is not in that list."""
    return (
        mention.listed
        and not mention.chrome
        and not any(
            other.page == mention.page
            and other.heads == mention.heads
            and unit_key(other.name) == unit_key(holder.name)
            for other in holder.mentions
        )
    )


def _without_rings(units: Sequence[Found]) -> None:
    """Cuts the way upwards where it would come back to where it began."""
    by_name = {unit_key(unit.name): unit for unit in units}
    for unit in units:
        seen = {unit_key(unit.name)}
        at = unit
        while at.parent:
            if at.parent in seen:
                at.parent, at.reason = "", ""
                break
            seen.add(at.parent)
            at = by_name[at.parent]
