"""Universities over real HTTP: the sample ones whole, and sites where something is wrong."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from motherlode.app.network import run_text
from motherlode.app.university import facts_of
from motherlode.fetch.named import named_client
from motherlode.interfaces.cli.app import main
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.interfaces.demo.university.build import UniversitySite
from motherlode.network.store import NetworkStore
from motherlode.sql.engine import connect
from motherlode.university.explore import Tools, explore, explore_all
from motherlode.university.facts import Memory
from motherlode.university.model import University, UniversityParams

MENU = "<ul><li><a href='/'>Home</a></li><li><a href='/news'>News</a></li></ul>"
PEOPLE = "".join(
    f"<div class='p'><h3>{name}</h3><p>{title}</p></div>"
    for name, title in [
        ("Ada Byrne", "Professor"),
        ("Tomás Rivera", "Lecturer"),
        ("Mei Tanaka", "Associate Professor"),
    ]
)


class Pages:
    """A site of fixed pages; a number instead of a page is a status."""

    def __init__(self, host: str, pages: dict[str, str | int]) -> None:
        self.host = host
        self.pages = pages

    def respond(self, request: Request, /) -> Reply:
        page = self.pages.get(request.path, 404)
        if isinstance(page, int):
            return Reply(status=page, body=b"<h1>closed</h1>")
        return Reply(body=f"<!DOCTYPE html><title>{self.host} University</title>{page}".encode())


class Forbidden(Pages):
    """A site whose robots.txt forbids everything."""

    def respond(self, request: Request, /) -> Reply:
        return Reply(body=b"User-agent: *\nDisallow: /", headers=(("Content-Type", "text/plain"),))


def colleges(*extra: str) -> str:
    names = ["College of Science", "College of Arts", "School of Law", *extra]
    links = "".join(f"<li><a href='/c/{i}/'>{name}</a></li>" for i, name in enumerate(names))
    return f"{MENU}<h2>Colleges</h2><ol>{links}</ol>"


def departments(base: str) -> str:
    names = ["Department of Physics", "Department of Chemistry", "Department of Biology"]
    links = "".join(f"<li><a href='{base}{i}/'>{name}</a></li>" for i, name in enumerate(names))
    return f"{MENU}<h1>Welcome</h1><h2>Departments</h2><ol>{links}</ol>"


def tools(**parts: object) -> Tools:
    return Tools(named_client(allow_private=True), **parts)  # type: ignore[arg-type]


def home(server: Server, host: str) -> str:
    return server.url(host).rstrip("/") + "/"


@pytest.fixture(scope="module")
def sample() -> Iterator[tuple[Server, list[UniversitySite]]]:
    sites = [UniversitySite(3, number, 0.0) for number in range(3)]
    with serve(sites, port=0) as server:
        yield server, sites


@pytest.fixture(scope="module")
def found(sample: tuple[Server, list[UniversitySite]]) -> list[University]:
    server, sites = sample
    return asyncio.run(explore_all([home(server, site.host) for site in sites], tools()))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_every_person_of_a_sample_university_is_found_in_the_right_unit(
    sample: tuple[Server, list[UniversitySite]], found: list[University], number: int
) -> None:
    truth, university = sample[1][number].truth, found[number]
    wanted = {(c.name, d.name, p.name, p.title, p.rank) for c, d, p in truth.people()}
    got = {
        (c.unit.name, d.unit.name, p.name, p.title, p.rank)
        for c in university.colleges
        for d in c.departments
        for p in d.people
    }
    assert university.name == truth.name
    assert len(wanted & got) >= 0.99 * max(len(wanted), len(got))


@pytest.mark.parametrize("number", [0, 1, 2])
def test_few_pages_are_fetched_that_are_not_needed(
    sample: tuple[Server, list[UniversitySite]], found: list[University], number: int
) -> None:
    assert len(found[number].fetched) <= 1.5 * len(sample[1][number].truth.needed())


def test_the_network_holds_everybody_with_provenance(
    sample: tuple[Server, list[UniversitySite]], found: list[University], tmp_path: Path
) -> None:
    network = NetworkStore(connect(tmp_path / "n.sqlite"))
    for university in found:
        network.insert(facts_of(university))
        network.insert(facts_of(university))
    rows = run_text(network, "QUERY University ?u /contain+ Department ?d CONSTRUCT { u: ?u.name, n: COUNT(?d) }")
    assert dict(rows[0].rows) == {  # type: ignore[arg-type]
        site.truth.name: sum(len(c.departments) for c in site.truth.colleges) for site in sample[1]
    }
    assert all(sources for sources in network.facts().edges.values())


def test_a_stopped_run_goes_on_where_it_was(sample: tuple[Server, list[UniversitySite]], tmp_path: Path) -> None:
    server, sites = sample
    url = home(server, sites[0].host)
    memory = Memory(connect(tmp_path / "m.sqlite"))
    first = asyncio.run(explore(url, tools(memory=memory, params=UniversityParams(max_pages=10))))
    assert [problem.code for problem in first.problems if problem.code == "limit"] == ["limit"]
    second = asyncio.run(explore(url, tools(memory=memory)))
    assert not set(first.fetched) & set(second.fetched)
    assert second.found == sum(1 for _ in sites[0].truth.people())
    third = asyncio.run(explore(url, tools(memory=memory)))
    assert (third.fetched, third.colleges) == ((), second.colleges)


def test_a_site_without_departments_says_so() -> None:
    site = Pages("empty", {"/": f"{MENU}<h1>Welcome</h1><p>We teach.</p>", "/news": "<p>None.</p>"})
    with serve([site], port=0) as server:
        result = asyncio.run(explore(home(server, "empty"), tools()))
    assert result.found == 0
    assert [problem.code for problem in result.problems] == ["no-units"]


def test_people_behind_a_login_are_named_as_a_problem_and_the_rest_is_kept() -> None:
    form = "<form><input name=u><input type='password' name=p></form>"
    pages: dict[str, str | int] = {
        "/": colleges(),
        "/c/0/": departments("/d/"),
        "/c/1/": 500,
        "/c/2/": f"{MENU}<a href='/c/2/people'>People</a>",
        "/c/2/people": PEOPLE,
        "/d/0/": f"{MENU}<a href='/d/0/faculty'>Faculty</a>",
        "/d/0/faculty": 403,
        "/d/1/": f"{MENU}<a href='/d/1/faculty'>Faculty</a>",
        "/d/1/faculty": form,
        "/d/2/": f"{MENU}<a href='/d/2/faculty'>Faculty</a>",
        "/d/2/faculty": PEOPLE,
    }
    with serve([Pages("closed", pages)], port=0) as server:
        result = asyncio.run(explore(home(server, "closed"), tools()))
    assert {(urlsplit(p.url).path, p.code) for p in result.problems} >= {
        ("/d/0/faculty", "login"), ("/d/1/faculty", "login"), ("/c/1/", "status"),
    }  # fmt: skip
    assert [person.name for person in result.colleges[0].departments[2].people] == [
        "Ada Byrne", "Tomás Rivera", "Mei Tanaka",
    ]  # fmt: skip
    assert len(result.colleges[2].people) == 3


def test_two_pages_that_disagree_are_both_kept(tmp_path: Path) -> None:
    pages: dict[str, str | int] = {
        "/": colleges(),
        "/c/0/": f"{MENU}<a href='/a'>Faculty</a> <a href='/b'>Academic staff</a>",
        "/a": PEOPLE,
        "/b": PEOPLE.replace("<p>Professor<", "<p>Professor Emerita<"),
    }
    with serve([Pages("twice", pages)], port=0) as server:
        result = asyncio.run(explore(home(server, "twice"), tools()))
    assert len(result.colleges[0].people) == 3
    network = NetworkStore(connect(tmp_path / "n.sqlite"))
    network.insert(facts_of(result))
    conflicts = [conflict for conflict in network.conflicts() if conflict.attribute == "title"]
    assert [set(conflict.values) for conflict in conflicts] == [{"Professor", "Professor Emerita"}]
    assert {source.page for value in conflicts[0].values.values() for source in value} == {
        f"{home(server, 'twice')}a", f"{home(server, 'twice')}b",
    }  # fmt: skip


SCRIPTED = f"<div id='x'></div><script>document.getElementById('x').innerHTML = `{PEOPLE}`</script>"


def scripted_site() -> Pages:
    pages: dict[str, str | int] = {
        "/": colleges(),
        "/c/0/": f"{MENU}<a href='/c/0/people'>People</a>",
        "/c/0/people": SCRIPTED,
    }
    return Pages("scripted", pages)


def test_a_page_filled_by_a_script_is_named_as_a_problem() -> None:
    with serve([scripted_site()], port=0) as server:
        result = asyncio.run(explore(home(server, "scripted"), tools()))
    assert ("/c/0/people", "script") in {(urlsplit(p.url).path, p.code) for p in result.problems}


def scripted_menu() -> Pages:
    """A site with many plain links, whose menu a script puts together so that only a browser tells where it leads."""
    script = (
        "<div id='m'></div><script>const o = {u: 'Departments', s: 'Staff'};"
        "document.getElementById('m').innerHTML = Object.keys(o).map(k => `<a href='/x${k}'>${o[k]}</a>`).join(' ');"
        "</script>"
    )
    plain = "".join(f"<a href='/about/{n}'>Page {n}</a> " for n in range(6))
    names = ["Department of Physics", "Department of Chemistry", "Department of Biology"]
    links = "".join(f"<li><a href='/d/{n}'>{name}</a></li>" for n, name in enumerate(names))
    pages: dict[str, str | int] = {f"/about/{n}": f"{script}<p>Page {n}.</p>" for n in range(6)}
    pages |= {f"/d/{n}": f"{script}<h1>{name}</h1>" for n, name in enumerate(names)}
    pages |= {
        "/": script + plain,
        "/xu": f"{script}<h2>Departments</h2><ul>{links}</ul>",
        "/xs": f"{script}<h1>Staff</h1>{PEOPLE}",
    }
    return Pages("menus", pages)


def with_browser(site: Pages) -> University:
    pytest.importorskip("playwright", reason="Playwright is not installed")
    from motherlode.fetch.browser import Browser

    async def run(url: str) -> University:
        fetch = named_client(allow_private=True).fetch
        async with Browser(allow_private=True, fetch=fetch) as browser:
            return await explore(url, tools(renderer=browser))

    with serve([site], port=0) as server:
        return asyncio.run(run(home(server, site.host)))


@pytest.mark.skipif(not shutil.which("chromium"), reason="Chromium is not installed")
def test_a_page_filled_by_a_script_is_read_with_a_browser() -> None:
    result = with_browser(scripted_site())
    assert [person.name for person in result.colleges[0].people] == ["Ada Byrne", "Tomás Rivera", "Mei Tanaka"]


@pytest.mark.skipif(not shutil.which("chromium"), reason="Chromium is not installed")
def test_a_menu_that_a_script_makes_is_followed_with_a_browser() -> None:
    result = with_browser(scripted_menu())
    assert {node.unit.name.rpartition(" ")[2] for node in result.units()} >= {"Physics", "Chemistry", "Biology"}
    people = {person.name for node in result.units() for person in node.people} | {p.name for p in result.people}
    assert people == {"Ada Byrne", "Tomás Rivera", "Mei Tanaka"}


def test_the_command_puts_a_university_into_a_store(
    sample: tuple[Server, list[UniversitySite]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server, sites = sample
    arguments = ["university", home(server, sites[1].host), "--store", str(tmp_path / "n.sqlite"), "--delay", "0"]
    assert main([*arguments, "--allow-private", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [one["name"] for one in found] == [sites[1].truth.name]
    network = NetworkStore(connect(tmp_path / "n.sqlite"))
    rows = run_text(network, "QUERY College ?c /contain Department ?d /Faculty Person ?p CONSTRUCT { n: COUNT(?p) }")
    assert rows[0].rows[0][0] == sum(person.faculty for _, _, person in sites[1].truth.people())


def test_private_addresses_and_forbidden_pages_are_not_fetched(
    sample: tuple[Server, list[UniversitySite]], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server, sites = sample
    assert main(["university", home(server, sites[0].host), "--store", str(tmp_path / "n.sqlite")]) == 1
    assert "private" in capsys.readouterr().err
    with serve([Forbidden("robots", {})], port=0) as other:
        main(["university", home(other, "robots"), "--store", str(tmp_path / "r.sqlite"), "--allow-private"])
    assert "robots" in capsys.readouterr().err


def test_a_home_page_that_is_not_there_leaves_nothing_in_the_network(tmp_path: Path) -> None:
    store = tmp_path / "gone.sqlite"
    with serve([Pages("gone", {})]) as server:
        main(["university", server.url("gone", "/"), "--store", str(store), "--allow-private", "--no-browser"])
    engine = connect(str(store))
    assert NetworkStore(engine).counts()["objects"] == 0
    engine.dispose()
