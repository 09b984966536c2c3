"""Algorithm 1 of the news paper as it is printed: extracted pages counted by intervals of time or of pages (N6, N7a).

Sum(T1) and Sum(T2) are the pages extracted in the interval and in all, Sum(T3) and Sum(T4) those of them that are
related. Two readings differ from the print: the total is compared with Sum(T) times the intervals that have passed,
where the print multiplies by the length T; and β is tried before α, since as printed α's condition is part of β's.

>>> params = ThresholdParams(threshold=0.2, wanted=2, interval=3, alpha=1.5, highest=1.0)
>>> state = started(params, 0.0)
>>> for relativity in (0.9, 0.8, 0.7, 0.25):
...     state, related = decided(state, relativity, float(state.pages), params)
>>> round(state.value, 3), related, state.reason
(0.3, False, 'α: more extracted than expected')
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from motherlode.topic.params import ThresholdParams


@dataclass(frozen=True, slots=True)
class Counted:
    """The threshold, when its interval began, and the sums of the algorithm."""

    value: float
    initial_time: float
    pages: int = 0
    """Pages since the interval began, extracted or not."""
    extracted: int = 0
    """Sum(T1)"""
    total_extracted: int = 0
    """Sum(T2)"""
    related: int = 0
    """Sum(T3)"""
    total_related: int = 0
    """Sum(T4)"""
    intervals: int = 0
    reason: str = "start"


def started(params: ThresholdParams, now: float) -> Counted:
    """The state at the start; the first interval begins at InitialTime, seconds after the start."""
    return Counted(params.threshold, now + params.initial_time)


def passed(state: Counted, now: float, params: ThresholdParams) -> Counted:
    """The state before a page is compared: at the end of an interval the threshold is adapted (N7)."""
    over = now - state.initial_time >= params.seconds if params.seconds else state.pages >= params.interval
    if not over or now < state.initial_time:
        return state
    intervals = state.intervals + 1
    factor, reason = _factor(replace(state, intervals=intervals), params) if params.moving else (1.0, "fixed")
    low, high = min(params.lowest, params.threshold), max(params.highest, params.threshold)
    value = min(high, max(low, state.value * factor))
    return replace(
        state, value=value, initial_time=now, pages=0, extracted=0, related=0, intervals=intervals,
        reason=reason,
    )  # fmt: skip


def decided(state: Counted, relativity: float, now: float, params: ThresholdParams) -> tuple[Counted, bool]:
    """One extracted page through the algorithm: URListRT where True, URListIRT where False (N6)."""
    state = passed(state, now, params)
    related = relativity >= state.value
    return replace(
        state, pages=state.pages + 1, extracted=state.extracted + 1, total_extracted=state.total_extracted + 1,
        related=state.related + related, total_related=state.total_related + related,
    ), related  # fmt: skip


def skipped(state: Counted, now: float, params: ThresholdParams) -> Counted:
    """A page that held no news: it passes time, and nothing was extracted."""
    state = passed(state, now, params)
    return replace(state, pages=state.pages + 1)


def _factor(state: Counted, params: ThresholdParams) -> tuple[float, str]:
    many = state.extracted > params.wanted and state.total_extracted > params.wanted * state.intervals
    few = state.extracted < params.wanted and state.total_extracted < params.wanted * state.intervals
    if many and state.related < state.extracted * params.related_share:
        return params.beta, "β: much extracted, little of it related"
    if many:
        return params.alpha, "α: more extracted than expected"
    if few:
        return params.gamma, "γ: less extracted than expected"
    return 1.0, "as expected"
