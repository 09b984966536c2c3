"""What the user's keywords alone say of a page: a chance that does not depend on what else a crawl has met.

Without example pages nothing tells what a page on the topic scores against the standard vector, and rarity among the
pages of a focused crawl makes its own keywords look common. How often they stand in a page has a scale of its own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.topic.bags import FEWEST_TERMS, Bags
from motherlode.topic.terms import Floats, Ids

START, SLOPE = 0.7, 1.3
"""Log-odds of being on topic: the first plus the second times the logarithm of how often keywords stand in a page by
the root of its length, the title counted as the judge counts it. By logistic regression over 39 crawls: thirteen
topics of two webs, one to three keywords each. With the encyclopedia left out 0.4 and 1.7, with the news web left out
1.0 and 1.1; the exponents .3 and .7 in place of the root differ more between the webs or tell less."""

NO_KEYWORD = 0.017
"""Stands for a page without any keyword: log-odds of −4.6."""


class KeywordEvidence:
    """Keywords with their weights; the heaviest counts in full."""

    def __init__(self, keywords: Mapping[int, float], heaviest: float) -> None:
        self.keywords = dict(keywords)
        self._heaviest = heaviest
        self._weights = _with_none(self.keywords)

    def add(self, keywords: Mapping[int, float], heaviest: float) -> None:
        """Further keywords."""
        self._heaviest = max(self._heaviest, heaviest) if self.keywords else heaviest
        self.keywords.update(keywords)
        self._weights = _with_none(self.keywords)

    @property
    def state(self) -> tuple[object, ...]:
        """What the odds rest on beside the pages."""
        return self._heaviest, *self.keywords.items()

    def odds(self, ids: Ids, counts: Floats) -> float:
        """Log-odds that a page is on topic."""
        times = float(self._weights.take(ids, mode="clip") @ counts)
        return float(self._odds(times, float(counts.sum())))

    def odds_of(self, pages: Bags, size: int, since: int = 0) -> Floats:
        """The same of many pages, from one on; `size` is the number of terms there are."""
        weights = np.zeros(size, dtype=np.float32)
        for number, weight in self.keywords.items():
            weights[number] = weight
        ids, counts, rows = pages.since(since)
        times = np.bincount(rows, weights=counts * weights[ids], minlength=len(pages) - since)
        length = np.bincount(rows, weights=counts, minlength=len(pages) - since)
        found: Floats = self._odds(times, length).astype(np.float32)
        return found

    def _odds(self, times: Any, length: Any) -> Any:
        by_length = times / (self._heaviest * np.sqrt(np.maximum(length, FEWEST_TERMS)))
        return START + SLOPE * np.log(by_length + NO_KEYWORD)


def _with_none(keywords: Mapping[int, float]) -> NDArray[np.float64]:
    """The weights of terms by their numbers, up to the last keyword; the last place stands for all other terms."""
    found = np.zeros(max(keywords, default=-1) + 2)
    for number, weight in keywords.items():
        if number >= 0:  # a vocabulary that is full numbers no further words
            found[number] = weight
    return found
