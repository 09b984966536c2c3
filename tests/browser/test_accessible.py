"""Every page, in both themes, without a serious finding of axe; messages too; every page in its width on a phone."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from motherlode.app.annotate.joining import join_kept
from motherlode.app.network import run_text
from motherlode.app.records import find_records, keep_records
from motherlode.app.workspace import Workspace
from motherlode.extract.records import RecordParams
from motherlode.model.article import Article, NewsItem
from motherlode.network.store import NetworkStore
from motherlode.store.pages import StoredPage
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser
BOOKS = "<ul>" + "".join(
    f"<li><a class=title href=/b{n}>Levee of {n} rivers</a> <i class=isbn>978000000010{n}</i> <b>$ {n}.50</b></li>"
    for n in range(1, 10)
) + "</ul>"  # fmt: skip
AXE = Path(__file__).parent / "node_modules" / "axe-core" / "axe.min.js"
RUN = "axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']})"
INSERT = "Insert University North [ Contain colleges: { Arts, Law }, Contain departments: { Music } ];"
NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def furnished(site: Site) -> Iterator[tuple[str, list[str]]]:
    """A project that has something on every page, and its pages."""
    workspace = Workspace(site.folder)
    project = workspace.create("furnished")
    urls = [f"http://a.example/{n}" for n in range(4)]
    project.store.articles.put(
        NewsItem(
            Article(url=url, title=f"Levee breaks {url}", source=("Post", "Herald")[n % 2], language="en",
                    content="The river rose.", published=f"2026-03-0{n + 1}T10:00:00+00:00"),
            (), (), ("levee",), 0.9, "", NOW,
        )
        for n, url in enumerate(urls)
    )  # fmt: skip
    project.store.pages.put([StoredPage("http://a.example/x", code="unrelated", reason="below")])
    story = {"id": "s1", "title": "The levee", "documents": urls, "sources": 1, "copies": 0, "keywords": ["levee"],
             "first": "2026-03-01", "last": "2026-03-04"}  # fmt: skip
    project.store.results.replace("stories", {"s1": story}, NOW)
    episodes = [
        {"id": f"e{n}", "slice": n, "start": f"2026-03-0{n + 1}", "end": "2026-03-04", "story": "s1", "words": [],
         "title": "The levee", "documents": urls[n:], "central": urls[0], "begins": "birth", "ends": "death"}
        for n in range(2)
    ]  # fmt: skip
    passage = {"source": "e0", "target": "e1", "kind": "split", "weight": 0.2, "reason": "20% alike"}
    graph = {"episodes": episodes, "passages": [passage], "remarks": []}
    project.store.results.replace("evolution", {"graph": graph}, NOW)
    for host in ("one.example", "two.example"):
        found = find_records(BOOKS.encode(), "text/html", f"http://{host}/", RecordParams())
        keep_records(project, found, NOW)
    assert join_kept(str(project.folder), "books", ["one.example", "two.example"]).pairs
    score = {"state": "known", "value": 0.7, "reason": "rated", "terms": []}
    project.store.results.replace("trust", dict.fromkeys(urls, score), NOW)
    project.store.topics.set_sources("newsset", ["http://a.example/"])
    network = NetworkStore(project.engine)
    run_text(network, INSERT)
    thing = run_text(network, "QUERY University ?u CONSTRUCT { u: ?u.name }")
    assert thing[0].rows
    for state in ("done", "failed"):
        number = project.store.runs.start("crawl", {"max_pages": 3}, NOW)
        notes = ["+ http://a.example/1  related: levee", "- http://a.example/x  unrelated: below"]
        history = [{"seconds": 1.0, "kept": 1, "harvest": 0.5}, {"seconds": 9.0, "kept": 2, "harvest": 0.4}]
        progress = {"label": "crawl", "done": 3, "total": 3, "facts": {"kept": 2}, "notes": notes, "history": history}
        report = {"error": "none could be fetched" if state == "failed" else "", "failed": {"private-address": 2}}
        project.store.runs.update(number, state=state, progress=progress, report=report, ended_at=NOW.isoformat())
    modules = ("sources", "topic", "parameters", "run", "run?compare=1,2", "watch", "results", "results?tab=dropped",
               "stories",
               "stories?story=s1", "records", "hidden", "network", "network?tab=ask", "analysis",
               "analysis?tab=evolution")  # fmt: skip
    yield "furnished", ["/", "/docs", *(f"/p/furnished/{module}" for module in modules)]
    workspace.close()


STILL = "*, *::before, *::after { transition: none !important; animation: none !important }"
"""Colours that are on their way from one theme to the other are nobody's choice."""


def serious(page: Any) -> list[str]:
    """What axe calls serious or critical, with the element."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate(RUN)["violations"]
    return [
        f"{each['id']}: {node['html'][:160]}"
        for each in found
        if each["impact"] in ("serious", "critical")
        for node in each["nodes"][:3]
    ]


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install --prefix tests/browser")
def test_no_page_has_a_serious_finding_in_either_theme(
    page: Any, site: Site, furnished: tuple[str, list[str]]
) -> None:
    wrong: dict[str, list[str]] = {}
    for place in furnished[1]:
        page.goto(site.url + place)
        page.locator("h1, [role=heading]").first.wait_for()
        page.wait_for_load_state("networkidle")
        page.add_style_tag(content=STILL)
        for theme in ("light", "dark"):
            page.emulate_media(color_scheme=theme)
            if place != "/docs":
                page.wait_for_function(f"document.body.classList.contains('body--{theme}')")
            if found := serious(page):
                wrong[f"{place} {theme}"] = found
    assert wrong == {}


@pytest.mark.skipif(not AXE.is_file(), reason="axe-core is not installed: npm install --prefix tests/browser")
def test_messages_can_be_read_in_either_theme(page: Any, site: Site, furnished: tuple[str, list[str]]) -> None:
    page.goto(f"{site.url}/p/furnished/records")
    fill(page, "records-url", "no address")
    at(page, "records-find").click()
    page.locator(".q-notification").first.wait_for()
    page.wait_for_timeout(400)  # it fades in
    page.add_style_tag(content=STILL)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(f"document.body.classList.contains('body--{theme}')")
        assert serious(page) == []


def test_every_page_keeps_to_the_width_of_a_phone(page: Any, site: Site, furnished: tuple[str, list[str]]) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    for place in furnished[1]:
        page.goto(site.url + place)
        page.locator("h1, [role=heading]").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, place
