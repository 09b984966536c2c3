"""One pass over the parser's nodes into flat arrays: by the compiled kernel where it is built, else in Python.

Both mean the same, and tests hold them equal. The kernel (`_walk.c`) is built at installation where there is a C
compiler, and used when the installed parser has the functions that it calls and both agree on a sample page;
MOTHERLODE_PURE=1 in the environment turns it off.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import cache
from types import ModuleType
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser, LexborNode

from motherlode.errors import LimitExceeded

TEXT = "-text"
Attributes = dict[str, str | None]
_EMPTY: Attributes = {}

COMMENT = "-comment"
_COMMON = (
    "a abbr address applet article aside audio b base blockquote br button canvas center cite code datalist dd del "
    "details dialog dir div dl dt em embed fieldset figcaption figure font footer form h1 h2 h3 h4 h5 h6 header hr i "
    "iframe img input ins label legend li link main map menu meta nav noscript object ol p picture pre script "
    "section small source span strong style sub summary sup svg template textarea time title u ul video"
)
"""Elements whose names need not be read from the parser: their numbers are the same in every page."""

OWN = 256
"""Elements that the parser does not know have an address for a number, different in every page."""


@cache
def _numbers() -> dict[int, str]:
    """The names of common elements, of texts and of comments by the parser's numbers."""
    opened = "".join(f"<{tag}></{tag}>" for tag in _COMMON.split())
    rows = "<table><caption></caption><thead><tr><th></th></tr></thead><tbody><tr><td></td></tr></tbody></table>"
    samples = (f"{opened}{rows}<select><option></select>text<!---->", "<frameset><noframes></noframes>")
    roots = [LexborHTMLParser(sample).root for sample in samples]
    return {
        node.tag_id: node.tag or TEXT
        for root in roots
        if root is not None
        for node in root.traverse(include_text=True)
        if node.tag_id < OWN
    }


@cache
def _names() -> tuple[str | None, ...]:
    """The names by number, None for numbers that are not the same in every page."""
    return tuple(map(_numbers().get, range(OWN)))


@cache
def code_of(tag: str) -> int:
    """The number of a common element (or of texts) in `Tree.codes`; 0, which no node has, for others."""
    return next((number for number, name in _numbers().items() if name == tag), 0)


class Walk(NamedTuple):
    """The nodes of a page in document order, as parallel arrays."""

    tags: list[str]
    texts: list[str]
    codes: NDArray[np.uint8]
    parents: NDArray[np.int32]
    depths: NDArray[np.int32]
    ends: NDArray[np.int32]
    given: Callable[[int], Attributes]
    """The attributes of a node."""
    values: Callable[[NDArray[np.int64], str], list[str | None]]
    """The values of one attribute of nodes, None where it is not there or has none."""
    names: Callable[[NDArray[np.int64], int], tuple[list[str], bytes]]
    """The names of elements, as `name_of` makes them, cut at so many characters, and their signs."""
    places: Callable[[Sequence[LexborNode]], list[int]]
    """The numbers of the parser's elements, those that the walk left out dropped."""

    @property
    def arrays(self) -> tuple[NDArray[np.integer], ...]:
        """All that are numbers."""
        return self.codes, self.parents, self.depths, self.ends


def walked(root: LexborNode, max_nodes: int) -> Walk:
    """The nodes below and with `root`; raises LimitExceeded."""
    kernel = compiled()
    return in_python(root, max_nodes) if kernel is None else in_kernel(kernel, root, max_nodes)


@cache
def compiled() -> ModuleType | None:
    """The compiled kernel, where it was built and the installed parser goes with it."""
    if os.environ.get("MOTHERLODE_PURE") == "1":
        return None
    try:
        from motherlode.dom import _walk  # type: ignore[attr-defined,unused-ignore]

        _walk.bind(lexbor.__file__, LexborNode)
        return _walk if _agrees(_walk) else None
    except (ImportError, AttributeError, TypeError):  # not built, another parser, or built from an older source
        return None


def _agrees(kernel: ModuleType) -> bool:
    """Whether the kernel reads a sample page as Python does."""
    root = LexborHTMLParser(SAMPLE).root
    if root is None:
        return False
    ours, plain = in_kernel(kernel, root, 1000), in_python(root, 1000)
    every = np.arange(len(plain.tags))
    return (
        (ours.tags, ours.texts) == (plain.tags, plain.texts)
        and all(np.array_equal(one, other) for one, other in zip(ours.arrays, plain.arrays, strict=True))
        and list(map(ours.given, every.tolist())) == list(map(plain.given, every.tolist()))
        and ours.names(every, 99) == plain.names(every, 99)
        and ours.values(every, "id") == plain.values(every, "id")
    )


SAMPLE = "<title>Ä&amp;</title><p id=a class='b c' hidden>one<!-- -->two<svg><a xlink:href=#>x</a></svg><x-y>三<br>"
"""A page with every kind of node and attribute."""


def in_kernel(kernel: ModuleType, root: LexborNode, max_nodes: int) -> Walk:
    """The walk by the compiled kernel."""
    try:
        nodes, tags, texts, codes, *arrays = kernel.walk(root, _names(), code_of(TEXT), code_of(COMMENT), max_nodes)
    except OverflowError as error:
        raise _too_many(max_nodes) from error
    parents, depths, ends = (np.frombuffer(array, dtype=np.int32) for array in arrays)

    def places(elements: Sequence[LexborNode]) -> list[int]:
        addresses = np.frombuffer(nodes.addresses(), dtype=np.uintp)
        wanted = np.fromiter((element.mem_id for element in elements), dtype=np.uintp, count=len(elements))
        order = np.argsort(addresses)
        found = order[np.minimum(np.searchsorted(addresses, wanted, sorter=order), len(order) - 1)]
        numbers: list[int] = found[addresses[found] == wanted].tolist()
        return numbers

    numbered = np.frombuffer(codes, dtype=np.uint8)
    given, values, names = nodes.attributes, nodes.values, nodes.names
    return Walk(tags, texts, numbered, parents, depths, ends, given, values, names, places)


def in_python(root: LexborNode, max_nodes: int) -> Walk:
    """The walk over the parser's nodes as Python objects."""
    parents: list[int] = []
    depths: list[int] = []
    ends: list[int] = []
    texts: list[str] = []
    elements: list[LexborNode | None] = []
    codes: list[int] = []
    text, comment = code_of(TEXT), code_of(COMMENT)
    above: list[tuple[LexborNode, int]] = []
    node: LexborNode | None = root
    parent, depth, count = -1, 0, 0
    while node is not None:
        kind = node.tag_id
        if kind != comment:
            codes.append(kind)
            parents.append(parent)
            depths.append(depth)
            count += 1
            ends.append(count)
            if count > max_nodes:
                raise _too_many(max_nodes)
            if kind == text:
                texts.append(node.text_content or "")
                elements.append(None)
            else:
                texts.append("")
                elements.append(node)
                child = node.first_child
                if child is not None:
                    above.append((node, parent))
                    parent, node = count - 1, child
                    depth += 1
                    continue
        node = node.next if above else None
        while node is None and above:
            ends[parent] = count
            node, parent = above.pop()
            depth -= 1
            node = node.next if above else None

    def given(node: int) -> Attributes:
        element = elements[node]
        return _EMPTY if element is None else element.attributes

    def values(nodes: NDArray[np.int64], name: str) -> list[str | None]:
        return [given(node).get(name) for node in nodes.tolist()]

    def names(nodes: NDArray[np.int64], most: int) -> tuple[list[str], bytes]:
        all_given = list(map(given, nodes.tolist()))
        return [name_of(one)[:most] for one in all_given], bytes(map(_signs, all_given))

    def places(wanted: Sequence[LexborNode]) -> list[int]:
        numbered = {element.mem_id: node for node, element in enumerate(elements) if element is not None}
        return [numbered[element.mem_id] for element in wanted if element.mem_id in numbered]

    tags = _named(codes, elements)
    above_of, depth_of, end_of = (np.asarray(array, dtype=np.int32) for array in (parents, depths, ends))
    return Walk(
        tags, texts, np.asarray(codes, dtype=np.uint8), above_of, depth_of, end_of, given, values, names, places
    )


BARE, SHUT, STYLED = 1, 2, 4
"""Signs of an element: it has no attributes at all, is hidden by an attribute, has a style."""


def name_of(given: Attributes) -> str:
    """Class, id, role and itemprop of an element as one string."""
    name = given.get("class") or ""
    if len(given) > 1 or not name:
        for key in ("id", "role", "itemprop"):
            if key in given:
                name = f"{name} {given[key]}"
    return name


def _signs(given: Attributes) -> int:
    if not given:
        return BARE
    shut = "hidden" in given or given.get("aria-hidden") == "true"
    return (SHUT if shut else 0) | (STYLED if "style" in given else 0)


def _named(codes: list[int], elements: list[LexborNode | None]) -> list[str]:
    """The tags, from the parser's numbers where those are the same in every page; codes of others become 0."""
    known = _numbers()
    tags: list[str] = []
    for node, code in enumerate(codes):
        tag = known.get(code)
        if tag is None:
            element = elements[node]
            tag = (element.tag if element is not None else None) or TEXT
            codes[node] = 0
        tags.append(tag)
    return tags


def _too_many(max_nodes: int) -> LimitExceeded:
    return LimitExceeded(f"the page has more than {max_nodes} nodes", nodes=max_nodes)


TEXT_CODE = code_of(TEXT)
_NONE = np.zeros(0, dtype=np.int32)
NOTHING = Walk(
    [],
    [],
    np.zeros(0, dtype=np.uint8),
    _NONE,
    _NONE,
    _NONE,
    lambda node: _EMPTY,
    lambda nodes, name: [],
    lambda nodes, most: ([], b""),
    lambda nodes: [],
)
"""The walk of a page without any element."""
