"""Network: search it, browse it as a tree and as a table, open an object, ask it, take it with you (U9)."""

from __future__ import annotations

from typing import Any

from nicegui import ui

from motherlode.api.serving import NETWORK_FORMATS, Network, OpenProject, network_of
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules import network_ask
from motherlode.interfaces.web.modules.network_object import object_address, object_page, outermost
from motherlode.interfaces.web.words import t

HITS = 8
"""Objects named below the search field while somebody types."""

TABS = ("graph", "table", "ask")


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

    async def changed() -> None:
        text = str(field.value or "").strip()
        hits.clear()
        if not text:
            return
        with frame.told():
            found, total = await frame.work(network.objects, text=text, limit=HITS)
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
    first = frame.asked("tab", TABS[0])
    with ui.tabs(on_change=lambda event: frame.remember({"tab": event.value})).props("align=left") as tabs:
        ui.tab("graph", label=t("Graph")).props("data-testid=tab-graph")
        ui.tab("table", label=t("Table")).props("data-testid=tab-table")
        ui.tab("ask", label=t("Ask")).props("data-testid=tab-ask")
    with ui.tab_panels(tabs, value=first if first in TABS else TABS[0]).classes("w-full"):
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
