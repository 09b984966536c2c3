"""How many pages on the topic are left to find: capture and recapture over the links that lead to those found.

Every fetched page is an occasion on which pages on the topic are caught by its links. Where many of them were caught
by one page only, many more will have been caught by none (Chao's estimate). Pages that wait already are not counted:
whether they are worth fetching shows in what the last fetches brought.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from motherlode.crawl.graph import LinkGraph

ON_TOPIC = 0.5
"""Relevance from which a page counts as found."""

LEAST_FOUND = 20
"""With fewer pages on the topic nothing is said."""

LATEST = 50
"""Fetched pages whose yield says whether a crawl is still on the topic."""

SURE = 1.96
"""Standard errors on either side of the estimate: 95 of 100."""


@dataclass(frozen=True, slots=True)
class Remaining:
    """Pages on the topic that were found, and how many no link has led to yet, with bounds."""

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
        """Whether so much is found, and the last fetches did not bring more of it than is allowed to be missing."""
        return self.found >= LEAST_FOUND and self.recall >= recall and self.latest <= 1 - recall


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
    once, twice = int((times == 1).sum()), int((times == 2).sum())
    unseen, low, high = chao(once, twice)
    return Remaining(int(related.sum()), unseen, low, high, latest)


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
