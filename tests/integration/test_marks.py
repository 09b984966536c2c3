"""What a site asks of robots, by the server's own log: gaps from the first request on, sitemaps in turn, marks."""

from __future__ import annotations

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

GAP = 0.3
NEAR = GAP - 0.002
XML = (("Content-Type", "application/xml"),)


class Asking:
    """A site with a crawl-delay, many sitemaps, and pages with every mark."""

    host = "asking"
    sitemaps = 4

    def respond(self, request: Request, /) -> Reply:
        origin = request.origin("asking")
        if request.path == "/robots.txt":
            named = "".join(f"Sitemap: {origin}/map{number}.xml\n" for number in range(self.sitemaps))
            closed = f"Sitemap: {origin}/closed/map.xml\n"
            rules = f"User-agent: *\nCrawl-delay: {GAP}\nDisallow: /closed/\n{named}{closed}"
            return Reply(body=rules.encode(), headers=(("Content-Type", "text/plain"),))
        if request.path.startswith("/map"):
            number = request.path.removeprefix("/map").removesuffix(".xml")
            return Reply(body=f"<urlset><url><loc>{origin}/mapped{number}</loc></url></urlset>".encode(), headers=XML)
        return self.page(request.path)

    def page(self, path: str) -> Reply:
        words = f"<title>owls of {path}</title><p>owls of {path} {path} " + "owls hunt by night " * 5
        marks = {
            "/": (
                '<a href="/noindex">owls</a> <a href="/meta">owls</a> <a href="/header">owls</a>'
                '<a href="/paid" rel="sponsored nofollow">owls</a>'
            ),
            "/noindex": '<meta name="robots" content="noindex"><a href="/after-noindex">owls</a>',
            "/meta": '<meta name="robots" content="nofollow"><a href="/after-meta">owls</a>',
            "/header": '<a href="/after-header">owls</a>',
        }
        headers = (*HTML, ("X-Robots-Tag", "none")) if path == "/header" else HTML
        return Reply(body=(words + marks.get(path, "")).encode(), headers=headers)


def crawl(folder: Path, server: Server, **fetch: object) -> dict[str, str]:
    """Every page by its path with the code of its verdict."""
    project = Project.create(folder, {"project": {"allow_private": True}})
    topic = Topic("owls", (Keyword("owls"),), (), (server.url("asking"),))
    settings = CrawlSettings(crawl=CrawlParams(max_pages=0))
    params = FetchParams.from_mapping({"retries": 0, **fetch})
    crawl_project(project, settings, params, topic=topic, callbacks=CrawlCallbacks(Silent()))
    try:
        return {page.url.rpartition("/")[2]: page.code for page in project.store.pages.all()}
    finally:
        project.close()


def test_every_request_is_spaced_from_robots_txt_on(tmp_path: Path) -> None:
    with serve([Asking()]) as server:
        codes = crawl(tmp_path / "p", server)
        asked = [(line.path, line.time) for line in server.log]
    paths = [path for path, _ in asked]
    assert paths[0] == "/robots.txt"
    assert {f"/map{number}.xml" for number in range(4)} <= set(paths)
    assert {f"mapped{number}" for number in range(4)} <= set(codes)
    assert not [path for path in paths if path.startswith("/closed")], "sitemaps obey robots.txt"
    for (before, earlier), (path, later) in pairwise(asked):
        assert later - earlier >= NEAR, f"{path} after {before}"


@pytest.mark.parametrize("obeyed", [True, False])
def test_marks_are_honoured_and_can_be_left_aside(tmp_path: Path, obeyed: bool) -> None:
    site = Asking()
    site.sitemaps = 0
    with serve([site]) as server:
        codes = crawl(tmp_path / "p", server, nofollow=obeyed, noindex=obeyed, max_delay=0.01, delay=0.0)
    assert "after-noindex" in codes, "noindex says nothing of links"
    assert (codes["noindex"] == "noindex") == obeyed
    assert (codes["header"] == "noindex") == obeyed
    assert ({"paid", "after-meta", "after-header"} & set(codes) == set()) == obeyed
