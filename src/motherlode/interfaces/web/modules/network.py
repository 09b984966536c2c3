"""Network: browse as graph and as table, ask, export (U9)."""

from __future__ import annotations

from typing import Any

from nicegui import events, ui

from motherlode.app.network import run_text
from motherlode.app.project import Project
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.words import t
from motherlode.network.answer import Answer
from motherlode.network.browse import class_counts, list_objects
from motherlode.network.exports import EXPORTS
from motherlode.network.neighbours import Neighbourhood, neighbourhood
from motherlode.network.store import NetworkStore

EXAMPLE = "QUERY University ?u /contain+ Department ?d CONSTRUCT { university: ?u.name, department: ?d.name }"
NODES = 120
ANSWERS = 1000


async def show(state: State, project: Project) -> None:
    """The graph, the table, a question, the exports."""
    frame.heading("Network", "What was found, as things and their relations: browse it, ask it, take it with you.")
    with frame.told():
        network = await frame.work(NetworkStore, project.engine)
        counts = await frame.work(network.counts)
        with ui.row().classes("items-center w-full gap-2"):
            ui.label("  ·  ".join(f"{number:,} {t(name)}" for name, number in counts.items())).classes(
                "ml-quiet"
            ).props("data-testid=counts")
            ui.space()
            _exports(project)
        if not counts["objects"]:
            link = (t("Explore universities"), frame.address(project.folder.name, "run"))
            with frame.card():
                frame.empty(
                    t("The network is empty. Explore universities, or insert statements below."), "hub", link=link
                )
        else:
            await _browse(network)
        _ask(network)


def _exports(project: Project) -> None:
    base = frame.api(project.folder.name, "network/export")
    with ui.button(t("Export"), icon="download").props("outline"), ui.menu():
        for name in EXPORTS:
            target = f"{base}?format={name}"
            ui.menu_item(name, on_click=lambda target=target: ui.navigate.to(target, new_tab=True))


async def _browse(network: NetworkStore) -> None:
    with ui.tabs().props("align=left") as tabs:
        ui.tab("graph", label=t("Graph")).props("data-testid=tab-graph")
        ui.tab("table", label=t("Table")).props("data-testid=tab-table")
    with ui.tab_panels(tabs, value="graph").classes("w-full"):
        with ui.tab_panel("graph"), frame.card():
            graph = Graph(network)
            await graph.draw(None)
        with ui.tab_panel("table"):

            async def opened(row: dict[str, Any]) -> None:
                tabs.set_value("graph")
                await graph.draw(int(row["id"]))

            await _objects(network, opened)


async def _objects(network: NetworkStore, opened: tables.Opened) -> None:
    classes = await frame.work(class_counts, network)
    wanted = {"cls": "", "text": ""}

    def fetch(offset: int, limit: int, sort: str) -> tuple[tables.Rows, int]:
        found, total = list_objects(
            network, cls=wanted["cls"], text=wanted["text"], offset=offset, limit=limit, descending=sort == "-name"
        )
        return [{"id": o.id, "name": o.name, "cls": o.cls, "within": o.within} for o in found], total

    with ui.row().classes("items-center w-full gap-2"):
        text = ui.input(t("Search")).props("outlined dense clearable debounce=350 data-testid=search-objects")
        text.classes("grow")
        choices = {"": t("All classes")} | {name: f"{name} ({number:,})" for name, number in classes.items()}
        cls = ui.select(choices, value="", label=t("Class")).props("outlined dense").style("min-width: 200px")
    named = (("name", "Name"), ("cls", "Class"), ("within", "Within"))
    table = tables.SliceTable(
        named, fetch, key="id", mark="table-objects", sort="name", opened=opened,
        empty=lambda: frame.empty(t("Nothing of that name.")),
    )  # fmt: skip
    for column in table.widget.columns[1:]:
        column["sortable"] = False

    async def changed() -> None:
        wanted.update(cls=str(cls.value or ""), text=str(text.value or ""))
        await table.load(first=True)

    text.on_value_change(changed)
    cls.on_value_change(changed)
    await table.load()


def _ask(network: NetworkStore) -> None:
    with frame.card(t("Ask"), t("CREATE, INSERT and QUERY in the network's language; Ctrl+Enter asks.")):
        text = ui.textarea(value=EXAMPLE).props("outlined autogrow data-testid=query").classes("w-full ml-mono")
        text.props["aria-label"] = t("Query")

        async def ask() -> None:
            with frame.busy(button):
                answer.clear()
                found = await frame.work(run_text, network, str(text.value))
                with answer:
                    for each in found:
                        _table(each)
                    if not found:
                        ui.label(t("Done; reload the page to see the network anew.")).classes("ml-quiet")

        text.on("keydown.ctrl.enter", ask)
        button = ui.button(t("Ask"), icon="search", on_click=ask).props("data-testid=ask")
        answer = ui.column().classes("w-full")


def _table(answer: Answer) -> None:
    rows: list[dict[str, Any]] = [
        {"key": at, **{c: ", ".join(map(str, v)) if isinstance(v, (list, tuple)) else v
                       for c, v in zip(answer.columns, row, strict=True)}}
        for at, row in enumerate(answer.rows[:ANSWERS])
    ]  # fmt: skip
    number = len(answer.rows)
    ui.label(t("{n} answers").format(n=f"{number:,}")).classes("ml-quiet text-caption")
    tables.table(rows, [(c, c) for c in answer.columns], key="key", mark="answer", size=10)


class Graph:
    """A part of the network around one object; a click on another makes it the middle."""

    def __init__(self, network: NetworkStore) -> None:
        self.network = network
        with ui.row().classes("items-center w-full gap-2"):
            home = ui.button(t("Outermost things"), icon="home", on_click=lambda: self.draw(None))
            home.props("flat dense data-testid=graph-home")
            self.middle = ui.label().classes("text-weight-medium").props("data-testid=graph-middle")
        self.values = ui.column().classes("w-full gap-0")
        self.chart = ui.echart(_options()).classes("w-full").style("height: 540px").props("data-testid=graph")
        self.chart.on_point_click(self._clicked)
        ui.label(t("Drag to move, scroll to zoom, click a thing to go to it; the table does the same by keyboard.")
                 ).classes("ml-quiet text-caption")  # fmt: skip

    async def _clicked(self, event: events.EChartPointClickEventArguments) -> None:
        data: Any = event.data
        if event.data_type == "node":
            await self.draw(int(data["id"]))

    async def draw(self, middle: int | None) -> None:
        """Shows what stands around an object; without one, the outermost things."""
        with frame.told():
            around = await frame.work(neighbourhood, self.network, middle, NODES)
            here = next((n for n in around.nodes if n.id == str(middle)), None)
            self.middle.set_text(f"{here.cls}: {here.name}" if here else "")
            _put(self.chart, around, str(middle or ""))
            self.values.clear()
            with self.values:
                for attribute, value in around.values:
                    ui.label(f"{attribute}: {value}").classes("text-caption")


def _options() -> dict[str, Any]:
    return {
        "color": list(charts.COLOURS),
        "tooltip": {"confine": True, "formatter": "{b}"},
        "legend": [{"data": [], "top": 0, "left": 0, "textStyle": {"color": charts.INK}, "type": "scroll"}],
        "series": [{
            "type": "graph", "layout": "force", "roam": True, "draggable": True, "data": [], "links": [],
            "categories": [], "top": 40, "left": 30, "right": 60, "bottom": 20, "zoom": 1.1,
            "label": {"show": True, "position": "right", "fontSize": 11, "color": charts.INK, "width": 150,
                      "overflow": "truncate"},
            "labelLayout": {"hideOverlap": True}, "lineStyle": {"color": charts.INK, "opacity": 0.5},
            "force": {"repulsion": 200, "edgeLength": [50, 100], "gravity": 0.15}, "edgeSymbol": ["none", "arrow"],
            "edgeSymbolSize": 6, "emphasis": {"focus": "adjacency"},
        }],
    }  # fmt: skip


def _put(chart: ui.echart, around: Neighbourhood, middle: str) -> None:
    classes = sorted({node.cls for node in around.nodes})
    series = chart.options["series"][0]
    series["categories"] = [{"name": name} for name in classes]
    series["data"] = [
        {"id": n.id, "name": n.name, "category": classes.index(n.cls), "symbolSize": 28 if n.id == middle else 16}
        for n in around.nodes
    ]
    series["links"] = [
        {"source": e.source, "target": e.target, "value": e.role or e.name or e.kind} for e in around.edges
    ]
    chart.options["legend"][0]["data"] = classes
    chart.update()
