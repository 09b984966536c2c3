"""Records: a page with its records outlined, the table beside it, the rule, the mapping to a schema (E)."""

from __future__ import annotations

from typing import Any

from nicegui import events, ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame, tables
from motherlode.interfaces.web.modules.records_mapping import MappingCard
from motherlode.interfaces.web.modules.records_preview import preview
from motherlode.interfaces.web.words import t
from motherlode.model.clock import SystemClock
from motherlode.model.records import Region, Wrapper
from motherlode.recipes.fetching import SimpleFetcher
from motherlode.recipes.project import Project
from motherlode.recipes.records_project import FoundRecords, find_records
from motherlode.text.urls import canonical

MAX_FILE = 32 * 1024 * 1024
COLUMNS = 12
LISTS = 3


async def show(state: State, project: Project) -> None:
    """An address or an upload in; the page, the table, the rule and the mapping out; below, what is kept."""
    frame.heading("Records", "Paste an address of a result page, or upload saved pages.")

    async def draw(body: bytes, kind: str, page: str) -> None:
        found = await frame.work(find_records, project, body, kind, page, SystemClock().now())
        result.clear()
        with result:
            await _result(project, found)

    async def fetch() -> None:
        with frame.busy(finder):
            url = canonical(str(address.value or ""))
            response = await SimpleFetcher(allow_private=project.params.allow_private).fetch(url)
            await draw(response.body, response.header("content-type"), response.final_url)

    async def uploaded(event: events.UploadEventArguments) -> None:
        with frame.told():
            await draw(await event.file.read(), "", f"file:{event.file.name}")
        picker.reset()

    with frame.card(), ui.row().classes("items-center w-full gap-2"):
        address = ui.input(t("Address of a result page")).props("outlined dense data-testid=records-url")
        address.classes("grow").style("min-width: 220px").on("keydown.enter", fetch)
        finder = ui.button(t("Find records"), icon="search", on_click=fetch).props("data-testid=records-find")
        picker = ui.upload(on_upload=uploaded, auto_upload=True, multiple=True, max_file_size=MAX_FILE)
        picker.props("data-testid=records-file").classes("hidden")
        ui.button(t("Upload pages"), icon="upload_file", on_click=lambda: picker.run_method("pickFiles")).props(
            "outline"
        )
    result = ui.column().classes("w-full")
    await _kept(project)


async def _result(project: Project, found: FoundRecords) -> None:
    if not found.regions:
        frame.empty(f"{t('No list of records was found on this page.')} {found.reason}", "search_off")
        return
    for number, region in enumerate(found.regions[:LISTS]):
        title = t("{n} records").format(n=len(region.records))
        box = ui.expansion(title, caption=f"{t('Score')} {region.score:.2f}  ·  {region.path}", value=number == 0)
        box.classes("ml-card w-full").props(f"data-testid=region-{number}")
        with box, ui.row().classes("w-full").style("gap: 16px"):
            with ui.column().style("flex: 1 1 420px; min-width: min(300px, 100%)"):
                _table(region)
            with ui.column().style("flex: 1 1 420px; min-width: min(300px, 100%)"):
                preview(found.html, region)
    if found.wrapper is not None:
        _wrapper(found.wrapper)
    if found.regions[0].columns:
        await MappingCard(project, found.source, found.regions[0]).build()


def _table(region: Region) -> None:
    names = [c.name for c in region.columns][:COLUMNS]
    if names:
        rows: list[dict[str, Any]] = [
            {"key": at, **{n: _cell(record.fields.get(n)) for n in names}} for at, record in enumerate(region.records)
        ]
        tables.table(rows, [(n, n) for n in names], key="key", mark="records-table", size=10)
    else:
        rows = [{"key": at, "text": " | ".join(record.texts)} for at, record in enumerate(region.records)]
        tables.table(rows, [("text", "Text")], key="key", mark="records-table", size=10)


def _cell(value: object) -> str:
    return "" if value is None else ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


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


async def _kept(project: Project) -> None:
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
                t("No records are kept yet. Paste the address of a page with a list: results, prices, people.")
            )
            return
        total = sum(row["records"] for row in rows)
        text = t("{n} records of {m} sources, {k} rules").format(n=total, m=len(rows), k=rows[0]["rules"])
        with frame.card(t("Kept in this project"), text):
            named = (("source", "Source"), ("records", "Records"), ("pages", "Lists"), ("example", "First page"))
            tables.table(rows, named, key="source", mark="records-kept", opened=lambda row: _kept_lists(project, row))


async def _kept_lists(project: Project, row: dict[str, Any]) -> None:
    with frame.told():
        lists = await frame.work(lambda: list(project.store.records.lists(source=str(row["source"]))))
        with ui.dialog() as dialog, ui.card().classes("w-full").style("max-width: 1100px"):
            with ui.row().classes("w-full items-start no-wrap"):
                ui.label(str(row["source"])).classes("text-h6 grow")
                close = ui.button(icon="close", on_click=dialog.close).props("flat round dense autofocus")
                close.props["aria-label"] = t("Close")
            for page, _, region in lists[:LISTS]:
                ui.label(page).classes("ml-mono ml-quiet")
                _table(region)
            if len(lists) > LISTS:
                ui.label(t("… and {n} more").format(n=len(lists) - LISTS)).classes("ml-quiet text-caption")
        dialog.open()
