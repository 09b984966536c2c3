"""Stories: every document in one, found by calibrated evidence and linked from day to day (N14, N15).

1  near-copies stand behind one of them                                   copies
2  words and names, weighted by rarity                                    features, vectors
3  each document's nearest, and how alike things usually are here         background, closeness
4  the evidence that two groups tell one story, as log odds               evidence, meaning (an extra)
5  groups that are each other's likeliest become one, round by round      linking
6  stories of earlier days take part as groups; who joins them, goes on   book
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import sparse

from motherlode.analyse.background import Nearness, background, enriched, nearest
from motherlode.analyse.book import Remembered, Row, StoryBook, count_rows, largest, story_id
from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.evidence import Channel, Groups, Judge, shipped_weights
from motherlode.analyse.features import STORY_WORDS, Words, read_words, story_rows
from motherlode.analyse.linking import NAME_NEIGHBOURS, Links, link
from motherlode.analyse.meaning import Meanings, meanings, nearest_meaning, usual
from motherlode.analyse.params import StoryParams
from motherlode.analyse.sources import source_of
from motherlode.analyse.vectors import Array, Labels, Matrix, group_sums, normalise, scarcity, strongest
from motherlode.analyse.voices import voices_of
from motherlode.model.documents import Document, Placement
from motherlode.model.ports import Progress, Silent

AROUND = 10
"""Neighbours whose words a document takes up, so that headlines in other words for the same thing meet."""
KEPT_WAYS = 3
"""Ways to read a story that the book remembers: words, names and what is around them."""
AROUND_WORDS = 60
"""Words of a document after that."""


@dataclass(frozen=True, slots=True)
class _Batch:
    """Documents as counts of words and names over the columns that occur, with their hours and numbers of words."""

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
    settle: bool = True,
    judge: Judge | None = None,
    progress: Progress | None = None,
) -> list[Placement]:
    """A place for every document, in the order given; the book remembers, and notes which of its stories joined.

    Without `settle` the book stays as it is: the documents will be gathered again, and join none of its stories to
    another.
    """
    progress = progress or Silent()
    book = book if settle else book.copy()
    before, joined = set() if settle else set(book.stories), len(book.joined)
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
        fixed = [at for at, story in enumerate(table.known, len(chosen)) if story.id in before]
        ends = link(
            table.groups, table.links, book.gaps, judge or shipped_weights(params.embed), params.limit,
            _parted(book, table), np.array(fixed, dtype=np.int64),
        )  # fmt: skip
        found.update(zip(chosen.tolist(), _enter(book, table, ends), strict=True))
        progress.advance(len(chosen), stories=len(book.stories))
    progress.end()
    followed = {one.gone: one.story for one in book.joined[joined:]}
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


def _counted(book: StoryBook, documents: Sequence[Document], read: Sequence[Words]) -> _Batch:
    """The documents' counts; the book learns how many documents have a word."""
    hours = np.array([_hour(document) for document in documents])
    words, names = story_rows(read)
    np.add.at(book.words, words.indices, 1)
    np.add.at(book.names, names.indices, 1)
    book.documents += len(documents)
    lengths = np.log1p([float(len(one.title) + min(len(one.text), STORY_WORDS)) for one in read])
    return _Batch(documents, *_compact(words, names), hours, lengths)


def _compact(words: Matrix, names: Matrix) -> tuple[Matrix, Matrix, Labels, Labels]:
    """Both over the columns that occur, and these columns."""
    found: list[tuple[Matrix, Labels]] = []
    for counts in (words, names):
        columns, places = np.unique(counts.indices, return_inverse=True)
        shape = (counts.shape[0], len(columns))
        rows = sparse.csr_matrix((counts.data, places, counts.indptr), shape=shape)
        found.append((rows, columns.astype(np.int64)))
    return found[0][0], found[1][0], found[0][1], found[1][1]


@dataclass(frozen=True, slots=True)
class _Counts:
    """Documents first, remembered stories behind them: counts over common columns, and as rows of length one,
    weighted by what the book knows of the words now."""

    columns: Labels
    counts: Matrix
    rows: Matrix


def _together(counts: Matrix, own: Labels, others: Sequence[Row], frequencies: Array, documents: int) -> _Counts:
    columns = np.unique(np.concatenate((own, *(each for each, _ in others)))) if others else own
    places = np.searchsorted(columns, own)[counts.indices] if counts.nnz else counts.indices
    wide = sparse.csr_matrix((counts.data, places, counts.indptr), shape=(counts.shape[0], len(columns)))
    every = sparse.csr_matrix(sparse.vstack((wide, count_rows(others, columns)))) if others else wide
    weights = scarcity(frequencies[columns], documents)
    rows = sparse.csr_matrix((every.data * weights[every.indices], every.indices, every.indptr), shape=every.shape)
    rows.eliminate_zeros()
    return _Counts(columns, every, normalise(rows))


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is linked at once: documents first, the stories of the book that they may go on behind them."""

    batch: _Batch
    known: list[Remembered]
    words: _Counts
    names: _Counts
    groups: Groups
    links: Links


def lay_out(book: StoryBook, documents: Sequence[Document], read: Sequence[Words], params: StoryParams) -> Table:
    """The documents and the stories that may go on, ready to be linked; the book learns the documents' words."""
    batch = _counted(book, documents, read)
    dated = batch.hours[~np.isnan(batch.hours)]
    known = book.active(float(dated.min()) - params.memory * 24 if len(dated) else -np.inf)
    words = _together(batch.words, batch.word_columns, [s.words for s in known], book.words, book.documents)
    names = _together(batch.names, batch.name_columns, [s.names for s in known], book.names, book.documents)
    sizes = np.concatenate((np.ones(len(documents)), [story.size for story in known]))
    new = np.arange(len(documents))
    by_words = nearest(words.rows, sizes, new, params.neighbours)
    by_names = nearest(names.rows, sizes, new, NAME_NEIGHBOURS)
    book.gaps.learn(sparse.csr_matrix(by_words.links[:, : len(new)]), batch.hours)
    touched = np.unique(np.concatenate((by_words.links.indices, by_names.links.indices)))
    touched = touched[touched >= len(new)]
    if len(touched):
        by_words = _beside(by_words, nearest(words.rows, sizes, touched, params.neighbours))
        by_names = _beside(by_names, nearest(names.rows, sizes, touched, NAME_NEIGHBOURS))
    members = np.concatenate((new, touched)).astype(np.int64)
    chosen = [known[place - len(new)] for place in touched.tolist()]
    words, names = _of(words, members), _of(names, members)
    near = [sparse.csr_matrix(found.links[:, members]) for found in (by_words, by_names)]
    groups = _groups(batch, chosen, (words, by_words), (names, by_names), near[0])
    if params.embed:
        found = meanings(documents)
        near.append(nearest_meaning(found, len(members)))
        _give_meaning(groups, found)
    return Table(batch, chosen, words, names, groups, Links(groups, tuple(near), params.neighbours))


def _give_meaning(groups: Groups, found: Meanings) -> None:
    """The vectors of the headlines; stories of the book, which come behind them, have none."""
    stories = len(groups) - len(found.meant)
    mean, deviation = usual(found)
    rows = sparse.csr_matrix(np.vstack((found.rows, np.zeros((stories, found.rows.shape[1])))))
    groups.meaning = Channel(rows, np.append(mean, np.zeros(stories)), np.append(deviation, np.ones(stories)))
    groups.meant = np.append(found.meant, np.zeros(stories))


def _beside(first: Nearness, second: Nearness) -> Nearness:
    return Nearness(
        sparse.csr_matrix(sparse.vstack((first.links, second.links))),
        np.concatenate((first.mean, second.mean)),
        np.concatenate((first.deviation, second.deviation)),
    )


def _of(counts: _Counts, members: Labels) -> _Counts:
    if len(members) == counts.rows.shape[0]:
        return counts
    return _Counts(counts.columns, sparse.csr_matrix(counts.counts[members]), sparse.csr_matrix(counts.rows[members]))


def _groups(
    batch: _Batch,
    known: Sequence[Remembered],
    words: tuple[_Counts, Nearness],
    names: tuple[_Counts, Nearness],
    near: Matrix,
) -> Groups:
    """The documents as groups of one, and the stories behind them as what their documents would sum up to."""
    count = len(batch.documents)
    around = enriched(words[0].rows, strongest(near, AROUND), AROUND_WORDS)
    sizes = np.concatenate((np.ones(count), [story.size for story in known]))
    cohesion = np.array([story.cohesion for story in known]).reshape(len(known), 3)
    lengths = [np.concatenate((np.ones(count), s)) for s in (sizes[count:, None] * np.sqrt(cohesion)).T]
    has_names = (np.diff(batch.names.indptr) > 0).astype(np.float64)
    return Groups(
        words=Channel(_scaled(words[0].rows, lengths[0]), words[1].mean, words[1].deviation),
        names=Channel(_scaled(names[0].rows, lengths[1]), names[1].mean, names[1].deviation),
        around=Channel(_scaled(around, lengths[2]), *background(around)),
        sizes=sizes,
        length=np.concatenate((batch.lengths, [story.length for story in known])),
        named=np.concatenate((has_names, [story.named for story in known])),
        first=np.concatenate((np.where(np.isnan(batch.hours), np.inf, batch.hours), [s.first for s in known])),
        last=np.concatenate((np.where(np.isnan(batch.hours), -np.inf, batch.hours), [s.last for s in known])),
        voices=voices_of([source_of(document) for document in batch.documents], len(sizes)),
    )


def _scaled(rows: Matrix, lengths: Array) -> Matrix:
    return sparse.csr_matrix(sparse.diags(lengths) @ rows) if (lengths != 1.0).any() else rows.copy()


def _parted(book: StoryBook, table: Table) -> Labels:
    """The groups that the user parted for good, two in a row."""
    place = {document.id: at for at, document in enumerate(table.batch.documents)}
    place |= {story.id: at for at, story in enumerate(table.known, len(place))}
    pairs = sorted(book.apart | book.apart_documents)
    parted = [(place[a], place[b]) for a, b in pairs if a in place and b in place]
    return np.array(parted, dtype=np.int64).reshape(-1, 2)


def _enter(book: StoryBook, table: Table, labels: Labels) -> list[tuple[str, float]]:
    """Each group goes on with the largest story of the book in it, or begins one named after its first document."""
    batch, groups = table.batch, table.groups
    count = len(batch.documents)
    old: dict[int, list[str]] = {}
    for at, story in enumerate(table.known, count):
        old.setdefault(int(labels[at]), []).append(story.id)
    counts = [group_sums(each.counts, labels, len(groups)) for each in (table.words, table.names)]
    first = _earliest(batch, labels[:count])
    names: dict[int, str] = {}
    for label in dict.fromkeys((*first, *(label for label, inside in old.items() if len(inside) > 1))):
        inside = sorted(old.get(label, ()), key=lambda name: (-book.stories[name].size, name))
        told = [batch.documents[first[label]].id] if label in first else []
        name = inside[0] if inside else book.new_name(story_id(told[0]))
        for gone in inside[1:]:
            book.join(name, gone, told)
        names[label] = name
        book.stories[name] = _remembered(name, table, label, counts)
    centres = normalise(groups.words.rows)
    closeness = np.asarray(table.words.rows[:count].multiply(centres[labels[:count]]).sum(axis=1)).ravel()
    return [(names[label], float(near)) for label, near in zip(labels[:count].tolist(), closeness, strict=True)]


def _remembered(name: str, table: Table, at: int, counts: Sequence[Matrix]) -> Remembered:
    """One of the groups as the book keeps it."""
    groups = table.groups
    size = float(groups.sizes[at])
    return Remembered(
        name,
        largest(counts[0], at, table.words.columns),
        largest(counts[1], at, table.names.columns),
        size,
        tuple(_length(channel.rows, at) ** 2 / size**2 for channel in groups.channels()[:KEPT_WAYS]),
        float(groups.length[at]),
        float(groups.named[at]),
        float(groups.first[at]),
        float(groups.last[at]),
    )


def _length(rows: Matrix, at: int) -> float:
    return float(np.linalg.norm(rows.data[rows.indptr[at] : rows.indptr[at + 1]]))


def _earliest(batch: _Batch, labels: Labels) -> dict[int, int]:
    """Each group's member that was published first; undated ones come last, ties go to the smaller id."""
    when = np.where(np.isnan(batch.hours), np.inf, batch.hours).tolist()
    best: dict[int, tuple[float, str, int]] = {}
    for place, (label, document) in enumerate(zip(labels.tolist(), batch.documents, strict=True)):
        key = (when[place], document.id, place)
        if label not in best or key < best[label]:
            best[label] = key
    return {label: place for label, (_, _, place) in best.items()}
