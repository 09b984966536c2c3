"""Tables show everything there is; what is shown can be narrowed, sent on and exported."""

from __future__ import annotations

import csv
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from motherlode.app.workspace import Workspace
from tests.browser.conftest import Site
from tests.browser.help import at, fill

pytestmark = pytest.mark.browser


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


def test_facets_count_what_is_there_and_narrow_the_table(page: Any, site: Site, project: str, tmp_path: Path) -> None:
    workspace = Workspace(site.folder)
    store = workspace.get(project).store
    some = [store.articles.get(f"http://news.example/{n}") for n in range(120)]
    store.articles.put(
        [replace(item, article=replace(item.article, source="Herald", language="zh")) for item in some[:30] if item]
    )
    workspace.close()
    page.goto(f"{site.url}/p/{project}/results")
    assert at(page, "articles-source-Post").inner_text().split() == ["Post", "90"]
    at(page, "articles-source-Herald").click()
    at(page, "table-articles-total").get_by_text("30 in all", exact=True).wait_for()
    page.wait_for_function("location.search.includes('articles.is.source=Herald')")
    page.reload()
    at(page, "table-articles-total").get_by_text("30 in all", exact=True).wait_for()
    assert at(page, "articles-source-Herald").get_attribute("aria-pressed") == "true"
    at(page, "export-articles").click()
    with page.expect_download() as started:
        at(page, "export-articles-csv").click()
    started.value.save_as(tmp_path / "shown.csv")
    with (tmp_path / "shown.csv").open(encoding="utf-8-sig", newline="") as lines:
        assert {row["pubsource"] for row in csv.DictReader(lines)} == {"Herald"}
    at(page, "articles-source-Herald").click()
    at(page, "table-articles-total").get_by_text("120 in all", exact=True).wait_for()


def test_columns_are_chosen_and_stand_in_the_address(page: Any, site: Site, project: str) -> None:
    page.goto(f"{site.url}/p/{project}/results")
    table = at(page, "table-articles")
    table.get_by_role("columnheader", name="Source").wait_for()
    at(page, "table-articles-columns").click()
    at(page, "table-articles-column-source").click()
    at(page, "table-articles-column-url").click()
    at(page, "table-articles-column-content_keywords").click()
    table.get_by_role("cell", name="flood", exact=True).first.wait_for()  # filled when it is chosen, not before
    table.get_by_role("columnheader", name="Source").wait_for(state="detached")
    table.get_by_role("columnheader", name="Address").wait_for()
    page.wait_for_function("location.search.includes('table-articles.columns=')")
    page.reload()
    at(page, "table-articles").get_by_text("http://news.example/3", exact=True).wait_for()
    assert at(page, "table-articles").get_by_role("columnheader", name="Source").count() == 0
