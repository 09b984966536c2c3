"""Counting terms: the compiled kernel and its twin in Python agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motherlode.kernels import native
from motherlode.topic import terms
from motherlode.topic.terms import Vocabulary

TEXTS = st.text(st.sampled_from("aAbBzZ019_'’-. \n\u00a0éßİ三²½٣ⅷ\U0001f600\ud800ǅ"), max_size=200)


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS | TEXTS.map(lambda text: text * 9), max_size=3), st.sampled_from(["en", "de", "", "xx"]))
def test_kernel_and_twin_agree(texts: list[str], language: str) -> None:
    ours, plain = Vocabulary(), Vocabulary()
    for text in texts:
        ids, counts = ours.count(text, language)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(terms, "native", lambda: None)
            other_ids, other_counts = plain.count(text, language)
        assert ids.tolist() == other_ids.tolist()
        assert counts.tolist() == other_counts.tolist()
    assert ours.words == plain.words


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS, max_size=6), st.sampled_from(["en", "zh", ""]), st.integers(0, 5), st.booleans())
@example(["see ab 01", "ab", "01 and AB-01 again", "xab01"], "en", 5, True)
def test_terms_of_many_texts_are_those_of_each(texts: list[str], language: str, most: int, named: bool) -> None:
    ours, plain = Vocabulary(), Vocabulary()
    if named:
        assert ours.names("ab01") == plain.names("ab01")
    for _ in range(2):
        packed = ours.packed(texts, language, most)
        each = [plain.terms(text, language)[:most] for text in texts]
        assert [np.frombuffer(terms, dtype=np.int32).tolist() for terms in packed] == each
    assert ours.words == plain.words


def test_errors_of_the_one_who_is_asked_come_out() -> None:
    kernel = native()
    if kernel is None:
        pytest.skip("the native extension is not used")
    with pytest.raises(ZeroDivisionError):
        kernel.count("word", {}, bytearray(), lambda word: 1 // 0)
    with pytest.raises(ValueError, match="from -1"):
        kernel.count("word", {}, bytearray(), lambda word: -7)
    with pytest.raises(TypeError):
        kernel.count("word", {"word": "x"}, bytearray(), len)
    with pytest.raises(ZeroDivisionError):
        kernel.terms("a\nword\nb", {}, bytearray(), lambda word: 1 // 0, 3)
    with pytest.raises(ValueError, match="below zero"):
        kernel.terms("word", {}, bytearray(), len, -1)
    with pytest.raises(ValueError, match="another size"):
        kernel.count("word", {}, bytearray(40), len)


def test_a_table_of_words_grows() -> None:
    """Thousands of words in turn, each asked for once and known from then on."""
    ours, plain = Vocabulary(), Vocabulary()
    words = ["".join(chr(97 + int(digit)) for digit in str(number)) for number in range(10, 5010)]
    for start in range(0, len(words), 500):
        text = " ".join(words[: start + 500])
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(terms, "native", lambda: None)
            expected = plain.count(text, "xx")[0].tolist()
        assert ours.count(text, "xx")[0].tolist() == expected
    assert ours.words == plain.words
    assert len(ours.words) > 4900  # all but stop words
