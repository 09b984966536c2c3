"""A real server, really killed: its runs go on, and a run that was killed with it is taken up by the next server."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from tests.conftest import free_port, tied
from tests.integration.registry_help import table

from motherlode.app.workspace import Workspace
from motherlode.interfaces.demo.land import description
from motherlode.interfaces.demo.registry import Registry
from motherlode.interfaces.demo.server import serve

SOURCE = Path(__file__).parents[3] / "src"


@contextmanager
def server(folder: Path) -> Iterator[tuple[subprocess.Popen[bytes], httpx.Client]]:
    port = free_port()
    command = [sys.executable, "-m", "motherlode", "serve", str(folder), "--port", str(port)]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    environment = {**os.environ, "PYTHONPATH": str(SOURCE)}
    with (
        tied(command, env=environment, **quiet) as started,
        httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=30) as client,
    ):
        for _ in range(300):
            try:
                client.get("/health")
                break
            except httpx.TransportError:
                time.sleep(0.2)
        yield started, client
        started.kill()


def until(client: httpx.Client, path: str, *states: str, seconds: float = 60) -> dict[str, Any]:
    end = time.monotonic() + seconds
    while (run := client.get(path).json())["state"] not in states:
        assert time.monotonic() < end, run
        time.sleep(0.1)
    found: dict[str, Any] = run
    return found


def test_runs_outlive_a_killed_server_and_are_resumed_by_the_next(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    project = workspace.create("deeds", {"project": {"allow_private": True}, "hidden": {"workers": 1, "delay": 0.05}})
    with serve([Registry(table(1500))]) as sample:
        (project.folder / "hidden/registry.toml").write_text(description(sample.url("registry", "/api")))
        workspace.close()
        path = "/projects/deeds/runs"
        with server(tmp_path) as (process, client):
            echo = client.post(path, json={"kind": "echo", "options": {"steps": 30, "pause": 0.1}}).json()["id"]
            read = client.post(path, json={"kind": "hidden", "options": {"site": "registry"}}).json()["id"]
            until(client, f"{path}/{read}", "running")
            while not client.get(f"{path}/{read}").json()["progress"].get("done"):
                time.sleep(0.05)
            process.send_signal(signal.SIGKILL)
            process.wait(20)
            worker = int((tmp_path / f"deeds/runs/{read}.pid").read_text().split()[0])
            os.kill(worker, signal.SIGKILL)
        with server(tmp_path) as (_, client):
            assert until(client, f"{path}/{echo}", "done")["report"] == {"counted": 30}
            assert until(client, f"{path}/{read}", "interrupted")["state"] == "interrupted"
            client.post(f"{path}/{read}/resume")
            assert until(client, f"{path}/{read}", "done", "failed")["report"]["rows"] == 1500
            again = client.post(path, json={"kind": "hidden", "options": {"site": "registry"}}).json()["id"]
            until(client, f"{path}/{again}", "running")
            began = time.monotonic()
            client.post(f"{path}/{again}/stop")
            until(client, f"{path}/{again}", "stopped", "done")
            assert time.monotonic() - began < 20
