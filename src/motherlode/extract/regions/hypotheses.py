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

MAX_LEVELS = 18
"""Levels climbed from a label; records of real pages lie at most 14 levels above their leaves."""

AGREEMENT = 0.8
"""Share of records that must begin with the same siblings before records are shifted back (swept 0.6–1.0)."""


MOST_SETS = 32
"""Sets of roots looked at closely; with 32 the best cuts of all labelled pages still reach F 99.6."""

SPAN_MERIT = 3.0

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
    found = _likeliest(page, _root_sets(page))
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
            np.minimum(ends[:-1], starts[1:], out=ends[:-1])
            seen[key] = len(made)
            made.append(Hypothesis(subset, starts, ends, votes, single, 0, split, len(roots)))
    shifted = [h for base in made for h in _shifts(page, base)]
    return made + shifted


def _likeliest(page: View, sets: list[tuple[Array, int, int]]) -> list[tuple[Array, int, int]]:
    """The sets of roots with most votes and most text; the others are never the best in practice."""
    if len(sets) <= MOST_SETS:
        return sets
    total = max(1, int(page.offset[-1]))
    first = np.asarray([roots[0] for roots, _, _ in sets])
    last = np.asarray([roots[-1] for roots, _, _ in sets])
    span = (page.offset[page.ends[last]] - page.offset[first]) / total
    counts = np.asarray([len(roots) for roots, _, _ in sets])
    votes = np.asarray([v for _, v, _ in sets])
    single = np.asarray([s for _, _, s in sets])
    merit = np.log1p(single) + 0.5 * np.log1p(votes) + SPAN_MERIT * np.sqrt(span) + 0.2 * np.log(counts)
    return [sets[i] for i in np.sort(np.argsort(-merit, kind="stable")[:MOST_SETS]).tolist()]


def _root_sets(page: View) -> list[tuple[Array, int, int]]:
    """Sets of roots with their votes."""
    size = len(page.parents)
    if size == 0:
        return []
    weights = np.random.default_rng(1).integers(1, 2**62, size=size, dtype=np.int64)
    sets: dict[int, list[Any]] = {}
    labels, shift = [], 0
    for label in (page.tag_path, page.class_path, page.kind):
        labels.append(label.astype(np.int64) + shift)
        shift += int(label.max()) + 1
    _climb(page, np.concatenate(labels), weights, sets)
    return [(roots, votes, single) for roots, votes, single in sets.values()]


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
                    if np.all(page.ends[roots[:-1]] <= roots[1:]) and _one_tag(page, roots):
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


def _one_tag(page: View, roots: Array) -> bool:
    """Whether the roots are elements of one kind: labels without a path may lead to different levels."""
    tags = page.tree.tags
    return len({tags[node] for node in roots[:60].tolist()}) == 1


def _distinct(at: Array, group_of: Array, begin: Array) -> tuple[Array, Array]:
    first = np.ones(len(at), dtype=bool)
    first[1:] = (at[1:] != at[:-1]) | (group_of[1:] != group_of[:-1])
    return first, np.add.reduceat(first.astype(np.int64), begin)


def _splits(page: View, roots: Array) -> Iterator[tuple[Array, int]]:
    """All roots together, then those of each parent and of each grandparent that holds much of the text."""
    yield roots, 0
    if len(roots) < 3:
        return
    parents = page.parents[roots]
    if (parents[1:] == parents[0]).all():
        return
    for split, above in ((1, parents), (2, page.parents[parents])):
        edges = np.flatnonzero(above[1:] != above[:-1]) + 1
        if len(edges) == 0:
            return
        first, stop = np.append(0, edges), np.append(edges, len(roots))
        mass = page.offset[page.ends[roots[stop - 1]]] - page.offset[roots[first]]
        mass[stop - first < 2] = -1
        for i in np.argsort(-mass, kind="stable")[:MOST_SPLITS].tolist():
            if mass[i] > 0:
                yield roots[first[i] : stop[i]], split


def segments(page: View, roots: Array) -> tuple[Array, Array]:
    """The range of every record: its root and the siblings up to the next root."""
    parents, ends = page.tree.parents, page.tree.ends
    nodes = roots.tolist()
    stops = [ends[node] for node in nodes]
    last, widest = [], 1
    for i in range(len(nodes) - 1):
        node, following = nodes[i], nodes[i + 1]
        if parents[node] == parents[following]:
            if stops[i] != following:
                stops[i] = following
                widest = max(widest, int(page.place[following] - page.place[node]))
        else:
            last.append(i)
    if widest > 1:
        for i in [*last, len(nodes) - 1]:
            stops[i] = _walk(page, nodes[i], widest)
    return roots, np.asarray(stops, dtype=np.int32)


def _walk(page: View, node: int, steps: int) -> int:
    """The end of the `steps`-th shown sibling from `node` on."""
    ends, shown, parent = page.tree.ends, page.shown, page.tree.parents[node]
    limit = ends[parent] if parent >= 0 else ends[node]
    end = ends[node]
    steps -= 1
    while steps > 0 and end < limit:
        if shown[end]:
            steps -= 1
        end = ends[end]
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
    first = int(base.roots[0])
    if page.place[first] == 0:
        return
    parents, ends = page.tree.parents, page.tree.ends
    nodes = base.roots[:40].tolist()
    inner = [i for i in range(1, len(nodes)) if parents[nodes[i]] == parents[nodes[i - 1]]]
    if not inner or len(inner) < 0.5 * (len(nodes) - 1):
        return
    if sum(ends[nodes[i - 1]] != nodes[i] for i in inner) < AGREEMENT * len(inner):
        return
    inner = inner[:15]
    sample = [first] + [nodes[i] for i in inner]
    limits = [parents[first] + 1] + [nodes[i - 1] for i in inner]
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
        floor = int(page.ends[base.roots[i - 1]]) if i > 0 else 0
        back = [before for before in _before(page, node, limit) if before >= floor]
        if len(back) >= steps:
            starts[i] = back[steps - 1]
        if before_same:
            ends[i - 1] = starts[i]
        elif i > 0:
            ends[i - 1] = _back(page, int(ends[i - 1]), int(base.roots[i - 1]), steps)
    ends[-1] = _back(page, int(ends[-1]), int(base.roots[-1]), steps)
    np.minimum(ends[:-1], starts[1:], out=ends[:-1])
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
