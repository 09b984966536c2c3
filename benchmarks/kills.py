"""Kills every kind of run again and again and compares what it gives in the end with an undisturbed run.

python -m benchmarks.kills --kills 20 [--only crawl]        (tests/integration/test_kills.py: two kills)

A run is killed with SIGKILL after a number of requests drawn at random (the analysis, which makes none, after part of
the time that it takes), begun again with --resume (the analysis anew), and left alone after the last kill. `serve` is
killed together with the crawl that it was told to run; the next server resumes it.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Any
from urllib.request import Request as Asked
from urllib.request import urlopen

import motherlode as ml
from benchmarks.common import ROOT, arguments, keep
from motherlode.app.project import Project
from motherlode.interfaces.cli.app import main as command
from motherlode.interfaces.demo.land import LandTable, description, land_table
from motherlode.interfaces.demo.registry import Registry
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request, Site
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.topic import Keyword
from motherlode.store.topics import NEWS_SET

PRELOAD = ["motherlode.app.crawl.command", "motherlode.app.university", "motherlode.app.analyse.run"]
STEADY: dict[str, dict[str, object]] = {
    "project": {"allow_private": True}, "topic": {"learning": False},
    "threshold": {"moving": False, "threshold": 0.1},
    "crawl": {"max_pages": 0, "exclude": ["calendar", "print"]}, "fetch": {"delay": 0.01, "retry_wait": 0.2},
    "hidden": {"workers": 2, "delay": 0.0},
}  # fmt: skip
"""A standard that stands still, so that the order in which pages come changes nothing."""


_TIME = re.compile(r"20\d\d-\d\d-\d\dT[\d:+.]+")
NEWS = ("gazette", "courier", "monitor", "wire")


class Slow:
    """A site that takes its time, so that a kill falls within a run."""

    def __init__(self, site: Site, delay: float) -> None:
        self.site, self.delay, self.host = site, delay, site.host

    def respond(self, request: Request, /) -> Reply:
        return replace(self.site.respond(request), delay=self.delay)


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of run: what prepares its project, its command, and what it gives."""

    prepare: Callable[[Path, Server], None]
    arguments: Callable[[Path, Server], list[str]]
    result: Callable[[Path], Any]
    again: tuple[str, ...] = ("--resume",)


def new_project(folder: Path, server: Server) -> None:
    project = Project.create(folder, STEADY)
    project.store.topics.set_sources(NEWS_SET, [server.url(host) for host in NEWS])
    project.store.topics.set_keywords([Keyword(word) for word in ("storm", "flood", "river", "rescue", "rain")])
    (folder / "hidden" / "registry.toml").write_text(description(server.url("registry", "/api")))
    project.close()


def crawled(folder: Path, server: Server) -> None:
    """A project whose crawl is over, for the analysis of its articles."""
    new_project(folder, server)
    in_a_process(["crawl", str(folder), "--json"])


def registry(folder: Path) -> list[str]:
    """The command that reads the registry."""
    return ["hidden", str(folder / "hidden" / "registry.toml"), "--project", str(folder), "--allow-private", "--json",
            "--out", str(folder / "rows.jsonl")]  # fmt: skip


def read_before(folder: Path, server: Server) -> None:
    """A project that has read the registry as it was before its last deals came in."""
    new_project(folder, server)
    file = folder / "hidden" / "registry.toml"
    now = file.read_text()
    file.write_text(description(server.url("before", "/api")))
    in_a_process(registry(folder))
    file.write_text(now)


def articles(folder: Path) -> Any:
    project = Project.open(folder)
    kept = [item.article for item in project.store.articles.all()]
    found = sorted((article.url, article.title, article.content) for article in kept)
    pages = sorted((page.url, page.code) for page in project.store.pages.all())
    project.close()
    return found, pages


def rows(folder: Path) -> Any:
    return sorted((folder / "rows.jsonl").read_text().splitlines())


def network(folder: Path) -> Any:
    """Everything in the network but the times at which it was read."""
    with ml.Project(folder) as project:
        return sorted(_TIME.sub("", project.network.export("inm")).splitlines())


def stories(folder: Path) -> Any:
    project = Project.open(folder)
    found = {kind: project.store.results.get(kind) for kind in project.store.results.kinds()}
    project.close()
    return json.dumps(found, sort_keys=True)


KINDS = {
    "crawl": Kind(new_project, lambda folder, _: ["crawl", str(folder), "--json"], articles),
    "hidden": Kind(new_project, lambda folder, _: registry(folder), rows),
    "update": Kind(read_before, lambda folder, _: [*registry(folder), "--update"], rows, ()),
    "university": Kind(
        new_project,
        lambda folder, server: ["university", server.url(university_of(server)), "--project", str(folder),
                                "--allow-private", "--no-browser", "--json"],
        network,
    ),
    "analyse": Kind(crawled, lambda folder, _: ["analyse", "stories", str(folder), "--json"], stories, ()),
}  # fmt: skip


def university_of(server: Server) -> str:
    return next(host for host in server.hosts if host not in {*NEWS, "registry", "before"})


@contextmanager
def sample() -> Iterator[Server]:
    web = SampleWeb(seed=3, news_pages=200, universities=1, entities=9, registry_rows=2000, crawl_delay=0)
    known = [site for site in web.sites if site.host in {*NEWS, "registry"}]
    before = Registry(LandTable(*(column[:1700] for column in astuple(land_table(2000, 3)))), seed=3)
    before.host = "before"
    campus = [site for site in web.sites if type(site).__name__ == "UniversitySite"][:1]
    with serve([Slow(site, 0.01) for site in [*known, before, *campus]]) as server:
        yield server


def child(words: list[str]) -> None:
    """A command, its talk thrown away."""
    with Path(os.devnull).open("w") as nowhere:
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
        sys.exit(command(words))


def in_a_process(words: list[str], is_time: Callable[[], bool] = lambda: False) -> bool:
    """Runs a command in a process of its own, until it is time to kill it; whether it was killed."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOAD)
    process = context.Process(target=child, args=(words,))
    process.start()
    until = time.monotonic() + 300
    while process.is_alive() and not is_time():
        if time.monotonic() > until:
            raise RuntimeError(f"not over after 300 s: {' '.join(words)}")
        time.sleep(0.005)
    killed = process.is_alive()
    process.kill()
    process.join(20)
    if not killed and process.exitcode:
        raise RuntimeError(f"exit {process.exitcode}: {' '.join(words)}")
    return killed


def moment(server: Server, requests: int, seconds: float, rng: random.Random) -> Callable[[], bool]:
    """When to strike: after some more requests, or, where a run makes none, after some time."""
    begun = time.monotonic()
    if not requests:
        after = begun + seconds * rng.uniform(0.1, 0.95)
        return lambda: time.monotonic() > after
    wanted = len(server.log) + rng.randint(1, requests)
    return lambda: len(server.log) >= wanted


def compared(kind: Kind, folder: Path, server: Server, kills: int, rng: random.Random) -> tuple[int, bool, float]:
    """(kills that struck, whether the results are the same, seconds of the undisturbed run)."""
    kind.prepare(folder / "calm", server)
    in_a_process(["--version"])  # imports are done before the clock runs
    begun, before = time.monotonic(), len(server.log)
    in_a_process(kind.arguments(folder / "calm", server))
    took, asked = time.monotonic() - begun, len(server.log) - before
    kind.prepare(folder / "killed", server)
    words, struck = kind.arguments(folder / "killed", server), 0
    for number in range(3 * kills):
        if struck == kills:
            break
        strike = moment(server, asked and max(2, 2 * asked // (kills + 1)), took, rng)
        struck += in_a_process([*words, *(kind.again if number else ())], strike)
    in_a_process([*words, *kind.again])
    same = kind.result(folder / "calm") == kind.result(folder / "killed")
    return struck, same, took


def call(base: str, path: str, body: object = None) -> Any:
    """A request to the server's API."""
    data = None if body is None else json.dumps(body).encode()
    with urlopen(Asked(f"{base}/api/{path}", data, {"Content-Type": "application/json"}), timeout=30) as answer:
        return json.load(answer)


@contextmanager
def served(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    words = [sys.executable, "-m", "motherlode", "serve", str(folder), "--port", "0"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    process = subprocess.Popen(words, stderr=subprocess.PIPE, text=True, env=environment)
    try:
        assert process.stderr is not None
        base = next(found[0] for line in process.stderr if (found := re.search(r"http://[\d.]+:\d+", line)))
        for _ in range(300):
            with suppress(OSError):
                call(base, "health")
                break
            time.sleep(0.1)
        yield process, base
    finally:
        process.kill()
        process.wait(20)


def kill_servers(folder: Path, server: Server, kills: int, rng: random.Random) -> tuple[int, bool, float]:
    """The same for a crawl that a server runs: both are killed, the next server resumes it."""
    new_project(folder / "calm", server)
    begun, before = time.monotonic(), len(server.log)
    in_a_process(["crawl", str(folder / "calm"), "--json"])
    took, asked = time.monotonic() - begun, len(server.log) - before
    new_project(folder / "served" / "killed", server)
    struck, run = 0, 0
    while True:
        with served(folder / "served") as (process, base):
            place = f"projects/killed/runs/{run}"
            if not run:
                run = call(base, "projects/killed/runs", {"kind": "crawl", "options": {}})["id"]
                place = f"projects/killed/runs/{run}"
            elif call(base, place)["state"] != "done":
                call(base, f"{place}/resume", {})
            until, strike = time.monotonic() + 300, moment(server, max(2, 2 * asked // (kills + 1)), took, rng)
            while time.monotonic() < until and call(base, place)["state"] in {"starting", "running"}:
                time.sleep(0.02)
                if struck < kills and strike():
                    break
            state = call(base, place)["state"]
            if state not in {"starting", "running"} or struck == kills:
                break
            worker = int((folder / "served" / "killed" / "runs" / f"{run}.pid").read_text().split()[0])
            process.kill()
            with suppress(OSError):
                os.kill(worker, signal.SIGKILL)
            struck += 1
    calm, killed = (articles(folder / name) for name in ("calm", "served/killed"))
    if state != "done" or calm != killed:
        pairs = zip(calm, killed, strict=True)
        different = [sorted({row[0] for row in set(one) ^ set(other)})[:5] for one, other in pairs]
        sys.stderr.write(f"the run is {state}; of articles and verdicts these differ: {different}\n")
    return struck, state == "done" and calm == killed, took


def main() -> int:
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--kills", type=int, default=20)
    parser.add_argument("--only", choices=[*KINDS, "serve"], help="one kind of run")
    given = parser.parse_args()
    made = []
    with sample() as server:
        for name in [given.only] if given.only else [*KINDS, "serve"]:
            folder = Path(tempfile.mkdtemp(prefix=f"motherlode-kills-{name}-"))
            rng = random.Random(name)
            work = (
                kill_servers(folder, server, given.kills, rng)
                if name == "serve"
                else compared(KINDS[name], folder, server, given.kills, rng)
            )
            made.append((name, work[0], "the same" if work[1] else "DIFFERENT", round(work[2], 2)))
            print(*made[-1], flush=True)
            shutil.rmtree(folder, ignore_errors=True)
    if not given.only:
        keep(
            "kills",
            "Runs that are killed again and again",
            [("By kind", ("run", "kills", "result", "seconds of an undisturbed run"), made)],
            remarks=[
                "SIGKILL at random moments, then `--resume` (the analysis is begun anew); the last one may end.",
                "Compared: all articles with their texts and all verdicts; all rows; the whole network; all stories.",
            ],
        )
    return 0 if all(row[2] == "the same" for row in made) else 1


if __name__ == "__main__":
    sys.exit(main())
