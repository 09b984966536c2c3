"""The page's text as a flat list of blocks, from the tree's arrays: one walk, nothing recursive.

A block is a run of text without the start or end of a block-level element in it, or two line breaks in a row.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import TEXT, Tree, code_of
from motherlode.extract.article.elements import (
    IS_BLOCK,
    IS_FRAME,
    IS_HIDDEN,
    IS_MAIN,
    IS_OUTER_FRAME,
    KINDS,
    Flags,
    Ints,
    Surroundings,
    surroundings_of,
)
from motherlode.kernels import native

__all__ = ["Blocks", "Floats", "Ints", "blocks_of", "fold"]

Floats = NDArray[np.float64]

FOLDED = 300
"""Longer texts are never compared with a title."""

_NOT_LETTER = re.compile(r"[\W_]+")


@dataclass
class Blocks:
    """Parallel arrays over the blocks of a page, in document order."""

    texts: list[str]
    starts: Ints
    """Node of the first text."""
    ends: Ints
    """Node after the last text."""
    tags: list[str]
    """Tag of the block-level element around it."""
    chars: Floats
    link_chars: Floats
    link_counts: Floats
    bold_chars: Floats
    around: Surroundings
    _folded: dict[int, str] = field(default_factory=dict, repr=False)

    def __len__(self) -> int:
        return len(self.texts)

    @property
    def boxes(self) -> Ints:
        """Node of the block-level element around each block."""
        return self.around.boxes

    @cached_property
    def heads(self) -> bytes:
        """Which blocks are headings."""
        return bytes(map(HEADINGS.__contains__, self.tags))

    def alike(self, *titles: str) -> dict[int, str]:
        """The folded texts of headings, and of blocks that begin as some part of a title does, by row."""
        texts, rows = self.texts, alike_rows(self.begins, self.heads, "\n".join(titles).lower())
        return {row: self.folded(row) for row in rows if len(texts[row]) <= FOLDED}

    def folded(self, row: int) -> str:
        """The text of a row, folded once."""
        text = self._folded.get(row)
        if text is None:
            text = self._folded[row] = fold(self.texts[row])
        return text

    @cached_property
    def begins(self) -> list[str]:
        """The first characters of each text, in lower case."""
        kernel = native()
        found: list[str] = begins_in_python(self.texts) if kernel is None else kernel.begins(self.texts, BEGINNING)
        return found

    def tagged(self, tag: str) -> list[int]:
        """The rows of the blocks whose box has a tag."""
        tags, rows, at = self.tags, list[int](), -1
        for _ in range(tags.count(tag)):
            at = tags.index(tag, at + 1)
            rows.append(at)
        return rows


HEADINGS = frozenset(("h1", "h2", "h3"))
BEGINNING = 4
"""Characters by which a block may be recognised as the page's title before it is compared letter by letter."""


def begins_in_python(texts: list[str]) -> list[str]:
    """The first characters of each text, in lower case."""
    return [text[:BEGINNING].lower() for text in texts]


def alike_rows(begins: list[str], heads: bytes, known: str) -> list[int]:
    """The rows whose beginning stands in a text, and those of headings."""
    kernel = native()
    found: list[int] = alike_in_python(begins, heads, known) if kernel is None else kernel.alike(begins, heads, known)
    return found


def alike_in_python(begins: list[str], heads: bytes, known: str) -> list[int]:
    """The same by a loop."""
    return [row for row, begin in enumerate(begins) if begin in known or heads[row]]


def fold_in_python(text: str) -> str:
    """Letters and digits alone, in lower case."""
    return _NOT_LETTER.sub("", text.lower())


fold: Callable[[str], str] = fold_in_python if native() is None else native().folded
"""Letters and digits alone, in lower case, for comparing texts."""


def blocks_of(tree: Tree) -> Blocks:
    """The blocks of a page with what surrounds them."""
    runs = runs_of(tree)
    around = surroundings_of(tree, runs.starts, runs.chars)
    return Blocks(
        texts=runs.texts,
        starts=runs.starts,
        ends=runs.ends,
        tags=list(map(tree.tags.__getitem__, around.boxes.tolist())),
        chars=runs.chars,
        link_chars=runs.links,
        link_counts=runs.counts,
        bold_chars=runs.bolds,
        around=around,
    )


MAX_BLOCKS = 30_000
"""Blocks that are judged; no labelled page has more than 6,000, and later ones are left out as not content."""

LINE = "\x1e"
"""Stands for <br> while a block is put together."""

TEXTS, BREAK, LINK, BOLD, STRONG, NOSCRIPT, HEADER = map(
    code_of, (TEXT, "br", "a", "b", "strong", "noscript", "header")
)


def covered(tree: Tree, positions: Ints) -> NDArray[np.int64]:
    """For every node, how many of the elements it lies in (itself counted)."""
    delta = -np.bincount(tree.end_array[positions], minlength=len(tree) + 1)
    delta[positions] += 1
    return np.cumsum(delta[:-1])


class Runs(NamedTuple):
    """Parallel arrays over the runs of a page."""

    texts: list[str]
    starts: Ints
    """Node of the first text."""
    ends: Ints
    """Node after the last text."""
    chars: Floats
    links: Floats
    """Characters in links."""
    bolds: Floats
    """Characters in bold."""
    counts: Floats
    """How many links."""


def runs_of(tree: Tree) -> Runs:
    """All runs of shown text."""
    kernel = native()
    return runs_in_python(tree) if kernel is None else runs_in_kernel(kernel, tree)


def runs_in_kernel(kernel: Any, tree: Tree) -> Runs:
    """The runs by the native extension."""
    texts, starts, ends, counts = kernel.runs(tree.codes, tree.end_array, KINDS, tree.texts, MAX_BLOCKS, FRAME)
    numbers = np.frombuffer(counts, dtype=np.float64).reshape(4, -1)
    return Runs(texts, np.frombuffer(starts, dtype=np.int64), np.frombuffer(ends, dtype=np.int64), *numbers)


class _Collected:
    """Runs while they are put together."""

    __slots__ = ("rows", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.rows: list[tuple[int, int, int, int, int, int]] = []

    def close(self, parts: list[str], first: int, last: int, linked: int, bold: int, count: int) -> None:
        """Ends a run."""
        text = _folded_lines("".join(parts)) if len(parts) > 1 else " ".join(parts[0].split())
        if text and len(self.texts) < MAX_BLOCKS:
            size = len(text)
            self.texts.append(text)
            self.rows.append((first, last + 1, size, min(size, linked), min(size, bold), count))

    def runs(self) -> Runs:
        """All of them."""
        starts, ends, *counts = np.asarray(self.rows, dtype=np.int64).reshape(-1, 6).T.copy()
        return Runs(self.texts, starts, ends, *(column.astype(np.float64) for column in counts))


def runs_in_python(tree: Tree) -> Runs:
    """The runs by array operations and a loop over the pieces."""
    runs, codes = _Collected(), tree.codes
    if not len(tree):
        return runs.runs()
    pieces = np.flatnonzero(((codes == TEXTS) | (codes == BREAK)) & _shown(tree))
    if not len(pieces):
        return runs.runs()
    edges = np.zeros(len(tree) + 1, dtype=np.int64)
    positions = np.flatnonzero(IS_BLOCK[codes])
    edges[positions] = 1
    edges[tree.end_array[positions]] = 1
    groups = np.cumsum(edges)[pieces]
    texts = [tree.texts[piece] for piece in pieces.tolist()]
    blank = np.fromiter(map(str.isspace, texts), dtype=np.bool_, count=len(texts))
    filled = np.zeros(int(groups[-1]) + 1, dtype=np.bool_)
    filled[groups[~blank & (codes[pieces] != BREAK)]] = True
    kept = np.flatnonzero(filled[groups])
    pieces = pieces[kept]
    anchors = covered(tree, np.flatnonzero(codes == LINK))[pieces]
    bold = covered(tree, np.flatnonzero((codes == BOLD) | (codes == STRONG)))[pieces]
    _join(
        runs,
        [texts[place] for place in kept.tolist()],
        pieces.tolist(),
        groups[kept].tolist(),
        blank[kept].tolist(),
        anchors.tolist(),
        bold.tolist(),
    )
    return runs.runs()


def _shown(tree: Tree) -> Flags:
    """Which nodes are shown and may be content; a page that has most of its text in <noscript> shows that."""
    codes = tree.codes
    hidden = covered(tree, np.flatnonzero(IS_HIDDEN[codes])) > 0
    sizes = np.fromiter(map(len, tree.texts), dtype=np.int64, count=len(tree))
    inside = np.flatnonzero(codes == NOSCRIPT)
    if len(inside):
        spare = covered(tree, inside) > 0
        if sizes[~hidden & spare].sum() < sizes[~hidden & ~spare].sum():
            hidden |= spare
    shown = ~hidden
    framed = _framed(tree)
    if sizes[shown & framed].sum() <= FRAME * sizes[shown].sum():
        shown &= ~framed
    return shown


FRAME = 0.6
"""Share of a page's text in navigation, footers and the like from which they are judged like all other text."""


def _framed(tree: Tree) -> Flags:
    """Nodes of navigation and buttons, and of footers, asides and the links of headers outside the main part.

    On the labelled pages a third of all blocks and one in two thousand words of content.
    """
    codes = tree.codes
    frame = covered(tree, np.flatnonzero(IS_FRAME[codes])) > 0
    outer = np.flatnonzero(IS_OUTER_FRAME[codes])
    header = np.flatnonzero(codes == HEADER)
    if len(outer) or len(header):
        main = covered(tree, np.flatnonzero(IS_MAIN[codes])) > 0
        outside = covered(tree, outer[~main[outer]]) > 0
        linked = covered(tree, header[~main[header]]) * covered(tree, np.flatnonzero(codes == LINK)) > 0
        frame |= outside | linked
    return frame


def _join(
    runs: _Collected,
    texts: list[str],
    nodes: list[int],
    groups: list[int],
    blank: list[bool],
    anchors: list[int],
    bolds: list[int],
) -> None:
    """Puts the pieces of each run together; a piece without text is a line break."""
    parts: list[str] = []
    first = last = group = -1
    linked = bold = count = breaks = 0
    in_link = False
    for text, node, here, empty, anchor, strong in zip(texts, nodes, groups, blank, anchors, bolds, strict=True):
        if here != group or breaks > 1:
            if parts and (here != group or text):
                runs.close(parts, first, last, linked, bold, count)
                parts, linked, bold, count, breaks = [], 0, 0, 0, 0
            group = here
        if empty:
            if parts:
                parts.append(" ")
            continue
        if not text:
            breaks += 1
            if parts:
                parts.append(LINE)
            continue
        if not parts:
            first = node
        last, breaks = node, 0
        parts.append(text)
        if anchor:
            linked += len(text)
            count += not in_link
        in_link = anchor > 0
        if strong:
            bold += len(text)
    if parts:
        runs.close(parts, first, last, linked, bold, count)


def _folded_lines(text: str) -> str:
    """White space folded; line breaks that stand for <br> are kept."""
    if LINE not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split(LINE))
    return "\n".join(line for line in lines if line)
