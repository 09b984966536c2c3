"""One box to begin: it says what it takes a topic, an address, a form, a page or a file for, and tries it."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from motherlode.app.workspace import Workspace
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.web import SampleWeb
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser
STORY = "<h1>Dam breaks above the old town</h1>" + "".join(
    f"<p>The water rose by {n} metres in the night, said the mayor, and the lower streets were cleared by noon.</p>"
    for n in range(1, 12)
)
BOOKS = "".join(f"<li><a href=/b{n}>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 15))


@pytest.fixture(scope="module")
def web() -> Iterator[Server]:
    """The sample web, small."""
    with serve(SampleWeb(news_pages=200, entities=60, registry_rows=400, crawl_delay=0).sites) as server:
        yield server


def tried(page: Any, site: Site, text: str) -> None:
    page.goto(site.url)
    fill(page, "begin-box", text)
    at(page, "begin-try").click()


def allowed(page: Any, site: Site, text: str) -> None:
    """Tries an address of this machine: it is refused in words, with the remedy beside it."""
    tried(page, site, text)
    at(page, "begin-error").get_by_text("private network").wait_for()
    at(page, "begin-allow").click()


def chosen(page: Any, file: Path) -> None:
    page.locator('[data-testid="begin-file"] input[type=file]').set_input_files(str(file))


def test_it_says_what_it_takes_the_words_for_while_they_are_written(page: Any, site: Site) -> None:
    page.goto(site.url)
    at(page, "begin-box").press_sequentially("flood dam:2")
    at(page, "begin-meant").get_by_text("A topic: flood, dam (2); add the sites to look at.").wait_for()
    at(page, "begin-box").press_sequentially(" news.example www.post.example")
    at(page, "begin-meant").get_by_text("2 sites to look at").wait_for()
    at(page, "begin-box").fill("https://news.example/story")
    at(page, "begin-meant").get_by_text("An address").wait_for()
    at(page, "begin-box").fill("<html><p>x")
    at(page, "begin-meant").get_by_text("The HTML of a page").wait_for()


def test_a_page_is_taken_for_an_article_or_a_list(page: Any, site: Site) -> None:
    tried(page, site, f"<html><body>{STORY}</body></html>")
    at(page, "begin-taken").get_by_text("an article").wait_for(timeout=60_000)
    assert "The water rose by 3 metres" in at(page, "begin-article").inner_text()
    tried(page, site, f"<html><body><ul>{BOOKS}</ul></body></html>")
    at(page, "begin-taken").get_by_text("a list of records").wait_for(timeout=60_000)
    at(page, "begin-records").get_by_text("Book 3", exact=True).wait_for()


def test_from_an_address_to_an_exported_file(page: Any, site: Site, web: Server, tmp_path: Path) -> None:
    allowed(page, site, web.url("foliant", "/search?q="))
    at(page, "begin-taken").get_by_text("a list of records").wait_for(timeout=60_000)
    at(page, "begin-code-command").wait_for(state="attached")
    at(page, "begin-go-on").click()
    page.wait_for_url("**/records")
    at(page, "records-kept").get_by_text("foliant.localhost").first.wait_for()
    at(page, "export-records").click()
    with page.expect_download() as started:
        at(page, "export-records-csv").click()
    saved = tmp_path / "records.csv"
    started.value.save_as(saved)
    with saved.open(encoding="utf-8-sig", newline="") as lines:
        assert len(list(csv.DictReader(lines))) == 20


def test_a_form_is_asked_and_read_to_the_last_row(page: Any, site: Site, web: Server) -> None:
    allowed(page, site, web.url("registry", "/form"))
    at(page, "begin-taken").get_by_text("a form with a database behind it").wait_for(timeout=90_000)
    at(page, "begin-result").get_by_text("400", exact=True).first.wait_for()
    at(page, "samples").locator("tbody tr").first.wait_for()
    at(page, "begin-go-on").click()
    page.wait_for_url("**/hidden")
    at(page, "certificate").wait_for(timeout=90_000)
    page.get_by_text("The site says 400 rows; 400 were read.").wait_for()


def test_a_topic_is_tried_where_it_was_asked(page: Any, site: Site, web: Server) -> None:
    tried(page, site, "flood dam:2")
    at(page, "begin-result").get_by_text("Add addresses of sites").wait_for()
    tried(page, site, f"flood dam evacuation:2 {web.url('gazette', '/')} {web.url('wire', '/')}")
    at(page, "begin-allow").click(timeout=60_000)
    at(page, "begin-ways").wait_for(timeout=90_000)
    workspace = Workspace(site.folder)
    project = workspace.get("flood dam evacuation")
    kept = project.store.articles.count()
    runs = project.store.runs.list()
    workspace.close()
    assert kept > 0
    assert f"30 pages looked at, {kept} articles kept" in at(page, "begin-progress").inner_text()
    assert at(page, "begin-found").locator(".ml-open").count() == min(10, kept)
    assert [run.state for run in runs] == ["done", "failed"]
    at(page, "begin-schedule").click()
    at(page, "begin-schedule-24").click()
    page.wait_for_url("**/p/flood%20dam%20evacuation/run")
    page.get_by_text("every day").wait_for()


def test_what_is_copied_does_the_same(page: Any, site: Site, web: Server, tmp_path: Path) -> None:
    address = web.url("foliant", "/search?q=")
    allowed(page, site, address)
    at(page, "begin-ways").wait_for(timeout=60_000)
    page.get_by_text("The same without this page").click()
    python = at(page, "begin-code-Python").locator("code").inner_text()
    command = at(page, "begin-code-command").locator("code").inner_text()
    assert command.split()[:3] == ["motherlode", "extract", "records"]
    done = subprocess.run(
        [sys.executable, "-m", *command.split()[:3], address, *command.split()[4:]],
        capture_output=True, check=True, cwd=tmp_path, timeout=60,
    )  # fmt: skip
    assert len(json.loads(done.stdout)["regions"][0]["records"]) == 20
    assert compile(python, "copied", "exec")
    said = subprocess.run([sys.executable, "-c", python], capture_output=True, check=True, cwd=tmp_path, timeout=60)
    assert said.stdout


def test_files_are_taken_for_what_they_are(page: Any, site: Site, tmp_path: Path) -> None:
    page.goto(site.url)
    saved = tmp_path / "story.html"
    saved.write_text(f"<html><body>{STORY}</body></html>")
    chosen(page, saved)
    at(page, "begin-taken").get_by_text("an article").wait_for(timeout=60_000)
    table = tmp_path / "books.csv"
    table.write_text("title,price,year\nFlood,12,1999\nDam,14,2003\n")
    chosen(page, table)
    at(page, "begin-records").get_by_text("Dam", exact=True).wait_for(timeout=60_000)
    at(page, "begin-go-on").click()
    page.wait_for_url("**/books*/records")
    at(page, "records-kept").get_by_text("books.csv").first.wait_for()
    page.goto(site.url)
    sites = tmp_path / "sites.txt"
    sites.write_text("http://a.example/\nhttp://b.example/\n")
    chosen(page, sites)
    at(page, "begin-meant").get_by_text("2 addresses; write what").wait_for(timeout=60_000)
    at(page, "begin-box").press_sequentially("flood")
    at(page, "begin-meant").get_by_text("A topic: flood; 2 sites to look at.").wait_for()
    wrong = tmp_path / "song.mp3"
    wrong.write_bytes(b"ID3\x00\x00")
    chosen(page, wrong)
    page.get_by_text("song.mp3 is no file that can be taken here").first.wait_for(timeout=60_000)
