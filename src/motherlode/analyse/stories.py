"""Stories: every document in one, found by calibrated evidence and linked from day to day (N14, N15).

1  near-copies stand behind one of them                                   copies
2  words and names, weighted by rarity                                    features, vectors
3  each document's nearest, and how alike things usually are here         background, closeness
4  the evidence that two groups tell one story, as log odds               evidence
5  groups that are each other's likeliest become one, round by round      linking
6  stories of earlier days take part as groups; who joins them, goes on   book
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motherlode.analyse.background import kth_best, nearest
from motherlode.analyse.book import StoryBook, groups_of, remembered, story_id
from motherlode.analyse.closeness import Gaps
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.evidence import Groups, Judge, shipped_weights
from motherlode.analyse.features import STORY_WORDS, Words, read_words, story_rows
from motherlode.analyse.linking import NAME_NEIGHBOURS, Links, link
from motherlode.analyse.params import StoryParams
from motherlode.analyse.vectors import Array, Labels, Matrix, normalise, scarcity
from motherlode.model.documents import Document, Placement
from motherlode.model.ports import Progress, Silent

FIELD = 15
"""The neighbour whose likeness stands for the field of a document; no other number was tried."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Documents as rows of words and names over the columns that occur, with their hours and numbers of words."""

    documents: Sequence[Document]
    words: Matrix
    names: Matrix
    word_columns: Labels
    name_columns: Labels
    hours: Array
    lengths: Array


def grow(
    book: StoryBook,
    documents: Sequence[Document],
    params: StoryParams,
    *,
    judge: Judge | None = None,
    progress: Progress | None = None,
) -> list[Placement]:
    """A place for every document, in the order given; the book remembers, and notes which of its stories joined."""
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
        table = lay_out(book, [documents[i] for i in chosen], [read[i] for i in chosen], params)
        ends = link(
            table.groups, table.links, book.gaps, judge or shipped_weights(), params.limit, _parted(book, table)
        )
        found.update(zip(chosen.tolist(), _enter(book, table, ends), strict=True))
        progress.advance(len(chosen), stories=len(book.stories))
    progress.end()
    followed = {one.gone: one.story for one in book.joined if not one.undone}
    return [_placement(documents, i, int(leaders[i]), found, followed) for i in range(len(documents))]


def _placement(
    documents: Sequence[Document],
    place: int,
    leader: int,
    found: dict[int, tuple[str, float]],
    followed: dict[str, str],
) -> Placement:
    story, closeness = found[leader]
    while story in followed:
        story = followed[story]
    copy_of = documents[leader].id if leader != place else ""
    reason = f"near-copy of {copy_of}" if copy_of else ""
    return Placement(documents[place].id, story, round(closeness, 4), copy_of, reason)


def _hour(document: Document) -> float:
    return document.published.timestamp() / 3600 if document.published else float("nan")


def _weighted(book: StoryBook, documents: Sequence[Document], read: Sequence[Words]) -> _Batch:
    """The documents' rows, weighted by what the book and the batch know of the words."""
    hours = np.array([_hour(document) for document in documents])
    words, names = story_rows(read)
    np.add.at(book.words, words.indices, 1)
    np.add.at(book.names, names.indices, 1)
    book.documents += len(documents)
    rows, row_columns = _scaled(words, book.words, book.documents)
    named, named_columns = _scaled(names, book.names, book.documents)
    lengths = np.log1p([float(len(one.title) + min(len(one.text), STORY_WORDS)) for one in read])
    return _Batch(documents, rows, named, row_columns, named_columns, hours, lengths)


def _scaled(counts: Matrix, frequencies: Array, documents: int) -> tuple[Matrix, Labels]:
    columns, places = np.unique(counts.indices, return_inverse=True)
    weights = scarcity(frequencies[columns], documents)
    rows = sparse.csr_matrix(
        (counts.data * weights[places], places, counts.indptr), shape=(counts.shape[0], len(columns))
    )
    rows.eliminate_zeros()
    return normalise(rows), columns.astype(np.int64)


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is linked at once: documents first, the stories of the book behind them."""

    batch: _Batch
    rows: Matrix
    known: list[str]
    groups: Groups
    links: Links
    columns: tuple[Labels, Labels]


def lay_out(book: StoryBook, documents: Sequence[Document], read: Sequence[Words], params: StoryParams) -> Table:
    """The documents and the stories that may go on, ready to be linked; the book learns the documents' words."""
    batch = _weighted(book, documents, read)
    dated = batch.hours[~np.isnan(batch.hours)]
    known = book.active(float(dated.min()) - params.memory * 24 if len(dated) else -np.inf)
    words = _columns(batch.word_columns, [story.words[0] for story in known])
    names = _columns(batch.name_columns, [story.names[0] for story in known])
    old = groups_of(known, words, names)
    rows = _widened(batch.words, batch.word_columns, words)
    named = _widened(batch.names, batch.name_columns, names)
    groups, links = _all_groups(rows, named, batch, old, book.gaps, params)
    return Table(batch, rows, [story.id for story in known], groups, links, (words, names))


def _parted(book: StoryBook, table: Table) -> Labels:
    """The groups that the user parted for good, two in a row."""
    place = {name: at for at, name in enumerate(table.known, len(table.batch.documents))}
    parted = [(place[a], place[b]) for a, b in sorted(book.apart) if a in place and b in place]
    return np.array(parted, dtype=np.int64).reshape(-1, 2)


def _columns(own: Labels, others: Sequence[Labels]) -> Labels:
    return np.unique(np.concatenate((own, *others))) if others else own


def _widened(rows: Matrix, own: Labels, columns: Labels) -> Matrix:
    places = np.searchsorted(columns, own)[rows.indices] if rows.nnz else rows.indices
    return sparse.csr_matrix((rows.data, places, rows.indptr), shape=(rows.shape[0], len(columns)))


def _all_groups(
    rows: Matrix, named: Matrix, batch: _Batch, old: Groups, gaps: Gaps, params: StoryParams
) -> tuple[Groups, Links]:
    """The documents as groups of one, the stories of the book behind them, and the links between all of them."""
    count = rows.shape[0]
    sizes = np.concatenate((np.ones(count), old.sizes))
    mean_words = sparse.csr_matrix(sparse.vstack((rows, _per_document(old.words, old.sizes))))
    mean_names = sparse.csr_matrix(sparse.vstack((named, _per_document(old.names, old.sizes))))
    by_words = nearest(mean_words, sizes, count, params.neighbours)
    by_names = nearest(mean_names, sizes, count, NAME_NEIGHBOURS)
    gaps.learn(sparse.csr_matrix(by_words.links[:, :count]), batch.hours)
    groups = Groups(
        sparse.csr_matrix(sparse.vstack((rows, old.words))),
        sparse.csr_matrix(sparse.vstack((named, old.names))),
        sizes,
        np.concatenate((by_words.mean, old.words_mean)),
        np.concatenate((by_words.deviation, old.words_deviation)),
        np.concatenate((by_names.mean, old.names_mean)),
        np.concatenate((by_names.deviation, old.names_deviation)),
        np.concatenate((kth_best(by_words.links, min(FIELD, params.neighbours)), old.field)),
        np.concatenate((batch.lengths, old.length)),
        first=np.concatenate((np.where(np.isnan(batch.hours), np.inf, batch.hours), old.first)),
        last=np.concatenate((np.where(np.isnan(batch.hours), -np.inf, batch.hours), old.last)),
    )
    return groups, Links(groups, (by_words.links, by_names.links), params.neighbours)


def _per_document(sums: Matrix, sizes: Array) -> Matrix:
    return sparse.csr_matrix(sparse.diags(1 / np.maximum(sizes, 1.0)) @ sums)


def _enter(book: StoryBook, table: Table, labels: Labels) -> list[tuple[str, float]]:
    """Each group goes on with the largest story of the book in it, or begins one named after its first document."""
    batch, groups = table.batch, table.groups
    count = len(batch.documents)
    old: dict[int, list[str]] = {}
    for at, name in enumerate(table.known, count):
        old.setdefault(int(labels[at]), []).append(name)
    first = _earliest(batch, labels[:count])
    names: dict[int, str] = {}
    for label, place in first.items():
        inside = sorted(old.get(label, ()), key=lambda name: (-book.stories[name].size, name))
        name = inside[0] if inside else book.new_name(story_id(batch.documents[place].id))
        for gone in inside[1:]:
            book.join(name, gone, [batch.documents[place].id])
        names[label] = name
        book.stories[name] = remembered(name, groups, label, *table.columns)
    centres = normalise(groups.words)
    closeness = np.asarray(table.rows.multiply(centres[labels[:count]]).sum(axis=1)).ravel()
    return [(names[label], float(near)) for label, near in zip(labels[:count].tolist(), closeness, strict=True)]


def _earliest(batch: _Batch, labels: Labels) -> dict[int, int]:
    """Each group's member that was published first; undated ones come last, ties go to the smaller id."""
    when = np.where(np.isnan(batch.hours), np.inf, batch.hours).tolist()
    best: dict[int, tuple[float, str, int]] = {}
    for place, (label, document) in enumerate(zip(labels.tolist(), batch.documents, strict=True)):
        key = (when[place], document.id, place)
        if label not in best or key < best[label]:
            best[label] = key
    return {label: place for label, (_, _, place) in best.items()}
