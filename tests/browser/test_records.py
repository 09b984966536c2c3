"""Records by pointing: the rule of a site, a schema that is suggested, sources joined, a merge undone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
import pytest

from motherlode.app.records import find_records, keep_records
from motherlode.app.workspace import Workspace
from motherlode.extract.records import RecordParams
from motherlode.model.clock import SystemClock
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser
WRITERS = ("Ann Mary Author", "Bo Writer", "Cy Novelist", "Di Poet", "Ed Essay", "Flo Fable", "Gus Genre")
TITLES = (
    "Glass and Paper", "Letters to a Patient Archive", "The Clockmaker", "Tides and Chairs", "Rain",
    "The Crooked Bridge", "Orchard of Salt", "The Silver Valley", "Moss", "The Empty Sparrow", "Bells", "Harbour",
)  # fmt: skip


def shop(first: int, last: int, price: str) -> bytes:
    """A page of a bookshop."""
    rows = "".join(
        f"<li class=item><a class=title href=/b{n}>{TITLES[n]}</a> <span class=author>{WRITERS[n % 7]}</span>"
        f" <i class=isbn>97800000001{n:02}</i> <b class=price>{price} {n}.50</b></li>"
        for n in range(first, last)
    )
    return f"<html><body><h1>Books</h1><ul>{rows}</ul></body></html>".encode()


def test_a_field_that_was_pointed_out_is_in_the_rule_of_the_site(page: Any, site: Site, tmp_path: Path) -> None:
    Workspace(site.folder).create("pointing").close()
    for number, name in ((0, "books.html"), (1, "more.html")):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number) / name).write_bytes(shop(number, number + 11, "$"))
    page.goto(f"{site.url}/p/pointing/records")
    picker = page.locator('[data-testid="records-file"] input[type=file]')
    picker.set_input_files(str(tmp_path / "0/books.html"))
    inside = page.frame_locator("iframe[sandbox]").first
    inside.get_by_text("Cy Novelist").first.click(timeout=60_000)
    at(page, "pointed-drop").click()
    at(page, "pointed").wait_for(state="detached")
    inside.get_by_text("Cy Novelist").first.click()
    page.get_by_text("This is no column yet.").wait_for()
    fill(page, "pointed-name", "writer")
    at(page, "pointed-keep").click()
    at(page, "records-table").get_by_role("columnheader", name="writer").wait_for(timeout=60_000)
    at(page, "schema-suggestions").get_by_text("books").wait_for(timeout=60_000)
    at(page, "records-keep").click()
    at(page, "records-state").get_by_text("Kept in this project").wait_for()
    (tmp_path / "1/books.html").write_bytes(shop(1, 12, "$"))
    picker.set_input_files(str(tmp_path / "1/books.html"))
    at(page, "by-rule").get_by_text("Read by the rule of file:books.html").wait_for(timeout=60_000)
    at(page, "records-table").get_by_role("columnheader", name="writer").wait_for()
    at(page, "records-table").get_by_text("Di Poet").first.wait_for()
    at(page, "rule-anew").click()
    at(page, "by-rule").wait_for(state="detached", timeout=60_000)
    assert at(page, "records-table").get_by_role("columnheader", name="writer").count() == 0


def test_sources_are_joined_and_a_merge_is_undone(page: Any, site: Site) -> None:
    workspace = Workspace(site.folder)
    project = workspace.create("joining")
    for name, body in (("http://one.example/", shop(0, 10, "$")), ("http://two.example/", shop(2, 12, "EUR"))):
        keep_records(project, find_records(body, "text/html", name, RecordParams()), SystemClock().now())
    workspace.close()
    page.goto(f"{site.url}/p/joining/records")
    at(page, "join-schema").click()
    page.get_by_role("option", name="books", exact=True).click()
    page.get_by_text("Nothing is joined under this schema yet.").wait_for(timeout=60_000)
    at(page, "join").click()
    total = at(page, "joined-total")
    total.get_by_text("20 records are 12 things; 8 of them stand in several places.").wait_for(timeout=60_000)
    page.get_by_text("Pairs that were weighed").click()
    row = at(page, "pairs").locator("tbody tr", has_text="The Clockmaker").first
    row.get_by_role("button", name="two things").click()
    total.get_by_text("20 records are 13 things; 7 of them stand in several places.").wait_for(timeout=60_000)
    page.reload()
    at(page, "joined-total").get_by_text("13 things").wait_for(timeout=60_000)
    page.get_by_text("Pairs that were weighed").click()
    row = at(page, "pairs").locator("tbody tr", has_text="The Clockmaker").first
    assert row.get_by_role("button", name="two things").get_attribute("aria-pressed") == "true"
    row.get_by_role("button", name="two things").click()
    at(page, "joined-total").get_by_text("20 records are 12 things").wait_for(timeout=60_000)
    told = httpx.get(f"{site.url}/api/projects/joining/joined", params={"schema": "books"}, timeout=60).json()
    assert len(told["rows"]) == 12
    at(page, "export-joined").click()
    with page.expect_download() as started:
        at(page, "export-joined-xlsx").click()
    assert started.value.suggested_filename == "books.xlsx"
    assert Path(started.value.path()).read_bytes()[:2] == b"PK"
