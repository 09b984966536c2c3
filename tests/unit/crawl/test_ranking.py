"""Waiting addresses valued anew: the native extension and its twins in Python give the same."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.strategies import learned, yields
from motherlode.crawl.strategies.learned import Learned
from motherlode.kernels import native
from motherlode.model.crawl import Outcome
from motherlode.model.pages import Link

ADDRESSES = 40


class Drawn:
    """A judge that draws what it says, and draws it anew with every version."""

    def __init__(self, seed: int) -> None:
        self.version, self._seed, self.pages = 0, seed, 0

    def packed_terms(self, texts: list[str], most: int) -> list[bytes]:
        return [np.array([len(word) for word in text.split()], dtype=np.int32)[:most].tobytes() for text in texts]

    def weights(self) -> np.ndarray:
        return np.random.default_rng((self._seed, self.version)).random(30, dtype=np.float32)

    def worth(self) -> tuple[np.ndarray, np.ndarray]:
        drawn = np.random.default_rng((self._seed, self.version, 1))
        return drawn.normal(size=30).astype(np.float32), drawn.random(30, dtype=np.float32)

    def relevances(self) -> np.ndarray:
        return np.random.default_rng((self._seed, self.version, 2)).random(self.pages, dtype=np.float32)


@dataclass(frozen=True)
class Page:
    """A fetched page, and where it leads; an address may stand on it twice."""

    relevance: float
    targets: list[int]


PAGES = st.lists(
    st.builds(Page, st.floats(0, 1, width=32), st.lists(st.integers(0, ADDRESSES - 1), max_size=12)),
    min_size=1,
    max_size=25,
)


def _crawled(pages: list[Page], seed: int) -> list[list[float]]:
    """What a strategy says of the addresses on the way, with a re-scoring after every third page."""
    judge = Drawn(seed)
    graph = LinkGraph(judge)  # type: ignore[arg-type]
    strategy = Learned(graph)
    said: list[list[float]] = []
    for number, page in enumerate(pages):
        links = [Link(_address(at), "a bc " * (at % 4), "def ghij " * (at % 3)) for at in page.targets]
        strategy.taken(number)
        graph.add(number, page.relevance, page.targets, links)
        judge.pages += 1
        outcome = Outcome(number, _address(number), page.relevance, 0, page.targets, links)
        said.append(strategy.observe(outcome).tolist())
        said += [[term.value, term.contribution] for term in strategy.why(number)]
        if number % 3 == 2:
            judge.version += 1
            waiting = np.arange(number + 1, max(ADDRESSES, number + 2), dtype=np.int64)
            said.append(strategy.rescore(waiting).tolist())
            said += strategy._sums.tolist()
            for above in (False, True):
                said += [column.tolist() for column in strategy._yields.rates(waiting, above_others=above)]
    return said


def _address(number: int) -> str:
    return f"http://site.example/{'days' if number % 3 else 'stories'}/{number % 2}/page-{number}.html"


@settings(deadline=None, max_examples=60)
@given(PAGES, st.integers(0, 2**32 - 1))
def test_kernels_and_twins_agree(pages: list[Page], seed: int) -> None:
    ours = _crawled(pages, seed)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(learned, "native", lambda: None)
        patch.setattr(yields, "native", lambda: None)
        assert ours == _crawled(pages, seed)


needs_native = pytest.mark.skipif(native() is None, reason="the native extension is not used")
SUMS = np.zeros((learned.ROWS, 4), dtype=np.float32)


@needs_native
@pytest.mark.parametrize("number", [-1, 4])
def test_addresses_that_are_not_there_are_refused(number: int) -> None:
    at, one = np.array([number]), np.zeros(1, dtype=np.float32)
    with pytest.raises(ValueError, match="not there"):
        native().features(SUMS, at, 0.5, 2.0, 3.0, one, np.zeros((1, 12)))
    with pytest.raises(ValueError, match="not there"):
        native().added(at, 0.5, 0.5, one, one, one, one, SUMS.copy())
    link, none, four = at.astype(np.int32), one[:0], np.zeros(4, dtype=np.float32)
    with pytest.raises(ValueError, match="not there"):
        native().gathered(
            link, link, (none,) * 3, (one,) * 4, four, np.zeros(4, dtype=bool), 0.5, 3.0, 1.5, SUMS.copy()
        )


@needs_native
def test_columns_of_another_size_are_refused() -> None:
    link, one, two = np.zeros(1, dtype=np.int32), np.zeros(1, dtype=np.float32), np.zeros(2, dtype=np.float32)
    fetched, hubs, sums = np.zeros(1, dtype=bool), np.zeros(1, dtype=bool), np.zeros(1)
    with pytest.raises(ValueError, match="sizes"):
        native().near_hubs(fetched, one, link, hubs, link, (two, one[:0], one[:0]), sums, sums.copy())
    with pytest.raises(ValueError, match="sizes"):
        native().features(SUMS, np.array([1]), 0.5, 2.0, 3.0, two, np.zeros((1, 12)))
