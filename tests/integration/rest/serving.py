"""A real server on loopback for the tests of the REST API."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import uvicorn

from motherlode.app.workspace import Workspace
from motherlode.interfaces.rest.app import create_api
from motherlode.interfaces.rest.guard import User


@contextmanager
def serving(folder: Path, token: str = "", users: Sequence[User] = ()) -> Iterator[httpx.Client]:
    listener = socket.socket()
    listener.bind(("127.0.0.1", 0))
    app = create_api(Workspace(folder), token, users)
    config = uvicorn.Config(app, log_level="error", lifespan="off", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    with httpx.Client(base_url=f"http://127.0.0.1:{listener.getsockname()[1]}/api", timeout=30) as client:
        yield client
    app.state.motherlode.readers.close()
    server.should_exit = True
    thread.join(10)
    listener.close()
