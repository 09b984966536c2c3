"""Repeating units (U4), records that are not contiguous (U8) and record sets of one path (U2)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import islice, pairwise

from motherlode.dom.labels import View
from motherlode.dom.layout import Box
from motherlode.dom.similarity import tree_similarity
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree

Ranges = list[tuple[int, int]]

SIMILARITY = 0.8
"""The paper's S: two subtrees that are this alike repeat."""

PIXELS, UNEVEN, EVEN = 3.0, 0.25, 0.7
"""Corners may stand this far out of line, or by this share of the usual distance, and this share of the distances
must be even: the papers name no figures; browsers round to whole pixels, and one line more stays in line."""

MOST_CHILDREN = 1500
"""Nodes with more children are cut off: the comparison of units is quadratic in the worst case."""

MOST_HEADS = 50
"""Children that repeat, but too seldom, after which a node has no units: so the comparison stays short."""

LOOK_AHEAD = 12
"""How many siblings further on the next unit may begin; no record of the papers' pages spans more."""


def repeating_units(tree: Tree, similarity: float = SIMILARITY, least: int = 4) -> list[Ranges]:
    """Algorithm 1 on the children of every node: units of any length, noise between them allowed (U4)."""
    found: list[Ranges] = []
    for node in range(len(tree)):
        if tree.tags[node] == TEXT or tree.tags[node] in HIDDEN_TAGS:
            continue
        below = [c for c in tree.children(node) if tree.tags[c] != TEXT and tree.tags[c] not in HIDDEN_TAGS]
        if len(below) >= least:
            units = _units(tree, below[:MOST_CHILDREN], similarity, least)
            found += [units] if units else []
    return found


def _units(tree: Tree, below: Sequence[int], similarity: float, least: int) -> Ranges:
    """The units that begin with children like the first one that repeats often enough."""
    known: dict[tuple[int, int], bool] = {}

    def alike(i: int, j: int) -> bool:
        if tree.tags[below[i]] != tree.tags[below[j]]:
            return False
        if (i, j) not in known:
            known[i, j] = tree_similarity(tree, [below[i]], [below[j]]) > similarity
        return known[i, j]

    def again(head: int) -> int:
        """Where something like a child comes again; 0 for nowhere near."""
        return next((j for j in range(head + 1, min(len(below), head + 1 + LOOK_AHEAD)) if alike(head, j)), 0)

    for head in islice(filter(again, range(len(below) - 1)), MOST_HEADS):
        starts = [head]
        for j in range(head + 1, len(below)):
            if alike(head, j) or alike(starts[-1], j):
                starts.append(j)
        first = below[head : again(head)]
        units = []
        for start, stop in pairwise([*starts, len(below)]):
            for piece in (below[start:stop], below[start : start + len(first)]):  # behind a unit noise may stand
                if len(piece) <= LOOK_AHEAD and tree_similarity(tree, first, piece) > similarity:
                    units.append((piece[0], tree.ends[piece[-1]]))
                    break
        if len(units) >= least:
            return units
    return []


def also(tree: Tree, units: Ranges, similarity: float = SIMILARITY) -> Ranges:
    """The units with every other node of the same path that is similar to a known record (U8)."""
    if not units:
        return units
    model = units[0][0]
    path = _path(tree, model)
    found = list(units)
    taken = set(range(0))
    for start, end in units:
        taken.update(range(start, end))
    for node in range(len(tree)):
        if node in taken or tree.tags[node] != tree.tags[model] or _path(tree, node) != path:
            continue
        if tree_similarity(tree, [node], [model]) > similarity:
            found.append((node, tree.ends[node]))
    return sorted(found)


def _path(tree: Tree, node: int) -> tuple[str, ...]:
    steps = []
    while node >= 0:
        steps.append(tree.tags[node])
        node = tree.parents[node]
    return tuple(reversed(steps))


def record_sets(page: View, least: int = 5, boxes: Mapping[int, Box] | None = None) -> list[Ranges]:
    """Elements of the same path, more than four, lined up at equal distances where boxes are known (U2)."""
    groups: dict[int, list[int]] = defaultdict(list)
    for node, path in enumerate(page.tag_path.tolist()):
        if page.shown[node] and page.tree.tags[node] != TEXT:
            groups[path].append(node)
    return [
        [(node, page.tree.ends[node]) for node in nodes]
        for nodes in groups.values()
        if len(nodes) >= least and (boxes is None or aligned([boxes[n] for n in nodes if n in boxes]))
    ]


def aligned(boxes: Sequence[Box]) -> bool:
    """Whether the top-left corners stand in rows or columns at equal distances (U2), within some pixels."""
    if len(boxes) < 2:
        return False
    lefts, tops = sorted({round(b[0]) for b in boxes}), sorted({round(b[1]) for b in boxes})
    return _few_or_even(lefts, len(boxes)) and _few_or_even(tops, len(boxes))


def _few_or_even(values: Sequence[int], count: int) -> bool:
    """One line, a few lines of a grid, or many lines at distances that repeat."""
    if len(values) <= max(1, count // 3):
        return True
    gaps = sorted(b - a for a, b in pairwise(values))
    middle = gaps[len(gaps) // 2]
    return sum(abs(gap - middle) <= max(PIXELS, UNEVEN * middle) for gap in gaps) >= EVEN * len(gaps)
