"""Analysis: trust, currency, hot topics, evolution; each score opens its reasons (N12–N16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from nicegui import events, ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.recipes.project import Project

SHOWN = 500
"""Rows a panel holds; all of them are in the export."""

Row = dict[str, Any]
Rows = list[Row]


async def show(state: State, project: Project) -> None:
    """Four panels, and a button that makes them anew."""
    frame.heading("Analysis", "Run an analysis over the project's articles.")

    async def start() -> None:
        with frame.told():
            run = await frame.work(state.jobs.start, project, "analyse", {})
            done = await frame.work(state.jobs.wait, project, run.id, 600)
            if done.state == "failed":
                ui.notify(str(done.report.get("error", "")), type="negative", multi_line=True)
            else:
                ui.navigate.reload()

    ui.button(t("Analyse"), icon="insights", on_click=start).props('data-testid="analyse"')
    results = project.store.results
    kinds = await frame.work(results.kinds)
    if not any(kinds.get(kind) for kind in ("trust", "currency", "hot", "evolution")):
        frame.empty("Run an analysis over the project's articles.", "insights")
        return
    titles = {
        item.article.url: item.article.title for item in await frame.work(lambda: list(project.store.articles.all()))
    }
    panels: dict[str, tuple[str, Callable[[Rows, dict[str, str]], None]]] = {
        "trust": ("Trust", _assessments),
        "currency": ("Currency", _assessments),
        "hot": ("Hot topics", _hot),
        "evolution": ("Evolution", _evolution),
    }
    with ui.tabs().props("align=left") as tabs:
        for kind, (label, _) in panels.items():
            ui.tab(kind, label=t(label)).props(f'data-testid="tab-{kind}"')
    with ui.tab_panels(tabs, value="trust").classes("w-full"):
        for kind, (_, draw) in panels.items():
            with ui.tab_panel(kind).classes("q-pa-none"):
                rows = [
                    {"id": key, **value} for key, value in (await frame.work(results.get, kind, limit=SHOWN)).items()
                ]
                draw(rows, titles)


def _assessments(rows: Rows, titles: dict[str, str]) -> None:
    known = [row for row in rows if row["state"] == "known"]
    counts = [0] * 10
    for row in known:
        counts[min(9, int(row["value"] * 10))] += 1
    _bars([f"{n / 10:.1f}" for n in range(10)], counts)
    unknown = len(rows) - len(known)
    if unknown:
        ui.label(f"{unknown} unknown").classes("ml-quiet")
    table = [
        {
            "id": row["id"],
            "title": titles.get(row["id"], row["id"]),
            "score": "unknown" if row["state"] != "known" else round(row["value"], 3),
            "reason": row["reason"],
        }
        for row in rows
    ]
    _table(table, (("title", "Title"), ("score", "Score"), ("reason", "Reason")), {row["id"]: row for row in rows})


def _hot(rows: Rows, titles: dict[str, str]) -> None:
    if not rows:
        frame.empty("Nothing is hot: no story grows faster than its own history.", "local_fire_department")
        return
    top = [row for row in rows if row["hot"]][:12] or rows[:12]
    _bars(
        [row["title"][:28] for row in reversed(top)], [round(row["score"], 2) for row in reversed(top)], sideways=True
    )
    table = [
        {
            "id": row["id"],
            "title": row["title"],
            "score": round(row["score"], 2),
            "size": f"{row['recent']} / {row['size']}",
            "sources": row["sources"],
            "words": " ".join(row["words"][:6]),
        }
        for row in rows
    ]
    named = (
        ("title", "Title"),
        ("score", "Score"),
        ("size", "Articles"),
        ("sources", "Sources"),
        ("words", "Keywords"),
    )
    _table(table, named, {row["id"]: row for row in rows})


def _evolution(rows: Rows, titles: dict[str, str]) -> None:
    graph = rows[0] if rows else {"episodes": [], "passages": []}
    episodes, passages = graph["episodes"], graph["passages"]
    linked = {p["source"] for p in passages} | {p["target"] for p in passages}
    shown = [e for e in episodes if e["id"] in linked or len(e["documents"]) > 2][:120]
    lanes: dict[int, int] = {}
    places = {}
    column = {at: number for number, at in enumerate(sorted({e["slice"] for e in shown}))}
    for each in shown:
        lanes[each["slice"]] = lanes.get(each["slice"], -1) + 1
        places[each["id"]] = (column[each["slice"]], lanes[each["slice"]])
    chart = ui.echart(
        {
            "tooltip": {"formatter": "{b}"},
            "series": [
                {
                    "type": "graph",
                    "layout": "none",
                    "roam": True,
                    "edgeSymbol": ["none", "arrow"],
                    "label": {
                        "show": True,
                        "position": "right",
                        "fontSize": 10,
                        "width": 150,
                        "overflow": "truncate",
                    },
                    "data": [
                        {
                            "id": e["id"],
                            "name": e["title"][:60],
                            "x": places[e["id"]][0] * 180,
                            "y": places[e["id"]][1] * 60,
                            "symbolSize": 8 + min(30, 2 * len(e["documents"])),
                        }
                        for e in shown
                    ],
                    "links": [
                        {"source": p["source"], "target": p["target"], "value": p["kind"]}
                        for p in passages
                        if p["source"] in places and p["target"] in places
                    ],
                }
            ],
        }
    )
    chart.classes("w-full").style("height: 460px").props('data-testid="evolution"')
    with ui.timeline(side="right").classes("w-full"):
        for each in shown[:40]:
            ui.timeline_entry(
                body=" ".join(each["words"][:8]),
                title=each["title"],
                subtitle=f"{each['start'][:10]} – {each['end'][:10]} · {len(each['documents'])} · "
                f"{each['begins']} → {each['ends']}",
            )


def _bars(labels: list[str], values: list[Any], *, sideways: bool = False) -> None:
    names = {"type": "category", "data": labels}
    options: dict[str, Any] = {
        "grid": {"left": 200 if sideways else 40, "right": 20, "top": 20, "bottom": 30},
        "xAxis": {"type": "value"} if sideways else names,
        "yAxis": names if sideways else {"type": "value"},
        "series": [{"type": "bar", "data": values}],
        "tooltip": {},
    }
    ui.echart(options).classes("w-full").style(f"height: {max(200, 26 * len(labels)) if sideways else 200}px")


def _table(rows: Rows, named: tuple[tuple[str, str], ...], full: dict[str, Row]) -> None:
    columns = [{"name": n, "field": n, "label": t(label), "align": "left", "sortable": True} for n, label in named]
    table = (
        ui.table(columns=columns, rows=rows, row_key="id", pagination=15)
        .classes("ml-card w-full")
        .props("wrap-cells")
    )

    def opened(event: events.GenericEventArguments) -> None:
        _reasons(full[event.args[1]["id"]])

    table.on("rowClick", opened)


def _reasons(row: Row) -> None:
    with ui.dialog() as dialog, ui.card().classes("w-full").props('data-testid="reasons"'):
        ui.label(str(row.get("reason", ""))).classes("text-subtitle1")
        columns = [
            {"name": n, "field": n, "label": n, "align": "left"} for n in ("name", "value", "contribution", "reason")
        ]
        terms = [
            {**term, "value": round(term["value"], 4), "contribution": round(term["contribution"], 4)}
            for term in row.get("terms", ())
        ]
        ui.table(columns=columns, rows=terms, row_key="name").classes("w-full").props("wrap-cells")
        ui.button(t("Close"), on_click=dialog.close).props("flat")
    dialog.open()
