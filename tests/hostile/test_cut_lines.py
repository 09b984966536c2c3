"""Clients that cut their connection at any moment leave no traceback on the console of a server."""

from __future__ import annotations

import re
import socket
import struct
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.conftest import tied

HOSTS = {"serve": b"Host: localhost\r\n\r\n", "sample web": b"Host: odd.localhost\r\n\r\n"}
UPGRADE = (
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
    b"Sec-WebSocket-Version: 13\r\n"
)
PATHS = (b"/api/projects", b"/api/openapi.json", b"/", b"/p/p/results", b"/front", b"/robots.txt", b"/endless")
SMALL = "-m motherlode.interfaces.demo --news-pages 200 --universities 0 --entities 9 --registry-rows 20"
COMMANDS = {"serve": "-m motherlode serve {folder} --port 0", "sample web": SMALL}


def cut(port: int, data: bytes, *, read: bool = False, wait: float = 0.0) -> None:
    """Sends, perhaps reads a little, and drops the line with a reset."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as line:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        line.sendall(data)
        if read:
            line.recv(10)
        time.sleep(wait)


@pytest.mark.parametrize("kind", COMMANDS)
def test_lines_cut_at_any_moment_leave_no_traceback(kind: str, tmp_path: Path) -> None:
    (tmp_path / "p").mkdir()
    host = HOSTS[kind]
    command = [sys.executable, *(part.format(folder=tmp_path / "p") for part in COMMANDS[kind].split())]
    log = tmp_path / "log"
    with log.open("wb") as out, tied(command, stdout=out, stderr=subprocess.STDOUT) as server:
        deadline = time.monotonic() + 60
        while not (found := re.search(rb"http://[\w.]+:(\d+)", log.read_bytes())):
            assert server.poll() is None, log.read_text()
            assert time.monotonic() < deadline
            time.sleep(0.1)
        port = int(found[1])
        for attempt in range(100):
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                time.sleep(0.1 + attempt / 100)
        for path in PATHS:
            for read, wait in ((False, 0.0), (False, 0.02), (True, 0.0)):
                cut(port, b"GET " + path + b" HTTP/1.1\r\n" + host, read=read, wait=wait)
        for data in (
            b"GET / HT",
            b"\x16\x03\x01\x00\xff?",
            b"POST /api/projects HTTP/1.1\r\nContent-Length: 99\r\n" + host,
        ):
            cut(port, data)
        cut(port, b"GET /_nicegui_ws/socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n" + UPGRADE + host, wait=0.1)
        time.sleep(0.5)
        assert server.poll() is None
    said = log.read_text(errors="replace")
    assert "Traceback" not in said, said
