"""What the words of links and pages say: the native extension and its twins in Python agree."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl import graph, traps
from motherlode.kernels import native

needs_native = pytest.mark.skipif(native() is None, reason="the native extension is not used")
RUNS = st.lists(st.lists(st.integers(0, 30), max_size=24), min_size=1, max_size=12)
TEXTS = st.lists(st.text(st.sampled_from("abzé三\U0001f600\ud800 \n\u00a0\u2028\u1680"), max_size=120), max_size=6)


@given(RUNS, st.integers(1, 40), st.integers(0, 2**32 - 1))
def test_runs_of_terms_are_valued_alike(runs: list[list[int]], rows: int, seed: int) -> None:
    tables = np.random.default_rng(seed).normal(size=(rows, 3))
    terms = np.array([term for run in runs for term in run], dtype=np.int32)
    ends = np.array([len(run) for run in runs], dtype=np.int64).cumsum()
    score, worth = graph.valued(terms, ends, tables)
    plain_score, plain_worth = graph.valued_in_python(terms, ends, tables)
    assert score.tolist() == plain_score.tolist()
    assert worth.tolist() == plain_worth.tolist()


@needs_native
@pytest.mark.parametrize("ends", [[3], [2, 1], [-1]])
def test_runs_beyond_the_terms_are_refused(ends: list[int]) -> None:
    out = np.zeros(len(ends), dtype=np.float32)
    with pytest.raises(ValueError, match="run"):
        native().valued(np.zeros(2, np.int32), np.array(ends, np.int64), np.zeros((4, 3)), out, out.copy())


@settings(deadline=None)
@given(TEXTS, st.integers(0, 20))
def test_new_words_are_counted_alike(texts: list[str], most: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(traps, "MOST_WORDS", most)
        ours, plain = traps.HostWords(), traps.HostWords()
        heard = [ours.hear(text) for text in texts]
        patch.setattr(traps, "native", lambda: None)
        assert heard == [plain.hear(text) for text in texts]
        assert ours.number == plain.number == len(plain.words)


def test_a_table_of_words_grows() -> None:
    words = traps.HostWords()
    for start in range(0, 6000, 100):
        said = words.hear(" ".join(f"w{number}" for number in range(start, start + 200)))
        assert said == (100 if start else 200, 200)
    assert words.number == 6100


@needs_native
def test_a_table_of_another_size_is_refused() -> None:
    with pytest.raises(ValueError, match="another size"):
        native().fresh("a b", bytearray(24 + 8), bytearray())
