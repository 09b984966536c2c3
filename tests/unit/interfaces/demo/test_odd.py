import gzip
import socket

import pytest

from motherlode.interfaces.demo.odd import ENCODINGS, OddSite, bomb
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.web import SampleWeb

from .conftest import Get


def follow(get: Get, path: str, limit: int = 20) -> tuple[str, Reply]:
    reply = get("odd", path)
    while reply.status in {301, 302} and limit:
        path, limit = dict(reply.headers)["Location"], limit - 1
        reply = get("odd", path)
    return path, reply


def test_redirects_end_where_the_truth_says_and_the_loop_never_does(web: SampleWeb, get: Get) -> None:
    for page in web.truth.odd.of("redirect"):
        end, reply = follow(get, page.path)
        assert end == page.leads_to
        assert page.text in reply.body.decode()
    loop = web.truth.odd.of("redirect-loop")[0]
    assert follow(get, loop.path)[1].status == 302


def test_the_private_redirect_is_switched_on_by_argument() -> None:
    assert OddSite().respond(Request("GET", "/redirect/private")).status == 404
    site = OddSite(private_redirect=True)
    page = site.truth().of("private-redirect")[0]
    assert dict(site.respond(Request("GET", page.path)).headers)["Location"] == page.leads_to


def test_texts_can_be_read_in_their_true_encoding_and_declarations_lie(web: SampleWeb, get: Get) -> None:
    found = web.truth.odd.of("encoding")
    assert len(found) == len(ENCODINGS)
    for page in found:
        assert page.text in get("odd", page.path).body.decode(page.encoding)
    with pytest.raises(UnicodeDecodeError):
        get("odd", "/encoding/header-lies").body.decode("utf-8")


def test_flaky_answers_the_third_time() -> None:
    site = OddSite()
    assert [site.respond(Request("GET", "/flaky")).status for _ in range(3)] == [503, 503, 200]


def test_traps_go_deeper_and_deeper(get: Get) -> None:
    path = "/trap/a"
    for _ in range(50):
        assert f"{path}/a" in get("odd", path).body.decode()
        path += "/a"
    assert "by=size" in get("odd", "/sort?by=name").body.decode()
    assert get("odd", "/session").body != get("odd", "/session").body


def test_the_monsters_are_monstrous(get: Get) -> None:
    assert len(bomb()) < 200_000
    assert len(gzip.decompress(bomb())) == 50_000_000
    assert get("odd", "/many-links").body.count(b"<a ") == 10_000
    assert b"x" * 100_000 in get("odd", "/long-url").body
    assert get("odd", "/deep").body.count(b"<div>") == 20_000
    assert len(get("odd", "/huge").body) > 6_000_000


def test_every_odd_page_answers_over_http_without_hurting_the_server(web: SampleWeb) -> None:
    with serve(web.sites) as server:
        for page in web.truth.odd.pages:
            with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
                client.sendall(f"GET {page.path} HTTP/1.1\r\nHost: odd.localhost\r\n\r\n".encode())
                assert client.recv(4096).startswith(b"HTTP/1.1 "), page
        with socket.create_connection(("127.0.0.1", server.port), timeout=10) as client:
            client.sendall(b"GET /robots.txt HTTP/1.1\r\nHost: shaky.localhost\r\n\r\n")
            assert client.recv(4096).startswith(b"HTTP/1.1 500 ")
        assert {line.host for line in server.log} == {"odd", "shaky"}
