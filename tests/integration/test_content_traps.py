"""Endless address spaces are known by what is on their pages, whatever their addresses look like."""

from __future__ import annotations

import random
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import Report
from motherlode.crawl.traps import BARREN_LIMIT, Barren
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Topic

REAL = 40
LIMIT = 400
WORDS = [sha256(str(n).encode()).hexdigest()[:7] for n in range(300)]
ON = "owls hunt by night and raise their young in old barns"


class Endless:
    """Forty pages that people wrote, and behind one of them pages without end, all on the topic."""

    def __init__(self, kind: str) -> None:
        self.host, self.kind = kind, kind

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(status=404)
        name = request.path.strip("/") or "0"
        if name.isdigit() and not request.query:
            return self._written(int(name))
        chance = random.Random(f"{request.path}?{request.query}")
        if self.kind == "paths":  # new words in a new order on every page, new addresses of any depth
            text = " ".join(chance.choices(WORDS, k=80))
            new = ["/" + "/".join(chance.choices(WORDS, k=chance.randint(1, 9))) for _ in range(6)]
        else:  # the same page for ever, under another session
            text = f"{ON} session {chance.getrandbits(64):x} " + " ".join(WORDS[:60])
            new = [f"/shop/list?item={n}&s={chance.getrandbits(64):x}" for n in range(6)]
        links = "".join(f'<a href="{url}">owls</a> ' for url in new)
        return Reply(body=f"<title>owls</title><p>{ON} {text}</p>{links}".encode())

    def _written(self, n: int) -> Reply:
        text = " ".join(f"w{n}x{k}" for k in range(60))
        trap = {"paths": "/a/b", "sessions": "/shop/list?item=1&s=1"}[self.kind] if n == 3 else ""
        links = "".join(f'<a href="/{m}">owls</a> ' for m in range(n + 1, min(n + 4, REAL)))
        return Reply(body=f'<title>owls {n}</title><p>{ON} {text}</p>{links}<a href="{trap}">more</a>'.encode())


@pytest.fixture(scope="module")
def endless() -> Iterator[Server]:
    with serve([Endless("paths"), Endless("sessions")]) as made:
        yield made


def crawled(folder: Path, server: Server, host: str) -> tuple[Report, set[str]]:
    project = Project.create(folder, {"project": {"allow_private": True}})
    topic = Topic("owls", (Keyword("owls"), Keyword("night"), Keyword("barns")), (), (server.url(host),))
    settings = CrawlSettings(crawl=CrawlParams(max_pages=LIMIT, strategy="breadth-first"))
    fetch = FetchParams(delay=0.0, per_host=4, sitemaps=False)
    report = crawl_project(project, settings, fetch, topic=topic, callbacks=CrawlCallbacks(Silent()))
    found = {page.url.removeprefix(server.url(host).rstrip("/")) for page in project.store.pages.all()}
    project.close()
    return report, found


@pytest.mark.parametrize("kind", ["paths", "sessions"])
def test_pages_without_end_do_not_fill_a_crawl(kind: str, endless: Server, tmp_path: Path) -> None:
    report, found = crawled(tmp_path / "p", endless, kind)
    assert {f"/{n}" for n in range(1, REAL)} <= found, "what people wrote is all there"
    assert report.ended == "nothing left"
    assert report.fetched < LIMIT / 2
    assert report.links_refused["nothing-new"] > 0


def test_pages_that_say_something_are_followed_for_ever() -> None:
    barren = Barren()
    for number in range(300):
        text = " ".join(f"word{number}x{k}" for k in range(5)) + " the same menu on every page"
        assert not barren.look("a.example", number, number - 1, text)


def test_lists_without_news_that_hang_on_pages_with_news_are_no_trap() -> None:
    barren = Barren()
    for number in range(0, 300, 2):
        assert not barren.look("a.example", number, number - 2, " ".join(f"n{number}x{k}" for k in range(9)))
        assert not barren.look("a.example", number + 1, number, "the same menu on every page")


def test_a_closed_host_opens_for_what_is_linked_from_a_page_with_news() -> None:
    barren = Barren()
    for number in range(BARREN_LIMIT + 3):
        closed = barren.look("a.example", number, number - 1, "nothing but the same text")
    assert closed
    assert not barren.look("a.example", 99, 5, "a page with eight words never seen before here")
    assert not barren.look("b.example", 100, 99, "nothing but the same text")
