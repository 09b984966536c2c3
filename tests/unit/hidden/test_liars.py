"""Lies that the form does not tell of: each must be read through, or said to leave something open (H)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.hidden_sites.liars import LyingSite
from tests.hidden_sites.running import Outcome, read_site
from tests.hidden_sites.table_site import Ways


def read(lie: str, rows: int = 120, seed: int = 3, **ways: Any) -> tuple[Outcome, LyingSite]:
    site = LyingSite(Ways(**{"k": 20, "page": 5, "lie": lie, **ways}), rows=rows, seed=seed)
    return read_site(site), site


@pytest.mark.parametrize("lie", ["first page again", "last page again", "stops at page"])
@pytest.mark.parametrize("count", ["none", "exact"])
def test_a_page_shown_again_past_the_end_is_no_further_page(lie: str, count: str) -> None:
    """A site that never refuses a page made the reader ask for pages without end."""
    found, site = read(lie, count=count)
    assert (found.missing, found.extra) == (0, 0)
    assert found.verdict == ("complete" if count == "exact" else "complete if")
    assert found.report
    assert found.report.certificate
    assert site.requests < 400
    assert found.report.certificate.k == (15 if lie == "stops at page" else 20)


def test_a_site_whose_answers_have_no_end_and_no_order_is_read_page_by_page() -> None:
    found, _ = read("last page again", order="unsteady", rows=40)
    assert not found.lies
    assert found.report
    assert found.report.certificate
    assert found.report.certificate.k == 5


@pytest.mark.parametrize("lie", ["any case", "beginnings"])
@pytest.mark.parametrize("count", ["none", "exact"])
def test_a_loose_search_for_a_category_is_read_to_the_last_row(lie: str, count: str) -> None:
    """A search for "red" shows "RED" or "reddish" too, which no list names: refused before, or broken off by an error."""
    found, _ = read(lie, count=count, kinds=("category", "number"))
    assert (found.missing, found.extra) == (0, 0)
    assert found.verdict in {"complete", "complete if"}


def test_a_row_that_moves_while_it_is_read_is_no_second_row_of_its_id() -> None:
    """Both its forms counted as rows, so that the sum was right with another row missing."""
    for seed in range(811010, 811020):
        found, _ = read("moves", seed=seed, rows=200, count="exact", rate=0.03, k=40, page=10)
        assert not found.lies


@pytest.mark.parametrize("lie", ["swaps", "expires", "cap falls", "shards", "one of a kind", "kept back", "zones"])
@pytest.mark.parametrize("count", ["none", "exact"])
def test_other_lies_never_give_a_false_certificate(lie: str, count: str) -> None:
    kinds = ("date",) if lie == "zones" else ("number",)
    found, _ = read(lie, count=count, kinds=kinds)
    assert not found.lies
    assert found.verdict != "complete if" or not found.missing or found.kinds
