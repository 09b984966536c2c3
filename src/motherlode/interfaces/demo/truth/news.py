"""The truth about the news sites, and splits and merges that were told, held against the main story (N15)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from motherlode.analyse.evolution import splits_and_merges
from motherlode.model.documents import Evolution, Passage


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


NEAR = 1
"""A split or merge may be told a slice earlier or later."""

Place = tuple[str, str, int]
"""A part of the story in one language and one slice."""


@dataclass(frozen=True, slots=True)
class Told:
    """How many splits and merges were told, how many these articles show, which are false and which missed.

    `false` and `missed` say the kind, the part and what it became or came from.
    """

    told: int
    there: int
    false: tuple[tuple[str, Place, frozenset[str]], ...]
    missed: tuple[tuple[str, Place, frozenset[str]], ...]


def hold_against(graph: Evolution, story: StoryTruth, articles: Mapping[str, ArticleTruth], reach: int) -> Told:
    """The splits and merges of a graph against those that its own articles show; `articles` by document id.

    What they show: a part goes on in the next slice that has articles of it, and its first articles follow the
    last ones of each part that it grew out of, within reach.
    """
    places = {e.id: (*_part(e.documents, articles), e.slice) for e in graph.episodes}
    left = shown(graph, story, articles, reach)
    there, false = len(left), []
    parents = {part.name: {*part.parents, part.name} for part in story.sub_stories}
    turns = splits_and_merges(graph.passages)
    for kind, episode, others in turns:
        centre, ends = places[episode], [places[other] for other in others]
        edges = [(centre, end) if kind == "split" else (end, centre) for end in ends]
        names = frozenset(end[0] for end in ends)
        right = len(names) > 1 and all(a[1] == b[1] and a[0] in parents.get(b[0], ()) for a, b in edges)
        match = next((turn for turn in left if right and same_turn(turn, (kind, centre, names))), None)
        if match:
            left.remove(match)
        else:
            false.append((str(kind), centre, names))
    return Told(len(turns), there, tuple(false), tuple(left))


def _part(documents: tuple[str, ...], articles: Mapping[str, ArticleTruth]) -> tuple[str, str]:
    """The part and language that most of the documents have."""
    found = Counter((articles[i].sub_story, articles[i].language) for i in documents if i in articles)
    return found.most_common(1)[0][0] if found else ("", "")


def shown(
    graph: Evolution, story: StoryTruth, articles: Mapping[str, ArticleTruth], reach: int
) -> list[tuple[str, Place, frozenset[str]]]:
    """The splits and merges that a graph's own articles show: kind, part, and what it became or came from."""
    slices: dict[tuple[str, str], set[int]] = defaultdict(set)
    for episode in graph.episodes:
        for article in (articles[i] for i in episode.documents if i in articles):
            if article.sub_story:
                slices[article.sub_story, article.language].add(episode.slice)
    grew = {part.name: part.parents for part in story.sub_stories}
    edges: list[tuple[Place, Place]] = []
    for (part, language), inside in sorted(slices.items()):
        order = sorted(inside)
        edges += [((part, language, a), (part, language, b)) for a, b in pairwise(order)]
        for parent in grew[part]:
            before = [number for number in slices.get((parent, language), ()) if number < order[0]]
            edges += [((parent, language, max(before)), (part, language, order[0]))] if before else []
    near = [(a, b) for a, b in edges if b[2] - a[2] <= reach]
    names = {repr(place): place for edge in near for place in edge}
    turns = splits_and_merges([Passage(repr(a), repr(b), "continue", 1.0) for a, b in near])
    return [(str(kind), names[one], frozenset(names[other][0] for other in others)) for kind, one, others in turns]


def same_turn(one: tuple[str, Place, frozenset[str]], other: tuple[str, Place, frozenset[str]]) -> bool:
    """Whether two turns are of one kind and part, near in time, with a part in common that one became or came from."""
    kind, (part, language, number), names = one
    return (
        (kind, part, language) == (other[0], *other[1][:2])
        and abs(number - other[1][2]) <= NEAR
        and bool(names & other[2] - {part})
    )
