"""Reading by difference on a real server whose table changes: the result is that of a full reading."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import motherlode as ml
from motherlode.app.hidden.run import read_hidden
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.verify import verify
from motherlode.interfaces.cli.app import main
from motherlode.interfaces.demo.registry import Faults, Registry
from motherlode.interfaces.demo.server import Server, serve
from motherlode.sql.engine import connect
from tests.integration.registry_help import describe, registry_toml, table

ROWS = 3000


class Changing:
    """A registry that can be exchanged for another one under the same address."""

    host = "registry"

    def __init__(self, site: Registry) -> None:
        self.site = site

    def respond(self, request: Any) -> Any:
        return self.site.respond(request)


def state(without: list[int], dearer: list[int] = (), order: str = "random") -> Registry:  # type: ignore[assignment]
    """The registry without some rows, and with other prices for some."""
    rows = table(ROWS)
    prices = rows.prices.copy()
    prices[list(dearer)] += 7
    site = Registry(dataclasses.replace(rows, prices=prices), Faults(cap=100, page=20, order=order))
    site.remove(without)
    site.requests = 0
    return site


@contextmanager
def changing(site: Registry) -> Iterator[tuple[Changing, Server]]:
    changes = Changing(site)
    with serve([changes]) as server:
        yield changes, server


def run(described: Any, engine: Any, **how: Any) -> tuple[Any, Any]:
    return asyncio.run(read_hidden(described, engine, HiddenParams(audit=3), allow_private=True, **how))


def everything(described: Any, tmp_path: Path) -> dict[str, Any]:
    """What a full reading gives."""
    engine = connect(tmp_path / "full.sqlite")
    _, ledger = run(described, engine)
    rows = {row["_id"]: row for row in ledger.rows()}
    engine.dispose()
    return rows


def test_a_finished_reading_that_is_resumed_speaks_of_the_table_as_it_was(tmp_path: Path) -> None:
    with changing(state([1])) as (site, server):
        described, engine = describe(server), connect(tmp_path / "ledger.sqlite")
        first, _ = run(described, engine)
        site.site = state([2])  # one row put in place of another: the count is what it was
        again, _ = run(described, engine, resume=True)
    assert not [one for one in first.certificate.assumptions if "still what it was" in one.text]
    assert [one for one in again.certificate.assumptions if "still what it was" in one.text]


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_update_gives_what_a_full_reading_gives_and_asks_for_little(tmp_path: Path, seed: int) -> None:
    rng = np.random.default_rng(seed)  # rows stand in the order of insertion: the two parts are years apart
    gone, late = rng.choice(ROWS // 3, 4, replace=False).tolist(), rng.choice(ROWS // 3, 3, replace=False).tolist()
    late = [2 * ROWS // 3 + row for row in late]
    with changing(state(late)) as (site, server):
        described, engine = describe(server), connect(tmp_path / "ledger.sqlite")
        run(described, engine)
        needed = site.site.requests
        site.site = state(gone)
        report, ledger = run(described, engine, update=True)
        asked = site.site.requests
        kept = {row["_id"]: row for row in ledger.rows()}
        found = list(ledger.changes())
        assert kept == everything(described, tmp_path)
        assert set(kept) == site.site.truth()
    assert report.changes == {"added": 3, "removed": 4, "changed": 0}
    assert {one["row"]["_id"] for one in found if one["change"] == "added"} == {f"L{row:07d}" for row in late}
    assert asked < 0.75 * needed
    assert report.certificate.verdict == "complete if"
    assert [one.kind for one in report.certificate.assumptions] == ["replaced"]
    verify(report.certificate, kept.values())
    engine.dispose()


def test_an_update_of_a_table_at_rest_finds_nothing_changed(tmp_path: Path) -> None:
    with changing(state([])) as (site, server):
        described, engine = describe(server), connect(tmp_path / "ledger.sqlite")
        run(described, engine)
        before = site.site.requests
        report, _ = run(described, engine, update=True)
        assert site.site.requests - before < 0.5 * before
    assert report.changes == {"added": 0, "removed": 0, "changed": 0}
    engine.dispose()


def test_other_values_found_by_a_spot_check_lead_to_a_full_reading(tmp_path: Path) -> None:
    with changing(state([])) as (site, server):
        described, engine = describe(server), connect(tmp_path / "ledger.sqlite")
        run(described, engine)
        site.site = state([], dearer=list(range(0, ROWS, 5)))
        report, ledger = run(described, engine, update=True)
        assert {row["_id"]: row for row in ledger.rows()} == everything(described, tmp_path)
    assert report.changes == {"added": 0, "removed": 0, "changed": ROWS // 5}
    assert report.certificate.verdict == "complete"
    changed = next(ledger.changes())
    assert changed["row"]["price"] == changed["before"]["price"] + 7
    engine.dispose()


def test_a_row_in_place_of_another_of_the_same_day_is_not_seen_and_the_certificate_says_so(tmp_path: Path) -> None:
    days = table(ROWS).days
    one = next(row for row in range(ROWS) if (days == days[row]).sum() > 1)
    other = int(np.flatnonzero(days == days[one])[1])
    with changing(state([one])) as (site, server):
        described, engine = describe(server), connect(tmp_path / "ledger.sqlite")
        run(described, engine)
        site.site = state([other])
        params = HiddenParams(audit=0)
        report, ledger = asyncio.run(read_hidden(described, engine, params, allow_private=True, update=True))
        assert set(ledger.ids()) != site.site.truth()
    assert report.certificate.verdict == "complete if"
    assert "replaced" in {given.kind for given in report.certificate.assumptions}
    engine.dispose()


def test_without_an_earlier_reading_an_update_reads_everything(tmp_path: Path) -> None:
    with changing(state([])) as (_, server):
        engine = connect(tmp_path / "ledger.sqlite")
        report, ledger = run(describe(server), engine, update=True)
        assert ledger.count() == ROWS
    assert report.changes is None
    assert report.certificate.verdict == "complete"
    engine.dispose()


def test_an_update_that_was_broken_off_goes_on_and_still_knows_the_rows_of_before(tmp_path: Path) -> None:
    with changing(state(list(range(0, ROWS, 60)))) as (site, server):
        described, engine = describe(server), connect(tmp_path / "ledger.sqlite")
        run(described, engine)
        site.site = state([])
        params = HiddenParams(audit=3, max_requests=site.site.requests + 90)
        stopped, _ = asyncio.run(read_hidden(described, engine, params, allow_private=True, update=True))
        assert stopped.stopped
        report, ledger = run(described, engine, update=True)
        assert set(ledger.ids()) == site.site.truth()
    assert report.changes == {"added": ROWS // 60, "removed": 0, "changed": 0}
    engine.dispose()


def test_the_command_writes_what_changed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, changes = tmp_path / "registry.toml", tmp_path / "changes.jsonl"
    with changing(state([11])) as (site, server):
        file.write_text(registry_toml(server), encoding="utf-8")
        assert main(["hidden", str(file), "--allow-private", "--json"]) == 0
        site.site = state([2900])
        assert main(["hidden", str(file), "--changes", str(changes)]) == 2
        assert main(["hidden", str(file), "--allow-private", "--update", "--changes", str(changes)]) == 0
    assert "1 added, 1 removed, 0 changed" in capsys.readouterr().err
    found = [json.loads(line) for line in changes.read_text(encoding="utf-8").splitlines()]
    assert {(one["change"], one["row"]["_id"]) for one in found} == {("added", "L0000011"), ("removed", "L0002900")}


def test_a_project_reads_by_difference_and_names_the_file_of_changes(tmp_path: Path) -> None:
    file = tmp_path / "land.toml"
    with changing(state([11])) as (site, server), ml.Project(tmp_path / "p", allow_private=True) as project:
        file.write_text(registry_toml(server), encoding="utf-8")
        assert project.hidden(file, delay=0.0).changes_file is None
        site.site = state([])
        report = project.hidden("land", update=True, delay=0.0)
    assert report.rows == ROWS
    assert report.changes_file is not None
    assert json.loads(report.changes_file.read_text(encoding="utf-8"))["change"] == "added"


NO_SELECTORS = {"rows": "", "id": "", "count": "", "overflow": "", "fields": {}}


@pytest.mark.parametrize("keeps_the_rule", [True, False], ids=["now", "by an older version"])
def test_a_later_run_finds_the_rows_by_the_rule_of_the_first(tmp_path: Path, keeps_the_rule: bool) -> None:
    """The first page of a later run lies beyond the ends and has no rows: nothing on it may teach how rows look."""
    with changing(state([1])) as (site, server):
        described = describe(server, "/search", results=NO_SELECTORS | {"count": ".count"})
        engine = connect(tmp_path / "ledger.sqlite")
        first, ledger = run(described, engine)
        before = list(ledger.rows())
        if not keeps_the_rule:
            ledger.begin({name: fact for name, fact in (ledger.facts() or {}).items() if name != "rule"})
        site.site = state([2])
        later, ledger = run(described, engine, update=True)
        after = list(ledger.rows())
    engine.dispose()
    assert len(before) == len(after) == ROWS - 1
    assert {tuple(row) for row in before} == {tuple(row) for row in after}
    assert first.certificate.verdict == "complete"
    assert later.certificate.verdict != "incomplete"
