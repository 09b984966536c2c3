"""Groups of a few documents by average linkage: two groups are one from a mean likeness of their documents on."""

from __future__ import annotations

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from motherlode.analyse.vectors import Array, Labels, Matrix, compact

BLOCK = 1000
"""Rows compared at once: keeps the product within some ten megabytes."""
MOST = 6000
"""Rows that are linked as a whole; more are parted by a higher likeness first."""


def gathered(rows: Matrix, least: float) -> Labels:
    """A label for every row of length one; groups whose rows have a mean cosine of `least` are one.

    Groups that become one have a pair of rows at least so near, so what no such pair joins is linked apart.
    """
    labels: Labels = np.arange(rows.shape[0], dtype=np.int64)
    waiting = [(labels.copy(), least)]
    while waiting:
        some, near = waiting.pop()
        for part in _touching(rows, some, near):
            if len(part) > MOST:
                waiting.append((part, 1.25 * near))
            elif len(part) > 1:
                labels[part] = part[_linked(sparse.csr_matrix(rows[part]), least)]
    return compact(labels)


def _touching(rows: Matrix, some: Labels, near: float) -> list[Labels]:
    """The rows in parts that no pair with a cosine of `near` joins."""
    inside = sparse.csr_matrix(rows[some])
    columns = sparse.csr_matrix(inside.T)
    found: list[Matrix] = []
    for start in range(0, len(some), BLOCK):
        product = sparse.csr_matrix(inside[start : start + BLOCK] @ columns)
        product.data[product.data < near] = 0.0
        product.eliminate_zeros()
        found.append(product)
    if not found:
        return []
    _, part = connected_components(sparse.vstack(found), directed=False)
    order = np.argsort(part, kind="stable")
    return [some[each] for each in np.split(order, np.flatnonzero(np.diff(part[order])) + 1)]


def _linked(rows: Matrix, least: float) -> Labels:
    """The place of the group that each row ended in. Nearest pairs first: whoever is nearest to each other may join
    at once, since no later joining brings another group nearer to them than they are."""
    count = rows.shape[0]
    into = np.arange(count)
    sums: Array = np.asarray((rows @ rows.T).todense(), dtype=np.float32)
    sizes: Array = np.ones(count, dtype=np.float32)
    while True:
        mean = sums / np.outer(sizes, sizes)
        np.fill_diagonal(mean, -1.0)
        best = mean.argmax(axis=1)
        here = np.arange(len(sizes))
        mutual = (best[best] == here) & (here < best) & (mean[here, best] >= least)
        if not mutual.any():
            return into
        joined = here.copy()
        joined[best[mutual]] = here[mutual]
        joined = compact(joined)
        move = sparse.csr_matrix((np.ones(len(here), dtype=np.float32), (joined, here)))
        sums, sizes, into = np.asarray(move @ (move @ sums).T), move @ sizes, joined[into]
