"""Threads that tell the same in different languages, found by their numbers and times (N15).

Nothing is translated, but counts, levels, sums and years are the same in every language, and a thread is told on the
same days. Two threads of different languages are counterparts where each is by far the likest to the other:

    alike(a, b) = cos(numbers of a, numbers of b) · near(a, b) · near(b, a)
    near(a, b)  = the mean over a's documents of e^(−hours to b's nearest document / length of a slice)

A number weighs ln(N/n) where n of N documents have it, so a year that is everywhere says nothing. Round numbers are
left out, and one shared number alone is chance.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from scipy import sparse

from motherlode.analyse.evidence import products
from motherlode.analyse.features import TEXT_CHARACTERS
from motherlode.analyse.vectors import Array, Labels, Matrix, group_sums, normalise, strongest
from motherlode.model.documents import Document

LEAST_SHARED = 2
AHEAD = 1.5
"""Numbers that counterparts share at least, and how many times as alike they are as either is to any third. Of the
counterparts found on sample webs of the seeds 0 to 9 and 100 to 139 they keep 314 of 327 right ones and 3 of 5 wrong
ones, of those found between news of different countries and years, brought to the same days, 27 of 253."""
LEAST_DIGITS = 2
"""Digits of a number that counts, without noughts at its ends: single digits and round sums are common."""
CANDIDATES = 20
"""Threads with the likest numbers whose times are compared."""
BLOCK = 1000
"""Threads compared at once."""

_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_THOUSANDS = re.compile(r"[.,](?=\d{3}(?!\d))")


def numbers_of(document: Document) -> set[str]:
    """The numbers in a text that are not round, whatever parts their thousands.

    >>> sorted(numbers_of(Document("a", "18,400 leave", "3 dead, 18400 of 20000 moved, 2.5 metres")))
    ['18400', '2.5']
    """
    found = _NUMBER.findall(f"{document.title}\n{document.content[:TEXT_CHARACTERS]}")
    plain = (_THOUSANDS.sub("", number) for number in found)
    return {number for number in plain if len(re.sub(r"\D", "", number).strip("0")) >= LEAST_DIGITS}


def counterparts(
    documents: Sequence[Document], languages: Sequence[str], hours: Array, thread: Labels, width: float
) -> dict[int, tuple[int, ...]]:
    """The counterparts of every thread that has any; document i belongs to `thread[i]`.

    `width` is the length of a slice in hours. A thread is of the language that most of its documents have.
    """
    names, place = np.unique(thread, return_inverse=True)
    tongues, spoken = np.unique(np.array(languages), return_inverse=True)
    if len(tongues) < 2:
        return {}
    counts = np.zeros((len(names), len(tongues)))
    np.add.at(counts, (place, spoken), 1.0)
    tongue = counts.argmax(axis=1)
    order = np.lexsort((hours, place))
    times = np.split(hours[order], np.cumsum(np.bincount(place))[:-1])
    alike: dict[tuple[int, int], list[tuple[float, int, bool]]] = defaultdict(list)
    for a, b, cosine, enough in _candidates(_rows(documents, place, len(names)), tongue):
        value = cosine * _near(times[a], times[b], width) * _near(times[b], times[a], width)
        alike[a, int(tongue[b])].append((value, b, enough))
    best = {key: sorted(found, key=lambda each: (-each[0], each[1])) for key, found in alike.items()}
    found: dict[int, list[int]] = defaultdict(list)
    for (a, _), mine in sorted(best.items()):
        value, b, enough = mine[0]
        theirs = best.get((b, int(tongue[a])), [(0.0, -1, False)])
        third = max((other for other, *_ in (*mine[1:2], *theirs[1:2])), default=0.0)
        if enough and theirs[0][1] == a and value > 0 and value >= AHEAD * third:
            found[int(names[a])].append(int(names[b]))
    return {name: tuple(theirs) for name, theirs in found.items()}


def _rows(documents: Sequence[Document], place: Labels, threads: int) -> Matrix:
    """The numbers of every thread: how many of its documents have one, by how rare it is; of length one."""
    columns: dict[str, int] = {}
    told = [[columns.setdefault(number, len(columns)) for number in sorted(numbers_of(each))] for each in documents]
    flat = np.array([column for each in told for column in each], dtype=np.int64)
    ends = np.cumsum([0, *map(len, told)])
    shape = (len(documents), max(1, len(columns)))
    rows = group_sums(sparse.csr_matrix((np.ones(len(flat)), flat, ends), shape=shape), place, threads)
    rows.data *= np.log(len(documents) / np.bincount(flat, minlength=shape[1])[rows.indices])
    rows.eliminate_zeros()
    return normalise(rows)


def _candidates(rows: Matrix, tongue: Labels) -> Iterator[tuple[int, int, float, bool]]:
    """Pairs of threads of different languages, their cosine, and whether they have enough numbers in common."""
    there = sparse.csr_matrix((np.ones(rows.nnz), rows.indices, rows.indptr), shape=rows.shape)
    for start in range(0, rows.shape[0], BLOCK):
        product = sparse.csr_matrix(rows[start : start + BLOCK] @ rows.T)
        first = np.repeat(tongue[start : start + BLOCK], np.diff(product.indptr))
        product.data[first == tongue[product.indices]] = 0.0
        product.eliminate_zeros()
        pairs = sparse.coo_matrix(strongest(product, CANDIDATES))
        left = pairs.row + start
        shared = products(there, left, pairs.col)
        for a, b, cosine, count in zip(left.tolist(), pairs.col.tolist(), pairs.data.tolist(), shared, strict=True):
            yield a, b, cosine, bool(count >= LEAST_SHARED)


def _near(mine: Array, theirs: Array, width: float) -> float:
    """How near in time my documents are to the nearest of theirs; both are sorted."""
    after = np.searchsorted(theirs, mine)
    before = np.abs(mine - theirs[np.maximum(after - 1, 0)])
    gaps = np.minimum(before, np.abs(mine - theirs[np.minimum(after, len(theirs) - 1)]))
    return float(np.exp(-gaps / width).mean())
