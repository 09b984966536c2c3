"""What surrounds each block: the elements above it, their tags, and what their names say of their purpose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.plain import BARE, SHUT
from motherlode.dom.plain import name_of as whole_name_of
from motherlode.dom.tree import OWN, Tree, code_of
from motherlode.extract.article import hints
from motherlode.extract.article.text_runs import IS_BLOCK, KINDS, SPAN_OF, SPAN_TAGS, Ints
from motherlode.kernels import native

Floats = NDArray[np.float32]

LARGE = 0.7
"""An element with more than this share of the page's text is not judged by a name that speaks against content."""

BODY = code_of("body")
_RULES = (SPAN_OF.astype(np.int8), len(SPAN_TAGS), len(hints.NAMES), hints.NEGATIVE, LARGE, BODY)
"""What the kernel goes by."""


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
    places: Ints
    """A number per kind of place: blocks whose box and its parent share tag and name have the same."""


def surroundings_of(tree: Tree, starts: Ints, chars: NDArray[np.float64]) -> Surroundings:
    """What surrounds the blocks that start at these nodes."""
    kernel = native()
    boxes, nodes = enclosing(tree, starts)
    names, numbers, signs = tree.nodes.names(nodes, hints.MAX_NAME)
    elements = Elements(nodes, np.frombuffer(numbers, dtype=np.int64), signs, hints.all_told(names))
    if kernel is None:
        return around_in_python(tree, starts, chars, boxes, elements)
    return around_in_kernel(kernel, tree, starts, chars, boxes, elements)


class Elements(NamedTuple):
    """The elements that hold any block, in document order."""

    nodes: Ints
    which: Ints
    """Which name each has."""
    signs: bytes
    told: Ints
    """What each name tells, as `hints.all_told` has it."""


def around_in_kernel(
    kernel: Any, tree: Tree, starts: Ints, chars: NDArray[np.float64], boxes: Ints, elements: Elements
) -> Surroundings:
    """What surrounds the blocks, by the native extension."""
    spans, hidden, hinted, own_hints, places = kernel.around(
        (tree.codes, tree.parent_array, tree.end_array, tree.tags), (starts, boxes, chars), tuple(elements), _RULES
    )
    return Surroundings(
        boxes=boxes,
        spans=np.frombuffer(spans, dtype=np.float32).reshape(-1, len(SPAN_TAGS)),
        hidden=np.frombuffer(hidden, dtype=np.float32),
        hints=np.frombuffer(hinted, dtype=np.float32).reshape(-1, len(hints.NAMES)),
        own_hints=np.frombuffer(own_hints, dtype=np.float32).reshape(-1, len(hints.NAMES)),
        places=np.frombuffer(places, dtype=np.int64),
    )


def around_in_python(
    tree: Tree, starts: Ints, chars: NDArray[np.float64], boxes: Ints, elements: Elements
) -> Surroundings:
    """The same by array operations."""
    nodes, which = elements.nodes, elements.which
    signs = np.frombuffer(elements.signs, dtype=np.uint8)
    body = tree.codes[nodes] == BODY  # its name says nothing of a part of the page
    told = np.where(body, 0, elements.told[which])
    low, high = np.searchsorted(starts, nodes), np.searchsorted(starts, tree.end_array[nodes])
    mass = np.concatenate(([0.0], np.cumsum(chars)))
    large = (mass[high] - mass[low]) > LARGE * mass[-1]
    own_bits = _scattered(tree, nodes, told)
    told[large] &= ~hints.NEGATIVE
    shifts = np.arange(len(hints.NAMES))
    hinted, hint_kinds = np.nonzero((told[:, None] >> shifts) & 1)
    spans = SPAN_OF[tree.codes[nodes]]
    hiding = np.flatnonzero(((signs & SHUT) != 0) & ~body)
    rows = np.concatenate([np.flatnonzero(spans >= 0), hiding])
    columns = np.concatenate([spans[spans >= 0], np.full(len(hiding), len(SPAN_TAGS))])
    ranged = _ranged(len(starts), low[rows], high[rows], columns, len(SPAN_TAGS) + 1)
    above = np.maximum(tree.parent_array[boxes], 0)
    return Surroundings(
        boxes=boxes,
        spans=ranged[:, :-1].copy(),
        hidden=ranged[:, -1].copy(),
        hints=_ranged(len(starts), low[hinted], high[hinted], hint_kinds, len(hints.NAMES)),
        own_hints=(((own_bits[boxes] | own_bits[above])[:, None] >> shifts) & 1).astype(np.float32),
        places=_places(tree, nodes, which * 2 + (signs & BARE), boxes, above),
    )


def enclosing(tree: Tree, starts: Ints) -> tuple[Ints, Ints]:
    """The block-level element around each start, and all elements that hold any block, in document order."""
    kernel = native()
    if kernel is None:
        return enclosing_in_python(tree, starts)
    boxes, around = kernel.enclosing(tree.parent_array, tree.codes, KINDS, starts)
    return np.frombuffer(boxes, dtype=np.int64), np.frombuffer(around, dtype=np.int64)


def enclosing_in_python(tree: Tree, starts: Ints) -> tuple[Ints, Ints]:
    """The same by a loop."""
    parents, is_block = tree.parents, IS_BLOCK[tree.codes].tolist()
    boxes: list[int] = []
    seen: set[int] = set()
    for node in starts.tolist():
        node = parents[node]
        while node > 0 and not is_block[node]:
            node = parents[node]
        boxes.append(max(node, 0))
        while node > 0 and node not in seen:
            seen.add(node)
            node = parents[node]
    return np.asarray(boxes, dtype=np.int64), np.asarray(sorted(seen), dtype=np.int64)


def _scattered(tree: Tree, nodes: Ints, values: Ints) -> Ints:
    """The values by node, zero for all other nodes."""
    scattered = np.zeros(max(len(tree), 1), dtype=np.int64)
    scattered[nodes] = values
    return scattered


def _places(tree: Tree, nodes: Ints, names: Ints, boxes: Ints, above: Ints) -> Ints:
    """A number for each pair of kinds of box and parent; elements of one kind have the same tag and name."""
    tags = tree.codes[nodes].astype(np.int64)
    unnumbered = np.flatnonzero(tags == 0).tolist()
    if unnumbered:  # elements that the parser has no number for go by their names
        own: dict[str, int] = {}
        for row, node in zip(unnumbered, nodes[unnumbered].tolist(), strict=True):
            tags[row] = OWN + own.setdefault(tree.tags[node], len(own))
    _, kinds = np.unique(tags * (2 * len(nodes) + 2) + names, return_inverse=True)
    by_node = _scattered(tree, nodes, kinds.reshape(-1) + 1)
    pairs = by_node[boxes] * (len(nodes) + 2) + by_node[above]
    _, firsts, places = np.unique(pairs, return_index=True, return_inverse=True)
    numbers: Ints = np.argsort(np.argsort(firsts))[places.reshape(-1)]  # in the order in which they come
    return numbers


def name_of(given: dict[str, str | None]) -> str:
    """Class, id, role and itemprop of an element as one string."""
    return whole_name_of(given)[: hints.MAX_NAME]


def _ranged(count: int, low: Ints, high: Ints, kinds: Ints, width: int) -> Floats:
    """Blocks × kinds: how many elements of each kind every block lies in."""
    size = (count + 1) * width
    changes = np.bincount(low * width + kinds, minlength=size) - np.bincount(high * width + kinds, minlength=size)
    sums: Floats = np.cumsum(changes.reshape(count + 1, width)[:-1], axis=0, dtype=np.float32)
    return sums
