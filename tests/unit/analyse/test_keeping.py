"""Stories that go on from run to run: who is placed stays, only new documents are gathered."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Engine, text

from motherlode.analyse import stories as gathering
from motherlode.analyse.keeping import KeptStories
from motherlode.analyse.params import StoryParams
from motherlode.app import analyse as recipe
from motherlode.app.analyse import continue_stories
from motherlode.model.documents import Document
from motherlode.sql.engine import connect

DAY = datetime(2026, 3, 2, tzinfo=UTC)
BODY = (
    "Engineers found deep cracks in the wall of the reservoir above Orrick and opened the gates to lower the water."
)
MONDAY = [
    Document("a1", "Dam above Orrick cracks", published=DAY),
    Document("a2", "Cracks in Orrick dam", BODY, published=DAY + timedelta(hours=2)),
    Document("a3", "Court opens trial of Veld bank", published=DAY + timedelta(hours=3)),
]
TUESDAY = [
    Document("b1", "Orrick dam: cracks in the dam grow", published=DAY + timedelta(hours=20)),
    Document("b2", "Cracks in Orrick dam", BODY, published=DAY + timedelta(hours=22), source="copy.example"),
]


@pytest.fixture
def engine(tmp_path: Path) -> Engine:
    return connect(f"sqlite:///{tmp_path / 'kept.sqlite'}")


def test_only_new_documents_are_gathered(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recipe, "ANEW_BELOW", 0)
    monday = continue_stories(MONDAY, KeptStories(engine), StoryParams())
    read: list[str] = []
    known = gathering.read_words
    monkeypatch.setattr(gathering, "read_words", lambda given: read.extend(d.id for d in given) or known(given))
    tuesday = continue_stories([*MONDAY, *TUESDAY], KeptStories(engine), StoryParams())
    assert read == ["b1", "b2"]
    before, after = ({p.id: p.story for p in found.placements} for found in (monday, tuesday))
    assert {name: after[name] for name in before} == before
    assert after["b1"] == before["a1"]
    again = continue_stories([*MONDAY, *TUESDAY], KeptStories(engine), StoryParams())
    assert read == ["b1", "b2"]
    assert again == tuesday


def test_a_copy_of_yesterdays_document_stands_behind_it(engine: Engine) -> None:
    continue_stories(MONDAY, KeptStories(engine), StoryParams())
    found = continue_stories([*MONDAY, *TUESDAY], KeptStories(engine), StoryParams())
    placed = {p.id: p for p in found.placements}
    assert placed["b2"].copy_of == "a2"
    assert placed["b2"].story == placed["a2"].story


def test_other_parameters_and_a_damaged_book_begin_anew(engine: Engine) -> None:
    params = StoryParams()
    continue_stories(MONDAY, KeptStories(engine), params)
    assert KeptStories(engine).read(replace(params, limit=0.5))[1] == {}
    assert set(KeptStories(engine).read(params)[1]) == {"a1", "a2", "a3"}
    with engine.begin() as connection:
        connection.execute(text("UPDATE analyse_books SET book = '{}'"))
    assert KeptStories(engine).read(params)[1] == {}
    found = continue_stories(MONDAY[:2], KeptStories(engine), params)
    assert set(KeptStories(engine).read(params)[1]) == {p.id for p in found.placements} == {"a1", "a2"}
