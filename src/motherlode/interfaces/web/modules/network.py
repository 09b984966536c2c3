"""Network: browse as graph and as table, ask, export (U9)."""

from __future__ import annotations

from typing import Any

from nicegui import events, ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t
from motherlode.network.answer import Answer
from motherlode.network.exports import EXPORTS
from motherlode.network.neighbours import Neighbourhood, neighbourhood
from motherlode.network.store import NetworkStore
from motherlode.recipes.network import run_text
from motherlode.recipes.project import Project

EXAMPLE = "QUERY University ?u /contain+ Department ?d CONSTRUCT { university: ?u.name, department: ?d.name }"
NODES = 120


async def show(state: State, project: Project) -> None:
    """The graph, a question, the exports."""
    frame.heading("Network", "Run a university crawl or statements, then the network stands here.")
    network = await frame.work(NetworkStore, project.engine)
    counts = await frame.work(network.counts)
    with ui.row().classes("items-center w-full"):
        ui.label("  ·  ".join(f"{number} {name}" for name, number in counts.items())).classes("ml-quiet").props(
            'data-testid="counts"'
        )
        ui.space()
        base = f"/api/projects/{project.folder.name}/network/export"
        with ui.button(t("Export"), icon="download").props("outline"), ui.menu():
            for name in EXPORTS:
                target = f"{base}?format={name}"
                ui.menu_item(name, on_click=lambda target=target: ui.navigate.to(target, new_tab=True))
    with frame.card("Ask"):
        text = ui.textarea(value=EXAMPLE).props("outlined autogrow").classes("w-full").style("font-family: monospace")
        text.props('data-testid="query"')
        answer = ui.column().classes("w-full")

        async def ask() -> None:
            answer.clear()
            with frame.told():
                found = await frame.work(run_text, network, str(text.value))
                with answer:
                    for each in found:
                        _table(each)

        ui.button(t("Ask"), icon="search", on_click=ask).props('data-testid="ask"')
    with frame.card("Graph"):
        if not counts["objects"]:
            frame.empty("Run a university crawl or statements, then the network stands here.", "hub")
            return
        await _graph(network)


def _table(answer: Answer) -> None:
    columns = [{"name": c, "field": c, "label": c, "align": "left", "sortable": True} for c in answer.columns]
    rows: list[dict[str, Any]] = [
        {"key": at, **{c: ", ".join(map(str, v)) if isinstance(v, (list, tuple)) else v
                       for c, v in zip(answer.columns, row, strict=True)}}
        for at, row in enumerate(answer.rows[:1000])
    ]  # fmt: skip
    ui.table(columns=columns, rows=rows, row_key="key", pagination=10).classes("w-full").props("wrap-cells").props(
        'data-testid="answer"'
    )


async def _graph(network: NetworkStore) -> None:
    values = ui.column().classes("w-full gap-1")
    chart = ui.echart(
        {
            "tooltip": {},
            "legend": [{"data": []}],
            "series": [
                {
                    "type": "graph", "layout": "force", "roam": True, "draggable": True, "data": [], "links": [],
                    "categories": [], "label": {"show": True, "position": "right", "fontSize": 11},
                    "force": {"repulsion": 130, "edgeLength": 70}, "edgeSymbol": ["none", "arrow"],
                    "edgeSymbolSize": 6, "emphasis": {"focus": "adjacency"},
                }
            ],
        },
    ).classes("w-full").style("height: 520px").props('data-testid="graph"')  # fmt: skip

    async def centre(event: events.EChartPointClickEventArguments) -> None:
        data: Any = event.data
        if event.data_type == "node":
            await draw(int(data["id"]))

    async def draw(middle: int | None) -> None:
        around = await frame.work(neighbourhood, network, middle, NODES)
        _put(chart, around, str(middle or ""))
        values.clear()
        with values:
            for attribute, value in around.values:
                ui.label(f"{attribute}: {value}").classes("text-caption")

    chart.on_point_click(centre)
    ui.button(icon="home", on_click=lambda: draw(None)).props("flat round dense")
    await draw(None)


def _put(chart: ui.echart, around: Neighbourhood, middle: str) -> None:
    classes = sorted({node.cls for node in around.nodes})
    series = chart.options["series"][0]
    series["categories"] = [{"name": name} for name in classes]
    series["data"] = [
        {"id": n.id, "name": n.name, "category": classes.index(n.cls), "symbolSize": 26 if n.id == middle else 14}
        for n in around.nodes
    ]
    series["links"] = [
        {"source": e.source, "target": e.target, "value": e.role or e.name or e.kind} for e in around.edges
    ]
    chart.options["legend"][0]["data"] = classes
    chart.update()
