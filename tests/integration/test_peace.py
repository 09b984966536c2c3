"""How closely a crawl's requests to one host follow each other, by the server's own log."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import HTML, Reply, Request
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Topic

GAP = 0.2
NEAR = GAP - 0.002


class Tired:
    """Slow answers, a redirect within the host, and a page that asks for a second of peace the first time."""

    host = "tired"

    def __init__(self, peace: str = "1") -> None:
        self.peace = peace
        self.asked: Counter[str] = Counter()

    def respond(self, request: Request, /) -> Reply:
        self.asked[request.path] += 1
        if request.path == "/robots.txt":
            return Reply(status=404)
        if request.path == "/moved":
            return Reply(status=302, headers=(("Location", "/there"),))
        if request.path == "/busy" and self.asked["/busy"] == 1:
            return Reply(status=503, headers=(("Retry-After", self.peace),))
        links = "".join(f'<a href="{path}">owls</a> ' for path in ("/slow", "/moved", "/busy"))
        return Reply(body=f"<p>owls of {request.path}</p>{links}".encode(), headers=HTML, delay=GAP)


def crawl(folder: Path, server: Server, fetch: FetchParams) -> dict[str, str]:
    """Every page by its path with the code of its verdict."""
    project = Project.create(folder, {"project": {"allow_private": True}})
    topic = Topic("owls", (Keyword("owls"),), (), (server.url("tired"),))
    settings = CrawlSettings(crawl=CrawlParams(max_pages=0))
    crawl_project(project, settings, fetch, topic=topic, callbacks=CrawlCallbacks(Silent()))
    try:
        return {page.url.rpartition("/")[2]: page.code for page in project.store.pages.all()}
    finally:
        project.close()


def pages_asked(server: Server) -> list[tuple[str, float]]:
    return [(line.path, line.time) for line in server.log if line.path != "/robots.txt"]


def test_the_gap_is_kept_after_slow_answers_and_within_redirects(tmp_path: Path) -> None:
    with serve([Tired(peace="0")]) as server:
        codes = crawl(tmp_path / "p", server, FetchParams(delay=GAP, retry_wait=0.0))
        asked = pages_asked(server)
    assert set(codes) >= {"slow", "there", "busy"}
    slow = {"/", "/slow", "/there"}
    for (path, earlier), (_, later) in pairwise(asked):
        assert later - earlier >= NEAR + (GAP if path in slow else 0.0), path


def test_a_further_try_waits_as_long_as_retry_after_asks(tmp_path: Path) -> None:
    with serve([site := Tired()]) as server:
        codes = crawl(tmp_path / "p", server, FetchParams(delay=0.0, retry_wait=0.0))
        asked = pages_asked(server)
    assert site.asked["/busy"] == 2
    assert not codes["busy"].startswith("http")
    busy = [moment for path, moment in asked if path == "/busy"]
    assert busy[1] - busy[0] >= 0.998


def test_a_host_that_asks_for_more_peace_than_the_limit_is_not_waited_for_with_that_page(tmp_path: Path) -> None:
    with serve([site := Tired()]) as server:
        codes = crawl(tmp_path / "p", server, FetchParams(delay=0.0, retry_wait=0.0, max_delay=0.5))
    assert site.asked["/busy"] == 1
    assert codes["busy"] == "http-503"
    assert "slow" in codes


@pytest.mark.parametrize(("peace", "most"), [("100000", 2), ("0", 6)])
def test_a_host_that_has_too_much_for_good_is_given_up(tmp_path: Path, peace: str, most: int) -> None:
    class Exhausted(Tired):
        def respond(self, request: Request, /) -> Reply:
            reply = super().respond(request)
            return (
                reply if request.path in ("/", "/robots.txt") else Reply(503, headers=(("Retry-After", self.peace),))
            )

    with serve([site := Exhausted(peace)]) as server:
        fetch = FetchParams(delay=0.0, retry_wait=0.0, retries=1, max_delay=0.1, host_failures=6)
        codes = crawl(tmp_path / "p", server, fetch)
    assert sum(site.asked[path] for path in ("/slow", "/moved", "/busy")) <= most
    assert set(codes) == {"", "slow", "moved", "busy"}
    assert sum(code in {"http-503", "host-given-up"} for code in codes.values()) == 3
