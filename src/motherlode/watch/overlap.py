"""Which lists of a host show the same items, so that what one of them showed is not waited for at the others.

The front page, the feed and a section mostly list the same articles. Whoever counts a list's unseen items from its
own last visit takes all of them for neglected, and spends most requests on lists that have nothing left to tell.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

import numpy as np

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
