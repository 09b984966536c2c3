"""Values of runs of terms are sums over their terms, whatever stands around them."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl.graph import tables_of, valued


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.integers(0, 50), max_size=6), max_size=12), st.integers(0, 2**32 - 1))
def test_a_run_is_worth_what_its_terms_are(runs: list[list[int]], seed: int) -> None:
    random = np.random.default_rng(seed)
    weights, rarity, worth = (random.normal(size=size).astype(np.float32) for size in (30, 40, 40))
    rarity = np.abs(rarity)
    flat = np.array([term for run in runs for term in run], dtype=np.int32)
    ends = np.cumsum([len(run) for run in runs], dtype=np.int64)
    scores, worths = valued(flat, ends, tables_of(weights, rarity, worth))
    for run, score, value in zip(runs, scores.tolist(), worths.tolist(), strict=True):
        sums = [
            sum(float(table[term]) for term in run if term < len(table))
            for table in (weights, rarity, worth * rarity)
        ]
        assert np.isclose(score, sums[0] / max(len(run), 1) ** 0.5, atol=1e-4)
        assert np.isclose(value * max(sums[1], 1e-6), sums[2], atol=1e-3)
