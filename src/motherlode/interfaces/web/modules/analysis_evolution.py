"""The evolution of a story: episodes from left to right in time, passages between them, a time line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from nicegui import events, ui

from motherlode.interfaces.web import charts, frame
from motherlode.interfaces.web.words import number_of, t

DRAWN, LISTED = 120, 40
LABEL = 56
"""Characters of a label: three lines below its episode."""

LANE = 72
"""Pixels between two episodes of one slice of time."""

COLOURS = {"continue": charts.COLOURS[0], "split": charts.COLOURS[1], "merge": charts.COLOURS[2]}


Address = Callable[[str], str]
"""A story's id → where its page lies."""


def evolution(rows: list[dict[str, Any]], address: Address) -> None:
    """The graph and the time line; an episode leads to the page of its story."""
    graph = rows[0] if rows else {"episodes": [], "passages": []}
    episodes, passages = graph["episodes"], graph["passages"]
    linked = {p["source"] for p in passages} | {p["target"] for p in passages}
    shown = [e for e in episodes if e["id"] in linked or len(e["documents"]) > 2][:DRAWN] or episodes[:DRAWN]
    if not shown:
        frame.empty(t("No episodes: the articles carry no usable dates, or there are too few."), "timeline")
        return
    draw(shown, passages, address)
    with ui.timeline(side="right").classes("w-full"):
        for each in shown[:LISTED]:
            with ui.timeline_entry(
                subtitle=f"{each['start'][:10]} – {each['end'][:10]} · "
                f"{number_of('{n} articles', len(each['documents']))} · {t(each['begins'])} → {t(each['ends'])}"
            ):
                ui.link(each["title"], address(each["story"])).classes("text-subtitle1")
                ui.label(", ".join(each["words"][:8])).classes("ml-quiet text-caption")


def of_story(graph: dict[str, Any], story: str) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The episodes of a story with those that they came out of and went over into, and the passages between them."""
    own = {each["id"] for each in graph.get("episodes", ()) if each["story"] == story}
    passages = [each for each in graph.get("passages", ()) if own & {each["source"], each["target"]}]
    near = own | {each[end] for each in passages for end in ("source", "target")}
    return [each for each in graph.get("episodes", ()) if each["id"] in near], passages


def draw(shown: list[dict[str, Any]], passages: list[dict[str, Any]], address: Address) -> None:
    """Episodes over the days on which their slices begin; the axes only carry the places."""
    numbers = _numbers(passages)
    with ui.row().classes("gap-4"):
        for kind, colour in COLOURS.items():
            with ui.row().classes("items-center gap-1"):
                ui.element("div").style(f"width: 18px; height: 3px; background: {colour}")
                ui.label(f"{t(kind)} ({numbers[kind]})").classes("text-caption ml-quiet")
    places = _places(shown, passages)
    days = {places[e["id"]][0]: e["start"][:10] for e in shown}
    lanes = max(y for _, y in places.values()) + 1
    data = [
        {
            "id": e["id"],
            "name": f"{e['start'][:10]}  {e['title'][:90]}",
            "value": list(places[e["id"]]),
            "symbolSize": 10 + min(26, 2 * len(e["documents"])),
            "label": {
                "formatter": _short(e["title"]).replace("{", "(").replace("}", ")"),
                "position": "bottom" if places[e["id"]][1] else "top",  # the lines of the first lane lead down alone
            },
        }
        for e in shown
    ]
    links = [
        {"source": p["source"], "target": p["target"], "lineStyle": {"color": COLOURS.get(p["kind"], charts.INK)}}
        for p in passages
        if p["source"] in places and p["target"] in places
    ]
    label = {"show": True, "position": "bottom", "fontSize": 10, "lineHeight": 13, "width": 130, "overflow": "break",
             "color": charts.INK}  # fmt: skip
    series = {
        "type": "graph", "coordinateSystem": "cartesian2d", "edgeSymbol": ["none", "arrow"], "edgeSymbolSize": 7,
        "label": label, "labelLayout": {"hideOverlap": True}, "lineStyle": {"width": 2, "opacity": 0.8},
        "itemStyle": {"color": charts.COLOURS[3]}, "data": data, "links": links,
    }  # fmt: skip
    options = {
        "tooltip": {"formatter": "{b}", "confine": True},
        "grid": {"left": 40, "right": 40, "top": 56, "bottom": 30},
        "xAxis": charts.axis("category", data=[days[at] for at in sorted(days)]) | {"axisLine": {"show": False}},
        "yAxis": {"type": "value", "show": False, "inverse": True, "min": -0.4, "max": lanes - 0.4},
        "series": [series],
    }

    def pressed(event: events.EChartPointClickEventArguments) -> None:
        if event.data_type == "node" and 0 <= event.data_index < len(shown):
            ui.navigate.to(address(shown[event.data_index]["story"]))

    chart = ui.echart(options, on_point_click=pressed).classes("w-full").props("data-testid=evolution")
    chart.style(f"height: {min(760, 126 + LANE * lanes)}px")


def _short(title: str) -> str:
    """A title for a label, cut between words where it has any."""
    if len(title) <= LABEL:
        return title
    cut = title[:LABEL]
    return f"{cut.rpartition(' ')[0] or cut} …"


def _numbers(passages: list[dict[str, Any]]) -> dict[str, int]:
    """How often each kind happened: a split or merge once, however many passages it has."""
    out, into = (Counter(p[end] for p in passages) for end in ("source", "target"))
    return {
        "continue": sum(p["kind"] == "continue" for p in passages),
        "split": sum(number > 1 for number in out.values()),
        "merge": sum(number > 1 for number in into.values()),
    }


def _places(shown: list[dict[str, Any]], passages: list[dict[str, Any]]) -> dict[str, tuple[int, int]]:
    """Column by time slice; a lane for each chain of episodes, used again when the chain has ended."""
    column = {at: number for number, at in enumerate(sorted({e["slice"] for e in shown}))}
    at = {e["id"]: column[e["slice"]] for e in shown}
    before: dict[str, str] = {}
    for p in sorted(passages, key=lambda p: -float(p["weight"])):
        if (
            {p["source"], p["target"]} <= at.keys()
            and at[p["source"]] < at[p["target"]]  # one slice has no two episodes of a lane
            and p["target"] not in before
            and p["source"] not in before.values()
        ):
            before[p["target"]] = p["source"]
    chains: dict[str, list[str]] = {}
    chain_of: dict[str, str] = {}
    for each in sorted(at, key=lambda name: at[name]):
        chain_of[each] = chain_of[before[each]] if each in before else each
        chains.setdefault(chain_of[each], []).append(each)
    busy: list[int] = []
    places: dict[str, tuple[int, int]] = {}
    for chain in chains.values():
        first, last = at[chain[0]], at[chain[-1]]
        lane = next((number for number, until in enumerate(busy) if until < first), len(busy))
        busy[lane : lane + 1] = [last]
        places |= {each: (at[each], lane) for each in chain}
    return places
