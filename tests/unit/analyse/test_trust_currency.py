"""Trust and currency: terms with reasons, the laws of the specification, unknown as a state."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.analyse.copies import copy_leaders
from motherlode.analyse.currency import currency
from motherlode.analyse.features import read_words
from motherlode.analyse.params import CurrencyParams, TrustParams
from motherlode.analyse.sources import Ratings, authorities, read_ratings, source_of
from motherlode.analyse.trust import trust
from motherlode.analyse.values import tracked_values
from motherlode.errors import UnreadableInput
from motherlode.model.documents import Assessment, Document, Edit, Placement

DAY = datetime(2026, 3, 1, 12, tzinfo=UTC)
NAMES = ("alpha.example", "beta.example", "gamma.example", "delta.example", "epsilon.example")
NOUNS = (
    "harbour", "crane", "storm", "pilot", "mooring", "ferry", "captain", "quay", "tide", "wind", "rope", "deck",
    "cargo", "signal",
)  # fmt: skip
VERBS = ("broke", "lifted", "crossed", "warned", "towed", "struck", "raised", "lowered")


def _text(seed: int, length: int = 40) -> str:
    return " ".join(
        (NOUNS if i % 2 == 0 else VERBS)[(seed * 7 + i * (seed % 5 + 3) + i * i * seed) % (14 if i % 2 == 0 else 8)]
        for i in range(length)
    )


def _document(number: int, source: str, text: str, hours: float = 0.0) -> Document:
    return Document(
        f"d{number}", f"Title {number}", text, DAY + timedelta(hours=hours), source, f"https://{source}/{number}"
    )


def _placed(documents: list[Document]) -> list[Placement]:
    leaders = copy_leaders(documents, read_words(documents), 0.8)
    return [
        Placement(d.id, "s1", copy_of=documents[leader].id if leader != i else "")
        for i, (d, leader) in enumerate(zip(documents, leaders.tolist(), strict=True))
    ]


def _trust(documents: list[Document], **ratings: float) -> list[Assessment]:
    return trust(documents, _placed(documents), TrustParams(), Ratings(ratings or dict.fromkeys(NAMES, 0.6)))


def _term(assessment: Assessment, name: str) -> float:
    return next(term.value for term in assessment.terms if term.name == name)


stories = st.lists(
    st.tuples(st.sampled_from(NAMES), st.integers(1, 60), st.floats(0, 48)), min_size=1, max_size=6
).map(lambda items: [_document(i, source, _text(seed), hours) for i, (source, seed, hours) in enumerate(items)])


@given(stories, st.integers(100, 160))
@settings(max_examples=40, deadline=None)
def test_an_independent_source_never_lowers_trust(documents: list[Document], seed: int) -> None:
    before = _trust(documents)
    another = _document(99, "omega.example", _text(seed), 200.0)
    after = _trust([*documents, another])
    for old, new in zip(before, after, strict=False):
        assert new.value is not None
        assert old.value is not None
        assert new.value >= old.value - 1e-9


@given(stories, st.integers(0, 5), st.sampled_from(NAMES), st.floats(49, 90))
@settings(max_examples=40, deadline=None)
def test_a_copy_never_raises_trust(documents: list[Document], which: int, source: str, hours: float) -> None:
    original = documents[which % len(documents)]
    copy = _document(99, source, original.content, hours)
    before, after = _trust(documents), _trust([*documents, copy])
    for old, new in zip(before, after, strict=False):
        assert new.value is not None
        assert old.value is not None
        assert new.value <= old.value + 1e-9


@given(st.floats(0, 1), st.floats(0, 1))
@settings(max_examples=30, deadline=None)
def test_trust_rises_with_the_rating(low: float, high: float) -> None:
    low, high = sorted((low, high))
    documents = [_document(1, "alpha.example", _text(3))]
    bad = _trust(documents, **{"alpha.example": low})[0].value
    good = _trust(documents, **{"alpha.example": high})[0].value
    assert bad is not None
    assert good is not None
    assert 0 <= bad <= good <= 1


def test_without_rating_trust_is_unknown_and_says_why() -> None:
    result = trust([_document(1, "alpha.example", _text(3))], [Placement("d1", "s1")], TrustParams())[0]
    assert (result.state, result.value) == ("unknown", None)
    assert "not rated" in result.reason
    assert {term.name for term in result.terms} >= {"corroboration", "transparency", "originality", "contradiction"}


def test_authority_passes_along_links_and_says_so() -> None:
    linking = replace(_document(1, "alpha.example", _text(3)), links=("https://www.beta.example/story",))
    known = authorities([linking, _document(2, "beta.example", _text(4))], Ratings({"alpha.example": 0.9}))
    assert known["alpha.example"].value == 0.9
    assert known["beta.example"].value == pytest.approx(0.9)
    assert "link to it" in known["beta.example"].reason


def test_hosts_of_one_owner_count_once() -> None:
    documents = [_document(i, name, _text(i + 20), i) for i, name in enumerate(NAMES)]
    ratings = Ratings(dict.fromkeys(NAMES, 0.5), dict.fromkeys(NAMES[1:], "One House") | {NAMES[2]: "one house"})
    first = trust(documents, _placed(documents), TrustParams(), ratings)[0]
    assert _term(first, "corroboration") == 0.5
    alone = trust(documents, _placed(documents), TrustParams(), Ratings(dict.fromkeys(NAMES, 0.5)))[0]
    assert _term(alone, "corroboration") == 1 - 0.5**4


def test_a_figure_against_the_majority_costs_trust() -> None:
    texts = [_text(i) + f" The death toll stands at {12 if i else 21}." for i in range(4)]
    documents = [_document(i, NAMES[i], text, i) for i, text in enumerate(texts)]
    wrong, *right = _trust(documents)
    assert _term(wrong, "contradiction") == 1.0
    assert all(_term(other, "contradiction") == 0.0 for other in right)
    assert wrong.value is not None
    assert all(wrong.value < (other.value or 0) for other in right)


@given(st.floats(0, 5000), st.floats(0, 5000))
@settings(max_examples=40, deadline=None)
def test_currency_never_rises_with_age(sooner: float, later: float) -> None:
    sooner, later = sorted((sooner, later))
    documents = [_document(i, NAMES[i], _text(i), i * 10) for i in range(4)]
    placed = _placed(documents)
    start = DAY + timedelta(hours=31)
    young = currency(documents, placed, CurrencyParams(), start + timedelta(hours=sooner))
    old = currency(documents, placed, CurrencyParams(), start + timedelta(hours=later))
    assert all((o.value or 0) <= (y.value or 0) for y, o in zip(young, old, strict=True))


def test_a_superseded_article_is_less_current_than_its_correction() -> None:
    documents = [
        _document(1, NAMES[0], _text(1) + " At least 41 people died.", 0),
        _document(2, NAMES[0], _text(2) + " The death toll was revised to 37.", 5),
    ]
    old, new = currency(documents, _placed(documents), CurrencyParams(), DAY + timedelta(hours=6))
    assert (old.value or 0) < 0.2 < (new.value or 0)
    assert "dead 41" in old.reason


def test_an_undated_document_has_no_currency() -> None:
    result = currency([Document("a", "x")], [Placement("a", "s")], CurrencyParams(), DAY)[0]
    assert (result.state, result.value) == ("unknown", None)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Flood death toll rises to 34", {"dead": 34}),
        ("At least twelve people were killed and 3,400 evacuated", {"dead": 12, "evacuated": 3400}),
        ("The damage is estimated at $4.5 billion", {"cost": 4.5e9}),
        ("Chiquita offer worth 630 million euros", {"price": 6.3e8}),
        ("Unemployment rate falls to 6.2%", {"rate": 6.2}),
        ("The trial opens on 12 May 2026", {"date of trial": 20260512}),
        ("损失估计为310百万克朗", {"cost": 3.1e8}),
        ("遇难人数升至41人，另有64人失踪。", {"dead": 41, "missing": 64}),
        ("She was found after 30 hours, 14 kilometres away, in 2014", {}),
    ],
)
def test_values_are_tracked(text: str, expected: dict[str, float]) -> None:
    assert {v.subject: v.value for v in tracked_values(text)} == expected


@given(st.text(max_size=300))
@settings(max_examples=60, deadline=None)
def test_any_text_gives_values_or_none(text: str) -> None:
    assert all(v.subject and v.value >= 0 for v in tracked_values(text))


def test_ratings_are_read_and_mistakes_named(tmp_path: Path) -> None:
    file = tmp_path / "ratings.csv"
    file.write_text(
        "domain,rating,owner\nwww.Alpha.example,0.9,House\n\n# note\nbeta.example,0.2\n", encoding="utf-8"
    )
    ratings = read_ratings(file)
    assert ratings.values == {"alpha.example": 0.9, "beta.example": 0.2}
    assert ratings.owners == {"alpha.example": "House"}
    for wrong in ("alpha.example,9\n", "alpha.example\n", ""):
        file.write_text(wrong, encoding="utf-8")
        with pytest.raises(UnreadableInput, match=r"ratings\.csv"):
            read_ratings(file)
    with pytest.raises(UnreadableInput):
        read_ratings(tmp_path / "missing.csv")


def test_sources_are_registered_domains() -> None:
    assert source_of(Document("a", url="https://news.alpha.co.uk/x")) == "alpha.co.uk"
    assert source_of(Document("a", url="http://gazette.localhost:8000/x")) == "gazette.localhost"
    assert source_of(Document("a", source="The Daily Bugle")) == "the daily bugle"
    assert source_of(Document("a")) == ""


def _edited(document: Document, kind: Literal["edited", "corrected", "silent-edit"], hours: float) -> Document:
    edit = Edit(kind, DAY + timedelta(hours=hours), "corrected: 12 became 14")
    return replace(document, edits=(*document.edits, edit))


def test_an_open_change_renews_an_article_and_a_silent_one_does_not() -> None:
    article = _document(1, NAMES[0], _text(3))
    now = DAY + timedelta(hours=50)
    plain, open_one, silent, later = (
        currency([one], _placed([one]), CurrencyParams(), now)[0]
        for one in (article, _edited(article, "corrected", 40), _edited(article, "silent-edit", 40),
                    _edited(article, "corrected", 60))
    )  # fmt: skip
    assert (open_one.value or 0) > (plain.value or 0)
    assert open_one.reason.startswith("corrected 10 hours ago")
    assert silent.value == later.value == plain.value


def test_a_copy_of_what_was_corrected_since_is_out_of_date() -> None:
    original, copy = _document(1, NAMES[0], _text(3)), _document(2, NAMES[1], _text(3), 1.0)
    now = DAY + timedelta(hours=10)
    before, after = (
        currency([one, copy], _placed([one, copy]), CurrencyParams(), now)[1]
        for one in (original, _edited(original, "corrected", 5))
    )
    assert _term(before, "superseded") == 0.0
    assert _term(after, "superseded") == 1.0
    assert "a copy of d1, which was corrected: 12 became 14 on 2026-03-01" in after.reason


def test_a_silent_change_costs_transparency_and_an_open_one_shows_it() -> None:
    article = _document(1, NAMES[0], _text(3))
    plain, open_one, silent = (
        _term(_trust([one])[0], "transparency")
        for one in (article, _edited(article, "corrected", 5), _edited(article, "silent-edit", 5))
    )
    assert silent < plain < open_one
