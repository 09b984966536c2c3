"""Documents as rows of a sparse matrix: hashed features, weighted by how rare they are, of length one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import sparse

BUCKETS = 1 << 22
"""Columns of the hashed feature space: two million pairs of words collide in one case of four, words hardly."""
RARITY = 0.7
"""Exponent of ln(1 + N/n): below 1 the words that carry a whole saga keep their say; swept 0.5–1.3 on headlines."""
LEAST = 100
"""Documents that a collection counts for at least: in a dozen, the word of a story is not common."""
PAIR_WEIGHT = 0.5
"""A pair of words against a single word; swept 0–1, flat between 0.5 and 1."""
TOO_COMMON = 0.3
"""Features in a larger share of the documents say nothing about the story."""

Matrix = sparse.csr_matrix
Array = npt.NDArray[Any]
Labels = npt.NDArray[Any]


def rarity(columns: Labels, frequencies: Labels, documents: int, common: float = TOO_COMMON) -> Array:
    """Weight of each column: ln(1 + N/n)^0.7, half of it for pairs, 0 for features of one document or nearly all."""
    weights = np.log1p(documents / np.maximum(frequencies, 1)) ** RARITY
    weights[columns >= BUCKETS // 2] *= PAIR_WEIGHT
    useless = (frequencies < 2) | (frequencies > max(10.0, common * documents))
    weights[useless] = 0.0
    return np.asarray(weights, dtype=np.float64)


def scarcity(frequencies: Labels, documents: int) -> Array:
    """Weight of each column for stories: ln(N/n)^0.7, N at least 100, 0 for features of one document."""
    weights = np.maximum(np.log((1.0 + max(documents, LEAST)) / (frequencies + 0.5)), 0.0) ** RARITY
    weights[frequencies < 2] = 0.0
    return np.asarray(weights, dtype=np.float64)


def normalise(rows: Matrix) -> Matrix:
    """Every row scaled to length one; empty rows stay empty."""
    lengths = np.sqrt(np.asarray(rows.multiply(rows).sum(axis=1)).ravel())
    lengths[lengths == 0] = 1.0
    return sparse.csr_matrix(sparse.diags(1.0 / lengths) @ rows)


def strongest(rows: Matrix, keep: int) -> Matrix:
    """Every row with its `keep` largest values."""
    rows = sparse.csr_matrix(rows)
    starts = rows.indptr
    if rows.nnz == 0 or np.diff(starts).max() <= keep:
        return rows
    chosen: list[Labels] = []
    lengths = np.minimum(np.diff(starts), keep)
    for start, stop in zip(starts[:-1].tolist(), starts[1:].tolist(), strict=True):
        if stop - start <= keep:
            chosen.append(np.arange(start, stop))
        else:
            chosen.append(start + np.argpartition(rows.data[start:stop], stop - start - keep)[-keep:])
    places = np.concatenate(chosen)
    ends = np.concatenate(([0], np.cumsum(lengths)))
    return sparse.csr_matrix((rows.data[places], rows.indices[places], ends), shape=rows.shape)


def group_sums(rows: Matrix, labels: Labels, groups: int) -> Matrix:
    """The sum of each group's rows."""
    members = sparse.csr_matrix((np.ones(len(labels)), (labels, np.arange(len(labels)))), shape=(groups, len(labels)))
    return sparse.csr_matrix(members @ rows)


def compact(labels: Sequence[int] | Labels) -> Labels:
    """The same grouping with the numbers 0 … g−1, in the order of first appearance."""
    _, first, inverse = np.unique(np.asarray(labels), return_index=True, return_inverse=True)
    rank = np.empty(len(first), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(first))
    return np.asarray(rank[inverse], dtype=np.int64)
