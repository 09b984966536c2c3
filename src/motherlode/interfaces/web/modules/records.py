"""Records: a page with its records outlined, the table beside it, the rule, the mapping to a schema (E)."""

from __future__ import annotations

import html as escaping
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from nicegui import events, ui

from motherlode.api import serving
from motherlode.api.serving import OpenProject
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules.records_joined import JoinedCard, MappingCard
from motherlode.interfaces.web.words import number_of, t
from motherlode.model.clock import SystemClock
from motherlode.model.records import Region, Wrapper

MAX_FILE = 32 * 1024 * 1024
COLUMNS = 12
LISTS = 3
PASTED = "pasted page"


async def show(state: State, project: OpenProject) -> None:
    """An address, HTML or an upload in; the page, the table, the rule and the mapping out; below, what is kept."""
    frame.heading("Records", "Give the address of a page with a list, paste its HTML, or upload saved pages.")

    async def read(body: bytes, kind: str, page: str, *, anew: bool = False) -> None:
        params = project.settings.get(serving.RecordParams)
        rule = None if anew else await frame.work(project.store.records.wrapper, serving.source_of(page))
        found: serving.FoundRecords = await state.readers.read(serving.find_records, body, kind, page, params, rule)
        result.clear()
        with result:
            if found.by_rule:
                _by_rule(found, lambda: read(body, kind, page, anew=True))
            elif rule is not None:
                said = t("The rule of {source} does not fit this page: {why}").format(
                    source=found.source, why=found.reason
                )
                ui.label(said).classes("text-negative").props("data-testid=rule-unfit")
            await TriedPage(state, project, found, refresh).build()

    async def refresh() -> None:
        kept.clear()
        with kept:
            await _kept(project, refresh)
            sources = await frame.work(project.store.records.sources)
            if sources:
                await JoinedCard(state, project).build(sources)

    async def fetch() -> None:
        with frame.busy(finder):
            text = str(address.value or "").strip()
            if text.startswith("<"):
                await read(text.encode("utf-8", "replace"), "text/html; charset=utf-8", PASTED)
                return
            fetched = await serving.fetch_page(text, project)
            await read(fetched.body, fetched.content_type, fetched.url)

    async def uploaded(event: events.UploadEventArguments) -> None:
        with frame.told():
            await read(await event.file.read(), "", f"file:{event.file.name}")

    with frame.card(), ui.row().classes("items-center w-full gap-2"):
        address = ui.textarea(t("Address of a page, or its HTML")).props("outlined dense autogrow rows=1")
        address.props("data-testid=records-url input-style='max-height: 160px'")
        address.classes("grow").style("min-width: 220px").on("keydown.enter.prevent", fetch)
        finder = ui.button(t("Find records"), icon="search", on_click=fetch).props("data-testid=records-find")
        frame.picker(t("Upload pages"), uploaded, "data-testid=records-file", MAX_FILE, multiple=True)
    result = ui.column().classes("w-full")
    kept = ui.column().classes("w-full")
    await refresh()
    if frame.asked("url"):
        address.set_value(frame.asked("url"))
        ui.timer(0.1, fetch, once=True)


class TriedPage:
    """What was found on one page: looked at, its columns named, then kept or left."""

    def __init__(self, state: State, project: OpenProject, found: serving.FoundRecords, changed: Any) -> None:
        self.state, self.project, self.found, self.changed = state, project, found, changed
        self.place = ui.column().classes("w-full")

    async def build(self) -> None:
        """Puts it on the page, in the place of what stood there."""
        with self.place:
            await self._draw(self.found)

    async def _draw(self, found: serving.FoundRecords) -> None:
        if not found.regions:
            frame.empty(f"{t('No list of records was found on this page.')} {found.reason}", "search_off")
            return
        self._keep_bar()
        for number, region in enumerate(found.regions[:LISTS]):
            title = number_of("{n} records", len(region.records))
            box = ui.expansion(title, caption=f"{t('Score')} {region.score:.2f}  ·  {region.path}", value=number == 0)
            box.classes("ml-card w-full").props(f"data-testid=region-{number}")
            with box:
                if region.columns:
                    self._names(number, region)
                with ui.row().classes("w-full").style("gap: 16px"):
                    with ui.column().style("flex: 1 1 420px; min-width: min(300px, 100%)"):
                        tables.records(region, COLUMNS, mark="records-table", size=10)
                    with ui.column().style("flex: 1 1 420px; min-width: min(300px, 100%)"):
                        ui.label(t("Point at something in a record to name it, to drop it or to make it a field.")
                                 ).classes("ml-quiet text-caption")  # fmt: skip
                        drawn = await self.state.readers.read(serving.drawn_page, found.html, region)
                        _preview(drawn, partial(self._pointed, number))
        if found.wrapper is not None:
            _wrapper(found.wrapper)
        if found.regions[0].columns:
            await MappingCard(self.state, self.project, found.source, found.regions[0]).build()

    def _keep_bar(self) -> None:
        async def keep() -> None:
            with frame.busy(button):
                await frame.work(serving.keep_records, self.project, self.found, SystemClock().now())
                said.set_text(t("Kept in this project."))
                button.disable()
                await self.changed()

        with ui.row().classes("items-center gap-3"):
            button = ui.button(t("Keep these records"), icon="save", on_click=keep).props("data-testid=records-keep")
            said = ui.label(t("This is a try: nothing is kept yet.")).classes("ml-quiet")
            said.props("data-testid=records-state aria-live=polite")

    async def _pointed(self, number: int, record: int, node: int) -> None:
        """What somebody pointed at: a column to rename or drop, or a new one to define."""
        with frame.told():
            text = await frame.work(serving.text_at, self.found, node)
            column = await frame.work(serving.column_at, self.found, number, record, node)
            with ui.dialog() as dialog, ui.card().classes("w-full").props("data-testid=pointed"):
                ui.label(text[:200] or t("an empty place")).classes("text-h6").style("overflow-wrap: anywhere")
                said = t("Column {name}").format(name=column) if column else t("This is no column yet.")
                ui.label(said).classes("ml-quiet")
                name = ui.input(t("Name"), value=column).props("outlined dense autofocus data-testid=pointed-name")
                with ui.row():
                    ui.button(t("Rename") if column else t("Make it a field"), on_click=lambda: dialog.submit("keep")
                              ).props("data-testid=pointed-keep")  # fmt: skip
                    if column:
                        drop = ui.button(t("Drop"), on_click=lambda: dialog.submit("drop"))
                        drop.props("flat color=negative data-testid=pointed-drop")
                    ui.button(t("Cancel"), on_click=lambda: dialog.submit("")).props("flat")
            done = await dialog
            if not done:
                return
            wanted = "" if done == "drop" else str(name.value or "").strip()
            if column:
                self.found = serving.renamed(self.found, number, {column: wanted})
            else:
                self.found = await frame.work(serving.with_field, self.found, number, record, node, wanted)
            self.place.clear()
            await self.build()

    def _names(self, number: int, region: Region) -> None:
        """Names of the columns, to be changed; a name taken away drops its column."""
        fields: dict[str, ui.input] = {}

        async def rename() -> None:
            with frame.told():
                names = {old: str(field.value or "") for old, field in fields.items()}
                self.found = serving.renamed(self.found, number, names)
                self.place.clear()
                await self.build()

        with ui.row().classes("items-center w-full gap-2"):
            for column in region.columns[:COLUMNS]:
                made = ui.input(column.name, value=column.name).props("outlined dense").style("width: 150px")
                made.props["data-testid"] = f"column-{number}-{column.name}"
                fields[column.name] = made
            ui.button(t("Rename"), icon="edit", on_click=rename).props(f"flat data-testid=rename-{number}")
        ui.label(t("An empty name drops the column.")).classes("ml-quiet text-caption")


def _preview(drawn: str, pointed: Callable[[int, int], Awaitable[None]]) -> None:
    """The page in a frame that runs nothing and loads nothing; `pointed` is told the record and the node of a click.

    The frame may not run scripts, so that it may belong to this page, which listens to the clicks in it.
    """
    outlined = escaping.escape(drawn, quote=True)
    made = ui.html(
        f'<iframe sandbox="allow-same-origin" title="{escaping.escape(t("Preview"))}" srcdoc="{outlined}" '
        'style="width:100%;height:480px;border:1px solid rgba(128,128,128,.3);border-radius:8px;background:#fff">'
        "</iframe>",
        sanitize=False,
    ).classes("w-full")
    made.props("data-testid=records-preview")

    async def heard(event: events.GenericEventArguments) -> None:
        await pointed(int(event.args["record"]), int(event.args["node"]))

    name = f"pointed-{made.id}"
    ui.on(name, heard)
    ui.run_javascript(_LISTEN.replace("HERE", str(made.id)).replace("NAME", name))


_LISTEN = """
const frame = getElement(HERE)?.$el?.querySelector('iframe');
const listen = () => frame.contentDocument.addEventListener('click', event => {
  event.preventDefault();
  const place = event.target.closest('[data-n]'), record = event.target.closest('[data-record]');
  if (place && record) emitEvent('NAME', {node: Number(place.dataset.n), record: Number(record.dataset.record)});
});
if (frame) frame.contentDocument.querySelector('[data-record]') ? listen() : frame.addEventListener('load', listen);
"""
"""Tells the server where on the page somebody pointed; nothing where the preview was replaced meanwhile."""


def _by_rule(found: serving.FoundRecords, anew: Callable[[], Awaitable[None]]) -> None:
    """Says that the source's rule was at work, and offers to look without it."""

    async def pressed() -> None:
        with frame.busy(button):
            await anew()

    with ui.row().classes("items-center gap-3").props("data-testid=by-rule"):
        ui.icon("rule", color="positive")
        ui.label(t("Read by the rule of {source}: {why}").format(source=found.source, why=found.reason))
        button = ui.button(t("Look without the rule"), on_click=pressed).props("flat data-testid=rule-anew")


def _wrapper(wrapper: Wrapper) -> None:
    """The rule that finds the records again, in words a person can paste elsewhere."""
    with frame.card(t("Wrapper"), t("The rule learned for this source; its next pages are read with it.")):
        with ui.column().classes("gap-0 w-full").props("data-testid=wrapper"):
            ui.label(f"XPath  {wrapper.entity_xpath}").classes("ml-mono")
            ui.label(f"CSS  {wrapper.entity_css}").classes("ml-mono")
        rows = [
            {"name": c.name, "type": c.type, "label": c.label, "path": c.path, "filled": f"{100 * c.filled:.0f} %"}
            for c in wrapper.items
        ]
        named = (("name", "Column"), ("type", "Type"), ("label", "Label"), ("path", "Path"), ("filled", "Filled"))
        tables.table(rows, named, key="name", mark="wrapper-items", size=12)


async def _kept(project: OpenProject, changed: Any) -> None:
    """The lists that the project holds already."""

    def read() -> list[dict[str, Any]]:
        rules = len(project.store.records.wrappers())
        counts: dict[str, dict[str, Any]] = {}
        for number, (page, source, region) in enumerate(project.store.records.lists()):
            row = counts.setdefault(
                source, {"source": source, "pages": 0, "records": 0, "example": page, "at": number}
            )
            row["pages"] += 1
            row["records"] += len(region.records)
        rows = list(counts.values())
        return [{**row, "rules": rules} for row in rows]

    with frame.told():
        rows = await frame.work(read)
        if not rows:
            frame.empty(
                t("No records are kept yet. Give the address of a page with a list: results, prices, people.")
            )
            return
        total = sum(row["records"] for row in rows)
        text = t("{n} records of {m} sources, {k} rules").format(n=total, m=len(rows), k=rows[0]["rules"])
        with frame.card(t("Kept in this project"), text):
            _export(project, "")
            named = (("source", "Source"), ("records", "Records"), ("pages", "Lists"), ("example", "First page"))
            tables.table(
                rows, named, key="source", mark="records-kept", opened=lambda row: _kept_lists(project, row, changed)
            )


def _export(project: OpenProject, source: str) -> None:
    base = frame.api(project.folder.name, "export")
    asked = {"what": "records", "source": source}
    frame.exports(serving.FORMATS, "records", lambda name: f"{base}?{urlencode({**asked, 'format': name})}")


async def _kept_lists(project: OpenProject, row: dict[str, Any], changed: Any) -> None:
    source = str(row["source"])

    async def remove() -> None:
        with frame.told():
            await frame.work(project.store.records.forget, source)
            dialog.close()
            frame.saved(t("Removed"))
            await changed()

    with frame.told():
        lists = await frame.work(lambda: list(project.store.records.lists(source=source)))
        with frame.dialog(source) as dialog:
            for page, _, region in lists[:LISTS]:
                ui.label(page).classes("ml-mono ml-quiet")
                tables.records(region, COLUMNS, mark="records-table", size=10)
            with ui.row().classes("gap-2"):
                _export(project, source)
                ui.button(t("Remove"), icon="delete", on_click=remove).props(
                    "flat color=negative data-testid=records-remove"
                )
            if len(lists) > LISTS:
                ui.label(t("… and {n} more").format(n=len(lists) - LISTS)).classes("ml-quiet text-caption")
