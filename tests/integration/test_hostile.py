"""The crawler against a hostile server: every failure is counted by its reason and the crawl goes on."""

from __future__ import annotations

import asyncio
import gzip
import threading
import zlib
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import brotli
import pytest
import zstandard

from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import crawl_project
from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.errors import AddressRefused, FetchError
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic

HTML = b"Content-Type: text/html\r\n"
BOMB = zlib.compressobj(9, zlib.DEFLATED, 31)
BOMB_BODY = BOMB.compress(b"\x00" * 60_000_000) + BOMB.flush()
LINKS = [
    "/reset", "/endless", "/bomb", "/bomb-br", "/bomb-zstd", "/short", "/loop-a", "/redirect-self", "/private",
    "/bad-redirect", "/garbage", "/bad-gzip", "/strange-encoding", "/slow", "/status500", "/gone", "/huge-header",
    "/binary", "/many-links", "/long-url", "/good", "http://127.0.0.1:1/dead", "http://nosuchhost.invalid/",
]  # fmt: skip


def reply(body: bytes, extra: bytes = b"", status: bytes = b"200 OK") -> bytes:
    length = b"Content-Length: " + str(len(body)).encode()
    return b"HTTP/1.1 " + status + b"\r\nConnection: close\r\n" + extra + length + b"\r\n\r\n" + body


class Hostile:
    """A server that breaks every rule, on a thread of its own."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.asked: list[str] = []
        self.port = 0
        self.ready = threading.Event()
        assert self._replies
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        self.ready.wait(10)

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(asyncio.start_server(self._serve, "127.0.0.1", 0))
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        self.loop.run_forever()
        server.close()

    def close(self) -> None:
        async def cancel() -> None:
            tasks = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

        asyncio.run_coroutine_threadsafe(cancel(), self.loop).result(10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)
        self.loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            line = await reader.readline()
            while (await reader.readline()).strip():
                pass
            path = line.split()[1].decode("latin1") if line.split()[1:] else "/"
            self.asked.append(path)
            await self._answer(path, writer)
        except (ConnectionError, asyncio.CancelledError):
            pass
        finally:
            writer.close()

    async def _answer(self, path: str, writer: asyncio.StreamWriter) -> None:
        if path == "/endless":
            writer.write(b"HTTP/1.1 200 OK\r\n" + HTML + b"\r\n")
            while True:
                writer.write(b"<p>endless words " * 4000)
                await writer.drain()
        elif path == "/slow":
            await asyncio.sleep(60)
        else:
            writer.write(self._body(path))
            await writer.drain()
            if path == "/reset":
                writer.transport.abort()

    @cached_property
    def _replies(self) -> dict[str, bytes]:
        many = b"".join(b'<a href="/many/%d">x</a>' % n for n in range(10_000))
        links = "".join(f'<a href="{url}">link</a>' for url in LINKS).encode()
        return {
            "/": reply(b"<title>start</title><p>owls are birds</p>" + links, HTML),
            "/robots.txt": reply(b"\xff\xfe\x00 Disallow: ???\nUser-agent: *\nDisallow: /forbidden\n"),
            "/reset": b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n" + HTML + b"\r\n<p>cut",
            "/short": b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n" + HTML + b"\r\n<p>too short",
            "/bomb": reply(BOMB_BODY, HTML + b"Content-Encoding: gzip\r\n"),
            "/bomb-br": reply(brotli.compress(b"\x00" * 30_000_000), HTML + b"Content-Encoding: br\r\n"),
            "/bomb-zstd": reply(zstandard.compress(b"\x00" * 30_000_000), HTML + b"Content-Encoding: zstd\r\n"),
            "/loop-a": reply(b"", b"Location: /loop-b\r\n", b"302 Found"),
            "/loop-b": reply(b"", b"Location: /loop-a\r\n", b"302 Found"),
            "/redirect-self": reply(b"", b"Location: /redirect-self\r\n", b"301 Moved"),
            "/bad-redirect": reply(b"", b"Location: javascript:alert(1)\r\n", b"302 Found"),
            "/garbage": b"\x00\x01\x02 this is not HTTP\r\n\r\n",
            "/bad-gzip": reply(b"not gzip at all", HTML + b"Content-Encoding: gzip\r\n"),
            "/strange-encoding": reply(b"x", HTML + b"Content-Encoding: rot13\r\n"),
            "/status500": reply(b"no", HTML, b"500 Broken"),
            "/gone": reply(b"no", HTML, b"410 Gone"),
            "/huge-header": b"HTTP/1.1 200 OK\r\nX-A: " + b"a" * 200_000 + b"\r\n\r\n",
            "/binary": reply(bytes(range(256)) * 50, b"Content-Type: application/octet-stream\r\n"),
            "/many-links": reply(b"<p>birds</p>" + many, HTML),
            "/long-url": reply(b'<a href="/' + b"a" * 100_000 + b'">long</a><p>birds', HTML),
            "/good": reply(gzip.compress(b"<title>Owl</title><p>The owl is a bird with a nest</p>"),
                           HTML + b"Content-Encoding: gzip\r\n"),
        }  # fmt: skip

    def _body(self, path: str) -> bytes:
        return self._replies.get(path, reply(b"<p>nothing</p>", HTML, b"404 Not Found"))


@pytest.fixture(scope="module")
def hostile() -> Iterator[Hostile]:
    server = Hostile()
    yield server
    server.close()


FAST = FetchParams(delay=0.0, per_host=8, timeout=2.0, retries=0, max_body=2_000_000, host_failures=1000)
PATIENT = replace(FAST, timeout=10.0)
"""For many fetches at once: server and crawler share one process, and bombs are unpacked beside the others."""


async def fetched(url: str, *, allow_private: bool = True) -> Response:
    async with Client(FAST, SystemClock(), allow_private=allow_private, user_agent="Test/1") as fetcher:
        return await fetcher.fetch(url)


@pytest.mark.parametrize(
    ("path", "reasons"),
    [
        ("/reset", {"reset", "broken-body"}), ("/short", {"broken-body", "reset"}), ("/loop-a", {"redirect-loop"}),
        ("/redirect-self", {"redirect-loop"}), ("/bad-redirect", {"bad-redirect"}), ("/garbage", {"bad-response"}),
        ("/bad-gzip", {"bad-compression"}), ("/strange-encoding", {"unknown-encoding"}), ("/slow", {"timeout"}),
        ("/huge-header", {"bad-response"}),
    ],
)  # fmt: skip
async def test_each_failure_has_its_reason(hostile: Hostile, path: str, reasons: set[str]) -> None:
    with pytest.raises(FetchError) as failure:
        await fetched(f"http://127.0.0.1:{hostile.port}{path}")
    assert failure.value.reason in reasons


@pytest.mark.parametrize("path", ["/bomb", "/bomb-br", "/bomb-zstd", "/endless"])
async def test_bodies_are_cut_at_the_limit(hostile: Hostile, path: str) -> None:
    response = await fetched(f"http://127.0.0.1:{hostile.port}{path}")
    assert response.truncated
    assert len(response.body) == FAST.max_body


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "news.localhost", "0x7f.1", "2130706433", "[::1]"])
async def test_private_addresses_are_refused(hostile: Hostile, host: str) -> None:
    from motherlode.text.urls import canonical

    before = len(hostile.asked)
    with pytest.raises(AddressRefused):
        await fetched(canonical(f"http://{host}:{hostile.port}/"), allow_private=False)
    assert len(hostile.asked) == before


async def test_dead_hosts_and_unknown_names() -> None:
    for url in ("http://127.0.0.1:1/", "http://nosuchhost.invalid/"):
        with pytest.raises(FetchError) as failure:
            await fetched(url)
        assert failure.value.reason in {"refused", "dns"}


def test_a_whole_crawl_goes_on_and_counts(hostile: Hostile, tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p", {"project": {"allow_private": True}})
    topic = Topic("birds", (Keyword("bird"), Keyword("owl")), (), (f"http://127.0.0.1:{hostile.port}/",))
    settings = CrawlSettings(crawl=CrawlParams(max_pages=60, scope="any"))
    report = crawl_project(project, settings, PATIENT, topic=topic)
    pages = {page.url.rsplit("/", 1)[-1]: page for page in project.store.pages.all()}
    project.close()
    assert report.fetched == 60
    assert pages["good"].status == 200
    assert report.links_refused["too-many-links"] == 5000
    assert report.links_refused["url-too-long"] >= 1
    assert {"redirect-loop", "bad-compression", "timeout", "http-410", "not-a-page"} <= set(report.failed)
    assert "redirects" in pages["loop-a"].reason
