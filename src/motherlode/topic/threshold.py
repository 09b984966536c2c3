"""The threshold of relevance as a controller: Algorithm 1's adjustment, step by step (N6, N7)."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motherlode.topic.params import ThresholdParams

LEAST_PAGES = 50
"""With fewer pages two groups cannot be told apart."""

FAINT = 0.05
"""Relevances far below this are all alike to `last_threshold`. Swept 0–.1 on thirteen topics of two webs and twenty
seeds of the sample web: mean F of the kept sets .68, .71 (.02), .71 (.05), .70 (.1)."""

COMPARED = 3.0
"""The upper group is held against as many pages below it as are twice its own: against thousands of strangers a small
topic and its neighbours look alike. Swept 2, 3, 4, 6 and all on the same cases: mean F .743, .756, .747, .747 and
.748."""


@dataclass(frozen=True, slots=True)
class ThresholdState:
    """The threshold and what was counted: in this interval and in all."""

    value: float
    extracted: int = 0
    related: int = 0
    total_extracted: int = 0
    total_related: int = 0
    intervals: int = 0
    reason: str = "start"


def begin(params: ThresholdParams) -> ThresholdState:
    """The state at the start of a crawl."""
    return ThresholdState(params.threshold)


def judged(state: ThresholdState, kept: bool, params: ThresholdParams) -> ThresholdState:
    """The state after one more page; at the end of an interval the threshold moves (N7).

    The paper's `Sum(T)·T` compares a count with a product of count and time; the total is compared with
    Sum(T) times the number of intervals that have passed, which is what the text says.
    """
    state = ThresholdState(
        state.value, state.extracted + 1, state.related + kept, state.total_extracted + 1,
        state.total_related + kept, state.intervals, state.reason,
    )  # fmt: skip
    if state.extracted < params.interval:
        return state
    intervals = state.intervals + 1
    factor, reason = _factor(replace(state, intervals=intervals), params) if params.moving else (1.0, "fixed")
    low, high = min(params.lowest, params.threshold), max(params.highest, params.threshold)
    value = min(high, max(low, state.value * factor))
    return replace(state, value=value, extracted=0, related=0, intervals=intervals, reason=reason)


def last_threshold(relevances: NDArray[np.float32], params: ThresholdParams, value: float) -> float:
    """The threshold at the end of a crawl of which relevances alone are known: where they fall into two groups.

    With few pages, or a fixed threshold, it stays as it is.
    """
    if len(relevances) < LEAST_PAGES or not params.moving:
        return value
    cut = parting(np.log(relevances + FAINT))
    return min(params.highest, max(0.5 * params.lowest, math.exp(cut) - FAINT)) if cut < math.inf else value


def parting(values: NDArray[np.floating], compared: float = COMPARED) -> float:
    """Where values fall into two groups: the cut that leaves least spread within both (Otsu's), laid twice.

    Sums over all values decide, not the gaps between some of them, so that one page more or less hardly moves it.
    The second time only the upper values count, `compared` times as many as the first cut found. Infinite where all
    values are the same.

    >>> float(parting(np.array([0.0, 0.1, 0.2, 0.8, 1.0])))
    0.5
    """
    ordered = np.sort(values.astype(np.float64))[::-1]
    if ordered[0] == ordered[-1]:
        return math.inf
    first = _cut(ordered)
    upper = int(np.count_nonzero(ordered >= first))
    return _cut(ordered[: max(LEAST_PAGES, int(compared * upper))])


def _cut(ordered: NDArray[np.float64]) -> float:
    """Otsu's cut of values from the largest to the smallest, halfway between its two neighbours."""
    number = np.arange(1, len(ordered))
    sums = np.cumsum(ordered)
    above, below = sums[:-1] / number, (sums[-1] - sums[:-1]) / (len(ordered) - number)
    best = int((number * (len(ordered) - number) * (above - below) ** 2).argmax())
    return float(ordered[best] + ordered[best + 1]) / 2


def _factor(state: ThresholdState, params: ThresholdParams) -> tuple[float, str]:
    """The factor and why. The paper tests α before β on the same condition, so that β could never apply:
    the narrower condition comes first here."""
    many = state.related > params.wanted and state.total_related > params.wanted * state.intervals
    few = state.related < params.wanted and state.total_related < params.wanted * state.intervals
    if many and state.related < state.extracted * params.related_share:
        return params.beta, "β: many kept, few of them related"
    if many:
        return params.alpha, "α: more kept than expected"
    if few:
        return params.gamma, "γ: fewer kept than expected"
    return 1.0, "as expected"
