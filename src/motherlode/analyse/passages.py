"""Passages between episodes of different slices (N15).

Passage of an episode a into a later one b:  w = (⅔·cos(a, b) + ⅓·shared names) · 0.8^(slices between)

Only slices within reach are compared, so that a longer time costs in proportion.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from scipy import sparse

from motherlode.analyse.params import EvolutionParams
from motherlode.analyse.vectors import Array, Matrix
from motherlode.model.documents import Episode, Passage

LIKENESS_SHARE = 2 / 3
"""Weight of the centroids' cosine beside the shared names."""
STANDS_OUT = 1.1
"""A parent of a branch is this much nearer than the middle one of all earlier episodes."""
LEAST_BRANCH = 0.04
"""Likeness below which nothing branches off."""
ONLY_PARENT = 0.06
"""Likeness from which an episode branches off the only earlier one, where there is nothing to stand out from."""
FADING = 0.8
"""What a slice of silence leaves of a passage."""


def find_passages(episodes: Sequence[Episode], centres: Matrix, params: EvolutionParams) -> list[Passage]:
    """Each episode's best passages forward and back, in the order of time."""
    if not episodes:
        return []
    weights, cosine = _weights(episodes, centres, params)
    return [
        Passage(
            episodes[a].id,
            episodes[b].id,
            "continue",
            round(weight, 4),
            _reason(episodes[a], episodes[b], float(cosine[a, b])),
        )
        for a, b, weight in _kept(weights, episodes, params)
    ]


def _weights(episodes: Sequence[Episode], centres: Matrix, params: EvolutionParams) -> tuple[Matrix, Matrix]:
    """w and the cosine of every pair within reach, as sparse matrices."""
    slices = np.array([episode.slice for episode in episodes])
    names = _names(episodes)
    counts = np.maximum(1.0, np.asarray(names.sum(axis=1)).ravel())
    count = len(episodes)
    parts: list[tuple[Array, Array, Array, Array]] = []
    for number in np.unique(slices):
        left = np.flatnonzero(slices == number)
        for gap in range(1, params.reach + 1):
            right = np.flatnonzero(slices == number + gap)
            if not len(right):
                continue
            cosine = np.asarray((centres[left] @ centres[right].T).todense())
            shared = np.asarray((names[left] @ names[right].T).todense())
            shared /= np.minimum(counts[left][:, None], counts[right][None, :])
            alike = (LIKENESS_SHARE * cosine + (1 - LIKENESS_SHARE) * shared) * FADING ** (gap - 1)
            row, column = np.nonzero(alike)
            parts.append((left[row], right[column], alike[row, column], cosine[row, column]))
    if not parts:
        return sparse.csr_matrix((count, count)), sparse.csr_matrix((count, count))
    rows, columns, alike, cosine = (np.concatenate([part[i] for part in parts]) for i in range(4))
    shape = (count, count)
    return sparse.csr_matrix((alike, (rows, columns)), shape), sparse.csr_matrix((cosine, (rows, columns)), shape)


def _names(episodes: Sequence[Episode]) -> Matrix:
    """Which episode has which key word."""
    numbers: dict[str, int] = {}
    pairs = sorted(
        {(at, numbers.setdefault(word.lower(), len(numbers))) for at, e in enumerate(episodes) for word in e.words}
    )
    rows, columns = [at for at, _ in pairs], [word for _, word in pairs]
    return sparse.csr_matrix((np.ones(len(pairs)), (rows, columns)), shape=(len(episodes), max(1, len(numbers))))


def _reason(left: Episode, right: Episode, cosine: float) -> str:
    theirs = {word.lower() for word in right.words}
    common = [word for word in left.words if word.lower() in theirs]
    return f"{cosine:.0%} alike" + (f", both about {', '.join(common[:4])}" if common else "")


def _kept(weights: Matrix, episodes: Sequence[Episode], params: EvolutionParams) -> list[tuple[int, int, float]]:
    """Pairs that are strong enough and near the best of either end, and not joined by an episode in between."""
    out_best = np.asarray(weights.max(axis=1).todense()).ravel()
    in_best = np.asarray(weights.max(axis=0).todense()).ravel()
    chosen = sparse.csc_matrix(weights)
    for unreached in np.flatnonzero((in_best > 0) & (in_best < params.passage)):
        inside = slice(chosen.indptr[unreached], chosen.indptr[unreached + 1])
        chosen.data[inside] = _branch(chosen.data[inside], params)
    chosen.data[chosen.data < params.passage] = 0.0
    chosen.eliminate_zeros()
    forward = sparse.csr_matrix(chosen)
    ahead = [set(forward.indices[forward.indptr[a] : forward.indptr[a + 1]].tolist()) for a in range(len(episodes))]
    links = sparse.coo_matrix(forward)
    kept: list[tuple[int, int, float]] = []
    for a, b, weight in sorted(zip(links.row.tolist(), links.col.tolist(), links.data.tolist(), strict=True)):
        strong = weight >= params.share * out_best[a] or weight >= params.share * in_best[b]
        bridged = any(b in ahead[c] for c in ahead[a] if episodes[c].slice < episodes[b].slice)
        if strong and not bridged:
            kept.append((a, b, weight))
    return kept


def _branch(found: Array, params: EvolutionParams) -> Array:
    """The likeness of an episode that nothing passes into with all it could have come from, the parents lifted up.

    It grew out of those that stand out among them.
    """
    least = max(STANDS_OUT * float(np.median(found)), LEAST_BRANCH) if len(found) > 1 else ONLY_PARENT
    parents = (found >= least) & (found >= params.share * found.max())
    return np.where(parents, params.passage, found)
