"""Addresses named on the command line, from a real server on loopback."""

import asyncio
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import islice

import pytest

from motherlode.app.inputs import GivenPage, Unread, pages_of
from motherlode.errors import FetchError
from motherlode.fetch.named import AT_ONCE, NAMED, in_turn, named_client
from motherlode.model.pages import Response


class Server(ThreadingHTTPServer):
    """Counts connections and how many requests it works on at once."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.connections = self.running = self.most = 0
        self.lock = threading.Lock()

    def process_request(self, request: object, client_address: object) -> None:
        self.connections += 1
        super().process_request(request, client_address)  # type: ignore[arg-type]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def do_GET(self) -> None:
        with self.server.lock:
            self.server.running += 1
            self.server.most = max(self.server.most, self.server.running)
        time.sleep(0.02)
        body = f"<p>{self.path}</p>".encode()
        with self.server.lock:
            self.server.running -= 1
        self.send_response(404 if "absent" in self.path else 200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Nothing is said."""


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as running:
        thread = threading.Thread(target=running.serve_forever)
        thread.start()
        yield running
        running.shutdown()
        thread.join()


def test_pages_come_in_their_order_over_few_connections(server: Server) -> None:
    host = f"http://127.0.0.1:{server.server_port}"
    urls = [f"{host}/{number}" for number in range(20)] + [f"{host}/absent"]
    found = list(pages_of(urls, named_client(allow_private=True)))
    assert [page.page for page in found] == urls
    assert all(isinstance(page, GivenPage) for page in found[:-1])
    assert isinstance(found[-1], Unread)
    assert "404" in found[-1].error
    assert 1 < server.most <= NAMED.per_host
    assert server.connections <= NAMED.per_host


def test_a_reader_that_stops_early_leaves_no_thread(server: Server) -> None:
    urls = [f"http://127.0.0.1:{server.server_port}/{number}" for number in range(3 * AT_ONCE)]
    asked = in_turn(urls, named_client(allow_private=True))
    assert [url for url, _ in islice(asked, 2)] == urls[:2]
    asked.close()  # type: ignore[attr-defined]
    assert not any(thread.name == "fetching" for thread in threading.enumerate())


def test_an_address_that_is_refused_costs_no_other(server: Server) -> None:
    good = f"http://127.0.0.1:{server.server_port}/"
    found = list(in_turn(["http://127.0.0.1:1/", "nonsense", good], named_client(allow_private=True)))
    assert [isinstance(answer, Response) for _, answer in found] == [False, False, True]
    refused = [answer for _, answer in in_turn([good], named_client())]
    assert "private" in getattr(refused[0], "message", "")


def test_without_a_session_every_address_has_its_own(server: Server) -> None:
    fetcher = named_client(allow_private=True)
    for _ in range(2):
        assert asyncio.run(fetcher.fetch(f"http://127.0.0.1:{server.server_port}/")).status == 200
    assert server.connections == 2
    with pytest.raises(FetchError):
        asyncio.run(fetcher.fetch("http://127.0.0.1:1/"))
