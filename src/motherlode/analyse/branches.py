"""Threads of episodes, and which earlier threads a new one grew out of (N15).

A thread is a chain of episodes that pass into each other. All parts of a saga share words, so likeness alone cannot
tell a parent from an uncle. What tells is what one thread alone had told before: words and pairs of neighbouring
words that stand in its documents and in few others. A new thread that begins with a passage of them grew out of it:

    taken(b, a) = the most, over the passages of b's first documents, of Σ (own(pair, a) + ½·own(word, a) − 0.1)
    own(p, a)   = (2c − 1) · n/(n + 1)     n documents of a have p: the share c > ½ of all but b's first ones

So words strewn over a text are chance and count nothing; a sentence told again counts whole. What b goes on telling
is its own, whoever said it before: its later documents count among the others. The first documents are those within
a slice's length of the very first, wherever the border of slices lies. What is told of the counterparts of b and a in
another language (see counterparts) is told of them too: the larger of both counts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

import numpy as np
from scipy import sparse

from motherlode.analyse.features import Numbers, Words, word_pairs
from motherlode.analyse.vectors import Array, Labels, Matrix

LEAST_TAKEN = 1.2
"""What is taken up from a parent at least; swept 0.8–1.2 on sample webs of the seeds 0 to 19: more tells fewer."""
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
    """The words and pairs of all threads: how many documents of a thread have each, and since when."""

    def __init__(
        self, words: Sequence[Words], hours: Array, members: Sequence[Sequence[int]], thread: Labels, beginning: float
    ) -> None:
        """Episode e has the documents `members[e]` and belongs to `thread[e]`.

        The documents of a thread's first hours, as many as `beginning`, tell where it came from.
        """
        inside: dict[int, list[int]] = defaultdict(list)
        for episode, documents in enumerate(members):
            inside[int(thread[episode])] += documents
        texts = [np.concatenate((one.title, one.text)) for one in words]
        told = [_features(text) for text in texts]
        self.begin = {name: float(hours[documents].min()) for name, documents in inside.items()}
        self._early = {
            name: [texts[i] for i in documents if hours[i] <= self.begin[name] + beginning]
            for name, documents in inside.items()
        }
        owners = np.repeat(list(inside), [sum(len(told[i]) for i in documents) for documents in inside.values()])
        pairs = np.concatenate([_NONE, *(told[i] for documents in inside.values() for i in documents)])
        since = np.repeat(
            [hours[i] for documents in inside.values() for i in documents],
            [len(told[i]) for documents in inside.values() for i in documents],
        )
        order = np.lexsort((since, owners, pairs))
        pairs, owners, since = pairs[order], owners[order], since[order]
        fresh = np.ones(len(pairs), dtype=bool)
        fresh[1:] = (pairs[1:] != pairs[:-1]) | (owners[1:] != owners[:-1])
        starts = np.flatnonzero(fresh)
        self._pair, self._owner, self._since = pairs[starts], owners[starts], since[starts]
        self._count = np.diff(np.append(starts, len(pairs)))

    def taken(self, thread: int) -> dict[int, float]:
        """How much the thread's beginning takes up of what each earlier one alone had told; others are left out."""
        found: dict[int, float] = defaultdict(float)
        early = self._early[thread]
        asked, times = np.unique(np.concatenate([_features(words) for words in early]), return_counts=True)
        owner, own = self._owners(asked, times, thread)
        for words in early:
            alone, joined = np.searchsorted(asked, words), np.searchsorted(asked, word_pairs(words))
            for each in np.unique(owner[np.append(alone, joined)]).tolist():
                theirs = np.where(owner == each, own, 0.0)
                evidence = WORD * theirs[alone] - COST
                evidence[:-1] += theirs[joined]
                sums = np.cumsum(np.append(0.0, evidence))
                found[each] = max(found[each], float((sums - np.minimum.accumulate(sums)).max()))
        return {each: value for each, value in found.items() if each >= 0 and value > 0}

    def _owners(self, asked: Numbers, early: Labels, thread: int) -> tuple[Labels, Array]:
        """For every pair the thread that owns it, −1 where none does, and how much it is its own.

        `early` documents of the asking thread have it; its others count like those of any other thread.
        """
        first, last = (np.searchsorted(self._pair, asked, side) for side in ("left", "right"))
        lengths = last - first
        which = np.repeat(np.arange(len(asked)), lengths)
        entries = np.arange(len(which)) + np.repeat(first - np.cumsum(lengths) + lengths, lengths)
        count = self._count[entries]
        outside = np.bincount(which, weights=count, minlength=len(asked)) - early
        share = count / np.maximum(outside, 1.0)[which]
        owned = (share > 0.5) & (self._since[entries] < self.begin[thread])
        owner, own = np.full(len(asked), -1), np.zeros(len(asked))
        owner[which[owned]] = self._owner[entries[owned]]
        own[which[owned]] = ((2 * share - 1) * count / (count + 1))[owned]
        return owner, own


_NONE = np.empty(0, dtype=np.int64)


def _features(words: Numbers) -> Numbers:
    return np.unique(np.concatenate((words, word_pairs(words))))


def told_of_either(
    taken: dict[int, dict[int, float]], counterparts: dict[int, tuple[int, ...]], thread: int, before: Iterable[int]
) -> tuple[dict[int, float], set[int]]:
    """What the thread takes up of each one before it, or its counterpart of theirs; and where the latter is more."""
    found = dict(taken[thread])
    lent: set[int] = set()
    for other in counterparts.get(thread, ()):
        for each in before:
            value = max((taken[other].get(theirs, 0.0) for theirs in counterparts.get(each, ())), default=0.0)
            if value > found.get(each, 0.0):
                found[each] = value
                lent.add(each)
    return found, lent


def parents_of(taken: dict[int, float], share: float) -> dict[int, float]:
    """The threads from which enough is taken up, and as much as this share of the most."""
    most = max(taken.values(), default=0.0)
    return {thread: value for thread, value in taken.items() if value >= max(LEAST_TAKEN, share * most)}
