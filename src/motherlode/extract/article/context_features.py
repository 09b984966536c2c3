"""Numbers about each block from the first judgement of all: neighbours, containers, alike places, the whole."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.article.blocks import Blocks, Floats
from motherlode.extract.article.features import LEVELS, Layout, Sums, Table

LEAST_WEIGHT = 20.0
"""Characters that every block counts more than it has, so that headings are heard among paragraphs."""

STRONG, EVEN, FAINT, TINY = 0.6, 0.5, 1e-3, 1e-6
"""Judgements that are strong, and that are more likely than not; what keeps logarithms and quotients finite. The
second network is learned on these numbers, hence makes up for other choices."""

FURTHEST = 3
"""Blocks before and after each whose judgement is taken by itself."""

WINDOWS = ((-2, 3), (-5, 6), (-10, 11), (-4, 0), (1, 5), (-12, 0), (1, 13))
"""First block, and block after the last, of stretches around each block whose share of content is taken."""

CONTEXT = 2 + 6 + 3 + 4 + 2 * LEVELS + 2 + 3 + 4 + 4


def context_features(tree: Tree, blocks: Blocks, layout: Layout, judged: Floats, table: Table) -> None:
    """Fills blocks × numbers, all zero before."""
    count = len(blocks)
    weight = blocks.chars + LEAST_WEIGHT
    sums = Sums(judged * weight, weight)
    mass, base = sums.bare
    whole = max(mass[-1], TINY)
    table[:, 0] = judged
    table[:, 1] = np.log((judged + FAINT) / (1 - judged + FAINT))
    padded = np.zeros(count + 2 * FURTHEST)
    padded[FURTHEST:-FURTHEST] = judged
    for column, by in enumerate((1, 2, 3, -1, -2, -3), 2):
        table[:, column] = padded[FURTHEST - by :][:count]
    inside = np.empty((len(WINDOWS), 2, count))
    for (first, last), window in zip(WINDOWS, inside, strict=True):
        np.subtract(sums.at(last), sums.at(first), out=window)
    table[:, 8:15] = (inside[:, 0] / np.maximum(inside[:, 1], TINY)).T
    column = 15
    held = mass[layout.high] - mass[layout.low]
    table[:, column : column + 2 * LEVELS : 2] = (held / np.maximum(base[layout.high] - base[layout.low], TINY)).T
    table[:, column + 1 : column + 2 * LEVELS : 2] = (held / whole).T
    _summary(tree, blocks, judged, weight, mass, table[:, column + 2 * LEVELS :])


def _summary(
    tree: Tree, blocks: Blocks, judged: Floats, weight: Floats, mass: NDArray[np.float64], table: Table
) -> None:
    """Alike places, the main container, the place among what is content, and the page as a whole."""
    places, index = blocks.around.places, np.arange(len(blocks))
    bases = np.bincount(places, weights=weight)
    table[:, 0] = (np.bincount(places, weights=judged * weight) / np.maximum(bases, TINY))[places]
    table[:, 1] = np.log1p(np.bincount(places))[places]
    main = main_container(tree, blocks, mass)
    whole = max(mass[-1], TINY)
    table[:, 2] = (blocks.starts >= main) & (blocks.starts < tree.ends[main])
    table[:, 3] = mass[:-1] / whole
    table[:, 4] = (whole - mass[1:]) / whole
    strong = np.flatnonzero(judged > STRONG)
    if len(strong):
        table[:, 5] = index < strong[0]
        table[:, 6] = index > strong[-1]
        table[:, 7] = np.log1p(np.maximum(strong[0] - index, 0))
        table[:, 8] = np.log1p(np.maximum(index - strong[-1], 0))
    table[:, 9] = whole / max(float(weight.sum()), TINY)
    table[:, 10] = np.log1p(whole)
    table[:, 11] = float((judged > EVEN).mean())
    table[:, 12] = float(np.minimum(judged, 1 - judged).mean())


MAIN_SHARE = 0.85
"""The main container is the smallest element with so much of what was judged content."""


def main_container(tree: Tree, blocks: Blocks, mass: NDArray[np.float64]) -> int:
    """The smallest element that holds most of the content found so far."""
    centre = int(np.searchsorted(mass, mass[-1] / 2))
    node = int(blocks.boxes[min(max(centre - 1, 0), len(blocks) - 1)])
    above = [node]
    while above[-1] > 0:
        above.append(tree.parents[above[-1]])
    nodes = np.asarray(above, dtype=np.int64)
    low, high = np.searchsorted(blocks.starts, nodes), np.searchsorted(blocks.starts, tree.end_array[nodes])
    enough = np.flatnonzero(mass[high] - mass[low] >= MAIN_SHARE * mass[-1])
    return int(nodes[enough[0]]) if len(enough) else 0
