"""Documents and what the application layer says about them (N12–N15)."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from motherlode.model.evidence import Term
from motherlode.model.plain import AsDict


@dataclass(frozen=True, slots=True)
class Edit:
    """A change of a document that watching saw: with a new date, owned up to as a correction, or without a word."""

    kind: Literal["edited", "corrected", "silent-edit"]
    seen_at: datetime
    what: str = ""
    """The change in a sentence."""


@dataclass(frozen=True, slots=True)
class Document:
    """A document to analyse: an article of the project or a line of a JSONL file."""

    id: str
    title: str = ""
    content: str = ""
    published: datetime | None = None
    source: str = ""
    url: str = ""
    authors: tuple[str, ...] = ()
    language: str = ""
    links: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()
    """What was put right while reading: 'no date', 'date in the future' …"""
    edits: tuple[Edit, ...] = ()
    """Its changes since the first visit, in the order of time; none where nobody watches."""


@dataclass(frozen=True, slots=True)
class UnreadLine:
    """A line of a file that is no document, and why; line 0 stands for the file as a whole."""

    line: int
    error: str


@dataclass(frozen=True, slots=True)
class Placement:
    """Where a document belongs: its story, how near it is to the story's centre, whose copy it is."""

    id: str
    story: str
    closeness: float = 0.0
    copy_of: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Story(AsDict):
    """Documents about the same happenings; `id` never changes while the story lives."""

    id: str
    title: str
    keywords: tuple[str, ...]
    documents: tuple[str, ...]
    central: str
    sources: int = 0
    copies: int = 0
    first: datetime | None = None
    last: datetime | None = None


@dataclass(frozen=True, slots=True)
class Stories:
    """Every document in a story, and the stories, largest first."""

    placements: tuple[Placement, ...]
    stories: tuple[Story, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class TrackedValue:
    """A number or date with the word it belongs to: ('dead', 12.0), as it stood in the text."""

    subject: str
    value: float
    text: str
    kind: Literal["count", "money", "percent", "date"] = "count"


@dataclass(frozen=True, slots=True)
class Assessment(AsDict):
    """A degree of trust or currency between 0 and 1; `value` is None while `state` is 'unknown'."""

    id: str
    story: str
    state: Literal["known", "unknown"]
    value: float | None
    terms: tuple[Term, ...] = ()
    reason: str = ""


@dataclass(frozen=True, slots=True)
class HotTopic(AsDict):
    """A story that bursts against its own history (N14)."""

    story: str
    title: str
    score: float
    hot: bool
    size: int
    recent: int
    growth: float
    sources: int
    first: datetime | None
    words: tuple[str, ...]
    terms: tuple[Term, ...] = ()
    reason: str = ""


EdgeKind = Literal["continue", "split", "merge"]
Fate = Literal["birth", "death", "continue", "split", "merge"]


@dataclass(frozen=True, slots=True)
class Episode:
    """A cluster of one time slice: a node of the evolution graph (N15)."""

    id: str
    slice: int
    start: datetime
    end: datetime
    story: str
    title: str
    words: tuple[str, ...]
    documents: tuple[str, ...]
    central: str
    begins: Fate = "birth"
    ends: Fate = "death"


@dataclass(frozen=True, slots=True)
class Passage:
    """An edge of the evolution graph: what became of an episode."""

    source: str
    target: str
    kind: EdgeKind
    weight: float
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Evolution(AsDict):
    """The evolution graph: episodes in time order and the passages between them."""

    episodes: tuple[Episode, ...]
    passages: tuple[Passage, ...]
    remarks: tuple[str, ...] = field(default=())
