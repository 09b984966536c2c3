"""Passages between episodes, as a rule of different slices (N15).

Passage of an episode a into a later one b:  w = (⅔·cos(a, b) + ⅓·shared names) · 0.8^(slices between)

Only slices within reach are compared, so that a longer time costs in proportion. An episode that nothing passes into
begins a thread, and may have grown out of others, even of one that began earlier in the same slice: see branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motherlode.analyse.branches import Threads, parents_of, threads_of, told_of_either
from motherlode.analyse.counterparts import counterparts
from motherlode.analyse.features import Words
from motherlode.analyse.params import EvolutionParams
from motherlode.analyse.vectors import Array, Labels, Matrix
from motherlode.model.documents import Document, Episode, Passage

LIKENESS_SHARE = 2 / 3
"""Weight of the centroids' cosine beside the shared names."""
FADING = 0.8
"""What a slice of silence leaves of a passage; 0.9 tells the same splits and merges on sample webs."""


@dataclass(frozen=True, slots=True)
class Texts:
    """Dated documents as they were read: the language, the words and the time in hours of each."""

    documents: Sequence[Document]
    languages: Sequence[str]
    words: Sequence[Words]
    hours: Array


def find_passages(
    episodes: Sequence[Episode],
    centres: Matrix,
    texts: Texts,
    members: Sequence[Sequence[int]],
    params: EvolutionParams,
) -> list[Passage]:
    """Each episode's best passages forward and back, and those into new threads, in the order of time.

    Episode e has the documents `members[e]` of the texts.
    """
    if not episodes:
        return []
    slices = np.array([episode.slice for episode in episodes])
    weights = _weights(episodes, centres, params.reach)
    thread = threads_of(weights, params.passage)
    found = dict.fromkeys(_kept(weights, slices, thread, params), "")
    found |= _grown(weights, thread, slices, texts, members, params)
    return [
        Passage(
            episodes[a].id,
            episodes[b].id,
            "continue",
            round(float(weights[a, b]), 4),
            _reason(episodes[a], episodes[b], float(weights[a, b]), why),
        )
        for (a, b), why in sorted(found.items())
    ]


def _grown(
    weights: Matrix,
    thread: Labels,
    slices: Labels,
    texts: Texts,
    members: Sequence[Sequence[int]],
    params: EvolutionParams,
) -> dict[tuple[int, int], str]:
    """The passages into the first episodes of threads that grew out of others, with the reason of each."""
    told = Threads(texts.words, texts.hours, members, thread, params.slice_hours)
    belongs = np.empty(len(texts.documents), dtype=np.int64)
    for episode, inside in enumerate(members):
        belongs[list(inside)] = thread[episode]
    twins = counterparts(texts.documents, texts.languages, texts.hours, belongs, params.slice_hours)
    before = {b: _before(weights, thread, slices, told.begin, b) for b in told.begin}
    taken = {b: {a: value for a, value in told.taken(b).items() if a in before[b]} for b in before}
    found: dict[tuple[int, int], str] = {}
    for b, older in before.items():
        evidence, lent = told_of_either(taken, twins, b, older)
        for each in parents_of(evidence, params.parent):
            why = "takes up what it told" + (", as read in another language" if each in lent else "")
            found[older[each], b] = why
    return found


def _before(weights: Matrix, thread: Labels, slices: Labels, begin: dict[int, float], new: int) -> dict[int, int]:
    """The threads within reach that are older than a new one, each with its episode that the new one may have left.

    Borders of slices are chance: a thread that began in the same slice, but earlier, is older too.
    """
    beside = np.flatnonzero((slices == slices[new]) & (thread == np.arange(len(thread)))).tolist()
    return {each: each for each in beside if begin[each] < begin[new]} | _latest(weights, thread, slices, new)


def _latest(weights: Matrix, thread: Labels, slices: Labels, episode: int) -> dict[int, int]:
    """The latest episode of every thread within reach before the given one; of two in a slice the nearer."""
    column = weights[:, [episode]].tocoo()
    order = sorted(zip(slices[column.row].tolist(), column.data.tolist(), column.row.tolist(), strict=True))
    return {int(thread[place]): place for _, _, place in order}


def _weights(episodes: Sequence[Episode], centres: Matrix, reach: int) -> Matrix:
    """w of every pair of episodes within reach."""
    slices = np.array([episode.slice for episode in episodes])
    names = _names(episodes)
    counts = np.maximum(1.0, np.asarray(names.sum(axis=1)).ravel())
    count = len(episodes)
    found: Matrix = sparse.csr_matrix((count, count))
    for number in np.unique(slices):
        left = np.flatnonzero(slices == number)
        right = np.flatnonzero((slices > number) & (slices <= number + reach))
        shared = np.asarray((names[left] @ names[right].T).todense())
        shared /= np.minimum(counts[left][:, None], counts[right][None, :])
        cosine = np.asarray((centres[left] @ centres[right].T).todense())
        alike = (LIKENESS_SHARE * cosine + (1 - LIKENESS_SHARE) * shared) * FADING ** (slices[right] - number - 1.0)
        row, column = np.nonzero(alike)
        some = sparse.csr_matrix((alike[row, column], (left[row], right[column])), shape=(count, count))
        found = sparse.csr_matrix(found + some)
    return found


def _names(episodes: Sequence[Episode]) -> Matrix:
    """Which episode has which key word."""
    numbers: dict[str, int] = {}
    pairs = sorted(
        {(at, numbers.setdefault(word.lower(), len(numbers))) for at, e in enumerate(episodes) for word in e.words}
    )
    rows, columns = [at for at, _ in pairs], [word for _, word in pairs]
    return sparse.csr_matrix((np.ones(len(pairs)), (rows, columns)), shape=(len(episodes), max(1, len(numbers))))


def _reason(left: Episode, right: Episode, weight: float, why: str) -> str:
    theirs = {word.lower() for word in right.words}
    common = [word for word in left.words if word.lower() in theirs]
    about = f"both about {', '.join(common[:4])}" if common else ""
    alike = f"{weight:.0%} alike" if weight else ""
    return ", ".join(part for part in (alike, about, why) if part)


def _kept(weights: Matrix, slices: Labels, thread: Labels, params: EvolutionParams) -> list[tuple[int, int]]:
    """Pairs that are strong enough and near the best of either end, and not joined by an episode in between.

    Where their thread has an episode in between that is weaker, as one article may be, the passage leads on from it.
    """
    out_best = np.asarray(weights.max(axis=1).todense()).ravel()
    in_best = np.asarray(weights.max(axis=0).todense()).ravel()
    forward = sparse.csr_matrix(weights, copy=True)
    forward.data[forward.data < params.passage] = 0.0
    forward.eliminate_zeros()
    ahead = [set(forward.indices[forward.indptr[a] : forward.indptr[a + 1]].tolist()) for a in range(len(slices))]
    links = sparse.coo_matrix(forward)
    kept: list[tuple[int, int]] = []
    for a, b, weight in zip(links.row.tolist(), links.col.tolist(), links.data.tolist(), strict=True):
        strong = weight >= params.share * out_best[a] or weight >= params.share * in_best[b]
        bridged = any(b in ahead[c] for c in ahead[a] if slices[c] < slices[b])
        if strong and not bridged:
            mine = thread == thread[b] if thread[a] == thread[b] else np.zeros(len(thread), dtype=bool)
            between = np.flatnonzero(mine & (slices > slices[a]) & (slices < slices[b]))
            kept.append((int(between[-1]) if len(between) else a, b))
    return kept
