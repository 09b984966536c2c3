"""The threshold of relevance as a controller: Algorithm 1's adjustment, step by step (N6, N7)."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from motherlode.topic.params import ThresholdParams

LEAST_PAGES = 50
BINS = 50
CLEARNESS = 0.35
"""How far the border lies from the emptiest place towards the clearest cut. At 0.5 a crawl of the sample web's story
lost 14 to 32 of 124 fetched articles, as the order of fetching had it; what is kept is on topic with either."""
SMOOTH = np.array([1.0, 2.0, 3.0, 2.0, 1.0])
"""A tenth of the scale: the width at which heaps of some hundred pages look whole."""


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
    state = replace(
        state,
        extracted=state.extracted + 1,
        related=state.related + kept,
        total_extracted=state.total_extracted + 1,
        total_related=state.total_related + kept,
    )
    if state.extracted < params.interval:
        return state
    intervals = state.intervals + 1
    factor, reason = _factor(replace(state, intervals=intervals), params) if params.moving else (1.0, "fixed")
    low, high = min(params.lowest, params.threshold), max(params.highest, params.threshold)
    value = min(high, max(low, state.value * factor))
    return replace(state, value=value, extracted=0, related=0, intervals=intervals, reason=reason)


LOWEST_BORDER, HIGHEST_BORDER = 0.2, 0.5
"""Limits of the last threshold. On thirteen topics of two webs .15 to .3 as the lowest give the same F (.69 and .77);
a story whose articles lie far from its examples has its first heap at .25, and cutting into it made what is kept
a matter of luck: kept sets of shuffled parts of one crawl of the sample web (English, seed 0) agree to .985 with .2,
to .956 with .3. On seed 1 a Chinese story is still cut to 4 of 44 articles."""

PARTS = 16
"""Times the border is laid, each time without another sixteenth of the pages."""


def last_threshold(
    relevances: NDArray[np.float32], params: ThresholdParams, value: float, *, examples: bool = True
) -> float:
    """The threshold at the end of a crawl: the mean border over sixteen parts of the pages, within narrow limits.

    One page more or less moves a single border from one gap to the next; it hardly moves the mean of sixteen. Without
    example pages relevances have no scale, and the limits of the settings alone hold: keywords on the sample web give
    .1 to .25 to the pages of its story.
    """
    if len(relevances) < LEAST_PAGES or not params.moving:
        return value
    ordered = np.sort(relevances)
    part = np.arange(len(ordered)) % PARTS
    borders = [border(ordered[part != left], value, params.lowest * 0.5, params.highest) for left in range(PARTS)]
    low, high = params.lowest * 0.5, min(HIGHEST_BORDER, params.highest)
    low = max(LOWEST_BORDER, low) if examples else low
    return min(max(low, high), max(low, float(np.mean(borders))))


def border(relevances: NDArray[np.float32], value: float, low: float, high: float) -> float:
    """Where all relevances of a crawl fall into two groups, kept within limits.

    Between the cut that parts them most clearly (Otsu), which lies too high where the pages on topic are spread
    widely, and the emptiest place below it, which lies low beside a dense heap of others.
    With few pages, or without two groups, the threshold stays as it is.
    """
    if len(relevances) < LEAST_PAGES:
        return value
    counts, edges = np.histogram(relevances, bins=BINS, range=(0.0, 1.0))
    middles = (edges[:-1] + edges[1:]) / 2
    below = np.cumsum(counts)[:-1]
    above = counts.sum() - below
    sums = np.cumsum(counts * middles)
    total = sums[-1]
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = below * above * (sums[:-1] / below - (total - sums[:-1]) / above) ** 2
    spread = np.nan_to_num(spread)
    if not spread.max():
        return value
    # Every cut inside an empty stretch is as good: take its middle.
    best = np.flatnonzero(spread >= spread.max() * (1 - 1e-9))
    clearest = float(edges[1:-1][best].mean())
    emptiest = _valley(counts, middles, clearest)
    return min(high, max(low, emptiest + CLEARNESS * (clearest - emptiest)))


def _valley(counts: NDArray[np.int64], middles: NDArray[np.float64], cut: float) -> float:
    """The emptiest place between the heap below a cut and the cut: the heap above has gaps of its own."""
    smooth = np.convolve(counts, SMOOTH / SMOOTH.sum(), mode="same")[middles < cut]
    heap = int(smooth.argmax())
    slope = smooth[heap:]
    return float(middles[heap : len(smooth)][slope <= slope.min() + 1e-9].mean())


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
