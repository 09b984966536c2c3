"""Addresses not worth asking for: outside the scope, or traps by their shape or their pages. Each has a reason."""

from __future__ import annotations

import re
from collections import Counter, OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

from motherlode.crawl.params import CrawlParams
from motherlode.kernels import native
from motherlode.text.patterns import user_pattern
from motherlode.text.urls import domain_of, host_of
from motherlode.text.words import lowered

MAX_LENGTH = 2000
MAX_SEGMENTS = 20
MAX_REPEATS = 3
"""A path segment standing more often than this in one address marks a loop of relative links."""

MAX_PARAMETERS = 12
CALENDAR_LIMIT = 400
"""Dated addresses of one shape below one host before a calendar is assumed: more than a year of days."""

VARIANT_LIMIT = 3000
"""Addresses of one path that differ in their parameters only, before they are taken for endless."""

NOTHING_NEW, FEW_NEW = 0.02, 2
"""Share and number of a page's words that its host has not shown before, up to which the page says nothing new.

Two words are the address that a page repeats, or the number of a session.
"""

BARREN_LIMIT = 25
"""Pages that say nothing new, found on pages that say nothing new, before what such pages link to is left alone.

On four whole university sites (2,900 pages, 30 % of which say nothing new) there are at most 6 such pages to a site,
and at most 8 with a share of 0.03: what people write is linked from pages that say something.
"""

BARREN_SHARE = 0.9
"""So many of the pages found on pages that say nothing new must say nothing new themselves."""

MOST_HOSTS, MOST_WORDS, MOST_TEXT = 30, 50_000, 20_000
"""Hosts whose words are remembered, words of a host, characters of a page: past them nothing is called barren."""

_DATE = re.compile(r"(?:19|20)\d{2}[-/](?:0?[1-9]|1[0-2])(?:[-/](?:0?[1-9]|[12]\d|3[01]))?(?=/|$|[?&])")
_MOMENT = re.compile(r"[?&](?:month|date|day|year|week)=")
_NUMBER = re.compile(r"\d+")


class Scope:
    """Where links may lead, by the first addresses and the user's patterns."""

    def __init__(self, seeds: Sequence[str], params: CrawlParams) -> None:
        self._kind = params.scope
        hosts = {host_of(url) for url in seeds}
        self._hosts = hosts
        self._domains = {domain_of(host) for host in hosts} if params.scope == "domains" else set()
        self._include = [user_pattern(pattern, "include of [crawl]") for pattern in params.include]
        self._exclude = [user_pattern(pattern, "exclude of [crawl]") for pattern in params.exclude]

    def refusal(self, url: str) -> str:
        """Why an address is out of scope, or an empty string."""
        host = host_of(url)
        if self._kind == "hosts" and host not in self._hosts:
            return "other-host"
        if self._kind == "domains" and host not in self._hosts and domain_of(host) not in self._domains:
            return "other-domain"
        if self._include and not any(pattern.search(url) for pattern in self._include):
            return "not-included"
        if any(pattern.search(url) for pattern in self._exclude):
            return "excluded"
        return ""


Counted = tuple[str, str]
"""What an address is counted by: the path of one with parameters, the form of one with a date; empty for others."""

UNCOUNTED: Counted = "", ""


def shape_of(url: str) -> tuple[str, Counted]:
    """Why an address looks like a trap by itself, or an empty string, and what it is counted by else."""
    if len(url) > MAX_LENGTH:
        return "url-too-long", UNCOUNTED
    path, _, query = url.partition("?")
    if path.count("/") > 2 + MAX_REPEATS:
        segments = path.split("/")[3:]
        if len(segments) > MAX_SEGMENTS:
            return "too-deep-path", UNCOUNTED
        if len(segments) > len(set(segments)) + MAX_REPEATS - 1 and (
            max(Counter(filter(None, segments)).values(), default=0) > MAX_REPEATS
        ):
            return "repeating-path", UNCOUNTED
    if query.count("&") >= MAX_PARAMETERS:
        return "too-many-parameters", UNCOUNTED
    low = url.lower()
    calendar = "calendar" in low or ("=" in low and _MOMENT.search(low) is not None)
    return "", (path if query else "", _NUMBER.sub("#", url) if calendar else "")


class Traps:
    """Finds endless address spaces by their shape and by counting."""

    def __init__(self) -> None:
        self._dated: Counter[str] = Counter()
        self._variants: Counter[str] = Counter()

    def refusal(self, url: str) -> str:
        """Why an address looks like a trap, or an empty string; call once for every new address."""
        reason, counted = shape_of(url)
        return reason or self.count(counted)

    def count(self, counted: Counted) -> str:
        """Counts an address with those like it; why there are too many of them, or an empty string."""
        path, shape = counted
        if path:
            self._variants[path] += 1
            if self._variants[path] > VARIANT_LIMIT:
                return "exploding-parameters"
        if shape:
            self._dated[shape] += 1
            if self._dated[shape] > CALENDAR_LIMIT:
                return "calendar"
        return ""


@dataclass(slots=True)
class HostWords:
    """What a host has said, and what came of pages that were found where nothing new was said."""

    number: int = 0
    words: set[str] = field(default_factory=set)
    hashes: bytearray = field(default_factory=bytearray)
    """The words, or by the native extension a table of their hashes."""
    found: int = 0
    barren: int = 0

    @property
    def closed(self) -> bool:
        return self.barren >= BARREN_LIMIT and self.barren >= BARREN_SHARE * self.found

    def hear(self, text: str) -> tuple[int, int]:
        """How many different words of a text are new, and how many words it has; the new ones are known then."""
        full = self.number >= MOST_WORDS
        kernel = native()
        if kernel is not None:
            new, said = kernel.fresh(text, self.hashes, bytearray() if full else self.hashes)
        else:
            words = text.split()
            fresh = set(words) - self.words
            new, said = len(fresh), len(words)
            if not full:
                self.words |= fresh
        self.number += 0 if full else new
        return new, said


class Barren:
    """Finds endless address spaces by what is on their pages: random paths, session ids, the same text for ever.

    A page is barren when (nearly) all of its words were on its host before. Where barren pages lead to barren pages
    again and again, whatever their addresses look like, the links of barren pages of that host are left alone.
    """

    def __init__(self) -> None:
        self._hosts: OrderedDict[str, HostWords] = OrderedDict()
        self.pages: set[int] = set()
        """The numbers of barren pages."""

    def look(self, host: str, number: int, parent: int, text: str) -> bool:
        """Whether this page and the host's past say that its links lead nowhere new; call once for every page."""
        known = self._hosts.setdefault(host, HostWords())
        self._hosts.move_to_end(host)
        if len(self._hosts) > MOST_HOSTS:
            self._hosts.popitem(last=False)
        text = lowered(text[:MOST_TEXT])
        new, said = known.hear(text)
        # Different words are counted only where their number can matter.
        barren = new <= FEW_NEW or (new <= NOTHING_NEW * said and new <= NOTHING_NEW * len(set(text.split())))
        if barren:
            self.pages.add(number)
        if parent in self.pages:
            known.found += 1
            known.barren += barren
        return barren and known.closed
