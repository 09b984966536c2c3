"""Every plausible way to cut a page into records.

Nodes that share a label (path, path with class names, tag with class names) repeat where the template repeats. Going
up from them level by level, the last level before two of them merge is where the records of that label begin. A
record is such a root with its siblings up to the next root; equal sets of roots from several labels count as votes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np

from motherlode.dom.labels import Array, View
from motherlode.extract.records.formatting import piled, structural_parents
from motherlode.extract.records.likely import RootSet, likeliest
from motherlode.kernels import native as compiled

MAX_RECORDS = 50_000
"""A label that occurs more often is text markup; with it a page of 100,000 nodes still takes less than 2 s."""

MAX_LEVELS = 12
"""Levels climbed from a label; chosen by hand, well above the depth of a record."""

AGREEMENT = 0.8
"""Share of records that must begin with the same siblings before records are shifted back; chosen by hand."""


SIDE_BY_SIDE = 0.5
"""Share of roots that must stand behind another root of the same parent before records are shifted back."""

ROOTS_LOOKED_AT = 40
"""Roots of a set that decide whether its records may begin earlier."""

TAGS_LOOKED_AT = 60
"""Roots of a set whose tags must be equal."""

MOST_SPLITS = 3
"""Parents, and grandparents, whose roots are looked at apart."""


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """Records as ranges of nodes: record `i` is `range(starts[i], ends[i])`; `roots` are the repeating nodes."""

    roots: Array
    starts: Array
    ends: Array
    votes: int = 1
    single_votes: int = 0
    """labels that occur exactly once in every record"""
    shifted: int = 0
    split: int = 0
    """0 all roots of the page, 1 those of one parent, 2 those of one grandparent"""
    whole: int = 0
    """roots before splitting"""
    dropped: int = 0
    """records left out because they are unlike the others"""


def hypotheses(page: View) -> list[Hypothesis]:
    """All hypotheses of a page, without order."""
    return expanded(page, likeliest(page, root_sets(page)))


def expanded(page: View, sets: Sequence[RootSet]) -> list[Hypothesis]:
    """All cuts of some sets of roots: whole, split by parents, begun earlier."""
    if not sets:
        return []
    siblings = Siblings.of(page)
    found: dict[bytes, list[Any]] = {}
    for (roots, votes, single), parts in zip(sets, _splits(page, [roots for roots, _, _ in sets]), strict=True):
        for subset, split in ((roots, 0), *parts):
            known = found.setdefault(subset.tobytes(), [subset, 0, 0, split, len(roots)])
            if known[1] == 0 or split == 0:
                known[1] += votes
                known[2] += single
                known[3] = split
    made = []
    for (roots, votes, single, split, whole), (starts, ends) in zip(
        found.values(), segments(page, siblings, [kept[0] for kept in found.values()]), strict=True
    ):
        made.append(Hypothesis(roots, starts, ends, votes, single, 0, split, whole))
    return made + [h for base in _shiftable(page, made) for h in _shifts(page, base, siblings)]


def root_sets(page: View) -> list[RootSet]:
    """Sets of roots with their votes."""
    size = len(page.parents)
    if size == 0:
        return []
    weights = _weights(size.bit_length())[:size]
    sets: dict[int, list[Any]] = {}
    labels, shift = [], 0
    for label in (page.tag_path, page.class_path, page.kind):
        labels.append(label.astype(np.int64) + shift)
        shift += int(label.max()) + 1
    climbed = replace(page, parents=structural_parents(page)) if piled(page) else page
    _climb(climbed, np.concatenate(labels), weights, sets)
    return [(roots, votes, single) for roots, votes, single in sets.values()]


@lru_cache(maxsize=32)
def _weights(bits: int) -> Array:
    """Random numbers for as many nodes as a number of so many bits counts; sets of nodes are known by their sums."""
    return np.random.default_rng(1).integers(1, 2**62, size=1 << bits, dtype=np.int64)


def _climb(page: View, label: Array, weights: Array, sets: dict[int, list[Any]]) -> None:
    """Adds to `sets` the roots of every label at every level where two of them merge above."""
    times = len(label) // len(page.parents)
    eligible = page.shown & ~page.choice
    eligible[0] = False
    eligible = np.tile(eligible, times)
    counts = np.bincount(label[eligible], minlength=int(label.max()) + 1)
    eligible &= (counts[label] >= 2) & (counts[label] <= MAX_RECORDS)
    places = np.flatnonzero(eligible)
    if len(places) == 0:
        return
    places = places[np.argsort(label[places], kind="stable")]
    groups = label[places]
    order = places % len(page.parents)
    begin = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    sizes = np.diff(np.append(begin, len(order)))
    roots, counts, keys, votes, single = _merging(page, order.astype(np.int32), sizes, weights)
    if len(roots):
        _collect(page, roots, counts, keys, votes, single, sets)


def _merging(page: View, order: Array, sizes: Array, weights: Array) -> tuple[Array, ...]:
    """The groups that merge above, level by level: their nodes end to end, how many, keys, votes and single votes."""
    if (kernel := compiled()) is not None:
        parts = kernel.climbed(order, sizes, np.ascontiguousarray(page.parents), weights, MAX_LEVELS)
        return np.frombuffer(parts[0], np.int32).copy(), *(np.frombuffer(part, np.int64) for part in parts[1:])
    front = _Front(order, sizes, np.ones(len(sizes), np.int64), np.ones(len(sizes), np.int64))
    levels: list[tuple[Array, ...]] = []
    for _ in range(MAX_LEVELS):
        keys = front.merge_equal(weights)
        above = front.climb(page, keys, levels)
        if above is None:
            break
        front = above
    empty = np.zeros(0, np.int64)
    return tuple(np.concatenate(parts) for parts in zip(*levels, strict=True)) if levels else (empty,) * 5


@dataclass(slots=True)
class _Front:
    """Groups of nodes laid end to end, on their way up the tree.

    Groups that have become equal go on as one, which stands for `votes` labels, `single` of which still have all
    their nodes apart.
    """

    at: Array
    counts: Array
    votes: Array
    single: Array

    def merge_equal(self, weights: Array) -> Array:
        """Leaves one of every set of equal groups; the key of each group that is left."""
        keys: Array = np.add.reduceat(weights[self.at], np.cumsum(self.counts) - self.counts)
        different, places, number = np.unique(keys, return_index=True, return_inverse=True)
        if len(different) < len(keys):
            kept = np.sort(places)
            votes = np.bincount(number.reshape(-1), weights=self.votes).astype(np.int64)
            single = np.bincount(number.reshape(-1), weights=self.single).astype(np.int64)
            order = number.reshape(-1)[kept]
            stays = np.zeros(len(keys), dtype=bool)
            stays[kept] = True
            self.at = self.at[np.repeat(stays, self.counts)]
            self.counts, self.votes, self.single = self.counts[kept], votes[order], single[order]
            keys = keys[kept]
        return keys

    def climb(self, page: View, keys: Array, levels: list[tuple[Array, ...]]) -> _Front | None:
        """The groups one level up; those that merge there are added to `levels`, and None is left in the end."""
        begin = np.cumsum(self.counts) - self.counts
        above: Array = page.parents[self.at]
        above = np.where(above < 0, self.at, above)
        first = np.ones(len(above), dtype=bool)
        first[1:] = above[1:] != above[:-1]
        first[begin] = True
        counts = np.add.reduceat(first.astype(np.int64), begin)
        merging = counts < self.counts
        if merging.any():
            roots = self.at[np.repeat(merging, self.counts)]
            levels.append((roots, self.counts[merging], keys[merging], self.votes[merging], self.single[merging]))
        stay = counts >= 2
        if not stay.any():
            return None
        single = np.where(merging, 0, self.single)
        return _Front(above[first & np.repeat(stay, self.counts)], counts[stay], self.votes[stay], single[stay])


def _collect(
    page: View, roots: Array, counts: Array, keys: Array, votes: Array, single: Array, sets: dict[int, list[Any]]
) -> None:
    """Adds groups of roots; the roots of all groups lie end to end, `counts` of each.

    Roots must lie apart and be elements of one kind: labels without a path may lead to different levels.
    """
    stops = np.cumsum(counts)
    begin = stops - counts
    fits = _apart(page, roots, begin)
    if not fits.all():
        mixed = np.flatnonzero(np.repeat(~fits, counts))
        group = np.repeat(np.arange(len(counts)), counts)[mixed]
        roots[mixed] = roots[mixed][np.lexsort((roots[mixed], group))]
        fits = _apart(page, roots, begin)
    tags = page.tag[roots]
    strange = (tags != np.repeat(tags[begin], counts)) & (
        np.arange(len(roots)) - np.repeat(begin, counts) < TAGS_LOOKED_AT
    )
    fits &= ~np.logical_or.reduceat(strange, begin)
    for key, times, once, low, high, good in zip(
        *(array.tolist() for array in (keys, votes, single, begin, stops, fits)), strict=True
    ):
        known = sets.get(key)
        if known is not None:
            known[1] += times
            known[2] += once
        elif good:
            sets[key] = [roots[low:high], times, once]


def _apart(page: View, roots: Array, begin: Array) -> Array:
    """Which groups have roots that lie one behind the other."""
    apart = np.ones(len(roots), dtype=bool)
    apart[1:] = page.ends[roots[:-1]] <= roots[1:]
    apart[begin] = True
    fits: Array = np.logical_and.reduceat(apart, begin)
    return fits


@dataclass(frozen=True, slots=True)
class Siblings:
    """The shown nodes of a page ordered by parent, so that siblings stand side by side."""

    nodes: Array
    keys: Array
    """parent and node in one ascending number"""
    rank: Array
    """the place of every shown node in `nodes`"""
    count: Array
    """shown children of every node"""

    @classmethod
    def of(cls, page: View) -> Siblings:
        """Those of a page; its first node, which has no parent, is left out."""
        shown = np.flatnonzero(page.shown[1:]) + 1
        parents = page.parents[shown]
        order = np.argsort(parents, kind="stable")
        nodes, parents = shown[order].astype(np.int32), parents[order]
        rank = np.zeros(len(page.parents), dtype=np.int64)
        rank[nodes] = np.arange(len(nodes))
        keys = parents.astype(np.int64) * (len(page.parents) + 1) + nodes
        return cls(nodes, keys, rank, np.bincount(parents, minlength=len(page.parents)))

    def before(self, page: View, nodes: Array, steps: int) -> Array:
        """The shown siblings some steps before nodes, -1 where there are none."""
        found: Array = np.where(page.place[nodes] >= steps, self.nodes[self.rank[nodes] - steps], -1)
        return found

    def end_after(self, page: View, nodes: Array, widths: Array) -> Array:
        """The end of as many shown siblings as `widths` says, the node itself among them."""
        parents = page.parents[nodes]
        inside = page.place[nodes] + widths <= self.count[parents]
        last = self.nodes[np.where(inside, self.rank[nodes] + widths - 1, 0)]
        end: Array = np.where(inside, page.ends[last], page.ends[parents])
        return end

    def end_without(self, page: View, nodes: Array, ends: Array, steps: int) -> Array:
        """The ends of records that give their last `steps` siblings away, if they have them."""
        stop = np.searchsorted(self.keys, page.parents[nodes].astype(np.int64) * (len(page.parents) + 1) + ends)
        following = np.maximum(0, stop - self.rank[nodes] - 1 - steps)
        end: Array = page.ends[self.nodes[self.rank[nodes] + following]]
        return end


def _bounds(parts: Sequence[Array]) -> tuple[Array, Array, Array]:
    """Where each part begins and stops when all are laid end to end, and the part of every entry."""
    sizes = np.asarray([len(part) for part in parts], dtype=np.int64)
    stop = np.cumsum(sizes)
    return stop - sizes, stop, np.repeat(np.arange(len(parts)), sizes)


def _splits(page: View, sets: Sequence[Array]) -> list[list[tuple[Array, int]]]:
    """For every set the roots of each parent and of each grandparent that holds much of the text."""
    found: list[list[tuple[Array, int]]] = [[] for _ in sets]
    begin, stop, owner = _bounds(sets)
    roots = np.concatenate(sets)
    parents = page.parents[roots]
    several = np.logical_or.reduceat(parents != np.repeat(parents[begin], stop - begin), begin) & (stop - begin >= 3)
    for split, above in ((1, parents), (2, page.parents[parents])):
        edge = np.ones(len(roots), dtype=bool)
        edge[1:] = (above[1:] != above[:-1]) | (owner[1:] != owner[:-1])
        first = np.flatnonzero(edge)
        last = np.append(first[1:], len(roots))
        its_set = owner[first]
        mass = page.offset[page.ends[roots[last - 1]]] - page.offset[roots[first]]
        part = (last - first < (stop - begin)[its_set]) & several[its_set]
        runs = np.flatnonzero(part & (last - first >= 2) & (mass > 0))
        runs = runs[np.lexsort((-mass[runs], its_set[runs]))]
        rank = np.arange(len(runs)) - np.searchsorted(its_set[runs], its_set[runs])
        runs = runs[rank < MOST_SPLITS]
        for i, low, high in zip(its_set[runs].tolist(), first[runs].tolist(), last[runs].tolist(), strict=True):
            found[i].append((roots[low:high], split))
    return found


def segments(page: View, siblings: Siblings, sets: Sequence[Array]) -> list[tuple[Array, Array]]:
    """For every set of roots the ranges of its records: a root and the siblings up to the next root."""
    begin, stop, owner = _bounds(sets)
    roots = np.concatenate(sets)
    parents = page.parents[roots]
    ends = page.ends[roots]
    same = np.zeros(len(roots), dtype=bool)
    same[:-1] = (parents[1:] == parents[:-1]) & (owner[1:] == owner[:-1])
    inner = np.flatnonzero(same)
    following = roots[inner + 1]
    wider = np.zeros(len(roots), dtype=np.int64)
    wider[inner] = np.where(ends[inner] != following, page.place[following] - page.place[roots[inner]], 0)
    widest = np.maximum.reduceat(wider, begin)
    ends[inner] = following
    last = np.flatnonzero(~same & (widest[owner] > 1))
    ends[last] = siblings.end_after(page, roots[last], widest[owner[last]])
    inside = np.flatnonzero(owner[1:] == owner[:-1])
    ends[inside] = np.minimum(ends[inside], roots[inside + 1])
    return [(roots[low:high], ends[low:high]) for low, high in zip(begin.tolist(), stop.tolist(), strict=True)]


def _shiftable(page: View, found: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Cuts whose roots mostly stand side by side with something between them, and behind something."""
    begin, stop, owner = _bounds([cut.roots for cut in found])
    roots = np.concatenate([cut.roots for cut in found])
    parents = page.parents[roots]
    same = np.zeros(len(roots), dtype=bool)
    same[1:] = (parents[1:] == parents[:-1]) & (owner[1:] == owner[:-1])
    same &= np.arange(len(roots)) - begin[owner] < ROOTS_LOOKED_AT
    apart = np.zeros(len(roots), dtype=bool)
    apart[1:] = same[1:] & (page.ends[roots[:-1]] != roots[1:])
    inner = np.add.reduceat(same.astype(np.int64), begin)
    fits = (page.place[roots[begin]] > 0) & (inner > 0)
    fits &= inner >= SIDE_BY_SIDE * (np.minimum(stop - begin, ROOTS_LOOKED_AT) - 1)
    fits &= np.add.reduceat(apart.astype(np.int64), begin) >= AGREEMENT * inner
    return [found[i] for i in np.flatnonzero(fits).tolist()]


def _shifts(page: View, base: Hypothesis, siblings: Siblings) -> Iterator[Hypothesis]:
    """The same records begun some siblings earlier, where most of them agree on what stands before."""
    roots = base.roots
    parents = page.parents[roots]
    same = parents[1:] == parents[:-1]
    sampled = np.append(0, np.flatnonzero(same[: ROOTS_LOOKED_AT - 1])[:15] + 1)
    floors = parents + 1
    floors[1:] = np.maximum(page.ends[roots[:-1]], np.where(same, 0, floors[1:]))
    limits = floors[sampled]
    last = np.append(np.flatnonzero(~same), len(roots) - 1)
    for steps in range(1, 7):
        back = siblings.before(page, roots, steps)
        heads = back[sampled]
        there = heads >= limits
        if not there[0]:
            return
        tags = np.where(there, page.tag[heads], -1)
        if int((tags == tags[0]).sum()) / len(tags) < AGREEMENT:
            return
        starts = np.where(back >= floors, back, base.starts)
        ends = base.ends.copy()
        ends[last] = siblings.end_without(page, roots[last], ends[last], steps)
        ends[:-1][same] = starts[1:][same]
        np.minimum(ends[:-1], starts[1:], out=ends[:-1])
        yield replace(base, starts=starts, ends=ends, shifted=steps)
