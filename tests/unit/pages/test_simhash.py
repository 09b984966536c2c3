"""Simhashes: the compiled kernel and its twin in Python give the same bits."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.pages.duplicates import LEAST_WORDS, MAX_WORDS, digest_of_folded, plain_simhash, simhash, text_digest

WORDS = st.text(st.sampled_from("abcde三é\U0001f600\ud800'."), min_size=1, max_size=6)
SPACES = st.sampled_from([" ", "  ", "\n", "\u00a0", "\u2003", "\u3000", "\x1c", "\u0085", "\u200b"])


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(WORDS, SPACES), max_size=120))
def test_kernel_and_twin_agree(parts: list[tuple[str, str]]) -> None:
    text = "".join(word + space for word, space in parts)
    assert simhash(text) == plain_simhash(text)


def test_few_and_many_words() -> None:
    for count in (0, LEAST_WORDS - 1, LEAST_WORDS, MAX_WORDS, MAX_WORDS + 1, 5 * MAX_WORDS):
        text = " ".join(f"w{n}" for n in range(count))
        assert simhash(text) == plain_simhash(text)
        assert (simhash(text) is None) == (count < LEAST_WORDS)


def test_folded_texts_have_the_same_digest() -> None:
    assert digest_of_folded("a b c") == text_digest(" a\n b\tc ")
