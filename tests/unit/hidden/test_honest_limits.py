"""Sites at their limits: budgets, refusals, ids that name nothing, points above k, requests made from templates."""

from __future__ import annotations

import json
from typing import Any

import pytest
from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool
from tests.hidden_sites.running import Outcome, read_site
from tests.hidden_sites.table_site import TableSite, Ways

from motherlode.errors import SettingsError
from motherlode.hidden.asking import Asker, Place
from motherlode.hidden.description import description_of
from motherlode.hidden.ledger import Ledger
from motherlode.hidden.params import HiddenParams
from motherlode.model.hidden import Query


def read(rows: int = 200, params: HiddenParams | None = None, **ways: Any) -> Outcome:
    found = read_site(TableSite(Ways(**{"k": 20, "page": 5, **ways}), rows=rows, seed=2), params=params)
    assert not found.lies
    return found


@pytest.mark.parametrize("count", ["exact", "none"])
@pytest.mark.parametrize("most", [1, 9, 40])
def test_a_budget_ends_with_an_honest_partial_result(most: int, count: str) -> None:
    found = read(params=HiddenParams(max_requests=most), count=count)
    assert found.report is not None
    assert found.report.requests == most
    assert found.verdict == "incomplete"
    hole = found.report.unreachable[-1]
    assert "requests that were allowed were used up" in hole.reason
    if count == "exact" and most > 9:  # what is left is known; else the words give an estimate of all
        assert hole.missing == 200 - found.report.rows == found.missing
    else:
        assert "the site seems to hold" in hole.reason


@pytest.mark.parametrize("most", [60, 120, 180])
def test_the_estimate_of_a_partial_result_holds_the_truth(most: int) -> None:
    for seed in range(4):
        site = TableSite(Ways(k=20, page=5), rows=700, seed=seed)
        found = read_site(site, params=HiddenParams(max_requests=most))
        assert found.report is not None
        estimate = found.report.estimate
        assert estimate is not None
        assert estimate.low <= 700
        assert estimate.high is None or estimate.high >= 700, (seed, estimate)


def test_a_budget_after_a_budget_comes_to_the_end() -> None:
    engine = create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})
    site = TableSite(Ways(k=20, page=5, count="exact"), rows=200, seed=2)
    rows = []
    for _ in range(9):
        found = read_site(site, params=HiddenParams(max_requests=25), ledger=Ledger(engine, "run"), resume=bool(rows))
        rows.append(200 - found.missing)
        if found.verdict == "complete":
            break
    assert rows == sorted(rows)
    assert rows[-1] == 200


def test_a_site_that_fails_for_good_names_the_next_step() -> None:
    assert "--resume" in read(fault="refuses").error


def test_every_value_above_k_is_listed_with_what_stays_hidden() -> None:
    found = read(kinds=("category",), count="exact", rows=600)
    assert found.verdict == "incomplete"
    assert found.report is not None
    assert sum(hole.missing or 0 for hole in found.report.unreachable) == found.missing


@pytest.mark.parametrize("past", [400, 422, 404, 200, 500])
def test_a_refused_page_past_the_cap_is_the_end_of_what_is_shown(past: int) -> None:
    found = read(past=past)
    assert (found.missing, found.report and found.report.k) == (0, 20)


def test_an_id_that_two_rows_share_loses_no_row() -> None:
    found = read(shared_ids=True, count="exact")
    assert (found.missing, found.verdict) == (0, "complete")


def test_rows_without_an_id_are_counted_and_the_certificate_says_so() -> None:
    found = read(ids=False, count="exact", kinds=("date",), k=40)
    assert found.missing == 0
    assert found.kinds in {(), ("copies",)}


def _site(**site: Any) -> dict[str, Any]:
    return {
        "site": {"name": "s", "url": "http://s.example/find", "format": "json", **site},
        "attributes": [
            {"name": "made", "kind": "date", "low": "2001-01-01", "high": "2001-12-31", "into": "filters",
             "template": '{"range": {"made": {"gte": "{low}", "lte": "{high}"}}}'},
            {"name": "kind", "kind": "category", "values": ['a "quoted" one', "b"], "into": "filters",
             "template": '{"term": {"kind": "{value}"}}'},
        ],
        "paging": {"kind": "cursor", "next": "hits.-1.sort", "into": "after",
                   "template": ', "search_after": {cursor}'},
        "results": {"rows": "hits"},
    }  # fmt: skip


def test_a_json_body_is_made_of_what_is_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HIDDEN_TOKEN", "secret")
    values = _site(
        body='{"filter": [{filters}], "size": 5{after}}', headers={"Authorization": "Bearer ${HIDDEN_TOKEN}"}
    )
    site = description_of(values)
    asker = Asker(site)
    low, high = site.axes[0].full
    sent = asker.request(
        Query(((low, high - 1), (0, 0))), Place(1, '["x", 7]'), site.attributes, site.axes, (), 5
    )  # fmt: skip
    assert isinstance(sent.form, bytes)
    assert json.loads(sent.form) == {
        "filter": [
            {"range": {"made": {"gte": "2001-01-01", "lte": "2001-12-30"}}},
            {"term": {"kind": 'a "quoted" one'}},
        ],
        "size": 5,
        "search_after": ["x", 7],
    }
    assert sent.headers["Authorization"] == "Bearer secret"
    monkeypatch.delenv("HIDDEN_TOKEN")
    with pytest.raises(SettingsError, match="no variable HIDDEN_TOKEN"):
        Asker(site)


def test_a_slot_that_stands_nowhere_is_refused() -> None:
    with pytest.raises(SettingsError, match=r"no \{filters\} stands"):
        description_of(_site())
