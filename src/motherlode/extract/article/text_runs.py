"""Runs of text: what stands between the starts and ends of block-level elements, or between double line breaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import OWN, TEXT, Tree, code_of
from motherlode.kernels import native

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]

BLOCK_TAGS = frozenset(
    (
        "address", "article", "aside", "blockquote", "body", "button", "caption", "center", "dd", "details", "dialog",
        "dir", "div", "dl", "dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5",
        "h6", "header", "hr", "html", "iframe", "legend", "li", "main", "menu", "nav", "ol", "option", "p", "pre",
        "section", "summary", "table", "tbody", "td", "tfoot", "th", "thead", "tr", "ul", "video", "audio",
        "noframes", "frameset", "label",
    )
)  # fmt: skip
HIDDEN_TAGS = frozenset(
    (
        "script", "style", "template", "head", "title", "svg", "iframe", "object", "select", "textarea", "option",
        "canvas", "audio", "video", "map", "datalist", "input", "embed", "applet",
    )
)  # fmt: skip
SPAN_TAGS = (
    "article", "main", "aside", "nav", "footer", "header", "form", "figure", "table", "ul", "ol", "blockquote",
    "pre", "button", "dl", "section", "figcaption", "td", "label", "details", "li", "p", "center", "h1", "h2", "h3",
    "h4", "address",
)  # fmt: skip
"""Elements whose surrounding a block is a feature."""

MAX_BLOCKS = 30_000
"""Blocks that are judged; no labelled page has more than 6,000, and later ones are left out as not content."""

LINE = "\x1e"
"""Stands for <br> while a block is put together."""

TEXTS, BREAK, LINK, BOLD, STRONG, NOSCRIPT, HEADER = map(
    code_of, (TEXT, "br", "a", "b", "strong", "noscript", "header")
)


def _table(tags: Iterable[str]) -> Flags:
    """Which codes are those of these tags."""
    table = np.zeros(OWN, dtype=np.bool_)
    table[[code_of(tag) for tag in tags]] = True
    table[0] = False
    return table


IS_BLOCK = _table(BLOCK_TAGS)
IS_HIDDEN = _table(HIDDEN_TAGS)
IS_FRAME = _table(("nav", "button"))
IS_OUTER_FRAME = _table(("footer", "aside"))
IS_MAIN = _table(("article", "main"))
KINDS = np.zeros(OWN, dtype=np.uint16)
"""What each code means to the kernel, as bits."""
for _bit, _codes in enumerate(
    (
        IS_BLOCK, IS_HIDDEN, IS_FRAME, IS_OUTER_FRAME, IS_MAIN, _table(("a",)), _table(("b", "strong")),
        _table((TEXT,)), _table(("br",)), _table(("noscript",)), _table(("header",)),
    )
):  # fmt: skip
    KINDS[_codes] |= 1 << _bit
SPAN_OF = np.full(OWN, -1)
SPAN_OF[[code_of(tag) for tag in SPAN_TAGS]] = np.arange(len(SPAN_TAGS))


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
    return in_python(tree) if kernel is None else in_kernel(kernel, tree)


def in_kernel(kernel: Any, tree: Tree) -> Runs:
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
        text = folded("".join(parts)) if len(parts) > 1 else " ".join(parts[0].split())
        if text and len(self.texts) < MAX_BLOCKS:
            size = len(text)
            self.texts.append(text)
            self.rows.append((first, last + 1, size, min(size, linked), min(size, bold), count))

    def runs(self) -> Runs:
        """All of them."""
        starts, ends, *counts = np.asarray(self.rows, dtype=np.int64).reshape(-1, 6).T.copy()
        return Runs(self.texts, starts, ends, *(column.astype(np.float64) for column in counts))


def in_python(tree: Tree) -> Runs:
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


def folded(text: str) -> str:
    """White space folded; line breaks that stand for <br> are kept."""
    if LINE not in text:
        return " ".join(text.split())
    lines = (" ".join(line.split()) for line in text.split(LINE))
    return "\n".join(line for line in lines if line)
