"""Each document's nearest documents, likeness fading with the time between them."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motherlode.analyse.vectors import Array, Labels, Matrix, normalise, strongest

BLOCK = 1000
"""Rows compared at once: keeps the dense part of the product within a few ten megabytes."""
HORIZON = 8.0
"""Documents further apart than this many fading times are not compared (e^-8 is 0.0003)."""
WEAK = 0.12
"""Links below this share of a well-placed document's best link are dropped. Swept 0–0.3: less merges strangers, more
tears apart stories whose articles lie days apart."""
BORROWED = 1.0
"""Weight of the neighbours' words beside a document's own; swept 0.5–2."""
KEPT_FEATURES = 120
"""Features of a document after it has taken up its neighbours' words; swept 25–80 for titles, flat."""


def nearest(rows: Matrix, hours: Array, count: int, fading: float) -> Matrix:
    """Row i holds the `count` nearest documents of i with their likeness cos · e^(−|Δt|/τ), undated ones unfaded."""
    total = rows.shape[0]
    order = np.argsort(hours, kind="stable")
    sorted_rows = sparse.csr_matrix(rows[order])
    sorted_hours = hours[order]
    dated = int(np.count_nonzero(~np.isnan(hours)))
    columns = sparse.csr_matrix(sorted_rows.T)
    found: list[Matrix] = []
    for start in range(0, total, BLOCK):
        block = (start, min(start + BLOCK, total))
        low, high = _reach(sorted_hours, dated, *block, fading)
        if low == 0 and high == dated:
            found.append(_block(sorted_rows, columns, None, sorted_hours, block, count, fading))
        else:
            others = np.concatenate((np.arange(low, high), np.arange(dated, total)))
            near = sparse.csr_matrix(sorted_rows[others].T)
            found.append(_block(sorted_rows, near, others, sorted_hours, block, count, fading))
    if not found:
        return sparse.csr_matrix((0, 0))
    links = sparse.coo_matrix(sparse.vstack(found))
    return sparse.csr_matrix((links.data, (order[links.row], order[links.col])), shape=(total, total))


def _reach(hours: Array, dated: int, start: int, stop: int, fading: float) -> tuple[int, int]:
    """The dated documents that can be near any of the block: a slice, because the hours are sorted."""
    if start >= dated:
        return 0, dated
    low = int(np.searchsorted(hours[:dated], hours[start] - HORIZON * fading))
    last = min(stop, dated) - 1
    high = int(np.searchsorted(hours[:dated], hours[last] + HORIZON * fading, side="right"))
    return (low, high) if stop <= dated else (0, dated)


def _block(
    rows: Matrix,
    columns: Matrix,
    others: Labels | None,
    hours: Array,
    block: tuple[int, int],
    count: int,
    fading: float,
) -> Matrix:
    """The nearest of one block among the documents whose features are `columns` (all, when `others` is None)."""
    start, stop = block
    product = sparse.csr_matrix(rows[start:stop] @ columns)
    row = np.repeat(np.arange(start, stop), np.diff(product.indptr))
    column = product.indices if others is None else others[product.indices]
    apart = np.abs(hours[row] - hours[column])
    product.data *= np.where(np.isnan(apart), 1.0, np.exp(-apart / fading))
    product.data[row == column] = 0.0
    best = strongest(product, count)
    best.eliminate_zeros()
    place = best.indices if others is None else others[best.indices]
    return sparse.csr_matrix((best.data, place, best.indptr), shape=(stop - start, rows.shape[0]))


def without_weak(links: Matrix) -> Matrix:
    """The links that are worth something beside a well-placed document's best one: a lonely document stays lonely."""
    best = np.asarray(links.max(axis=1).todense()).ravel() if links.nnz else np.zeros(1)
    usual = float(np.quantile(best[best > 0], 0.75)) if (best > 0).any() else 0.0
    kept = links.copy()
    kept.data[kept.data < WEAK * usual] = 0.0
    kept.eliminate_zeros()
    return kept


def enriched(rows: Matrix, links: Matrix, kept: int = KEPT_FEATURES) -> Matrix:
    """Each document with its neighbours' words added: short texts that use other words for the same thing meet.

    Who has only distant neighbours takes little from them.
    """
    weights = links.copy()
    weights.data **= 2
    sums = np.asarray(weights.sum(axis=1)).ravel()
    usual = float(np.median(sums[sums > 0])) if (sums > 0).any() else 1.0
    around = sparse.diags(BORROWED / np.maximum(sums, usual)) @ weights @ rows
    return normalise(strongest(sparse.csr_matrix(rows + around), kept))
