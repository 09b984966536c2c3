"""Documents from lines: what is missing or odd is handled by a stated rule, and the command goes on."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from motherlode.analyse.book import StoryBook
from motherlode.analyse.params import StoryParams
from motherlode.analyse.stories import grow
from motherlode.app.analyse.documents import (
    document_of,
    documents_of_articles,
    documents_of_project,
    read_date,
    read_jsonl,
)
from motherlode.app.analyse.run import analyse, keep
from motherlode.app.project import Project
from motherlode.app.settings import Settings
from motherlode.errors import UnreadableInput
from motherlode.interfaces.cli.analyse import app
from motherlode.model.article import Article, NewsItem
from motherlode.model.watch import Change, ChangeKind
from motherlode.store.watch import Step, WatchStore

NOW = datetime(2026, 3, 10, tzinfo=UTC)
values = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=True) | st.integers() | st.text(max_size=30),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
keys = ("id", "title", "content", "published", "source", "url", "authors", "language", "links")


@given(st.lists(st.dictionaries(st.sampled_from(keys), values, max_size=9), max_size=6))
@settings(max_examples=25, deadline=None)
def test_any_line_becomes_a_document_with_a_place(lines: list[dict[str, object]]) -> None:
    documents = [document_of(line, NOW, f"line-{i}") for i, line in enumerate(lines)]
    placed = grow(StoryBook(), documents, StoryParams())
    assert [p.id for p in placed] == [d.id for d in documents]
    assert all(p.story for p in placed)


@pytest.mark.parametrize(
    ("value", "year", "remark"),
    [
        ("2026-03-01T10:00:00+08:00", 2026, ""),
        ("2026年3月1日", 2026, ""),
        (1772000000, 2026, ""),
        ("2031-01-01", None, "date in the future: 2031-01-01"),
        ("yesterday", None, "not a date: yesterday"),
        (None, None, "no date"),
        (1e300, None, "not a date: 1e+300"),
    ],
)
def test_dates(value: object, year: int | None, remark: str) -> None:
    moment, said = read_date(value, NOW)
    assert (moment.year if moment else None, said) == (year, remark)


def test_a_file_with_bad_lines_is_read_as_far_as_it_goes(tmp_path: Path) -> None:
    file = tmp_path / "lines.jsonl"
    file.write_bytes(
        b'{"id": 1, "title": "a"}\n\n{"id": 1, "title": "b"}\nnot json\n[1]\n'
        b'{"page": "x.html", "error": "empty"}\n\xff\n'
        b'{"page": "y.html", "url": "http://a.example/y", "title": "c"}'
    )
    documents, bad = read_jsonl(file, NOW)
    assert [d.id for d in documents] == ["1", "1#2", "http://a.example/y"]
    assert [line.line for line in bad] == [4, 5, 6, 7]
    assert documents[2].source == "a.example"
    empty = tmp_path / "empty.jsonl"
    empty.write_text("")
    for missing in (empty, tmp_path / "none.jsonl"):
        with pytest.raises(UnreadableInput, match=missing.name):
            read_jsonl(missing, NOW)


def _file(folder: Path) -> Path:
    lines = [
        {
            "id": f"{name}{i}",
            "title": f"{subject} {angle}",
            "content": f"{subject} {angle}, officials said. At least {i + 3} people died.",
            "published": f"2026-03-0{1 + i}T08:00:00Z",
            "source": f"paper{i}.example",
        }
        for name, subject in (
            ("q", "Earthquake hits Tarsis"),
            ("b", "Bank of Orrin collapses"),
            ("z", "青城山发生火灾"),
        )
        for i, angle in enumerate(("overnight", "without warning", "as thousands flee", "minister resigns"))
    ]
    file = folder / "documents.jsonl"
    file.write_text("\n".join(json.dumps(line, ensure_ascii=False) for line in lines), encoding="utf-8")
    return file


@pytest.mark.parametrize("command", ["stories", "trust", "currency", "hot", "evolution"])
def test_every_command_prints_lines_json_and_tables(command: str, tmp_path: Path) -> None:
    file, run = _file(tmp_path), CliRunner()
    lines = run.invoke(app, [command, str(file), "--jsonl"])
    assert lines.exit_code == 0, lines.output
    found = [json.loads(line) for line in lines.stdout.splitlines()]
    if command == "stories":
        assert len(found) == 12
        assert all({"id", "story"} <= set(line) for line in found)
    if command in {"trust", "currency"}:
        assert len(found) == 12
        assert {line["state"] for line in found} == ({"unknown"} if command == "trust" else {"known"})
    assert run.invoke(app, [command, str(file), "--json"]).stdout.startswith("[" if command != "evolution" else "{")
    assert run.invoke(app, [command, str(file)]).exit_code == 0


def test_pictures_are_drawn(tmp_path: Path) -> None:
    file, run = _file(tmp_path), CliRunner()
    for command, extra in (("evolution", []), ("currency", []), ("hot", ["--at", "2026-03-04T09:00:00Z"])):
        for kind in ("svg", "png"):
            picture = tmp_path / f"{command}.{kind}"
            done = run.invoke(app, [command, str(file), "--plot", str(picture), *extra])
            assert done.exit_code == 0, done.output
            if kind == "svg":
                ET.parse(picture)
            else:
                assert picture.read_bytes().startswith(b"\x89PNG")


def test_wrong_usage_is_named(tmp_path: Path) -> None:
    file, run = _file(tmp_path), CliRunner()
    for arguments in (["hot", str(file), "--at", "soon"], ["evolution", str(file), "--story", "s0"]):
        done = run.invoke(app, arguments)
        assert done.exit_code != 0
        assert getattr(done.exception, "exit_code", 0) == 2


def test_results_stay_in_the_project(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "p")
    articles = [
        Article(f"http://a.example/{i}", title=f"Dam breaks above Orrick {i}", published=f"2026-03-0{i}T00:00:00Z")
        for i in range(1, 5)
    ]
    project.store.articles.put(
        NewsItem(article, (), (), (), 0.5, "", datetime(2026, 3, 5, tzinfo=UTC)) for article in articles
    )
    documents = documents_of_articles(project.store.articles.all(), NOW)
    keep(analyse(documents, Settings(), NOW), project.store.results, NOW)
    kinds = project.store.results.kinds()
    assert kinds["placements"] == kinds["trust"] == kinds["currency"] == 4
    assert project.store.results.get("evolution")["graph"]["episodes"]
    project.close()
    done = CliRunner().invoke(app, ["stories", str(tmp_path / "p"), "--jsonl"])
    assert len(done.stdout.splitlines()) == 4


def test_changes_that_watching_saw_stand_on_the_documents(tmp_path: Path) -> None:
    project = Project.create(tmp_path / "watched", {"project": {"name": "watched"}})
    first, second = (f"https://a.example/{number}" for number in (1, 2))
    try:
        items = [
            NewsItem(Article(url=url, title="T", content="x"), (), (), (), 1.0, "", NOW) for url in (first, second)
        ]
        project.store.articles.put(items)
        seen = [NOW - timedelta(hours=2), NOW - timedelta(hours=1), NOW + timedelta(hours=1)]
        kinds: list[ChangeKind] = ["corrected", "silent-edit", "edited"]
        changes = [Change(kind, first, kind, at, what=f"{kind}: x") for kind, at in zip(kinds, seen, strict=True)]
        WatchStore(project.engine).write(Step(changes=[*changes[::-1], Change("n", second, "new", NOW)]), [])
        found = {document.id: document.edits for document in documents_of_project(project, NOW)}
    finally:
        project.close()
    assert [(edit.kind, edit.what) for edit in found[first]] == [
        ("corrected", "corrected: x"), ("silent-edit", "silent-edit: x")
    ]  # fmt: skip
    assert found[second] == ()
