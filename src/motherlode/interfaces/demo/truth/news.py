"""The truth about the news sites."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ArticleTruth:
    """One article; `published` as the page lets one read it, `moment` the exact time.

    `values` are the tracked figures that the text gives, `wrong` names those among them that were never official;
    `mentions` marks an unrelated article that speaks of the main story in one sentence.
    """

    host: str
    path: str
    title: str
    published: str
    moment: datetime
    updated: str
    source: str
    authors: tuple[str, ...]
    paragraphs: tuple[str, ...]
    language: str
    encoding: str
    section: str
    topic: str
    story: str
    sub_story: str = ""
    burst: str = ""
    copy_of: str = ""
    corrects: str = ""
    values: tuple[tuple[str, int], ...] = ()
    wrong: tuple[str, ...] = ()
    buried: bool = False
    mentions: bool = False

    @property
    def key(self) -> str:
        """Host and path: how articles refer to each other."""
        return self.host + self.path

    @property
    def content(self) -> str:
        """The text of the article."""
        return "\n\n".join(self.paragraphs)


@dataclass(frozen=True, slots=True)
class SubStory:
    """A part of the main story; `parents` are the parts it grew out of."""

    name: str
    start: datetime
    end: datetime
    parents: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """From one time slice to a later one: a part splits off, or parts merge."""

    kind: str
    at: datetime
    parents: tuple[str, ...]
    children: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ValueChange:
    """An official figure from that moment on; `revision` when an earlier one turned out to be wrong."""

    name: str
    at: datetime
    value: int
    revision: bool = False


@dataclass(frozen=True, slots=True)
class StoryTruth:
    """The main story: its parts, how they split and merge, and the official figures."""

    name: str
    topic: str
    sub_stories: tuple[SubStory, ...]
    steps: tuple[Step, ...]
    history: tuple[ValueChange, ...]

    def value(self, name: str, at: datetime) -> int:
        """The official figure at that moment; the first one before it was known."""
        changes = [change for change in self.history if change.name == name]
        return next((change.value for change in reversed(changes) if change.at <= at), changes[0].value)


@dataclass(frozen=True, slots=True)
class Burst:
    """A hot topic that was put in: many articles about one event within a short time."""

    name: str
    topic: str
    language: str
    start: datetime
    end: datetime
    articles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TopicTruth:
    """What a user would know about a topic: keywords, and which articles belong to it."""

    name: str
    language: str
    keywords: tuple[str, ...]
    articles: frozenset[str]


@dataclass(frozen=True, slots=True)
class NewsSiteTruth:
    """A news site; `rating` is what an expert would give it, from 0 to 1."""

    host: str
    name: str
    language: str
    encoding: str
    rating: float
    articles: int
    sections: tuple[str, ...]
    trap: str = ""


@dataclass(frozen=True, slots=True)
class NewsTruth:
    """All there is to know about the news sites; articles by host and path, texts written when asked for."""

    articles: Mapping[str, ArticleTruth]
    sites: tuple[NewsSiteTruth, ...]
    topics: tuple[TopicTruth, ...]
    story: StoryTruth
    bursts: tuple[Burst, ...]

    def topic(self, name: str, language: str = "en") -> TopicTruth:
        """A topic by name."""
        return next(topic for topic in self.topics if (topic.name, topic.language) == (name, language))
