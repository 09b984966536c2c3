"""The story book: what is remembered of earlier days, so that adding a day costs a day."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any

import numpy as np
from scipy import sparse

from motherlode.analyse.closeness import Gaps
from motherlode.analyse.vectors import BUCKETS, Array, Labels, Matrix
from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.documents import Placement

KEPT = 200
"""Words, and names, remembered of a story; a story's likeness to a new document changes in the third digit beyond."""
FORMAT = 3
Row = tuple[Labels, Array]
"""Columns in order, and their values."""


def mark_of(document_id: str) -> str:
    """A short mark of a document: forty bits, the same on every machine."""
    return hashlib.blake2s(document_id.encode("utf-8", "surrogatepass"), digest_size=5).hexdigest()


def story_id(document_id: str) -> str:
    """The name of a story: made from its first document, so that the same start gives the same name."""
    return "s" + mark_of(document_id)


@dataclass(frozen=True, slots=True)
class Remembered:
    """A story as the book keeps it: counts and means instead of documents.

    Words and names are counts without weights, so that a word that only later turns out to be the story's own gets
    its weight then; `cohesion` is the mean likeness of its documents by words, names and what is around them.
    """

    id: str
    words: Row
    names: Row
    size: float
    cohesion: tuple[float, ...]
    length: float
    named: float
    first: float
    last: float


@dataclass(frozen=True, slots=True)
class Joined:
    """Two stories of the book became one: which stayed, which went into it, both as they were, and who told so.

    `documents` are those of the story that went, where they are known: undoing returns them. `before` is empty for
    stories whose documents are gathered again with every run.
    """

    number: int
    story: str
    gone: str
    before: tuple[Remembered, ...]
    because_of: tuple[str, ...]
    documents: tuple[str, ...] = ()
    undone: bool = False


@dataclass(slots=True)
class StoryBook:
    """Stories so far, how often each word was seen, what dates are worth here, and what was joined.

    `apart` holds pairs of stories, and `apart_documents` one document of each, that the user parted for good;
    `settled` holds the marks of documents that are not gathered again.
    """

    stories: dict[str, Remembered] = field(default_factory=dict)
    documents: int = 0
    settled: set[str] = field(default_factory=set)
    words: Array = field(default_factory=lambda: np.zeros(BUCKETS, dtype=np.int32))
    names: Array = field(default_factory=lambda: np.zeros(BUCKETS, dtype=np.int32))
    gaps: Gaps = field(default_factory=Gaps)
    joined: list[Joined] = field(default_factory=list)
    apart: set[tuple[str, str]] = field(default_factory=set)
    apart_documents: set[tuple[str, str]] = field(default_factory=set)

    def active(self, since: float) -> list[Remembered]:
        """The stories that may still take documents."""
        return [s for s in self.stories.values() if not np.isfinite(s.last) or s.last >= since]

    def new_name(self, name: str) -> str:
        """The name, with a number where a story has or had it."""
        number, unique = 2, name
        while unique in self.stories or any(one.gone == unique for one in self.joined):
            unique, number = f"{name}-{number}", number + 1
        return unique

    def join(self, keep: str, gone: str, because_of: Sequence[str]) -> None:
        """Notes that a story went into another one; the stories themselves are put by `remember`."""
        before = (self.stories[keep], self.stories.pop(gone))
        self.joined.append(Joined(len(self.joined) + 1, keep, gone, before, tuple(because_of)))

    def note_joined(self, gone: str, story: str, documents: Sequence[str]) -> None:
        """Notes that a story of the last run is part of another one now; `documents` were its."""
        self.joined.append(Joined(len(self.joined) + 1, story, gone, (), (), tuple(documents)))

    def undo(self, number: int) -> Joined:
        """Parts two joined stories again, for good; documents that came later stay with the one that stayed."""
        found = next((one for one in self.joined if one.number == number and not one.undone), None)
        if found is None:
            known = ", ".join(str(one.number) for one in self.joined if not one.undone) or "none"
            raise UsageError(f"there is no joining {number} to undo; there are: {known}")
        if found.before:
            self.stories[found.story], self.stories[found.gone] = found.before
        self.apart.add((min(found.story, found.gone), max(found.story, found.gone)))
        at = self.joined.index(found)
        self.joined[at] = replace(found, undone=True)
        return found

    def copy(self) -> StoryBook:
        """A book of its own with the same contents."""
        return StoryBook(
            dict(self.stories), self.documents, set(self.settled), self.words.copy(), self.names.copy(),
            Gaps(self.gaps.near.copy(), self.gaps.usual.copy()), list(self.joined), set(self.apart),
            set(self.apart_documents),
        )  # fmt: skip

    def rename(self, names: Mapping[str, str]) -> None:
        """Gives stories other names."""
        self.stories = {
            names.get(old, old): replace(story, id=names.get(old, old)) for old, story in self.stories.items()
        }


def renamed(
    found: Sequence[Placement], before: Mapping[str, str], fixed: Collection[str] = ()
) -> tuple[dict[str, str], tuple[str, ...], dict[str, str]]:
    """New names for stories that were gathered anew, which earlier ones split, and into which one others went.

    A story takes the name of the earlier one that it shares most documents with, and each name goes to one story;
    those that are `fixed` keep theirs.
    """
    shared = Counter((before[p.id], p.story) for p in found if p.id in before)
    names = {p.story: p.story for p in found if p.story in fixed}
    taken = {*names.values(), *fixed}
    for (old, new), _ in sorted(shared.items(), key=lambda item: (-item[1], item[0])):
        if new not in names and old not in taken:
            names[new] = old
            taken.add(old)
    clashing = {p.story for p in found} - names.keys()
    names |= {new: f"{new}-2" for new in clashing & set(names.values())}
    told: list[str] = []
    for old, parts in _gathered(shared).items():
        if len(parts) > 1:
            others = [names.get(part, part) for part in parts if names.get(part, part) != old]
            told.append(f"story {old} split: {', '.join(others)} stands by itself now")
    size: Counter[str] = Counter()
    for (old, _), count in shared.items():
        size[old] += count
    taken = {*names.values(), *fixed}
    joined = {
        old: names.get(new, new)
        for (old, new), count in sorted(shared.items())
        if old not in taken and 2 * count > size[old]
    }
    return names, tuple(told), joined


def _gathered(shared: Counter[tuple[str, str]]) -> dict[str, list[str]]:
    """For each earlier story those that at least two of its documents, or all, went to."""
    sums: Counter[str] = Counter()
    for (old, _), count in shared.items():
        sums[old] += count
    found: dict[str, list[str]] = {}
    for (old, new), count in sorted(shared.items()):
        if count >= min(2, sums[old]):
            found.setdefault(old, []).append(new)
    return found


def count_rows(rows: Sequence[Row], columns: Labels) -> Matrix:
    """Remembered counts as rows over the given (sorted) columns."""
    owner = np.repeat(np.arange(len(rows)), [len(each) for each, _ in rows])
    every = np.concatenate([np.empty(0, dtype=np.int64), *(each for each, _ in rows)])
    values = np.concatenate([np.empty(0), *(each for _, each in rows)])
    return sparse.csr_matrix((values, (owner, np.searchsorted(columns, every))), shape=(len(rows), len(columns)))


def largest(rows: Matrix, at: int, columns: Labels) -> Row:
    """The largest counts of a row, as the book keeps them."""
    inside = slice(rows.indptr[at], rows.indptr[at + 1])
    places, values = rows.indices[inside], rows.data[inside]
    if len(values) > KEPT:
        strong = np.argpartition(values, len(values) - KEPT)[-KEPT:]
        places, values = places[strong], values[strong]
    order = np.argsort(places)
    return columns[places[order]], values[order]


def to_mapping(book: StoryBook) -> dict[str, Any]:
    """The book as JSON can hold it."""
    return {
        "format": FORMAT,
        "documents": book.documents,
        "settled": sorted(book.settled),
        "words": _counts(book.words),
        "names": _counts(book.names),
        "gaps": [book.gaps.near.tolist(), book.gaps.usual.tolist()],
        "stories": [_told(story) for story in book.stories.values()],
        "joined": [_told(one) for one in book.joined],
        "apart": sorted(map(list, book.apart)),
        "apart_documents": sorted(map(list, book.apart_documents)),
    }


def _counts(frequencies: Array) -> list[list[int]]:
    seen = np.flatnonzero(frequencies)
    return [seen.tolist(), frequencies[seen].tolist()]


def _told(value: Any) -> Any:
    """A part of the book as JSON can hold it: counts to six digits, a time that is not known as null."""
    if is_dataclass(value):
        return {each.name: _told(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, tuple):
        return [_told(part) for part in value]
    if isinstance(value, np.ndarray):
        return np.round(value, 6).tolist()
    return None if isinstance(value, float) and not np.isfinite(value) else value


def from_mapping(kept: Mapping[str, Any]) -> StoryBook:
    """The book that `to_mapping` wrote."""
    if kept.get("format") != FORMAT:
        raise UnreadableInput(
            f"the story book has format {kept.get('format')!r}, this version reads {FORMAT}; analyse again"
        )
    try:
        book = StoryBook(documents=kept["documents"], settled=set(kept["settled"]))
        for target, (places, counts) in ((book.words, kept["words"]), (book.names, kept["names"])):
            target[np.array(places, dtype=np.int64)] = counts
        book.gaps = Gaps(*(np.array(gaps, dtype=np.float64) for gaps in kept["gaps"]))
        book.stories = {one["id"]: _story(one) for one in kept["stories"]}
        for one in kept["joined"]:
            lists = {name: tuple(one[name]) for name in ("because_of", "documents")}
            book.joined.append(Joined(**{**one, **lists, "before": tuple(map(_story, one["before"]))}))
        book.apart = {(left, right) for left, right in kept["apart"]}
        book.apart_documents = {(left, right) for left, right in kept["apart_documents"]}
    except (KeyError, TypeError, ValueError, IndexError) as error:
        raise UnreadableInput(f"the story book is damaged ({error}); analyse the documents again") from error
    return book


def _story(kept: Mapping[str, Any]) -> Remembered:
    words, names = (
        (np.array(columns, dtype=np.int64), np.array(values, dtype=np.float64))
        for columns, values in (kept["words"], kept["names"])
    )
    first, last = kept["first"], kept["last"]
    times = {"first": np.inf if first is None else first, "last": -np.inf if last is None else last}
    return Remembered(**{**kept, **times, "words": words, "names": names, "cohesion": tuple(kept["cohesion"])})
