"""Watching whole: the moving web on a simulated clock, real HTTP, real mail, restarts, and kills."""

from __future__ import annotations

import asyncio
import hmac
import json
import socketserver
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import httpx
import pytest
from benchmarks.moving_web.fetcher import FastClock, SimulatedClock, WebFetcher
from benchmarks.moving_web.web import MovingWeb
from benchmarks.watch_engine import make_project, run
from benchmarks.watch_kills import kill_often, receiver

from motherlode.app.project import Project
from motherlode.app.watch.deliver import Deliveries
from motherlode.app.watch.watcher import Surroundings, Watcher, watch_projects
from motherlode.errors import UsageError
from motherlode.interfaces.cli.app import main
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.topic import Keyword
from motherlode.store.topics import NEWS_SET
from motherlode.store.watch import WatchStore
from motherlode.watch.params import WatchParams
from tests.integration.rest.serving import serving


class OneList:
    """A site with one list of articles about birds, which the test changes."""

    host = "birds"

    def __init__(self) -> None:
        self.articles: dict[int, str] = {}
        self.moved: dict[int, int] = {}

    def write(self, number: int, extra: str = "") -> None:
        words = " ".join(f"{word}{number}" for word in ("barn", "meadow", "field", "forest", "river", "valley"))
        self.articles[number] = (
            f"The owl is a bird of prey. Its nest number {number} lies in {words}. The owl and the other birds "
            f"raise their young there, as the bird wardens of the owl reserve say. {extra}"
        )

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(body=b"")
        if request.path == "/":
            links = "".join(f'<li><a href="/a/{n}">Owl bird nest {n}</a></li>' for n in self.articles)
            more = "".join(f'<li><a href="/more/{n}">More {n}</a></li>' for n in range(12))
            return Reply(body=f"<html><title>Birds</title><body><ul>{links}{more}</ul></body></html>".encode())
        number = int(request.path.removeprefix("/a/")) if request.path.startswith("/a/") else -1
        if number in self.moved:
            return Reply(301, b"", (("Location", f"/a/{self.moved[number]}"),))
        if number not in self.articles:
            return Reply(404, b"not found")
        title = f"Owl bird nest {number}"
        return Reply(
            body=f"<html><head><title>{title}</title></head><body><article><h1>{title}</h1>"
            f"<p>{self.articles[number]}</p></article></body></html>".encode()
        )


class Watched:
    """A project that watches the list of birds on a simulated clock."""

    def __init__(self, folder: Path, **watch: Any) -> None:
        self.site, self.clock = OneList(), SimulatedClock(MovingWeb.START)
        self.site.write(1)
        values = {"per_hour": 8.0, "gap": 0.0, "analyse_every": 0.0, **watch}
        settings = {"project": {"allow_private": True}, "threshold": {"moving": False}, "topic": {"feedback": 0.0}}
        self.project = Project.create(folder, {**settings, "watch": values})
        self.project.store.topics.set_sources(NEWS_SET, ["http://birds.localhost/"])
        self.project.store.topics.set_keywords([Keyword("owl"), Keyword("bird"), Keyword("nest")])
        self.store = WatchStore(self.project.engine)
        self.asked: list[WebFetcher] = []

    def fetcher(self, validators: Callable[[str], dict[str, str]]) -> WebFetcher:
        self.asked.append(WebFetcher([self.site], self.clock, validators))
        return self.asked[-1]

    def run(self, hours: float) -> None:
        async def go() -> None:
            async with Watcher(self.project, Surroundings(self.clock, self.clock.sleep, self.fetcher)) as watcher:
                await watcher.run(hours)

        asyncio.run(go())

    def told(self) -> list[tuple[str, str]]:
        found, _ = self.store.changes(sort="seen_at")
        return [(change.kind, change.url.rpartition("/")[2]) for change in found]


def test_two_days_of_the_moving_web(tmp_path: Path) -> None:
    found = run(tmp_path, 3, articles=300, first_day=11, hours=36, per_hour=12.0)
    assert found.delays
    assert found.unseen == 0
    assert sum(found.delays) / len(found.delays) < 2.0
    assert found.right == found.told == found.there, found.wrong
    assert found.lists[0] == found.lists[1] > 0
    assert found.closest >= 10.0, "two requests to one host came closer than the gap"
    assert found.not_modified > found.requests / 10


def test_new_edited_moved_and_vanished_pages_are_told_once(tmp_path: Path) -> None:
    watched = Watched(tmp_path / "birds", rules=["new article", "any change"])
    watched.run(2)
    assert watched.told() == [("new", "1")]
    watched.site.write(2)
    watched.site.write(1, "Correction: the nest number was wrong in an earlier version.")
    watched.run(12)
    assert sorted(watched.told()) == [("corrected", "1"), ("new", "1"), ("new", "2")]
    watched.site.write(3)
    watched.site.articles[3] = watched.site.articles.pop(2)
    watched.site.moved[2] = 3
    watched.run(30)
    assert ("moved", "2") in watched.told()
    del watched.site.articles[1]
    watched.run(30)
    kinds = [kind for kind, _ in watched.told()]
    assert kinds.count("vanished") == 1
    assert kinds.count("moved") == 1
    assert len(watched.store.history("http://birds.localhost/a/1")) == 2
    assert len(watched.store.notifications()) == len(watched.told())
    articles = {item.article.url for item in watched.project.store.articles.all()}
    assert "http://birds.localhost/a/3" in articles
    assert "http://birds.localhost/a/2" not in articles


def test_a_restart_goes_on_where_it_was(tmp_path: Path) -> None:
    """One run of six hours, and six of one hour, see the same; nothing is fetched anew."""
    whole, parts = Watched(tmp_path / "whole"), Watched(tmp_path / "parts")
    whole.run(6)
    for _ in range(6):
        parts.run(1)
    assert whole.told() == parts.told() == [("new", "1")]
    fetched = [asked.path for fetcher in parts.asked for asked in fetcher.log if asked.path.startswith("/more")]
    assert len(fetched) == len(set(fetched)), "an address without a page was asked for again"
    assert parts.store.counts()["visits"] == pytest.approx(whole.store.counts()["visits"], abs=6)


def test_three_kills_lose_and_double_nothing(tmp_path: Path) -> None:
    kept = kill_often(tmp_path, 3, longest=1.0)
    assert kept.outbox
    assert (kept.lost, kept.doubled) == (0, 0), kept


@contextmanager
def mail_server() -> Iterator[tuple[str, list[str]]]:
    """A mail server that takes every letter."""
    letters: list[str] = []

    class Talk(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.wfile.write(b"220 here\r\n")
            while line := self.rfile.readline():
                word = line[:4].upper().strip()
                if word == b"DATA":
                    self.wfile.write(b"354 go on\r\n")
                    letter = []
                    while (part := self.rfile.readline()) != b".\r\n":
                        letter.append(part)
                    letters.append(b"".join(letter).decode())
                self.wfile.write(b"221 bye\r\n" if word == b"QUIT" else b"250 yes\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Talk) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}", letters
        server.shutdown()


def test_webhook_mail_command_and_feed_get_every_notification(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    with receiver() as (hook, came), mail_server() as (server, letters):
        watched = Watched(
            tmp_path / "birds", rules=["new article"], webhook=hook, mail_to=["me@a.example"], mail_server=server,
            command=f"sh -c 'cat >> {log}; echo >> {log}'",
        )  # fmt: skip
        watched.site.write(2)
        watched.run(2)
    told = {each.id for each in watched.store.notifications()}
    assert len(told) == 2
    assert set(came) == told
    assert len(came) == len(letters) == 2
    assert {json.loads(line)["id"] for line in log.read_text().splitlines()} == told
    assert all(any(f"<{name}@" in letter for letter in letters) for name in told)
    feed = (watched.project.folder / "exports" / "changes.atom").read_text()
    assert all(name in feed for name in told)
    assert watched.store.counts()["undelivered"] == 0


def test_a_receiver_that_is_down_gets_it_later_and_a_digest_gets_it_together(tmp_path: Path) -> None:
    watched = Watched(tmp_path / "birds", rules=["new article"], webhook="http://127.0.0.1:9/", digest="hour")
    watched.site.write(2)
    watched.run(3)
    assert watched.store.counts()["undelivered"] == 2
    with receiver() as (hook, came):
        settings = {**watched.project.settings.values}
        settings["watch"] = {**settings["watch"], "webhook": hook}
        watched.project.write_settings(settings)
        watched.run(8)
    assert len(came) == 2
    assert watched.store.counts()["undelivered"] == 0


def test_old_visits_links_and_versions_are_dropped(tmp_path: Path) -> None:
    watched = Watched(tmp_path / "birds", keep_days=1.0, keep_versions=2)
    for number in range(5):
        watched.site.write(1, f"Edition {number} of the owl report tells of bird {number}.")
        watched.run(12)
    visits, _ = watched.store.visits(limit=1000, sort="at")
    assert visits[0].at > (watched.clock.now() - timedelta(days=2.1)).isoformat()
    assert len(watched.store.history("http://birds.localhost/a/1")) <= 3
    assert len([kind for kind, _ in watched.told() if kind == "silent-edit"]) >= 3, "changes stay"


def test_a_schedule_keeps_to_its_hours(tmp_path: Path) -> None:
    watched = Watched(tmp_path / "birds", schedule="0 8,20 * * *", per_hour=5.0)
    watched.run(48)
    visits, _ = watched.store.visits(limit=1000)
    assert len(visits) == 20
    assert {visit.at[11:13] for visit in visits} == {"08", "20"}


def test_projects_side_by_side_get_their_own_visits(tmp_path: Path) -> None:
    first, second = Watched(tmp_path / "one"), Watched(tmp_path / "two", per_hour=30.0)
    around = Surroundings(first.clock, first.clock.sleep, first.fetcher)
    one, two = asyncio.run(watch_projects([first.project, second.project], hours=4, around=around))
    assert one.visits > 0
    assert two.visits > 0


def test_nothing_to_watch_is_said(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "empty")
    with pytest.raises(UsageError, match="nothing to watch"):
        asyncio.run(watch_projects([project], hours=1))


def test_the_command_watches_real_sites_and_the_api_shows_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    clock = FastClock(MovingWeb.START + timedelta(days=12), speed=3600)
    web = MovingWeb(clock, 1, 300)
    with serve(web.sites) as server:
        project = make_project(tmp_path, web, per_hour=36_000.0, gap=0.0)
        project.store.topics.set_sources(NEWS_SET, [server.url(site.host) for site in web.news[:2]])
        project.close()
        folder = str(project.folder)
        options = ["--records", server.url("market", "/prices"), "--people", server.url("market", "/staff")]
        assert main(["watch", folder, "--for", "0.002", "--json", *options]) == 0
        report = json.loads(capsys.readouterr().out)
        assert report["visits"] > 10
        robots = [line for line in server.log if line.path == "/robots.txt"]
        assert robots, "robots.txt was not asked for"
    assert main(["watch", folder, "--status", "--json"]) == 0
    status = json.loads(capsys.readouterr().out)
    assert status["counts"]["hub"] >= 2
    assert status["counts"]["sitemap"] >= 1, "the sitemap of robots.txt is watched"
    assert status["next"][0]["reason"]
    assert main(["watch", folder, "--changes", "5"]) == 0
    with serving(tmp_path) as client:
        _check_api(client, report["new"])


def _check_api(client: httpx.Client, new: int) -> None:
    where = "/projects/project"
    assert client.get(f"{where}/watch").json()["counts"]["visits"] > 10
    changes = client.get(f"{where}/changes", params={"where": "kind=new", "limit": 1000}).json()
    assert changes["total"] == new
    assert client.get(f"{where}/visits").json()["total"] > 10
    assert client.get(f"{where}/notifications").json()["total"] >= new
    assert client.get(f"{where}/changes.atom").headers["content-type"].startswith("application/atom+xml")
    if new:
        url = changes["rows"][0]["url"]
        assert client.get(f"{where}/versions", params={"url": url}).json()[0]["content"]
    assert client.get(f"{where}/versions", params={"url": "http://no.example/"}).status_code == 404


def test_a_hub_is_asked_once_confirmed_and_believed_only_when_it_signs(tmp_path: Path) -> None:
    feed = "http://a.example/feed"
    asked: list[dict[str, list[str]]] = []

    class Hub(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            asked.append(parse_qs(self.rfile.read(int(self.headers["Content-Length"])).decode()))
            self.send_response(202)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Says nothing."""

    watched = Watched(tmp_path / "work" / "birds", websub="https://me.example?token=t")
    with ThreadingHTTPServer(("127.0.0.1", 0), Hub) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        hub = {feed: (f"http://127.0.0.1:{server.server_port}/", feed)}
        deliveries = Deliveries(
            watched.project, watched.project.settings.get(WatchParams), watched.store, watched.clock
        )
        for _ in range(2):
            asyncio.run(deliveries.subscribe(hub))
        server.shutdown()
    (form,) = asked
    assert form["hub.callback"][0].startswith("https://me.example/api/projects/birds/watch/push?feed=http%3A")
    assert form["hub.callback"][0].endswith("&token=t")
    with serving(tmp_path / "work") as client:
        push = "/projects/birds/watch/push"
        challenge = {"feed": feed, "hub.mode": "subscribe", "hub.challenge": "c1"}
        assert client.get(push, params=challenge).text == "c1"
        assert client.get(push, params={**challenge, "feed": "http://b.example/"}).status_code == 404
        signed = hmac.new(form["hub.secret"][0].encode(), b"news", "sha256").hexdigest()
        for words in ("sha256=0000", f"sha256={signed}"):
            assert watched.store.pushes() == []
            headers = {"X-Hub-Signature": words}
            assert client.post(push, params={"feed": feed}, content=b"news", headers=headers).status_code == 204
    assert watched.store.pushes() == [feed]
