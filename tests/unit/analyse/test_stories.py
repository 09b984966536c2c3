"""Stories: every document in one, copies together, days added without changing yesterday."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import numpy.typing as npt
import pytest

from motherlode.analyse.book import StoryBook, from_mapping, story_id, to_mapping
from motherlode.analyse.params import StoryParams
from motherlode.analyse.stories import grow
from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.documents import Document
from motherlode.recipes.analyse import find_stories

DAY = datetime(2026, 3, 1, tzinfo=UTC)

FERRY = (
    "Ferry runs aground off Skerry Point", "Passengers rescued after ferry runs aground",
    "Skerry Point ferry: passengers taken off by lifeboats", "Lifeboats rescue ferry passengers at Skerry Point",
)  # fmt: skip
BANK = (
    "Central bank raises interest rate to four percent", "Interest rate rise surprises markets, says central bank",
    "Markets fall after central bank raises rate", "Central bank governor defends interest rate rise",
)  # fmt: skip
GLACIER = (
    "Glacier loses a tenth of its ice in one summer", "Scientists measure record ice loss on glacier",
    "Record summer melts glacier ice, scientists find", "Glacier ice loss sets a summer record",
)  # fmt: skip


def _documents(groups: dict[str, tuple[str, ...]], start: datetime | None = DAY) -> list[Document]:
    return [
        Document(
            id=f"{name}{i}", title=title, published=start + timedelta(hours=i) if start else None, source=f"p{i}"
        )
        for name, titles in groups.items()
        for i, title in enumerate(titles)
    ]


@pytest.mark.parametrize("start", [DAY, None])
def test_three_subjects_are_three_stories(start: datetime | None) -> None:
    documents = _documents({"ferry": FERRY, "bank": BANK, "glacier": GLACIER}, start)
    placed = grow(StoryBook(), documents, StoryParams())
    assert [p.id for p in placed] == [d.id for d in documents]
    stories = {name: {p.story for p in placed if p.id.startswith(name)} for name in ("ferry", "bank", "glacier")}
    assert all(len(found) == 1 for found in stories.values())
    assert len(set.union(*stories.values())) == 3


def test_a_story_is_named_by_its_words_and_its_central_title() -> None:
    found = find_stories(_documents({"ferry": FERRY, "bank": BANK}))
    ferry = next(s for s in found.stories if "ferry0" in s.documents)
    assert ferry.title in FERRY
    assert "ferry" in " ".join(ferry.keywords).lower()
    assert ferry.id == story_id("ferry0")
    assert ferry.sources == 4


def test_the_next_day_continues_yesterdays_story_under_its_name() -> None:
    book = StoryBook()
    before = grow(book, _documents({"ferry": FERRY, "bank": BANK}), StoryParams())
    kept = from_mapping(to_mapping(book))
    tomorrow = [
        Document("new1", "Ferry passengers of Skerry Point thank lifeboats", published=DAY + timedelta(days=1)),
        Document("new2", "Orchestra opens its season with a new symphony", published=DAY + timedelta(days=1)),
    ]
    for remembered in (book, kept):
        after = grow(remembered, tomorrow, StoryParams())
        assert after[0].story == before[0].story
        assert after[1].story not in {p.story for p in before}


def test_a_hundred_thousand_copies_are_one_cheap_story() -> None:
    text = "The harbour master closed the port after the storm tore three ships from their moorings overnight. " * 3
    copies = [Document(f"c{i}", "Port closed", text, published=DAY + timedelta(seconds=i)) for i in range(5000)]
    placed = grow(StoryBook(), copies, StoryParams())
    assert {p.story for p in placed} == {story_id("c0")}
    assert all(p.copy_of == "c0" for p in placed[1:])


def test_nothing_and_next_to_nothing() -> None:
    assert grow(StoryBook(), [], StoryParams()) == []
    odd = [Document("a"), Document("b", "fire"), Document("c", "fire"), Document("d", "…!?"), Document("e", "水")]
    placed = grow(StoryBook(), odd, StoryParams())
    assert len(placed) == 5
    assert placed[1].story == placed[2].story
    assert placed[0].story != placed[3].story


def test_a_damaged_book_is_refused() -> None:
    with pytest.raises(UnreadableInput, match="analyse"):
        from_mapping({"format": 99})
    with pytest.raises(UnreadableInput, match="damaged"):
        from_mapping({"format": 1, "documents": 1})


class _Model:
    """Knows two meanings, and that 'vessel' and 'ship' are the same."""

    def embed(self, texts: Sequence[str], /) -> npt.NDArray[np.float64]:
        return np.array([[1.0, 0.0] if "vessel" in text or "ship" in text else [0.0, 1.0] for text in texts])


def test_a_model_of_the_user_is_asked_and_checked() -> None:
    titles = ("vessel sinks", "ship lost", "tax rises", "tax cut")
    documents = [Document(str(i), title) for i, title in enumerate(titles)]
    placed = grow(StoryBook(), documents, StoryParams(), embedder=_Model())
    assert [p.id for p in placed] == ["0", "1", "2", "3"]

    class Wrong:
        def embed(self, texts: Sequence[str], /) -> npt.NDArray[np.float64]:
            return np.zeros(3)

    with pytest.raises(UsageError, match="row for each"):
        grow(StoryBook(), documents, StoryParams(), embedder=Wrong())
