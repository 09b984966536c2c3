"""A person in a hurry: double clicks, keys pressed before a field has told what stands in it."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

import pytest

from motherlode.app.network import run_text
from motherlode.app.workspace import Workspace
from motherlode.network.store import NetworkStore
from tests.browser.conftest import Site
from tests.browser.help import at
from tests.faults.proxy import FaultyProxy

pytestmark = pytest.mark.browser


def test_a_double_click_starts_one_run(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    project = workspace.create("hasty")
    project.store.topics.set_sources("newsset", ["http://127.0.0.1:9/"])
    page.goto(f"{site.url}/p/hasty/run")
    at(page, "run-start").dblclick()
    at(page, "run-state").get_by_text("failed").wait_for(timeout=60_000)
    assert [run.id for run in project.store.runs.list()] == [1]
    at(page, "run-start").click()  # the button works again
    at(page, "runs").get_by_text("#2").wait_for(timeout=60_000)
    at(page, "run-state").get_by_text("failed").wait_for(timeout=60_000)
    workspace.close()


def test_the_network_is_asked_what_was_written_last(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    run_text(
        NetworkStore(workspace.create("asked quickly").engine),
        "Insert University North [ Contain colleges: { Arts } ];",
    )
    workspace.close()
    page.goto(f"{site.url}/p/asked quickly/network?tab=ask")
    field = at(page, "query")
    field = field if field.evaluate("e => e.tagName") == "TEXTAREA" else field.locator("textarea")
    field.fill("")
    field.press_sequentially('QUERY University "North" /contain ?c')
    field.press("Control+Enter")
    at(page, "answers").get_by_text("1 answer").wait_for()
    page.get_by_role("cell", name="Arts").wait_for()


HASTE = """async text => {
  const [box, button] = ['begin-box', 'begin-try'].map(name => document.querySelector(`[data-testid="${name}"]`));
  box.value = text;
  box.dispatchEvent(new Event('change'));
  await new Promise(done => setTimeout(done, 8));
  button.click();
  return Boolean(window.socket?.connected);
}"""


def test_what_is_pressed_before_the_page_is_connected_comes_after_what_was_typed(chromium: Any, site: Site) -> None:
    server = urlsplit(site.url)
    with FaultyProxy((str(server.hostname), int(server.port or 0)), late=0.7) as line:
        context = chromium.new_context()
        page = context.new_page()
        early = 0
        for attempt in range(6):  # which came first was a matter of a few milliseconds
            page.goto(f"http://127.0.0.1:{line.port}/", wait_until="commit")
            at(page, "begin-try").wait_for()
            early += not page.evaluate(HASTE, f"flood {attempt} dam")
            at(page, "begin-result").get_by_text("Add addresses of sites").wait_for()
        context.close()
    assert early > 3
