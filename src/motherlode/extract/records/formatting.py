"""Pages whose unclosed formatting tags pile up: seen without them, records that look alike have equal paths again.

A parser opens every `<font>` that nobody closed anew in each block that follows, so that the tenth record lies ten
levels deeper than the first.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from motherlode.dom.labels import Array, View, view
from motherlode.dom.tree import Tree

FORMATTING = frozenset(
    {"b", "big", "center", "code", "em", "font", "i", "nobr", "s", "small", "strike", "strong", "tt", "u"}
)
"""The elements that HTML's parser opens anew, links left out, and `center`."""

PILE = 6
"""Formatting elements in each other that nobody writes on purpose; on the labelled pages 5 % have as many."""


def seen(tree: Tree) -> View:
    """The page's arrays; where formatting piles up, with paths that leave it out."""
    page = view(tree)
    paths = _paths(page)
    if paths is None:
        return page
    tag_path = paths[page.tag_path].astype(np.int32)
    return replace(page, tag_path=tag_path, leaf_path=tag_path[page.leaves])


def structural_parents(page: View) -> Array:
    """The nearest ancestor of every node that is no formatting element."""
    tags = page.tree.tags
    formatting = np.fromiter((tag in FORMATTING for tag in tags), dtype=bool, count=len(tags))
    parents = page.parents.copy()
    while True:
        inside = np.flatnonzero((parents >= 0) & formatting[parents])
        if len(inside) == 0:
            return parents
        parents[inside] = page.parents[parents[inside]]


def piled(page: View) -> bool:
    """Whether the paths of a page leave formatting out: only then has a node the path of its parent."""
    return bool((page.tag_path[1:] == page.tag_path[page.parents[1:]]).any())


def _paths(page: View) -> Array | None:
    """For every tag path the number of the one without formatting; None where none piles up."""
    if len(page.parents) == 0:
        return None
    _, nodes = np.unique(page.tag_path, return_index=True)
    tags = [page.tree.tags[node] for node in nodes.tolist()]
    above = np.where(nodes > 0, page.tag_path[page.parents[nodes]], -1).tolist()
    pile, through, own = [0] * len(tags), [0] * len(tags), [0] * len(tags)
    numbers: dict[tuple[int, str], int] = {}
    for path, (tag, over) in enumerate(zip(tags, above, strict=True)):
        own[path] = numbers.setdefault((through[over] if over >= 0 else -1, tag), len(numbers))
        if tag in FORMATTING and over >= 0:
            pile[path], through[path] = pile[over] + 1, through[over]
        else:
            through[path] = own[path]
    return np.asarray(own) if max(pile) >= PILE else None
