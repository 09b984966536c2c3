"""Values of runs of terms: the compiled kernel gives the same bits as numpy."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl import values
from motherlode.crawl.values import Tables, plain_valued, valued


@settings(max_examples=100, deadline=None)
@given(st.lists(st.lists(st.integers(0, 50), max_size=6), max_size=12), st.integers(0, 2**32 - 1))
def test_kernel_and_twin_agree(runs: list[list[int]], seed: int) -> None:
    random = np.random.default_rng(seed)
    weights, rarity, worth = (random.normal(size=size).astype(np.float32) for size in (30, 40, 40))
    tables = Tables(weights, np.abs(rarity), worth)
    flat = np.array([term for run in runs for term in run], dtype=np.int32)
    ends = np.cumsum([len(run) for run in runs], dtype=np.int64)
    for ours, plain in zip(valued(flat, ends, tables), plain_valued(flat, ends, tables), strict=True):
        assert ours.tolist() == plain.tolist()


def test_what_does_not_fit_is_refused() -> None:
    if values._kernel is None:
        pytest.skip("the kernel of crawl/_runs.c is not built")
    terms, table = np.zeros(3, dtype=np.int32), np.ones(3, dtype=np.float32)
    for ends in ([4], [2, 1], [-1]):
        with pytest.raises(ValueError, match="one after the other"):
            values._kernel.valued(terms, np.array(ends, dtype=np.int64), table, table, table)
    with pytest.raises(ValueError, match="int32"):
        values._kernel.valued(terms, np.array([3], dtype=np.int64), table, table, table.astype(np.float64))
