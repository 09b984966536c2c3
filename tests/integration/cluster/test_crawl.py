"""Many workers crawl as one would: the same pages kept, no host asked faster, nothing lost when workers die."""

from __future__ import annotations

import os
import random
import signal
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

import pytest
from sqlalchemy import Engine, text

from motherlode.app.cluster.spec import ClusterPlace, parse_place
from motherlode.app.project import Project
from motherlode.errors import UsageError
from motherlode.interfaces.demo.server import Server
from motherlode.sql.engine import reading
from tests.conftest import PostgresServer
from tests.integration.cluster.help import (
    DELAY,
    crawl_alone,
    crawl_shared,
    gaps,
    held_until_workers_joined,
    make_project,
    news_web,
    of_code,
    repeated,
    verdicts,
)

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(400)]
"""A crawl takes seconds; the limit is for machines that do much else at the same time."""

TOLERANCE = 0.002
"""Seconds by which the server's clock may see two requests closer than they were sent."""

SLOW = 5 * DELAY
"""A pace at which a crawl lasts for several beats of its workers: hosts change hands at a beat."""


@pytest.fixture(scope="module")
def gate() -> threading.Event:
    """The sites of the web answer while it is open."""
    made = threading.Event()
    made.set()
    return made


@pytest.fixture(scope="module")
def server(gate: threading.Event) -> Iterator[Server]:
    with news_web(gate) as made:
        yield made


@pytest.fixture(scope="module")
def alone(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """What one process, without any cluster, makes of the same web."""
    project = make_project(tmp_path_factory.mktemp("alone") / "p", server)
    crawl_alone(project)
    try:
        return verdicts(project)
    finally:
        project.close()


@pytest.fixture
def project(server: Server, postgres_server: PostgresServer, tmp_path: Path) -> Iterator[Project]:
    """A project on a database of its own; the server's log begins anew."""
    made = make_project(tmp_path / "p", server, postgres_server.database())
    server.clear_log()
    yield made
    made.close()


def assert_the_same(alone: dict[str, str], shared: dict[str, str]) -> None:
    """The same addresses with the same verdicts; of twins one process keeps whichever it met first."""
    assert set(shared) == set(alone)
    assert len(of_code(shared, "related")) == len(of_code(alone, "related")) > 30
    assert of_code(shared, "related") <= of_code(alone, "related", "duplicate")
    assert of_code(alone, "related") <= of_code(shared, "related", "duplicate")
    assert of_code(shared, "robots", "http-404", "http-500") == of_code(alone, "robots", "http-404", "http-500")


def assert_polite(server: Server) -> None:
    found = gaps(server)
    assert len(found) == 6
    assert min(found.values()) >= DELAY - TOLERANCE, found


@dataclass
class Killer:
    """Kills a worker at random moments while the crawl runs, and counts what it had in its hands."""

    engine: Engine
    kills: int
    seed: int = 1
    done: int = 0
    in_flight: int = 0
    names: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._random = random.Random(self.seed)
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._end.set()
        self._thread.join()

    def _run(self) -> None:
        while self.done < self.kills and not self._end.wait(self._random.uniform(0.3, 0.9)):
            with reading(self.engine) as connection:
                busy = connection.execute(
                    text(
                        "SELECT w.worker, w.place, count(*) FROM crawl_workers w JOIN crawl_hosts h USING (worker)"
                        " WHERE NOT w.dead GROUP BY 1, 2 ORDER BY 1"
                    )
                ).all()
            busy = [row for row in busy if row[0] not in self.names]
            if not busy:
                continue
            name, place, hosts = self._random.choice(busy)
            try:
                os.kill(int(place.rpartition(":")[2]), signal.SIGKILL)
            except ProcessLookupError:
                continue
            self.names.append(name)
            self.done += 1
            self.in_flight += hosts


def test_five_killed_workers_lose_nothing(server: Server, alone: dict[str, str], project: Project) -> None:
    notes: list[str] = []
    with Killer(project.engine, 5) as killer:
        report = crawl_shared(project, "local:2", note=notes.append)
    assert killer.done == 5
    assert sum("died" in note for note in notes) >= 4, "the last one may die when all is done"
    assert report.ended == "nothing left"
    assert_the_same(alone, verdicts(project))
    assert repeated(server) <= killer.in_flight
    assert_polite(server)


@pytest.mark.ray
def test_two_ray_workers_killed_five_times_keep_what_one_process_keeps(
    server: Server, alone: dict[str, str], project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("ray", reason="Ray is not installed: pip install 'motherlode[ray]' to run this test")
    monkeypatch.setenv("RAY_USAGE_STATS_ENABLED", "0")
    with Killer(project.engine, 5, seed=2) as killer:
        report = crawl_shared(project, "ray:2")
    assert killer.done == 5
    assert report.ended == "nothing left"
    assert_the_same(alone, verdicts(project))
    assert repeated(server) <= killer.in_flight
    assert_polite(server)


def test_a_crawl_that_was_stopped_goes_on_with_two_workers_where_one_was(
    server: Server, gate: threading.Event, alone: dict[str, str], project: Project
) -> None:
    limits = project.settings.values["crawl"]
    project.write_settings({**project.settings.values, "crawl": {**limits, "max_pages": 60}})
    first = crawl_shared(project, "local:1")
    assert first.ended == "page limit"
    assert 60 <= first.fetched < 80
    assert first.waiting > 0
    slowly = {**project.settings.values["fetch"], "delay": SLOW}
    project.write_settings({**project.settings.values, "crawl": limits, "fetch": slowly})
    with held_until_workers_joined(gate, project.engine, 2):
        report = crawl_shared(project, "local:2", resume=True)
    assert report.ended == "nothing left"
    assert report.waiting == 0
    found = verdicts(project)
    assert_the_same(alone, found)
    assert report.fetched + first.fetched >= len(found) - 20
    assert repeated(server) == 0
    assert_polite(server)
    assert len(_workers_that_fetched(project)) == 2, "both workers had a part in it"


def test_places_are_read_strictly() -> None:
    assert parse_place("local:3") == ClusterPlace("local", 3)
    assert parse_place("ray") == ClusterPlace("ray")
    assert parse_place("ray://head:10001?workers=8") == ClusterPlace("ray", 8, "ray://head:10001")
    for wrong in ("local", "local:0", "local:x", "dask", "ray://", "ray://h?workers=-1"):
        with pytest.raises(UsageError, match="--cluster"):
            parse_place(wrong)


def test_without_postgresql_the_next_step_is_named(server: Server, tmp_path: Path) -> None:
    project = make_project(tmp_path / "p", server)
    with pytest.raises(UsageError, match="--store postgresql://"):
        crawl_shared(project, "local:2")
    project.close()


def _workers_that_fetched(project: Project) -> list[str]:
    with reading(project.engine) as connection:
        rows = connection.execute(text("SELECT worker, counts FROM crawl_workers")).all()
    return [worker for worker, counts in rows if counts.get("fetched", 0) > 10]
