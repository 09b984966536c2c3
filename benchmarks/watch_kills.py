"""Kills of a watching process at any moment: no notification may be lost, and a receiver must see none twice."""

from __future__ import annotations

import asyncio
import json
import multiprocessing
import os
import random
import signal
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from benchmarks.moving_web.fetcher import SimulatedClock, WebFetcher
from benchmarks.moving_web.web import MovingWeb
from benchmarks.watch_engine import make_project
from motherlode.app.project import Project
from motherlode.app.watch.watcher import Surroundings, Watcher
from motherlode.store.watch import WatchStore

FIRST_DAY = 12.0
"""In the midst of the story, when most happens."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is left after all kills: ids at the receiver, in the outbox, and articles without or with two changes."""

    kills: int
    sent: int
    received: frozenset[str]
    outbox: frozenset[str]
    wanted: frozenset[str]
    """Changes that the rules want told."""
    told: frozenset[str]
    """Changes of which there is a notification."""
    new_twice: tuple[str, ...]
    kept_untold: tuple[str, ...]

    @property
    def lost(self) -> int:
        """Notifications that were wanted and did not reach the receiver."""
        return len(self.wanted - self.told) + len(self.outbox - self.received) + len(self.kept_untold)

    @property
    def doubled(self) -> int:
        """Notifications that a receiver would take for two."""
        return len(self.new_twice) + len(self.received - self.outbox)


@contextmanager
def receiver() -> Iterator[tuple[str, list[str]]]:
    """A webhook on loopback: its address, and the ids in the order they came."""
    came: list[str] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            assert self.headers["Idempotency-Key"] == body["id"]
            came.extend(each["id"] for each in body["notifications"])
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Hook)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/hook", came
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def watching(folder: str, seed: int, hours: float) -> None:
    """The process that is killed: watches on from the last visit, for so many simulated hours."""
    project = Project.open(Path(folder))
    visits, _ = WatchStore(project.engine).visits(limit=1)
    clock = SimulatedClock(MovingWeb.START)
    web = MovingWeb(clock, seed, 400)
    begin = datetime.fromisoformat(visits[0].at) if visits else None
    clock.advance(FIRST_DAY * 86_400 if begin is None else (begin - MovingWeb.START).total_seconds() + 60)

    def fetcher(validators: Callable[[str], dict[str, str]]) -> WebFetcher:
        return WebFetcher(web.sites, clock, validators)

    async def go() -> None:
        async with Watcher(project, Surroundings(clock, clock.sleep, fetcher)) as watcher:
            await watcher.run(hours)

    asyncio.run(go())
    project.close()


def kill_often(folder: Path, kills: int, seed: int = 5, longest: float = 1.5) -> Kept:
    """Kills the process so many times, lets it end once, and looks at what is left."""
    rng = random.Random(seed)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["benchmarks.watch_kills"])
    web = MovingWeb(SimulatedClock(MovingWeb.START), seed, 400)
    with receiver() as (address, came):
        project = make_project(folder, web, webhook=address, per_hour=60.0, gap=1.0)
        place = str(project.folder)
        project.close()
        done = 0
        while done < kills:
            process = context.Process(target=watching, args=(place, seed, 1000.0))
            process.start()
            _wait_for_visit(place)
            time.sleep(rng.uniform(0.02, longest))
            assert process.pid is not None
            os.kill(process.pid, signal.SIGKILL)
            process.join()
            done += process.exitcode == -signal.SIGKILL
        last = context.Process(target=watching, args=(place, seed, 2.0))
        last.start()
        last.join()
        assert last.exitcode == 0
        return _kept(place, kills, came)


def _wait_for_visit(place: str, seconds: float = 60.0) -> None:
    """Until the process has made a visit more than those before it."""
    project = Project.open(Path(place))
    store = WatchStore(project.engine)
    before, until = store.counts()["visits"], time.monotonic() + seconds
    while store.counts()["visits"] == before and time.monotonic() < until:
        time.sleep(0.02)
    project.close()


def _kept(place: str, kills: int, came: list[str]) -> Kept:
    project = Project.open(Path(place))
    store = WatchStore(project.engine)
    changes, _ = store.changes(limit=10**6)
    outbox = store.notifications(10**6)
    new = Counter(change.url for change in changes if change.kind == "new")
    moved = {str(change.fields["address"][1]) for change in changes if change.kind == "moved"}
    articles = {page.url for page in project.store.pages.all(kept=True)}
    project.close()
    return Kept(
        kills, len(came), frozenset(came), frozenset(each.id for each in outbox),
        frozenset(change.id for change in changes if change.kind != "hot"),
        frozenset(each.change for each in outbox), tuple(url for url, n in new.items() if n > 1),
        tuple(sorted(articles - set(new) - moved)),
    )  # fmt: skip
