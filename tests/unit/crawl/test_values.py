"""Values of links are sums over their terms, whatever stands around them, by what the judge knows now."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl.graph import LinkGraph, tables_of, valued
from motherlode.model.pages import Link


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


class Learning:
    """A judge of one word, which is worth as much as the judge's version says."""

    version = 1

    def packed_terms(self, texts: list[str], most: int) -> list[bytes]:
        return [np.zeros(text.split().count("flood"), dtype=np.int32)[:most].tobytes() for text in texts]

    def weights(self) -> np.ndarray:
        return np.full(1, self.version, dtype=np.float32)

    def worth(self) -> tuple[np.ndarray, np.ndarray]:
        return self.weights(), np.ones(1, dtype=np.float32)

    def relevances(self) -> np.ndarray:
        return np.zeros(2, dtype=np.float32)


def test_links_that_were_met_before_are_valued_by_what_was_learned_since() -> None:
    judge = Learning()
    graph = LinkGraph(judge)  # type: ignore[arg-type]
    graph.add(0, 0.5, [1], [Link("http://a.example/one", "flood", "flood")])
    judge.version = 3
    graph.add(1, 0.5, [2], [Link("http://a.example/two", "flood", "flood")])
    assert graph.anchor_score.used.tolist() == [1.0, 3.0]
    graph.refresh()
    for column in (graph.anchor_score, graph.anchor_worth, graph.context_score, graph.context_worth):
        assert column.used.tolist() == [3.0, 3.0]
