"""Every plausible way to cut a page into records.

Nodes that share a label (path, path with class names, tag with class names) repeat where the template repeats. Going
up from them level by level, the last level before two of them merge is where the records of that label begin. A
record is such a root with its siblings up to the next root; equal sets of roots from several labels count as votes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from motherlode.dom.labels import Array, View

MAX_RECORDS = 3000
"""More than any page lists; a label that occurs more often is text markup, not a record."""

MAX_LEVELS = 40
"""Levels climbed from a label; records of real pages lie at most 14 levels above their leaves."""

AGREEMENT = 0.8
"""Share of records that must begin with the same siblings before records are shifted back (swept 0.6–1.0)."""


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
    found = list(_root_sets(page))
    made: list[Hypothesis] = []
    seen: dict[bytes, int] = {}
    for roots, votes, single in found:
        for subset, split in _splits(page, roots):
            key = subset.tobytes()
            if key in seen:
                at = seen[key]
                old = made[at]
                if split == 0:
                    made[at] = replace(old, votes=old.votes + votes, single_votes=old.single_votes + single, split=0)
                continue
            starts, ends = segments(page, subset)
            seen[key] = len(made)
            made.append(Hypothesis(subset, starts, ends, votes, single, 0, split, len(roots)))
    shifted = [h for base in made for h in _shifts(page, base)]
    return made + shifted


def _root_sets(page: View) -> Iterator[tuple[Array, int, int]]:
    """Sets of roots with their votes."""
    size = len(page.parents)
    if size == 0:
        return
    weights = np.random.default_rng(1).integers(1, 2**62, size=size, dtype=np.int64)
    sets: dict[int, list[Any]] = {}
    for label in (page.tag_path, page.class_path, page.kind):
        _climb(page, label, weights, sets)
    yield from ((roots, votes, single) for roots, votes, single in sets.values())


def _climb(page: View, label: Array, weights: Array, sets: dict[int, list[Any]]) -> None:
    """Adds to `sets` the roots of every label at every level where two of them merge above."""
    eligible = page.shown.copy()
    eligible[0] = False
    counts = np.bincount(label[eligible], minlength=int(label.max()) + 1)
    eligible &= (counts[label] >= 2) & (counts[label] <= MAX_RECORDS)
    nodes = np.flatnonzero(eligible)
    if len(nodes) == 0:
        return
    order = nodes[np.argsort(label[nodes], kind="stable")]
    groups = label[order]
    begin = np.flatnonzero(np.concatenate(([True], groups[1:] != groups[:-1])))
    group_of = np.cumsum(np.concatenate(([True], groups[1:] != groups[:-1]))) - 1
    sizes = np.diff(np.append(begin, len(order)))
    at: Array = order
    first, counts_now = _distinct(at, group_of, begin)
    for _ in range(MAX_LEVELS):
        above: Array = page.parents[at]
        above = np.where(above < 0, at, above)
        first_above, counts_above = _distinct(above, group_of, begin)
        merging = np.flatnonzero((counts_now >= 2) & (counts_above < counts_now))
        if len(merging):
            keys = np.add.reduceat(np.where(first, weights[at], 0), begin)
            stops = begin + sizes
            for g in merging.tolist():
                key = int(keys[g])
                single = int(counts_now[g] == sizes[g])
                if key in sets:
                    sets[key][1] += 1
                    sets[key][2] += single
                else:
                    part = slice(begin[g], stops[g])
                    roots = np.sort(at[part][first[part]]).astype(np.int32)
                    if np.all(page.ends[roots[:-1]] <= roots[1:]):
                        sets[key] = [roots, 1, single]
        open_groups = counts_above >= 2
        if not open_groups.any():
            return
        keep = open_groups[group_of]
        if not keep.all():
            at, first, above, first_above = at[keep], first[keep], above[keep], first_above[keep]
            group_of = group_of[keep]
            begin = np.flatnonzero(np.concatenate(([True], group_of[1:] != group_of[:-1])))
            group_of = np.cumsum(np.concatenate(([True], group_of[1:] != group_of[:-1]))) - 1
            sizes = sizes[open_groups]
            stops_count = np.diff(np.append(begin, len(at)))
            assert len(stops_count) == len(sizes)
            counts_above = counts_above[open_groups]
        at, first, counts_now = above, first_above, counts_above


def _distinct(at: Array, group_of: Array, begin: Array) -> tuple[Array, Array]:
    first = np.ones(len(at), dtype=bool)
    first[1:] = (at[1:] != at[:-1]) | (group_of[1:] != group_of[:-1])
    return first, np.add.reduceat(first.astype(np.int64), begin)


def _splits(page: View, roots: Array) -> Iterator[tuple[Array, int]]:
    """All roots together, then those of each parent and of each grandparent."""
    yield roots, 0
    if len(roots) < 3:
        return
    parents = page.parents[roots]
    for split, above in ((1, parents), (2, page.parents[parents])):
        distinct, counts = np.unique(above, return_counts=True)
        if len(distinct) < 2:
            return
        for owner in distinct[counts >= 2].tolist()[:20]:
            yield roots[above == owner], split


def segments(page: View, roots: Array) -> tuple[Array, Array]:
    """The range of every record: its root and the siblings up to the next root."""
    parents = page.parents[roots]
    ends = page.ends[roots].copy()
    same = parents[1:] == parents[:-1]
    inner = np.flatnonzero(same)
    ends[inner] = roots[inner + 1]
    if len(inner):
        widths = page.place[roots[inner + 1]] - page.place[roots[inner]]
        widest = int(widths.max())
        if widest > 1:
            last = np.flatnonzero(np.append(~same, True))
            for i in last.tolist():
                ends[i] = _walk(page, int(roots[i]), widest)
    return roots, ends


def _walk(page: View, node: int, steps: int) -> int:
    """The end of the `steps`-th shown sibling from `node` on."""
    limit = int(page.ends[page.parents[node]]) if page.parents[node] >= 0 else int(page.ends[node])
    end = int(page.ends[node])
    steps -= 1
    while steps > 0 and end < limit:
        if page.shown[end]:
            steps -= 1
        end = int(page.ends[end])
    return end


def _before(page: View, node: int, limit: int, most: int = 6) -> list[int]:
    """Shown siblings before `node`, nearest first, down to `limit`."""
    children = []
    parent = int(page.parents[node])
    child = limit if limit > parent else parent + 1
    ends, shown = page.ends, page.shown
    while child < node:
        if shown[child]:
            children.append(child)
        child = int(ends[child])
    return children[::-1][:most]


def _shifts(page: View, base: Hypothesis) -> Iterator[Hypothesis]:
    """The same records begun some siblings earlier, where most of them agree on what stands before."""
    roots = base.roots
    parents = page.parents[roots]
    same = parents[1:] == parents[:-1]
    inner = np.flatnonzero(same)
    if len(inner) == 0 or len(inner) < 0.5 * (len(roots) - 1):
        return
    widths = page.place[roots[inner + 1]] - page.place[roots[inner]]
    if np.mean(widths > 1) < AGREEMENT:
        return
    first = int(roots[0])
    if page.place[first] == 0:
        return
    sample = [first] + [int(r) for r in roots[inner[:15] + 1]]
    limits = [int(page.parents[first]) + 1] + [int(r) for r in roots[inner[:15]]]
    tags = page.tree.tags
    behind = [
        _before(page, node, page.ends[limit] if k else limit)
        for k, (node, limit) in enumerate(zip(sample, limits, strict=True))
    ]
    for steps in range(1, 7):
        heads = [b[steps - 1] if len(b) >= steps else -1 for b in behind]
        names = [tags[h] if h >= 0 else "" for h in heads]
        if heads[0] < 0:
            return
        agree = sum(name == names[0] for name in names) / len(names)
        if agree < AGREEMENT:
            return
        yield _shift(page, base, steps)


def _shift(page: View, base: Hypothesis, steps: int) -> Hypothesis:
    starts, ends = base.starts.copy(), base.ends.copy()
    for i in range(len(starts)):
        node = int(base.roots[i])
        parent = int(page.parents[node])
        before_same = i > 0 and int(page.parents[base.roots[i - 1]]) == parent
        limit = int(page.ends[base.roots[i - 1]]) if before_same else parent + 1
        back = _before(page, node, limit)
        if len(back) >= steps:
            starts[i] = back[steps - 1]
        if before_same:
            ends[i - 1] = starts[i]
        elif i > 0:
            ends[i - 1] = _back(page, int(ends[i - 1]), int(base.roots[i - 1]), steps)
    ends[-1] = _back(page, int(ends[-1]), int(base.roots[-1]), steps)
    return replace(base, starts=starts, ends=ends, shifted=steps)


def _back(page: View, end: int, root: int, steps: int) -> int:
    """The end of a record that gives its last `steps` siblings away, if it has them."""
    nodes = [root]
    child = int(page.ends[root])
    while child < end:
        if page.shown[child]:
            nodes.append(child)
        child = int(page.ends[child])
    return int(page.ends[nodes[max(0, len(nodes) - 1 - steps)]])
