"""Network: search it, browse it as a tree and as a table, open an object, ask it, take it with you (U9).

Every thing has a line of its own in the tree and every relationship is a knot with its name, so that no label can lie
over another, however many there are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from nicegui import events, ui

from motherlode.api.serving import NETWORK_FORMATS, DescribedObject, Network, OpenProject, Related, network_of
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import charts, frame, tables
from motherlode.interfaces.web.modules import network_ask
from motherlode.interfaces.web.words import t

LINE = 22
"""Pixels of a line of the tree: a label is 11 pixels high."""

DRAWN = 60
"""Things drawn in a tree; the lists below it hold all."""

LISTED = 100
NODES = 120
Branches = Mapping[str, Sequence[tuple[str, str, str]]]
"""Name of a relationship → (id, class, name) of the things at its end."""


def object_address(project: OpenProject, number: str) -> str:
    """Where an object has its page."""
    return f"{frame.address(project.folder.name, 'network')}?object={number}"


async def object_page(project: OpenProject, network: Network, number: int) -> None:
    """Name, place, values with the pages they come from, and everything it is related to."""
    found = await frame.work(network.described, number)
    with ui.row().classes("items-center gap-1"):
        ui.link(t("Network"), frame.address(project.folder.name, "network"))
        for at, name in found.within:
            ui.label("›").classes("ml-quiet")
            ui.link(name, object_address(project, at))
    frame.title(found.name)
    ui.label(found.cls).classes("ml-quiet").props("data-testid=object-class")
    _values(found)
    if not found.related:
        frame.empty(t("Nothing is related to it."), "hub")
        return
    branches = _branches(found.related)
    with frame.card(t("What stands around it"), t("Click a thing to open its page; the lists below do the same.")):
        _tree(project, found.name, branches)
    with ui.element("div").classes("ml-fields"):
        for relation, things in branches.items():
            _list(project, relation, things)
    for page in found.pages[:3]:
        _page_link(page)


async def outermost(project: OpenProject, network: Network) -> None:
    """The things that belong to nothing else, and their parts, each as a tree of its own."""
    around = await frame.work(network.around, None, NODES)
    names = {node.id: node for node in around.nodes}
    inner = {edge.target for edge in around.edges}
    roots = [node for node in around.nodes if node.id not in inner] or list(around.nodes[:1])
    for root in roots:
        branches: dict[str, list[tuple[str, str, str]]] = {}
        for edge in around.edges:
            if edge.source == root.id and edge.target in names:
                thing = names[edge.target]
                branches.setdefault(edge.role or edge.name or edge.kind, []).append((thing.id, thing.cls, thing.name))
        with ui.row().classes("items-baseline gap-2"):
            ui.link(root.name, object_address(project, root.id)).classes("text-weight-medium")
            ui.label(root.cls).classes("ml-quiet text-caption")
        if branches:
            _tree(project, root.name, branches)


def _branches(related: Sequence[Related]) -> dict[str, list[tuple[str, str, str]]]:
    branches: dict[str, list[tuple[str, str, str]]] = {}
    for one in related:
        branches.setdefault(_read(one), []).append((one.id, one.cls, one.name))
    return branches


def _read(one: Related) -> str:
    """A relationship's name as it reads from the object that is looked at."""
    if one.forward:
        return one.relation
    if one.kind == "contain":
        return t("part of")
    return t("{name} in").format(name=one.relation)


def _values(found: DescribedObject) -> None:
    if not found.values:
        return
    with frame.card(t("What is known")), ui.element("div").classes("ml-pairs").props("data-testid=object-values"):
        for attribute, value, pages in found.values:
            ui.label(attribute).classes("ml-quiet")
            with ui.column().classes("gap-0"):
                if value.startswith(("http://", "https://")):
                    _page_link(value)
                else:
                    ui.label(value).style("overflow-wrap: anywhere")
                for page in pages[:2]:
                    ui.label(f"{t('read on')} {page}").classes("ml-quiet text-caption").style(
                        "overflow-wrap: anywhere"
                    )


def _list(project: OpenProject, relation: str, things: Sequence[tuple[str, str, str]]) -> None:
    with frame.card(relation, t("{n} in all").format(n=f"{len(things):,}")), ui.column().classes("gap-1"):
        for number, cls, name in things[:LISTED]:
            with ui.row().classes("items-baseline gap-2"):
                ui.link(name, object_address(project, number))
                ui.label(cls).classes("ml-quiet text-caption")
        if len(things) > LISTED:
            ui.label(t("… and {n} more").format(n=len(things) - LISTED)).classes("ml-quiet text-caption")


def _page_link(page: str) -> None:
    link = ui.link(page, page if page.startswith(("http://", "https://")) else "#", new_tab=True)
    link.classes("text-caption").props('rel="noreferrer noopener"').style("overflow-wrap: anywhere")


ROOT = {"position": "left", "align": "right", "verticalAlign": "middle", "width": 170, "overflow": "break"}
"""The name of what is looked at stands before its lines, whole, where none can cross it."""


def _tree(project: OpenProject, root: str, branches: Branches) -> None:
    shown: list[dict[str, Any]] = []
    room, lines = DRAWN, 0
    for relation, things in branches.items():
        part = things[: max(1, room)]
        leaves = [{"name": name, "value": number} for number, _, name in part]
        if len(things) > len(part):
            leaves.append({"name": t("… and {n} more").format(n=len(things) - len(part)), "value": ""})
        shown.append({"name": relation, "children": leaves})
        room -= len(part)
        lines += len(leaves)
    inner = {"position": "top", "align": "center", "width": 170, "overflow": "truncate"}
    options: dict[str, Any] = {
        "tooltip": {"formatter": "{b}", "confine": True},
        "series": [{
            "type": "tree", "data": [{"name": root, "children": shown, "label": ROOT}], "orient": "LR", "roam": False,
            "left": 190, "right": "34%", "top": 18, "bottom": 14, "symbolSize": 9, "expandAndCollapse": False,
            "initialTreeDepth": -1, "itemStyle": {"color": charts.COLOURS[0]}, "animation": False,
            "label": {"fontSize": 11, "color": charts.INK, **inner},
            "leaves": {"label": {"position": "right", "align": "left", "verticalAlign": "middle", "width": 300,
                                 "overflow": "truncate"}},
            "lineStyle": {"color": charts.LINE, "width": 1.4}, "emphasis": {"focus": "ancestor"},
        }],
    }  # fmt: skip
    chart = ui.echart(options, renderer="svg").classes("w-full gt-xs").props("data-testid=graph")
    chart.style(f"height: {40 + LINE * max(2, lines + len(shown))}px")  # a line is left between two branches
    chart.props["aria-hidden"] = "true"  # the lists say the same to those who cannot see it

    def clicked(event: events.EChartPointClickEventArguments) -> None:
        if event.value:
            ui.navigate.to(object_address(project, str(event.value)))

    chart.on_point_click(clicked)
    with ui.column().classes("lt-sm gap-1"):
        for relation, things in branches.items():
            ui.label(relation).classes("ml-quiet text-caption")
            for number, _, name in things[:DRAWN]:
                ui.link(name, object_address(project, number))


HITS = 8
"""Objects named below the search field while somebody types."""


async def show(state: State, project: OpenProject) -> None:
    """The whole network, or the object that the address names."""
    with frame.told():
        network = await frame.work(network_of, project)
        chosen = frame.asked("object")
        if chosen.lstrip("-").isdecimal():
            await object_page(project, network, int(chosen))
            return
        frame.heading(
            "Network", "What was found, as things and their relations: browse it, ask it, take it with you."
        )
        counts = await frame.work(network.counts)
        with ui.row().classes("items-center w-full gap-2"):
            ui.label("  ·  ".join(f"{number:,} {t(name)}" for name, number in counts.items())).classes(
                "ml-quiet"
            ).props("data-testid=counts")
            ui.space()
            _exports(project)
        if counts["objects"]:
            _search(project, network)
            await _browse(project, network)
            return
        link = (t("Explore universities"), frame.address(project.folder.name, "run"))
        with frame.card():
            frame.empty(
                t("The network is empty. Explore universities, or insert statements below."), "hub", link=link
            )
        await network_ask.show(network)


def _exports(project: OpenProject) -> None:
    base = frame.api(project.folder.name, "network/export")
    frame.exports(NETWORK_FORMATS, "network", lambda name: f"{base}?format={name}")


def _search(project: OpenProject, network: Network) -> None:
    """Objects by a part of their name, where one is: no other tab, no other page."""

    def wanted() -> str:
        return str(field.value or "").strip()

    async def changed() -> None:
        text = wanted()
        if not text:
            hits.clear()
            return
        with frame.told():
            found, total = await frame.work(network.objects, text=text, limit=HITS)
            if text != wanted():  # more was typed meanwhile, and is answered by itself
                return
            hits.clear()
            with hits:
                for each in found:
                    with ui.row().classes("items-baseline gap-2 w-full"):
                        ui.link(each.name, object_address(project, each.id))
                        ui.label(" · ".join(part for part in (each.cls, each.within) if part)).classes(
                            "ml-quiet text-caption"
                        )
                said = t("{n} in all").format(n=f"{total:,}") if total else t("Nothing of that name.")
                ui.label(said).classes("ml-quiet text-caption")

    field = ui.input(t("Find a person, a unit, a thing by a part of its name"))
    field.props("outlined dense clearable debounce=250 data-testid=find-object").classes("w-full")
    hits = ui.column().classes("w-full gap-1").props("data-testid=found-objects aria-live=polite")
    field.on_value_change(changed)


async def _browse(project: OpenProject, network: Network) -> None:
    with frame.tabs({"graph": t("Graph"), "table": t("Table"), "ask": t("Ask")}):
        with ui.tab_panel("graph"), frame.card():
            await outermost(project, network)
        with ui.tab_panel("table"):
            await _objects(project, network)
        with ui.tab_panel("ask"):
            await network_ask.show(network)


async def _objects(project: OpenProject, network: Network) -> None:
    classes = await frame.work(network.classes)

    def fetch(offset: int, limit: int, sort: str) -> tuple[tables.Rows, int]:
        found, total = network.objects(
            cls=str(cls.value or ""), text=str(text.value or ""), offset=offset, limit=limit,
            descending=sort == "-name",
        )  # fmt: skip
        return [{"id": o.id, "name": o.name, "cls": o.cls, "within": o.within} for o in found], total

    with ui.row().classes("items-center w-full gap-2"):
        text = ui.input(t("Search"), value=frame.asked("objects.text"))
        text.props("outlined dense clearable debounce=350 data-testid=search-objects").classes("grow")
        choices = {"": t("All classes")} | {name: f"{name} ({number:,})" for name, number in classes.items()}
        chosen = frame.asked("objects.class")
        cls = ui.select(choices, value=chosen if chosen in choices else "", label=t("Class"))
        cls.props("outlined dense").style("min-width: 200px")
    named = (("name", "Name"), ("cls", "Class"), ("within", "Within"))
    table = tables.SliceTable(
        named, fetch, key="id", mark="table-objects", sort="name", unsorted=("cls", "within"),
        opened=lambda row: ui.navigate.to(object_address(project, str(row["id"]))),
        empty=lambda: frame.empty(t("Nothing of that name.")),
    )  # fmt: skip

    async def changed(_: Any) -> None:
        frame.remember({"objects.class": cls.value or "", "objects.text": text.value or ""})
        await table.load(first=True)

    text.on_value_change(changed)
    cls.on_value_change(changed)
    await table.load()
