"""Which page of a site is worth the next fetch (U1): what its links say, where they stand, what its like has given.

The weights were set by hand, starting from an earlier trial's, with four labelled sites in view; none was chosen with
a site left out. A link's chance of leading nowhere counts as its logarithm, without a weight. A word for staff counts
most, then a unit's name, then a place in a list of units.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from urllib.parse import unquote, urlsplit

from motherlode.extract.people.reading import ACADEMIC, NAMED, read
from motherlode.extract.people.words import says_units, slug_of, slug_says_units, slug_score, staff_score
from motherlode.university.addresses import folder_of, in_news, is_headline, page_key
from motherlode.university.facts import Link

WEIGHTS: Mapping[str, float] = {
    "staff": 2.2, "slug": 1.0, "unit": 1.6, "centre": 0.9, "units": 1.4, "units_slug": 0.6, "subject": 0.3,
    "listed": 1.0, "news": -2.0, "news_slug": -1.5, "news_folder": -1.0, "dated": -1.5, "long": -0.7, "deep": -0.08,
    "paid": 1.5, "unpaid": -0.8, "map": 0.5, "folder": 0.15, "headline": -1.5, "programme": -0.6,
}  # fmt: skip
_DATED = re.compile(r"/(?:19|20)\d\d(?:[/\-_]|$)|\d{6,}")
_MAP = re.compile(
    r"(?i)site\s?map|карта сайта|plan du site|网站地图|サイトマップ|a\s?[-–—]\s?z\b|mapa (?:del sitio|do site)"
)
_FILE = re.compile(
    r"(?i)\.(?:jpe?g|png|gif|webp|svg|ico|pdf|docx?|xlsx?|pptx?|odt|zip|rar|gz|mp[34]|avi|mov|css|js|xml|json|txt|ics|rss|bmp|tiff?|exe|apk)$"
)
MANY_WORDS = 9
"""Words from which a link's text is a headline and no label."""

NOTHING = -99.0
"""The value of an offer that is never fetched."""

HARDLY = 0.125
"""Share of fetched pages of one pattern that gave something, up to which the others are taken to give nothing."""

HALF = 0.5
SEEN_ENOUGH = 3
"""Fetched pages of one pattern after which its yield speaks for the others."""

PAID = {"slug": 1, "anchor": 1}
"""Pages of one pattern that must have given something for the others to be expected to, where it is not two. A unit's
"People" that gave people is enough for another's: pages of four saved sites 2.6 × as before, on 84 sites of the world
1.6 ×, and of six new ones people F 92 → 96."""


@dataclass(slots=True)
class Offer:
    """An address that may be fetched: its best link's score, how deep it lies, and when it was first seen."""

    url: str
    score: float
    depth: int
    order: int
    sources: set[str] = field(default_factory=set)
    anchors: list[str] = field(default_factory=list)
    profile: bool = False
    """a list of staff links it as somebody's own page"""

    named: bool = False
    """such a page of somebody whose name the list does not give"""

    doubtful: bool = False
    """the page that linked it first is one of news, former students or the like"""


class Frontier:
    """The addresses of one site that were seen and not yet fetched, best first."""

    def __init__(self) -> None:
        self.offers: dict[str, Offer] = {}
        self.paid: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.there: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        """for every page, how many of its links led to pages, of how many that were tried"""

        self.taken: set[str] = set()
        self.seen = 0

    def offer(self, link: Link, source: str, depth: int, *, listed: bool, doubtful: bool = False) -> None:
        """A link that was seen on a page."""
        self._add(link, link_value(link, listed=listed)[0], depth, source, doubtful=doubtful)

    def push(
        self, link: Link, score: float, depth: int, source: str, anchors: Iterable[str] = (), *,
        profile: bool = False, named: bool = False,
    ) -> None:  # fmt: skip
        """A link with a score of its own: the next page of a list, a frame, somebody's profile."""
        known = self._add(link, score, depth, source, anchors)
        if known is not None:
            known.profile, known.named = known.profile or profile, known.named or named

    def _add(
        self, link: Link, score: float, depth: int, source: str, texts: Iterable[str] = (), *, doubtful: bool = False
    ) -> Offer | None:
        """The offer of a link's address with all that is known of it; None where it was fetched or is a file."""
        if page_key(link.url) in self.taken or _FILE.search(urlsplit(link.url).path):
            return None
        fresh = Offer(link.url, score, depth, self.seen, doubtful=doubtful)
        known = self.offers.setdefault(page_key(link.url), fresh)
        self.seen += 1
        known.sources.add(source)
        known.anchors += [text for text in (link.text, *texts) if text and text not in known.anchors]
        known.score, known.depth = max(known.score, score), min(known.depth, depth)
        return known

    def best(self, count: int, worth: Callable[[Offer], bool] = lambda _: True) -> list[Offer]:
        """The best offers that are worth it, taken out."""
        ranked = sorted(self.offers.values(), key=lambda offer: (-self.value(offer), offer.depth, offer.order))
        chosen = [offer for offer in ranked if worth(offer)][:count]
        for offer in chosen:
            self.taken.add(page_key(offer.url))
            del self.offers[page_key(offer.url)]
        return chosen

    def peek(self) -> float:
        """The value of the best offer, or a very small one where there is none."""
        return max((self.value(offer) for offer in self.offers.values()), default=NOTHING)

    def value(self, offer: Offer) -> float:
        """Its score with its depth, the yield of the pages like it, and whether its source's links lead anywhere."""
        score = offer.score + WEIGHTS["deep"] * offer.depth + math.log(self._there(offer))
        good, tried = self._yield(offer)
        if good and good >= tried / 2:
            return score + WEIGHTS["paid"]
        return score + WEIGHTS["unpaid"] * (tried >= SEEN_ENOUGH)

    def _there(self, offer: Offer) -> float:
        """The share of its sources' links that led to pages, two more taken for granted."""
        there, tried = (sum(self.there[source][n] for source in offer.sources) for n in (0, 1))
        return (there + 2) / (tried + 2)

    def gone(self, offer: Offer) -> bool:
        """Whether an offer that was not tried leads nowhere, as most links beside it do."""
        return self._there(offer) < HALF

    def fruitless(self, offer: Offer) -> bool:
        """Whether pages like this one were tried and gave hardly anything."""
        good, tried = self._yield(offer, folders=False)
        return tried >= SEEN_ENOUGH and good <= tried * HARDLY

    def _yield(self, offer: Offer, *, folders: bool = True) -> tuple[int, int]:
        """How many pages like this one gave something, of how many: by the first pattern that can tell."""
        for pattern in _patterns_of(offer):
            if not folders and pattern.startswith("folder "):
                continue
            good, tried = self.paid.get(pattern, (0, 0))
            paid = good >= PAID.get(pattern.split()[0], 2) and good >= tried / 2
            if paid or (tried >= SEEN_ENOUGH and good <= tried * HARDLY):
                return good, tried
        return 0, 0

    def learn(self, offer: Offer, gave: bool, *, there: bool = True) -> None:
        """What a fetched page gave: new units or people, or nothing; and whether it was there at all."""
        for pattern in _patterns_of(offer):
            self.paid[pattern][0] += gave
            self.paid[pattern][1] += 1
        for source in offer.sources:
            self.there[source][0] += there
            self.there[source][1] += 1


def _patterns_of(offer: Offer) -> list[str]:
    """The patterns of an offer: profiles of one list stand together, whatever their addresses are."""
    if offer.profile:
        return [f"profiles of {source}" for source in sorted(offer.sources)]
    return patterns(offer.url, offer.anchors)


def link_value(link: Link, *, listed: bool) -> tuple[float, bool]:
    """What a link promises by its words and its place, and whether anything in it does."""
    w = WEIGHTS
    text, slug = staff_score(link.text), slug_score(link.url)
    reading = read(link.text)
    value = w["staff"] * max(0.0, text) + w["slug"] * max(0.0, slug)
    value += (w["news"] if text < 0 else 0.0) + (w["news_slug"] if slug < 0 else 0.0)
    if reading is not None and reading.kind in NAMED:
        value += w["unit"] if reading.kind in ACADEMIC else w["centre"]
    elif reading is not None and reading.kind == "subject":
        value += w["subject"]
    value += w["units"] * says_units(link.text) + w["units_slug"] * slug_says_units(link.url) + w["listed"] * listed
    value += w["map"] * bool(_MAP.search(link.text)) + w["headline"] * is_headline(link.url)
    value += w["programme"] * (reading is not None and reading.kind == "programme")
    promising = value > 0
    value += w["folder"] * bool(folder_of(link.url)) + w["news_folder"] * in_news(link.url)
    value += w["dated"] * bool(_DATED.search(unquote(urlsplit(link.url).path)))
    value += w["long"] * (len(link.text.split()) >= MANY_WORDS)
    return value, promising


def patterns(url: str, anchors: Iterable[str]) -> list[str]:
    """What a page has in common with its like: its last word, the end of its slug, and the text of its links."""
    slug = slug_of(url)
    parts = [part for part in page_key(url).split("/") if part]
    found = [f"slug {slug}"] if slug else []
    if " " in slug:
        found.append(f"end {slug.split()[-1]}")
    if len(parts) > 2:
        found.append(f"folder {'/'.join(parts[:-1])}")
    return found + [f"anchor {text.casefold()}" for text in anchors if 0 < len(text) < 40]
