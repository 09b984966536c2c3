"""The REST API through a plain HTTP client against a real server on loopback."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from pathlib import Path

import httpx
import pytest

from motherlode.app.project import Project
from motherlode.app.workspace import Workspace
from motherlode.model.article import Article, NewsItem
from tests.integration.rest.serving import serving


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with serving(tmp_path / "work") as made:
        assert made.post("/projects", json={"name": "floods"}).status_code == 201
        yield made


def test_projects_are_made_listed_and_removed(client: httpx.Client) -> None:
    assert client.get("/projects").json() == ["floods"]
    assert client.get("/projects/floods").json()["articles"] == 0
    again = client.post("/projects", json={"name": "floods"})
    assert (again.status_code, again.json()["error"]["code"]) == (409, "InputError")
    assert client.delete("/projects/floods").status_code == 204
    assert client.get("/projects/floods").status_code == 404
    assert client.get("/projects").json() == []


@pytest.mark.parametrize("name", ["../out", "..", ".hidden", "a/b", "a\x00b", "", "x" * 65, "-x"])
def test_names_cannot_lead_out_of_the_workspace(client: httpx.Client, name: str, tmp_path: Path) -> None:
    reply = client.post("/projects", json={"name": name})
    assert reply.status_code == 422
    assert reply.json()["error"]["message"]
    assert [p.name for p in tmp_path.iterdir()] == ["work"]


def test_settings_are_described_read_and_written(client: httpx.Client) -> None:
    known = client.get("/settings").json()
    assert {"name", "allow_private"} <= {p["name"] for p in known["project"]}
    written = client.put("/projects/floods/settings", json={"project": {"name": "Floods", "allow_private": True}})
    assert written.json()["project"]["name"] == "Floods"
    wrong = client.put("/projects/floods/settings", json={"project": {"nmae": "x"}})
    assert wrong.status_code == 422
    assert "did you mean 'name'" in wrong.json()["error"]["message"]
    assert client.get("/projects/floods/settings").json()["project"]["name"] == "Floods"


def test_sources_and_keywords(client: httpx.Client) -> None:
    lines = ["HTTP://News.Example:80/a", "news.example/a", "javascript:alert(1)", "", "http://b.example/"]
    put = client.put("/projects/floods/sources/newsset", json=lines).json()
    assert put["urls"] == ["http://news.example/a", "http://b.example/"]
    assert len(put["refused"]) == 1
    words = [{"word": "flood", "weight": 2}, {"word": "洪水", "origin": "learned", "why": "in 3 of 3 examples"}]
    assert [w["word"] for w in client.put("/projects/floods/keywords", json=words).json()] == ["flood", "洪水"]
    bad = client.put("/projects/floods/keywords", json=[{"word": "x", "weight": "heavy"}])
    assert bad.status_code == 422
    assert len(client.get("/projects/floods/keywords").json()) == 2


def test_articles_are_sliced_filtered_and_downloaded(client: httpx.Client, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path / "work")
    items = [
        NewsItem(
            Article(url=f"http://a.example/{n}", title=f"=Title {n}", content="<script>alert(1)</script>"),
            (), (), (), n / 100, "", datetime.now(UTC),
        )
        for n in range(50)
    ]  # fmt: skip
    workspace.get("floods").store.articles.put(items)
    workspace.close()
    found = client.get(
        "/projects/floods/articles", params={"limit": 5, "where": ["relativity>=0.4", "title~title"]}
    ).json()
    assert (found["total"], len(found["rows"]), found["rows"][0]["relativity"]) == (10, 5, 0.49)
    one = client.get("/projects/floods/article", params={"url": "http://a.example/3"}).json()
    assert one["article"]["title"] == "=Title 3"
    csv = client.get("/projects/floods/export", params={"format": "csv", "top": 10})
    assert csv.content.decode("utf-8-sig").count("'=Title") == 5
    assert client.get("/projects/floods/export", params={"format": "xlsx"}).content[:2] == b"PK"
    assert client.get("/projects/floods/articles", params={"sort": "nope"}).status_code == 422
    assert client.get("/projects/floods/articles", params={"where": "nonsense"}).status_code == 422


def test_runs_report_through_events_and_survive(client: httpx.Client) -> None:
    run = client.post("/projects/floods/runs", json={"kind": "echo", "options": {"steps": 4, "pause": 0.2}}).json()
    states = []
    with client.stream("GET", f"/projects/floods/runs/{run['id']}/events", timeout=60) as stream:
        assert stream.headers["content-type"].startswith("text/event-stream")
        states += [json.loads(line[6:]) for line in stream.iter_lines() if line.startswith('data: {"')]
    assert states[-1]["state"] == "done"
    assert states[-1]["report"] == {"counted": 4}
    assert client.get("/projects/floods/runs").json()[0]["id"] == run["id"]
    assert client.post("/projects/floods/runs", json={"kind": "nope"}).status_code == 422
    assert client.get("/projects/floods/runs/99").status_code == 422


def test_a_project_is_deleted_while_it_runs(client: httpx.Client) -> None:
    client.post("/projects/floods/runs", json={"kind": "echo", "options": {"steps": 10000, "pause": 0.05}})
    assert client.delete("/projects/floods").status_code == 204
    assert client.get("/projects").json() == []


def test_the_network_over_http(client: httpx.Client) -> None:
    text = (
        'Insert University North [ Contain colleges: { Arts, Law } ]; QUERY University "North" /contain ?c ORDER BY c'
    )
    assert client.post("/projects/floods/network/run", json={"text": text}).json() == [
        {"columns": ["c"], "rows": [["Arts"], ["Law"]]}
    ]
    graph = client.get("/projects/floods/network/graph").json()
    assert {node["name"] for node in graph["nodes"]} == {"North", "Arts", "Law"}
    assert "Insert University" in client.get("/projects/floods/network/export").text
    wrong = client.post("/projects/floods/network/run", json={"text": "QUERY ;;"})
    assert wrong.status_code == 422
    assert "line 1" in wrong.json()["error"]["message"]


def test_other_hosts_and_origins_are_refused(client: httpx.Client) -> None:
    assert client.get("/health", headers={"Host": "evil.example"}).status_code == 403
    foreign = client.post("/projects", json={"name": "x"}, headers={"Origin": "http://evil.example"})
    assert foreign.json()["error"]["code"] == "OriginRefused"
    assert client.get("/nothing").json()["error"]["code"] == "NOT_FOUND"


def test_a_token_is_needed_when_set(tmp_path: Path) -> None:
    with serving(tmp_path, token="secret-token") as client:
        assert client.get("/health").status_code == 200  # tells nothing but that the server answers
        assert client.get("/projects").status_code == 401
        assert client.get("/projects", headers={"Authorization": "Bearer wrong"}).status_code == 401
        assert client.get("/projects", headers={"Authorization": "Bearer secret-token"}).status_code == 200
        opened = client.get("/projects", params={"token": "secret-token"})
        assert "HttpOnly" in opened.headers["set-cookie"]
        assert client.get("/projects").status_code == 200  # the cookie is sent along


def test_a_browser_without_the_token_is_shown_a_form(tmp_path: Path) -> None:
    with serving(tmp_path, token="secret-token") as client:
        root = str(client.base_url).removesuffix("/api/")
        shown = client.get(f"{root}/p/floods/results", headers={"Accept": "text/html"})
        assert (shown.status_code, 'name="token"' in shown.text) == (401, True)
        assert 'value="/p/floods/results"' in shown.text
        wrong = client.post(f"{root}/login", data={"token": "guess", "next": "/"})
        assert (wrong.status_code, "not the token" in wrong.text) == (401, True)
        elsewhere = client.post(f"{root}/login", data={"token": "secret-token", "next": "//evil.example/"})
        assert (elsewhere.status_code, elsewhere.headers["location"]) == (303, "/")
        assert "secret-token" not in elsewhere.text
        assert client.get("/projects").status_code == 200


def test_the_one_project_that_is_served_cannot_be_removed(tmp_path: Path) -> None:
    Project.create(tmp_path / "floods").close()
    with serving(tmp_path / "floods") as client:
        refused = client.delete("/projects/floods")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "InputError")
        assert (tmp_path / "floods" / "motherlode.toml").is_file()


def test_health_is_answered_while_large_pages_are_read(client: httpx.Client) -> None:
    """Extraction works in other processes: on the server's own loop this page would keep it from answering."""
    rows = "".join(f"<tr><td>Ann Author{n}<td>Professor of Hydrology<td>ann{n}@uni.example</tr>" for n in range(1500))
    page, answered = {"html": f"<table>{rows}</table>"}, 0
    with ThreadPoolExecutor(1) as pool:
        reading = pool.submit(client.post, "/projects/floods/extract/people", json=page, timeout=100)
        while not reading.done():
            assert client.get("/health").status_code == 200
            answered += 1
        assert reading.result().status_code == 200
    assert answered > 20


def test_a_hundred_thousand_lines_are_taken(client: httpx.Client) -> None:
    lines = [f"http://n{n}.example/" for n in range(100_000)]
    assert len(client.put("/projects/floods/sources/newsset", json=lines).json()["urls"]) == 100_000
    assert len(client.get("/projects/floods/sources/newsset").json()["urls"]) == 100_000


def test_pages_are_read_and_private_addresses_refused(client: httpx.Client) -> None:
    body = "".join(
        f"<p>The river rose by {n} metres on Tuesday, said the mayor of the town by the dam.</p>" for n in range(9)
    )
    page = {"html": f"<html><head><title>Flood</title></head><body><h1>Flood</h1>{body}</body></html>"}
    assert "river rose" in client.post("/projects/floods/extract/article", json=page).json()["content"]
    rows = "".join(f"<li><a href=/{n}>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(9))
    found = client.post("/projects/floods/extract/records", json={"html": f"<ul>{rows}</ul>"}).json()
    assert len(found[0]["records"]) == 9
    refused = client.post("/projects/floods/extract/article", json={"url": "http://127.0.0.1:9/"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (403, "AddressRefused")
    assert client.post("/projects/floods/extract/people", json={}).status_code == 422


def test_descriptions_are_kept_checked(client: httpx.Client) -> None:
    wrong = client.put("/projects/floods/hidden/registry", json={"text": "[site]\nnmae = 1"})
    assert wrong.status_code == 422
    assert client.get("/projects/floods/hidden").json() == []
    assert client.put("/projects/floods/hidden/..%2Fx", json={"text": ""}).status_code in (404, 422)
    assert client.get("/projects/floods/hidden/none/certificate").status_code == 404


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/nothing", 404, "NOT_FOUND"),
        ("POST", "", 404, "NOT_FOUND"),
        ("DELETE", "/health", 405, "METHOD_NOT_ALLOWED"),
    ],
)
def test_what_is_not_there_is_said_in_the_one_shape(
    client: httpx.Client, method: str, path: str, status: int, code: str
) -> None:
    reply = client.request(method, path)
    assert (reply.status_code, reply.json()["error"]["code"]) == (status, code)
    assert "/api/openapi.json" in reply.json()["error"]["message"]
