"""What the head of a page and its visible lines say of the publication time, brought together (N4).

Two conflicts are common: the head gives UTC while the reader sees the local day, and a content system writes the day
of its last rebuild as the day of publication while the page still shows the true one.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, time, timedelta

from motherlode.extract.article.fields.dates import Moment


@dataclass(frozen=True, slots=True)
class TimeCandidate:
    """A moment that a rule found."""

    moment: Moment
    rule: str
    weight: float
    node: int = -1


ZONES = frozenset((*range(-720, 841, 60), -570, -210, -150, 210, 270, 330, 345, 390, 525, 570, 630, 765)) - {0}
"""Minutes from UTC that clocks somewhere go by, summer time included."""

NEAR_TITLE = 1.2
"""Votes from which a visible line counts as the page's own date: those of lines within six blocks of the title."""

MISTRUST = 0.2
"""What remains of the head's votes when it names the day of a rebuild."""


def reconciled(published: list[TimeCandidate], updated: list[TimeCandidate]) -> list[TimeCandidate]:
    """The candidates with the local form of an instant in UTC, and without trust in the day of a rebuild."""
    return _in_local_time(_rebuilt(published, updated))


def _in_local_time(published: list[TimeCandidate]) -> list[TimeCandidate]:
    """Adds the visible local form of what the head gives in UTC, with the zone that follows from the two."""
    given = [c for c in published if c.node < 0 and c.moment.clock is not None and c.moment.zone == 0]
    if not given:
        return published
    found = list(published)
    for seen in published:
        if seen.node < 0 or seen.moment.clock is None or seen.moment.zone == 0:
            continue
        same = [c for c in given if c.moment.day != seen.moment.day and _offset(c.moment, seen.moment) is not None]
        if same:
            moment = replace(seen.moment, zone=_offset(same[0].moment, seen.moment))
            votes = sum(c.weight for c in published if c.moment.day == same[0].moment.day)
            found.append(TimeCandidate(moment, f"{seen.rule}, local time", votes, seen.node))
            break
    return found


def _offset(given: Moment, seen: Moment) -> int | None:
    """Minutes from UTC that make the seen clock the given instant; None when no zone does."""
    minutes = round((_plain(seen) - _plain(given)) / timedelta(minutes=1))
    if seen.zone is not None:
        return seen.zone if minutes == seen.zone else None
    return minutes if minutes in ZONES else None


def _plain(moment: Moment) -> datetime:
    """Day, hour and minute as they stand there."""
    hour, minute, _ = moment.clock or (0, 0, 0)
    return datetime.combine(moment.day, time(hour, minute))


def _rebuilt(published: list[TimeCandidate], updated: list[TimeCandidate]) -> list[TimeCandidate]:
    """Takes votes from the head where it gives one day for publication and change and the page an earlier one."""
    given = [c for c in published if c.node < 0 and not c.rule.endswith(("address", "dateCreated", "uploadDate"))]
    changed = [c.moment.day for c in updated if c.node < 0]
    if not given or not changed:
        return published
    first = min(c.moment.day for c in given)
    if first < max(changed) - timedelta(days=1):
        return published
    shown = [c.moment.day for c in published if c.node >= 0 and c.weight >= NEAR_TITLE]
    if not shown or min(shown) >= first or first in shown:
        return published
    return [replace(c, weight=MISTRUST * c.weight) if c in given else c for c in published]
