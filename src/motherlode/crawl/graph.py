"""The link graph of a crawl in columns, and what it says about every address not fetched yet."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.kernels import native
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
    kernel = native()
    if kernel is None:
        return valued_in_python(terms, ends, tables)
    score, worth = np.empty(len(ends), dtype=np.float32), np.empty(len(ends), dtype=np.float32)
    kernel.valued(terms, ends, tables, score, worth)
    return score, worth


def valued_in_python(terms: NDArray[np.int32], ends: NDArray[np.int64], tables: Tables) -> tuple[Floats, Floats]:
    """`valued` without the native extension."""
    lengths = ends.copy()
    lengths[1:] -= ends[:-1]
    sums: NDArray[np.float64] = np.zeros((len(terms) + 1, 3))
    # Terms met since the tables were made have no row of their own and count nothing.
    tables.take(terms, axis=0, mode="clip").cumsum(axis=0, out=sums[1:])
    weight, rarity, worth = (sums.take(ends, axis=0) - sums.take(ends - lengths, axis=0)).T
    score = weight / np.sqrt(np.maximum(lengths, 1))
    return score.astype(np.float32), (worth / np.maximum(rarity, 1e-6)).astype(np.float32)


REACH = 3
"""Links up to three places away in a page say something of each other."""


def spread(shares: Sequence[Floats], value: Floats, known: Floats) -> tuple[Floats, Floats]:
    """For every link the sum of what the links beside it have, and of how many of them are known.

    `shares` has a column for links one place apart, two places and so on: how much either counts for the other.
    """
    good, near = np.zeros(len(value), dtype=np.float32), np.zeros(len(value), dtype=np.float32)
    for step, share in enumerate(shares, start=1):
        if step < len(value):
            good[step:] += share * value[:-step]
            near[step:] += share * known[:-step]
            good[:-step] += share * value[step:]
            near[:-step] += share * known[step:]
    return good, near


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

    def append(self, values: Any, count: int = -1) -> None:
        """Adds values at the end, or `count` times one value."""
        start = self.size
        self.size = end = start + (len(values) if count < 0 else count)
        if end > len(self.data):
            self.reach(end)
        self.data[start:end] = values

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
        self.repeats = False
        """Whether an edge may stand here twice: a page came again, or links to two addresses that are one."""
        self._beside = [Column(np.float32) for _ in range(REACH)]
        self._known_anchors: dict[tuple[str, str], bytes] = {}
        self._known_contexts: dict[str, bytes] = {}

    def add(self, page: int, relevance: float, targets: Sequence[int], links: Sequence[Link]) -> None:
        """A fetched page with its links."""
        self.nodes = max(self.nodes, page + 1, max(targets, default=-1) + 1)
        for column in (self.value, self.fetched, self.out_degree):
            column.reach(self.nodes)
        self.repeats = self.repeats or bool(self.fetched.data[page]) or len(set(targets)) < len(targets)
        self.pages.append(page, 1)
        self.value.data[page] = relevance
        self.fetched.data[page] = True
        self.out_degree.data[page] = len(targets)
        self._refresh_weights()
        self.source.append(page, len(targets))
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

    def beside(self) -> list[Floats]:
        """For links one, two and three places apart how much one counts for the other: both of one page.

        That does not change any more, so that only what came since the last time is looked at.
        """
        source = self.source.used
        for step, shares in enumerate(self._beside, start=1):
            came = source[shares.size :]
            if len(came) > step:
                shares.append((came[step:] == came[:-step]) / np.float32(step))
        return [shares.used for shares in self._beside]

    @property
    def words(self) -> tuple[Column, Column, Column, Column]:
        """What the words of every link say: likeness and worth of its own, then of those around it."""
        return self.anchor_score, self.anchor_worth, self.context_score, self.context_worth

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

    def _append_terms(self, anchors: list[bytes], contexts: list[bytes]) -> None:
        """The terms of new links with what they are worth; the texts of both kinds are valued in one pass."""
        both = anchors + contexts
        flat = np.frombuffer(b"".join(both), dtype=np.int32)
        ends = np.array(list(map(len, both)), dtype=np.int64).cumsum() // flat.itemsize
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

    def _terms_of(self, links: Sequence[Link]) -> tuple[list[bytes], list[bytes]]:
        """The terms of every link's text and address, and of the words around it, each as the bytes of its numbers.

        A site's links come again, and bytes are joined in a tenth of the time that numbers take.
        """
        if len(self._known_anchors) + len(self._known_contexts) > MAX_KNOWN:
            self._known_anchors.clear()
            self._known_contexts.clear()
        anchors = [(link.anchor, link.url) for link in links]
        contexts = [link.context for link in links]
        known, around = self._known_anchors, self._known_contexts
        if new := list(dict.fromkeys([key for key in anchors if key not in known])):
            texts = [f"{anchor} {_words_of(url)}" for anchor, url in new]
            known.update(zip(new, self.relevance.packed_terms(texts, MAX_LINK_TERMS), strict=True))
        if unread := list(dict.fromkeys([text for text in contexts if text not in around])):
            around.update(zip(unread, self.relevance.packed_terms(unread, MAX_LINK_TERMS), strict=True))
        return [known[key] for key in anchors], [around[text] for text in contexts]


def _words_of(url: str) -> str:
    """The words in an address's path."""
    path = url.split("/", 3)[-1] if url.count("/") > 2 else ""
    if "%" in path:
        from urllib.parse import unquote

        path = unquote(unquote(path, errors="replace"), errors="replace")
    return path.translate(_SEPARATORS)[-120:]


_SEPARATORS = str.maketrans(dict.fromkeys("/_-.+?&=()~,;:", " "))
