"""The story book: what is remembered of earlier days, so that adding a day costs a day."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import sparse

from motherlode.analyse.merging import Groups
from motherlode.analyse.vectors import BUCKETS, Array, Matrix
from motherlode.errors import UnreadableInput

KEPT = 200
"""Features remembered of a story; a story's likeness to a new document changes in the third digit beyond."""
FORMAT = 1


def story_id(document_id: str) -> str:
    """The name of a story: made from its first document, so that the same start gives the same name."""
    return "s" + hashlib.blake2s(document_id.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


@dataclass(slots=True)
class Remembered:
    """A story as the book keeps it: sums instead of documents."""

    id: str
    columns: Array
    values: Array
    size: float
    within: float
    first: float
    last: float


@dataclass(slots=True)
class StoryBook:
    """Stories so far, how often each feature was seen, and the sum of everything; grows by `remember`."""

    stories: list[Remembered] = field(default_factory=list)
    documents: int = 0
    pairs: float = 0.0
    prior: float = 0.0
    ground: float = 0.0
    frequencies: Array = field(default_factory=lambda: np.zeros(BUCKETS, dtype=np.int64))

    def active(self, since: float, columns: Array) -> tuple[list[int], Groups]:
        """The stories that may still take documents, as groups over the given (sorted) columns."""
        chosen = [i for i, s in enumerate(self.stories) if not np.isfinite(s.last) or s.last >= since]
        picked = [self.stories[i] for i in chosen]
        return chosen, Groups(
            sums=_rows(picked, columns),
            sizes=np.array([s.size for s in picked]),
            within=np.array([s.within for s in picked]),
            first=np.array([s.first for s in picked]),
            last=np.array([s.last for s in picked]),
        )

    def learn(self, documents: int, prior: float, ground: float) -> None:
        """Takes up what a batch shows of the usual likeness inside stories and across them."""
        pairs = float(documents) * (documents - 1) + 1.0
        share = pairs / (self.pairs + pairs)
        self.prior += share * (prior - self.prior)
        self.ground += share * (ground - self.ground)
        self.pairs += pairs

    def begin(self, name: str) -> int:
        """A new story; a name that is taken gets a number."""
        taken = {story.id for story in self.stories}
        number, unique = 2, name
        while unique in taken:
            unique, number = f"{name}-{number}", number + 1
        empty = np.empty(0)
        self.stories.append(Remembered(unique, empty.astype(np.int64), empty, 0.0, 0.0, np.inf, -np.inf))
        return len(self.stories) - 1

    def extend(self, place: int, group: Groups, columns: Array) -> None:
        """Adds the one group's documents to a story."""
        story = self.stories[place]
        new, values = columns[group.sums.indices], group.sums.data
        _, mine, theirs = np.intersect1d(story.columns, new, assume_unique=True, return_indices=True)
        between = float(story.values[mine] @ values[theirs])
        story.within += float(group.within[0]) + between
        story.size += float(group.sizes[0])
        story.first = min(story.first, float(group.first[0]))
        story.last = max(story.last, float(group.last[0]))
        story.columns, story.values = _sum(story.columns, story.values, new, values)


def _sum(columns: Array, values: Array, new: Array, more: Array) -> tuple[Array, Array]:
    """Two sparse rows added, the weakest features left out, the columns sorted."""
    every, place = np.unique(np.concatenate((columns, new)), return_inverse=True)
    total = np.bincount(place, weights=np.concatenate((values, more)), minlength=len(every))
    if len(every) > KEPT:
        strong = np.sort(np.argpartition(total, len(every) - KEPT)[-KEPT:])
        every, total = every[strong], total[strong]
    return every.astype(np.int64), total


def _rows(stories: list[Remembered], columns: Array) -> Matrix:
    """The stories' sums over the given columns; what lies outside cannot meet the new documents."""
    if not stories:
        return sparse.csr_matrix((0, len(columns)))
    lengths = [len(story.columns) for story in stories]
    owner = np.repeat(np.arange(len(stories)), lengths)
    every = np.concatenate([story.columns for story in stories])
    values = np.concatenate([story.values for story in stories])
    place = np.searchsorted(columns, every)
    place[place == len(columns)] = 0
    known = columns[place] == every if len(columns) else np.zeros(len(every), dtype=bool)
    return sparse.csr_matrix((values[known], (owner[known], place[known])), shape=(len(stories), len(columns)))


def to_mapping(book: StoryBook) -> dict[str, Any]:
    """The book as JSON can hold it."""
    seen = np.flatnonzero(book.frequencies)
    return {
        "format": FORMAT,
        "documents": book.documents,
        "pairs": book.pairs,
        "prior": book.prior,
        "ground": book.ground,
        "frequencies": [seen.tolist(), book.frequencies[seen].tolist()],
        "stories": [
            {
                "id": s.id,
                "columns": s.columns.tolist(),
                "values": np.round(s.values, 6).tolist(),
                "size": s.size,
                "within": s.within,
                "first": s.first if np.isfinite(s.first) else None,
                "last": s.last if np.isfinite(s.last) else None,
            }
            for s in book.stories
        ],
    }


def from_mapping(kept: Mapping[str, Any]) -> StoryBook:
    """The book that `to_mapping` wrote."""
    if kept.get("format") != FORMAT:
        raise UnreadableInput(
            f"the story book has format {kept.get('format')!r}, this version reads {FORMAT}; analyse again"
        )
    try:
        book = StoryBook(documents=kept["documents"], pairs=kept["pairs"], prior=kept["prior"], ground=kept["ground"])
        _fill(book.frequencies, kept["frequencies"])
        book.stories = [
            Remembered(
                s["id"],
                np.array(s["columns"], dtype=np.int64),
                np.array(s["values"], dtype=np.float64),
                s["size"],
                s["within"],
                np.inf if s["first"] is None else s["first"],
                -np.inf if s["last"] is None else s["last"],
            )
            for s in kept["stories"]
        ]
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise UnreadableInput(f"the story book is damaged ({error}); analyse the documents again") from error
    return book


def _fill(target: Array, pairs: Iterable[Any]) -> None:
    places, values = pairs
    target[np.array(places, dtype=np.int64)] = values
