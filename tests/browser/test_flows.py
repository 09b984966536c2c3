"""The web page, further: hidden databases, analysis, dragging, two people at once, trouble, the keyboard alone."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from motherlode.app.workspace import Workspace
from motherlode.interfaces.demo.registry import Registry
from motherlode.interfaces.demo.server import Server, serve
from motherlode.model.article import Article, NewsItem
from tests.browser.conftest import Site
from tests.browser.help import HOSTILE, at, fill
from tests.integration.registry_help import table

pytestmark = pytest.mark.browser
ROWS = 1500
BOOKS = "".join(
    f"<li class=item><a href=/b{n}>Book {n}</a> <span>by Ann Author {n}</span> <b>$ {n}.50</b></li>"
    for n in range(1, 15)
)


@pytest.fixture(scope="module")
def registry() -> Iterator[Server]:
    """The land registry of the sample web, small."""
    with serve([Registry(table(ROWS))]) as server:
        yield server


def make(site: Site, name: str, **settings: Any) -> Any:
    workspace = Workspace(site.folder)
    made = workspace.create(name, settings)
    return workspace, made


def test_a_hidden_database_from_its_form_to_its_certificate(page: Any, site: Site, registry: Server) -> None:
    workspace, _ = make(site, "deeds", project={"allow_private": True}, hidden={"workers": 4})
    workspace.close()
    page.goto(f"{site.url}/p/deeds/hidden")
    page.get_by_text("Nothing was read yet").wait_for()
    fill(page, "draft-url", registry.url("registry", "/form"))
    at(page, "draft").click()
    at(page, "samples").locator("tbody tr").first.wait_for(timeout=60_000)
    at(page, "probe-answer").get_by_text(f"{ROWS:,}", exact=True).first.wait_for()
    at(page, "site-run").click()
    at(page, "ranges-picture").locator("canvas").wait_for(timeout=60_000)
    at(page, "certificate").wait_for()
    page.get_by_text(f"The site says {ROWS:,} rows; {ROWS:,} were read.").wait_for()
    assert at(page, "site-progress").inner_text() == "Run 1: done"  # its last figures are older than those below
    kept = json.loads(next((site.folder / "deeds/exports").glob("*.certificate.json")).read_text())
    assert kept["rows"] == ROWS


def test_a_wrong_description_is_named_and_the_old_one_stays(page: Any, site: Site) -> None:
    workspace, _ = make(site, "wrong deeds")
    workspace.close()
    page.goto(f"{site.url}/p/wrong deeds/hidden")
    fill(page, "site-name", "registry")
    at(page, "site-expert").get_by_text("The description, for experts").click()
    at(page, "site-description").fill("[site]\nnmae = 1")
    at(page, "site-save").click()
    page.locator(".q-notification", has_text="the description of 'registry'").first.wait_for()
    assert list((site.folder / "wrong deeds/hidden").glob("*.toml")) == []


def articles(number: int) -> list[NewsItem]:
    text = "The river rose and the levee broke near the town. Rescue teams reached the valley on day {n}."
    return [
        NewsItem(
            Article(
                url=f"http://{'abc'[n % 3]}.example/{n}", title=f"Levee breaks, day {n} {HOSTILE if n == 0 else ''}",
                source=f"{'abc'[n % 3]}.example", content=text.format(n=n) * 4, language="en",
                published=f"2026-03-{1 + n % 9:02}T10:00:00+00:00",
            ),
            (), (), ("levee",), 0.9, "", datetime.now(UTC),
        )
        for n in range(number)
    ]  # fmt: skip


def test_the_four_panels_of_the_analysis_open_their_reasons(page: Any, site: Site) -> None:
    workspace, project = make(site, "analysed")
    page.goto(f"{site.url}/p/analysed/analysis")
    at(page, "analyse").click()
    page.get_by_text("has no articles yet").first.wait_for(timeout=60_000)
    project.store.articles.put(articles(18))
    workspace.close()
    at(page, "analyse").click()
    at(page, "panel-trust").locator(".ml-open").first.wait_for(timeout=90_000)
    at(page, "panel-trust").locator(".ml-open").first.click()
    at(page, "reasons").get_by_text("originality").first.wait_for()
    page.keyboard.press("Escape")
    at(page, "reasons").wait_for(state="detached")
    for kind, seen in (("currency", ".ml-open"), ("hot", ".ml-open, .ml-empty"), ("evolution", "canvas, .ml-empty")):
        at(page, f"tab-{kind}").click()
        at(page, f"panel-{kind}").locator(seen).first.wait_for()
    page.goto(f"{site.url}/p/analysed/stories")
    at(page, "story-volume").locator("canvas").wait_for()
    at(page, "story-cards").get_by_role("link").first.click()
    page.wait_for_url("**/stories?story=*")
    at(page, "story-articles").locator(".ml-open").first.click()
    at(page, "article-text").wait_for()
    assert page.evaluate("window.hurt") is None


def test_a_column_is_dragged_onto_its_meaning(page: Any, site: Site, tmp_path: Path) -> None:
    workspace, _ = make(site, "dragged")
    workspace.close()
    file = tmp_path / "books.html"
    file.write_text(f"<html><body><h1>Books</h1><ul>{BOOKS}</ul></body></html>")
    page.goto(f"{site.url}/p/dragged/records")
    page.get_by_text("No records are kept yet").wait_for()
    page.locator('[data-testid="records-file"] input[type=file]').set_input_files(str(file))
    at(page, "wrapper").get_by_text("XPath").wait_for(timeout=60_000)
    before = at(page, "schema-suggestions").bounding_box()
    at(page, "schema-suggestions").get_by_text("These fit best:").wait_for()
    assert at(page, "schema-suggestions").bounding_box()["height"] == before["height"]  # nothing below it moves
    at(page, "schema").click()
    page.get_by_role("option", name="books", exact=True).click()
    page.get_by_role("listbox").wait_for(state="hidden")  # a list that closes scrolls back to where it was opened
    chip = page.locator('[data-testid^="drag-"]').first
    chip.wait_for()
    column = chip.inner_text()
    _drag(page, chip, at(page, "drop-publisher"))
    at(page, "drop-publisher").get_by_text(column, exact=True).wait_for()
    page.get_by_text("said by you").wait_for()
    at(page, "records-keep").click()
    at(page, "records-state").get_by_text("Kept in this project").wait_for()
    page.reload()
    at(page, "records-kept").get_by_text("file:books.html").first.wait_for()


def _drag(page: Any, thing: Any, place: Any) -> None:
    """As a hand does it: a grip, a small move, the way, and letting go, once the page has come to rest."""
    place.scroll_into_view_if_needed()
    thing.hover()
    start, end = thing.bounding_box(), place.bounding_box()
    page.mouse.move(start["x"] + 20, start["y"] + 8)
    page.mouse.down()
    page.mouse.move(start["x"] + 40, start["y"] + 12, steps=4)
    page.mouse.move(end["x"] + 40, end["y"] + 20, steps=8)
    page.mouse.up()


def test_two_people_work_on_one_project(page: Any, site: Site, chromium: Any) -> None:
    workspace, project = make(site, "shared")
    other = chromium.new_context().new_page()
    for each, kind in ((page, "newsset"), (other, "urlset")):
        each.goto(f"{site.url}/p/shared/sources")
        fill(each, f"{kind}-text", f"http://{kind}.example/")
    at(page, "newsset-save").click()
    at(other, "urlset-save").click()
    for each in (page, other):
        each.get_by_text("1 address saved").first.wait_for()
    assert project.store.topics.sources("newsset") == ["http://newsset.example/"]
    assert project.store.topics.sources("urlset") == ["http://urlset.example/"]
    workspace.close()
    for each in (page, other):
        each.goto(f"{site.url}/p/shared/run")
    at(page, "run-start").click()
    at(other, "run-start").click()
    at(page, "run-state").wait_for()
    other.context.close()


def test_a_project_is_deleted_while_it_runs_and_is_looked_at(page: Any, site: Site, chromium: Any) -> None:
    workspace, project = make(site, "doomed")
    project.store.topics.set_sources("newsset", ["http://10.255.255.1/"])
    workspace.close()
    page.goto(f"{site.url}/p/doomed/run")
    at(page, "run-start").click()
    at(page, "run-state").wait_for()
    other = chromium.new_context().new_page()
    other.goto(site.url)
    at(other, "delete-doomed").click()
    at(other, "confirm-delete").click()
    at(other, "project-doomed").wait_for(state="detached", timeout=60_000)
    assert not (site.folder / "doomed").exists()
    other.context.close()
    at(page, "run-start").click()
    page.locator(".q-notification").first.wait_for()
    page.reload()
    page.get_by_text("there is no project 'doomed'").wait_for()


def test_a_database_that_does_not_answer(page: Any, site: Site) -> None:
    workspace, _ = make(site, "mute")
    workspace.close()
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    page.goto(f"{site.url}/p/mute/sources")
    fill(page, "newsset-text", "http://kept.example/")
    at(page, "newsset-database").click()
    fill(page, "database-url", f"postgresql://user:hush@127.0.0.1:{port}/x")
    fill(page, "database-query", "select url from sites")
    at(page, "database-import").click()
    message = page.locator(".q-notification", has_text="check the address")
    message.wait_for(timeout=40_000)
    assert "hush" not in message.inner_text()
    assert at(page, "newsset-text").input_value() == "http://kept.example/"


def test_a_preset_is_looked_at_and_saved(page: Any, site: Site) -> None:
    workspace, _ = make(site, "preset")
    workspace.close()
    page.goto(f"{site.url}/p/preset/parameters")
    at(page, "preset-polite").click()
    at(page, "parameters-shown").get_by_text("Changed").click()
    at(page, "param-fetch-delay").wait_for()
    at(page, "parameters-save").click()
    page.get_by_text("Saved", exact=True).first.wait_for()
    assert "delay = 2.0" in (site.folder / "preset/motherlode.toml").read_text()
    at(page, "parameters-shown").get_by_text("With the paper's letters").click()
    page.get_by_text("(α)").first.wait_for()


def test_the_keyboard_alone_leads_from_a_name_to_an_article(page: Any, site: Site) -> None:
    page.goto(site.url)
    at(page, "project-name").wait_for()
    name = at(page, "project-name")
    (name if name.evaluate("e => e.tagName") == "INPUT" else name.locator("input")).focus()
    page.keyboard.type("by keyboard")
    page.keyboard.press("Enter")
    page.wait_for_url("**/p/by*keyboard/sources")
    workspace = Workspace(site.folder)
    workspace.get("by keyboard").store.articles.put(articles(3))
    workspace.close()
    _tab_to(page, "menu-results")
    page.keyboard.press("Enter")
    page.wait_for_url("**/results")
    page.locator(".ml-open").first.wait_for()
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('ml-open')"):
            break
    page.keyboard.press("Enter")
    at(page, "detail").get_by_text("Levee breaks").first.wait_for()
    page.keyboard.press("Escape")
    at(page, "detail").wait_for(state="detached")


def _tab_to(page: Any, mark: str) -> None:
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.dataset.testid") == mark:
            return
    raise AssertionError(f"{mark} is not reached by the tabulator")


def test_every_page_stays_on_this_machine_and_in_its_width(page: Any, site: Site, tmp_path: Path) -> None:
    workspace, project = make(site, "walk")
    project.store.articles.put(articles(3))
    workspace.close()
    times = {}
    for width, height in ((1280, 850), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        for module in (
            "sources",
            "topic",
            "parameters",
            "run",
            "results",
            "records",
            "hidden",
            "network",
            "analysis",
        ):
            page.goto(f"{site.url}/p/walk/{module}")
            page.locator("#content .text-h5").wait_for()
            times[module, width] = page.evaluate(
                "performance.getEntriesByType('navigation')[0].domContentLoadedEventEnd"
            )
            assert page.evaluate("document.documentElement.scrollWidth") <= width, module
    (tmp_path / "first-views.json").write_text(
        json.dumps({f"{m} {w}": round(each) for (m, w), each in times.items()})
    )
    assert min(times.values()) < 2000
    assert sorted(times.values())[len(times) // 2] < 8000
    assert page.evaluate("window.hurt") is None
