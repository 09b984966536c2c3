"""Resume after SIGKILL at random moments: nothing kept is lost, at most what was in flight is fetched again."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections import Counter
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from motherlode.app.project import Project
from motherlode.interfaces.cli.app import main as exiting
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.topic import Keyword
from motherlode.store.topics import NEWS_SET

PAGES = 60
KILLS = 10
IN_FLIGHT = 4
ON = "The owl is a bird of prey and its nest lies in old barns where the bird raises its young number {n}"
OFF = "The parliament debated the budget and the minister defended new taxes on fuel in session number {n}"


class SmallSite:
    """Pages that link to the next ones; every third is about birds."""

    def __init__(self, host: str) -> None:
        self.host = host

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(body=b"")
        n = int(request.path.strip("/") or 0)
        links = "".join(f'<a href="/{m}">page {m}</a> ' for m in range(n + 1, min(n + 6, PAGES)))
        text = (ON if n % 3 == 0 else OFF).format(n=n)
        words = " ".join(f"{self.host}w{n}x{k}" for k in range(40))
        return Reply(body=f"<title>{text[:20]} {n}</title><p>{text} {words}</p>{links}".encode(), delay=0.01)


def make_project(folder: Path, server: Server) -> None:
    project = Project.create(
        folder,
        {
            "project": {"allow_private": True},
            "topic": {"feedback": 0.0},
            "threshold": {"moving": False},
            "crawl": {"max_pages": 0, "strategy": "breadth-first"},
            "fetch": {"delay": 0.02, "concurrency": IN_FLIGHT},
        },
    )
    project.store.topics.set_sources(NEWS_SET, [server.url(f"s{n}") for n in range(3)])
    project.store.topics.set_keywords([Keyword("bird"), Keyword("owl"), Keyword("nest")])
    project.close()


def start(folder: Path, *more: str) -> BaseProcess:
    """The command in a process of its own, forked from one that has the imports done."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["motherlode.app.crawl.command", "motherlode.interfaces.cli.crawl"])
    process = context.Process(target=exiting, args=(["crawl", str(folder), "--json", *more],))
    process.start()
    return process


def kept(folder: Path) -> set[str]:
    project = Project.open(folder)
    found = {page.url for page in project.store.pages.all(kept=True)}
    articles = {item.article.url for item in project.store.articles.all()}
    project.close()
    assert articles == found
    return found


def asked(server: Server) -> Counter[str]:
    return Counter(line.host + line.path for line in server.log if line.path != "/robots.txt")


@pytest.mark.timeout(400)
def test_ten_kills_and_a_resume_give_what_an_undisturbed_run_gives(tmp_path: Path) -> None:
    with serve([SmallSite(f"s{n}") for n in range(3)]) as server:
        make_project(tmp_path / "calm", server)
        calm = start(tmp_path / "calm")
        calm.join(90)
        assert calm.exitcode == 0
        first = asked(server)
        assert set(first.values()) == {1}
        make_project(tmp_path / "killed", server)
        chance = random.Random(7)
        kills = 0
        for _ in range(KILLS):
            before = len(server.log)
            process = start(tmp_path / "killed", "--resume")
            deadline = time.monotonic() + 20
            while process.is_alive() and len(server.log) < before + 4 and time.monotonic() < deadline:
                time.sleep(0.01)
            time.sleep(chance.random() * 0.25)
            if process.is_alive():
                process.kill()
                kills += 1
            process.join(20)
        last = start(tmp_path / "killed", "--resume")
        last.join(60)
        assert last.exitcode == 0
        second = asked(server) - first
    assert kills >= 3
    assert kept(tmp_path / "killed") == kept(tmp_path / "calm")
    assert len(kept(tmp_path / "calm")) == PAGES
    again = sum(second.values()) - len(second)
    assert again <= kills * IN_FLIGHT
