"""How alike two subtrees are: edit distance of tag sequences (E4), simple tree matching (U4); nothing recursive."""

from __future__ import annotations

from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from motherlode.dom.tree import TEXT, Tree

MOST_NODES = 300
"""Larger subtrees are compared by their tag sequences: tree matching takes the product of both sizes."""


def sequence(tree: Tree, node: int, *, texts: bool = False) -> tuple[str, ...]:
    """The tags of a subtree in pre-order, text nodes left out unless wanted (E3, E4)."""
    return tuple(tag for tag in tree.tags[node : tree.ends[node]] if texts or tag != TEXT)


def sequence_similarity(a: Sequence[str], b: Sequence[str]) -> float:
    """Sim = 1 − ed / longer length (E4).

    >>> sequence_similarity(("tr", "td", "a"), ("tr", "td"))
    0.6666666666666667
    """
    longest = max(len(a), len(b))
    return 1.0 - Levenshtein.distance(a, b) / longest if longest else 1.0


def tree_similarity(tree: Tree, a: Sequence[int], b: Sequence[int]) -> float:
    """Simple tree matching of two runs of siblings, as if each hung under one parent, over their mean size (U4)."""
    left = [i for node in a for i in range(node, tree.ends[node]) if tree.tags[i] != TEXT]
    right = [i for node in b for i in range(node, tree.ends[node]) if tree.tags[i] != TEXT]
    if not left or not right:
        return float(not left and not right)
    if len(left) > MOST_NODES or len(right) > MOST_NODES:
        return sequence_similarity([tree.tags[i] for i in left], [tree.tags[i] for i in right])
    children = {i: [c for c in tree.children(i) if tree.tags[c] != TEXT] for i in {*left, *right}}
    weight: dict[tuple[int, int], int] = {}
    for i in reversed(left):
        for j in reversed(right):
            if tree.tags[i] == tree.tags[j]:
                weight[i, j] = 1 + _matched(children[i], children[j], weight)
    top_left = [n for n in a if tree.tags[n] != TEXT]
    top_right = [n for n in b if tree.tags[n] != TEXT]
    return _matched(top_left, top_right, weight) / ((len(left) + len(right)) / 2)


def _matched(a: Sequence[int], b: Sequence[int], weight: dict[tuple[int, int], int]) -> int:
    """The heaviest order-preserving matching of two rows of children."""
    row = [0] * (len(b) + 1)
    for i in a:
        diagonal = 0
        for k, j in enumerate(b, 1):
            above = row[k]
            row[k] = max(above, row[k - 1], diagonal + weight.get((i, j), 0))
            diagonal = above
    return row[-1]
