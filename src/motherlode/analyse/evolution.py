"""Evolution: clusters per time slice, and what became of each: continue, split, merge, birth, death (N15).

Passage of an episode a into a later one b:  w = (⅔·cos(a, b) + ⅓·shared names) · 0.8^(slices between)
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from scipy import sparse

from motherlode.analyse.communities import communities
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.describe import headline, key_words
from motherlode.analyse.features import feature_rows, languages, named_tokens, read_words
from motherlode.analyse.merging import agglomerate, common_ground, group, settle, typical_likeness
from motherlode.analyse.neighbours import enriched, nearest, without_weak
from motherlode.analyse.params import EvolutionParams
from motherlode.analyse.vectors import Array, Labels, Matrix, compact, group_sums, normalise, rarity
from motherlode.model.documents import Document, Episode, Evolution, Fate, Passage, Placement

LIKENESS_SHARE = 2 / 3
"""Weight of the centroids' cosine beside the shared names."""
STANDS_OUT = 1.1
"""A parent of a branch is this much nearer than the middle one of all earlier episodes."""
LEAST_BRANCH = 0.04
"""Likeness below which nothing branches off."""
FADING = 0.8
"""What a slice of silence leaves of a passage."""
NEIGHBOURS = 8
RESOLUTION = 30.0
FOREVER = 1e9
"""Hours: inside a slice likeness does not fade."""
NAMES = 12
"""Key words of an episode that are compared."""


@dataclass(frozen=True, slots=True)
class _Slice:
    number: int
    start: datetime
    places: list[int]


def evolution(documents: Sequence[Document], placements: Sequence[Placement], params: EvolutionParams) -> Evolution:
    """The evolution graph of dated documents; undated ones are counted in a remark."""
    dated = [i for i, d in enumerate(documents) if d.published is not None]
    remarks = (
        (f"{len(documents) - len(dated)} documents without a date are left out",)
        if len(dated) < len(documents)
        else ()
    )
    if not dated:
        return Evolution((), (), remarks)
    chosen = [documents[i] for i in dated]
    story_of = {p.id: p.story for p in placements}
    rows = _rows(chosen)
    read = [
        named_tokens(f"{d.title} {d.content[:600]}", language)
        for d, language in zip(chosen, languages(chosen), strict=True)
    ]
    spread: Counter[str] = Counter()
    for tokens in read:
        spread.update({stem for stem, _ in tokens})
    episodes: list[Episode] = []
    members: list[list[int]] = []
    for part in _slices(chosen, params):
        for inside in _episodes(chosen, rows, part, params):
            words = key_words([read[i] for i in inside], spread, len(chosen), NAMES)
            episodes.append(_episode(len(episodes), chosen, rows, inside, part, words, story_of, params))
            members.append(inside)
    passages = _passages(episodes, _centres(rows, members), params)
    return Evolution(tuple(_fates(episodes, passages)), tuple(passages), remarks)


def _rows(documents: Sequence[Document]) -> Matrix:
    counts = feature_rows(read_words(documents))
    columns, at = np.unique(counts.indices, return_inverse=True)
    weights = rarity(columns, np.bincount(at, minlength=len(columns)), len(documents), common=1.0)
    rows = sparse.csr_matrix((counts.data * weights[at], at, counts.indptr), shape=(len(documents), len(columns)))
    rows.eliminate_zeros()
    return normalise(rows)


def _slices(documents: Sequence[Document], params: EvolutionParams) -> list[_Slice]:
    """Slices of equal length from the midnight before the first document; empty ones are left out."""
    first = min(d.published for d in documents if d.published).astimezone(UTC)
    begin = first.replace(hour=0, minute=0, second=0, microsecond=0)
    length = timedelta(hours=params.slice_hours)
    found: dict[int, list[int]] = defaultdict(list)
    for place, document in enumerate(documents):
        assert document.published is not None
        found[int((document.published - begin) // length)].append(place)
    return [_Slice(number, begin + number * length, found[number]) for number in sorted(found)]


def _episodes(documents: Sequence[Document], rows: Matrix, part: _Slice, params: EvolutionParams) -> list[list[int]]:
    """The clusters of one slice; near-copies follow their original."""
    inside = [documents[i] for i in part.places]
    leaders = copy_leaders(inside, read_words(inside), 0.8)
    standing = np.flatnonzero(leaders == np.arange(len(inside)))
    labels = _clusters(sparse.csr_matrix(rows[[part.places[i] for i in standing]]), params)
    where = {int(leader): int(label) for leader, label in zip(standing, labels, strict=True)}
    found: dict[int, list[int]] = defaultdict(list)
    for at, place in enumerate(part.places):
        found[where[int(leaders[at])]].append(place)
    return list(found.values())


def _clusters(rows: Matrix, params: EvolutionParams) -> Labels:
    hours = np.full(rows.shape[0], np.nan)
    links = nearest(rows, hours, NEIGHBOURS, FOREVER)
    near = enriched(rows, links)
    links = nearest(near, hours, NEIGHBOURS, FOREVER)
    links = without_weak(links)
    graph = sparse.csr_matrix(links.maximum(links.T))
    graph.data **= 2
    small = communities(graph, RESOLUTION)
    groups = group(near, small, hours)
    prior = typical_likeness(groups)
    ground = common_ground(groups, prior)
    labels = agglomerate(groups, params.likeness, prior, ground, FOREVER)[small]
    return compact(settle(near, labels, hours, FOREVER))


def _centres(rows: Matrix, members: Sequence[Sequence[int]]) -> Matrix:
    places = [i for inside in members for i in inside]
    labels = np.repeat(np.arange(len(members)), [len(inside) for inside in members])
    return normalise(group_sums(sparse.csr_matrix(rows[places]), labels, len(members)))


def _episode(
    number: int,
    documents: Sequence[Document],
    rows: Matrix,
    inside: Sequence[int],
    part: _Slice,
    words: Sequence[str],
    story_of: dict[str, str],
    params: EvolutionParams,
) -> Episode:
    centre = np.asarray(rows[list(inside)].sum(axis=0)).ravel()
    central = documents[inside[int(np.asarray(rows[list(inside)] @ centre).argmax())]]
    stories = Counter(story_of.get(documents[i].id, "") for i in inside)
    return Episode(
        id=f"e{number + 1}",
        slice=part.number,
        start=part.start,
        end=part.start + timedelta(hours=params.slice_hours),
        story=stories.most_common(1)[0][0],
        title=headline(central) or central.id,
        words=tuple(words),
        documents=tuple(documents[i].id for i in inside),
        central=central.id,
    )


def _passages(episodes: Sequence[Episode], centres: Matrix, params: EvolutionParams) -> list[Passage]:
    """Each episode's best passages forward and back, in the order of time."""
    if not episodes:
        return []
    cosine = np.asarray((centres @ centres.T).todense())
    weights = np.zeros_like(cosine)
    for a, left in enumerate(episodes):
        for b, right in enumerate(episodes):
            gap = right.slice - left.slice
            if 1 <= gap <= params.reach:
                alike = LIKENESS_SHARE * cosine[a, b] + (1 - LIKENESS_SHARE) * _shared(left.words, right.words)
                weights[a, b] = alike * FADING ** (gap - 1)
    kept = _keep(weights, episodes, params)
    return [
        Passage(
            episodes[a].id,
            episodes[b].id,
            "continue",
            round(float(weights[a, b]), 4),
            _reason(episodes[a], episodes[b], float(cosine[a, b])),
        )
        for a, b in kept
    ]


def _shared(left: Sequence[str], right: Sequence[str]) -> float:
    mine, theirs = {w.lower() for w in left}, {w.lower() for w in right}
    return len(mine & theirs) / max(1, min(len(mine), len(theirs)))


def _reason(left: Episode, right: Episode, cosine: float) -> str:
    common = [w for w in left.words if w.lower() in {x.lower() for x in right.words}]
    return f"{cosine:.0%} alike" + (f", both about {', '.join(common[:4])}" if common else "")


def _keep(weights: Array, episodes: Sequence[Episode], params: EvolutionParams) -> list[tuple[int, int]]:
    """Pairs that are strong enough and near the best of either end, and not joined by an episode in between."""
    out_best, in_best = weights.max(axis=1), weights.max(axis=0)
    kept: list[tuple[int, int]] = []
    weights = weights.copy()
    for b in np.flatnonzero((in_best > 0) & (in_best < params.passage)):
        _branch(weights, int(b), params)
    for a, b in sorted(zip(*np.nonzero(weights >= params.passage), strict=True)):
        strong = weights[a, b] >= params.share * out_best[a] or weights[a, b] >= params.share * in_best[b]
        if strong and not _bridged(int(a), int(b), weights, episodes, params):
            kept.append((int(a), int(b)))
    return kept


def _branch(weights: Array, b: int, params: EvolutionParams) -> None:
    """An episode that nothing passes into grew out of those that stand out among all it could have come from."""
    candidates = weights[:, b][weights[:, b] > 0]
    usual = float(np.median(candidates))
    parents = np.flatnonzero(weights[:, b] >= max(STANDS_OUT * usual, LEAST_BRANCH))
    if len(candidates) > 1 and len(parents):
        best = weights[parents, b].max()
        strong = parents[weights[parents, b] >= params.share * best]
        weights[strong, b] = params.passage


def _bridged(a: int, b: int, weights: Array, episodes: Sequence[Episode], params: EvolutionParams) -> bool:
    """Whether the two are joined by an episode in between, so that the direct passage says nothing new."""
    between = [c for c in range(len(episodes)) if episodes[a].slice < episodes[c].slice < episodes[b].slice]
    return any(weights[a, c] >= params.passage and weights[c, b] >= params.passage for c in between)


def _fates(episodes: Sequence[Episode], passages: list[Passage]) -> list[Episode]:
    """Episodes with how they begin and end; passages get their kind in place."""
    out: dict[str, list[int]] = defaultdict(list)
    into: dict[str, list[int]] = defaultdict(list)
    for at, passage in enumerate(passages):
        out[passage.source].append(at)
        into[passage.target].append(at)
    for at, passage in enumerate(passages):
        if len(into[passage.target]) > 1:
            passages[at] = replace(passage, kind="merge")
        elif len(out[passage.source]) > 1:
            passages[at] = replace(passage, kind="split")
    return [
        replace(
            episode,
            begins=_fate(passages, into[episode.id], "birth"),
            ends=_fate(passages, out[episode.id], "death"),
        )
        for episode in episodes
    ]


def _fate(passages: Sequence[Passage], places: Sequence[int], none: Fate) -> Fate:
    kinds = {passages[at].kind for at in places}
    if not kinds:
        return none
    return "split" if "split" in kinds else "merge" if "merge" in kinds else "continue"
