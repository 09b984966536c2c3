"""Each document's nearest ones, and how alike documents of the collection usually are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motherlode.analyse.vectors import Array, Matrix, strongest

BLOCK = 1000
"""Rows compared at once: keeps the product within some hundred megabytes."""
LEAST_ROWS = 100.0
"""A smaller collection is filled up with rows of usual likeness, so that a dozen documents are not their own
background."""
USUAL_MEAN = 0.015
USUAL_DEVIATION = 0.04
"""Mean and deviation of the likeness of two documents of one collection: a little below the medians of seven labelled
sets (0.022 and 0.049), so that a dozen headlines still meet."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """Row i of `links` holds the nearest of row i; `mean` and `deviation` are of its likeness to everything else."""

    links: Matrix
    mean: Array
    deviation: Array


def nearest(rows: Matrix, sizes: Array, asking: int, count: int) -> Nearness:
    """The `count` nearest rows of each of the first `asking` rows by cosine, and their background.

    A row may stand for many documents: its size is how much it counts in the background.
    """
    columns = sparse.csr_matrix(rows.T)
    found: list[Matrix] = []
    first, second = np.zeros(asking), np.zeros(asking)
    for start in range(0, asking, BLOCK):
        stop = min(start + BLOCK, asking)
        product = sparse.csr_matrix(rows[start:stop] @ columns)
        own = np.repeat(np.arange(start, stop), np.diff(product.indptr))
        product.data[own == product.indices] = 0.0
        first[start:stop] = product @ sizes
        squares = sparse.csr_matrix((product.data**2, product.indices, product.indptr), shape=product.shape)
        second[start:stop] = squares @ sizes
        best = strongest(product, count)
        best.eliminate_zeros()
        found.append(best)
    links = sparse.csr_matrix(sparse.vstack(found)) if found else sparse.csr_matrix((0, rows.shape[0]))
    others = float(sizes.sum()) - 1.0
    filled = max(LEAST_ROWS - others, 0.0)
    seen = others + filled
    mean = (first + filled * USUAL_MEAN) / seen
    square = (second + filled * (USUAL_MEAN**2 + USUAL_DEVIATION**2)) / seen
    return Nearness(links, mean, np.sqrt(np.maximum(square - mean**2, 1e-6)))


def kth_best(links: Matrix, place: int) -> Array:
    """The likeness of each row's k-th nearest, 0 where it has fewer."""
    owner = np.repeat(np.arange(links.shape[0]), np.diff(links.indptr))
    ordered = links.data[np.lexsort((-links.data, owner))]
    at = np.minimum(links.indptr[:-1] + place - 1, max(len(ordered) - 1, 0))
    enough = np.diff(links.indptr) >= place
    return np.where(enough, ordered[at] if len(ordered) else 0.0, 0.0)
