import asyncio
import gzip
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from types import SimpleNamespace
from urllib.parse import urlsplit

import aiohttp
import pytest

from motherlode.errors import InputError, UsageError
from motherlode.interfaces.demo.http import finish
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request

LONG = b"<p>" + b"word " * 2000 + b"</p>"


class Sample:
    def __init__(self, host: str) -> None:
        self.host = host

    def respond(self, request: Request) -> Reply:
        match request.path:
            case "/long":
                return Reply(200, LONG)
            case "/echo":
                return Reply(200, f"{request.method} {request.query} ".encode() + request.body)
            case "/tagged":
                return Reply(200, b"tagged", (("Content-Type", "text/plain"), ("ETag", '"7"')))
            case "/dated":
                return Reply(200, b"dated", (("Last-Modified", "Mon, 06 Jan 2025 10:00:00 GMT"),))
            case "/slow":
                return Reply(200, b"slow", delay=0.05)
            case "/cut":
                return Reply(200, LONG, cut=5000)
            case "/reset":
                return Reply(200, LONG, cut=5000, reset=True)
            case "/endless":
                return Reply(200, b"x" * 1000, endless=True)
            case "/faulty":
                raise ValueError("nobody wrote this page")
            case "/other":
                return Reply(302, b"", (("Location", request.origin("two") + "/"),))
            case _:
                return Reply(200, f"<h1>{self.host}{request.path}</h1>".encode())


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve([Sample("one"), Sample("two.localhost")]) as running:
        yield running


def get(server: Server, path: str, method: str = "GET", body: str | None = None, **headers: str) -> SimpleNamespace:
    connection = HTTPConnection("127.0.0.1", server.port, timeout=10)
    names = {"Host": f"one.localhost:{server.port}"} | {k.replace("_", "-"): v for k, v in headers.items()}
    connection.request(method, path, body, names)
    reply = connection.getresponse()
    made = SimpleNamespace(status=reply.status, headers=reply.headers, body=reply.read())
    connection.close()
    return made


def test_hosts_are_told_apart_by_the_host_header(server: Server) -> None:
    assert get(server, "/a").body == b"<h1>one/a</h1>"
    assert get(server, "/a", Host=f"TWO.localhost:{server.port}").body == b"<h1>two.localhost/a</h1>"
    assert get(server, "/a", Host="three.localhost").status == 421
    assert server.url("two") == f"http://two.localhost:{server.port}/"
    assert get(server, "/other").headers["Location"] == server.url("two")
    with pytest.raises(UsageError, match="one, two"):
        server.url("three")


def test_one_connection_carries_many_requests_and_pipelined_ones_keep_their_order(server: Server) -> None:
    wanted = ["/slow", "/1", "/slow", "/2"]
    lines = "".join(f"GET {path} HTTP/1.1\r\nHost: one.localhost\r\n\r\n" for path in wanted)
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(lines.encode() + b"GET /last HTTP/1.1\r\nHost: one.localhost\r\nConnection: close\r\n\r\n")
        received = b"".join(iter(lambda: client.recv(65536), b""))
    assert [part.split(b"HTTP/1.1")[0] for part in received.split(b"\r\n\r\n")[1:]] == [
        b"slow", b"<h1>one/1</h1>", b"slow", b"<h1>one/2</h1>", b"<h1>one/last</h1>",
    ]  # fmt: skip


def test_head_has_the_length_and_no_body(server: Server) -> None:
    reply = get(server, "/long", "HEAD")
    assert (reply.headers["Content-Length"], reply.body) == (str(len(LONG)), b"")


def test_a_post_reaches_the_site_with_query_and_body(server: Server) -> None:
    assert get(server, "/echo?a=1", "POST", "b=2").body == b"POST a=1 b=2"


def test_conditional_get(server: Server) -> None:
    assert get(server, "/tagged", If_None_Match='"6", W/"7"').status == 304
    assert get(server, "/tagged", If_None_Match='"6"').body == b"tagged"
    assert get(server, "/dated", If_Modified_Since="Mon, 06 Jan 2025 10:00:00 GMT").status == 304
    assert get(server, "/dated", If_Modified_Since="Mon, 06 Jan 2025 09:59:59 GMT").status == 200
    assert get(server, "/dated", If_Modified_Since="yesterday").status == 200


def test_long_texts_are_compressed_when_the_client_accepts_it(server: Server) -> None:
    reply = get(server, "/long", Accept_Encoding="gzip")
    assert reply.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(reply.body) == LONG
    assert get(server, "/long").headers["Content-Encoding"] is None


def test_broken_replies_are_broken(server: Server) -> None:
    head = b" HTTP/1.1\r\nHost: one.localhost\r\n\r\n"
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(b"GET /cut" + head)
        received = b"".join(iter(lambda: client.recv(65536), b""))
    assert f"Content-Length: {len(LONG)}".encode() in received
    assert received.endswith(LONG[: len(LONG) - 5000])
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(b"GET /endless" + head)
        assert sum(len(client.recv(65536)) for _ in range(20)) > 5000
    assert get(server, "/faulty").status == 500
    assert get(server, "/a").status == 200


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nContent-Length: many\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 411),
        (b"POST / HTTP/1.1\r\nContent-Length: 99999999999\r\n\r\n", 413),
        (b"GET /" + b"a" * 300_000, 431),
        (b"DELETE / HTTP/1.1\r\nHost: one.localhost\r\nConnection: close\r\n\r\n", 405),
    ],
)
def test_bad_requests_get_their_status(server: Server, sent: bytes, status: int) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
        client.sendall(sent)
        assert client.recv(65536).startswith(f"HTTP/1.1 {status} ".encode())


async def test_many_clients_at_once_and_all_in_the_log() -> None:
    with serve([Sample("one")]) as server:
        async with aiohttp.ClientSession(headers={"Host": "one.localhost"}) as session:

            async def fetch(number: int) -> str:
                async with session.get(f"http://127.0.0.1:{server.port}/{number}") as reply:
                    return await reply.text()

            texts = await asyncio.gather(*(fetch(number) for number in range(500)))
        assert texts == [f"<h1>one/{number}</h1>" for number in range(500)]
        assert sorted(line.path for line in server.log) == sorted(f"/{number}" for number in range(500))
        assert {(line.host, line.method, line.status) for line in server.log} == {("one", "GET", 200)}
        server.clear_log()
        assert server.log == ()


def test_each_site_can_have_an_address_of_its_own() -> None:
    with serve([Sample("one"), Sample("two")], names="address") as server:
        address = urlsplit(server.url("two"))
        assert address.hostname == "127.0.1.2"
        connection = HTTPConnection("127.0.1.2", server.port, timeout=10)
        connection.request("GET", "/x")
        assert connection.getresponse().read() == b"<h1>two/x</h1>"
        connection.close()


def test_a_port_in_use_is_named(server: Server) -> None:
    with pytest.raises(InputError, match=str(server.port)), serve([Sample("one")], port=server.port):
        pass
    with pytest.raises(UsageError, match="same host"), serve([Sample("one"), Sample("one.localhost")]):
        pass


def test_a_site_that_compresses_by_itself_is_left_alone() -> None:
    from motherlode.interfaces.demo.http import Compressor

    bomb = gzip.compress(bytes(10_000_000))
    reply = Reply(200, bomb, (("Content-Type", "text/html"), ("Content-Encoding", "gzip")))
    assert finish("GET", {"accept-encoding": "gzip"}, reply, Compressor())[2] == bomb
