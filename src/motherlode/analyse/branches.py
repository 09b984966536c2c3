"""Threads of episodes, and which earlier threads a new one grew out of (N15).

A thread is a chain of episodes that pass into each other. All parts of a saga share words, so likeness alone cannot
tell a parent from an uncle. What tells is what one thread alone had told before: words and pairs of neighbouring
words that stand in its documents and in few others. A new thread with a passage made of them grew out of it:

    taken(b, a) = the most, over the passages of b's documents, of Σ (own(pair, a) + ½·own(word, a) − 0.1)
    own(p, a)   = (2c − 1) · n/(n + 1)     n documents of a have p: the share c > ½ of all outside of b's thread

So words strewn over a text are chance and count nothing; a sentence told again counts whole.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import numpy as np
from scipy import sparse

from motherlode.analyse.features import Numbers, Words, word_pairs
from motherlode.analyse.vectors import Array, Labels, Matrix

LEAST_TAKEN = 1.2
"""What is taken up from a parent at least; swept 0.3–1.6 on sample webs of the seeds 60 to 81: more tells fewer."""
WORD = 0.5
"""A single word against a pair."""
COST = 0.1
"""What every word of a passage has to bring; swept 0.1–0.4, where less is better."""


def threads_of(weights: Matrix, passage: float) -> Labels:
    """The thread of every episode, named by its first one: that of its strongest predecessor, or one of its own."""
    into = sparse.csc_matrix(weights)
    thread = np.arange(into.shape[1])
    for episode in range(into.shape[1]):
        inside = slice(into.indptr[episode], into.indptr[episode + 1])
        if inside.start < inside.stop and into.data[inside].max() >= passage:
            thread[episode] = thread[into.indices[inside][into.data[inside].argmax()]]
    return thread


class Threads:
    """The words and pairs of all threads: how many documents of a thread have each, and since which slice."""

    def __init__(
        self, words: Sequence[Words], members: Sequence[Sequence[int]], thread: Labels, slices: Labels
    ) -> None:
        """Episode e has the documents `members[e]`, belongs to `thread[e]` and lies in the slice `slices[e]`."""
        self._documents = [[np.concatenate((words[i].title, words[i].text)) for i in inside] for inside in members]
        self._thread, self._slices = thread, slices
        told = [[_features(document) for document in inside] for inside in self._documents]
        episode = np.repeat(np.arange(len(members)), [sum(map(len, inside)) for inside in told])
        pairs = np.concatenate([_NONE, *(found for inside in told for found in inside)])
        order = np.lexsort((slices[episode], thread[episode], pairs))
        pairs, owners, since = pairs[order], thread[episode][order], slices[episode][order]
        fresh = np.ones(len(pairs), dtype=bool)
        fresh[1:] = (pairs[1:] != pairs[:-1]) | (owners[1:] != owners[:-1])
        starts = np.flatnonzero(fresh)
        self._pair, self._owner, self._since = pairs[starts], owners[starts], since[starts]
        self._count = np.diff(np.append(starts, len(pairs)))

    def taken(self, episode: int) -> dict[int, float]:
        """How much the episode takes up of what each earlier thread alone had told; others are left out."""
        found: dict[int, float] = defaultdict(float)
        for words in self._documents[episode]:
            asked = _features(words)
            owner, own = self._owners(asked, int(self._thread[episode]), int(self._slices[episode]))
            alone, joined = np.searchsorted(asked, words), np.searchsorted(asked, word_pairs(words))
            for thread in np.unique(owner[owner >= 0]).tolist():
                theirs = np.where(owner == thread, own, 0.0)
                evidence = WORD * theirs[alone] - COST
                evidence[:-1] += theirs[joined]
                sums = np.cumsum(np.append(0.0, evidence))
                found[thread] = max(found[thread], float((sums - np.minimum.accumulate(sums)).max()))
        return {thread: value for thread, value in found.items() if value > 0}

    def _owners(self, asked: Numbers, thread: int, before: int) -> tuple[Labels, Array]:
        """For every pair the thread that owns it, −1 where none does, and how much it is its own."""
        first, last = (np.searchsorted(self._pair, asked, side) for side in ("left", "right"))
        lengths = last - first
        which = np.repeat(np.arange(len(asked)), lengths)
        entries = np.arange(len(which)) + np.repeat(first - np.cumsum(lengths) + lengths, lengths)
        others = self._owner[entries] != thread
        which, entries = which[others], entries[others]
        count = self._count[entries]
        share = count / np.bincount(which, weights=count, minlength=len(asked))[which]
        owned = (share > 0.5) & (self._since[entries] < before)
        owner, own = np.full(len(asked), -1), np.zeros(len(asked))
        owner[which[owned]] = self._owner[entries[owned]]
        own[which[owned]] = ((2 * share - 1) * count / (count + 1))[owned]
        return owner, own


_NONE = np.empty(0, dtype=np.int64)


def _features(words: Numbers) -> Numbers:
    return np.unique(np.concatenate((words, word_pairs(words))))


def parents_of(taken: dict[int, float], share: float) -> dict[int, float]:
    """The threads from which enough is taken up, and as much as this share of the most."""
    most = max(taken.values(), default=0.0)
    return {thread: value for thread, value in taken.items() if value >= max(LEAST_TAKEN, share * most)}
