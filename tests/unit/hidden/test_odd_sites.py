"""Sites that answer oddly: caches, quotas, filters that others than the asked rows pass, repairs without end (H)."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from tests.hidden_sites.odd import ODD, OddSite
from tests.hidden_sites.running import Outcome, read_site
from tests.hidden_sites.table_site import Ways

from motherlode.hidden.ledger import Ledger


def read(lie: str, rows: int = 120, seed: int = 3, **ways: Any) -> tuple[Outcome, OddSite]:
    site = OddSite(Ways(**{"k": 20, "page": 5, "lie": lie, **ways}), rows=rows, seed=seed)
    return read_site(site), site


def reasons(found: Outcome) -> str:
    assert found.report
    return " ".join(hole.reason for hole in found.report.unreachable)


@pytest.mark.parametrize("count", ["none", "exact"])
def test_a_quota_that_is_used_up_is_no_empty_table(count: str) -> None:
    """Every row was forgotten as deleted, and the certificate called an empty output complete."""
    site = OddSite(Ways(k=20, page=5, lie="quota", count=count), rows=120, seed=3)
    site.turn = 60
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    ledger = Ledger(engine, "run")
    found = read_site(site, ledger=ledger)
    assert found.verdict == "incomplete"
    assert "shows nothing any more" in reasons(found)
    assert ledger.count()


def test_a_reading_that_a_quota_ended_is_resumed_to_the_last_row(tmp_path: Any) -> None:
    """An answer that was empty because of the quota must not stand as an empty leaf."""
    for turn in range(40, 80, 5):
        site = OddSite(Ways(k=20, page=5, lie="quota"), rows=120, seed=3)
        site.turn = turn
        engine = create_engine(f"sqlite:///{tmp_path / f'{turn}.sqlite'}")
        ended = read_site(site, ledger=Ledger(engine, "run"))
        if ended.verdict != "incomplete":
            continue
        site.turn = 10_000
        again = read_site(site, ledger=Ledger(engine, "run"), resume=True)
        assert (again.verdict, again.missing, again.extra) == ("complete if", 0, 0)


@pytest.mark.parametrize("lie", ["cached answer", "filter ignored", "page two forgets"])
def test_an_answer_with_other_rows_is_read_again(lie: str) -> None:
    """The description was refused, though it was the site that had answered another question once."""
    for seed in range(4):
        found, _ = read(lie, seed=seed, rate=0.03)
        assert found.verdict == "incomplete" or (found.verdict == "complete if" and not found.missing)


def test_rows_that_are_found_by_another_value_than_they_show_are_kept_and_named() -> None:
    found, site = read("old index", rows=300, seed=5, rate=0.0)
    assert site.index != site.table
    assert found.verdict == "incomplete"
    assert found.missing == 0


def test_a_filter_that_stops_working_ends_the_reading_honestly() -> None:
    found, _ = read("filter ignored later", rows=300, count="none")
    assert found.verdict == "incomplete"
    assert "is not to be relied on" in reasons(found)


def test_ranges_that_are_cut_off_where_they_are_too_wide_are_found_out() -> None:
    """The widest leaves are halved by the auditor: a lower half that shows more than its leaf tells it."""
    for seed in range(6):
        found, _ = read("narrow window", rows=120, seed=seed)
        assert found.verdict == "incomplete" or not found.missing


def test_mending_a_reading_has_an_end() -> None:
    """This site took 16,000 requests for 200 rows: its believed cap fell to 1, leaf by leaf."""
    site = OddSite(
        Ways(k=12, page=10, count="far-capped", paging="offset", message=True, fault="short", rate=0.01, past=400,
             exclusive="none", nulls=0.05, decimals=1, shown_decimals=1, hours=True, kinds=("number", "date")),
        rows=200, seed=4000182,
    )  # fmt: skip
    found = read_site(site)
    assert found.verdict == "incomplete"
    assert site.requests < 2500


@pytest.mark.parametrize("lie", ODD)
@pytest.mark.parametrize("count", ["none", "exact"])
def test_no_odd_site_gets_a_false_certificate(lie: str, count: str) -> None:
    kinds = ("category", "number") if lie in {"two values", "trimmed"} else ("number", "date")
    for seed in (1, 2):
        found, _ = read(lie, seed=seed, count=count, kinds=kinds, decimals=1, nulls=0.05 * (lie == "null as nought"))
        assert not found.lies


def test_links_to_the_next_page_that_lead_in_a_circle_have_an_end() -> None:
    """Without ids and with another order at every request no page was known again; a million were asked for."""
    found, site = read(
        "pages overlap", rows=40, k=40, page=4, paging="link", order="unsteady", ids=False, kinds=("date",)
    )
    assert not found.lies
    assert site.requests < 500
