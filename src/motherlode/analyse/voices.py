"""What sources say of stories: in some collections each source tells a story once.

Where editors picked one report of each paper, two reports of one paper are two stories, however alike. Whether it is
so shows in the collection itself: documents that are each other's likeliest partner then come from one source far
less often than any two documents do. Where they do so as often or more, as in most collections, sources say nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from motherlode.analyse.vectors import Array, Labels, Matrix


def voices_of(sources: Sequence[str], groups: int) -> Matrix:
    """A row for every group, with a one for the source of each document; groups behind the documents have none."""
    known = np.array([bool(source) for source in sources], dtype=bool)
    _, column = np.unique(np.asarray(sources, dtype=object).astype(str), return_inverse=True)
    rows = np.flatnonzero(known)
    width = int(column.max()) + 1 if len(column) else 1
    return sparse.csr_matrix((np.ones(len(rows)), (rows, column[rows])), shape=(groups, width))


def told_once(voices: Matrix, left: Labels, right: Labels) -> float:
    """The log of how much rarer one source is among likeliest pairs than among any two documents; 0 where it is not.

    One pair is added to both sides, so that a few pairs, or sources that are all different, say next to nothing.
    """
    heard = np.asarray(voices.sum(axis=1)).ravel() > 0
    both = heard[left] & heard[right]
    count = float(heard.sum())
    if count < 2 or not both.any():
        return 0.0
    of_source = np.asarray(voices.sum(axis=0)).ravel()
    usual = float((of_source * (of_source - 1)).sum() / (count * (count - 1)))
    found = float(voices[left[both]].multiply(voices[right[both]]).sum())
    return min(0.0, float(np.log((found + 1) / (usual * both.sum() + 1))))


def shared_voices(voices: Matrix, left: Labels, right: Labels, sizes: Array) -> Array:
    """The share of document pairs across each pair of groups that are of one source."""
    shared = np.asarray(voices[left].multiply(voices[right]).sum(axis=1)).ravel()
    return np.asarray(shared / (sizes[left] * sizes[right]))
