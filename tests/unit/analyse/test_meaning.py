"""Headlines with word vectors: files of the extra held to their digests, and of use where words mislead."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from motherlode.analyse.book import StoryBook
from motherlode.analyse.evidence import TERMS, BothWeights, Weights
from motherlode.analyse.meaning import Meanings, checked, meanings, nearest_meaning, usual
from motherlode.analyse.params import StoryParams
from motherlode.analyse.stories import grow
from motherlode.errors import MissingExtra, UnreadableInput
from motherlode.model.documents import Document

EMBED = StoryParams(embed=True)
installed = all(find_spec(name) for name in ("tokenizers", "wordllama"))
with_vectors = pytest.mark.skipif(not installed, reason="needs the extra embed")
TITLES = (
    "Apple unveils cheaper iPhone", "Low-cost smartphone launched by Apple",
    "Senate approves budget after long night", "Storm floods coastal towns in the north",
    "Football club sells its stadium", "Museum returns stolen bronze statue",
    "Startup unveils cheaper solar panels", "Chef opens restaurant in old mill",
)  # fmt: skip


def headlines(titles: tuple[str, ...] = TITLES) -> list[Document]:
    return [Document(id=f"d{i}", title=title, language="en") for i, title in enumerate(titles)]


def test_a_file_with_another_digest_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "vectors"
    file.write_bytes(b"vectors")
    digest = hashlib.sha256(b"vectors").hexdigest()
    assert checked(file, digest) == b"vectors"
    file.write_bytes(b"vectorz")
    with pytest.raises(UnreadableInput, match="not the file"):
        checked(file, digest)
    with pytest.raises(UnreadableInput, match="cannot read"):
        checked(tmp_path / "none", digest)


def test_pairs_without_vectors_are_judged_as_ever() -> None:
    rows = np.random.default_rng(0).random((4, len(TERMS) + 2))
    rows[:, -1] = (1.0, 0.0, 0.5, 1.0)
    plain, meaning = Weights((1.0,) * len(TERMS), 0.0), Weights((2.0,) * (len(TERMS) + 1), 1.0)
    odds = BothWeights(plain, meaning)(rows)
    assert odds[[1, 2]] == pytest.approx(plain(rows[:, : len(TERMS)])[[1, 2]])
    assert odds[[0, 3]] == pytest.approx(meaning(rows[:, :-1])[[0, 3]])


def test_the_nearest_are_headlines_and_never_oneself() -> None:
    rows = np.array([[1.0, 0.0], [0.0, 0.0], [0.8, 0.6], [0.0, 1.0]])
    found = Meanings(rows, np.array([1.0, 0.0, 1.0, 1.0]))
    near = nearest_meaning(found, 5).toarray()
    assert near.shape == (5, 5)
    assert not near[1].any()
    assert not near[:, 1].any()
    assert not near.diagonal().any()
    assert near[0, 2] == 1
    mean, deviation = usual(found)
    assert np.isfinite(mean).all()
    assert (deviation > 0).all()
    assert nearest_meaning(Meanings(rows, np.zeros(4)), 4).nnz == 0


@pytest.mark.skipif(installed, reason="the extra embed is installed")
def test_without_the_extra_the_command_that_installs_it_is_named() -> None:
    with pytest.raises(MissingExtra, match=r"motherlode\[embed\]"):
        grow(StoryBook(), headlines(), EMBED)


@with_vectors
def test_english_headlines_alone_have_vectors() -> None:
    documents = headlines()
    documents[2] = replace(documents[2], content="The senate voted at four in the morning.")
    documents[3] = replace(documents[3], language="vi")
    found = meanings(documents)
    assert found.meant.tolist() == [1, 1, 0, 0, 1, 1, 1, 1]
    assert np.linalg.norm(found.rows, axis=1) == pytest.approx(found.meant)
    likeness = found.rows @ found.rows[0]
    assert likeness[1] == max(likeness[1:])
    assert meanings([]).rows.shape[0] == 0


@with_vectors
def test_meaning_parts_headlines_that_words_alone_join_and_texts_stay_as_they_were() -> None:
    documents = headlines()
    by_words, stories = (
        [placed.story for placed in grow(StoryBook(), documents, params)] for params in (StoryParams(), EMBED)
    )
    assert by_words[0] == by_words[1] == by_words[6]
    assert stories[0] == stories[1] != stories[6]
    assert len(set(stories)) == 7
    told = [replace(each, content=f"{each.title}. It was told on Monday.") for each in documents]
    assert grow(StoryBook(), told, EMBED) == grow(StoryBook(), told, StoryParams())


@with_vectors
def test_a_day_added_joins_stories_of_the_book() -> None:
    book = StoryBook()
    first = grow(book, headlines(), EMBED)
    again = Document(id="e", title="Apple launches cheaper iPhone", language="en")
    assert grow(book, [again], EMBED)[0].story == first[0].story
