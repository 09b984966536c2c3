"""Seven ways in which a certificate once held while rows were missing: each is found out now."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.hidden_sites.running import Outcome, read_site
from tests.hidden_sites.table_site import TableSite, Ways

from motherlode.errors import CertificateRefused
from motherlode.hidden.verify import verify
from motherlode.interfaces.cli.app import main
from motherlode.model.plain import plain


def site(rows: int = 400, seed: int = 3, **ways: Any) -> TableSite:
    return TableSite(Ways(**{"k": 40, "page": 10, **ways}), rows=rows, seed=seed)


def read(**ways: Any) -> Outcome:
    found = read_site(site(**ways))
    assert not found.lies
    return found


def test_a_count_that_stops_at_k_as_a_plain_number_is_no_count_of_everything() -> None:
    found = read(count="capped")
    assert (found.missing, found.verdict) == (0, "complete if")
    found = read(count="far-capped")
    assert (found.missing, found.verdict) == (0, "complete if")


@pytest.mark.parametrize("shown", [2, 1])
def test_the_step_of_decimals_is_measured_and_no_value_falls_between_two_ranges(shown: int) -> None:
    found = read(decimals=2, shown_decimals=shown)
    assert found.missing == 0
    assert "step" not in found.kinds


@pytest.mark.parametrize("fault", ["empty", "nothing", "cut", "short", "errors"])
def test_answers_that_come_empty_or_cut_are_asked_for_again(fault: str) -> None:
    found = read(fault=fault, rate=0.01)
    assert found.missing == 0
    assert found.verdict == "complete if"


@pytest.mark.parametrize("seed", range(3))
def test_queries_that_are_cut_lower_without_a_sign_are_found_by_the_auditor(seed: int) -> None:
    found = read(fault="lower caps", seed=seed)
    assert found.missing == 0
    assert found.report is not None
    assert found.report.k == 20


def test_ends_that_are_set_too_narrow_are_moved_until_an_answer_closes_them() -> None:
    found = read(hidden_value=True)
    assert found.missing == 0
    assert "ends" not in found.kinds


def test_values_of_a_category_that_are_not_listed_join_the_plan() -> None:
    found = read(kinds=("category",), listed=3, k=400, rows=900)
    assert found.missing == 0
    assert "values" in found.kinds


def test_rows_without_a_value_are_named_as_an_assumption_or_as_a_hole() -> None:
    for seed in range(4):
        found = read(nulls=0.05, seed=seed)
        assert found.missing
        assert found.verdict == "incomplete" or "nulls" in found.kinds


def test_verify_says_what_the_certificate_says_and_sees_a_changed_value(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for ways, code, words in (
        ({"count": "exact"}, 0, "complete: 400 rows, as many as the site counts in all"),
        ({}, 3, "if: an answer of fewer than 40 rows"),
        ({"count": "exact", "nulls": 0.05}, 4, "missing: "),
    ):
        found = read(**ways)
        assert found.report is not None
        file = tmp_path / f"certificate-{code}.json"
        file.write_text(json.dumps(plain(found.report.certificate)), encoding="utf-8")
        assert main(["hidden", "verify", str(file)]) == code
        assert words in capsys.readouterr().out


def test_a_certificate_that_leaves_an_assumption_out_is_refused() -> None:
    found = read()
    assert found.report is not None
    assert found.report.certificate is not None
    made = found.report.certificate
    for kind in found.kinds:
        without = replace(made, assumptions=tuple(one for one in made.assumptions if one.kind != kind))
        with pytest.raises(CertificateRefused, match="not said"):
            verify(without)


@pytest.mark.parametrize("hours", [True, False])
def test_days_with_hours_that_are_not_shown_lose_no_row(hours: bool) -> None:
    found = read(kinds=("date",), hours=hours)
    assert found.missing == 0
    assert ("step" in found.kinds) is not hours  # without hours nothing proves that there are none


@pytest.mark.parametrize("exclusive", ["both", "low", "high", "none"])
@pytest.mark.parametrize("seed", range(3))
def test_numbers_that_are_shown_rounded_lose_no_row_whatever_ends_a_range_takes_in(exclusive: str, seed: int) -> None:
    found = read(decimals=2, shown_decimals=1, exclusive=exclusive, seed=seed)
    assert found.missing == 0
    assert "step" not in found.kinds


def test_the_same_site_is_asked_the_same_questions_at_every_run() -> None:
    logs = []
    for _ in range(2):
        table = site(decimals=2, shown_decimals=1)
        read_site(table)
        logs.append(table.log)
    assert logs[0] == logs[1]
