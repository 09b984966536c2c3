"""Groups of documents, and the evidence that two of them tell the same story.

No single likeness fits headlines and long articles, collections of one field and of many, so the evidence says how
unusual a likeness is against what each side has in common with the whole collection: in words, in names and
numbers, and in the words that a group shares with its neighbours (`around`), beside its amount (`likeness`), other
candidates of both sides (`rivals`) and what dates are worth in this collection (`time`). One set of weights, learned
on pairs of groups of seven labelled sets, turns it into log odds (benchmarks/train_stories.py). More likeness never
speaks against a story: those weights are kept from falling below zero, because a free fit gave such signs to what
differs between sets, and did worse on sets that were left out.
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
    "likeness", "names", "around", "words and size", "words and time", "words and length", "time", "size", "links",
    "length", "rivals",
)  # fmt: skip
MEANING = "meaning"
"""One more term, where headlines have vectors (meaning.py)."""
ANY_SIGN = frozenset(("size", "links", "length", "rivals"))
"""Terms that may speak for or against: they say what kind of pair it is, not how alike."""
LITTLE = 0.02
"""A likeness that is next to nothing: keeps ratios finite."""
RIVAL = 3
"""The rival whose likeness is compared: the third best besides, because the best may be of the story too."""
FEW = 100
"""In smaller collections a missing rival says nothing; the weights were learned where it says a little."""
NAMELESS = 0.7
"""What the words' likeness is worth for names where a script or a text has none."""
BLOCK = 20_000


@dataclass(slots=True)
class Channel:
    """One way to read a group: the sum of its documents' rows, and their usual likeness to everything."""

    rows: Matrix
    mean: Array
    deviation: Array


@dataclass(slots=True)
class Groups:
    """Groups of documents as sums and means: all that the evidence needs, without the documents.

    `named` is the share of a group's documents that have names or numbers, `voices` their sources, `meant` the share
    that has a vector of its own, where vectors were asked for (`meaning`).
    """

    words: Channel
    names: Channel
    around: Channel
    sizes: Array
    length: Array
    named: Array
    first: Array
    last: Array
    voices: Matrix
    meaning: Channel | None = None
    meant: Array | None = None

    def __len__(self) -> int:
        return len(self.sizes)

    def channels(self) -> tuple[Channel, ...]:
        """The ways to read a group, in the order in which their products are kept."""
        ways = (self.words, self.names, self.around)
        return (*ways, self.meaning) if self.meaning else ways

    def join(self, keep: Labels, gone: Labels) -> Labels:
        """Puts each group `gone` into `keep`, in place; gives where every group went."""
        count = len(self)
        into = np.arange(count)
        into[gone] = keep
        move = sparse.csr_matrix((np.ones(count), (into, np.arange(count))), shape=(count, count))
        mine, theirs = self.sizes[keep], self.sizes[gone]
        averaged = [self.length, self.named]
        if self.meant is not None:
            averaged.append(self.meant)
        for channel in self.channels():
            channel.rows = sparse.csr_matrix(move @ channel.rows)
            averaged += [channel.mean, channel.deviation]
        self.voices = sparse.csr_matrix(move @ self.voices)
        for values in averaged:
            values[keep] = (values[keep] * mine + values[gone] * theirs) / (mine + theirs)
        self.sizes[keep] = mine + theirs
        self.sizes[gone] = 0.0
        self.first[keep] = np.minimum(self.first[keep], self.first[gone])
        self.last[keep] = np.maximum(self.last[keep], self.last[gone])
        return into


@dataclass(frozen=True, slots=True)
class Pairs:
    """Pairs of groups that may be one story: how many links lie between them, and the products of their sums."""

    left: Labels
    right: Labels
    links: Array
    products: Array


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


@dataclass(frozen=True, slots=True)
class BothWeights:
    """Weights for pairs of headlines with vectors, and the usual ones for all other pairs."""

    plain: Weights
    meaning: Weights

    def __call__(self, evidence: Array) -> Array:
        """Log odds of rows with `meaning` and, last, whether it is known of all documents of the pair."""
        known = evidence[:, -1] > 1 - 1e-9
        return np.where(known, self.meaning(evidence[:, :-1]), self.plain(evidence[:, : len(TERMS)]))


@cache
def shipped_weights(meaning: bool = False) -> Judge:
    """The weights learned on all labelled sets; with `meaning` for evidence that has vectors of headlines."""
    plain = _read("stories.json", TERMS)
    return BothWeights(plain, _read("headlines.json", (*TERMS, MEANING))) if meaning else plain


def _read(name: str, terms: tuple[str, ...]) -> Weights:
    kept = json.loads((files("motherlode.analyse") / "weights" / name).read_text(encoding="utf-8"))
    return Weights(tuple(kept["terms"][term] for term in terms), kept["base"])


def evidence(groups: Groups, pairs: Pairs, gaps: Gaps) -> Array:
    """A row for every pair, with the terms of TERMS as columns; where headlines have vectors, two more: `meaning`,
    and the share of documents that have one, of the side where it is smaller."""
    a, b = pairs.left, pairs.right
    possible = groups.sizes[a] * groups.sizes[b]
    alike = pairs.products[:, 0] / possible
    words, names, around, *meaning = (
        _unusual(pairs.products[:, at] / possible, channel, a, b) for at, channel in enumerate(groups.channels())
    )
    named = np.minimum(groups.named[a], groups.named[b])
    size = np.log(np.maximum(groups.sizes[a], groups.sizes[b]))
    length = np.minimum(groups.length[a], groups.length[b])
    gap = np.maximum(groups.first[b] - groups.last[a], groups.first[a] - groups.last[b])
    time = gaps.worth(np.where(np.isfinite(gap), np.maximum(gap, 0.0), np.nan))
    found = np.column_stack((
        np.sqrt(np.maximum(alike, 0.0)),
        names * named + NAMELESS * words * (1 - named),
        around,
        words * size,
        words * time,
        words * length,
        time,
        size,
        np.sqrt(pairs.links / possible),
        length,
        _against_rivals(alike, a, b, len(groups)),
    ))  # fmt: skip
    if not meaning or groups.meant is None:
        return found
    meant = np.minimum(groups.meant[a], groups.meant[b])
    return np.column_stack((found, meaning[0] * meant + NAMELESS * words * (1 - meant), meant))


def without_time(rows: Array) -> Array:
    """The same evidence with nothing said by dates."""
    timed = [place for place, name in enumerate(TERMS) if "time" in name]
    bare = rows.copy()
    bare[:, timed] = 0.0
    return bare


def products(rows: Matrix, left: Labels, right: Labels) -> Array:
    """The products of pairs of rows."""
    found = np.empty(len(left))
    for start in range(0, len(left), BLOCK):
        some = slice(start, start + BLOCK)
        found[some] = np.asarray(rows[left[some]].multiply(rows[right[some]]).sum(axis=1)).ravel()
    return found


def _unusual(alike: Array, channel: Channel, a: Labels, b: Labels) -> Array:
    """By how many deviations a likeness lies above what both sides have in common with everything, dampened."""
    mean, deviation = channel.mean, channel.deviation
    z = ((alike - mean[a]) / deviation[a] + (alike - mean[b]) / deviation[b]) / 2
    return np.log1p(np.maximum(z, 0.0))


def _against_rivals(alike: Array, a: Labels, b: Labels, count: int) -> Array:
    """How far the pair is ahead of the third best other candidate of either side, in log ratios, summed."""
    owner, value = np.concatenate((a, b)), np.concatenate((alike, alike))
    order = np.argsort(2.0 * owner - value)  # by owner, the largest first: likenesses lie between 0 and 1
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
