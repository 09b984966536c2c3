"""Two versions held against each other: articles by sentences and figures, lists by items."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from motherlode.model.people import Person
from motherlode.model.records import Record
from motherlode.model.watch import Change, Version
from motherlode.watch.compare import article_change, people_changes, record_changes

NOW = datetime(2026, 3, 1, tzinfo=UTC)
TEXT = "The river rose by 40 cm. Twelve people left their homes. The dam holds, the mayor said."
OLD = Version("http://a.example/1", "Flood in Orrick", "2026-02-28", "", TEXT)


def change(**values: str) -> Change | None:
    return article_change(OLD, replace(OLD, **values), 2, NOW)


def test_the_same_words_are_no_change() -> None:
    assert change() is None
    assert change(content=TEXT.replace(". ", ".\n\n")) is None
    assert change(title="Flood  in Orrick ") is None
    assert change(updated="2026-03-01") is None, "a new date alone changes nothing"
    for title in ("Port Maren Courier - Flood in Orrick", "Flood in Orrick | News"):
        assert change(title=title) is None, "the site's name is no part of the title"
    assert change(title="Flood in Orrick: five dead") is not None
    named = replace(OLD, title="Flood in Orrick - The Weekly Courier")
    other = article_change(named, replace(named, title="Fire in Orrick - The Weekly Courier"), 2, NOW)
    assert other is not None
    assert "title" in other.fields


def test_an_edit_without_a_word_is_silent_and_its_figures_are_named() -> None:
    found = change(content=TEXT.replace("40 cm", "55 cm"))
    assert found is not None
    assert found.kind == "silent-edit"
    assert found.fields["numbers"] == ("40", "55")
    assert "40 became 55" in found.what


def test_an_edit_that_moves_the_date_says_so() -> None:
    found = change(content=TEXT + " Rain goes on.", updated="2026-03-01T10:00")
    assert found is not None
    assert found.kind == "edited"
    assert found.happened_at == "2026-03-01T10:00"


def test_corrections_own_up_in_any_language() -> None:
    for note in (
        "Correction: it was 55 cm.",
        "更正：水位为55厘米。",
        "Korrektur: Es waren 55 cm.",
        "An earlier version was wrong.",
    ):
        found = change(content=f"{TEXT} {note}")
        assert found is not None
        assert found.kind == "corrected", note


def test_a_correction_that_was_there_before_does_not_make_the_next_edit_one() -> None:
    before = replace(OLD, content=TEXT + " Correction: it was 40 cm.")
    found = article_change(before, replace(before, content=before.content + " Rain goes on."), 3, NOW)
    assert found is not None
    assert found.kind == "silent-edit"


def test_title_and_date_are_fields() -> None:
    found = change(title="Flood in Orrick is over", published="2026-03-01")
    assert found is not None
    assert set(found.fields) == {"title", "published"}


def test_the_same_change_has_the_same_id_and_the_next_another() -> None:
    first, again = change(title="A"), change(title="A")
    assert first is not None
    assert again is not None
    assert first.id == again.id
    later = article_change(OLD, replace(OLD, title="A"), 3, NOW)
    assert later is not None
    assert later.id != first.id


def record(name: str, price: str, link: str) -> Record:
    return Record((name, price), {"title": name, "price": price}, (link,) if link else ())


def told(changes: list[Change]) -> set[tuple[str, str]]:
    return {(each.kind, each.item) for each in changes}


def test_records_are_told_apart_by_what_stays() -> None:
    """The links are numbered anew when a record goes, the prices move: only the titles tell which is which."""
    old = [record(name, f"${n}0", f"http://s.example/{n}") for n, name in enumerate(("Oak", "Ash", "Elm", "Fir"))]
    new = [record("Oak", "$00", "http://s.example/0"), record("Elm", "$25", "http://s.example/1"),
           record("Fir", "$30", "http://s.example/2"), record("Yew", "$70", "http://s.example/3")]  # fmt: skip
    found = record_changes("u", old, new, 2, NOW)
    assert told(found) == {("removed", "Ash"), ("added", "Yew"), ("changed", "Elm")}
    assert next(each for each in found if each.kind == "changed").fields == {"price": ("$20", "$25")}


@given(st.lists(st.sampled_from("abcdefgh"), unique=True), st.lists(st.sampled_from("abcdefgh"), unique=True))
def test_added_and_removed_make_one_list_of_the_other(before: list[str], after: list[str]) -> None:
    found = record_changes(
        "u", [record(name, "1", "") for name in before], [record(name, "1", "") for name in after], 1, NOW
    )
    now = set(before) - {c.item for c in found if c.kind == "removed"} | {c.item for c in found if c.kind == "added"}
    assert now == set(after)
    assert len({each.id for each in found}) == len(found)


def test_people_join_and_leave() -> None:
    old = [Person("Ann Hill", "Professor"), Person("Bo Reed", "Lecturer"), Person("Cy Wood")]
    new = [Person("Ann Hill", "Dean"), Person("Cy Wood", "Lecturer"), Person("Di Long", "Fellow")]
    found = people_changes("u", old, new, 2, NOW)
    assert told(found) == {("left", "Bo Reed"), ("joined", "Di Long"), ("changed", "Ann Hill")}


def test_advertising_that_comes_and_goes_is_no_change() -> None:
    words = "Twelve people died. It rains."
    shown = Version("u", "Flood", content=f"{words}\nAdvertisement · Four weeks for the price of one. Read us too.")
    assert article_change(shown, Version("u", "Flood", content=words), 2, NOW) is None
    assert article_change(shown, Version("u", "Flood", content="Twelve people died."), 2, NOW) is not None


def test_the_name_of_the_site_in_front_of_a_title_is_no_change() -> None:
    plain = "Flood in the valley - Rachel Murphy reports"
    named = f"Courier - {plain}"
    assert article_change(Version("u", plain), Version("u", named), 2, NOW) is None
    assert article_change(Version("u", named), Version("u", plain), 2, NOW) is None
    other = article_change(Version("u", "Flood - Courier"), Version("u", "Drought - Courier"), 2, NOW)
    assert other is not None
