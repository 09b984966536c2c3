"""When to come back: an interval for every page that follows how often it was found changed."""

from __future__ import annotations

from datetime import datetime, timedelta

FIRST = timedelta(days=1)
SHORTEST = timedelta(hours=1)
LONGEST = timedelta(days=90)


def next_visit(now: datetime, visits: int, changes: int, *, changed: bool | None) -> datetime:
    """The day to come back: the mean time between changes, estimated with one change in a day as the prior.

    `changed` None marks the first visit. With v visits and c changes the rate is (c + 1) / (v + 1) a day.
    """
    if changed is None:
        return now + FIRST
    rate = (changes + 1) / (visits + 1)
    wait = FIRST / rate if not changed else FIRST * 0.5 / rate
    if not changed:
        wait *= 1.5
    return now + min(LONGEST, max(SHORTEST, wait))
