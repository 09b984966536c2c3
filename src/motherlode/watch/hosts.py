"""What is learned of a host: when it publishes, which of its lists overlap, how often its places change.

The front page, the feed and a section mostly list the same articles. Whoever counts a list's unseen items from its
own last visit takes all of them for neglected, and spends most requests on lists that have nothing left to tell.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.model.watch import PlaceKind

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EVEN = 1.0
"""Items an hour of the day that every host begins with: twenty-four even ones weigh like one real day of news."""


class DailyPattern:
    """How fast time passes at each host: an hour counts for more when the host publishes more than usual.

    >>> pattern = DailyPattern()
    >>> pattern.host()
    0
    >>> float(pattern.passed(np.array([0]), np.array([0.0]), np.array([24.0]))[0])
    24.0
    """

    def __init__(self) -> None:
        self._counts = np.zeros((0, 24))
        self._curve = np.zeros((0, 25))

    def host(self) -> int:
        """The number of a further host."""
        self._counts = np.vstack((self._counts, np.full((1, 24), EVEN)))
        self._curve = np.vstack((self._curve, np.arange(25.0)[None, :]))
        return len(self._counts) - 1

    def counts(self, host: int) -> list[float]:
        """What was counted in each hour of the day."""
        return [float(n) for n in self._counts[host]]

    def restore(self, host: int, counts: list[float]) -> None:
        """Counts of before."""
        self._counts[host] = counts
        self._draw(host)

    def saw(self, host: int, hours: float) -> None:
        """Something was published at that moment, in hours since 1970."""
        self._counts[host, int(hours % 24)] += 1.0
        self._draw(host)

    def _draw(self, host: int) -> None:
        counts = self._counts[host]
        smooth = 0.5 * counts + 0.25 * np.roll(counts, 1) + 0.25 * np.roll(counts, -1)
        self._curve[host, 1:] = np.cumsum(smooth * (24.0 / smooth.sum()))

    def passed(self, hosts: Ints, start: Floats, end: Floats) -> Floats:
        """Hours from start to end as each host counts them; a whole day is always 24."""
        made: Floats = self._at(hosts, end) - self._at(hosts, start)
        return made

    def _at(self, hosts: Ints, moment: Floats) -> Floats:
        days, hours = np.divmod(moment, 24.0)
        at = hours.astype(np.int64)
        low, high = self._curve[hosts, at], self._curve[hosts, at + 1]
        made: Floats = days * 24.0 + low + (hours - at) * (high - low)
        return made


REMEMBERED = 100
"""Items of a host whose lists are remembered."""

COVERS = 3
"""Other lists that are remembered for a list: those that have shown most of what it shows since its last visit."""

DOUBT = 2.0
"""Items that the share of all items of the host that a list shows weighs against those of one other list."""


@dataclass(slots=True)
class _Item:
    born: float
    lists: set[int] = field(default_factory=set)
    on_topic: bool = False


class Overlap:
    """The newest items of a host, and the lists that showed each at their first visit after it was met.

    What a list shows later than that (the second page of a section) does not count: it never shows anything new.
    """

    def __init__(self) -> None:
        self._items: dict[str, _Item] = {}
        self._lists: dict[str, int] = {}
        self._last: list[float] = []

    def _number(self, url: str) -> int:
        if url not in self._lists:
            self._lists[url] = len(self._last)
            self._last.append(0.0)
        return self._lists[url]

    def visited(self, url: str, shows: Collection[str], now: float) -> int:
        """A list was visited; gives how many items on the topic it showed that another list had shown before."""
        at, known = self._number(url), 0
        for address, item in self._items.items():
            if item.born > self._last[at] and address in shows:
                item.lists.add(at)
                known += item.on_topic
        self._last[at] = now
        return known

    def met(self, address: str, url: str, now: float) -> None:
        """A list showed an address that nobody had shown before."""
        if address not in self._items:
            self._items[address] = _Item(now, {self._number(url)})
        if len(self._items) > REMEMBERED:
            del self._items[next(iter(self._items))]

    def judged(self, address: str) -> list[str]:
        """The item is on the topic; gives the lists that showed it."""
        item = self._items.get(address)
        if item is None:
            return []
        item.on_topic = True
        return [url for url, at in self._lists.items() if at in item.lists]

    def covers(self) -> dict[str, list[tuple[str, float]]]:
        """For every list the other ones that show its items, with the share of them.

        Of those that were visited later the ones that leave the list the least to show come first.

        >>> overlap = Overlap()
        >>> for hour in range(1, 9):
        ...     overlap.met(f"article {hour}", "section", hour)
        ...     _ = overlap.visited("section", (), hour)
        ...     _ = overlap.visited("front page", [f"article {hour}"], hour + 0.5)
        >>> [(url, round(share, 2)) for url, share in overlap.covers()["section"]]
        [('front page', 0.98)]
        """
        born = np.array([item.born for item in self._items.values()])
        shown = np.zeros((len(born), len(self._last)))
        for row, item in enumerate(self._items.values()):
            shown[row, list(item.lists)] = 1.0
        last = np.array(self._last)
        looked = (last[None, :] >= born[:, None]).astype(float)
        breadth = shown.sum(axis=0) / (looked.sum(axis=0) + 1)
        share = (shown.T @ shown + DOUBT * breadth) / (shown.T @ looked + DOUBT)
        np.fill_diagonal(share, 0.0)
        worth = share * np.maximum(last[None, :] - last[:, None], 0.0)
        urls, best = list(self._lists), np.argsort(-worth, axis=1, kind="stable")[:, :COVERS]
        return {
            url: [(urls[i], float(share[at, i])) for i in best[at] if worth[at, i]] for at, url in enumerate(urls)
        }

    def rows(self) -> dict[str, Any]:
        """Everything, for the store."""
        return {
            "lists": [[url, self._last[at]] for url, at in self._lists.items()],
            "items": [[url, item.born, sorted(item.lists), item.on_topic] for url, item in self._items.items()],
        }

    def restore(self, rows: dict[str, Any]) -> None:
        """What was remembered."""
        self._lists = {url: at for at, (url, _) in enumerate(rows["lists"])}
        self._last = [last for _, last in rows["lists"]]
        self._items = {url: _Item(born, set(lists), on_topic) for url, born, lists, on_topic in rows["items"]}


KINDS: tuple[PlaceKind, ...] = ("feed", "sitemap", "hub", "records", "people", "article", "link", "hidden")
CODE = {kind: at for at, kind in enumerate(KINDS)}
ARTICLE, LINK, HIDDEN = CODE["article"], CODE["link"], CODE["hidden"]
LISTS = 3
"""The first so many kinds are lists that show new addresses."""

AGES = (2.0, 8.0, 24.0, 72.0)
"""Hours since an article was first seen that divide the classes of age: most changes come early."""

FIRST = np.array([0.2, 0.1, 0.1, 0.05, 0.02, 0.06, 0.03, 0.01, 0.003, 0.0005, 0.1])
"""Items an hour expected of each pool before anything was seen: the kinds of place, articles by age, databases."""

GUESS, KIND, HOST = 1.0, 1.0, 1.0
"""Items that the guess above counts for against a kind, the kind against a host, the host against a place.

As items and not as hours (the shape of a Gamma distribution), so that rare events are not given up after a few visits
that found nothing: with weights of 24 hours the changes of old articles were taken for impossible and missed.
"""

REMEMBERED_HOURS = 2000.0
"""Hours of watching that a pool remembers; what is older fades."""


def weighed(gained: Floats, hours: Floats, prior: Floats, weight: float) -> Floats:
    """Items an hour: what was counted, weighed against what was expected as if that had been counted too.

    >>> float(weighed(np.array([0.0]), np.array([10.0]), np.array([0.1]), 1.0)[0])
    0.05
    """
    made: Floats = (gained + weight) / (hours + weight / prior)
    return made


class Pools:
    """Items seen and hours watched, by kind and by host and kind."""

    def __init__(self) -> None:
        self._kind = np.zeros((len(FIRST), 2))
        self._host = np.zeros((0, len(FIRST), 2))

    def host(self) -> None:
        """A further host."""
        self._host = np.concatenate((self._host, np.zeros((1, len(FIRST), 2))))

    def saw(self, host: int, pool: int, gained: float, hours: float) -> None:
        """So many items in so many hours."""
        for counts in (self._kind[pool], self._host[host, pool]):
            counts += (gained, hours)
            if counts[1] > REMEMBERED_HOURS:
                counts *= REMEMBERED_HOURS / counts[1]

    def expected(self) -> Floats:
        """Items an hour of a place without a history, by host and pool."""
        kinds = weighed(self._kind[:, 0], self._kind[:, 1], FIRST, GUESS)
        return weighed(self._host[:, :, 0], self._host[:, :, 1], kinds, KIND)

    def rows(self, host: int) -> list[list[float]]:
        """What is remembered of a host, for the store."""
        return [[float(a), float(b)] for a, b in self._host[host]]

    def restore(self, host: int, rows: list[list[float]]) -> None:
        """What was remembered of a host."""
        self._host[host, : len(rows)] = rows
        self._kind += self._host[host]


def pool_of(kinds: Ints, ages: Floats) -> Ints:
    """The pool of every place by its kind and, for articles, the hours since it was first seen."""
    made: Ints = np.where(kinds == ARTICLE, ARTICLE + np.searchsorted(AGES, ages, side="right"), kinds)
    return np.where(kinds == HIDDEN, len(FIRST) - 1, made)


_EDGES = np.array([0.0, *AGES])


def hazard(rates: Floats, start: Floats, end: Floats) -> Floats:
    """Changes expected of articles from one age to another, by the rates of the classes of age (one row a place).

    >>> rates = np.array([[1.0, 0.5, 0.0, 0.0, 0.0]])
    >>> hazard(rates, np.array([1.0]), np.array([4.0])).tolist()
    [2.0]
    """
    widths = np.diff(np.append(_EDGES, np.inf))
    within = np.clip(end[:, None] - _EDGES, 0.0, widths) - np.clip(start[:, None] - _EDGES, 0.0, widths)
    made: Floats = (rates * within).sum(axis=1)
    return made
