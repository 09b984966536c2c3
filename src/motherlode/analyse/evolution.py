"""Evolution: clusters per time slice, and what became of each: continue, split, merge, birth, death (N15).

How an episode passes into a later one: see passages. What a new one grew out of: see branches.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

import numpy as np
from scipy import sparse

from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.describe import headline, key_words
from motherlode.analyse.features import Words, feature_rows, languages, named_tokens, read_words
from motherlode.analyse.gathering import gathered
from motherlode.analyse.params import EvolutionParams
from motherlode.analyse.passages import Texts, find_passages
from motherlode.analyse.vectors import Matrix, group_sums, normalise
from motherlode.model.documents import Document, Episode, Evolution, Fate, Passage, Placement

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
    hours = np.array([d.published.timestamp() / 3600 for d in chosen if d.published])
    texts = Texts(chosen, languages(chosen), read_words(chosen), hours)
    rows = _rows(texts.words)
    read = [
        named_tokens(f"{d.title} {d.content[:600]}", language)
        for d, language in zip(chosen, texts.languages, strict=True)
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
    passages = find_passages(episodes, _centres(rows, members), texts, members, params)
    return Evolution(tuple(_fates(episodes, passages)), tuple(passages), remarks)


def _rows(documents: Sequence[Words]) -> Matrix:
    """Words and pairs of words by how rare they are: ln(N/n), 0 for what one document alone has."""
    counts = feature_rows(documents, lead=None)
    columns, at = np.unique(counts.indices, return_inverse=True)
    frequencies = np.bincount(at, minlength=len(columns))
    weights = np.maximum(np.log((1.0 + len(documents)) / (frequencies + 0.5)), 0.0) * (frequencies > 1)
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
    labels = gathered(sparse.csr_matrix(rows[[part.places[i] for i in standing]]), params.likeness)
    where = {int(leader): int(label) for leader, label in zip(standing, labels, strict=True)}
    found: dict[int, list[int]] = defaultdict(list)
    for at, place in enumerate(part.places):
        found[where[int(leaders[at])]].append(place)
    return list(found.values())


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


def splits_and_merges(passages: Sequence[Passage]) -> list[tuple[Fate, str, tuple[str, ...]]]:
    """Each split and merge once, whatever the number of its passages: kind, episode, what it became or came from."""
    out, into = _ends(passages)
    later = {episode: tuple(passages[at].target for at in places) for episode, places in out.items()}
    earlier = {episode: tuple(passages[at].source for at in places) for episode, places in into.items()}
    return [
        *(("split", episode, found) for episode, found in later.items() if len(found) > 1),
        *(("merge", episode, found) for episode, found in earlier.items() if len(found) > 1),
    ]


def _ends(passages: Sequence[Passage]) -> tuple[dict[str, list[int]], dict[str, list[int]]]:
    """The places of the passages out of every episode, and of those into it."""
    out: dict[str, list[int]] = defaultdict(list)
    into: dict[str, list[int]] = defaultdict(list)
    for at, passage in enumerate(passages):
        out[passage.source].append(at)
        into[passage.target].append(at)
    return out, into


def _fates(episodes: Sequence[Episode], passages: list[Passage]) -> list[Episode]:
    """Episodes with how they begin and end; passages get their kind in place."""
    out, into = _ends(passages)
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
