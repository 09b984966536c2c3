"""Groups become stories: two groups merge when they are nearly as like each other as their own members are.

For groups i and j: B the mean likeness between them, W the mean likeness inside each. What any two groups of this
collection share anyway, the common ground g, is taken off first, so one threshold serves headlines and long articles,
collections on one subject and on many:

    ρ(i,j) = (B − g) · e^(−gap/τ) / sqrt((Wᵢ − g) · (Wⱼ − g))        g = min(2 · mean likeness across groups, W₀/2)

W₀ is the usual likeness inside groups; small groups are drawn towards it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse
from scipy.sparse.csgraph import connected_components

from motherlode.analyse.vectors import Array, Labels, Matrix, compact, group_sums, normalise

BACKGROUND = 1.5
"""The common ground is this often the mean likeness across groups: with 1, undated articles of one subject merged."""
MOST_GROUND = 0.5
"""The common ground is at most this share of the usual likeness inside groups: a collection may be one story."""
PRIOR_PAIRS = 10.0
"""Pairs of typical likeness that a group starts with, so that one or two documents do not decide; swept 1–10."""
LEAST_LIKENESS = 0.2
"""A group keeps at least this share of its inner likeness after the common ground is taken off."""
LONELY = 0.5
"""A lonely document joins from this share of the usual nearness on."""
MARGIN = 0.02
"""A document changes its group only when another centre is nearer by this much."""


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups as sums: what the comparison needs, without the documents."""

    sums: Matrix
    sizes: Array
    within: Array
    first: Array
    last: Array

    def __len__(self) -> int:
        return int(self.sizes.shape[0])

    def pick(self, which: Labels) -> Groups:
        """Some of the groups."""
        return Groups(
            sums=sparse.csr_matrix(self.sums[which]),
            sizes=self.sizes[which],
            within=self.within[which],
            first=self.first[which],
            last=self.last[which],
        )


def group(rows: Matrix, labels: Labels, hours: Array) -> Groups:
    """The groups of `labels`, as sums."""
    count = int(labels.max()) + 1 if len(labels) else 0
    sums = group_sums(rows, labels, count)
    sizes = np.bincount(labels, minlength=count).astype(np.float64)
    lengths = np.asarray(rows.multiply(rows).sum(axis=1)).ravel()
    own = np.bincount(labels, weights=lengths, minlength=count)
    squares = np.asarray(sums.multiply(sums).sum(axis=1)).ravel()
    first = np.full(count, np.inf)
    last = np.full(count, -np.inf)
    dated = ~np.isnan(hours)
    np.minimum.at(first, labels[dated], hours[dated])
    np.maximum.at(last, labels[dated], hours[dated])
    return Groups(sums, sizes, np.maximum(squares - own, 0.0) / 2, first, last)


def typical_likeness(groups: Groups) -> float:
    """The median likeness inside the groups of three and more: the prior for smaller ones."""
    pairs = groups.sizes * (groups.sizes - 1) / 2
    large = groups.sizes >= 3
    return float(np.median(groups.within[large] / pairs[large])) if large.any() else 0.3


def common_ground(groups: Groups, prior: float) -> float:
    """g: twice the mean likeness of documents of different groups, at most half of the usual likeness inside."""
    total = np.asarray(groups.sums.sum(axis=0)).ravel()
    inside = float(groups.sums.multiply(groups.sums).sum())
    pairs = float(groups.sizes.sum() ** 2 - (groups.sizes**2).sum())
    across = max(float(total @ total) - inside, 0.0) / max(pairs, 1.0)
    return min(BACKGROUND * across, MOST_GROUND * prior)


def cohesion(sizes: Array, within: Array, prior: float, ground: float) -> Array:
    """W − g for each group, the mean likeness inside drawn towards the prior for small groups."""
    inner = (within + PRIOR_PAIRS * prior) / (sizes * (sizes - 1) / 2 + PRIOR_PAIRS)
    return np.asarray(np.maximum(inner - ground, LEAST_LIKENESS * inner))


def fade(gap: Array, fading: float) -> Array:
    """e^(−gap/τ); undated groups do not fade."""
    return np.where(np.isfinite(gap), np.exp(-np.maximum(gap, 0.0) / fading), 1.0)


def affinity(left: Groups, right: Groups, prior: float, ground: float, fading: float) -> Array:
    """ρ of every left group with every right one, dense."""
    shared = np.asarray((left.sums @ right.sums.T).todense())
    inner_left = cohesion(left.sizes, left.within, prior, ground)
    inner_right = cohesion(right.sizes, right.within, prior, ground)
    return _rho(shared, left, right, np.sqrt(np.outer(inner_left, inner_right)), ground, fading)


def _rho(shared: Array, left: Groups, right: Groups, inner: Array, ground: float, fading: float) -> Array:
    between = shared / np.outer(left.sizes, right.sizes) - ground
    gap = np.maximum(right.first[None, :] - left.last[:, None], left.first[:, None] - right.last[None, :])
    return np.asarray(between * fade(gap, fading) / inner)


def agglomerate(groups: Groups, threshold: float, prior: float, ground: float, fading: float) -> Labels:
    """A label for every group: the most alike merge first, until no two reach the threshold."""
    labels: Labels = np.arange(len(groups), dtype=np.int64)
    if len(groups) < 2:
        return labels
    for members in _candidates(groups, threshold, prior, ground, fading):
        labels[members] = members[_Merging(groups.pick(members), prior, ground, fading).run(threshold)]
    return compact(labels)


def _candidates(groups: Groups, threshold: float, prior: float, ground: float, fading: float) -> list[Labels]:
    """Sets of groups that can merge at all, taken block by block so that many lonely groups stay cheap."""
    block = 2000
    edges_from: list[Labels] = []
    edges_to: list[Labels] = []
    everything = np.arange(len(groups))
    for start in range(0, len(groups), block):
        here = everything[start : start + block]
        rho = affinity(groups.pick(here), groups, prior, ground, fading)
        rho[np.arange(len(here)), here] = -1.0
        row, column = np.nonzero(rho >= threshold)
        edges_from.append(here[row])
        edges_to.append(column)
    source, target = np.concatenate(edges_from), np.concatenate(edges_to)
    graph = sparse.csr_matrix((np.ones(len(source)), (source, target)), shape=(len(groups), len(groups)))
    _, part = connected_components(graph, directed=False)
    order = np.argsort(part, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(part[order])) + 1)
    return [members for members in parts if len(members) > 1]


class _Merging:
    """Average linkage on one set of groups; remembers each group's best partner."""

    def __init__(self, groups: Groups, prior: float, ground: float, fading: float) -> None:
        self.groups = replace(
            groups,
            sizes=groups.sizes.copy(),
            within=groups.within.copy(),
            first=groups.first.copy(),
            last=groups.last.copy(),
        )
        self.prior, self.ground, self.fading = prior, ground, fading
        self.shared = np.asarray((groups.sums @ groups.sums.T).todense())
        self.inner = cohesion(groups.sizes, groups.within, prior, ground)
        inner = np.sqrt(np.outer(self.inner, self.inner))
        self.rho = _rho(self.shared, groups, groups, inner, ground, fading)
        np.fill_diagonal(self.rho, -np.inf)

    def run(self, threshold: float) -> Labels:
        """The index of the group that each group ended in."""
        count = len(self.groups)
        into = np.arange(count)
        alive = np.ones(count, dtype=bool)
        best = self.rho.argmax(axis=1)
        value = self.rho[np.arange(count), best]
        while True:
            keep = int(value.argmax())
            if value[keep] < threshold:
                return into
            gone = int(best[keep])
            self._join(keep, gone, alive)
            into[into == gone] = keep
            value[gone] = -np.inf
            stale = np.flatnonzero(alive & ((best == gone) | (best == keep)))
            stale = np.union1d(stale, [keep])
            best[stale] = self.rho[stale].argmax(axis=1)
            value[stale] = self.rho[stale, best[stale]]
            better = alive & (self.rho[:, keep] > value)
            best[better] = keep
            value[better] = self.rho[better, keep]

    def _join(self, keep: int, gone: int, alive: Array) -> None:
        groups = self.groups
        alive[gone] = False
        groups.within[keep] += groups.within[gone] + self.shared[keep, gone]
        groups.sizes[keep] += groups.sizes[gone]
        groups.first[keep] = min(groups.first[keep], groups.first[gone])
        groups.last[keep] = max(groups.last[keep], groups.last[gone])
        self.shared[keep] += self.shared[gone]
        self.shared[:, keep] += self.shared[:, gone]
        one = np.array([keep])
        self.inner[keep] = cohesion(groups.sizes[one], groups.within[one], self.prior, self.ground)[0]
        inner = np.sqrt(self.inner[keep] * self.inner)[None, :]
        row = _rho(self.shared[one], groups.pick(one), groups, inner, self.ground, self.fading)[0]
        row[~alive] = -np.inf
        row[keep] = -np.inf
        self.rho[keep] = row
        self.rho[:, keep] = row
        self.rho[gone] = -np.inf
        self.rho[:, gone] = -np.inf


def settle(rows: Matrix, labels: Labels, hours: Array, fading: float, rounds: int = 2) -> Labels:
    """Documents that lie nearer to another group's centre (their own part of it left out) move there.

    A document that is alone joins a group when it lies at least half as near as that group's members usually do.
    """
    for _ in range(rounds):
        labels = compact(labels)
        count = int(labels.max()) + 1 if len(labels) else 0
        if count < 2:
            return labels
        moved = _settle_once(rows, labels, count, hours, fading)
        if np.array_equal(moved, labels):
            return labels
        labels = moved
    return compact(labels)


def _settle_once(rows: Matrix, labels: Labels, count: int, hours: Array, fading: float) -> Labels:
    sums = group_sums(rows, labels, count)
    lengths = np.sqrt(np.asarray(sums.multiply(sums).sum(axis=1)).ravel())
    near = sparse.csr_matrix(rows @ normalise(sums).T)
    everyone = np.arange(len(labels))
    own = np.asarray(near[everyone, labels]).ravel()
    mine = np.asarray(rows.multiply(rows).sum(axis=1)).ravel()
    length = lengths[labels]
    rest = np.sqrt(np.maximum(length**2 - 2 * own * length + mine, 1e-9))
    alone = np.bincount(labels, minlength=count)[labels] == 1
    stay = (own * length - mine) / rest
    usual = float(np.median(stay[~alone])) if not alone.all() else 1.0
    stay[alone] = LONELY * usual
    first, last = np.full(count, np.inf), np.full(count, -np.inf)
    dated = ~np.isnan(hours)
    np.minimum.at(first, labels[dated], hours[dated])
    np.maximum.at(last, labels[dated], hours[dated])
    links = sparse.coo_matrix(near)
    gap = np.maximum(first[links.col] - hours[links.row], hours[links.row] - last[links.col])
    likeness = links.data * fade(gap, fading)
    foreign = links.col != labels[links.row]
    away = sparse.csr_matrix((likeness[foreign], (links.row[foreign], links.col[foreign])), shape=near.shape)
    best = np.asarray(away.argmax(axis=1)).ravel()
    value = np.asarray(away.max(axis=1).todense()).ravel()
    return np.where(value > stay + MARGIN, best, labels)
