"""The main story: parts that split and merge over three weeks, and official figures that get revised."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from motherlode.interfaces.demo.truth.news import Step, StoryTruth, SubStory, ValueChange

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
