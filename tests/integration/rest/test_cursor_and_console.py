"""Pages by cursor, the description's truth about replies and tokens, schedules, and the console at /docs."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest

from motherlode.app.workspace import Workspace
from motherlode.interfaces.rest.app import create_api
from motherlode.model.article import Article, NewsItem
from motherlode.store.pages import StoredPage
from tests.integration.rest.serving import serving


def article(number: int, relativity: float) -> NewsItem:
    found = Article(url=f"http://a.example/{number:03}", title=f"t{number}", content="x")
    return NewsItem(found, (), (), (), relativity, "", datetime.now(UTC))


@pytest.mark.parametrize("sort", ["-relativity", "relativity", "url", "-title", "system_time"])
def test_every_row_is_met_once_by_cursor_though_rows_are_added(tmp_path: Path, sort: str) -> None:
    workspace = Workspace(tmp_path)
    project = workspace.create("demo")
    project.store.articles.put([article(n, (n // 4) / 10) for n in range(30)])
    with serving(tmp_path) as client:
        seen: list[str] = []
        cursor = ""
        while True:
            given = {"limit": 7, "sort": sort, "cursor": cursor}
            found = client.get("/projects/demo/articles", params=given).json()
            seen += [row["url"] for row in found["rows"]]
            cursor = found["next"]
            if not cursor:
                break
            project.store.articles.put([article(900 + len(seen), 5.0 if sort == "-relativity" else -5.0)])
        old = [url for url in seen if "/9" not in url]
        assert len(old) == len(set(old)) == 30
        assert len(seen) == len(set(seen))
        wrong = client.get("/projects/demo/articles", params={"cursor": "nonsense"})
        assert (wrong.status_code, "no cursor" in wrong.json()["error"]["message"]) == (422, True)
    workspace.close()


def test_pages_without_a_relativity_come_last_and_are_met_too(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    store = workspace.create("demo").store
    store.pages.put([StoredPage(f"http://a.example/{n}", relativity=n / 10 if n % 2 else None) for n in range(12)])
    with serving(tmp_path) as client:
        for sort in ("-relativity", "relativity"):
            seen, cursor = [], ""
            while len(seen) < 50:
                given = {"limit": 5, "sort": sort, "cursor": cursor}
                found = client.get("/projects/demo/pages", params=given).json()
                seen += [(row["relativity"], row["url"]) for row in found["rows"]]
                cursor = found["next"]
                if not cursor:
                    break
            assert len({url for _, url in seen}) == len(seen) == 12
            assert all(value is None for value, _ in seen[6:])
    workspace.close()


def test_the_description_names_the_replies_that_occur_and_who_may_call(tmp_path: Path) -> None:
    open_api = create_api(Workspace(tmp_path)).openapi()
    guarded = create_api(Workspace(tmp_path), "secret").openapi()
    articles = open_api["paths"]["/api/projects/{project}/articles"]["get"]
    assert set(articles["responses"]) == {"200", "403", "404", "422", "503"}
    assert "502" in open_api["paths"]["/api/projects/{project}/extract/article"]["post"]["responses"]
    assert set(open_api["paths"]["/api/health"]["get"]["responses"]) == {"200", "403"}
    assert "security" not in articles
    assert guarded["components"]["securitySchemes"]["token"]["scheme"] == "bearer"
    for path, ways in guarded["paths"].items():
        for operation in ways.values():
            free = path == "/api/health"
            assert bool(operation["security"]) is not free
            assert ("401" in operation["responses"]) is not free


def test_the_console_asks_nobody_else(tmp_path: Path) -> None:
    with serving(tmp_path, "secret") as client:
        place = str(client.base_url).removesuffix("/api/") + "/docs"
        assert client.get(place).status_code == 401
        page = client.get(place, headers={"Authorization": "Bearer secret"})
    assert page.headers["content-security-policy"].startswith("default-src 'none'")
    assert not re.search(r"https?://", page.text)
    assert "/api/openapi.json" in page.text


def test_a_schedule_is_made_listed_and_removed(tmp_path: Path) -> None:
    workspace = Workspace(tmp_path)
    workspace.create("demo")
    workspace.close()
    with serving(tmp_path) as client:
        made = client.post("/projects/demo/schedules", json={"kind": "analyse", "hours": 12})
        assert (made.status_code, made.json()["id"]) == (201, "1")
        assert [each["kind"] for each in client.get("/projects/demo/schedules").json()] == ["analyse"]
        assert client.post("/projects/demo/schedules", json={"kind": "nonsense"}).status_code == 422
        assert client.delete("/projects/demo/schedules/1").json() == []
        assert client.delete("/projects/demo/schedules/1").status_code == 422
