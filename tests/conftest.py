"""Shared fixtures: real parts only. A part that this machine lacks is named in the skip reason."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from motherlode.sql.engine import connect


def _postgres_binaries() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
    if found:
        return found[-1].parent
    on_path = shutil.which("initdb")
    return Path(on_path).resolve().parent if on_path else None


def free_port() -> int:
    """A port on loopback that nobody uses now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


_PR_SET_PDEATHSIG = 1


def _dies_with_its_parent() -> None:
    """Linux kills this process when the one that started it is gone; elsewhere nothing happens."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


@contextmanager
def tied(command: list[str], **more: Any) -> Iterator[subprocess.Popen[bytes]]:
    """A process that is ended with the block, and with this process if that is killed."""
    started = subprocess.Popen(command, preexec_fn=_dies_with_its_parent, **more)  # noqa: PLW1509
    try:
        yield started
    finally:
        started.terminate()
        try:
            started.wait(20)
        except subprocess.TimeoutExpired:
            started.kill()
            started.wait(20)


class PostgresServer:
    """A PostgreSQL server of our own in a temporary folder, on loopback.

    PostgreSQL leaves the processes that start it, so a guard watches over it: see tests/guard.py.
    """

    def __init__(self, binaries: Path, folder: Path) -> None:
        self.binaries, self.folder, self.port = binaries, folder, free_port()
        guard = [sys.executable, "-S", str(Path(__file__).with_name("guard.py")), str(folder)]
        self._guard = subprocess.Popen(guard, stdin=subprocess.PIPE, start_new_session=True)
        self.as_user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
        if self.as_user:
            shutil.chown(folder, "postgres", "postgres")
        self._run("initdb", "-D", str(folder / "data"), "-U", "motherlode", "--auth=trust", "-E", "UTF8", "-N")

    def _run(self, name: str, *arguments: str) -> None:
        command = [*self.as_user, str(self.binaries / name), *arguments]
        subprocess.run(command, check=True, capture_output=True, timeout=60, cwd=self.folder)

    def start(self) -> None:
        """Starts it and waits until it answers."""
        options = f"-p {self.port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
        log = str(self.folder / "log")
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-l", log, "-w", "-o", options, "start")

    def stop(self, mode: str = "immediate") -> None:
        """Stops it; `immediate` is as hard as pulling the plug."""
        self._run("pg_ctl", "-D", str(self.folder / "data"), "-m", mode, "-w", "stop")

    def end(self) -> None:
        """Stops it for good and removes its folder."""
        # A word, and not only the end of the input: a process that was forked meanwhile may hold the other end open.
        self._guard.communicate(b"end", timeout=60)

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"t{uuid.uuid4().hex[:12]}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "motherlode", name)
        return f"postgresql://motherlode@127.0.0.1:{self.port}/{name}"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    """A real PostgreSQL server; the test is skipped, with the reason, where none is installed."""
    binaries = _postgres_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed: install Debian's postgresql package to run this test")
    folder = Path(tempfile.mkdtemp(prefix="motherlode-pg-"))
    server = PostgresServer(binaries, folder)
    server.start()
    try:
        yield server
    finally:
        server.end()


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty store, once on SQLite and once on PostgreSQL."""
    if request.param == "sqlite":
        return str(tmp_path / "store.sqlite")
    server: PostgresServer = request.getfixturevalue("postgres_server")
    return server.database()


@pytest.fixture
def engine(store_url: str) -> Iterator[object]:
    """An engine on an empty store, once on SQLite and once on PostgreSQL."""
    made = connect(store_url)
    yield made
    made.dispose()


@contextmanager
def cpu_within(seconds: float) -> Iterator[None]:
    """Fails when the work inside takes more CPU time than this, however busy the machine is."""
    start = time.process_time()
    yield
    assert time.process_time() - start <= seconds
