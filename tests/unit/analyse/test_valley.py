"""The limit that a collection shows by the heaps of its nearest documents."""

from __future__ import annotations

import numpy as np
import pytest

from motherlode.analyse.valley import spread_shift, valley


def heaps(*given: tuple[int, float, float]) -> np.ndarray:
    """Numbers drawn from normal laws: how many, their mean, their deviation."""
    chance = np.random.default_rng(7)
    return np.concatenate([chance.normal(mean, deviation, count) for count, mean, deviation in given])


@pytest.mark.parametrize("strangers", [150, 300])
def test_between_two_heaps_lies_the_limit(strangers: int) -> None:
    assert 0.8 < valley(heaps((strangers, 0.0, 0.8), (200, 4.0, 0.9))) < 2.6


def test_more_strangers_move_the_limit_up() -> None:
    few, many = (valley(heaps((count, 0.0, 0.8), (200, 4.0, 0.9))) for count in (100, 800))
    assert few < many


@pytest.mark.parametrize(
    "odds",
    [
        heaps((400, 1.5, 1.2)),
        heaps((200, 0.0, 1.0), (200, 1.2, 1.0)),
        heaps((20, 0.0, 0.5), (20, 5.0, 0.5)),
        heaps((300, 0.0, 0.7), (30, 3.0, 0.4)),
        np.ones(300),
        np.empty(0),
    ],
    ids=["one heap", "two that overlap", "too few documents", "a few reprints", "all alike", "nothing"],
)
def test_one_heap_or_too_little_sets_no_limit(odds: np.ndarray) -> None:
    assert valley(odds) == -np.inf


def test_strewn_odds_raise_the_limit() -> None:
    close, strewn, more = (spread_shift(heaps((400, 1.0, spread))) for spread in (0.9, 1.8, 2.4))
    assert close == 0.0 < strewn < more <= 3.0


@pytest.mark.parametrize("odds", [np.empty(0), heaps((50, 0.0, 4.0))], ids=["nothing", "too few documents"])
def test_too_few_documents_leave_the_limit(odds: np.ndarray) -> None:
    assert spread_shift(odds) == 0.0
