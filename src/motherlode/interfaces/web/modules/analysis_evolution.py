"""The evolution of a story: episodes from left to right in time, passages between them, a time line."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from motherlode.interfaces.web import charts, frame
from motherlode.interfaces.web.words import t

DRAWN, LISTED = 120, 40
STEP, LANE = 200, 64
"""Distances between two slices of time and two episodes of one slice, in the chart's own units."""

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
    places = _places(shown)
    lanes = max(y for _, y in places.values()) + 1
    node = {"show": True, "position": "bottom", "fontSize": 10, "width": 150, "overflow": "truncate",
            "color": charts.INK}  # fmt: skip
    data = [
        {
            "id": e["id"],
            "name": f"{e['start'][:10]}  {e['title'][:90]}",
            "value": e["title"][:60],
            "x": places[e["id"]][0] * STEP,
            "y": places[e["id"]][1] * LANE,
            "symbolSize": 10 + min(26, 2 * len(e["documents"])),
            "itemStyle": {"color": charts.COLOURS[3]},
        }
        for e in shown
    ]
    links = [
        {"source": p["source"], "target": p["target"], "lineStyle": {"color": COLOURS.get(p["kind"], charts.INK)}}
        for p in passages
        if p["source"] in places and p["target"] in places
    ]
    series = {
        "type": "graph", "layout": "none", "roam": True, "edgeSymbol": ["none", "arrow"], "edgeSymbolSize": 7,
        "left": 60, "right": 90, "top": 24, "bottom": 40, "label": {**node, "formatter": "{c}"},
        "labelLayout": {"hideOverlap": True}, "lineStyle": {"width": 2, "opacity": 0.8}, "data": data, "links": links,
    }  # fmt: skip
    chart = ui.echart({"tooltip": {"formatter": "{b}", "confine": True}, "series": [series]})
    chart.classes("w-full").style(f"height: {min(720, 140 + LANE * lanes)}px").props("data-testid=evolution")


def _places(shown: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Column by time slice, lane by order within it."""
    column = {at: number for number, at in enumerate(sorted({e["slice"] for e in shown}))}
    lanes: dict[int, int] = {}
    places = {}
    for each in shown:
        lanes[each["slice"]] = lanes.get(each["slice"], -1) + 1
        places[each["id"]] = (column[each["slice"]], lanes[each["slice"]])
    return places
