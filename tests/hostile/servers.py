"""Two servers: one that anybody may reach and that callbacks us ill, one inside that nobody may reach through us.

Both run on loopback; the tests let the guard take the first one's address for a public one.
"""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import brotli
import pytest

from motherlode.fetch import guard

PUBLIC, INSIDE = "127.0.7.1", "127.0.0.1"
SECRET = "the inner page that nobody outside may read"
WORDS = "<p>The owl is a bird with a nest. Owls of the forest hunt by night.</p>" * 6
BOMB = brotli.compress(b"\x00" * 400_000_000, quality=5)
"""Four hundred megabytes of zeros in some hundred bytes."""

Answer = tuple[int, dict[str, str], bytes]


class Server(ThreadingHTTPServer):
    """Answers by a function from path to (status, headers, body), and remembers what it was asked for."""

    daemon_threads = True

    def __init__(self, address: str, answer: Callable[[str], Answer]) -> None:
        super().__init__((address, 0), _Handler)
        self.answer, self.asked = answer, list[str]()


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        self.server.asked.append(self.path)
        status, headers, body = self.server.answer(self.path)
        self.send_response(status)
        for name, value in {"Content-Type": "text/html", "Content-Length": str(len(body)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    do_POST = do_GET  # noqa: N815 - the name that the standard library calls

    def log_message(self, *_: object) -> None:
        """Nothing is said."""


@contextmanager
def served(address: str, answer: Callable[[str], Answer]) -> Iterator[Server]:
    with Server(address, answer) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


class Attack:
    """The hostile server, the inner one, and names that the tests resolve."""

    def __init__(self, outside: Server, inside: Server) -> None:
        self.outside, self.inside = outside, inside
        self.looked_up: list[str] = []

    def url(self, path: str, host: str = "") -> str:
        return f"http://{host or PUBLIC}:{self.outside.server_port}{path}"

    @property
    def inner(self) -> str:
        return f"http://{INSIDE}:{self.inside.server_port}/secret"

    async def look_up(self, host: str, port: int) -> list[tuple[Any, str]]:
        """rebind.example is public when it is first asked for, and inside from then on."""
        self.looked_up.append(host)
        if host == "rebind.example":
            first = self.looked_up.count(host) == 1
            return [(socket.AF_INET, PUBLIC if first else INSIDE)]
        if host == "good.example":
            return [(socket.AF_INET, PUBLIC)]
        return [(socket.AF_INET, INSIDE if host.endswith("localhost") else host)]


def _scripts(attack: Attack, path: str) -> str:
    """Pages that send a browser inside."""
    inner, port = attack.inner, attack.inside.server_port
    rebind = f"http://rebind.example:{port}/secret"
    return {
        "/script-redirect": (
            f"<script>fetch('/to?{inner}').then(r=>r.text()).then(t=>document.body.append(t))</script>"
        ),
        "/script-open": f"<script>window.open('{inner}'); window.open('/to?{inner}')</script>",
        "/script-go": f"<script>location = '{inner}'</script>",
        "/script-frame": f"<iframe src='{inner}'></iframe><iframe src='/to?{inner}'></iframe>",
        "/script-socket": f"<script>new WebSocket('{inner}'.replace('http', 'ws'))</script>",
        "/script-worker": (
            f"<script>new Worker(URL.createObjectURL(new Blob([`fetch('{inner}', {{mode: 'no-cors'}})`])))</script>"
        ),
        "/script-rebind": (
            f"<script>const f = () => fetch('{rebind}').then(r=>r.text()).then(t=>document.body.append(t));"
            "f().catch(f).catch(() => 0)</script>"
        ),
        "/script-beacon": f"<script>navigator.sendBeacon('{inner}', 'x')</script><img src='{inner}'>",
    }.get(path.partition("?")[0], "")


BROWSER_PATHS = tuple(
    f"/script-{way}" for way in ("redirect", "open", "go", "frame", "socket", "worker", "rebind", "beacon")
)


@pytest.fixture
def attack(monkeypatch: pytest.MonkeyPatch) -> Iterator[Attack]:
    made: list[Attack] = []

    def outside(path: str) -> Answer:
        plain, _, query = path.partition("?")
        if plain == "/to":
            return 302, {"Location": query}, b""
        if plain == "/bomb":
            return 200, {"Content-Encoding": "br"}, BOMB
        if plain == "/robots.txt":
            rules = f"User-agent: *\nDisallow: /closed\nSitemap: {made[0].inner}\nSitemap: /to?{made[0].inner}\n"
            return 200, {"Content-Type": "text/plain"}, rules.encode()
        leads = (
            f'<a href="/to?{made[0].inner}">owls</a> <a href="{made[0].inner}">owls</a> <a href="/closed">owls</a>'
        )
        page = f"<html><title>Owls</title><body>{WORDS}{_scripts(made[0], path) or leads}"
        return 200, {}, page.encode()

    def inside(path: str) -> Answer:
        return 200, {"Access-Control-Allow-Origin": "*"}, f"<title>Owl</title>{WORDS}<p>{SECRET}".encode()

    real = guard.is_public
    with served(PUBLIC, outside) as bad, served(INSIDE, inside) as inner:
        made.append(Attack(bad, inner))
        monkeypatch.setattr(guard, "is_public", lambda address: address == PUBLIC or real(address))
        monkeypatch.setattr(guard, "look_up", made[0].look_up)
        yield made[0]
