"""What the dates of a collection say: how much more often near texts lie near in time than any two texts do.

Some collections hold stories of a day, others sagas of a year, and some lie within one week altogether. So the worth
of a gap is not a constant: it is the log ratio of how often mutual nearest documents lie so far apart to how often
two documents of the collection do, by steps of the gap.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from motherlode.analyse.vectors import Array, Labels, Matrix

STEPS = np.array([0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 91.5])
"""Days that part the steps of a gap."""
DOUBT = 4.0
"""Pairs without any nearness in time that every collection starts with."""
LEAST_PAIRS = 10.0
"""Mutual nearest pairs below which nothing is said."""
RANDOM_PAIRS = 4000
NEAR_HOURS = 84.0
"""Documents within three and a half days are near in time."""
LEAST_DATED = 60
"""Pairs below which dates set no limit."""
STRONG_NEAR = 0.7
STRONG_AHEAD = 0.3
"""The strongest pairs are near in time in this share at least, and so much more often than any two documents."""


@dataclass(slots=True)
class Gaps:
    """How many mutual nearest pairs, and how many pairs drawn at random, lie how far apart in time."""

    near: Array = field(default_factory=lambda: np.zeros(len(STEPS) + 1))
    usual: Array = field(default_factory=lambda: np.zeros(len(STEPS) + 1))

    def learn(self, links: Matrix, hours: Array) -> None:
        """Counts the pairs of a batch; undated documents have no part in it."""
        dated = np.flatnonzero(~np.isnan(hours))
        left, right = mutual_nearest(links)
        self.near += _counted(hours[left] - hours[right])
        if len(dated) > 1:
            drawn = np.random.default_rng(0).choice(dated, (2, RANDOM_PAIRS))
            drawn = drawn[:, drawn[0] != drawn[1]]
            self.usual += _counted(hours[drawn[0]] - hours[drawn[1]])

    def usual_near(self) -> float:
        """The share of any two documents that are near in time."""
        return float(self.usual[: int(_step(np.array([NEAR_HOURS]))[0]) + 1].sum() / max(self.usual.sum(), 1.0))

    def worth(self, gap: Array) -> Array:
        """The log ratio for every gap in hours; 0 where a date is missing or too little is known."""
        if self.near.sum() < LEAST_PAIRS:
            return np.zeros(len(gap))
        usual = (self.usual + 0.5) / (self.usual.sum() + 0.5 * len(self.usual))
        near = (self.near + DOUBT * usual) / (self.near.sum() + DOUBT)
        known = np.isfinite(gap)
        return np.where(known, np.log(near / usual)[_step(np.where(known, gap, 0.0))], 0.0)


def own_limit(odds: Array, gap: Array, usual: float) -> float:
    """The log odds at which likely pairs stop being near in time: there a collection of short stories has its limit.

    `odds` (without what dates say) and `gap` in hours are of documents and their likeliest partner; `usual` is the
    share of any two documents within three days. Where the strongest pairs lie apart too, as in sagas, or everything
    lies near, dates set no limit: minus infinity.
    """
    order = np.argsort(-odds, kind="stable")
    near = (gap[order] <= NEAR_HOURS).astype(np.float64)
    if len(near) < LEAST_DATED:
        return -np.inf
    window = max(20, len(near) // 10)
    strongest = float(near[: max(20, len(near) // 5)].mean())
    if strongest < STRONG_NEAR or strongest - usual < STRONG_AHEAD:
        return -np.inf
    share = np.convolve(near, np.ones(window) / window, mode="valid")
    below = np.flatnonzero((share - usual) / (strongest - usual) < 0.5)
    return float(odds[order][below[0] + window // 2]) if len(below) else -np.inf


def mutual_nearest(links: Matrix) -> tuple[Labels, Labels]:
    """The pairs of rows that are each other's nearest."""
    if not links.nnz:
        return np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64)
    best = np.asarray(links.argmax(axis=1)).ravel()
    some = np.diff(links.indptr) > 0
    place = np.arange(len(best))
    mutual = some & some[best] & (best[best] == place) & (place < best)
    return place[mutual], best[mutual]


def _step(gap: Array) -> Labels:
    return np.searchsorted(STEPS, np.maximum(np.abs(gap), 0.0) / 24.0)


def _counted(gaps: Array) -> Array:
    known = gaps[~np.isnan(gaps)]
    return np.bincount(_step(known), minlength=len(STEPS) + 1).astype(np.float64)
