"""A hidden database as a watched place: read by difference, its changes told once, and shown at every door."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from benchmarks.moving_web.fetcher import SimulatedClock, WebFetcher
from benchmarks.moving_web.web import MovingWeb

from motherlode.app.hidden.project import keep_description, read_site
from motherlode.app.project import Project
from motherlode.app.watch import tables
from motherlode.app.watch.watcher import Surroundings, Watcher
from motherlode.errors import HiddenError
from motherlode.interfaces.cli.app import main
from motherlode.model.ports import Silent
from motherlode.store.watch import WatchStore
from tests.integration.registry_help import registry_toml
from tests.integration.rest.serving import serving
from tests.integration.test_hidden_update import Changing, changing, state

RULES = ["new rows in database land", "removed rows", "the certificate no longer holds", "price above 100000000"]


class WatchedDatabase:
    """A project with one described database behind a real server, watched on a simulated clock."""

    def __init__(self, folder: Path, site: Changing, toml: str) -> None:
        settings = {"project": {"allow_private": True}, "hidden": {"audit": 3}}
        watch = {"per_hour": 20.0, "gap": 0.0, "analyse_every": 0.0, "rules": RULES}
        self.project = Project.create(folder, {**settings, "watch": watch})
        keep_description(self.project, "land", toml)
        self.site, self.clock = site, SimulatedClock(MovingWeb.START)
        self.store = WatchStore(self.project.engine)

    def run(self, hours: float = 24.0) -> int:
        """Watches; how many requests the database got."""
        before = self.site.site.requests

        async def go() -> None:
            nothing_else = Surroundings(self.clock, self.clock.sleep, lambda given: WebFetcher([], self.clock, given))
            async with Watcher(self.project, nothing_else) as watcher:
                await watcher.run(hours)

        asyncio.run(go())
        return self.site.site.requests - before

    def told(self) -> list[tuple[str, str]]:
        return [(change.kind, change.item) for change in self.store.changes(sort="seen_at", limit=1000)[0]]

    def notified(self) -> list[str]:
        return sorted(one.rule for one in self.store.notifications())


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[WatchedDatabase]:
    with changing(state([11])) as (site, server):
        made = WatchedDatabase(tmp_path / "p", site, registry_toml(server))
        read_site(made.project, "land", Silent())
        yield made
        made.project.close()


def test_rows_that_come_go_and_change_are_told_once(watched: WatchedDatabase) -> None:
    watched.run(1)
    assert watched.told() == []
    watched.site.site = state([2900])
    watched.run()
    assert sorted(watched.told()) == [("added", "L0000011"), ("removed", "L0002900")]
    assert watched.notified() == ["new rows in database land", "removed rows"]
    change = next(one for one in watched.store.changes()[0] if one.kind == "added")
    assert change.url.endswith("#land")
    assert change.fields["price"][0] == ""
    watched.run()
    assert len(watched.told()) == 2


def test_a_database_takes_no_more_than_its_share_of_the_requests(watched: WatchedDatabase) -> None:
    asked = watched.run(48)
    assert 0 < asked <= 0.6 * 48 * 20
    visits = [one for one in watched.store.visits()[0] if one.kind == "hidden"]
    assert len(visits) >= 2
    assert "items expected" in visits[0].reason


def test_an_update_that_was_not_told_before_a_kill_is_told_at_the_next_visit(
    watched: WatchedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.run(1)
    watched.site.site = state([])
    whole = tables.read_here

    async def killed(*given: Any, **how: Any) -> Any:
        await whole(*given, **how)
        raise KeyboardInterrupt

    monkeypatch.setattr(tables, "read_here", killed)
    with pytest.raises(KeyboardInterrupt):
        watched.run()
    assert watched.told() == []
    monkeypatch.setattr(tables, "read_here", whole)
    watched.run()
    assert watched.told() == [("added", "L0000011")]
    assert watched.notified() == ["new rows in database land"]


def test_the_certificate_that_no_longer_holds_is_told(
    watched: WatchedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    watched.run(1)
    whole = tables.read_here

    async def unreadable(*given: Any, **how: Any) -> Any:
        raise HiddenError("the form has lost its field 'from'")

    monkeypatch.setattr(tables, "read_here", unreadable)
    watched.run()
    assert watched.told() == [("uncertified", "land")]
    assert watched.notified() == ["the certificate no longer holds"]
    monkeypatch.setattr(tables, "read_here", whole)
    watched.run()
    assert watched.told() == [("uncertified", "land"), ("certified", "land")]


def test_many_rows_are_told_in_one_sentence_beyond_the_first(
    watched: WatchedDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tables, "MOST_TOLD", 5)
    watched.run(1)
    watched.site.site = state(list(range(100, 120)))
    watched.run()
    told = [item for kind, item in watched.told() if kind == "removed"]
    assert len(told) == 6
    assert "15 further rows (exports/land.changes.jsonl)" in told


def test_a_database_whose_description_is_gone_is_left(watched: WatchedDatabase) -> None:
    watched.run(1)
    (watched.project.folder / "hidden" / "land.toml").unlink()
    watched.clock.advance(timedelta(hours=48).total_seconds())
    asked = watched.run(48)
    assert asked == 0
    assert watched.store.counts().get("hidden", 0) == 0


def test_command_and_rest_show_the_database_and_its_rows(
    watched: WatchedDatabase, capsys: pytest.CaptureFixture[str]
) -> None:
    watched.run(1)
    watched.site.site = state([])
    watched.run()
    folder = str(watched.project.folder)
    assert main(["watch", folder, "--changes", "5", "--json"]) == 0
    assert [one["item"] for one in json.loads(capsys.readouterr().out)] == ["L0000011"]
    assert main(["watch", folder, "--status", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["counts"]["hidden"] == 1
    assert [one["kind"] for one in found["next"]] == ["hidden"]
    with serving(watched.project.folder.parent) as client:
        path = "/projects/p/changes?where=kind%3Dadded"
        rows = client.get(path).json()["rows"]
    assert [one["item"] for one in rows] == ["L0000011"]
