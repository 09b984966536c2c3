"""What surrounds each block: the elements above it, their tags, and what their names say of their purpose."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.news import hints
from motherlode.extract.news.runs import IS_BLOCK, SPAN_OF, SPAN_TAGS, Ints

Floats = NDArray[np.float32]

LARGE = 0.7
"""An element with more than this share of the page's text is not judged by a name that speaks against content."""

_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE)


@dataclass(slots=True)
class Surroundings:
    """Parallel arrays over the blocks of a page."""

    boxes: Ints
    """Node of the block-level element around each block."""
    spans: Floats
    """Blocks × SPAN_TAGS: how many such elements surround the block."""
    hints: Floats
    """Blocks × hint kinds: how many elements of that kind surround the block."""
    own_hints: Floats
    """Blocks × hint kinds, of the box and its parent alone."""
    hidden: Floats
    """How many hidden elements surround the block."""
    names: list[tuple[int, int, tuple[str, ...]]]
    """Words of the names of elements: (first block, block after the last, words), outer elements first."""
    places: Ints
    """A number per kind of place: blocks whose box and its parent share tag and name have the same."""


def surroundings_of(tree: Tree, starts: list[int], chars: NDArray[np.float64]) -> Surroundings:
    """What surrounds the blocks that start at these nodes."""
    codes = tree.codes
    boxes, around = _enclosing(tree, IS_BLOCK[codes].tolist(), starts)
    bits, named, hiding, kinds = _read(tree, around)
    first = np.asarray(starts, dtype=np.int64)
    nodes = np.asarray(around, dtype=np.int64)
    low, high = np.searchsorted(first, nodes), np.searchsorted(first, tree.end_array[nodes])
    mass = np.concatenate(([0.0], np.cumsum(chars)))
    large = (mass[high] - mass[low]) > LARGE * mass[-1]
    told = np.asarray(bits, dtype=np.int64)
    told[large] &= ~hints.NEGATIVE
    shifts = np.arange(len(hints.NAMES))
    hinted, hint_kinds = np.nonzero((told[:, None] >> shifts) & 1)
    spans = SPAN_OF[codes[nodes]]
    rows = np.concatenate([np.flatnonzero(spans >= 0), np.asarray(hiding, dtype=np.int64)])
    columns = np.concatenate([spans[spans >= 0], np.full(len(hiding), len(SPAN_TAGS))])
    ranged = _ranged(len(starts), low[rows], high[rows], columns, len(SPAN_TAGS) + 1)
    own = dict(zip(around, bits, strict=True))
    parents = tree.parents
    own_bits = np.asarray([own.get(box, 0) | own.get(parents[box], 0) for box in boxes], dtype=np.int64)
    pairs = [kinds.get(box, 0) * (len(kinds) + 1) + kinds.get(parents[box], 0) for box in boxes]
    lows, highs = low.tolist(), high.tolist()
    return Surroundings(
        boxes=np.asarray(boxes, dtype=np.int64),
        spans=ranged[:, :-1],
        hidden=ranged[:, -1],
        hints=_ranged(len(starts), low[hinted], high[hinted], hint_kinds, len(hints.NAMES)),
        own_hints=((own_bits[:, None] >> shifts) & 1).astype(np.float32),
        names=[(lows[row], highs[row], tokens) for row, tokens in named],
        places=np.unique(np.asarray(pairs, dtype=np.int64), return_inverse=True)[1].reshape(-1),
    )


def _enclosing(tree: Tree, is_block: list[bool], starts: list[int]) -> tuple[list[int], list[int]]:
    """The block-level element around each start, and all elements that hold any block, in document order."""
    parents = tree.parents
    boxes: list[int] = []
    seen: set[int] = set()
    for node in starts:
        node = parents[node]
        while node > 0 and not is_block[node]:
            node = parents[node]
        boxes.append(max(node, 0))
        while node > 0 and node not in seen:
            seen.add(node)
            node = parents[node]
    return boxes, sorted(seen)


def _read(
    tree: Tree, around: list[int]
) -> tuple[list[int], list[tuple[int, tuple[str, ...]]], list[int], dict[int, int]]:
    """From the attributes of elements: hint bits, words of names by row, rows of hidden ones, kinds of elements."""
    tags, given_of, told_by = tree.tags, tree.given, hints.told_by
    bits: list[int] = [0] * len(around)
    named: list[tuple[int, tuple[str, ...]]] = []
    hiding: list[int] = []
    kinds: dict[int, int] = {}
    known: dict[str, int] = {}
    for row, node in enumerate(around):
        given, tag = given_of(node), tags[node]
        if not given:
            kinds[node] = known.setdefault(tag, len(known) + 1)
            continue
        name = name_of(given)
        kinds[node] = known.setdefault(f"{tag} {name}", len(known) + 1)
        if tag == "body":
            continue
        if name:
            bits[row], tokens = told_by(name)
            if tokens:
                named.append((row, tokens))
        if HIDING.isdisjoint(given):
            continue
        if "hidden" in given or given.get("aria-hidden") == "true" or _hides(given.get("style")):
            hiding.append(row)
    return bits, named, hiding, kinds


HIDING = frozenset(("hidden", "aria-hidden", "style"))


def name_of(given: dict[str, str | None]) -> str:
    """Class, id, role and itemprop of an element as one string."""
    name = given.get("class") or ""
    if len(given) > 1 or not name:
        if "id" in given:
            name = f"{name} {given['id']}"
        if "role" in given:
            name = f"{name} {given['role']}"
        if "itemprop" in given:
            name = f"{name} {given['itemprop']}"
    return name if len(name) <= hints.MAX_NAME else name[: hints.MAX_NAME]


@lru_cache(maxsize=4096)
def _hides(style: str | None) -> bool:
    return style is not None and _HIDING.search(style) is not None


def _ranged(count: int, low: Ints, high: Ints, kinds: Ints, width: int) -> Floats:
    """Blocks × kinds: how many elements of each kind every block lies in."""
    size = (count + 1) * width
    changes = np.bincount(low * width + kinds, minlength=size) - np.bincount(high * width + kinds, minlength=size)
    sums: Floats = np.cumsum(changes.reshape(count + 1, width)[:-1], axis=0, dtype=np.float32)
    return sums
