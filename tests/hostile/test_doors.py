"""Every door to the network against the same attacks: whatever reads an address, the inner server hears nothing.

A door is a function from a project and an address to everything that came out of it, errors included.
"""

from __future__ import annotations

import asyncio
import json
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text

from motherlode.api.integration import page_getter
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import crawl_project
from motherlode.app.hidden.draft import draft_of
from motherlode.app.learn import learn_keywords
from motherlode.app.project import Project
from motherlode.app.university import explore_into
from motherlode.crawl.params import CrawlParams
from motherlode.errors import AddressRefused, FetchError, MotherlodeError
from motherlode.fetch.bodies import read_body
from motherlode.fetch.browser import BlockingBrowser, Browser, available
from motherlode.fetch.client import Client
from motherlode.fetch.named import named_client
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.cli.app import main
from motherlode.interfaces.rest.routes.extract import PageGiven, _page
from motherlode.model.clock import SystemClock
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Topic
from motherlode.network.store import NetworkStore
from motherlode.store.topics import URL_SET
from motherlode.text.urls import canonical
from tests.hostile.servers import BOMB, BROWSER_PATHS, PUBLIC, SECRET, Attack, attack

__all__ = ["attack"]

FAST = FetchParams(delay=0.0, timeout=5.0, retries=0, max_body=500_000)
LIMIT = 60_000_000
"""Bytes that a door may hold at once over a bomb: the body's own limit, some copies, and a parser's tree."""

Door = Callable[[Project, str], str]


def _client(project: Project, url: str) -> str:
    return asyncio.run(Client(FAST, SystemClock(), allow_private=False, user_agent="Test/1").fetch(url)).body.decode()


def _form(project: Project, url: str) -> str:
    client = Client(FAST, SystemClock(), allow_private=False, user_agent="Test/1")
    return asyncio.run(client.send(url, [("q", "owl")])).body.decode()


def _stored(project: Project) -> str:
    with project.engine.connect() as connection:
        rows = connection.execute(text("SELECT content FROM articles")).all()
    return json.dumps([[page.url, page.code, page.reason] for page in project.store.pages.all()]) + str(rows)


def _crawl(project: Project, url: str) -> str:
    topic = Topic("owls", (Keyword("owl"), Keyword("bird")), (), (url,))
    report = crawl_project(project, CrawlSettings(crawl=CrawlParams(max_pages=10, scope="any")), FAST, topic=topic)
    return _stored(project) + str(report.failed)


def _university(project: Project, url: str) -> str:
    settings = project.settings.over({"fetch": {"delay": 0.0, "timeout": 5.0, "retries": 0, "max_body": 500_000}})
    return str(explore_into(NetworkStore(project.engine), [url], settings))


def _draft(project: Project, url: str) -> str:
    return asyncio.run(draft_of(url))


def _learn(project: Project, url: str) -> str:
    project.store.topics.set_sources(URL_SET, [url])
    return str(learn_keywords(project, Silent()))


def _rest(project: Project, url: str) -> str:
    return "".join(asyncio.run(_page(PageGiven(url=url), project)))


def _search_api(project: Project, url: str) -> str:
    return page_getter(allow_private=False)(url).decode()


def _command(*arguments: str) -> Door:
    def door(project: Project, url: str) -> str:
        return f"exit {main([*arguments, url])}"

    return door


DOORS: dict[str, Door] = {
    "client": _client,
    "hidden database": _form,
    "hidden draft": _draft,
    "crawl": _crawl,
    "university": _university,
    "learn": _learn,
    "rest": _rest,
    "search api": _search_api,
    "extract article": _command("extract", "article", "--jsonl"),
    "extract records": _command("extract", "records", "--jsonl"),
    "extract people": _command("extract", "people", "--jsonl"),
    "annotate": _command("annotate", "--schema", "books", "--json"),
}

doors = pytest.mark.parametrize("door", DOORS.values(), ids=DOORS)


@pytest.fixture
def project(tmp_path: Path) -> Project:
    return Project.create(tmp_path / "p")


def through(door: Door, project: Project, url: str, capsys: pytest.CaptureFixture[str]) -> str:
    try:
        out = door(project, url)
    except MotherlodeError as error:
        out = f"error: {error.message}"
    finally:
        project.close()
    said = capsys.readouterr()
    return out + said.out + said.err


@doors
def test_a_redirect_inside_is_refused(
    door: Door, attack: Attack, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    out = through(door, project, attack.url(f"/to?{attack.inner}"), capsys)
    assert attack.inside.asked == []
    assert SECRET not in out


@doors
def test_a_name_that_moves_inside_is_refused(
    door: Door, attack: Attack, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """The first answer passes; the connection after a redirect, and every later one, asks again."""
    rebind = f"http://rebind.example:{attack.inside.server_port}/secret"
    attack.looked_up.append("rebind.example")
    out = through(door, project, attack.url(f"/to?{rebind}"), capsys)
    assert attack.inside.asked == []
    assert SECRET not in out


@doors
def test_private_addresses_are_refused_in_every_spelling(
    door: Door, attack: Attack, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    port = attack.inside.server_port
    out = ""
    for host in ("127.0.0.1", "2130706433", "0x7f.1", "[::1]", "[::ffff:127.0.0.1]", "x.localhost"):
        out += through(door, project, f"http://{host}:{port}/secret", capsys)
    for target in ("http://[64:ff9b::7f00:1]/", "http://[2002:7f00:1::]/", "http://[ff02::1]/", "http://224.0.0.1/"):
        out += through(door, project, target, capsys)
    assert attack.inside.asked == []
    assert SECRET not in out


@doors
def test_robots_txt_is_obeyed(
    door: Door, attack: Attack, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    through(door, project, attack.url("/closed"), capsys)
    assert [path for path in attack.outside.asked if path.startswith("/closed")] == []


@pytest.mark.parametrize("door", [_client, _form, _crawl, _university])
def test_a_body_that_unpacks_to_gigabytes_takes_little(
    door: Door, attack: Attack, project: Project, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a limit of half a megabyte; the other doors take larger pages through the same decoder."""
    tracemalloc.start()
    try:
        through(door, project, attack.url("/bomb"), capsys)
        assert tracemalloc.get_traced_memory()[1] < LIMIT
    finally:
        tracemalloc.stop()
    assert "/bomb" in attack.outside.asked


@pytest.mark.parametrize("pieces", [1, 50])
async def test_the_decoder_never_holds_more_than_the_limit(pieces: int) -> None:
    class Body:
        at = 0

        async def readany(self) -> bytes:
            size = -(-len(BOMB) // pieces)
            self.at += size
            return BOMB[self.at - size : self.at]

    tracemalloc.start()
    try:
        body, cut = await read_body(Body(), "br", 1_000_000)
        most = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(BOMB) < 5000
    assert cut
    assert len(body) == 1_000_000
    assert most < 4_000_000


@pytest.mark.skipif(not available(), reason="Chromium or Playwright is not installed")
class TestTheBrowser:
    """A page in a browser can do more than lead on; all of it meets the same guard."""

    def test_no_script_reaches_inside(self, attack: Attack) -> None:
        async def run() -> list[str]:
            client = Client(FAST, SystemClock(), allow_private=False, user_agent="Test/1")
            async with client, Browser(fetch=client.fetch) as browser:
                return [await browser.render(attack.url(path)) for path in BROWSER_PATHS]

        attack.looked_up.append("rebind.example")
        shown = asyncio.run(run())
        assert len(shown) == len(BROWSER_PATHS)
        assert all("The owl is a bird" in html for html in shown), "the page itself is shown"
        assert attack.inside.asked == []
        assert SECRET not in "".join(shown)

    def test_the_same_page_reaches_what_is_allowed(self, attack: Attack) -> None:
        """The proof that the attacks work where nothing stands in their way."""

        async def run() -> str:
            client = Client(FAST, SystemClock(), allow_private=True, user_agent="Test/1")
            async with client, Browser(fetch=client.fetch, allow_private=True) as browser:
                return await browser.render(attack.url("/script-redirect"))

        shown = asyncio.run(run())
        assert attack.inside.asked == ["/secret"]
        assert SECRET in shown

    def test_a_crawl_with_rendered_hosts_keeps_nothing_from_inside(self, attack: Attack, tmp_path: Path) -> None:
        project = Project.create(tmp_path / "p")
        seeds = tuple(attack.url(path) for path in ("/script-redirect", "/script-open", "/script-go"))
        topic = Topic("owls", (Keyword("owl"), Keyword("bird")), (), seeds)
        fetch = FetchParams(delay=0.0, timeout=10.0, retries=0, rendered_hosts=(PUBLIC,))
        crawl_project(project, CrawlSettings(crawl=CrawlParams(max_pages=5, scope="any")), fetch, topic=topic)
        out = _stored(project)
        kept = [page.url for page in project.store.pages.all(kept=True)]
        project.close()
        assert attack.inside.asked == []
        assert SECRET not in out
        assert attack.inner not in kept

    def test_records_are_shown_without_reaching_inside(self, attack: Attack) -> None:
        with BlockingBrowser(required=True) as render:
            html = f"<body><p>owls</p><script>fetch('{attack.inner}', {{mode: 'no-cors'}})</script>"
            shown = render(html, attack.url("/page"))
        assert "owls" in shown
        assert attack.inside.asked == []


def test_a_refused_address_is_named_as_such(attack: Attack) -> None:
    with pytest.raises(AddressRefused, match="allow_private"):
        asyncio.run(named_client().fetch(canonical(attack.inner)))
    with pytest.raises(FetchError, match="does not allow"):
        asyncio.run(named_client().fetch(attack.url("/closed")))
