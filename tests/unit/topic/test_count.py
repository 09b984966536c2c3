"""Counting terms: the compiled kernel and its twin in Python agree."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.topic import terms
from motherlode.topic.terms import Vocabulary

TEXTS = st.text(st.sampled_from("aAbBzZ019_'’-. \n\u00a0éßİ三²½٣ⅷ\U0001f600\ud800ǅ"), max_size=200)


@settings(max_examples=200, deadline=None)
@given(st.lists(TEXTS | TEXTS.map(lambda text: text * 9), max_size=3), st.sampled_from(["en", "de", "", "xx"]))
def test_kernel_and_twin_agree(texts: list[str], language: str) -> None:
    if terms._kernel is None:
        pytest.skip("the kernel of topic/_count.c is not built")
    kernel, ours, plain = terms._kernel, Vocabulary(), Vocabulary()
    for text in texts:
        ids, counts = ours.count(text, language)
        try:
            terms._kernel = None
            other_ids, other_counts = plain.count(text, language)
        finally:
            terms._kernel = kernel
        assert ids.tolist() == other_ids.tolist()
        assert counts.tolist() == other_counts.tolist()
    assert ours.words == plain.words


def test_errors_of_the_one_who_is_asked_come_out() -> None:
    if terms._kernel is None:
        pytest.skip("the kernel of topic/_count.c is not built")
    with pytest.raises(ZeroDivisionError):
        terms._kernel.count("word", {}, lambda word: 1 // 0)
    with pytest.raises(ValueError, match="from -1"):
        terms._kernel.count("word", {}, lambda word: -7)
    with pytest.raises(TypeError):
        terms._kernel.count("word", {"word": "x"}, len)
