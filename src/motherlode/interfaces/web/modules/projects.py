"""Projects: make, open, remove."""

from __future__ import annotations

from nicegui import ui

from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.words import t


async def show(state: State) -> None:
    """The list of projects and a form for a new one."""
    frame.heading("Projects", "Make a project to begin.")
    if not state.workspace.single:
        with frame.card("New project"), ui.row().classes("items-center w-full"):
            name = (
                ui.input(t("Name"))
                .props("outlined dense maxlength=64")
                .classes("grow")
                .props('data-testid="project-name"')
            )

            async def create() -> None:
                with frame.told():
                    await frame.work(state.workspace.create, str(name.value or "").strip())
                    ui.navigate.to(f"/p/{str(name.value).strip()}/sources")

            name.on("keydown.enter", create)
            ui.button(t("Create"), icon="add", on_click=create).props('data-testid="project-create"')
    names = state.workspace.names()
    if not names:
        frame.empty("Nothing here yet", "folder_open")
    for each in names:
        await _project(state, each)


async def _project(state: State, name: str) -> None:
    with (
        ui.card().classes("ml-card").props(f'data-testid="project-{name}"'),
        ui.row().classes("items-center w-full no-wrap"),
    ):
        with ui.column().classes("gap-0 grow"):
            ui.link(name, f"/p/{name}/sources").classes("text-subtitle1 text-weight-medium")
            with frame.told():
                project = await frame.work(state.workspace.get, name)
                articles = await frame.work(project.store.articles.count)
                pages = await frame.work(project.store.pages.counts)
                ui.label(f"{articles} {t('Articles')} · {sum(pages.values())} {t('Pages')}").classes("ml-quiet")
        ui.button(t("Open"), on_click=lambda: ui.navigate.to(f"/p/{name}/sources")).props("flat")
        if not state.workspace.single:
            ui.button(icon="delete", on_click=lambda: _delete(state, name)).props(
                f'flat round color=negative aria-label="{t("Delete")} {name}"'
            ).props(f'data-testid="delete-{name}"')


async def _delete(state: State, name: str) -> None:
    with ui.dialog() as dialog, ui.card():
        ui.label(f"{t('Delete')} {name}?").classes("text-h6")
        with ui.row():
            ui.button(t("Delete"), color="negative", on_click=lambda: dialog.submit(True)).props(
                'data-testid="confirm-delete"'
            )
            ui.button(t("Cancel"), on_click=lambda: dialog.submit(False)).props("flat")
    if await dialog:
        with frame.told():
            project = await frame.work(state.workspace.get, name)
            for each in await frame.work(state.jobs.list, project):
                if each.state in ("running", "starting"):
                    await frame.work(state.jobs.stop, project, each.id)
                    await frame.work(state.jobs.wait, project, each.id, 20)
            await frame.work(state.workspace.delete, name)
            ui.navigate.to("/")
