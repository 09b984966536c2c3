"""The web page as a person uses it: the six modules of N16 and the others."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from motherlode.app.network import run_text
from motherlode.app.workspace import Workspace
from motherlode.network.store import NetworkStore
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser
ASKED = 'Insert University North [ Contain colleges: { Arts, Law } ]; QUERY University "North" /contain ?c ORDER BY c'


PASTE = """(field, text) => {
  const data = new DataTransfer();
  data.setData('text', text);
  field.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, bubbles: true, cancelable: true}));
}"""


def test_projects_are_made_and_removed(page: Any, site: Site) -> None:
    page.goto(site.url)
    fill(page, "project-name", "my first")
    at(page, "project-create").click()
    page.wait_for_url("**/p/my*first/sources")
    page.goto(site.url)
    at(page, "delete-my first").click()
    at(page, "confirm-delete").click()
    page.get_by_role("link", name="my first").wait_for(state="detached")
    fill(page, "project-name", "../evil")
    at(page, "project-create").click()
    page.get_by_text("cannot name a project").wait_for()


def test_sources_are_pasted_imported_and_checked(page: Any, site: Site, project: str, tmp_path: Path) -> None:
    page.goto(f"{site.url}/p/{project}/sources")
    fill(page, "newsset-text", "news.example\nnot an address\nhttp://b.example/")
    at(page, "newsset-save").click()
    page.get_by_text("2 addresses, 1 refused").wait_for()
    wrong = tmp_path / "list.xlsx"
    wrong.write_bytes(b"this is no workbook")
    page.locator('[data-testid="urlset-file-excel"] input[type=file]').set_input_files(str(wrong))
    page.get_by_text("is not an Excel file").first.wait_for()
    right = tmp_path / "list.txt"
    right.write_text("http://news.example/1\nhttp://news.example/2\n")
    page.locator('[data-testid="urlset-file-text"] input[type=file]').set_input_files(str(right))
    page.get_by_text("2 addresses, 0 refused").wait_for()
    at(page, "urlset-save").click()
    page.reload()
    assert "http://news.example/2" in at(page, "urlset-text").evaluate(
        "e => (e.value ?? e.querySelector('textarea')?.value)"
    )


def test_a_hundred_thousand_pasted_lines(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/sources")
    lines = "\n".join(f"http://n{n}.example/" for n in range(100_000))
    at(page, "newsset-text").evaluate(PASTE, lines)
    page.get_by_text("98000 lines that are not drawn").wait_for(timeout=60_000)
    at(page, "newsset-save").click()
    page.get_by_text("100000 addresses, 0 refused").wait_for(timeout=60_000)


def test_keywords_are_edited(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/topic")
    at(page, "keyword-add").click()
    cell = page.locator('.ag-row [col-id="word"]').first
    cell.dblclick()
    page.keyboard.type("levee")
    page.keyboard.press("Enter")
    weight = page.locator('.ag-row [col-id="weight"]').first
    weight.dblclick()
    page.keyboard.press("Control+A")
    page.keyboard.type("heavy")
    page.keyboard.press("Enter")
    at(page, "keyword-save").click()
    page.get_by_text("must be a number").wait_for()
    weight.dblclick()
    page.keyboard.press("Control+A")
    page.keyboard.type("2.5")
    page.keyboard.press("Enter")
    at(page, "keyword-save").click()
    page.get_by_text("1 keyword saved").first.wait_for()
    page.reload()
    page.get_by_text("levee").first.wait_for()


def test_parameters_are_checked(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/parameters")
    page.get_by_text("[threshold]").click()
    fill(page, "param-threshold-alpha", "0.5")
    at(page, "parameters-save").click()
    page.get_by_text("must be at least 1").first.wait_for()
    fill(page, "param-threshold-alpha", "1.2")
    at(page, "parameters-save").click()
    page.get_by_text("Saved", exact=True).first.wait_for()
    assert "alpha = 1.2" in (site.folder / project / "motherlode.toml").read_text()


def test_a_run_is_started_and_watched(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/run")
    at(page, "run-start").click()
    at(page, "run-state").get_by_text("failed").wait_for(timeout=60_000)
    page.get_by_text("no addresses to begin with").wait_for()


def test_results_are_searched_opened_and_never_run(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/results")
    page.get_by_text("Flood report 0").first.wait_for()
    page.get_by_text("Flood report 0").first.click()
    page.get_by_text("relevance 0.9 ≥ threshold 0.5").wait_for()
    page.get_by_text("flood in the valley").first.wait_for()
    assert page.evaluate("window.hurt") is None
    page.keyboard.press("Escape")
    fill(page, "search-articles", "report 119")
    page.get_by_text("Flood report 119").wait_for()
    page.get_by_text("Flood report 3 ").wait_for(state="detached")
    page.get_by_text("Dropped pages").click()
    page.get_by_text("relevance 0.1 < threshold 0.5").first.wait_for()


def test_records_are_found_on_an_uploaded_page(page: Any, site: Site, project: str, tmp_path: Path) -> None:
    rows = "".join(
        f"<li class=item><a href=/b{n}>Book {n}</a> <span>by Ann Author {n}</span> <b>$ {n}.50</b></li>"
        for n in range(1, 15)
    )
    file = tmp_path / "books.html"
    file.write_text(f"<html><body><h1>Books</h1><ul>{rows}</ul><script>window.hurt = 1</script></body></html>")
    page.goto(f"{site.url}/p/{project}/records")
    page.locator('[data-testid="records-file"] input[type=file]').set_input_files(str(file))
    page.get_by_text("14 records", exact=True).first.wait_for(timeout=60_000)
    frame = page.locator("iframe[sandbox]").first
    assert frame.get_attribute("sandbox") == "allow-same-origin"  # no scripts: what runs listens from outside
    page.frame_locator("iframe[sandbox]").first.get_by_text("Book 3").wait_for()
    assert page.frame_locator("iframe[sandbox]").first.locator("[data-record]").count() == 14
    assert (
        page.frame_locator("iframe[sandbox]").first.locator("[data-record]").nth(2).inner_text().startswith("Book 3")
    )
    page.get_by_text("No records are kept yet").wait_for()
    assert page.evaluate("window.hurt") is None
    page.frame_locator("iframe[sandbox]").first.get_by_text("by Ann Author 3").click()
    fill(page, "pointed-name", "writer")
    at(page, "pointed-keep").click()
    at(page, "records-table").get_by_role("columnheader", name="writer").wait_for(timeout=60_000)
    at(page, "schema").click()
    page.get_by_role("option", name="books", exact=True).click()
    column = page.locator('[data-testid^="map-"]').first
    column.wait_for()
    column.click()
    page.get_by_role("option", name="publisher", exact=True).click()
    page.get_by_text("Saved", exact=True).first.wait_for()


def test_the_network_is_asked_and_drawn(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/network")
    fill(page, "query", ASKED)
    at(page, "ask").click()
    page.get_by_role("cell", name="Arts").wait_for()
    fill(page, "query", "QUERY nonsense nonsense")
    at(page, "ask").click()
    page.get_by_text("line 1").first.wait_for()
    page.reload()
    page.get_by_text("3 objects").wait_for()


def test_in_chinese_in_the_dark_on_a_phone(page: Any, site: Site, project: str) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(f"{site.url}/p/{project}/results")
    at(page, "language").click()
    page.locator(".text-h5", has_text="结果").wait_for()
    at(page, "dark").click()
    page.wait_for_function("document.body.classList.contains('body--dark')")
    at(page, "menu").click()
    at(page, "menu-network").click()
    page.wait_for_url("**/network")
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= 390


def test_a_project_that_is_not_there(page: Any, site: Site) -> None:
    page.goto(f"{site.url}/p/nobody/results")
    page.get_by_text("there is no project 'nobody'").wait_for()


def test_a_project_says_what_it_holds_and_opens_there(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    run_text(
        NetworkStore(workspace.create("institute").engine), "Insert University North [ Contain colleges: { Law } ];"
    )
    workspace.create("empty one")
    workspace.close()
    page.goto(site.url)
    at(page, "project-institute").get_by_text("2 objects", exact=True).wait_for()
    at(page, "project-empty one").get_by_text("Nothing here yet").wait_for()
    at(page, "project-institute").get_by_role("link", name="institute").click()
    page.wait_for_url("**/p/institute/network")


def test_articles_without_trust_lead_to_the_ratings(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    project = workspace.create("unrated")
    score = {"state": "unknown", "value": None, "reason": "a.example is not rated", "terms": []}
    project.store.results.replace("trust", {"http://a.example/1": score}, datetime(2026, 3, 1, tzinfo=UTC))
    workspace.close()
    page.goto(f"{site.url}/p/unrated/analysis")
    at(page, "unrated").get_by_text("Rate a site, then analyse again.").wait_for()
    at(page, "unrated").get_by_role("link").click()
    page.wait_for_url("**/p/unrated/sources")
