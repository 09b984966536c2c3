"""Lies that the form does not tell of: each must be read through, or said to leave something open (H)."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from tests.hidden_sites.liars import LyingSite
from tests.hidden_sites.running import Outcome, at_once, read_site
from tests.hidden_sites.table_site import Ways

from motherlode.hidden.crawl import Crawl
from motherlode.hidden.description import description_of
from motherlode.hidden.ledger import Ledger
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.source import WebSource


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
    """A search for "red" shows "RED" or "reddish" too, which no list names: refused before, or an error."""
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


@pytest.mark.parametrize("kinds", [("number",), ("date",), ("number", "date")])
@pytest.mark.parametrize("count", ["none", "exact"])
def test_an_update_reads_what_has_grown_beyond_the_ends(kinds: tuple[str, ...], count: str) -> None:
    """The ends were taken for closed since the first reading: new rows of a later day were lost without a word."""
    site = LyingSite(Ways(k=20, page=5, count=count, kinds=kinds), rows=150, seed=4)
    described = site.describe()
    for attribute in described["attributes"]:  # as `init` drafts it: the ends are those of today
        attribute["high"] = max(row[attribute["name"]] for row in site.table)
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    ledger = Ledger(engine, "run")

    def run(*, update: bool) -> str:
        source = WebSource(description_of(described), site, None, at_once)
        made = asyncio.run(Crawl(source, ledger, HiddenParams(workers=2)).run(update=update)).certificate
        assert made is not None
        return made.verdict

    run(update=False)
    for number in range(30):
        later = {"number": 60_000 + number, "date": f"2030-05-{number + 1:02d}"}
        site.grow({**site.table[number], "id": f"n{number}", **{kind: later[kind] for kind in kinds[-1:]}})
    assert run(update=True) in {"complete", "complete if"}
    assert ledger.count() == 180
    engine.dispose()
