"""The ways of asking a site, over real HTTP: paging, no selectors, politeness, values found at run time."""

from __future__ import annotations

import asyncio
import itertools
import json
from pathlib import Path

import pytest
from sqlalchemy import Engine

from motherlode.app.hidden.project import keep_description, read_site
from motherlode.app.hidden.run import read_hidden, verify_files
from motherlode.app.project import Project
from motherlode.errors import DescriptionMismatch, RobotsRefused
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.report import as_json
from motherlode.hidden.verify import verify
from motherlode.interfaces.cli.app import main
from motherlode.model.ports import Silent
from motherlode.sql.engine import connect
from tests.integration.registry_help import (
    AREA,
    PROVINCE,
    Faults,
    describe,
    read,
    registry,
    registry_toml,
    rows_of,
    values_for,
)  # fmt: skip

DATE_ONLY = {"rows": "", "id": "", "count": "", "overflow": "", "fields": {}}


@pytest.mark.parametrize(
    ("paging", "path"),
    [
        ({"kind": "offset", "parameter": "offset", "next": ""}, "/api"),
        ({"kind": "cursor", "parameter": "cursor", "next": "cursor"}, "/api"),
        ({"kind": "next", "next": "next"}, "/api"),
        ({"kind": "next", "next": "a.next"}, "/search"),
    ],
    ids=["offset", "cursor", "next address", "next link"],
)
def test_every_way_of_paging_reads_every_row(paging, path: str) -> None:
    with registry(1200, Faults(cap=200)) as (site, server):
        report, ids = read(describe(server, path, paging=paging))
        assert ids == site.truth()
        assert report.requests == site.requests
        assert report.certificate is not None
        verify(report.certificate)


@pytest.mark.parametrize("template", [0, 1, 2])
def test_pages_without_any_selector_give_exactly_the_rows(template: int) -> None:
    with registry(900, Faults(cap=200, template=template)) as (site, server):
        described = describe(server, "/search", results=DATE_ONLY)
        report, found = rows_of(described)
        assert report.certificate is not None
        assert report.k == 200
    made = [tuple(str(cell) for name, cell in row.items() if name != "_id") for row in found]
    truth = [
        tuple(str(site._row(int(number[1:]))[name]) for name in ("id", "date", "province", "use", "area", "price"))
        for number in site.truth()
    ]
    assert sorted(map(sorted, made)) == sorted(map(sorted, truth))


def test_a_column_is_found_by_asking_where_several_could_be_meant() -> None:
    with registry(600, Faults(cap=100)) as (_, server):
        described = describe(server, "/search", more=(AREA,), results={**DATE_ONLY, "count": ".count"})
        report, _ = rows_of(described)
        assert any("area stand in the column 'Area m²'" in note for note in report.notes)


@pytest.mark.parametrize("order", ["random", "insertion", "sorted"])
def test_few_rounds_are_needed_whatever_the_order_of_answers(order) -> None:
    with registry(6000, Faults(cap=150, page=50, order=order)) as (site, server):
        report, ids = read(describe(server), HiddenParams(cost="rounds", workers=64))
        assert report.strategy == "batch"
        assert ids == site.truth()
        assert report.queries < 3 * report.limit_queries
        assert report.rounds <= 6
        assert report.certificate is not None
        verify(report.certificate)


def test_robots_txt_is_obeyed() -> None:
    forbidden = Faults(cap=100, robots="User-agent: *\nDisallow: /api\n")
    with registry(200, forbidden) as (site, server), pytest.raises(RobotsRefused, match=r"robots\.txt"):
        read(describe(server))
    assert site.requests == 0


def test_the_crawl_delay_lies_between_any_two_requests() -> None:
    slow = Faults(cap=100, robots="User-agent: *\nCrawl-delay: 0.05\n")
    with registry(60, slow) as (site, server):
        _, ids = read(describe(server), HiddenParams(workers=4))
        assert ids == site.truth()
        times = [line.time for line in server.log if line.path.startswith("/api")]
    gaps = [later - earlier for earlier, later in itertools.pairwise(times)]
    assert sum(gaps) / len(gaps) >= 0.05
    # single gaps look shorter where the way of a request took longer than that of the next
    assert all(later - earlier > 0.25 for earlier, later in zip(times, times[10:], strict=False))


def test_retry_after_is_waited_for_by_every_worker() -> None:
    with registry(500, Faults(cap=100, every_busy=20, retry_after=1)) as (site, server):
        _, ids = read(describe(server), HiddenParams(workers=4))
        assert ids == site.truth()
        log = [line for line in server.log if line.path.startswith("/api")]
    busy = [line.time for line in log if line.status == 429]
    assert busy
    for moment in busy:  # three answers may have been under way already
        assert sum(moment < line.time < moment + 0.9 for line in log) <= 3


def test_category_values_come_from_the_forms_options() -> None:
    with registry(1500, Faults(cap=200)) as (site, server):
        bare = {key: value for key, value in PROVINCE.items() if key != "values"}
        values = values_for(server, more=(bare,))
        values["attributes"] = values["attributes"][1:]
        values["site"]["form"] = server.url("registry", "/form")
        report, ids = read(values)
        assert report.certificate is not None
        assert len(report.certificate.axes[0].values) == 31
        assert ids == site.truth()
        with pytest.raises(DescriptionMismatch, match="no options for 'province'"):
            read(values | {"site": values["site"] | {"form": server.url("registry", "/api")}})


@pytest.mark.parametrize("path", ["/api", "/post"])
def test_several_values_at_once_cost_fewer_queries(path: str) -> None:
    queries = {}
    for several in (False, True):
        with registry(1500, Faults(cap=300)) as (site, server):
            values = values_for(server, path, more=({**PROVINCE, "several": several},))
            values["attributes"] = values["attributes"][1:]
            report, ids = read(values)
            assert ids == site.truth()
            assert report.certificate is not None
            verify(report.certificate)
            queries[several] = report.queries
    assert queries[True] < queries[False]


@pytest.mark.parametrize("counts", ["exact", "none"])
def test_rows_without_a_date_are_asked_for_where_the_form_offers_it(counts) -> None:
    with registry(2000, Faults(cap=200, nulls=0.03, undated=True, counts=counts)) as (site, server):
        values = values_for(server)
        values["attributes"][0] |= {"parameter": "undated", "null_value": "yes"}
        values["results"]["count"] = "total" if counts == "exact" else ""
        report, ids = read(values)
        assert site.null_rows() > 20
        assert ids == site.truth()
        assert report.unreachable == []
        assert report.certificate is not None
        verify(report.certificate)


@pytest.mark.parametrize("counts", ["exact", "none"])
def test_a_point_above_k_is_read_from_both_ends_of_an_order(counts) -> None:
    """A day with up to 2k deals is read whole by id, up and down; one above 2k is listed with what stays hidden."""
    with registry(4000, Faults(cap=10, page=5, sort=True, counts=counts)) as (site, server):
        values = values_for(server)
        values["results"]["count"] = "total" if counts == "exact" else ""
        values["sort"] = {"parameter": "sort", "ascending": {"id": "id"}, "descending": {"id": "-id"}}
        report, ids = read(values, HiddenParams(workers=8))
        days = site.table.days
        heavy = {day for day in set(days.tolist()) if (days == day).sum() > 10}
        above = {day for day in heavy if (days == day).sum() > 20}
        assert heavy - above  # the test has points between k and 2k
        low = report.certificate.domain[0][0] if report.certificate else 0
        assert {hole.box[0][0] - low for hole in report.unreachable} == above
        expected = len(days) - sum(int((days == day).sum()) - 20 for day in above)
        assert len(ids) == expected
        assert report.certificate is not None
        verify(report.certificate)


def test_ties_in_both_orders_prove_nothing() -> None:
    """Sorted by date, all deals of a day tie: both ends show the same k, which must not pass for the whole."""
    with registry(4000, Faults(cap=10, page=5, sort=True, counts="none")) as (site, server):
        values = values_for(server)
        values["results"]["count"] = ""
        values["sort"] = {"parameter": "sort", "ascending": {"date": "date"}, "descending": {"date": "-date"}}
        report, ids = read(values, HiddenParams(workers=8, strategy="guided"))
        days = site.table.days
        full = sum(1 for day in set(days.tolist()) if (days == day).sum() >= 10)  # k rows may be k of more
        assert len(report.unreachable) == full > 0
        assert ids < site.truth()


def test_the_total_is_estimated_with_its_uncertainty_where_no_count_is_shown() -> None:
    shown: list[str] = []

    class Watch:
        def begin(self, label: str, total: int | None = None) -> None:
            assert total is None

        def advance(self, steps: int = 1, **facts: object) -> None:
            shown.append(str(facts.get("of", "")))

        def note(self, text: str) -> None: ...

        def end(self) -> None: ...

    with registry(6000, Faults(cap=300, counts="none")) as (_, server):
        described = describe(server, results={"count": ""})
        report, _ = read(described, HiddenParams(cost="queries"), progress=Watch())
    early = [words for words in shown if "…" in words]
    assert early
    inside = 0
    for words in early:
        low, _, high = words.partition("(")[2].rstrip(")").partition(" … ")
        inside += int(low.replace(",", "")) <= 6000 <= int(high.replace(",", ""))
    assert inside >= 0.9 * len(early)
    made = as_json(report)["estimate"]
    assert (made["total"], made["low"], made["high"]) == (6000, 6000, 6000)


def test_a_stopped_run_keeps_its_leaves_and_resumes(tmp_path: Path) -> None:
    with registry(3000, Faults(cap=200)) as (site, server):
        engine = connect(tmp_path / "ledger.sqlite")
        described = describe(server)
        calls = itertools.count()
        report, ledger = asyncio.run(
            read_hidden(described, engine, HiddenParams(), allow_private=True, stopping=lambda: next(calls) > 12)
        )
        assert report.stopped
        assert 0 < ledger.count() < 3000
        assert report.estimate is not None
        report, ledger = asyncio.run(read_hidden(described, engine, HiddenParams(), resume=True, allow_private=True))
        assert not report.stopped
        assert set(ledger.ids()) == site.truth()
        engine.dispose()


def test_the_ledger_of_a_store_resumes_on_both_databases(engine: Engine) -> None:
    with registry(1500, Faults(cap=200)) as (site, server):
        described = describe(server)
        calls = itertools.count()
        stop = lambda: next(calls) > 6  # noqa: E731
        asyncio.run(read_hidden(described, engine, HiddenParams(), allow_private=True, stopping=stop))
        report, ledger = asyncio.run(read_hidden(described, engine, HiddenParams(), resume=True, allow_private=True))
        assert set(ledger.ids()) == site.truth()
        assert report.certificate is not None
        verify(report.certificate, ledger.rows())
        assert len(list(ledger.rows())) == 1500


def test_the_command_takes_the_projects_settings_and_options_override(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    project = Project.create(tmp_path / "p", {"project": {"allow_private": True}, "hidden": {"strategy": "binary"}})
    project.close()
    with registry(800, Faults(cap=200)) as (_, server):
        file = tmp_path / "p" / "hidden" / "registry.toml"
        file.write_text(registry_toml(server), encoding="utf-8")
        assert main(["hidden", str(file), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["strategy"] == "binary"
        assert main(["hidden", str(file), "--json", "--strategy", "guided"]) == 0
        assert json.loads(capsys.readouterr().out)["strategy"] == "guided"
        (tmp_path / "p" / "motherlode.toml").write_text("[hidden]\nstrategie = 'x'\n", encoding="utf-8")
        assert main(["hidden", str(file)]) == 1
        assert "strategy" in capsys.readouterr().err


def test_a_budget_in_a_project_leaves_a_partial_result_that_says_so(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p", {"project": {"allow_private": True}, "hidden": {"max_requests": 60}})
    with registry(3000, Faults()) as (_, server):
        keep_description(project, "registry", registry_toml(server))
        found = read_site(project, "registry", Silent())
    project.close()
    assert found["verdict"] == "incomplete"
    assert any("requests that were allowed were used up" in line for line in found["words"])
    certificate = tmp_path / "p" / "exports" / "registry.certificate.json"
    checked = verify_files(certificate, certificate.with_name("registry.jsonl"))
    assert (checked.exit_code, checked.certificate.rows) == (4, found["rows"])
