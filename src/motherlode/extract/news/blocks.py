"""The page's text as a flat list of blocks, from the tree's arrays: one walk, nothing recursive.

A block is a run of text without the start or end of a block-level element in it, or two line breaks in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import TEXT, Tree
from motherlode.extract.news import hints

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

BLOCK_TAGS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "button",
        "caption",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hr",
        "html",
        "iframe",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "option",
        "p",
        "pre",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "video",
        "audio",
        "noframes",
        "frameset",
        "label",
    ]
)
HIDDEN_TAGS = frozenset(
    [
        "script",
        "style",
        "template",
        "head",
        "title",
        "svg",
        "iframe",
        "object",
        "select",
        "textarea",
        "option",
        "canvas",
        "audio",
        "video",
        "map",
        "datalist",
        "input",
        "embed",
        "applet",
    ]
)
SPAN_TAGS = (
    "article", "main", "aside", "nav", "footer", "header", "form", "figure", "table", "ul", "ol", "blockquote",
    "pre", "button", "dl", "section", "figcaption", "td", "label", "details", "li", "p", "center", "h1", "h2", "h3",
    "h4", "address",
)  # fmt: skip
"""Elements whose surrounding a block is a feature."""

LARGE = 0.7
"""An element with more than this share of the page's text is not judged by a name that speaks against content."""

MAX_BLOCKS = 30_000
"""Blocks that are judged; no labelled page has more than 6,000, and later ones are left out as not content."""

LINE = "\x1e"
"""Stands for <br> while a block is put together."""

FOLDED = 300
"""Longer texts are never compared with a title."""

_NOT_LETTER = re.compile(r"[\W_]+")
_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)
_SPAN_INDEX = {tag: number for number, tag in enumerate(SPAN_TAGS)}


@dataclass(slots=True)
class Naming:
    """What the attributes of a page's elements say of their purpose, read once."""

    names: list[str]
    """Class, id, role and itemprop of every node as one string; empty for texts and elements without a name."""
    properties: list[int]
    """Elements with an itemprop."""
    by_author: list[int]
    """Elements with rel=author."""


@dataclass(slots=True)
class Blocks:
    """Parallel arrays over the blocks of a page, in document order."""

    texts: list[str]
    starts: Ints
    """Node of the first text."""
    ends: Ints
    """Node after the last text."""
    boxes: Ints
    """Node of the block-level element around it."""
    tags: list[str]
    """Tag of that element."""
    chars: Floats
    link_chars: Floats
    link_counts: Floats
    bold_chars: Floats
    spans: Floats
    """Blocks × SPAN_TAGS: how many such elements surround the block."""
    hints: Floats
    """Blocks × hint kinds: how many elements of that kind surround the block."""
    own_hints: Floats
    """Blocks × hint kinds, of the box and its parent alone."""
    hidden: Floats
    """How many hidden elements surround the block."""
    names: list[tuple[int, int, tuple[str, ...]]]
    """Class words of elements: (first block, block after the last, words)."""
    folds: list[str]
    """Letters and digits of each text of up to 300 characters, in lower case; empty for longer ones."""

    naming: Naming

    def __len__(self) -> int:
        return len(self.texts)


def fold(text: str) -> str:
    """Letters and digits alone, in lower case, for comparing texts."""
    return _NOT_LETTER.sub("", text.lower())


def naming_of(tree: Tree) -> Naming:
    """The names of all nodes, in one walk."""
    names: list[str] = []
    properties: list[int] = []
    by_author: list[int] = []
    for node, attributes in enumerate(tree.attributes):
        if not attributes:
            names.append("")
            continue
        name = attributes.get("class") or ""
        if "id" in attributes:
            name = f"{name} {attributes['id']}"
        if "role" in attributes:
            name = f"{name} {attributes['role']}"
        if "itemprop" in attributes:
            name = f"{name} {attributes['itemprop']}"
            properties.append(node)
        if "rel" in attributes and attributes["rel"] == "author":
            by_author.append(node)
        names.append(name[: hints.MAX_NAME])
    return Naming(names, properties, by_author)


def blocks_of(tree: Tree) -> Blocks:
    """The blocks of a page with what surrounds them."""
    runs = _runs(tree)
    starts = np.asarray(runs.starts, dtype=np.int64)
    boxes, around = _enclosing(tree, runs.starts)
    chars = np.fromiter(map(len, runs.texts), dtype=np.float64, count=len(runs.texts))
    naming = naming_of(tree)
    surroundings = _surroundings(tree, naming.names, starts, chars, boxes, around)
    return Blocks(
        texts=runs.texts,
        starts=starts,
        ends=np.asarray(runs.ends, dtype=np.int64),
        boxes=np.asarray(boxes, dtype=np.int64),
        tags=[tree.tags[box] for box in boxes],
        chars=chars,
        link_chars=np.asarray(runs.links, dtype=np.float64),
        link_counts=np.asarray(runs.counts, dtype=np.float64),
        bold_chars=np.asarray(runs.bolds, dtype=np.float64),
        folds=[fold(text) if len(text) <= FOLDED else "" for text in runs.texts],
        naming=naming,
        **surroundings,
    )


def _covered(tree: Tree, found: list[int]) -> NDArray[np.int32]:
    """For every node, how many of the found elements it lies in (itself counted)."""
    delta = np.zeros(len(tree) + 1, dtype=np.int32)
    if found:
        positions = np.asarray(found)
        delta[positions] = 1
        delta -= np.bincount(tree.end_array[positions], minlength=len(delta)).astype(np.int32)
    return np.cumsum(delta[:-1], dtype=np.int32)


class _Runs:
    """Texts that are being put together, and what is known of each."""

    __slots__ = ("bolds", "counts", "ends", "links", "starts", "texts")

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.starts: list[int] = []
        self.ends: list[int] = []
        self.links: list[int] = []
        self.bolds: list[int] = []
        self.counts: list[int] = []

    def close(self, parts: list[str], first: int, last: int, linked: int, bold: int, count: int) -> None:
        """Ends a block."""
        text = folded("".join(parts)) if len(parts) > 1 else " ".join(parts[0].split())
        if text and len(self.texts) < MAX_BLOCKS:
            size = len(text)
            self.texts.append(text)
            self.starts.append(first)
            self.ends.append(last + 1)
            self.links.append(min(linked, size))
            self.bolds.append(min(bold, size))
            self.counts.append(count)


def _shown(tree: Tree, places: dict[str, list[int]]) -> NDArray[np.bool_]:
    """Which nodes are shown; a page that has most of its text in <noscript> shows that."""
    hidden = _covered(tree, [node for tag in HIDDEN_TAGS for node in places.get(tag, ())])
    if "noscript" in places:
        spare = _covered(tree, places["noscript"])
        sizes = np.fromiter(map(len, tree.texts), dtype=np.int64, count=len(tree))
        shown = sizes[(hidden == 0) & (spare == 0)].sum()
        if sizes[(hidden == 0) & (spare > 0)].sum() < shown:
            hidden = hidden + spare
    shown_nodes: NDArray[np.bool_] = hidden == 0
    return shown_nodes


def _runs(tree: Tree) -> _Runs:
    """Texts between the starts and ends of block-level elements, and between double line breaks."""
    places = tree.places
    runs = _Runs()
    pieces = np.asarray(sorted(places.get(TEXT, []) + places.get("br", [])), dtype=np.int64)
    if not len(pieces):
        return runs
    edges = np.zeros(len(tree) + 1, dtype=np.int64)
    positions = np.asarray([node for tag in BLOCK_TAGS for node in places.get(tag, ())], dtype=np.int64)
    edges[positions] = 1
    edges[tree.end_array[positions]] = 1
    pieces = pieces[_shown(tree, places)[pieces]]
    groups = np.cumsum(edges)[pieces].tolist()
    anchors = _covered(tree, places.get("a", []))[pieces].tolist()
    bold = _covered(tree, places.get("b", []) + places.get("strong", []))[pieces].tolist()
    _join(tree, zip(pieces.tolist(), groups, anchors, bold, strict=True), runs)
    return runs


def _join(tree: Tree, pieces: Iterable[tuple[int, int, int, int]], runs: _Runs) -> None:
    """Puts the pieces of each block together."""
    texts, tags = tree.texts, tree.tags
    parts: list[str] = []
    first = last = group = -1
    linked = bold = count = breaks = 0
    in_link = False
    for node, here, anchor, strong in pieces:
        if here != group or breaks > 1:
            if parts and (here != group or tags[node] == TEXT):
                runs.close(parts, first, last, linked, bold, count)
                parts, linked, bold, count, breaks = [], 0, 0, 0, 0
            group = here
        if tags[node] != TEXT:
            breaks += 1
            if parts:
                parts.append(LINE)
            continue
        text = texts[node]
        if text.isspace():
            if parts:
                parts.append(" ")
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


def _enclosing(tree: Tree, starts: list[int]) -> tuple[list[int], list[int]]:
    """The block-level element around each start, and all elements that hold any block, in document order."""
    tags, parents = tree.tags, tree.parents
    boxes: list[int] = []
    seen: set[int] = set()
    for node in starts:
        node = parents[node]
        while node > 0 and tags[node] not in BLOCK_TAGS:
            node = parents[node]
        boxes.append(max(node, 0))
        while node > 0 and node not in seen:
            seen.add(node)
            node = parents[node]
    return boxes, sorted(seen)


def _ranged(count: int, low: Ints, high: Ints, kinds: Ints, width: int) -> Floats:
    """Blocks × kinds: how many elements of each kind every block lies in."""
    size = (count + 1) * width
    changes = np.bincount(low * width + kinds, minlength=size) - np.bincount(high * width + kinds, minlength=size)
    sums: Floats = np.cumsum(changes.reshape(count + 1, width)[:-1], axis=0, dtype=np.float64)
    return sums


def _surroundings(
    tree: Tree, names: list[str], starts: Ints, chars: Floats, boxes: list[int], around: list[int]
) -> dict[str, Any]:
    """What elements surround each block: tags, hints, hidden ones, class words."""
    tags, attributes, parents = tree.tags, tree.attributes, tree.parents
    kinds = len(hints.NAMES)
    kept_rows: list[int] = []
    kept_kinds: list[int] = []
    bits: list[int] = [0] * len(around)
    own: dict[int, int] = {}
    named: list[tuple[int, tuple[str, ...]]] = []
    for row, node in enumerate(around):
        tag = tags[node]
        if tag in _SPAN_INDEX:
            kept_rows.append(row)
            kept_kinds.append(_SPAN_INDEX[tag])
        given = attributes[node]
        if not given or tag == "body":
            continue
        if names[node]:
            told, tokens = hints.told_by(names[node])
            bits[row] = own[node] = told
            named.append((row, tokens))
        if _is_hidden(given):
            kept_rows.append(row)
            kept_kinds.append(len(SPAN_TAGS))
    nodes = np.asarray(around, dtype=np.int64)
    low, high = np.searchsorted(starts, nodes), np.searchsorted(starts, tree.end_array[nodes])
    mass = np.concatenate(([0.0], np.cumsum(chars)))
    large = (mass[high] - mass[low]) > LARGE * mass[-1]
    values = np.asarray(bits, dtype=np.int64)
    values = np.where(large, values & ~hints.NEGATIVE, values)
    shifts = np.arange(kinds)
    rows = np.asarray(kept_rows, dtype=np.int64)
    ranged = _ranged(len(starts), low[rows], high[rows], np.asarray(kept_kinds, dtype=np.int64), len(SPAN_TAGS) + 1)
    hinted, hint_kinds = np.nonzero((values[:, None] >> shifts) & 1)
    own_bits = np.asarray([own.get(box, 0) | own.get(parents[box], 0) for box in boxes], dtype=np.int64)
    lows, highs = low.tolist(), high.tolist()
    return {
        "spans": ranged[:, :-1],
        "hidden": ranged[:, -1],
        "hints": _ranged(len(starts), low[hinted], high[hinted], hint_kinds, kinds),
        "own_hints": ((own_bits[:, None] >> shifts) & 1).astype(np.float64),
        "names": [(lows[row], highs[row], tokens) for row, tokens in named],
    }


def _is_hidden(attributes: dict[str, str | None]) -> bool:
    if "hidden" in attributes or attributes.get("aria-hidden") == "true":
        return True
    style = attributes.get("style")
    return style is not None and _hides(style)


@lru_cache(maxsize=4096)
def _hides(style: str) -> bool:
    return _HIDING.search(style) is not None
