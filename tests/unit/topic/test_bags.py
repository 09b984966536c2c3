"""Pages as runs of terms: the native extension and its twins agree, and what is kept is what is made anew."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.kernels import native
from motherlode.topic import bags
from motherlode.topic.bags import Bags
from motherlode.topic.evidence import KeywordEvidence
from motherlode.topic.params import TopicParams
from motherlode.topic.standard import Standard
from motherlode.topic.terms import log_weighted

SIZE = 30
PAGES = st.lists(st.lists(st.integers(0, SIZE - 1), unique=True, max_size=20), max_size=8)
SEEDS = st.integers(0, 2**32 - 1)


def bags_of(pages: list[list[int]], seed: int) -> Bags:
    drawn, found = np.random.default_rng(seed), Bags()
    for page in pages:
        counts = drawn.integers(1, 9, len(page)).astype(np.float32)
        found.append(np.array(page, dtype=np.int32), log_weighted(counts))
    return found


@settings(deadline=None)
@given(PAGES, SEEDS)
def test_kernels_and_twins_agree(pages: list[list[int]], seed: int) -> None:
    drawn, held = np.random.default_rng(seed), bags_of(pages, seed)
    idf, vector = drawn.random((2, SIZE), dtype=np.float32)
    shares, weights = drawn.random(len(held), dtype=np.float32), drawn.random(held.size, dtype=np.float32)

    def all_of_it() -> list[list[float]]:
        found = [held.weighted(idf, 12.5, 0.3), held.dots(weights, vector), held.sums(SIZE)]
        found += [held.sums(SIZE, shares), held.sums(SIZE, weights=weights), held.sums(SIZE, shares, weights)]
        return [column.tolist() for column in found]

    ours = all_of_it()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(bags, "native", lambda: None)
        assert ours == all_of_it()


@pytest.mark.skipif(native() is None, reason="the native extension is not used")
@pytest.mark.parametrize(
    ("ids", "ends", "told"),
    [([3], [1], "not there"), ([-1], [1], "not there"), ([0], [2], "beyond"), ([0, 1], [2, 1], "order")],
)
def test_terms_and_runs_that_do_not_fit_are_refused(ids: list[int], ends: list[int], told: str) -> None:
    with pytest.raises(ValueError, match=told):
        native().sums(np.array(ids), np.array(ends), None, None, np.zeros(3, dtype=np.float32))


@settings(deadline=None)
@given(PAGES, SEEDS, st.integers(0, 8))
def test_pages_since_one_are_the_later_pages(pages: list[list[int]], seed: int, start: int) -> None:
    held, start = bags_of(pages, seed), min(start, len(pages))
    evidence = KeywordEvidence({1: 1.0, 4: 0.5}, 1.0)
    assert evidence.odds_of(held, SIZE, start).tolist() == evidence.odds_of(held, SIZE)[start:].tolist()


@settings(deadline=None)
@given(st.lists(st.lists(st.integers(0, SIZE - 1), unique=True, max_size=20), max_size=16), SEEDS)
def test_what_keywords_say_of_pages_is_kept_while_they_stay(pages: list[list[int]], seed: int) -> None:
    standard = Standard({1: 1.0}, TopicParams(memory=10))
    for number, page in enumerate(pages):
        ids, logs = np.array(page, dtype=np.int32), np.ones(len(page), dtype=np.float32)
        standard.remember(number, ids, logs, SIZE, 0)
        standard.fit(SIZE, np.zeros(len(standard.pages), dtype=np.float32))
        assert standard._odds(SIZE).tolist() == standard.evidence.odds_of(standard.pages, SIZE).tolist()
        if seed % 3 == number:
            standard.add_keywords({2: 2.0}, 2.0)
            assert standard._odds(SIZE).tolist() == standard.evidence.odds_of(standard.pages, SIZE).tolist()
