"""The REST API, the other half: imports, mappings, hidden databases, presets, and what a guarded server refuses."""

from __future__ import annotations

import io
import socket
import sqlite3
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from motherlode.app.workspace import Workspace
from motherlode.export import write_table
from motherlode.interfaces.demo.land import description
from motherlode.interfaces.demo.registry import Registry
from motherlode.interfaces.demo.server import serve
from tests.integration.registry_help import table
from tests.integration.rest.serving import serving


@pytest.fixture
def client(tmp_path: Path) -> Iterator[httpx.Client]:
    with serving(tmp_path / "work") as made:
        assert made.post("/projects", json={"name": "floods"}).status_code == 201
        yield made


def upload(client: httpx.Client, name: str, body: bytes, **query: str) -> httpx.Response:
    files = {"file": (name, io.BytesIO(body))}
    return client.post("/projects/floods/sources/newsset/file", files=files, params=query)


def test_lines_are_previewed_before_they_are_kept(client: httpx.Client) -> None:
    seen = client.post(
        "/projects/floods/sources/newsset/preview", json=["news.example", "rubbish", "file:///etc/passwd"]
    )
    assert (seen.json()["urls"], seen.json()["saved"]) == (["http://news.example/"], False)
    assert [line.partition(":")[0] for line in seen.json()["refused"]] == ["rubbish", "file"]
    assert client.get("/projects/floods/sources/newsset").json()["urls"] == []


def test_sources_come_from_text_and_excel_files(client: httpx.Client, tmp_path: Path) -> None:
    text = upload(client, "list.txt", b"address\nhttp://a.example/\nno address here\n")
    assert (text.json()["urls"], len(text.json()["refused"]), text.json()["saved"]) == (
        ["http://a.example/"],
        1,
        False,
    )
    book = tmp_path / "list.xlsx"
    write_table(book, "xlsx", ["url"], [{"url": "http://b.example/"}, {"url": "http://c.example/"}])
    added = upload(client, "list.xlsx", book.read_bytes(), keep="replace").json()
    assert (added["urls"], added["saved"]) == (["http://b.example/", "http://c.example/"], True)
    upload(client, "more.txt", b"http://d.example/\nhttp://b.example/", keep="add")
    kept = client.get("/projects/floods/sources/newsset").json()["urls"]
    assert kept == ["http://b.example/", "http://c.example/", "http://d.example/"]
    wrong = upload(client, "list.xlsx", b"this is no workbook", keep="replace")
    assert wrong.status_code == 404
    assert "is not an Excel file" in wrong.json()["error"]["message"]
    assert client.get("/projects/floods/sources/newsset").json()["urls"] == kept


def test_sources_come_from_a_database(client: httpx.Client, tmp_path: Path) -> None:
    file = tmp_path / "sites.sqlite"
    with sqlite3.connect(file) as made:
        made.execute("create table sites (name text, url text)")
        made.execute("insert into sites values ('a', 'http://a.example/')")
    made.close()

    def ask(url: str, query: str, seconds: int = 2) -> httpx.Response:
        body = {"url": url, "query": query, "seconds": seconds}
        return client.post("/projects/floods/sources/urlset/database", json=body, params={"keep": "replace"})

    assert ask(f"sqlite:///{file}", "select * from sites").json()["urls"] == ["http://a.example/"]
    assert "no such table" in ask(f"sqlite:///{file}", "select * from towns").json()["error"]["message"]
    ask(f"sqlite:///{file}", "delete from sites")
    with sqlite3.connect(file) as again:
        assert again.execute("select count(*) from sites").fetchone() == (1,)
    again.close()
    assert ask(f"sqlite:///{tmp_path}/nothing.sqlite", "select 1").status_code == 404
    assert not (tmp_path / "nothing.sqlite").exists()
    assert ask("nonsense", "select 1").status_code == 422


@pytest.mark.postgres
def test_a_database_that_does_not_answer_is_said_in_words(client: httpx.Client) -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        began = time.monotonic()
        where = {
            "url": f"postgresql://u:secret@127.0.0.1:{mute.getsockname()[1]}/x",
            "query": "select 1",
            "seconds": 2,
        }
        reply = client.post("/projects/floods/sources/newsset/database", json=where)
        assert time.monotonic() - began < 20
    assert reply.status_code == 404
    assert "secret" not in reply.text
    assert "check the address" in reply.json()["error"]["message"]


def test_presets_are_listed_and_applied(client: httpx.Client) -> None:
    names = [preset["name"] for preset in client.get("/presets").json()]
    assert names == ["polite", "fast", "thorough", "paper-000", "paper-001", "paper-002", "paper-003"]
    client.put("/projects/floods/settings", json={"fetch": {"delay": 5.0, "timeout": 7.0}})
    for name in names:
        assert client.post(f"/projects/floods/settings/preset/{name}").status_code == 200
    assert client.get("/projects/floods/settings").json()["fetch"]["timeout"] == 10.0
    assert client.post("/projects/floods/settings/preset/paper").json()["topic"]["judge"] == "paper"
    assert "known: polite" in client.post("/projects/floods/settings/preset/rude").json()["error"]["message"]


def test_columns_are_mapped_and_corrected(client: httpx.Client, tmp_path: Path) -> None:
    rows = "".join(f"<li><a href=/{n}>Book {n}</a> <i>Ann Author</i> <b>$ {n}.50</b></li>" for n in range(1, 12))
    client.post(
        "/projects/floods/extract/records",
        json={"html": f"<ul>{rows}</ul>", "url": "http://s.example/", "keep": True},
    )
    assert client.get("/projects/floods/records/sources").json() == ["s.example"]
    assert client.get("/projects/floods/wrappers").json()[0]["source"] == "s.example"
    assert client.get("/projects/floods/wrapper", params={"source": "s.example"}).json()["entity_css"]
    assert client.get("/projects/floods/wrapper", params={"source": "other"}).status_code == 404
    assert "books" in client.get("/projects/floods/schemas").json()
    wanted = {"schema": "books", "source": "s.example"}
    found = client.post("/projects/floods/mappings", params=wanted).json()
    column = found[0]["column"]
    said = client.put("/projects/floods/mappings", json={**wanted, "column": column, "attribute": "publisher"}).json()
    assert {m["column"]: (m["attribute"], m["corrected"]) for m in said}[column] == ("publisher", True)
    again = client.post("/projects/floods/mappings", params=wanted).json()
    assert {m["column"]: m["attribute"] for m in again}[column] == "publisher"
    wrong = client.put("/projects/floods/mappings", json={**wanted, "column": "nope", "attribute": "title"})
    assert "has no column 'nope'" in wrong.json()["error"]["message"]
    wrong = client.put("/projects/floods/mappings", json={**wanted, "column": column, "attribute": "colour"})
    assert wrong.status_code == 422


def test_a_hidden_database_over_http(tmp_path: Path) -> None:
    with serve([Registry(table(1200))]) as sample, serving(tmp_path) as client:
        workspace = Workspace(tmp_path)
        workspace.create("deeds", {"project": {"allow_private": True}, "hidden": {"workers": 4}})
        workspace.close()
        site = "/projects/deeds/hidden/registry"
        url = sample.url("registry").rstrip("/")
        draft = client.post("/projects/deeds/hidden-draft", json={"url": f"{url}/form"})
        assert "[[attributes]]" in draft.json()["text"]
        assert client.put(site, json={"text": description(f"{url}/api")}).status_code == 200
        assert client.get("/projects/deeds/hidden").json() == ["registry"]
        assert client.post(f"{site}/probe").status_code == 200
        assert client.get(f"{site}/ranges").status_code == 404
        run = client.post("/projects/deeds/runs", json={"kind": "hidden", "options": {"site": "registry"}}).json()
        until = time.monotonic() + 60
        while client.get(f"/projects/deeds/runs/{run['id']}").json()["state"] != "done":
            assert time.monotonic() < until
            time.sleep(0.2)
        certificate = client.get(f"{site}/certificate").json()
        ranges = client.get(f"{site}/ranges").json()
        assert certificate["rows"] == sum(r["rows"] for r in ranges["ranges"]) == 1200
        assert ranges["ranges"][0]["low"] == "1989-01-01"
        assert client.get(f"{site}/picture").content[:4] == b"\x89PNG"
        assert len(client.get(f"{site}/rows").text.splitlines()) == 1200
        assert client.delete(site).status_code == 204
        assert client.get("/projects/deeds/hidden").json() == []


def test_a_crawl_started_here_reaches_no_private_address(client: httpx.Client) -> None:
    hits: list[object] = []
    with socket.socket() as private:
        private.bind(("127.0.0.1", 0))
        private.listen()
        threading.Thread(target=lambda: hits.append(private.accept()), daemon=True).start()
        port = private.getsockname()[1]
        addresses = [f"http://127.0.0.1:{port}/", f"http://inside.localhost:{port}/"]
        client.put("/projects/floods/sources/newsset", json=addresses)
        client.put("/projects/floods/keywords", json=[{"word": "flood"}])
        started = client.post(
            "/projects/floods/runs", json={"kind": "crawl", "options": {"max_pages": 5, "retries": 0}}
        )
        run = started.json()["id"]
        with client.stream("GET", f"/projects/floods/runs/{run}/events", timeout=60) as events:
            assert any("event: end" in line for line in events.iter_lines())
        pages = client.get("/projects/floods/pages").json()
        draft = client.post("/projects/floods/hidden-draft", json={"url": addresses[0]})
    assert hits == []
    assert pages["total"] == 2
    assert all("private" in page["reason"] for page in pages["rows"]), [
        (p["code"], p["reason"]) for p in pages["rows"]
    ]
    assert draft.status_code in (403, 502)


def test_a_guarded_server_keeps_its_callers_inside_the_projects(tmp_path: Path) -> None:
    outside = tmp_path / "outside.sqlite"
    sqlite3.connect(outside).close()
    outside.write_bytes(b"")
    with serving(tmp_path / "work", token="secret-token") as client:
        client.headers["Authorization"] = "Bearer secret-token"
        assert (
            client.post("/projects", json={"name": "p", "settings": {"project": {"allow_private": True}}}).status_code
            == 422
        )
        assert client.post("/projects", json={"name": "p"}).status_code == 201
        for section, values in (("project", {"store": "postgresql://x/y"}), ("trust", {"ratings": "/etc/passwd"})):
            refused = client.put("/projects/p/settings", json={section: values})
            assert "only in the project's file" in refused.json()["error"]["message"]
        where = {"url": f"sqlite:///{outside}", "query": "select 1"}
        refused = client.post("/projects/p/sources/newsset/database", json=where)
        assert "in its own projects" in refused.json()["error"]["message"]


def test_uploads_are_limited(client: httpx.Client) -> None:
    headers = {"Content-Length": str(65 * 1024 * 1024), "Content-Type": "multipart/form-data; boundary=x",
               "Connection": "close"}  # fmt: skip
    with socket.create_connection((client.base_url.host, client.base_url.port or 80)) as raw:
        lines = ["POST /api/projects/floods/sources/newsset/file HTTP/1.1", f"Host: 127.0.0.1:{client.base_url.port}"]
        raw.sendall("\r\n".join([*lines, *(f"{k}: {v}" for k, v in headers.items()), "", ""]).encode())
        answer = b"".join(iter(lambda: raw.recv(4096), b"")).decode()
    assert " 413 " in answer.splitlines()[0]
    assert "LimitExceeded" in answer


def test_options_that_could_not_be_shown_again_are_refused(client: httpx.Client) -> None:
    deep: dict[str, object] = {}
    for _ in range(900):
        deep = {"x": deep}
    refused = client.post("/projects/floods/runs", json={"kind": "echo", "options": {"steps": deep}})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "UsageError")
    assert client.get("/projects/floods/runs").json() == []


def test_half_a_character_is_refused_in_words(client: httpx.Client) -> None:
    body = b'[{"word": "flood\\ud800", "weight": 1}]'
    refused = client.put("/projects/floods/keywords", content=body, headers={"Content-Type": "application/json"})
    assert (refused.status_code, refused.json()["error"]["code"]) == (422, "UsageError")
    assert client.get("/projects/floods/keywords").json() == []


def test_a_guarded_server_takes_no_owners_settings_as_options(tmp_path: Path) -> None:
    with serving(tmp_path / "work", token="secret") as guarded:
        guarded.headers["Authorization"] = "Bearer secret"
        guarded.post("/projects", json={"name": "floods"})
        refused = guarded.post("/projects/floods/runs", json={"kind": "crawl", "options": {"metrics_port": 9999}})
        assert (refused.status_code, "metrics_port" in refused.text) == (422, True)
