"""One server for REST API and web page, and the addresses of its pages."""

from __future__ import annotations

import importlib
import secrets
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from nicegui import app as nicegui
from nicegui import ui

from motherlode.api.serving import Ticker, Workspace
from motherlode.errors import MotherlodeError, UsageError
from motherlode.interfaces.rest.app import create_api
from motherlode.interfaces.rest.guard import ROLE, User, is_loopback
from motherlode.interfaces.rest.state import State
from motherlode.interfaces.web import frame
from motherlode.interfaces.web.modules import projects
from motherlode.interfaces.web.words import t

MODULES = tuple(path for path, _, _ in frame.MENU)

RECONNECT = 15.0
"""Seconds for which a page that lost its line keeps what a person did on it; three were lost on a busy machine."""

SWITCH = 0.0005
"""Seconds for which a thread that reads the store may keep the one that answers everybody waiting.

Python's own 0.005 are waited for after every call to the network: with 200 clients most of the time went there.
"""


def create_server(workspace: Workspace, token: str = "", users: Sequence[User] = ()) -> FastAPI:
    """The API with the web page mounted beside it."""
    app = create_api(workspace, token, users)
    mount_pages(app)
    return app


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

    nicegui.on_page_exception(_broken)
    ui.run_with(app, title="Motherlode", dark=None, show_welcome_message=False, reconnect_timeout=RECONNECT)


def _broken() -> None:
    """What a person sees where a page fails; the error itself is in the log."""
    with frame.page("", ""):
        said = t("This page could not be shown; the server's log says why. The other pages still work.")
        frame.empty(said, "error", link=(t("Projects"), "/"))


def _state(app: FastAPI) -> State:
    """What the page may work with: for a user who only looks, projects that cannot be changed."""
    looks = ui.context.client.request.scope.get(ROLE) == "reader"
    state: State = app.state.read_only if looks else app.state.motherlode
    return state


def token_for(host: str, token: str) -> str:
    """The token to ask for: none on loopback, a new one elsewhere unless one is given."""
    return token or ("" if is_loopback(host) else secrets.token_urlsafe(24))


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; a port that is taken is said in words."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise UsageError(f"port {port} on {host} cannot be used ({error}); choose another with --port") from error
    return listener


def run(folder: Path, listener: socket.socket, token: str = "", users: Sequence[User] = ()) -> None:
    """Serves until Ctrl-C or SIGTERM."""
    workspace = Workspace(folder)
    app = create_server(workspace, token, users)
    ticker = Ticker(workspace, app.state.motherlode.schedules)
    ticker.start()
    sys.setswitchinterval(SWITCH)
    try:
        config = uvicorn.Config(app, log_level="warning", access_log=False)
        uvicorn.Server(config).run(sockets=[listener])
    finally:
        ticker.close()
        app.state.motherlode.readers.close()
        workspace.close()
