"""The network searched where one is, an object's page, guided questions; runs queued, scheduled, compared, mended."""

from __future__ import annotations

from typing import Any

import pytest

from motherlode.analyse.keeping import KeptRatings
from motherlode.app.network import run_text
from motherlode.app.workspace import Workspace
from motherlode.network.store import NetworkStore
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser
NORTH = (
    "Insert University North [ Contain colleges: { "
    + ", ".join(f"College of Things Number {n}" for n in range(24))
    + " }, Contain departments: { Music, Physics } ];"
)
OVERLAP = """() => {
  const boxes = [...document.querySelectorAll('[data-testid=graph] svg text')].map(e => [e.textContent, e.getBoundingClientRect()]);
  return boxes.flatMap(([a, p], i) => boxes.slice(i + 1).filter(([b, q]) => p.left < q.right - 1 && q.left < p.right - 1 &&
    p.top < q.bottom - 1 && q.top < p.bottom - 1).map(([b]) => a + ' | ' + b));
}"""  # noqa: E501 - a script


def test_an_object_is_found_opened_and_asked_about(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    run_text(NetworkStore(workspace.create("north").engine), NORTH)
    workspace.close()
    page.goto(f"{site.url}/p/north/network")
    at(page, "graph").locator("svg text", has_text="College of Things Number 7").wait_for()
    at(page, "graph").locator("svg text", has_text="colleges").wait_for()
    assert page.locator("[data-testid=graph] svg text").count() > 25
    assert page.evaluate(OVERLAP) == []
    fill(page, "find-object", "number 7")
    at(page, "found-objects").get_by_role("link", name="College of Things Number 7").click()
    page.wait_for_url("**/network?object=*")
    page.get_by_role("link", name="North").first.wait_for()
    page.goto(f"{site.url}/p/north/network?tab=ask")
    fill(page, "guided-in", "nor")
    at(page, "guided-ask").click()
    at(page, "answers").get_by_text("24 answers").wait_for()
    written = at(page, "query")
    assert 'CONTAINS "nor"' in (written.input_value() if written.evaluate("e => e.tagName") == "TEXTAREA"
                                else written.locator("textarea").input_value())  # fmt: skip
    fill(page, "query", "QUERY Univ")
    at(page, "completions").get_by_role("button", name="University").click()


def test_refused_addresses_are_said_with_their_remedy_and_runs_are_planned_and_compared(
    page: Any, site: Site
) -> None:
    workspace = Workspace(site.folder)
    project = workspace.create("planned")
    project.store.topics.set_sources("newsset", ["http://127.0.0.1:9/"])
    page.goto(f"{site.url}/p/planned/run")
    at(page, "run-start").click()
    at(page, "run-state").get_by_text("failed").wait_for(timeout=60_000)
    at(page, "run-troubles").get_by_text("1 are private addresses: allow them for this project").wait_for()
    at(page, "allow-private").click()
    page.get_by_text("Private addresses are allowed").first.wait_for()
    assert "allow_private = true" in (site.folder / "planned/motherlode.toml").read_text()
    fill(page, "log-filter", "nothing like it")
    at(page, "run-log").get_by_text("127.0.0.1:9").wait_for(state="detached")
    at(page, "run-again").click()
    page.get_by_text("The options of run 1 are in the form").first.wait_for()
    fill(page, "run-options", "max_depth=2")
    at(page, "run-start").click()
    at(page, "runs").get_by_text("#2").wait_for(timeout=60_000)
    at(page, "run-state").get_by_text("failed").wait_for(timeout=60_000)
    assert project.store.runs.list()[0].options == {"max_pages": 500, "max_depth": "2"}
    at(page, "compare").click()
    page.wait_for_url("**/run?compare=*")
    at(page, "compared").get_by_text("max depth").wait_for()
    page.goto(f"{site.url}/p/planned/run")
    at(page, "run-schedule").click()
    at(page, "schedule-24").click()
    at(page, "schedule-row-1").get_by_text("every day").wait_for()
    at(page, "schedule-remove-1").click()
    at(page, "schedule-row-1").wait_for(state="detached")
    workspace.close()


def test_a_site_is_rated_where_it_is_listed(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/sources")
    at(page, "source-states").get_by_text("news.example").first.click()
    fill(page, "rate-value", "0.8")
    at(page, "rate-save").click()
    at(page, "source-states").get_by_text("0.80").wait_for()
    workspace = Workspace(site.folder)
    assert KeptRatings(workspace.get(project).engine).read().values == {"news.example": 0.8}
    workspace.close()


def test_the_console_tries_an_operation(page: Any, site: Site) -> None:
    page.goto(f"{site.url}/docs")
    page.fill("#find", "health")
    page.locator("summary", has_text="/api/health").click()
    page.get_by_role("button", name="Ask").click()
    page.locator("pre", has_text='"status": "ok"').wait_for()
    page.locator("p.good", has_text="200").wait_for()
