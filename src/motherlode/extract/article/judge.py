"""The judge of blocks: learned networks, then what the page as a whole says, then which blocks are kept (N4)."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.article.blocks import Blocks, Floats
from motherlode.extract.article.features import (
    LEVELS,
    LOCAL,
    TABLE_ORDER,
    Layout,
    PageFacts,
    Sums,
    Table,
    layout_of,
    local_features,
)
from motherlode.kernels import native

WEIGHTS = Path(__file__).parent / "weights"
OUTLIER = 4.0
"""Standard deviations from which a number says no more."""

SMALL = 250_000
"""Multiplications up to which the matrix library stays on one thread; waking others costs more than it saves."""

ONE_THREAD = os.environ.get("OPENBLAS_NUM_THREADS") == "1"


def _product(values: Table, matrix: Table) -> Table:
    """values @ matrix, in pieces small enough for one thread."""
    rows = max(1, SMALL // max(matrix.size, 1)) if not ONE_THREAD else len(values)
    if len(values) <= rows or matrix.shape[1] == 1:
        return values @ matrix
    product = np.empty((len(values), matrix.shape[1]), dtype=np.float32)
    for first in range(0, len(values), rows):
        np.matmul(values[first : first + rows], matrix, out=product[first : first + rows])
    return product


@dataclass(frozen=True, slots=True)
class Network:
    """Layers: matrix, offset, max(0, ·), …; the outputs' sigmoids are averaged."""

    matrices: tuple[Table, ...]
    offsets: tuple[NDArray[np.float32], ...]

    def judge(self, *tables: Table) -> Floats:
        """The probability of being content for every row of scaled numbers, which may stand in several tables."""
        first, *others = self.matrices
        ends = accumulate(table.shape[1] for table in tables)
        parts = [first[end - table.shape[1] : end] for table, end in zip(tables, ends, strict=True)]
        values = sum(map(_product, tables[1:], parts[1:]), _product(tables[0], parts[0]))
        values += self.offsets[0]
        for matrix, offset in zip(others, self.offsets[1:], strict=True):
            np.maximum(values, 0, out=values)
            values = _product(values, matrix)
            values += offset
        odds = np.minimum(np.maximum(values.astype(np.float64), -30), 30)
        likely = 1 / (1 + np.exp(-odds))
        mean: Floats = np.add.reduce(likely, axis=1) / likely.shape[1]
        return mean


@dataclass(frozen=True, slots=True)
class Judge:
    """Two judgements: `first` sees each block, `second` also what the first thought of its surroundings."""

    centre: NDArray[np.float32]
    scale: NDArray[np.float32]
    """Of all numbers: the local ones, then those of the context."""
    first: Network
    second: Network

    def judge(self, tree: Tree, blocks: Blocks, facts: PageFacts) -> Floats:
        """The probability of being content for every block."""
        layout = layout_of(tree, blocks)
        local = np.zeros((len(blocks), LOCAL), dtype=np.float32, order=TABLE_ORDER)
        context = np.zeros((len(blocks), CONTEXT), dtype=np.float32, order="F")
        local_features(tree, blocks, facts, layout, local)
        scaled(local, self.centre[:LOCAL], self.scale[:LOCAL])
        context_features(tree, blocks, layout, self.first.judge(local), context)
        scaled(context, self.centre[LOCAL:], self.scale[LOCAL:])
        return self.second.judge(local, context)


def scaled(table: Table, centre: NDArray[np.float32], scale: NDArray[np.float32]) -> None:
    """Centres and scales the columns in place, without outliers."""
    kernel = native()
    if kernel is None:
        scaled_in_python(table, centre, scale)
    elif table.flags.c_contiguous:
        kernel.scaled(table, len(table), centre, scale, OUTLIER, False)
    else:
        kernel.scaled(table.T, table.shape[1], centre, scale, OUTLIER, True)


def scaled_in_python(table: Table, centre: NDArray[np.float32], scale: NDArray[np.float32]) -> None:
    """The same by array operations."""
    table -= centre
    table *= scale
    np.maximum(table, -OUTLIER, out=table)  # two steps, which take less time than np.clip for what a page has
    np.minimum(table, OUTLIER, out=table)


def write(judge: Judge, folder: Path = WEIGHTS) -> None:
    """Puts the numbers into `folder`: the networks as half-precision arrays."""
    folder.mkdir(parents=True, exist_ok=True)
    arrays: dict[str, NDArray[np.floating]] = {"centre": judge.centre, "scale": judge.scale}
    for name, network in (("first", judge.first), ("second", judge.second)):
        for layer, (matrix, offset) in enumerate(zip(network.matrices, network.offsets, strict=True)):
            arrays[f"{name}.matrix{layer}"] = matrix.astype(np.float16)
            arrays[f"{name}.offset{layer}"] = offset.astype(np.float16)
    np.savez_compressed(folder / "blocks.npz", **arrays)  # type: ignore[arg-type]


@cache
def shipped(folder: Path = WEIGHTS) -> Judge:
    """The judge that ships with the package."""
    with np.load(folder / "blocks.npz") as arrays:
        networks = []
        for name in ("first", "second"):
            layers = sum(key.startswith(f"{name}.matrix") for key in arrays.files)
            networks.append(
                Network(
                    tuple(arrays[f"{name}.matrix{layer}"].astype(np.float32) for layer in range(layers)),
                    tuple(arrays[f"{name}.offset{layer}"].astype(np.float32) for layer in range(layers)),
                )
            )
        centre, scale = arrays["centre"], arrays["scale"]
    return Judge(centre, scale, *networks)


LONG = 60
"""A text so long that stands twice is a copy for another screen size, not a refrain."""


def judge_blocks(tree: Tree, blocks: Blocks, facts: PageFacts, judge: Judge | None = None) -> Floats:
    """The probability of being content for every block."""
    if not len(blocks):
        return np.zeros(0)
    return agreed(blocks, doubted(blocks, (judge or shipped()).judge(tree, blocks, facts), facts))


ARTICLE_TYPES = frozenset(
    ("article", "newsarticle", "blogposting", "reportagenewsarticle", "opinionnewsarticle", "analysisnewsarticle")
)
PROSE = 500
"""Characters of sure running text from which a page that calls itself an article is taken at its word."""

LITTLE_PROSE = 150
MOSTLY = 4.0
"""A page that says nothing of itself is an article when it has so many times more running text than sure links."""

EVEN, FEW_LINKS, LINE, TINY = 0.5, 0.3, 80, 1e-9
"""Running text: more likely content than not, with so few links, and longer than a line."""

LINKED = 0.8
"""Share of links from which a block is nothing else; across hosts 0.6 gives .0007 less F1, 0.95 .0001."""

DOUBT = 0.3
DOUBT_UNNAMED = 0.5
"""What becomes of blocks that are links on an article; swept over 0.15, 0.3, 0.5 across hosts."""


LINKS = 0.5
"""Share of links up to which a block is judged with those in places alike; 0.3 and 0.7 change F1 by less than
.0001."""


def doubted(blocks: Blocks, judged: Floats, facts: PageFacts) -> Floats:
    """The page-type switch: on an article, what is nothing but links is hardly content; on a list it may be."""
    named = not ARTICLE_TYPES.isdisjoint(facts.types)
    least, mostly, doubt = (PROSE, 0.0, DOUBT) if named else (LITTLE_PROSE, MOSTLY, DOUBT_UNNAMED)
    linked = blocks.link_chars / np.maximum(blocks.chars, 1.0)
    sure = judged > EVEN
    chars = blocks.chars
    prose = float((chars * (sure & (linked < FEW_LINKS) & (chars > LINE))).sum())
    if prose <= least or prose <= mostly * float((chars * (sure & (linked > LINKED))).sum()):
        return judged
    switched: Floats = np.where(linked > LINKED, judged * doubt, judged)
    return switched


ALIKE = 3
"""Blocks in the same kind of place from which they are judged together."""

TOGETHER = 0.5
"""Share of the common judgement; swept over 0.3, 0.5, 0.6 and 0.8 across hosts."""


def agreed(blocks: Blocks, judged: Floats) -> Floats:
    """Blocks in the same kind of place, such as the paragraphs of many slides, drawn towards their common judgement.

    Links are left out, for a list of them and a paragraph may stand in the same kind of place.
    """
    places, chars = blocks.around.places, blocks.chars
    plain = blocks.link_chars < LINKS * chars
    sizes = np.bincount(places, chars * plain)
    common = np.bincount(places, chars * plain * judged) / np.maximum(sizes, TINY)
    alike = plain & (np.bincount(places, plain)[places] >= ALIKE)
    together: Floats = np.where(alike, (1 - TOGETHER) * judged + TOGETHER * common[places], judged)
    return together


LENIENT, STRICT = 0.35, 0.25
"""How far below and above the asked-for probability the threshold may go. Across hosts 0.2 below gives .0008 less F1
and 0.45 one page more; 0.1 and 0.4 above change nothing."""

OF_THE_BEST, HOPELESS = 0.7, 0.05
"""Where nothing is sure, blocks are kept that are nearly as sure as the best, unless that is hopeless."""


def threshold(judged: Floats, chars: Floats, keep: float) -> float:
    """The probability from which keeping blocks makes the page's expected F1 largest; never far from `keep`."""
    order = (-judged).argsort()
    weights, ordered = chars[order] + TINY, judged[order]
    hits = (ordered * weights).cumsum()
    expected = 2 * hits / (weights.cumsum() + hits[-1])
    best = float(ordered[expected.argmax()])
    return min(max(best, keep - LENIENT), keep + STRICT)


def choose_blocks(blocks: Blocks, judged: Floats, keep: float) -> NDArray[np.bool_]:
    """The blocks that are kept: sure enough, or the best ones of a page where nothing is; copies once."""
    if not len(blocks):
        return np.zeros(0, dtype=bool)
    chosen = judged >= threshold(judged, blocks.chars, keep)
    if not chosen.any():
        chosen = judged >= max(float(judged.max()) * OF_THE_BEST, HOPELESS)
    rows = (chosen & (blocks.chars > LONG)).nonzero()[0].tolist()
    texts = [blocks.texts[row] for row in rows]
    if len(set(texts)) < len(texts):
        firsts = dict(zip(reversed(texts), reversed(rows), strict=True))
        chosen[[row for row, text in zip(rows, texts, strict=True) if firsts[text] != row]] = False
    return chosen


LEAST_WEIGHT = 20.0
"""Characters that every block counts more than it has, so that headings are heard among paragraphs."""

STRONG, FAINT, LEAST = 0.6, 1e-3, 1e-6
"""Judgements that are strong; what keeps logarithms and quotients finite. The second network is learned on these
numbers, hence makes up for other choices."""

FURTHEST = 3
"""Blocks before and after each whose judgement is taken by itself."""

WINDOWS = ((-2, 3), (-5, 6), (-10, 11), (-4, 0), (1, 5), (-12, 0), (1, 13))
"""First block, and block after the last, of stretches around each block whose share of content is taken."""

CONTEXT = 2 + 6 + 3 + 4 + 2 * LEVELS + 2 + 3 + 4 + 4


_WINDOWS = np.array(WINDOWS, dtype=np.int64)


def context_features(tree: Tree, blocks: Blocks, layout: Layout, judged: Floats, table: Table) -> None:
    """Fills blocks × numbers, all zero before, whose columns stand in one piece."""
    kernel = native()
    if kernel is None:
        context_in_python(tree, blocks, layout, judged, table)
        return
    kernel.context(
        table.T, judged, blocks.chars, blocks.around.places,
        (blocks.starts, blocks.boxes, tree.parent_array, tree.end_array), (layout.low, layout.high), _WINDOWS,
        (LEAST_WEIGHT, STRONG, FAINT, LEAST, EVEN, MAIN_SHARE),
    )  # fmt: skip


def context_in_python(tree: Tree, blocks: Blocks, layout: Layout, judged: Floats, table: Table) -> None:
    """The same by array operations."""
    count = len(blocks)
    weight = blocks.chars + LEAST_WEIGHT
    sums = Sums(judged * weight, weight)
    mass, base = sums.bare
    whole = max(mass[-1], LEAST)
    table[:, 0] = judged
    table[:, 1] = np.log((judged + FAINT) / (1 - judged + FAINT))
    padded = np.zeros(count + 2 * FURTHEST)
    padded[FURTHEST:-FURTHEST] = judged
    for column, by in enumerate((1, 2, 3, -1, -2, -3), 2):
        table[:, column] = padded[FURTHEST - by :][:count]
    inside = np.empty((len(WINDOWS), 2, count))
    for (first, last), window in zip(WINDOWS, inside, strict=True):
        np.subtract(sums.at(last), sums.at(first), out=window)
    table[:, 8:15] = (inside[:, 0] / np.maximum(inside[:, 1], LEAST)).T
    column = 15
    held = mass[layout.high] - mass[layout.low]
    table[:, column : column + 2 * LEVELS : 2] = (held / np.maximum(base[layout.high] - base[layout.low], LEAST)).T
    table[:, column + 1 : column + 2 * LEVELS : 2] = (held / whole).T
    _summary(tree, blocks, judged, weight, mass, table[:, column + 2 * LEVELS :])


def _summary(
    tree: Tree, blocks: Blocks, judged: Floats, weight: Floats, mass: NDArray[np.float64], table: Table
) -> None:
    """Alike places, the main container, the place among what is content, and the page as a whole."""
    places, index = blocks.around.places, np.arange(len(blocks))
    bases = np.bincount(places, weights=weight)
    table[:, 0] = (np.bincount(places, weights=judged * weight) / np.maximum(bases, LEAST))[places]
    table[:, 1] = np.log1p(np.bincount(places))[places]
    main = main_container(tree, blocks, mass)
    whole = max(mass[-1], LEAST)
    table[:, 2] = (blocks.starts >= main) & (blocks.starts < tree.ends[main])
    table[:, 3] = mass[:-1] / whole
    table[:, 4] = (whole - mass[1:]) / whole
    strong = (judged > STRONG).nonzero()[0]
    if len(strong):
        table[:, 5] = index < strong[0]
        table[:, 6] = index > strong[-1]
        table[:, 7] = np.log1p(np.maximum(strong[0] - index, 0))
        table[:, 8] = np.log1p(np.maximum(index - strong[-1], 0))
    table[:, 9] = whole / max(float(weight.sum()), LEAST)
    table[:, 10] = np.log1p(whole)
    table[:, 11] = float((judged > EVEN).mean())
    table[:, 12] = float(np.minimum(judged, 1 - judged).mean())


MAIN_SHARE = 0.85
"""The main container is the smallest element with so much of what was judged content."""


def main_container(tree: Tree, blocks: Blocks, mass: NDArray[np.float64]) -> int:
    """The smallest element that holds most of the content found so far."""
    centre = int(mass.searchsorted(mass[-1] / 2))
    node = int(blocks.boxes[min(max(centre - 1, 0), len(blocks) - 1)])
    above = [node]
    while above[-1] > 0:
        above.append(tree.parents[above[-1]])
    nodes = np.asarray(above, dtype=np.int64)
    low, high = blocks.starts.searchsorted(nodes), blocks.starts.searchsorted(tree.end_array[nodes])
    enough = (mass[high] - mass[low] >= MAIN_SHARE * mass[-1]).nonzero()[0]
    return int(nodes[enough[0]]) if len(enough) else 0
