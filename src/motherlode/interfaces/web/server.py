"""One server for REST API and web page."""

from __future__ import annotations

import secrets
import socket
import sys
from collections.abc import Sequence
from pathlib import Path

import uvicorn
from fastapi import FastAPI

from motherlode.app.jobs.schedule import Ticker
from motherlode.app.workspace import Workspace
from motherlode.errors import UsageError
from motherlode.interfaces.rest.app import create_api
from motherlode.interfaces.rest.guard import is_loopback
from motherlode.interfaces.rest.users import User
from motherlode.interfaces.web.pages import mount_pages

SWITCH = 0.0005
"""Seconds for which a thread that reads the store may keep the one that answers everybody waiting.

Python's own 0.005 are waited for after every call to the network: with 200 clients most of the time went there.
"""


def create_server(workspace: Workspace, token: str = "", users: Sequence[User] = ()) -> FastAPI:
    """The API with the web page mounted beside it."""
    app = create_api(workspace, token, users)
    mount_pages(app)
    return app


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
