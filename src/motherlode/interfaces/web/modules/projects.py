"""Projects: make, open, remove."""

from __future__ import annotations

from nicegui import ui

from motherlode.api.serving import OpenProject, network_of
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.modules import begin
from motherlode.interfaces.web.modules.run_form import KINDS
from motherlode.interfaces.web.words import number_of, t


async def show(state: State) -> None:
    """The list of projects and a form for a new one."""
    names = await frame.work(state.workspace.names)
    await begin.show(state)
    with ui.row().classes("items-end w-full gap-2 q-mt-md"):
        with ui.column().classes("gap-0 grow"):
            ui.label(t("Projects")).classes("text-h6").props('role=heading aria-level="2"')
            ui.label(t("A project holds a topic, its sources and everything that was found.")).classes("ml-quiet")
        if not state.workspace.single:
            _new(state)
    if not names:
        frame.empty(
            t("No project yet. Try something in the box above, or give an empty project a name."), "folder_open"
        )
    for each in names:
        await _project(state, each)


def _new(state: State) -> None:
    with ui.row().classes("items-center gap-2"):
        name = ui.input(t("New project"), placeholder=t("floods in spring")).props("outlined dense maxlength=64")
        name.props("data-testid=project-name").style("width: 220px")

        async def create() -> None:
            with frame.busy(button):
                wanted = str(name.value or "").strip()
                await frame.work(state.workspace.create, wanted)
                ui.navigate.to(frame.address(wanted, "sources"))

        name.on("keydown.enter", create)
        button = ui.button(t("Create"), icon="add", on_click=create).props("outline data-testid=project-create")


async def _project(state: State, name: str) -> None:
    card = ui.card().classes("ml-card")
    card.props["data-testid"] = f"project-{name}"
    with card, ui.row().classes("items-center w-full no-wrap gap-2"):
        with ui.column().classes("gap-0 grow").style("min-width: 0"):
            link = ui.link(name, frame.address(name, "sources")).classes("text-subtitle1 text-weight-medium")
            link.style("overflow-wrap: anywhere")
            way = "sources"
            with frame.told():
                project = await frame.work(state.workspace.get, name)
                found = await frame.work(_contents, project)
                way = next((module for number, _, module in found if number), way)
                link.props["href"] = frame.address(name, way)
                runs = await frame.work(state.jobs.list, project)
                shown = [number_of(words, number) for number, words, _ in found if number]
                shown = shown or [t("Nothing here yet")]
                if runs:
                    shown.append(f"{t('last run')}: {t(KINDS.get(runs[0].kind, runs[0].kind))}, {t(runs[0].state)}")
                ui.label("  ·  ".join(shown)).classes("ml-quiet")
        ui.button(t("Open"), on_click=lambda: ui.navigate.to(frame.address(name, way))).props("flat no-wrap").classes(
            "shrink-0"
        )
        if not state.workspace.single:
            remove = ui.button(icon="delete", on_click=lambda: _delete(state, name)).props(
                "flat round color=negative"
            )
            remove.props["aria-label"] = f"{t('Delete')} {name}"
            remove.props["data-testid"] = f"delete-{name}"


def _contents(project: OpenProject) -> list[tuple[int, str, str]]:
    """What a project holds: numbers, words, and the page to begin at; the first that is there leads."""
    kinds = project.store.results.kinds()
    articles, objects = project.store.articles.count(), network_of(project).counts()["objects"]
    return [
        (articles, "{n} articles", "stories" if kinds.get("stories") else "results"),
        (objects, "{n} objects", "network"),
        (len(project.store.records.sources()), "{n} sources of records", "records"),
        (kinds.get("hidden", 0), "{n} databases", "hidden"),
        (sum(project.store.pages.counts().values()), "{n} pages", "results"),
    ]


async def _delete(state: State, name: str) -> None:
    with ui.dialog() as dialog, ui.card():
        ui.label(t("Delete {name}?").format(name=name)).classes("text-h6")
        ui.label(t("Its runs are stopped and all its files are removed. This cannot be undone."))
        with ui.row():
            ui.button(t("Delete"), color="negative", on_click=lambda: dialog.submit(True)).props(
                "data-testid=confirm-delete"
            )
            ui.button(t("Cancel"), on_click=lambda: dialog.submit(False)).props("flat autofocus")
    if await dialog:
        with frame.told():
            project = await frame.work(state.workspace.get, name)
            await frame.work(state.jobs.end_all, project)
            await frame.work(state.workspace.delete, name)
            ui.navigate.to("/")
