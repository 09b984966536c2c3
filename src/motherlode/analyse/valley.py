"""Where the likely and the unlikely nearest documents of a collection part: its own limit, without dates.

In a collection of mostly lone documents of one field even strangers look alike, so the nearest of a document often
tells another story. Then the log odds of nearest documents heap up twice: strangers below, stories above. A mixture
of two normal laws is held against a single one; where the two stand clearly apart, the limit lies where both are
equally likely.

With or without two heaps, the spread of these log odds shows the collection's scale. Where some documents have
nearest ones of their story and some have none, they are strewn and the limit is raised.
"""

from __future__ import annotations

import numpy as np

from motherlode.analyse.vectors import Array

LEAST = 100
"""Documents below which two heaps are too easily seen in one."""
APART = 2.4
"""How far the heaps stand apart, in their common deviations (Ashman's D, clean from 2 on). Between 2.3 and 2.6 the
same of some seventy views of labelled sets had two heaps; at 2.2 titles of stories of three fell apart."""
STRONG = 10.0
"""By how much the second law must lower the Bayesian information criterion: the usual mark of strong evidence."""
LEAST_SHARE = 0.15
"""Share of the documents that the upper heap holds at least: a few reprints, more alike than stories are, make a heap
too (a tenth in one sample web) and say nothing of the others. Where two heaps were true it was 0.37 to 0.7."""
USUAL_SPREAD = 1.36
"""Deviation of the log odds of nearest documents up to which the limit stays: the mean of 101 views of seven sets."""
SPREAD_WORTH = 1.85
"""By how much the limit rises with that deviation. Swept with the offset on the views of all sets but one: the same
value was best without each of the six families of sets. A limit that falls below this deviation serves a few large
stories, and joins small ones of one field: sample webs lose up to .2 by it."""
MOST_SHIFT = 3.0
ROUNDS = 200
"""Of fitting; heaps that stand apart settle within some thirty."""
LEAST_DEVIATION = 0.05


def valley(odds: Array) -> float:
    """The log odds between two heaps of nearest documents; minus infinity where there is one heap, or too little."""
    if len(odds) < LEAST:
        return -np.inf
    share, mean, deviation, fit = _two_heaps(odds)
    single = _log_normal(odds, odds.mean(), max(odds.std(), LEAST_DEVIATION)).sum()
    gained = 2 * (fit - single) - 3 * np.log(len(odds))
    apart = np.sqrt(2) * (mean[1] - mean[0]) / np.hypot(*deviation)
    if gained < STRONG or apart < APART or share[1] < LEAST_SHARE:
        return -np.inf
    between = np.linspace(mean[0], mean[1], 200)
    laws = [np.log(share[at]) + _log_normal(between, mean[at], deviation[at]) for at in (0, 1)]
    return float(between[int(np.argmax(laws[1] > laws[0]))])


def spread_shift(odds: Array) -> float:
    """By how much the limit lies above the usual one; 0 where documents are too few or all of one kind."""
    if len(odds) < LEAST:
        return 0.0
    return float(np.clip(SPREAD_WORTH * (odds.std() - USUAL_SPREAD), 0.0, MOST_SHIFT))


def _two_heaps(odds: Array) -> tuple[Array, Array, Array, float]:
    """Shares, means and deviations of two normal laws, the lower first, and the log likelihood of all."""
    upper = (odds > (odds.min() + odds.max()) / 2).astype(np.float64)
    belongs = np.array([1 - upper, upper])
    for _ in range(ROUNDS):
        weight = belongs.sum(axis=1) + 1e-9
        mean = belongs @ odds / weight
        spread = (belongs * (odds[None, :] - mean[:, None]) ** 2).sum(axis=1) / weight
        deviation = np.maximum(np.sqrt(spread), LEAST_DEVIATION)
        share = weight / weight.sum()
        log = np.array([np.log(share[at]) + _log_normal(odds, mean[at], deviation[at]) for at in (0, 1)])
        total = np.logaddexp(log[0], log[1])
        belongs = np.exp(log - total)
    order = np.argsort(mean)
    return share[order], mean[order], deviation[order], float(total.sum())


def _log_normal(values: Array, mean: float, deviation: float) -> Array:
    return np.asarray(-0.5 * ((values - mean) / deviation) ** 2 - np.log(deviation * np.sqrt(2 * np.pi)))
