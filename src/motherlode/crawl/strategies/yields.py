"""The lane of hubs: pages that are off topic and lead on, valued by what pages like them brought per fetch.

Days and months of a news site, lists and archives are not related, so a model of relevance passes them over. What
they are worth shows in the related pages that were first met on them. When the lane was built, recall after a tenth
of a replayed news web (six topics, one seed) was .90 with it and .78 without, harvest over the first R .55 and .53.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.graph import Column, LinkGraph
from motherlode.model.pages import Link

LONGEST_NAME = 20
MOST_NAMES = 20
"""A folder keeps its name in the shape unless it is long, or one of more than twenty beside each other."""

MAX_CLASSES = 20_000
"""Shapes beyond this number share one class, so that a trap that makes up folders does not fill the memory."""

SEVERAL = "//"
"""Stands for the folders of a name that was met in two of them."""

_DIGITS = re.compile(r"\d+")


class Shapes:
    """Addresses fall into classes by their shape, numbered as they are met: pages of one shape lead to much the same.

    >>> shapes = Shapes()
    >>> [shapes.of(f"http://a.example/2014/{month}/archive.html") for month in ("06", "07", "08")]
    [0, 1, 1]
    >>> shapes.names[1]
    'a.example/N/N/archive.html'
    """

    def __init__(self) -> None:
        self.names: list[str] = []
        self._known: dict[str, int] = {}
        self._folders: dict[str, str] = {}
        self._beside: dict[str, set[str]] = {}
        self._above: dict[str, tuple[str, str]] = {}

    def __len__(self) -> int:
        return len(self.names)

    def of(self, url: str) -> int:
        """The class of an address: numbers and the names of single pages do not count.

        The last part counts when it stands in two folders at least: `index.html` and `archive.html` are kinds of
        page, and a title is a page.
        """
        path, _, query = url.partition("://")[2].partition("?")
        place, slash, page = path.rpartition("/")
        if not slash:
            place, page = page, ""
        shape, folder = self._above.get(place) or self._shape_above(place)
        name, dot, ending = page.rpartition(".")
        if not dot:
            name, ending = ending, ""
        shape = f"{shape}/{self._page(name, folder)}{dot}{ending}"
        if query:
            shape += "?" + "&".join(sorted({pair.partition("=")[0] for pair in query.split("&")}))
        return self._number(shape)

    def _shape_above(self, place: str) -> tuple[str, str]:
        """The shape of host and folders, and the folders; the first look settles it for all pages there."""
        host, *folders = place.split("/")
        shape = host
        for name in folders:
            shape = f"{shape}/{self._folder(name, shape)}"
        if len(self._above) >= MAX_CLASSES:
            self._above.clear()
        self._above[place] = found = shape, "/".join(folders)
        return found

    def _folder(self, name: str, above: str) -> str:
        if name.isdigit():
            return "N"
        if len(name) == 1 or len(name) > LONGEST_NAME or name.count("-") + name.count("_") > 1:
            return "*"
        beside = self._beside.setdefault(above, set())
        if name not in beside and len(beside) < MOST_NAMES:
            beside.add(name)
        return _DIGITS.sub("N", name) if name in beside else "*"

    def _page(self, name: str, folder: str) -> str:
        plain = _DIGITS.sub("N", name)
        if plain in ("", "N"):
            return plain
        if self._folders.setdefault(plain, folder) != folder:
            self._folders[plain] = SEVERAL
        return plain if self._folders[plain] == SEVERAL else "*"

    def _number(self, shape: str) -> int:
        number = self._known.get(shape)
        if number is None:
            if len(self.names) >= MAX_CLASSES:
                return MAX_CLASSES - 1
            number = self._known[shape] = len(self.names)
            self.names.append(shape)
        return number


Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Numbers = NDArray[np.int64]

MOST_YIELD = 3.0
"""A page's yield is cut here: one rich list does not make every page of its shape a treasure."""

LEAST_CHANCE = 0.3
"""An address on a page counts as found from this chance of being related."""

CARRIED = 0.25
"""A hub found on a hub counts this share of its own yield: a month is worth something for its days."""

NEW = 0.003
"""Any other new address on a page counts this much, about the share of a news web that a topic has: while nothing is
found yet, pages that show many new addresses come before those that show none. On a news web recall and harvest of
six topics rise from .915 / .548 to .926 / .557; four topics given by one to three keywords, 400 pages: recall .60,
.66, .49 at 0, .003 and .01, where hubs come before pages of a fair chance."""

HALF_LIFE = 150.0
"""Pages after which a yield counts half: a site's new days differ from its old ones."""

SHRINK_CLASS, SHRINK_BIN = 4.0, 3.0
"""A class starts as this many pages of the mean yield, a bin of chances as this many of its class."""

FIRST_YIELD = 1.0
"""The mean yield starts as one page with this."""

OUTWEIGH = 4.0
"""A class is one of hubs when its yields outweigh its own relevance so many times."""

BINS = np.array([0.02, 0.05, 0.1, 0.2, 0.35, 0.6])
"""Chances of being related, in bins within which a class's yields are told apart."""

LOW_BINS = 3
REACH = 3
"""Links up to three places away in a list say what a hub will bring: a day is like the days beside it."""


def sharpened(relevance: NDArray[np.floating]) -> Doubles:
    """Soft labels drawn apart, so that many pages at .1 do not count as one related page."""
    square = np.square(relevance, dtype=np.float64)
    found: Doubles = square / (square + np.square(1 - relevance, dtype=np.float64))
    return found


@dataclass(slots=True)
class Lanes:
    """Which classes are hubs, and what the commonest class of others brings where it is hardly related."""

    hub: NDArray[np.bool_]
    base: float = 0.0


class Yields:
    """What fetched pages brought, and what waiting addresses are expected to bring."""

    def __init__(self, graph: LinkGraph, *, gain: float) -> None:
        self._graph = graph
        self._gain = gain
        self.shapes = Shapes()
        self._class = Column(np.int32, -1)
        self._first = Column(np.int32, -1)
        self._chance = Column(np.float32)
        self._yield, self._expected = Column(np.float32), Column(np.float32)
        self._lanes = Lanes(np.zeros(0, dtype=bool))
        self._room = 0
        self._near = [Column(np.float32) for _ in range(REACH)]

    def met(self, page: int, url: str, targets: Numbers, links: Sequence[Link]) -> None:
        """The addresses that are new on a page are its to bring."""
        self._reach(max(self._graph.nodes, page + 1))
        if self._class.data[page] < 0:
            self._class.data[page] = self.shapes.of(url)
        for at in np.flatnonzero(self._class.data[targets] < 0).tolist():
            number = int(targets[at])
            if self._class.data[number] < 0:
                self._class.data[number] = self.shapes.of(links[at].url)
                self._first.data[number] = page

    def taken(self, number: int, chance: float) -> None:
        """The chance of being related that an address had when it was chosen."""
        self._reach(number + 1)
        self._chance.data[number] = chance

    def single(self, pages: Numbers) -> tuple[Doubles, NDArray[np.bool_]]:
        """The chance that fetched pages had when they were chosen, and which were chosen as pages, not as hubs."""
        self._reach(int(pages.max(initial=0)) + 1)
        chances = self._chance.data[pages].astype(np.float64)
        return chances, (chances > 0) & ~self._is_hub(pages)

    def expected(self, number: int) -> float:
        """How many related pages an address is expected to lead to; 0 for one that is no hub."""
        self._reach(number + 1)
        hub, kind = self._lanes.hub, int(self._class.data[number])
        is_hub = len(hub) > 0 and kind >= 0 and (kind >= len(hub) or bool(hub[kind]))
        return float(self._expected.data[number]) if is_hub else 0.0

    def rates(self, numbers: Numbers) -> Floats:
        """Related pages per fetch by way of each hub, 0 for what is none.

        E pages that a hub leads to cost 1 + E fetches. What the commonest class of other pages brings is taken off.
        The numbers were met or refreshed before.
        """
        above = np.maximum(self._expected.data[numbers] - self._lanes.base, 0.0) * self._gain
        return np.where(self._is_hub(numbers), above / (1 + above), 0.0).astype(np.float32)

    def refresh(self, waiting: Numbers, chances: Doubles) -> None:
        """Yields of all fetched pages and expectations of the waiting ones, with the newest relevances."""
        graph = self._graph
        nodes = graph.nodes
        self._reach(max(nodes, int(waiting.max(initial=0)) + 1))
        if not len(self.shapes):
            return  # nothing was read yet
        met = self._class.data[waiting] >= 0  # addresses of sitemaps and feeds were met on no page
        waiting, chances = waiting[met], chances[met]
        chance = np.zeros(nodes)
        chance[waiting] = chances
        labels = sharpened(graph.value.data[:nodes])
        fetched = graph.fetched.data[:nodes]
        # A child is always fetched after the page it was first met on: two rounds carry yields over two levels,
        # and what lies deeper comes with the next refresh.
        self._extend_near()
        target = graph.target.used.astype(np.int64)
        lists = np.maximum(1, np.bincount(target, minlength=nodes)[waiting])
        for _ in range(2):
            brought = self._brought(fetched, labels, chance)
            self._expect(waiting, chances, brought, labels, (target, lists))
        self._yield.data[:nodes] = brought

    def _reach(self, size: int) -> None:
        if size <= self._room:
            return
        self._room = size
        for column in (self._class, self._first, self._chance, self._yield, self._expected):
            column.reach(size)

    def _is_hub(self, numbers: Numbers) -> NDArray[np.bool_]:
        """Hubs by their class; a class without any page fetched may be one."""
        hub, classes = self._lanes.hub, self._class.data[numbers]
        if not len(hub):
            return np.zeros(len(numbers), dtype=bool)
        known = np.minimum(np.maximum(classes, 0), len(hub) - 1)
        found: NDArray[np.bool_] = (classes >= len(hub)) | ((classes >= 0) & hub[known])
        return found

    def _brought(self, fetched: NDArray[np.bool_], labels: Doubles, chance: Doubles) -> Floats:
        """For every fetched page the sum over the addresses first met on it."""
        nodes = len(fetched)
        all_hubs = not len(self._lanes.hub)
        hubs = np.ones(nodes, dtype=bool) if all_hubs else self._is_hub(np.arange(nodes))
        carried = np.where(fetched, self._yield.data[:nodes], self._expected.data[:nodes]) * CARRIED
        own = np.where(fetched, labels, chance)
        counted = np.where(own > LEAST_CHANCE, own, np.maximum(np.where(hubs, carried, 0.0), NEW))
        first = self._first.data[:nodes]
        known = first >= 0
        sums = np.bincount(first[known], weights=counted[known], minlength=nodes)
        return np.where(fetched, np.minimum(MOST_YIELD, sums), 0.0).astype(np.float32)

    def _expect(
        self, waiting: Numbers, chances: Doubles, brought: Floats, labels: Doubles, lists: tuple[Numbers, Numbers]
    ) -> None:
        """Mean yields by class and bin of chances, blended with the neighbours in the same list."""
        pages = self._graph.pages.used
        weights = 0.5 ** ((len(pages) - 1 - np.arange(len(pages))) / HALF_LIFE)
        number, bins = len(self.shapes), len(BINS) + 1
        classes = self._class.data[pages]
        cell = classes.astype(np.int64) * bins + np.searchsorted(BINS, self._chance.data[pages])
        seen = np.bincount(cell, weights=weights, minlength=number * bins).reshape(number, bins)
        sums = np.bincount(cell, weights=weights * brought[pages], minlength=number * bins).reshape(number, bins)
        related = np.bincount(classes, weights=weights * labels[pages], minlength=number)
        mean = (sums.sum() + FIRST_YIELD) / (seen.sum() + 1)
        by_class = (sums.sum(axis=1) + SHRINK_CLASS * mean) / (seen.sum(axis=1) + SHRINK_CLASS)
        by_bin = (sums + SHRINK_BIN * by_class[:, None]) / (seen + SHRINK_BIN)
        self._lanes = _lanes(seen, sums, related)
        found = by_bin[self._class.data[waiting], np.searchsorted(BINS, chances)]
        good, near = self._beside(waiting, brought, *lists)
        self._expected.data[: len(brought)] = 0.0
        self._expected.data[waiting] = (found + good) / (1 + near)

    def _extend_near(self) -> None:
        """For links one, two and three places apart how much one counts for the other: both of one list and class.

        Neither changes any more, so that only what came since the last time is looked at.
        """
        source, target = self._graph.source.used, self._graph.target.used
        for step, shares in enumerate(self._near, start=1):
            if len(target) - step <= shares.size:
                continue
            came = source[shares.size :]
            classes = self._class.data[target[shares.size :]]
            shares.append(((came[step:] == came[:-step]) & (classes[step:] == classes[:-step])) / np.float32(step))

    def _beside(self, waiting: Numbers, brought: Floats, target: Numbers, lists: Numbers) -> tuple[Doubles, Doubles]:
        """What fetched hubs of the same class brought that stand near an address in a list, and how many they are."""
        nodes = len(brought)
        hubs = (self._graph.fetched.data[:nodes] & self._is_hub(np.arange(nodes))).astype(np.float32)
        known, value = hubs[target], (hubs * brought)[target]
        good, near = np.zeros(len(target), dtype=np.float32), np.zeros(len(target), dtype=np.float32)
        for step, shares in enumerate(self._near, start=1):
            share = shares.used
            if not len(share):
                break
            good[step:] += share * value[:-step]
            near[step:] += share * known[:-step]
            good[:-step] += share * value[step:]
            near[:-step] += share * known[step:]
        return (
            np.bincount(target, weights=good, minlength=nodes)[waiting] / lists,
            np.bincount(target, weights=near, minlength=nodes)[waiting] / lists,
        )


def _lanes(seen: NDArray[Any], sums: NDArray[Any], related: NDArray[Any]) -> Lanes:
    """Classes of hubs; the class that carries most related pages is never one."""
    pages = seen.sum(axis=1)
    hub = (pages < 0.5) | (sums.sum(axis=1) > OUTWEIGH * related)
    hub[int(np.argmax(related))] = False
    common = int(np.argmax(np.where(hub, -1.0, pages)))
    low = seen[common, :LOW_BINS].sum()
    return Lanes(hub, float(sums[common, :LOW_BINS].sum() / low) if low > 0 else 0.0)
