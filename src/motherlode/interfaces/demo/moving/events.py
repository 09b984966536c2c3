"""What happens on the moving web, and when: the truth that a watcher is held against."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import accumulate
from random import Random
from typing import Literal

from motherlode.interfaces.demo.news import story
from motherlode.interfaces.demo.news.plan import Plan

EventKind = Literal["publish", "silent-edit", "correct", "delete", "move"]

BY_DAY = (1, 1, 1, 1, 2, 4, 8, 12, 14, 14, 12, 12, 10, 10, 11, 12, 12, 10, 8, 7, 6, 4, 2, 1)
"""How much is published in each hour of the day: editors sleep."""

SHARES: tuple[tuple[EventKind, float, float], ...] = (
    ("silent-edit", 0.12, 4.0),
    ("correct", 0.08, 8.0),
    ("delete", 0.04, 36.0),
    ("move", 0.05, 24.0),
)
"""Of all articles: the share to which it happens, and after how many hours (median)."""

MOVABLE = frozenset({"gazette", "monitor"})
"""Sites whose addresses hold the title, so that an article can move."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happens to an article."""

    at: datetime
    kind: EventKind
    plan: Plan

    @property
    def on_topic(self) -> bool:
        """Whether the article belongs to the main story."""
        return self.plan.topic == story.TOPIC


def with_hours_of_the_day(plans: Sequence[Plan]) -> None:
    """Moves every article within its day to hours at which editors work; the order stays."""
    total = sum(BY_DAY)
    ends = [0.0, *(each / total for each in accumulate(BY_DAY))]
    for item in plans:
        midnight = item.moment.replace(hour=0, minute=0)
        share = (item.moment - midnight) / timedelta(days=1)
        hour = min(23, bisect_right(ends, share) - 1)
        within = (share - ends[hour]) / (ends[hour + 1] - ends[hour])
        item.moment = midnight + timedelta(hours=hour + within)


def happenings(plans: Sequence[Plan], seed: int) -> list[Event]:
    """Everything that happens, in its order."""
    rng = Random(f"{seed}/moving")
    made = []
    for item in plans:
        made.append(Event(item.moment, "publish", item))
        for kind, share, median in SHARES:
            after = timedelta(hours=median * rng.lognormvariate(0, 1.0))
            if rng.random() < share and (kind != "move" or item.host in MOVABLE):
                made.append(Event(item.moment + max(after, timedelta(minutes=5)), kind, item))
                break
    return sorted(made, key=lambda event: (event.at, event.plan.number))
