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
from motherlode.app.analyse.run import continue_stories, undo_joining
from motherlode.model.documents import Document, Placement
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


def test_settled_documents_keep_their_place_and_are_not_gathered_again(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptStories(engine)
    monday = continue_stories(MONDAY, kept, StoryParams(), window=2)
    assert not kept.read(StoryParams())[0].settled
    tuesday = continue_stories([*MONDAY, *TUESDAY], kept, StoryParams(), window=2)
    assert len(kept.read(StoryParams())[0].settled) == 2
    gathered: list[str] = []
    known = gathering.read_words
    monkeypatch.setattr(gathering, "read_words", lambda given: gathered.extend(d.id for d in given) or known(given))
    wednesday = Document("c1", "Cracks in the dam above Orrick", published=DAY + timedelta(hours=50))
    after = continue_stories([*MONDAY, *TUESDAY, wednesday], kept, StoryParams(), window=2)
    assert sorted(gathered) == ["a3", "b1", "b2", "c1"]
    places = [{p.id: p.story for p in found.placements} for found in (monday, tuesday, after)]
    assert all(places[2][name] == story for earlier in places[:2] for name, story in earlier.items())
    assert places[2]["b1"] == places[2]["c1"] == places[0]["a1"]
    gathered.clear()
    again = continue_stories([*MONDAY, *TUESDAY, wednesday], kept, StoryParams())
    assert not gathered
    assert again.placements == after.placements


def test_a_joining_is_told_undone_and_stays_undone(engine: Engine) -> None:
    titles = ("Ferry runs aground off Skerry Point", "Skerry Point ferry taken in tow")
    early = [Document("f1", titles[0], published=DAY), Document("f2", titles[1], published=DAY + timedelta(hours=30))]
    kept = KeptStories(engine)
    book, _ = kept.read(StoryParams())
    apart = [Placement("f1", "sone"), Placement("f2", "stwo")]
    kept.write(book, StoryParams(), apart, anew=True)
    later = [
        Document(f"g{at}", "Ferry off Skerry Point runs aground, taken in tow", published=DAY + timedelta(hours=at))
        for at in (3, 33)
    ]
    found = continue_stories([*early, *later], kept, StoryParams())
    assert len({p.story for p in found.placements}) == 1
    assert found.remarks == ("story stwo joined sone (undo 1)",)
    assert "stands by itself" in undo_joining(1, kept, StoryParams())
    for count in (1, 2):
        new = [Document(f"h{at}", "Choir sings in Velden", published=DAY) for at in range(count)]
        placed = {
            p.id: p.story for p in continue_stories([*early, *later, *new], kept, StoryParams()).placements
        }  # fmt: skip
        assert placed["f1"] == "sone"
        assert placed["f2"] == "stwo"


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
