"""Pages as runs of terms in flat columns, so that all pages are weighed in a few steps of arithmetic."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.kernels import native
from motherlode.topic.terms import Floats, Ids


class Bags:
    """The terms of many pages, one after the other; the oldest can be dropped."""

    def __init__(self) -> None:
        self._ids = np.zeros(4096, dtype=np.int64)  # as numpy counts and looks up without a copy
        self._logs = np.zeros(4096, dtype=np.float32)
        self._ends = np.zeros(256, dtype=np.int64)
        self._count = 0
        self._rows: NDArray[np.int64] | None = None

    def __len__(self) -> int:
        return self._count

    def append(self, ids: Ids, logs: Floats) -> None:
        """Adds a page: its terms and how much each counts in it."""
        start = self.size
        end = start + len(ids)
        self._ids, self._logs = grown(self._ids, end), grown(self._logs, end)
        self._ends = grown(self._ends, self._count + 1)
        self._ids[start:end] = ids
        self._logs[start:end] = logs
        self._ends[self._count] = end
        self._count += 1
        self._rows = None

    def drop(self, count: int) -> None:
        """Forgets the oldest pages."""
        if count <= 0:
            return
        cut, size = int(self._ends[count - 1]), self.size
        self._ids[: size - cut] = self._ids[cut:size].copy()
        self._logs[: size - cut] = self._logs[cut:size].copy()
        self._ends[: self._count - count] = self._ends[count : self._count] - cut
        self._count -= count
        self._rows = None

    @property
    def size(self) -> int:
        """Terms of all pages together."""
        return int(self._ends[self._count - 1]) if self._count else 0

    @property
    def ids(self) -> NDArray[np.int64]:
        """The terms."""
        return self._ids[: self.size]

    def since(self, page: int) -> tuple[NDArray[np.int64], Floats, NDArray[np.int64]]:
        """Of the pages from one on their terms, how often each stands in its page, and which page that is."""
        cut = int(self._ends[page - 1]) if page else 0
        counts: Floats = np.exp(self._logs[cut : self.size] - 1)
        return self.ids[cut:], counts, np.repeat(np.arange(self._count - page), self.lengths[page:])

    @property
    def lengths(self) -> NDArray[np.int64]:
        """How many different terms each page has."""
        return np.diff(self._ends[: self._count], prepend=0)

    @property
    def rows(self) -> NDArray[np.int64]:
        """For every term the page it stands in."""
        if self._rows is None:
            self._rows = np.repeat(np.arange(self._count), self.lengths)
        return self._rows

    def weighted(self, idf: Floats, usual: float, pivot: float) -> Floats:
        """Every page's TF-IDF vector: of length 1 for a page of the usual number of terms, see `damping`."""
        damped, logs = damping(self.lengths, usual, pivot), self._logs[: self.size]
        kernel = native()
        if kernel is not None:
            filled: Floats = np.empty(self.size, dtype=np.float32)
            kernel.weighted(self.ids, self._ends[: self._count], logs, idf, damped, filled)
            return filled
        weights = logs * idf[self.ids]
        squares = np.bincount(self.rows, weights=weights * weights, minlength=self._count)
        scale = np.sqrt(np.maximum(squares, 1e-12)) * damped
        found: Floats = (weights / scale[self.rows]).astype(np.float32)
        return found

    def sums(self, size: int, shares: Floats | None = None, weights: Floats | None = None) -> Floats:
        """For every term below `size` the sum over its places: of the page's share times the place's weight, or of
        the one that is given; how many pages hold it where neither is."""
        kernel = native()
        if kernel is not None:
            filled: Floats = np.empty(size, dtype=np.float32)
            kernel.sums(self.ids, self._ends[: self._count], shares, weights, filled)
            return filled
        if shares is not None:
            by_page = shares[self.rows]
            weights = by_page if weights is None else by_page * weights
        return np.bincount(self.ids, weights=weights, minlength=size).astype(np.float32)

    def dots(self, weights: Floats, vector: Floats) -> Floats:
        """Every page's product with a vector over the terms."""
        kernel = native()
        if kernel is not None:
            filled: Floats = np.empty(self._count, dtype=np.float32)
            kernel.dots(self.ids, self._ends[: self._count], weights, vector, filled)
            return filled
        return np.bincount(self.rows, weights=weights * vector[self.ids], minlength=self._count).astype(np.float32)


FEWEST_TERMS = 30
"""Shorter pages are treated as if they had this many different terms: a caption is no article."""


def damping(terms: Any, usual: float, pivot: float) -> Any:
    """The factor by which a page is held back that has many terms, since it holds words of every topic by chance, or
    hardly any: the missing ones count as words that are not of the topic."""
    filled = np.maximum(terms, FEWEST_TERMS)
    return (filled / usual) ** pivot * np.sqrt(filled / np.maximum(terms, 1))


def grown(array: NDArray[Any], size: int) -> NDArray[Any]:
    """The array with room for `size` values."""
    if size <= len(array):
        return array
    larger = np.zeros(max(size, 2 * len(array)), dtype=array.dtype)
    larger[: len(array)] = array
    return larger
