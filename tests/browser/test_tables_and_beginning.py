"""Tables show everything there is, what is shown can be sent on and exported, and one box is enough to begin."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import Any

from tests.browser.conftest import Site
from tests.browser.help import at, fill

STORY = "<h1>Dam breaks above the old town</h1>" + "".join(
    f"<p>The water rose by {n} metres in the night, said the mayor, and the lower streets were cleared by noon.</p>"
    for n in range(1, 12)
)


def test_a_table_counts_its_rows_and_turns_its_pages(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/results")
    at(page, "table-articles-total").get_by_text("120 in all").wait_for()
    table = at(page, "table-articles")
    table.get_by_text("1-25 of 120").wait_for()
    table.get_by_text("Flood report 0").first.wait_for()
    table.get_by_role("button", name="Next page").click()
    table.get_by_text("26-50 of 120").wait_for()
    table.get_by_text("Flood report 30", exact=False).first.wait_for()
    page.wait_for_function("location.search.includes('table-articles.page=2')")
    page.reload()
    at(page, "table-articles").get_by_text("26-50 of 120").wait_for()


def test_a_filter_stands_in_the_address_and_rules_the_export(
    page: Any, site: Site, project: str, tmp_path: Path
) -> None:
    page.goto(f"{site.url}/p/{project}/results")
    at(page, "table-articles-total").get_by_text("120 in all").wait_for()
    fill(page, "search-articles", "report 119")
    at(page, "table-articles-total").get_by_text("1 in all", exact=True).wait_for()
    page.wait_for_function("location.search.includes('articles.text=report')")
    page.reload()
    at(page, "table-articles-total").get_by_text("1 in all", exact=True).wait_for()
    at(page, "export-articles").click()
    with page.expect_download() as started:
        at(page, "export-articles-csv").click()
    saved = tmp_path / "shown.csv"
    started.value.save_as(saved)
    with saved.open(encoding="utf-8-sig", newline="") as lines:
        assert [row["title"].strip() for row in csv.DictReader(lines)] == ["Flood report 119"]


def test_one_box_takes_a_page_and_says_what_it_is(page: Any, site: Site) -> None:
    page.goto(site.url)
    fill(page, "begin-box", f"<html><body>{STORY}</body></html>")
    at(page, "begin-try").click()
    at(page, "begin-taken").get_by_text("an article").wait_for(timeout=60_000)
    assert "The water rose by 3 metres" in at(page, "begin-article").inner_text()
    rows = "".join(f"<li><a href=/b{n}>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 15))
    fill(page, "begin-box", f"<html><body><ul>{rows}</ul></body></html>")
    at(page, "begin-try").click()
    at(page, "begin-taken").get_by_text("a list of records").wait_for(timeout=60_000)
    at(page, "begin-records").get_by_text("Book 3", exact=True).wait_for()


def test_one_box_takes_a_topic_and_starts_a_small_crawl(page: Any, site: Site) -> None:
    page.goto(site.url)
    fill(page, "begin-box", "flood dam:2")
    at(page, "begin-try").click()
    at(page, "begin-result").get_by_text("Add addresses of sites").wait_for()
    fill(page, "begin-box", "flood dam:2 http://127.0.0.1:9/")
    at(page, "begin-try").click()
    page.wait_for_url("**/p/flood%20dam*/run?run=*")
    at(page, "run-state").wait_for()
