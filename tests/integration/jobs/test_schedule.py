"""Runs that wait for their turn, runs that come again, and a crawl that could fetch nothing."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from motherlode.app.jobs.manager import Jobs, Schedules, Ticker
from motherlode.app.project import Project
from motherlode.app.workspace import Workspace
from motherlode.errors import UsageError
from motherlode.model.clock import SystemClock

LONG = {"steps": 100_000, "pause": 0.01}


class MovedClock(SystemClock):
    """The system's clock, so many hours ahead."""

    hours = 0.0

    def now(self) -> datetime:
        return datetime.now(UTC) + timedelta(hours=self.hours)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p")


def test_a_queued_run_begins_when_the_one_before_it_has_ended(project: Project) -> None:
    jobs = Jobs(SystemClock())
    first = jobs.start(project, "echo", LONG)
    second = jobs.start(project, "echo", {"steps": 1, "pause": 0}, queue=True)
    third = jobs.start(project, "echo", {"steps": 1, "pause": 0}, queue=True)
    assert (second.state, third.state) == ("queued", "queued")
    jobs.begin_queued(project)
    assert jobs.get(project, second.id).state == "queued"
    assert jobs.stop(project, third.id).state == "stopped"
    jobs.stop(project, first.id)
    jobs.wait(project, first.id, 60)
    jobs.begin_queued(project)
    assert jobs.wait(project, second.id, 60).state == "done"
    assert jobs.get(project, third.id).state == "stopped"


def test_a_schedule_begins_its_run_when_it_is_due_and_survives_the_server(tmp_path: Path) -> None:
    Project.create(tmp_path / "p").close()
    clock = MovedClock()
    workspace = Workspace(tmp_path)
    schedules = Schedules(Jobs(clock))
    project = workspace.get("p")
    made = schedules.add(project, "echo", {"steps": 1, "pause": 0}, 6)
    schedules.begin_due(project)
    assert schedules.jobs.list(project) == []
    clock.hours = 6.1
    again = Schedules(Jobs(clock))
    ticker = Ticker(workspace, again, every=0.05)
    ticker.start()
    while not again.jobs.list(project):
        assert not ticker._ended.wait(0.05)
    ticker.close()
    run = again.jobs.list(project)[0]
    assert again.jobs.wait(project, run.id, 60).state == "done"
    kept = again.list(project)[0]
    assert (kept.id, kept.last_run) == (made.id, run.id)
    assert datetime.fromisoformat(kept.next_at) > datetime.now(UTC) + timedelta(hours=12)
    again.remove(project, made.id)
    assert again.list(project) == []
    with pytest.raises(UsageError, match="not every 0"):
        again.add(project, "echo", {}, 0)
    workspace.close()


def test_a_crawl_that_fetched_nothing_has_failed_and_says_what_to_do(project: Project) -> None:
    jobs = Jobs(SystemClock())
    project.store.topics.set_sources("newsset", ["http://127.0.0.1:9/", "http://10.0.0.1/"])
    done = jobs.wait(project, jobs.start(project, "crawl", {}).id, 60)
    assert done.state == "failed"
    assert "2 are private addresses: allow them for this project" in done.report["error"]
    assert done.report["failed"] == {"private-address": 2}
