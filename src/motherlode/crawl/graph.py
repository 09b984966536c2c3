"""The link graph of a crawl in columns, and what it says about every address not fetched yet."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.model.crawl import Relevance
from motherlode.model.pages import Link

Floats = NDArray[np.float32]


Tables = NDArray[np.float64]
"""A row for every term: its weight in the topic, its rarity, its worth times its rarity; the last row is 0."""


def tables_of(weights: Floats, rarity: Floats, worth: Floats) -> Tables:
    """The tables of what a judge says of its terms."""
    tables: Tables = np.zeros((max(len(weights), len(rarity)) + 1, 3))
    tables[: len(weights), 0] = weights
    tables[: len(rarity), 1], tables[: len(rarity), 2] = rarity, worth * rarity
    return tables


def valued(terms: NDArray[np.int32], ends: NDArray[np.int64], tables: Tables) -> tuple[Floats, Floats]:
    """For every run of terms its likeness to the topic and the mean worth of its words."""
    lengths = ends.copy()
    lengths[1:] -= ends[:-1]
    sums: NDArray[np.float64] = np.zeros((len(terms) + 1, 3))
    # Terms met since the tables were made have no row of their own and count nothing.
    tables.take(terms, axis=0, mode="clip").cumsum(axis=0, out=sums[1:])
    weight, rarity, worth = (sums.take(ends, axis=0) - sums.take(ends - lengths, axis=0)).T
    score = weight / np.sqrt(np.maximum(lengths, 1))
    return score.astype(np.float32), (worth / np.maximum(rarity, 1e-6)).astype(np.float32)


_START = 1 << 12
MAX_LINK_TERMS = 24
"""Terms of one link's anchor, and of its context, that are kept for re-scoring."""


MAX_KNOWN = 40_000
"""Links whose terms are remembered: about 10 MB."""


class Column:
    """An array that grows."""

    def __init__(self, kind: Any, fill: float = 0) -> None:
        self.fill = fill
        self.data = np.full(_START, fill, dtype=kind)
        self.size = 0

    def append(self, values: Any) -> None:
        """Adds values at the end."""
        count = len(values)
        self.reach(self.size + count)
        self.data[self.size : self.size + count] = values
        self.size += count

    def reach(self, size: int) -> None:
        """Makes room for numbers below `size`."""
        if size > len(self.data):
            larger = np.full(max(size, 2 * len(self.data)), self.fill, dtype=self.data.dtype)
            larger[: len(self.data)] = self.data
            self.data = larger

    @property
    def used(self) -> NDArray[Any]:
        """What was appended."""
        return self.data[: self.size]


class LinkGraph:
    """Edges between numbered addresses with their words; relevance of the pages fetched."""

    def __init__(self, relevance: Relevance) -> None:
        self.relevance = relevance
        self.source, self.target = Column(np.int32), Column(np.int32)
        self._anchor_terms, self._anchor_ends = Column(np.int32), Column(np.int64)
        self._context_terms, self._context_ends = Column(np.int32), Column(np.int64)
        self.anchor_score, self.context_score = Column(np.float32), Column(np.float32)
        self.anchor_worth, self.context_worth = Column(np.float32), Column(np.float32)
        self.pages = Column(np.int32)
        self.value = Column(np.float32)
        self.fetched = Column(bool, False)
        self.out_degree = Column(np.int32)
        self._tables: Tables = np.zeros((1, 3))
        self._version = -1
        self._outdated = False  # whether links met before were valued by an older standard vector
        self.nodes = 0
        self._known_anchors: dict[tuple[str, str], tuple[int, ...]] = {}
        self._known_contexts: dict[str, tuple[int, ...]] = {}

    def add(self, page: int, relevance: float, targets: Sequence[int], links: Sequence[Link]) -> None:
        """A fetched page with its links."""
        self.nodes = max(self.nodes, page + 1, max(targets, default=-1) + 1)
        for column in (self.value, self.fetched, self.out_degree):
            column.reach(self.nodes)
        self.pages.append((page,))
        self.value.data[page] = relevance
        self.fetched.data[page] = True
        self.out_degree.data[page] = len(targets)
        self._refresh_weights()
        self.source.append(np.full(len(targets), page, dtype=np.int32))
        self.target.append(targets)
        if links:
            self._append_terms(*self._terms_of(links))

    def refresh(self) -> None:
        """Takes the judge's newest values, of pages and of the words of all links."""
        values = self.relevance.relevances()
        known = min(len(values), self.pages.size)
        self.value.data[self.pages.used[:known]] = values[:known]
        self._refresh_weights()
        if not self._outdated:
            return
        self._outdated = False
        for terms, ends, score, worth in (
            (self._anchor_terms, self._anchor_ends, self.anchor_score, self.anchor_worth),
            (self._context_terms, self._context_ends, self.context_score, self.context_worth),
        ):
            score.data[: score.size], worth.data[: worth.size] = valued(terms.used, ends.used, self._tables)

    def edges_of_last(self) -> slice:
        """The edges of the page added last."""
        page = int(self.pages.used[-1])
        return slice(self.source.size - int(self.out_degree.data[page]), self.source.size)

    def _refresh_weights(self) -> None:
        if self._version == self.relevance.version:
            return
        worth, rarity = self.relevance.worth()
        self._tables = tables_of(self.relevance.weights(), rarity, worth)
        self._version, self._outdated = self.relevance.version, True

    def _append_terms(self, anchors: list[tuple[int, ...]], contexts: list[tuple[int, ...]]) -> None:
        """The terms of new links with what they are worth; the texts of both kinds are valued in one pass."""
        both = anchors + contexts
        flat = np.fromiter(chain.from_iterable(both), dtype=np.int32)
        ends = np.cumsum(np.fromiter(map(len, both), dtype=np.int64, count=len(both)))
        score, worth = valued(flat, ends, self._tables)
        middle = len(anchors)
        cut = int(ends[middle - 1])
        self._anchor_ends.append(ends[:middle] + self._anchor_terms.size)
        self._context_ends.append(ends[middle:] + (self._context_terms.size - cut))
        self._anchor_terms.append(flat[:cut])
        self._context_terms.append(flat[cut:])
        self.anchor_score.append(score[:middle])
        self.anchor_worth.append(worth[:middle])
        self.context_score.append(score[middle:])
        self.context_worth.append(worth[middle:])

    def _terms_of(self, links: Sequence[Link]) -> tuple[list[tuple[int, ...]], list[tuple[int, ...]]]:
        """The terms of every link's text and address, and of the words around it; a site's links come again."""
        if len(self._known_anchors) + len(self._known_contexts) > MAX_KNOWN:
            self._known_anchors.clear()
            self._known_contexts.clear()
        terms, anchors, contexts = self.relevance.terms, [], []
        for link in links:
            key = (link.anchor, link.url)
            anchor = self._known_anchors.get(key)
            if anchor is None:
                anchor = tuple(terms(f"{link.anchor} {_words_of(link.url)}")[:MAX_LINK_TERMS])
                self._known_anchors[key] = anchor
            anchors.append(anchor)
        for around in [link.context for link in links]:
            context = self._known_contexts.get(around)
            if context is None:
                context = self._known_contexts[around] = tuple(terms(around)[:MAX_LINK_TERMS])
            contexts.append(context)
        return anchors, contexts


def _words_of(url: str) -> str:
    """The words in an address's path."""
    path = url.split("/", 3)[-1] if url.count("/") > 2 else ""
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(unquote(path, errors="replace"), errors="replace")
    return path.translate(_SEPARATORS)[-120:]


_SEPARATORS = str.maketrans(dict.fromkeys("/_-.+?&=()~,;:", " "))
