"""Stories: every document in one, copies together, days added without changing yesterday."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from motherlode.analyse.book import StoryBook, from_mapping, renamed, story_id, to_mapping
from motherlode.analyse.params import StoryParams
from motherlode.analyse.stories import grow
from motherlode.app.analyse.run import find_stories
from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.documents import Document, Placement

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
    assert all(len(each) == 1 for each in stories.values())
    assert len(set.union(*stories.values())) == 3


def test_a_story_is_named_by_its_words_and_its_central_title() -> None:
    found = find_stories(_documents({"ferry": FERRY, "bank": BANK}))
    ferry = next(s for s in found.stories if "ferry0" in s.documents)
    assert ferry.title in FERRY
    assert "ferry" in " ".join(ferry.keywords).lower()
    assert ferry.id == story_id("ferry0")
    assert ferry.sources == len(ferry.documents) == 4


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
        from_mapping({"format": 3, "documents": 1})


def test_small_stories_of_one_field_stay_apart() -> None:
    towns = ("Orrick", "Velden", "Skerry", "Hallow", "Dunmore", "Castel", "Marwick", "Tolland")
    documents = []
    for at, town in enumerate(towns):
        for source, text in (
            ("a", f"Police in {town} say two people were shot near {town} station on Monday night."),
            ("b", f"Two people were wounded by shots at the station of {town}, police said."),
        ):
            documents.append(Document(f"{town}-{source}", f"Two shot in {town}", text, DAY + timedelta(days=at)))
    placed = {p.id: p.story for p in grow(StoryBook(), documents, StoryParams())}
    assert len(set(placed.values())) == len(towns)
    assert all(placed[f"{town}-a"] == placed[f"{town}-b"] for town in towns)


def test_joined_stories_can_be_parted_for_good() -> None:
    book = StoryBook()
    grow(book, _documents({"ferry": FERRY, "bank": BANK}), StoryParams())
    ferry, bank = story_id("ferry0"), story_id("bank0")
    book.join(ferry, bank, ["new"])
    assert bank not in book.stories
    book = from_mapping(to_mapping(book))
    undone = book.undo(1)
    assert (undone.story, undone.gone) == (ferry, bank)
    assert {ferry, bank} <= book.stories.keys()
    assert (min(ferry, bank), max(ferry, bank)) in book.apart
    with pytest.raises(UsageError, match="none"):
        book.undo(1)


def test_what_is_gathered_anew_keeps_its_names_and_tells_what_changed() -> None:
    before = {"a": "one", "b": "one", "c": "one", "d": "one", "e": "two", "f": "three"}
    found = [Placement(i, story) for i, story in zip("abcdef", ("x", "x", "y", "y", "z", "z"), strict=True)]
    names, told, joined = renamed(found, before)
    assert names["x"] == "one"
    assert names["z"] in {"two", "three"}
    assert len(told) == 1
    assert told[0].startswith("story one split")
    gone = ({"two", "three"} - {names["z"]}).pop()
    assert joined == {gone: names["z"]}
