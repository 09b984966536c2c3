"""The main story: parts that split and merge over three weeks, and official figures that get revised (N15).

`hold_against` compares the splits and merges that were told with those of the story.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from motherlode.analyse.evolution import splits_and_merges
from motherlode.interfaces.demo.truth import ArticleTruth, Step, StoryTruth, SubStory, ValueChange
from motherlode.model.documents import Evolution, Passage

START = datetime(2025, 3, 3, 4, tzinfo=UTC)
"""The storm reaches the coast."""
TOPIC = "flood"
NAME = "storm-odalys"

# name, first and last day, share of the story's articles, parents
PARTS: tuple[tuple[str, float, float, float, tuple[str, ...]], ...] = (
    ("landfall", 0.2, 3.0, 0.15, ()),
    ("rescue", 2.0, 9.5, 0.19, ("landfall",)),
    ("dam", 2.0, 8.0, 0.15, ("landfall",)),
    ("evacuation", 5.0, 12.0, 0.14, ("dam",)),
    ("inquiry", 7.5, 17.5, 0.15, ("dam",)),
    ("rebuilding", 10.5, 18.0, 0.13, ("rescue", "evacuation")),
    ("reckoning", 17.0, 21.0, 0.09, ("inquiry", "rebuilding")),
)

# (day, value); a third item marks a revision: what was said before was wrong
_FIGURES: dict[str, tuple[tuple[float, int] | tuple[float, int, bool], ...]] = {
    "dead": ((0.2, 3), (0.8, 7), (1.5, 12), (2.4, 19), (3.2, 26), (4.1, 34), (5.3, 41), (6.5, 37, True), (7.6, 39), (9.0, 42)),
    "missing": ((0.2, 15), (1.5, 60), (2.4, 118), (3.2, 96), (4.1, 81), (5.3, 64), (6.5, 52), (8.0, 23), (9.3, 9)),
    "evacuated": ((0.2, 800), (2.0, 4200), (3.0, 9800), (5.0, 18400), (6.0, 21700), (7.2, 19600, True)),
    "level": ((0.2, 212), (2.0, 231), (3.0, 236), (4.0, 239), (5.2, 237), (6.1, 233), (7.0, 228)),
    "homes": ((0.2, 400), (5.0, 2900), (10.4, 4300), (12.5, 5150), (15.5, 4870, True)),
    "cost": ((0.2, 90), (8.0, 310), (12.0, 460), (14.5, 540), (16.2, 515, True)),
}  # fmt: skip

CORRECTED_IN = {"dead": "rescue", "evacuated": "evacuation", "homes": "rebuilding", "cost": "rebuilding"}
"""The part of the story in which a revised figure is corrected."""


def at(day: float) -> datetime:
    """The moment so many days after the storm's landfall."""
    return START + timedelta(days=day)


def story() -> StoryTruth:
    """The story as data."""
    parts = tuple(SubStory(name, at(first), at(last), parents) for name, first, last, _, parents in PARTS)
    begin = {part.name: part.start for part in parts}
    steps = (
        Step("split", begin["rescue"], ("landfall",), ("rescue", "dam")),
        Step("split", begin["evacuation"], ("dam",), ("dam", "evacuation")),
        Step("split", begin["inquiry"], ("dam",), ("evacuation", "inquiry")),
        Step("merge", begin["rebuilding"], ("rescue", "evacuation"), ("rebuilding",)),
        Step("merge", begin["reckoning"], ("inquiry", "rebuilding"), ("reckoning",)),
    )
    history = tuple(
        ValueChange(name, at(entry[0]), entry[1], revision=len(entry) > 2)
        for name, entries in _FIGURES.items()
        for entry in entries
    )
    return StoryTruth(NAME, TOPIC, parts, steps, history)


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
