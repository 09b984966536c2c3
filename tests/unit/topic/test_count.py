"""Counting terms: the compiled kernel and its twin in Python agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
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


def test_errors_of_the_one_who_is_asked_come_out() -> None:
    kernel = native()
    if kernel is None:
        pytest.skip("the native extension is not used")
    with pytest.raises(ZeroDivisionError):
        kernel.count("word", {}, lambda word: 1 // 0)
    with pytest.raises(ValueError, match="from -1"):
        kernel.count("word", {}, lambda word: -7)
    with pytest.raises(TypeError):
        kernel.count("word", {"word": "x"}, len)
