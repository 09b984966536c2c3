"""Stories: every document in one, found by communities of near documents and linked from day to day (N14, N15).

1  near-copies stand behind one of them                                  copies
2  words and pairs, weighted by rarity                                   features, vectors
3  each document's nearest, its words enriched by theirs, nearest again  neighbours
4  small pure communities                                                communities
5  communities merge while they are nearly as alike as their members     merging
6  groups join the story of earlier days that they continue, or begin    book
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from scipy import sparse

from motherlode.analyse.book import StoryBook, story_id
from motherlode.analyse.communities import communities
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.features import Words, feature_rows, read_words
from motherlode.analyse.merging import (
    affinity,
    agglomerate,
    common_ground,
    group,
    settle,
    typical_likeness,
)
from motherlode.analyse.neighbours import enriched, nearest, without_weak
from motherlode.analyse.params import StoryParams
from motherlode.analyse.vectors import Array, Labels, Matrix, normalise, rarity
from motherlode.errors import UsageError
from motherlode.model.documents import Document, Placement
from motherlode.model.ports import Progress, Silent


class Embedder(Protocol):
    """An optional model of the user's: one row of numbers for each text."""

    def embed(self, texts: Sequence[str], /) -> Array:
        """The texts as rows of equal length."""
        ...


@dataclass(frozen=True, slots=True)
class _Batch:
    """Documents on their way into the book: their rows over the columns that occur, their hours."""

    documents: Sequence[Document]
    rows: Matrix
    columns: Labels
    hours: Array


def grow(
    book: StoryBook,
    documents: Sequence[Document],
    params: StoryParams,
    *,
    embedder: Embedder | None = None,
    progress: Progress | None = None,
) -> list[Placement]:
    """A place for every document, in the order given; the book remembers. Earlier documents keep their stories."""
    progress = progress or Silent()
    hours = np.array([_hour(document) for document in documents])
    read = read_words(documents)
    leaders = copy_leaders(documents, read, params.copy_likeness)
    standing = np.flatnonzero(leaders == np.arange(len(documents)))
    order = standing[np.argsort(hours[standing], kind="stable")]
    found: dict[int, tuple[str, float]] = {}
    progress.begin("stories", len(order))
    for start in range(0, len(order), params.window):
        chosen = order[start : start + params.window]
        batch = _weighted(book, [documents[i] for i in chosen], [read[i] for i in chosen], hours[chosen])
        found.update(zip(chosen.tolist(), _grow_window(book, batch, params, embedder), strict=True))
        progress.advance(len(chosen), stories=len(book.stories))
    progress.end()
    return [_placement(documents, i, int(leaders[i]), found) for i in range(len(documents))]


def _placement(
    documents: Sequence[Document], place: int, leader: int, found: dict[int, tuple[str, float]]
) -> Placement:
    story, closeness = found[leader]
    copy_of = documents[leader].id if leader != place else ""
    reason = f"near-copy of {copy_of}" if copy_of else ""
    return Placement(documents[place].id, story, round(closeness, 4), copy_of, reason)


def _hour(document: Document) -> float:
    return document.published.timestamp() / 3600 if document.published else float("nan")


def _grow_window(
    book: StoryBook, batch: _Batch, params: StoryParams, embedder: Embedder | None
) -> list[tuple[str, float]]:
    hours = batch.hours
    meaning = _by_meaning(batch, params, embedder)
    rows = enriched(batch.rows, _links(batch, batch.rows, params, meaning))
    links = _links(batch, rows, params, meaning)
    links = without_weak(links)
    graph = sparse.csr_matrix(links.maximum(links.T))
    graph.data **= 2  # near neighbours count more: swept 1–3
    small = communities(graph, params.resolution, params.seed)
    groups = group(rows, small, hours)
    prior = typical_likeness(groups)
    ground = common_ground(groups, prior)
    labels = agglomerate(groups, params.likeness, prior, ground, params.fading)[small]
    labels = settle(rows, labels, hours, params.fading)
    book.learn(len(hours), prior, ground)
    return _enter(book, batch, rows, labels, params)


def _weighted(book: StoryBook, documents: Sequence[Document], read: Sequence[Words], hours: Array) -> _Batch:
    """The documents' rows, weighted by what the book and the batch know of the features."""
    counts = feature_rows(read)
    columns, places = np.unique(counts.indices, return_inverse=True)
    np.add.at(book.frequencies, counts.indices, 1)
    book.documents += len(documents)
    weights = rarity(columns, book.frequencies[columns], book.documents)
    rows = sparse.csr_matrix(
        (counts.data * weights[places], places, counts.indptr), shape=(len(documents), len(columns))
    )
    rows.eliminate_zeros()
    return _Batch(documents, normalise(rows), columns.astype(np.int64), hours)


def _links(batch: _Batch, rows: Matrix, params: StoryParams, meaning: Matrix | None) -> Matrix:
    """Nearest documents by words, and by the user's model where there is one, each counting half."""
    links = nearest(rows, batch.hours, params.neighbours, params.fading)
    return links if meaning is None else sparse.csr_matrix((links + meaning) / 2)


def _by_meaning(batch: _Batch, params: StoryParams, embedder: Embedder | None) -> Matrix | None:
    if embedder is None:
        return None
    texts = [f"{document.title}\n{document.content}" for document in batch.documents]
    rows = np.asarray(embedder.embed(texts), dtype=np.float64)
    if rows.ndim != 2 or rows.shape[0] != len(texts) or not np.isfinite(rows).all():
        raise UsageError(
            f"the embedder gave an array of shape {rows.shape} for {len(texts)} texts; give a row for each"
        )
    links = nearest(normalise(sparse.csr_matrix(rows)), batch.hours, params.neighbours, params.fading)
    links.data = np.maximum(links.data, 0.0)
    return links


def _enter(
    book: StoryBook, batch: _Batch, rows: Matrix, labels: Labels, params: StoryParams
) -> list[tuple[str, float]]:
    """Each group joins the story it continues, or begins one named after its first document."""
    groups = group(rows, labels, batch.hours)
    since = float(np.nanmin(batch.hours)) - params.memory * 24 if not np.isnan(batch.hours).all() else -np.inf
    chosen, known = book.active(since, batch.columns)
    if chosen:
        rho = affinity(groups, known, book.prior, book.ground, params.fading)
        best, value = rho.argmax(axis=1), rho.max(axis=1)
    else:
        best, value = np.zeros(len(groups), dtype=np.int64), np.full(len(groups), -1.0)
    names: list[str] = []
    first = _earliest(batch, labels, len(groups))
    for number in range(len(groups)):
        if value[number] >= params.likeness:
            place = chosen[int(best[number])]
        else:
            place = book.begin(story_id(batch.documents[first[number]].id))
        book.extend(place, groups.pick(np.array([number])), batch.columns)
        names.append(book.stories[place].id)
    centres = normalise(groups.sums)
    closeness = np.asarray(rows.multiply(centres[labels]).sum(axis=1)).ravel()
    return [(names[label], float(near)) for label, near in zip(labels.tolist(), closeness, strict=True)]


def _earliest(batch: _Batch, labels: Labels, count: int) -> list[int]:
    """Each group's member that was published first; undated ones come last, ties go to the smaller id."""
    when = np.where(np.isnan(batch.hours), np.inf, batch.hours).tolist()
    best: list[tuple[float, str, int]] = [(np.inf, "", -1)] * count
    for place, (label, document) in enumerate(zip(labels.tolist(), batch.documents, strict=True)):
        key = (when[place], document.id, place)
        if best[label][2] < 0 or key < best[label]:
            best[label] = key
    return [place for _, _, place in best]
