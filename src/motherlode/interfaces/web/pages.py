"""The pages of the web interface and their addresses."""

from __future__ import annotations

import importlib

from fastapi import FastAPI
from nicegui import ui

from motherlode.errors import MotherlodeError
from motherlode.interfaces.rest.guard import ROLE
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.modules import projects
from motherlode.interfaces.web.words import t

MODULES = tuple(path for path, _, _ in frame.MENU)

RECONNECT = 15.0
"""Seconds for which a page that lost its line keeps what a person did on it; three were lost on a busy machine."""


def mount_pages(app: FastAPI) -> None:
    """Adds the web page to the server; all its files come from this machine."""

    @ui.page("/", response_timeout=30)
    async def home() -> None:
        with frame.page("", ""):
            await projects.show(_state(app))

    @ui.page("/p/{project}/{module}", response_timeout=30)
    async def show_module(project: str, module: str) -> None:
        with frame.page(project if module in MODULES else "", module):
            if module not in MODULES:
                frame.empty(t("There is no such page."), "link_off", link=(t("Projects"), "/"))
                return
            try:
                opened = await frame.work(_state(app).workspace.get, project)
            except MotherlodeError as error:
                frame.empty(error.message, "folder_off", link=(t("Projects"), "/"))
                return
            shown = importlib.import_module(f"motherlode.interfaces.web.modules.{module}")
            await shown.show(_state(app), opened)

    ui.run_with(app, title="Motherlode", dark=None, show_welcome_message=False, reconnect_timeout=RECONNECT)


def _state(app: FastAPI) -> State:
    """What the page may work with: for a user who only looks, projects that cannot be changed."""
    looks = ui.context.client.request.scope.get(ROLE) == "reader"
    state: State = app.state.read_only if looks else app.state.motherlode
    return state
