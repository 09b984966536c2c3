"""Charts that are readable in light and dark: neutral text and lines, the house's colours, nothing without data."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any, Literal

from nicegui import ui

INK = "#87909a"
"""Grey with a contrast of more than 3:1 on white as on the dark page."""

LINE = "rgba(128,128,128,.22)"
COLOURS = ("#3f8f86", "#c8752a", "#7a6fb8", "#5b8fc7", "#b0567a", "#8a9a3b", "#9a7b4f", "#5f7f8f")


MOST_DAYS, MOST_WEEKS = 120, 160
"""Bars that can be told apart in one picture; of longer times weeks are counted together, then months."""


def periods(days: Sequence[str]) -> tuple[Literal["day", "week", "month"], list[str], dict[str, str]]:
    """What a bar stands for, all bars from the first day to the last, empty ones too, and the bar of each day.

    >>> periods(["2025-03-01", "2025-03-03"])[:2]
    ('day', ['2025-03-01', '2025-03-02', '2025-03-03'])
    >>> unit, bars, bar_of = periods(["2014-03-01", "2025-03-03"])
    >>> unit, len(bars), bar_of["2025-03-03"]
    ('month', 133, '2025-03')
    """
    known = {day: date.fromisoformat(day) for day in days}
    first, last = min(known.values()), max(known.values())
    length = (last - first).days + 1
    if length > 7 * MOST_WEEKS:
        months = range(12 * first.year + first.month - 1, 12 * last.year + last.month)
        return "month", [f"{at // 12:04}-{at % 12 + 1:02}" for at in months], {day: day[:7] for day in known}
    step = 1 if length <= MOST_DAYS else 7
    begin = first - timedelta(days=first.weekday() if step == 7 else 0)
    bars = [str(begin + timedelta(days=at)) for at in range(0, (last - begin).days + 1, step)]
    return (
        "day" if step == 1 else "week", bars,
        {day: bars[(at - begin).days // step] for day, at in known.items()},
    )  # fmt: skip


def axis(kind: str = "value", **more: Any) -> dict[str, Any]:
    """An axis with quiet lines."""
    return {
        "type": kind,
        "axisLabel": {"color": INK, "fontSize": 11, **more.pop("label", {})},
        "axisLine": {"lineStyle": {"color": LINE}},
        "axisTick": {"show": False},
        "splitLine": {"show": kind != "category", "lineStyle": {"color": LINE}},
        "nameTextStyle": {"color": INK, "fontSize": 11},
        **more,
    }


def bars(
    labels: Sequence[str], values: Sequence[float], *, sideways: bool = False, name: str = "", values_name: str = ""
) -> ui.echart:
    """Bars with a label each; sideways for labels that are sentences."""
    names = axis("category", data=list(labels), name=name, nameLocation="middle", nameGap=28)
    if sideways:
        names["axisLabel"] |= {"width": 190, "overflow": "truncate"}
    numbers = axis("value", minInterval=1, name=values_name)
    options: dict[str, Any] = {
        "color": list(COLOURS),
        "grid": {"left": 12, "right": 24, "top": 28, "bottom": 34 if name else 12, "containLabel": True},
        "xAxis": numbers if sideways else names,
        "yAxis": names if sideways else numbers,
        "series": [{"type": "bar", "data": list(values), "barMaxWidth": 46}],
        "tooltip": {"trigger": "axis", "confine": True},
    }
    height = max(140, 34 + 28 * len(labels)) if sideways else 210
    return ui.echart(options).classes("w-full").style(f"height: {height}px")


def by_day(days: Sequence[str], series: Sequence[dict[str, Any]], axes: int = 1) -> ui.echart:
    """Numbers a day, or a longer time, several beside each other; a second axis serves series of another size."""
    heights = [axis("value", minInterval=1) for _ in range(axes)]
    options = {
        "color": list(COLOURS),
        "legend": {"textStyle": {"color": INK}, "type": "scroll", "top": 0},
        "grid": {"left": 12, "right": 16, "top": 44, "bottom": 8, "containLabel": True},
        "xAxis": axis("category", data=days),
        "yAxis": heights if axes > 1 else heights[0],
        "series": series,
        "tooltip": {"trigger": "axis", "confine": True},
    }
    return ui.echart(options).classes("w-full").style("height: 240px")


def line(colour: int = 0) -> ui.echart:
    """An empty line over seconds; hidden until it has two points."""
    options = {
        "color": [COLOURS[colour % len(COLOURS)]],
        "grid": {"left": 8, "right": 20, "top": 14, "bottom": 8, "containLabel": True},
        "xAxis": axis("value", label={"formatter": "{value} s"}),
        "yAxis": axis("value", scale=True),
        "series": [{"type": "line", "showSymbol": False, "data": [], "areaStyle": {"opacity": 0.08}}],
        "tooltip": {"trigger": "axis", "confine": True},
        "animation": False,
    }
    return ui.echart(options).classes("w-full").style("height: 170px")
