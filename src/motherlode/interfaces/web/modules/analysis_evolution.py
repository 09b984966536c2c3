"""The evolution of a story: episodes from left to right in time, passages between them, a time line."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from motherlode.interfaces.web import charts, frame
from motherlode.interfaces.web.words import t

DRAWN, LISTED = 120, 40
LANE = 72
"""Pixels between two episodes of one slice of time."""

COLOURS = {"continue": charts.COLOURS[0], "split": charts.COLOURS[1], "merge": charts.COLOURS[2]}


def evolution(rows: list[dict[str, Any]]) -> None:
    """The graph and the time line."""
    graph = rows[0] if rows else {"episodes": [], "passages": []}
    episodes, passages = graph["episodes"], graph["passages"]
    linked = {p["source"] for p in passages} | {p["target"] for p in passages}
    shown = [e for e in episodes if e["id"] in linked or len(e["documents"]) > 2][:DRAWN] or episodes[:DRAWN]
    if not shown:
        frame.empty(t("No episodes: the articles carry no usable dates, or there are too few."), "timeline")
        return
    with ui.row().classes("gap-4"):
        for kind, colour in COLOURS.items():
            number = sum(p["kind"] == kind for p in passages)
            with ui.row().classes("items-center gap-1"):
                ui.element("div").style(f"width: 18px; height: 3px; background: {colour}")
                ui.label(f"{t(kind)} ({number})").classes("text-caption ml-quiet")
    _draw(shown, passages)
    with ui.timeline(side="right").classes("w-full"):
        for each in shown[:LISTED]:
            ui.timeline_entry(
                body=" ".join(each["words"][:8]),
                title=each["title"],
                subtitle=f"{each['start'][:10]} – {each['end'][:10]} · "
                f"{t('{n} articles').format(n=len(each['documents']))} · {t(each['begins'])} → {t(each['ends'])}",
            )


def _draw(shown: list[dict[str, Any]], passages: list[dict[str, Any]]) -> None:
    """Episodes over the days on which their slices begin; the axes only carry the places."""
    places = _places(shown)
    days = {places[e["id"]][0]: e["start"][:10] for e in shown}
    lanes = max(y for _, y in places.values()) + 1
    data = [
        {
            "id": e["id"],
            "name": f"{e['start'][:10]}  {e['title'][:90]}",
            "value": list(places[e["id"]]),
            "symbolSize": 10 + min(26, 2 * len(e["documents"])),
            "label": {"formatter": e["title"][:60].replace("{", "(").replace("}", ")")},
        }
        for e in shown
    ]
    links = [
        {"source": p["source"], "target": p["target"], "lineStyle": {"color": COLOURS.get(p["kind"], charts.INK)}}
        for p in passages
        if p["source"] in places and p["target"] in places
    ]
    label = {"show": True, "position": "bottom", "fontSize": 10, "width": 120, "overflow": "truncate",
             "color": charts.INK}  # fmt: skip
    series = {
        "type": "graph", "coordinateSystem": "cartesian2d", "edgeSymbol": ["none", "arrow"], "edgeSymbolSize": 7,
        "label": label, "labelLayout": {"hideOverlap": True}, "lineStyle": {"width": 2, "opacity": 0.8},
        "itemStyle": {"color": charts.COLOURS[3]}, "data": data, "links": links,
    }  # fmt: skip
    options = {
        "tooltip": {"formatter": "{b}", "confine": True},
        "grid": {"left": 40, "right": 40, "top": 20, "bottom": 30},
        "xAxis": charts.axis("category", data=[days[at] for at in sorted(days)]) | {"axisLine": {"show": False}},
        "yAxis": {"type": "value", "show": False, "inverse": True, "min": -0.4, "max": lanes - 0.4},
        "series": [series],
    }
    chart = ui.echart(options).classes("w-full").props("data-testid=evolution")
    chart.style(f"height: {min(760, 90 + LANE * lanes)}px")


def _places(shown: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Column by time slice, lane by order within it."""
    column = {at: number for number, at in enumerate(sorted({e["slice"] for e in shown}))}
    lanes: dict[int, int] = {}
    places = {}
    for each in shown:
        lanes[each["slice"]] = lanes.get(each["slice"], -1) + 1
        places[each["id"]] = (column[each["slice"]], lanes[each["slice"]])
    return places
