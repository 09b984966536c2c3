"""Groups become stories: in every round each group joins the one it most likely is one story with, if both agree.

Strong links are followed first. The evidence is asked anew after every round, because groups know more than single
documents; it stops when no pair is likely any more. Two documents or two thousand: the same test decides.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from motherlode.analyse.closeness import Gaps, own_limit
from motherlode.analyse.evidence import Groups, Judge, Pairs, evidence, products, without_time
from motherlode.analyse.valley import spread_shift, valley
from motherlode.analyse.vectors import Array, Labels, Matrix
from motherlode.analyse.voices import shared_voices, told_once

NAME_NEIGHBOURS = 5
"""Nearest by names alone that are candidates besides the nearest by words."""
STAGES = (2.0, 1.0, 0.0)
"""Log odds above the limit that are asked for at first."""
MOST_ROUNDS = 60

Watch = Callable[[Labels, Pairs, Array, Array], Array]
"""Told of every round: where every group is, pairs, evidence, log odds; gives the log odds to go by."""


class Links:
    """The links between documents that two groups can be joined by."""

    def __init__(self, groups: Groups, nearest: tuple[Matrix, ...], reach: int) -> None:
        """`nearest` holds matrices of near groups; a group of many documents counts for up to `reach` links."""
        left = [np.repeat(np.arange(m.shape[0]), np.diff(m.indptr)) for m in nearest]
        right = [m.indices for m in nearest]
        a, b = np.concatenate(left).astype(np.int64), np.concatenate(right).astype(np.int64)
        key = np.unique(np.minimum(a, b) * len(groups) + np.maximum(a, b))
        self.left, self.right = key // max(1, len(groups)), key % max(1, len(groups))
        small = np.minimum(groups.sizes[self.left], groups.sizes[self.right])
        large = np.maximum(groups.sizes[self.left], groups.sizes[self.right])
        self.count = small * np.minimum(large, reach)
        self._keys = np.empty(0, dtype=np.int64)
        self._products = np.empty((0, len(groups.channels())))
        self._changed = np.ones(len(groups), dtype=bool)

    def pairs(self, groups: Groups) -> Pairs:
        """The pairs of groups that links lie between; only what changed since the last time is multiplied anew."""
        count = max(1, len(groups))
        known, place = np.unique(self.left * count + self.right, return_inverse=True)
        links = np.bincount(place, weights=self.count, minlength=len(known))
        left, right = known // count, known % count
        found = np.empty((len(known), len(groups.channels())))
        fresh = self._changed[left] | self._changed[right]
        if len(self._keys):
            before = np.minimum(np.searchsorted(self._keys, known), len(self._keys) - 1)
            fresh |= self._keys[before] != known
            found[~fresh] = self._products[before[~fresh]]
        asked = np.flatnonzero(fresh)
        for at, channel in enumerate(groups.channels()):
            found[asked, at] = products(channel.rows, left[asked], right[asked])
        self._keys, self._products = known, found
        self._changed[:] = False
        return Pairs(left, right, links, found)

    def follow(self, into: Labels, keep: Labels) -> None:
        """Groups went into others, which grew: links inside a group are dropped."""
        a, b = into[self.left], into[self.right]
        apart = a != b
        self.left, self.right = np.minimum(a, b)[apart], np.maximum(a, b)[apart]
        self.count = self.count[apart]
        self._changed[keep] = True


def link(
    groups: Groups,
    links: Links,
    gaps: Gaps,
    judge: Judge,
    limit: float = 0.0,
    parted: Labels | None = None,
    fixed: Labels | None = None,
    watch: Watch | None = None,
) -> Labels:
    """The group in which every group ended; `groups` and `links` are used up.

    The groups of a row of `parted` are never joined, nor are any two of those that are `fixed`.
    """
    labels = np.arange(len(groups))
    holds = np.zeros(len(groups), dtype=bool)
    if fixed is not None:
        holds[fixed] = True
    once = 0.0
    if watch is None:  # whoever watches wants the limit that was given
        shift, own, once = _own_scale(groups, links.pairs(groups), gaps, judge)
        limit = max(limit + shift, own)
    for stage in STAGES:
        for _ in range(MOST_ROUNDS):
            pairs = links.pairs(groups)
            if not len(pairs.left):
                return labels
            rows = evidence(groups, pairs, gaps)
            odds = judge(rows)
            if once < 0:
                odds = odds + once * shared_voices(groups.voices, pairs.left, pairs.right, groups.sizes)
            if parted is not None and len(parted):
                odds = np.where(_among(pairs, labels[parted], len(groups)), -np.inf, odds)
            odds = np.where(holds[pairs.left] & holds[pairs.right], -np.inf, odds)
            if watch is not None:
                odds = watch(labels, pairs, rows, odds)
            keep, gone = agreed(pairs, odds, len(groups), limit + stage)
            if not len(keep):
                break
            into = groups.join(keep, gone)
            holds[keep] |= holds[gone]
            links.follow(into, keep)
            labels = into[labels]
    return labels


def _own_scale(groups: Groups, pairs: Pairs, gaps: Gaps, judge: Judge) -> tuple[float, float, float]:
    """What the collection itself says: by how much its limit is another one, the least limit by nearest documents and
    by dates, and what one source twice costs."""
    if not len(pairs.left):
        return 0.0, -np.inf, 0.0
    odds = judge(without_time(evidence(groups, pairs, gaps)))
    left, right, _ = agreed_with_odds(pairs, odds, len(groups), -np.inf)
    once = told_once(groups.voices, left, right)
    lone = groups.sizes == 1
    single = lone[pairs.left] & lone[pairs.right]
    best = np.full(len(groups), -np.inf)
    for side in (pairs.left, pairs.right):
        np.maximum.at(best, side[single], odds[single])
    known = best[np.isfinite(best)]
    limit = valley(known)
    dated = np.isfinite(groups.first)
    if dated.any():
        near = single & ((odds >= best[pairs.left]) | (odds >= best[pairs.right]))
        near = np.flatnonzero(near & dated[pairs.left] & dated[pairs.right])
        gap = np.abs(groups.first[pairs.left[near]] - groups.first[pairs.right[near]])
        limit = max(limit, own_limit(odds[near], gap, gaps.usual_near()))
    whole = bool(lone.all())  # where stories of the book take part, those who go on with one have no lone partner
    return spread_shift(known) if whole else 0.0, limit, once


def _among(pairs: Pairs, some: Labels, count: int) -> Labels:
    """Which of the pairs are among some others."""
    keys = some.min(axis=1) * count + some.max(axis=1)
    return np.isin(pairs.left * count + pairs.right, keys)


def agreed(pairs: Pairs, odds: Array, count: int, limit: float) -> tuple[Labels, Labels]:
    """The pairs above the limit that are the best of both sides; ties go to the earlier pair."""
    left, right, _ = agreed_with_odds(pairs, odds, count, limit)
    return left, right


def agreed_with_odds(pairs: Pairs, odds: Array, count: int, limit: float) -> tuple[Labels, Labels, Array]:
    """The same with their log odds."""
    likely = np.flatnonzero(odds > limit)
    value = odds[likely] - 1e-9 * np.arange(len(likely))
    a, b = pairs.left[likely], pairs.right[likely]
    best = np.full(count, -np.inf)
    np.maximum.at(best, a, value)
    np.maximum.at(best, b, value)
    mutual = (value >= best[a]) & (value >= best[b])
    return a[mutual], b[mutual], value[mutual]
