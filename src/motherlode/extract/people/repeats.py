"""Repeating units of a node's children (U4): definition 3 and algorithm 1 of the paper, with simple tree matching."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.people.lines import SKIPPED

MAX_NODES = 400
"""Larger subtrees are compared by their first nodes: a record of a person has some dozens."""

MAX_CHILDREN = 600
"""Children looked at in one node; algorithm 1 is quadratic in them."""


class Similarity:
    """Similarity of subtrees by simple tree matching, each pair of shapes computed once."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.shapes: dict[int, tuple[object, ...]] = {}
        self.known: dict[tuple[object, object], float] = {}

    def shape(self, node: int) -> tuple[object, ...]:
        """A subtree's tags as nested tuples, cut at MAX_NODES."""
        if node not in self.shapes:
            self.shapes[node] = self._shape(node, [MAX_NODES], 0)
        return self.shapes[node]

    def _shape(self, node: int, left: list[int], depth: int) -> tuple[object, ...]:
        left[0] -= 1
        parts: list[object] = [self.tree.tags[node]]
        if depth < 40:
            for child in self.tree.children(node):
                if left[0] <= 0:
                    break
                if self.tree.tags[child] != TEXT and self.tree.tags[child] not in SKIPPED:
                    parts.append(self._shape(child, left, depth + 1))
        return tuple(parts)

    def of(self, first: Sequence[int], second: Sequence[int]) -> float:
        """Similarity of two runs of siblings hung under one parent each: 2 · matched / all nodes."""
        a: tuple[object, ...] = ("unit", *(self.shape(node) for node in first))
        b: tuple[object, ...] = ("unit", *(self.shape(node) for node in second))
        if a == b:
            return 1.0
        if (a, b) not in self.known:
            matched = _matching(a, b) - 1
            self.known[a, b] = 2 * matched / max(1, _size(a) + _size(b) - 2)
        return self.known[a, b]


def _size(shape: Any) -> int:
    return 1 + sum(map(_size, shape[1:]))


def _matching(a: Any, b: Any) -> int:
    """Simple tree matching: the largest number of nodes that pair up in order."""
    if a[0] != b[0]:
        return 0
    previous = [0] * len(b)
    for child in a[1:]:
        row = [0] * len(b)
        for j, other in enumerate(b[1:], 1):
            row[j] = max(row[j - 1], previous[j], previous[j - 1] + _matching(child, other))
        previous = row
    return 1 + previous[-1]


def repeating_units(tree: Tree, parent: int, similarity: Similarity, least: float, more_than: int) -> list[list[int]]:
    """The repeating units among a node's children: more than `more_than`, or none (algorithm 1)."""
    children = [c for c in tree.children(parent) if tree.tags[c] != TEXT and tree.tags[c] not in SKIPPED][
        :MAX_CHILDREN
    ]
    best: list[list[int]] = []
    begin = 0
    while begin < len(children) - more_than:
        starts = [begin] + [
            t for t in range(begin + 1, len(children)) if similarity.of([children[begin]], [children[t]]) > least
        ]
        units = _cut(children, starts, similarity, least)
        if len(units) > max(more_than, len(best)):
            best = units
        if len(best) > more_than:
            break
        begin += 1
    return best


def _cut(children: Sequence[int], starts: Sequence[int], similarity: Similarity, least: float) -> list[list[int]]:
    """The children cut at the starts; a piece unlike the first one is cut to its length, or dropped as noise."""
    if len(starts) < 2:
        return []
    length = starts[1] - starts[0]
    first = list(children[starts[0] : starts[1]])
    units = [first]
    for place, start in enumerate(starts[1:], 1):
        end = starts[place + 1] if place + 1 < len(starts) else len(children)
        piece = list(children[start:end])
        if similarity.of(first, piece) > least:
            units.append(piece)
        elif similarity.of(first, piece[:length]) > least:
            units.append(piece[:length])
    return units
