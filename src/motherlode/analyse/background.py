"""Each document's nearest ones, and how alike documents of the collection usually are."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motherlode.analyse.vectors import Array, Labels, Matrix, normalise, strongest

BLOCK = 1000
"""Rows compared at once: keeps the product within some hundred megabytes."""
USUAL_ROWS = 200.0
"""Rows of usual likeness that every collection is filled up with, so that a dozen documents, or all that a crawl
found of one event, are not their own background. Of 0, 100, 200 and 300 it serves both the sample web's one event,
which falls apart with fewer, and its Chinese news of a few fields, which runs together with more; the labelled sets
hardly tell them apart."""
USUAL_MEAN = 0.015
USUAL_DEVIATION = 0.04
"""Mean and deviation of the likeness of two documents of one collection: a little below the medians of seven labelled
sets (0.022 and 0.049), so that a dozen headlines still meet."""
SAMPLE = 500
"""Rows that stand for the whole collection where only the background is asked for."""


@dataclass(frozen=True, slots=True)
class Nearness:
    """Row i of `links` holds the nearest of the i-th row asked for; `mean` and `deviation` are of its likeness to
    everything else."""

    links: Matrix
    mean: Array
    deviation: Array


def nearest(rows: Matrix, sizes: Array, asked: Labels, count: int) -> Nearness:
    """The `count` nearest rows of each row asked for by cosine, and their background.

    A row may stand for many documents: its size is how much it counts in the background.
    """
    columns = sparse.csr_matrix(rows.T)
    found: list[Matrix] = []
    first, second = np.zeros(len(asked)), np.zeros(len(asked))
    for start in range(0, len(asked), BLOCK):
        some = asked[start : start + BLOCK]
        inside = slice(start, start + len(some))
        product = sparse.csr_matrix(rows[some] @ columns)
        product.data[np.repeat(some, np.diff(product.indptr)) == product.indices] = 0.0
        first[inside] = product @ sizes
        squares = sparse.csr_matrix((product.data**2, product.indices, product.indptr), shape=product.shape)
        second[inside] = squares @ sizes
        best = strongest(product, count)
        best.eliminate_zeros()
        found.append(best)
    links = sparse.csr_matrix(sparse.vstack(found)) if found else sparse.csr_matrix((0, rows.shape[0]))
    return Nearness(links, *spread(first, second, float(sizes.sum()) - 1.0))


def background(rows: Matrix) -> tuple[Array, Array]:
    """Mean and deviation of each row's likeness to the others, by a sample where there are many."""
    count = rows.shape[0]
    sample = np.arange(count)
    if count > SAMPLE:
        sample = np.sort(np.random.default_rng(0).choice(count, SAMPLE, replace=False))
    product = np.asarray((rows @ sparse.csr_matrix(rows[sample]).T).todense())
    product[sample, np.arange(len(sample))] = 0.0
    return spread(product.sum(axis=1), (product**2).sum(axis=1), len(sample) - 1.0)


def spread(
    first: Array, second: Array, others: float, usual: float = USUAL_MEAN, usual_deviation: float = USUAL_DEVIATION
) -> tuple[Array, Array]:
    """Mean and deviation from sums and sums of squares, filled up with usual rows."""
    seen = others + USUAL_ROWS
    mean = (first + USUAL_ROWS * usual) / seen
    square = (second + USUAL_ROWS * (usual**2 + usual_deviation**2)) / seen
    return mean, np.sqrt(np.maximum(square - mean**2, 1e-6))


def enriched(rows: Matrix, links: Matrix, kept: int) -> Matrix:
    """Each document with its neighbours' words added: short texts that use other words for the same thing meet.

    Who has only distant neighbours takes little from them.
    """
    weights = links.copy()
    weights.data **= 2
    sums = np.asarray(weights.sum(axis=1)).ravel()
    usual = float(np.median(sums[sums > 0])) if (sums > 0).any() else 1.0
    around = sparse.diags(1.0 / np.maximum(sums, usual)) @ weights @ rows
    return normalise(strongest(sparse.csr_matrix(rows + around), kept))
