"""Schedules as cron writes them: minute, hour, day of the month, month, day of the week."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from motherlode.errors import UsageError

AS_NEEDED = "as needed"
_FIELDS = (("minute", 0, 59), ("hour", 0, 23), ("day", 1, 31), ("month", 1, 12), ("weekday", 0, 7))
_DAYS = {name: at for at, name in enumerate(("sun", "mon", "tue", "wed", "thu", "fri", "sat"))}
_MONTHS = {
    name: at
    for at, name in enumerate(("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"), 1)
}
_PART = re.compile(r"(\*|\d{1,2}|[a-z]{3})(?:-(\d{1,2}|[a-z]{3}))?(?:/(\d{1,2}))?")
FURTHEST = timedelta(days=366 * 4 + 1)


@dataclass(frozen=True, slots=True)
class Schedule:
    """Moments at which a round of visits begins."""

    text: str
    minutes: frozenset[int]
    hours: frozenset[int]
    days: frozenset[int]
    months: frozenset[int]
    weekdays: frozenset[int]
    either_day: bool
    """Both days are named: one of them is enough, as cron has it."""

    def matches(self, moment: datetime) -> bool:
        """Whether a round begins in this minute."""
        weekday = (moment.weekday() + 1) % 7
        by_date, by_week = moment.day in self.days, weekday in self.weekdays
        day = by_date or by_week if self.either_day else by_date and by_week
        return moment.minute in self.minutes and moment.hour in self.hours and moment.month in self.months and day

    def next(self, after: datetime) -> datetime:
        """The first round after a moment.

        >>> from datetime import UTC
        >>> parse("*/15 8 * * mon").next(datetime(2026, 11, 17, 12, tzinfo=UTC)).isoformat()
        '2026-11-23T08:00:00+00:00'
        """
        moment = after.replace(second=0, microsecond=0) + timedelta(minutes=1)
        while moment - after < FURTHEST:
            if self.matches(moment):
                return moment
            if moment.hour not in self.hours or moment.month not in self.months:
                moment = moment.replace(minute=0) + timedelta(hours=1)
            else:
                moment += timedelta(minutes=1)
        raise UsageError(f"the schedule '{self.text}' never comes; look at its day and month")


def parse(text: str) -> Schedule | None:
    """The schedule of a setting; None for 'as needed'."""
    if text.strip().lower() in {AS_NEEDED, ""}:
        return None
    parts = text.lower().split()
    if len(parts) != len(_FIELDS):
        raise UsageError(
            f"schedule is '{text}'; write 'as needed' or five fields as in cron: '*/10 6-22 * * mon-fri'",
            key="schedule",
        )
    found = [_field(part, *field, text) for part, field in zip(parts, _FIELDS, strict=True)]
    weekdays = frozenset(0 if day == 7 else day for day in found[4])
    both = parts[2] != "*" and parts[4] != "*"
    return Schedule(text, found[0], found[1], found[2], found[3], weekdays, both)


def _field(part: str, name: str, low: int, high: int, text: str) -> frozenset[int]:
    made: set[int] = set()
    for piece in part.split(","):
        match = _PART.fullmatch(piece)
        if match is None:
            raise UsageError(f"schedule is '{text}'; its {name} '{piece}' cannot be read", key="schedule")
        first, last, step = match.groups()
        start = low if first == "*" else _number(first)
        end = high if first == "*" or (step and not last) else start
        end = _number(last) if last else end
        if start is None or end is None or not low <= start <= end <= high:
            raise UsageError(f"schedule is '{text}'; its {name} '{piece}' is not within {low}–{high}", key="schedule")
        made |= set(range(start, end + 1, int(step or 1) or 1))
    return frozenset(made)


def _number(text: str) -> int | None:
    return int(text) if text.isdigit() else _DAYS.get(text, _MONTHS.get(text))
