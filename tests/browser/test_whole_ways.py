"""Whole ways through the page: a crawl in a paper's own mode, watching, a story's splits, text not saved."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest

from motherlode.app.network import run_text
from motherlode.app.workspace import Workspace
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.article import Article, NewsItem
from motherlode.model.topic import Keyword
from motherlode.network.store import NetworkStore
from motherlode.store.pages import StoredPage
from motherlode.store.topics import NEWS_SET
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def sample() -> SampleWeb:
    return SampleWeb(seed=1, news_pages=200, crawl_delay=0)


@pytest.fixture(scope="module")
def web(sample: SampleWeb) -> Iterator[Server]:
    """The sample web with the story of the papers' test."""
    with serve(sample.sites) as server:
        yield server


def figures(page: Any) -> dict[str, str]:
    """The tiles of the page: name and figure."""
    return {name: value for value, name in (each.inner_text().split("\n") for each in page.locator(".ml-fact").all())}


def test_the_sample_story_is_crawled_in_paper_mode_from_the_page(
    page: Any, site: Site, sample: SampleWeb, web: Server, tmp_path: Path
) -> None:
    """Sources, examples, words, preset, run, results: the six modules of the paper's interface, by hand (N16)."""
    story = max((t for t in sample.truth.news.topics if t.language == "en"), key=lambda t: len(t.articles))
    told = sorted(web.url(key.partition("/")[0], "/" + key.partition("/")[2]) for key in story.articles)
    values = {"project": {"allow_private": True}, "fetch": {"delay": 0.0}, "crawl": {"scope": "hosts"}}
    Workspace(site.folder).create("paper mode", values).close()
    page.goto(f"{site.url}/p/paper mode/sources")
    fill(page, "newsset-text", "\n".join(web.url(each.host) for each in sample.truth.news.sites))
    at(page, "newsset-save").click()
    page.get_by_text(f"{len(sample.truth.news.sites)} addresses saved").first.wait_for()
    fill(page, "urlset-text", "\n".join(told[::7][:4]))
    at(page, "urlset-save").click()
    page.get_by_text("4 addresses saved").first.wait_for()
    listed = tmp_path / "words.txt"
    listed.write_text("\n".join(f"{word},1" for word in story.keywords))
    page.goto(f"{site.url}/p/paper mode/topic")
    page.locator('[data-testid="keyword-file"] input[type=file]').set_input_files(str(listed))
    page.locator(".ag-row").nth(1).wait_for()
    at(page, "keyword-save").click()
    page.get_by_text(f"{len(story.keywords)} keywords saved").first.wait_for()
    page.goto(f"{site.url}/p/paper mode/parameters")
    at(page, "preset-paper-001").click()
    page.get_by_text("save to keep it").first.wait_for()
    at(page, "parameters-save").click()
    page.get_by_text("Saved", exact=True).first.wait_for()
    page.goto(f"{site.url}/p/paper mode/run")
    fill(page, "run-limit", "180")
    at(page, "run-start").click()
    at(page, "run-state").get_by_text("done").wait_for(timeout=180_000)
    workspace = Workspace(site.folder)
    project = workspace.get("paper mode")
    kept = [p for p in project.store.pages.list(limit=1000)[0] if p.kept]
    articles, run = project.store.articles.count(), project.store.runs.list()[0]
    workspace.close()
    right = {page.url for page in kept} & set(told)
    assert len(right) >= 0.7 * len(told)
    assert len(right) >= 0.8 * len(kept)
    assert all(re.match(r"relativity 0\.\d+ ≥ threshold", page.reason) for page in kept)
    tiles = figures(page)
    assert tiles["kept"] == str(run.report["kept"])
    at(page, "next").click()
    at(page, "table-articles-total").get_by_text(f"{articles:,} in all", exact=True).wait_for()
    at(page, "table-articles").locator(".ml-open").first.click()
    at(page, "why-kept").get_by_text("≥ threshold").wait_for()


def test_a_project_is_watched_from_the_page(page: Any, site: Site, web: Server) -> None:
    workspace = Workspace(site.folder)
    values = {"project": {"allow_private": True}, "fetch": {"delay": 0.0}, "watch": {"gap": 0.2, "per_hour": 7200.0}}
    project = workspace.create("watched", values)
    project.store.topics.set_sources(NEWS_SET, [web.url("gazette")])
    workspace.close()
    page.goto(f"{site.url}/p/watched/watch")
    page.get_by_text("Nothing was watched yet").wait_for()
    at(page, "watch-button").get_by_text("Start watching").click()
    at(page, "watch-button").get_by_text("Stop watching").wait_for()
    for _ in range(60):
        found = httpx.get(f"{site.url}/api/projects/watched/watch").json()
        if found["counts"]["visits"] > 3:
            break
        page.wait_for_timeout(1000)
    page.reload()
    at(page, "watch-button").get_by_text("Stop watching").click()
    at(page, "watch-button").get_by_text("Start watching").wait_for(timeout=60_000)
    counts = httpx.get(f"{site.url}/api/projects/watched/watch").json()["counts"]
    tiles = figures(page)
    assert tiles["Changes"] == f"{counts['changes']:,}"
    at(page, "watch-visits").locator("tbody tr").first.wait_for()
    at(page, "watch-next").locator("tbody tr").first.wait_for()
    assert httpx.get(f"{site.url}{at(page, 'watch-feed').get_attribute('href')}").text.startswith("<?xml")


def test_a_storys_page_tells_its_splits(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    project = workspace.create("parted")
    now = datetime(2026, 3, 9, tzinfo=UTC)
    urls = [f"http://{'abc'[n % 3]}.example/{n}" for n in range(6)]
    project.store.articles.put(
        NewsItem(Article(url=url, title=f"Dam {n}", content="x", published=f"2026-03-0{1 + n}T10:00:00"),
                 (), (), (), 0.9, "", now)
        for n, url in enumerate(urls)
    )  # fmt: skip
    stories = {
        name: {"id": name, "title": title, "keywords": ["dam"], "documents": some, "central": some[0], "sources": 2,
               "copies": 0, "first": "2026-03-01", "last": "2026-03-06"}
        for name, title, some in (("s1", "The dam breaks", urls[:4]), ("s2", "Inquiry opens", urls[4:]))
    }  # fmt: skip
    project.store.results.replace("stories", stories, now)
    episodes = [
        {"id": f"e{at}", "slice": at, "start": f"2026-03-0{1 + 4 * at}T00:00:00", "end": "2026-03-06T00:00:00",
         "story": story, "title": stories[story]["title"], "words": [], "documents": stories[story]["documents"],
         "central": "", "begins": "birth", "ends": "split"}
        for at, story in enumerate(("s1", "s2"))
    ]  # fmt: skip
    passage = {"source": "e0", "target": "e1", "kind": "split", "weight": 0.2, "reason": "20% alike"}
    graph = {"episodes": episodes, "passages": [passage], "remarks": []}
    project.store.results.replace("evolution", {"graph": graph}, now)
    workspace.close()
    page.goto(f"{site.url}/p/parted/stories?story=s1")
    passages = at(page, "story-passages")
    passages.get_by_text("parted into").wait_for()
    passages.get_by_role("button", name="Inquiry opens").click()
    page.wait_for_url("**/stories?story=s2")
    at(page, "story-passages").get_by_text("came out of").wait_for()
    at(page, "evolution").locator("canvas").wait_for()


def test_unsaved_text_is_not_lost_without_a_question(site: Site, chromium: Any, project: str) -> None:
    context = chromium.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto(f"{site.url}/p/{project}/sources")
    at(page, "newsset-text").click()
    at(page, "newsset-text").press_sequentially("news.example")
    page.goto(f"{site.url}/p/{project}/topic")
    assert asked == ["beforeunload"]
    page.goto(f"{site.url}/p/{project}/sources")
    at(page, "newsset-text").click()
    at(page, "newsset-text").press_sequentially("news.example")
    at(page, "newsset-save").click()
    page.get_by_text("1 address saved").first.wait_for()
    page.goto(f"{site.url}/p/{project}/topic")
    assert asked == ["beforeunload"]
    context.close()


def test_pause_resume_and_stop_lose_nothing_that_was_kept(
    page: Any, site: Site, sample: SampleWeb, web: Server
) -> None:
    workspace = Workspace(site.folder)
    values = {"project": {"allow_private": True}, "fetch": {"delay": 0.25}, "crawl": {"scope": "hosts"}}
    project = workspace.create("held", values)
    project.store.topics.set_sources(NEWS_SET, [web.url(each.host) for each in sample.truth.news.sites[:3]])
    project.store.topics.set_keywords([Keyword(word) for word in ("flood", "dam", "rescue", "river")])
    page.goto(f"{site.url}/p/held/run")
    fill(page, "run-limit", "150")
    at(page, "run-start").click()
    kept: list[int] = []
    for _ in range(60):
        page.wait_for_timeout(500)
        if project.store.articles.count() >= 3:
            break
    at(page, "run-pause").click()
    at(page, "run-state").get_by_text("paused").wait_for(timeout=60_000)
    kept.append(project.store.articles.count())
    before = figures(page)
    log = at(page, "run-log").inner_text()
    at(page, "run-resume").click()
    at(page, "run-state").get_by_text("running").wait_for(timeout=60_000)
    page.wait_for_timeout(1500)
    during = figures(page)
    assert int(during["kept"]) + int(during["dropped"]) >= int(before["kept"]) + int(before["dropped"])
    assert log.strip()
    assert at(page, "run-log").locator("tbody tr").count() > 0
    at(page, "run-stop").click()
    at(page, "run-state").get_by_text("stopped").wait_for(timeout=60_000)
    kept.append(project.store.articles.count())
    page.reload()
    at(page, "run-state").get_by_text("stopped").wait_for()
    assert figures(page)["kept"] == str(kept[-1])
    report = project.store.runs.list()[0].report
    assert (report["parts"], report["kept"]) == (2, kept[-1])  # of the whole run, not of what came after the pause
    workspace.close()
    assert kept[0] > 0
    assert kept[1] >= kept[0]


def test_dropped_pages_and_objects_have_a_total_and_a_pager(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    project = workspace.create("counted")
    project.store.pages.put(
        StoredPage(f"http://news.example/x{n}", code="unrelated" if n % 4 else "list-page", reason="far")
        for n in range(60)
    )
    colleges = ", ".join(f"College {n}" for n in range(40))
    run_text(NetworkStore(project.engine), f"Insert University North [ Contain colleges: {{ {colleges} }} ];")
    workspace.close()
    page.goto(f"{site.url}/p/counted/results?tab=dropped")
    at(page, "table-dropped-total").get_by_text("60 in all").wait_for()
    at(page, "table-dropped").get_by_text("1-25 of 60").wait_for()
    at(page, "dropped-code-list-page").click()
    at(page, "table-dropped-total").get_by_text("15 in all").wait_for()
    at(page, "table-dropped").get_by_text("1-15 of 15").wait_for()
    page.goto(f"{site.url}/p/counted/network?tab=table")
    table = at(page, "table-objects")
    table.get_by_text("1-25 of 41").wait_for()
    table.get_by_role("button", name="Next page").click()
    table.get_by_text("26-41 of 41").wait_for()


def test_a_pasted_list_is_a_try_until_it_is_kept_and_can_be_removed(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    store = workspace.create("pasted").store
    rows = "".join(f"<li><a href=/b{n}>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 15))
    page.goto(f"{site.url}/p/pasted/records")
    fill(page, "records-url", f"<html><body><ul>{rows}</ul></body></html>")
    at(page, "records-find").click()
    at(page, "records-state").get_by_text("nothing is kept yet").wait_for(timeout=60_000)
    assert store.records.sources() == []
    fill(page, "column-0-price", "cost")
    at(page, "rename-0").click()
    at(page, "records-table").get_by_role("columnheader", name="cost").wait_for(timeout=60_000)
    at(page, "records-keep").click()
    at(page, "records-state").get_by_text("Kept in this project").wait_for()
    ((_, _, region),) = store.records.lists()
    assert region.records[2].fields["cost"] == "$ 3.50"
    at(page, "records-kept").get_by_role("button", name="pasted page").click()
    at(page, "records-remove").click()
    page.get_by_text("No records are kept yet").wait_for()
    assert store.records.sources() == []
    workspace.close()
