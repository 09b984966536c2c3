"""Sources: NewsSet and UrlSet pasted, from text, Excel or a database; with preview and validation (N1, N16)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from nicegui import events, ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.plain_text import PlainText
from motherlode.interfaces.web.words import t
from motherlode.recipes.project import Project
from motherlode.sources.tables import Addresses, Rows, addresses_of, database_rows, excel_rows, text_rows
from motherlode.store.topics import NEWS_SET, URL_SET

SHOWN = 200
"""Lines of the preview; all of them are saved."""

Take = Callable[[Callable[[], Rows]], Awaitable[None]]


async def show(state: State, project: Project) -> None:
    """One card for the sites to search, one for the example articles."""
    frame.heading("Sources", "Paste addresses, or import them below.")
    await _card(project, NEWS_SET, "Sites to search (NewsSet)")
    await _card(project, URL_SET, "Example articles (UrlSet)")


async def _card(project: Project, kind: str, title: str) -> None:
    known = await frame.work(project.store.topics.sources, kind)
    with frame.card(title):
        pasted = PlainText("\n".join(known), t("One address a line"), f"{kind}-text")
        told = ui.column().classes("w-full gap-1").props(f'data-testid="{kind}-preview"')
        _tell(told, Addresses(tuple(known)))

        async def take(read: Callable[[], Rows]) -> None:
            with frame.told():
                found = addresses_of(await frame.work(read))
                both = [*_lines(pasted.text), *found.urls]
                pasted.write("\n".join(dict.fromkeys(both)))
                _tell(told, found)

        async def save() -> None:
            with frame.told():
                rows = [(line,) for line in _lines(pasted.text)]
                found = await frame.work(addresses_of, rows)
                await frame.work(project.store.topics.set_sources, kind, list(found.urls))
                _tell(told, found)
                frame.saved(f"{len(found.urls)} {t('addresses')}")

        with ui.row().classes("items-center"):
            ui.button(t("Save"), icon="save", on_click=save).props(f'data-testid="{kind}-save"')
            _upload(t("From text"), ".txt,.csv,.tsv", take, excel=False, mark=f"{kind}-file-text")
            _upload(t("From Excel"), ".xlsx,.xls,.ods", take, excel=True, mark=f"{kind}-file-excel")
            ui.button(t("From a database"), icon="storage", on_click=lambda: _database(take)).props("outline")


def _lines(text: str) -> list[str]:
    return [line.strip() for line in text.splitlines() if line.strip()]


def _upload(label: str, accept: str, take: Take, *, excel: bool, mark: str) -> None:
    async def uploaded(event: events.UploadEventArguments) -> None:
        body = await event.file.read()
        name = event.file.name
        await take(lambda: excel_rows(body, name) if excel else text_rows(body, name))

    hidden = ui.upload(on_upload=uploaded, auto_upload=True, max_file_size=64 * 1024 * 1024).props(f"accept={accept}")
    hidden.classes("hidden").props(f'data-testid="{mark}"')
    ui.button(label, icon="upload_file", on_click=lambda: hidden.run_method("pickFiles")).props("outline")


async def _database(take: Take) -> None:
    with ui.dialog() as dialog, ui.card().classes("w-full"):
        ui.label(t("From a database")).classes("text-h6")
        url = ui.input(t("Database URL"), placeholder="postgresql+psycopg://user@host/name").props("outlined dense")
        url.classes("w-full").props('data-testid="database-url"')
        query = ui.textarea(t("Query"), placeholder="select url from sites").props("outlined dense").classes("w-full")
        query.props('data-testid="database-query"')
        with ui.row():
            ui.button(t("Import"), on_click=lambda: dialog.submit(True)).props('data-testid="database-import"')
            ui.button(t("Cancel"), on_click=lambda: dialog.submit(False)).props("flat")
    if await dialog:
        await take(lambda: database_rows(str(url.value), str(query.value)))


def _tell(place: ui.column, found: Addresses) -> None:
    place.clear()
    with place:
        ui.label(f"{len(found.urls)} {t('addresses')}, {len(found.refused)} {t('refused')}").classes("ml-quiet")
        for line in found.refused[:SHOWN]:
            ui.label(line).classes("text-negative text-caption")
