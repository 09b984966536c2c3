"""The lane of hubs: pages that are off topic and lead on, valued by what pages like them brought per fetch.

Days and months of a news site, lists and archives are not related, so a model of relevance passes them over. What
they are worth shows in the related pages that were first met on them. When the lane was built, recall after a tenth
of a replayed news web (six topics, one seed) was .90 with it and .78 without, harvest over the first R .55 and .53.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.graph import REACH, Column, LinkGraph, spread
from motherlode.kernels import native
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

LEAST_RATE, MOST_RATE = 1e-9, 0.95
"""Bounds of a hub's rate as odds: no hub comes before a page that is all but certain."""

BINS = np.array([0.02, 0.05, 0.1, 0.2, 0.35, 0.6])
"""Chances of being related, in bins within which a class's yields are told apart."""

HARDLY = 3
"""Bins of chances in which a page is hardly related: what such pages of the commonest other class bring, any page
does."""

UNKNOWN = np.zeros(1, dtype=bool)
"""Which classes are hubs before anything was expected of them: one place for no class, and none for any other."""


def sharpened(relevance: NDArray[np.floating]) -> Doubles:
    """Soft labels drawn apart, so that many pages at .1 do not count as one related page."""
    square = np.square(relevance, dtype=np.float64)
    found: Doubles = square / (square + np.square(1 - relevance, dtype=np.float64))
    return found


class Past(NamedTuple):
    """Fetched pages with the weight of each by its age and its cell of class and bin; weights summed up by cell, and
    those of related pages by class."""

    pages: NDArray[np.int32]
    weights: Doubles
    cells: Numbers
    seen: NDArray[Any]
    related: NDArray[Any]


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
        self._hub_classes = UNKNOWN
        self._others = 0.0
        self._room = 0
        self._near = [Column(np.float32) for _ in range(REACH)]

    def met(self, page: int, url: str, targets: Numbers, links: Sequence[Link]) -> None:
        """The addresses that are new on a page are its to bring."""
        self._reach(max(self._graph.nodes, page + 1))
        if self._class.data[page] < 0:
            self._class.data[page] = self.shapes.of(url)
        for at in (self._class.data[targets] < 0).nonzero()[0].tolist():
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
        return float(self._expected.data[number]) if self._is_hub(np.array([number]))[0] else 0.0

    def rates(self, numbers: Numbers, *, above_others: bool = False) -> tuple[Floats, Floats]:
        """Related pages per fetch by way of each hub, 0 for what is none; and the rates as odds, within bounds.

        E pages that a hub leads to cost 1 + E fetches; what other pages bring may be taken off. The numbers were met
        or refreshed before.
        """
        others = self._others * self._gain if above_others else 0.0
        kernel = native()
        if kernel is not None:
            found, odds = np.empty(len(numbers), dtype=np.float32), np.empty(len(numbers), dtype=np.float32)
            kernel.rates(
                self._expected.data[: self._room], self._class.data[: self._room], self._hub_classes, numbers,
                self._gain, others, LEAST_RATE, MOST_RATE, found, odds,
            )  # fmt: skip
            return found, odds
        led_to = self._expected.data[numbers] * self._gain
        led_to = np.maximum(led_to - others, np.float32(0.0))
        found = np.where(self._is_hub(numbers), led_to / (1 + led_to), 0.0).astype(np.float32)
        bounded = np.minimum(np.maximum(found, LEAST_RATE), MOST_RATE)
        return found, bounded / (1 - bounded)

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
        past = self._past(labels)
        places = self._class.data[waiting].astype(np.int64) * len(past.seen[0]) + np.searchsorted(BINS, chances)
        lists = np.maximum(1, np.bincount(graph.target.used, minlength=nodes)[waiting])
        for _ in range(2):
            brought = self._brought(fetched, labels, chance)
            self._expect(waiting, brought, past, places, lists)
        self._yield.data[:nodes] = brought

    def _reach(self, size: int) -> None:
        if size <= self._room:
            return
        self._room = size
        for column in (self._class, self._first, self._chance, self._yield, self._expected):
            column.reach(size)

    def _is_hub(self, numbers: Numbers) -> NDArray[np.bool_]:
        """Hubs by their class; a class without any page fetched may be one."""
        return self._hub_classes.take(self._class.data[numbers] + 1, mode="clip")

    def _brought(self, fetched: NDArray[np.bool_], labels: Doubles, chance: Doubles) -> Floats:
        """For every fetched page the sum over the addresses first met on it."""
        nodes, kernel = len(fetched), native()
        first = self._first.data[:nodes]
        if kernel is not None:
            filled: Floats = np.empty(nodes, dtype=np.float32)
            kernel.brought(
                fetched, labels, chance, self._yield.data[:nodes], self._expected.data[:nodes], first,
                self._class.data[:nodes], self._hub_classes, CARRIED, LEAST_CHANCE, NEW, MOST_YIELD, filled,
            )  # fmt: skip
            return filled
        all_hubs = len(self._hub_classes) == len(UNKNOWN)
        hubs = np.ones(nodes, dtype=bool) if all_hubs else self._is_hub(np.arange(nodes))
        carried = np.where(fetched, self._yield.data[:nodes], self._expected.data[:nodes]) * CARRIED
        own = np.where(fetched, labels, chance)
        counted = np.where(own > LEAST_CHANCE, own, np.maximum(np.where(hubs, carried, 0.0), NEW))
        known = first >= 0
        sums = np.bincount(first[known], weights=counted[known], minlength=nodes)
        return np.where(fetched, np.minimum(MOST_YIELD, sums), 0.0).astype(np.float32)

    def _past(self, labels: Doubles) -> Past:
        """The fetched pages as they count for classes and bins, whatever they brought."""
        pages = self._graph.pages.used
        weights = 0.5 ** ((len(pages) - 1 - np.arange(len(pages))) / HALF_LIFE)
        number, bins = len(self.shapes), len(BINS) + 1
        classes = self._class.data[pages]
        cells = classes.astype(np.int64) * bins + np.searchsorted(BINS, self._chance.data[pages])
        seen = np.bincount(cells, weights=weights, minlength=number * bins).reshape(number, bins)
        related = np.bincount(classes, weights=weights * labels[pages], minlength=number)
        return Past(pages, weights, cells, seen, related)

    def _expect(self, waiting: Numbers, brought: Floats, past: Past, places: Numbers, lists: Numbers) -> None:
        """Mean yields by class and bin of chances, blended with the neighbours in the same list."""
        seen = past.seen
        sums = np.bincount(past.cells, weights=past.weights * brought[past.pages], minlength=seen.size)
        sums = sums.reshape(seen.shape)
        mean = (sums.sum() + FIRST_YIELD) / (seen.sum() + 1)
        of_class, pages = sums.sum(axis=1), seen.sum(axis=1)
        by_class = (of_class + SHRINK_CLASS * mean) / (pages + SHRINK_CLASS)
        by_bin = (sums + SHRINK_BIN * by_class[:, None]) / (seen + SHRINK_BIN)
        self._hub_classes = _hub_classes(pages, of_class, past.related)
        common = int(np.argmax(np.where(self._hub_classes[1:-1], -1.0, pages)))
        hardly = float(seen[common, :HARDLY].sum())
        self._others = float(sums[common, :HARDLY].sum()) / hardly if hardly > 0 else 0.0
        good, near = self._near_hubs(brought)
        self._expected.data[: len(brought)] = 0.0
        self._expected.data[waiting] = (by_bin.take(places) + good[waiting] / lists) / (1 + near[waiting] / lists)

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

    def _near_hubs(self, brought: Floats) -> tuple[Doubles, Doubles]:
        """What fetched hubs of its class brought that stand near an address in a list, and how many they are, for all
        addresses and over all lists that each stands in."""
        nodes, graph, kernel = len(brought), self._graph, native()
        fetched, shares = graph.fetched.data[:nodes], tuple(column.used for column in self._near)
        if kernel is not None:
            good, near = np.empty(nodes), np.empty(nodes)
            classes = self._class.data[:nodes]
            kernel.near_hubs(fetched, brought, classes, self._hub_classes, graph.target.used, shares, good, near)
            return good, near
        target = graph.target.used.astype(np.int64)
        hubs = (fetched & self._is_hub(np.arange(nodes))).astype(np.float32)
        of_links = spread(shares, (hubs * brought)[target], hubs[target])
        added = [np.bincount(target, weights=sums, minlength=nodes).astype(np.float64) for sums in of_links]
        return added[0], added[1]


def _hub_classes(pages: Doubles, brought: Doubles, related: NDArray[Any]) -> NDArray[np.bool_]:
    """Which classes are hubs; the one that carries most related pages never is.

    A place before the first stands for no class (−1), which is none; one behind the last for classes met since.
    """
    hub: NDArray[np.bool_] = (pages < 0.5) | (brought > OUTWEIGH * related)
    hub[int(np.argmax(related))] = False
    return np.concatenate(([False], hub, [True]))
