"""How many pages on the topic are left to find: by the links that lead to those found, and by how finds thin out.

Every fetched page is an occasion on which pages on the topic are caught by its links. Where many of them were caught
by one page only, many more will have been caught by none (Chao's estimate). That knows nothing of pages which wait
already, and takes a site that links every article once for one that hides as many. How finds thin out in the course
of a crawl knows of both, but not yet in its first half. The estimate is the geometric mean of the two, its bounds are
the outer ones of both.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motherlode.crawl.graph import LinkGraph

ON_TOPIC = 0.5
"""Relevance from which a page counts as found."""

LEAST_FOUND = 20
"""With fewer pages on the topic nothing is said."""

LATEST = 50
"""Fetched pages whose yield says whether a crawl is still on the topic."""

LEAST_THINNING = 0.1
"""Finds thin out by this factor (as a power of e) over the length of the crawl at least, however many still come."""

SURE = 1.96
"""Standard errors on either side of the estimate: 95 of 100."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """Pages on the topic that were found, and how many are left to find, with bounds."""

    found: int
    unseen: float
    low: float
    high: float
    latest: float
    """Share of the last fetches that was on the topic."""

    @property
    def recall(self) -> float:
        """The share of all pages on the topic that was found."""
        return self.found / (self.found + self.unseen) if self.found else 0.0

    def reached(self, recall: float) -> bool:
        """Whether so much is surely found, and the last fetches brought no more than is allowed to be missing."""
        surely = self.found / (self.found + self.high) if self.found else 0.0
        return self.found >= LEAST_FOUND and surely >= recall and self.latest <= 1 - recall


def remaining(graph: LinkGraph) -> Remaining:
    """What is left to find, by the pages fetched so far."""
    pages = graph.pages.used.astype(np.int64)
    related = graph.value.data[pages] >= ON_TOPIC
    latest = float(related[-LATEST:].mean()) if len(pages) else 0.0
    wanted = np.zeros(graph.nodes, dtype=bool)
    wanted[pages[related]] = True
    source, target = graph.source.used, graph.target.used
    at = np.flatnonzero(wanted[target] & (source != target))
    edges = np.unique(source[at].astype(np.int64) * graph.nodes + target[at])
    times = np.bincount(edges % max(1, graph.nodes), minlength=graph.nodes)[pages[related]]
    both = chao(int((times == 1).sum()), int((times == 2).sum())), thinning(related)
    unseen = math.sqrt((both[0][0] + 0.5) * (both[1][0] + 0.5)) - 0.5
    low, high = min(low for _, low, _ in both), max(high for _, _, high in both)
    return Remaining(int(related.sum()), unseen, low, high, latest)


def thinning(related: NDArray[np.bool_]) -> tuple[float, float, float]:
    """How many will still come, by where in a crawl the related pages came, and bounds of it.

    Finds are taken to thin out exponentially: their mean place in the crawl says how fast.

    >>> [round(value) for value in thinning(np.arange(100) % 7 < 5 - np.arange(100) // 20)]
    [11, 3, 48]
    """
    places = (np.flatnonzero(related) + 0.5) / max(1, len(related))
    if not len(places):
        return 0.0, 0.0, 0.0
    mean, error = float(places.mean()), float(places.std()) / math.sqrt(len(places))
    left, low, high = (
        len(places) / math.expm1(_rate(place)) for place in (mean, mean - SURE * error, mean + SURE * error)
    )
    return left, low, high


def _rate(mean: float) -> float:
    """The rate at which exponential finds between 0 and 1 have this mean place, by halving."""
    low, high = LEAST_THINNING, 500.0
    for _ in range(40):
        middle = (low + high) / 2
        is_earlier = 1 / middle - 1 / math.expm1(middle) < mean
        low, high = (low, middle) if is_earlier else (middle, high)
    return low


def chao(once: int, twice: int) -> tuple[float, float, float]:
    """How many were never caught, by how many were caught once and twice, and bounds of it (Chao 1987).

    >>> [round(value, 1) for value in chao(10, 5)]
    [7.5, 1.6, 34.8]
    """
    unseen = once * (once - 1) / (2 * (twice + 1))
    if unseen <= 0:
        return 0.0, 0.0, 0.0
    ratio = once / (twice + 1)
    variance = (twice + 1) * (ratio**4 / 4 + ratio**3 + ratio**2 / 2)
    spread = math.exp(SURE * math.sqrt(math.log1p(variance / unseen**2)))
    return unseen, unseen / spread, unseen * spread
