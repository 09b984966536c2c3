"""The local loop and a worker of a cluster drive the same step: any web gives the same by both.

The web is made of layers, because the depth at which a page is first met depends on the order of fetching wherever
ways of different length lead to it: links lead to the next layer or to the first, redirects stay in their layer.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Self

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.conftest import PostgresServer

from motherlode.app.cluster import coordinator, worker
from motherlode.app.cluster.worker import Worker
from motherlode.app.crawl import run as local
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.project import Project
from motherlode.crawl.cluster.exchange import Exchange
from motherlode.crawl.cluster.leases import prepare
from motherlode.crawl.params import ClusterParams, CrawlParams
from motherlode.crawl.parts import Report
from motherlode.errors import FetchError
from motherlode.fetch.params import FetchParams
from motherlode.fetch.robots import Rules
from motherlode.model.pages import Response
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Marks, Topic
from motherlode.text.urls import host_of
from motherlode.topic.params import ThresholdParams, TopicParams

TEXTS = ("owls hunt by night", "owls owls and other birds of the night", "ships sail by day", "bread and butter", "")
TRAPS = ("/a/b/a/b/a/b/a/b/a/b/a", "/x" * 30, "/p?" + "&".join(f"k{n}={n}" for n in range(20)))
NOW = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Node:
    text: str = ""
    links: list[str] = field(default_factory=list)
    to: str = ""
    status: int = 200
    kind: str = "text/html"


@dataclass
class Web:
    nodes: dict[str, Node]
    seeds: tuple[str, ...]
    sitemaps: dict[str, list[str]]


@st.composite
def webs(draw: Any) -> Web:
    layers = [
        [f"http://h{draw(st.integers(0, 2))}.example/{layer}/{n}" for n in range(draw(st.integers(1, 5)))]
        for layer in range(draw(st.integers(1, 4)))
    ]
    nodes: dict[str, Node] = {}
    for at, layer in enumerate(layers):
        following = layers[at + 1] if at + 1 < len(layers) else []
        for url in layer:
            far = draw(st.lists(st.sampled_from(following), max_size=4)) if following else []
            back = draw(st.lists(st.sampled_from(layers[0]), max_size=1))
            traps = [f"http://{host_of(url)}{draw(st.sampled_from(TRAPS))}"] if draw(st.booleans()) else []
            kind = draw(st.sampled_from(("text/html",) * 6 + ("image/png",)))
            status = draw(st.sampled_from((200,) * 6 + (404,)))
            nodes[url] = Node(draw(st.sampled_from(TEXTS)), [*far, *back, *traps], "", status, kind)
            if draw(st.integers(0, 4)) == 0 and at:
                nodes[url].to = draw(st.sampled_from(layer))
    hosts = sorted({host_of(url) for url in nodes})
    second = layers[1] if len(layers) > 1 else []
    named = draw(st.lists(st.sampled_from(second), max_size=3)) if second else []
    sitemaps = {f"http://{draw(st.sampled_from(hosts))}/map.xml": named} if named else {}
    for url, pages in sitemaps.items():
        locs = "".join(f"<url><loc>{page}</loc></url>" for page in pages)
        nodes[url] = Node(f"<urlset>{locs}</urlset>", kind="application/xml")
    return Web(nodes, tuple(layers[0]), sitemaps)


class MemoryClient:
    """The client's contract over a web in memory; the web is set by the test."""

    web = Web({}, (), {})

    def __init__(
        self, params: FetchParams, clock: object, *, pace: object = None, on_rules: Any = lambda host, rules: None,
        robots_file: Callable[[str], Awaitable[Response]] | None = None, **_: object,
    ) -> None:  # fmt: skip
        self._on_rules, self._ask = on_rules, robots_file or self.robots_file
        self._met: set[str] = set()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        """Nothing is held."""

    async def robots_file(self, url: str) -> Response:
        return Response(url, url, 404, (), b"", NOW)

    async def fetch(self, url: str, /) -> Response:
        raise FetchError("there are no examples", reason="dns")

    async def fetch_here(self, url: str, known: Callable[[str], Awaitable[bool]], /) -> Response:
        host = host_of(url)
        if host not in self._met:
            self._met.add(host)
            await self._ask(f"http://{host}/robots.txt")
            maps = tuple(found for found in self.web.sitemaps if host_of(found) == host)
            self._on_rules(host, Rules(None, True, 1e9, sitemaps=maps))
        await asyncio.sleep(0)
        current, seen = url, {url}
        while (node := self.web.nodes.get(current)) is not None and node.to:
            if node.to in seen:
                raise FetchError(f"{url} redirects in a circle", reason="redirect-loop")
            if host_of(node.to) != host or await known(node.to):
                raise FetchError(f"{url} leads on", reason="redirected", target=node.to)
            seen.add(node.to)
            current = node.to
        if node is None:
            raise FetchError(f"{current} is not there", reason="dns")
        links = "".join(f'<a href="{link}">on</a>' for link in node.links)
        xml = node.kind.endswith("xml")
        body = node.text if xml else f"<title>{node.text}</title><p>{node.text}</p>{links}"
        return Response(url, current, node.status, (("Content-Type", node.kind),), body.encode(), NOW)


SETTINGS = CrawlSettings(
    crawl=CrawlParams(max_pages=0, strategy="breadth-first", scope="any"),
    topic=TopicParams(learning=False),
    threshold=ThresholdParams(moving=False, threshold=0.3),
)
FETCH = FetchParams(delay=0.0, per_host=1, concurrency=1)


def rows(project: Project) -> dict[str, tuple[str, bool, int, str]]:
    kept = {item.article.url for item in project.store.articles.all()}
    assert kept == {page.url for page in project.store.pages.all(kept=True)}
    return {page.url: (page.code, page.kept, page.depth, page.reason) for page in project.store.pages.all()}


def counted(report: Report) -> dict[str, object]:
    return {
        "fetched": report.fetched, "kept": report.kept, "dropped": +report.dropped, "failed": +report.failed,
        "refused": +report.links_refused, "bytes": report.bytes,
    }  # fmt: skip


def alone(folder: Path, topic: Topic) -> tuple[dict[str, Any], dict[str, object]]:
    project = Project.create(folder / "alone")
    report = crawl_project(project, SETTINGS, FETCH, topic=topic)
    try:
        return rows(project), counted(report)
    finally:
        project.close()


def shared(folder: Path, topic: Topic, store: str) -> tuple[dict[str, Any], dict[str, object]]:
    project = Project.create(folder / "shared", {"project": {"store": store}})
    try:
        prepare(project.engine)
        params = ClusterParams(lease=20.0, share=100.0)
        spec = coordinator.begin(project, SETTINGS, FETCH, params, topic, CrawlCallbacks(Silent()))
        exchange = Exchange(project.engine)
        one = Worker(store, "one", project.archive_folder, stopping=lambda: not exchange.totals().waiting)
        assert asyncio.run(one.run())
        report = coordinator.close(project, spec)
        return rows(project), counted(report)
    finally:
        project.close()


@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_any_web_gives_the_same_by_loop_and_by_worker(
    postgres_server: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (local, coordinator, worker):
        monkeypatch.setattr(module, "Client", MemoryClient)
    monkeypatch.setattr(worker, "LOOK", 0.01)

    @settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
    @given(webs(), st.sampled_from(((), ("birds",), ("owls",))))
    def law(web: Web, unwanted: tuple[str, ...]) -> None:
        MemoryClient.web = web
        topic = Topic("owls", (Keyword("owls"), Keyword("night")), (), web.seeds, Marks(unwanted=unwanted))
        with TemporaryDirectory() as folder:
            by_loop = alone(Path(folder), topic)
            by_worker = shared(Path(folder), topic, postgres_server.database())
        assert by_loop[0] == by_worker[0]
        assert by_loop[1] == by_worker[1]

    law()
