"""Groups of documents, and the evidence that two of them tell the same story.

No single likeness fits headlines and long articles, collections of one field and of many, so the evidence says how
unusual a likeness is: against what each side has in common with the whole collection (`words`, `names`), against its
field, that is its fifteenth neighbour (`field`), against the other candidates of both sides (`rivals`), and against
what dates are worth in this collection (`time`). One set of weights, learned on pairs of groups of seven labelled
sets, turns it into log odds (benchmarks/train_stories.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

import numpy as np
from scipy import sparse

from motherlode.analyse.closeness import Gaps
from motherlode.analyse.vectors import Array, Labels, Matrix

TERMS = (
    "words", "likeness", "names", "field", "rivals", "strongest", "size", "links", "time", "length",
    "words and size", "words and time",
)  # fmt: skip
LITTLE = 0.02
"""A likeness that is next to nothing: keeps ratios finite."""
RIVAL = 3
"""The rival whose likeness is compared: the third best besides, because the best may be of the story too."""
FEW = 100
"""In smaller collections a missing rival says nothing; the weights were learned where it says a little."""
BLOCK = 20_000


@dataclass(slots=True)
class Groups:
    """Groups of documents as sums and means: all that the evidence needs, without the documents."""

    words: Matrix
    names: Matrix
    sizes: Array
    words_mean: Array
    words_deviation: Array
    names_mean: Array
    names_deviation: Array
    field: Array
    length: Array
    first: Array
    last: Array

    def __len__(self) -> int:
        return len(self.sizes)

    def join(self, keep: Labels, gone: Labels) -> Labels:
        """Puts each group `gone` into `keep`, in place; gives where every group went."""
        count = len(self)
        into = np.arange(count)
        into[gone] = keep
        move = sparse.csr_matrix((np.ones(count), (into, np.arange(count))), shape=(count, count))
        self.words, self.names = sparse.csr_matrix(move @ self.words), sparse.csr_matrix(move @ self.names)
        mine, theirs = self.sizes[keep], self.sizes[gone]
        for values in self.means():
            values[keep] = (values[keep] * mine + values[gone] * theirs) / (mine + theirs)
        self.sizes[keep] = mine + theirs
        self.sizes[gone] = 0.0
        self.first[keep] = np.minimum(self.first[keep], self.first[gone])
        self.last[keep] = np.maximum(self.last[keep], self.last[gone])
        return into

    def means(self) -> tuple[Array, ...]:
        """The values of a group that are the means of its documents'."""
        return (
            self.words_mean, self.words_deviation, self.names_mean, self.names_deviation, self.field, self.length,
        )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of groups that may be one story: how many links lie between them and how strong the strongest is."""

    left: Labels
    right: Labels
    links: Array
    strongest: Array


Judge = Callable[[Array], Array]
"""Log odds of rows of evidence."""


@dataclass(frozen=True, slots=True)
class Weights:
    """What each term is worth, in the order of TERMS, and the log odds of nothing."""

    terms: tuple[float, ...]
    base: float

    def __call__(self, evidence: Array) -> Array:
        """Log odds that the pairs of the rows are one story each."""
        return np.asarray(evidence @ np.array(self.terms) + self.base)


@cache
def shipped_weights() -> Weights:
    """The weights learned on all labelled sets."""
    kept = json.loads((files("motherlode.analyse") / "weights" / "stories.json").read_text(encoding="utf-8"))
    return Weights(tuple(kept["terms"][name] for name in TERMS), kept["base"])


def evidence(groups: Groups, pairs: Pairs, gaps: Gaps) -> Array:
    """A row for every pair, with the terms of TERMS as columns."""
    a, b = pairs.left, pairs.right
    product = groups.sizes[a] * groups.sizes[b]
    alike = _products(groups.words, a, b) / product
    named = _products(groups.names, a, b) / product
    unusual = _unusual(alike, groups.words_mean, groups.words_deviation, a, b)
    size = np.log(np.maximum(groups.sizes[a], groups.sizes[b]))
    gap = np.maximum(groups.first[b] - groups.last[a], groups.first[a] - groups.last[b])
    time = gaps.worth(np.where(np.isfinite(gap), np.maximum(gap, 0.0), np.nan))
    field = np.sqrt(groups.field[a] * groups.field[b])
    return np.column_stack((
        unusual,
        np.sqrt(np.maximum(alike, 0.0)),
        _unusual(named, groups.names_mean, groups.names_deviation, a, b),
        np.log((alike + LITTLE) / (field + LITTLE)),
        _against_rivals(alike, a, b, len(groups)),
        np.log1p(np.maximum(pairs.strongest, 0.0)),
        size,
        np.sqrt(pairs.links / product),
        time,
        np.minimum(groups.length[a], groups.length[b]),
        unusual * size,
        unusual * time,
    ))  # fmt: skip


def without_time(rows: Array) -> Array:
    """The same evidence with nothing said by dates."""
    timed = [place for place, name in enumerate(TERMS) if "time" in name]
    bare = rows.copy()
    bare[:, timed] = 0.0
    return bare


def unusual_links(rows: Matrix, mean: Array, deviation: Array, left: Labels, right: Labels) -> Array:
    """By how many deviations the likeness of two rows lies above what both have in common with everything."""
    alike = _products(rows, left, right)
    return np.asarray(((alike - mean[left]) / deviation[left] + (alike - mean[right]) / deviation[right]) / 2)


def _unusual(alike: Array, mean: Array, deviation: Array, a: Labels, b: Labels) -> Array:
    z = ((alike - mean[a]) / deviation[a] + (alike - mean[b]) / deviation[b]) / 2
    return np.log1p(np.maximum(z, 0.0))


def _products(rows: Matrix, left: Labels, right: Labels) -> Array:
    found = np.empty(len(left))
    for start in range(0, len(left), BLOCK):
        some = slice(start, start + BLOCK)
        found[some] = np.asarray(rows[left[some]].multiply(rows[right[some]]).sum(axis=1)).ravel()
    return found


def _against_rivals(alike: Array, a: Labels, b: Labels, count: int) -> Array:
    """How far the pair is ahead of the third best other candidate of either side, in log ratios, summed."""
    owner, value = np.concatenate((a, b)), np.concatenate((alike, alike))
    order = np.lexsort((-value, owner))
    ordered = value[order]
    amount = np.bincount(owner, minlength=count)
    start = np.concatenate(([0], np.cumsum(amount)[:-1]))
    rank = np.empty(len(owner), dtype=np.int64)
    rank[order] = np.arange(len(owner)) - start[owner[order]]
    place = RIVAL - 1 + (rank < RIVAL)
    there = amount[owner] > place
    rival = np.where(there, ordered[np.minimum(start[owner] + place, len(ordered) - 1)], 0.0)
    ahead = np.log((value + LITTLE) / (rival + LITTLE))
    if count < FEW:
        ahead = np.where(there, ahead, 0.0)
    both: Array = np.clip(ahead[: len(a)] + ahead[len(a) :], -3.0, 3.0)
    return both
