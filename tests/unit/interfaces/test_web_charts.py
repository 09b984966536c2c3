"""Bars over time: every day has one, and times without anything are seen."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.interfaces.web.charts import MOST_DAYS, MOST_WEEKS, periods


@settings(deadline=None)
@given(st.lists(st.dates(date(1, 1, 8)), min_size=1, max_size=30))
def test_every_day_has_a_bar_and_no_bar_is_left_out(days: list[date]) -> None:
    unit, bars, bar_of = periods([str(day) for day in days])
    assert set(bar_of.values()) <= set(bars)
    assert bars == sorted(set(bars))
    assert bar_of[str(min(days))] == bars[0]
    assert bar_of[str(max(days))] == bars[-1]
    if unit != "month":
        step = {"day": 1, "week": 7}[unit]
        at = [date.fromisoformat(bar).toordinal() for bar in bars]
        assert at == list(range(at[0], at[-1] + 1, step))


@pytest.mark.parametrize(
    ("last", "unit", "bars"), [("2014-01-02", "day", 2), ("2014-12-31", "week", 53), ("2019-12-31", "month", 72)]
)
def test_long_times_are_counted_in_longer_steps(last: str, unit: str, bars: int) -> None:
    found = periods(["2014-01-01", last])
    assert (found[0], len(found[1])) == (unit, bars)
    assert len(found[1]) <= max(MOST_DAYS, MOST_WEEKS)
