"""One pass over the parser's nodes into flat arrays: by the compiled kernel where it is built, else in Python.

Both mean the same, and tests hold them equal. The kernel (`_walk.c`) is built at installation where there is a C
compiler, and used when the installed parser has the functions that it calls and both agree on a sample page;
MOTHERLODE_PURE=1 in the environment turns it off.
"""

from __future__ import annotations

import os
from functools import cache
from types import ModuleType
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser, LexborNode

from motherlode.dom.codes import COMMENT_CODE, TEXT_CODE, names, unshown
from motherlode.dom.plain import Attributes, Ints, PlainNodes, plain_walk
from motherlode.errors import LimitExceeded


class Nodes(Protocol):
    """What is read from the parser's nodes when it is asked for; PlainNodes says what each means."""

    def attributes(self, node: int, /) -> Attributes: ...
    def values(self, nodes: Ints, name: str, /) -> list[str | None]: ...
    def names(self, nodes: Ints, most: int, /) -> tuple[list[str], bytes, bytes]: ...
    def text_of(self, node: int, /) -> str: ...
    def texts_of(self, nodes: Ints, /) -> list[str]: ...
    def marked(self, code: int, attribute: str, key: str, value: str, words: tuple[str, ...], /) -> list[int]: ...
    def letters(self) -> bytes: ...
    def addresses(self) -> bytes: ...


class Walk(NamedTuple):
    """The nodes of a page in document order, as parallel arrays."""

    nodes: Nodes
    tags: list[str]
    texts: list[str]
    codes: NDArray[np.uint8]
    parents: NDArray[np.int32]
    depths: NDArray[np.int32]
    ends: NDArray[np.int32]
    parent_list: list[int]
    end_list: list[int]

    @property
    def arrays(self) -> tuple[NDArray[np.integer], ...]:
        """All that are numbers."""
        return self.codes, self.parents, self.depths, self.ends


def walked(root: LexborNode | None, max_nodes: int) -> Walk:
    """The nodes below and with `root`; raises LimitExceeded."""
    if root is None:
        none = np.zeros(0, dtype=np.int32)
        return Walk(PlainNodes(), [], [], np.zeros(0, dtype=np.uint8), none, none, none, [], [])
    kernel = compiled()
    try:
        return in_python(root, max_nodes) if kernel is None else in_kernel(kernel, root, max_nodes)
    except OverflowError as error:
        raise LimitExceeded(f"the page has more than {max_nodes} nodes", nodes=max_nodes) from error


def in_kernel(kernel: ModuleType, root: LexborNode, max_nodes: int) -> Walk:
    """The walk by the compiled kernel."""
    nodes, tags, texts, codes, *arrays, above, after = kernel.walk(
        root, names(), TEXT_CODE, COMMENT_CODE, unshown(), max_nodes
    )
    parents, depths, ends = (np.frombuffer(array, dtype=np.int32) for array in arrays)
    return Walk(nodes, tags, texts, np.frombuffer(codes, dtype=np.uint8), parents, depths, ends, above, after)


def in_python(root: LexborNode, max_nodes: int) -> Walk:
    """The walk over the parser's nodes as Python objects."""
    nodes, above, deep = plain_walk(root, max_nodes)
    parents, depths, ends = (np.asarray(one, dtype=np.int32) for one in (above, deep, nodes.ends))
    codes = np.asarray(nodes.codes, dtype=np.uint8)
    return Walk(nodes, nodes.tags, nodes.texts, codes, parents, depths, ends, above, nodes.ends)


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


SAMPLE = (
    "<title>Ä&amp;</title><p id=a class='b c' hidden>one<!-- -->two<svg><a xlink:href=#>x</a></svg><x-y>三<br>"
    "<p style='Display : none'>four"
)
"""A page with every kind of node and attribute."""


def _agrees(kernel: ModuleType) -> bool:
    """Whether the kernel reads a sample page as Python does."""
    root = LexborHTMLParser(SAMPLE).root
    if root is None:
        return False
    ours, plain = in_kernel(kernel, root, 1000), in_python(root, 1000)
    every = np.arange(len(plain.tags))
    return (
        (ours.tags, ours.texts) == (plain.tags, plain.texts)
        and (ours.parent_list, ours.end_list) == (plain.parent_list, plain.end_list)
        and all(np.array_equal(one, other) for one, other in zip(ours.arrays, plain.arrays, strict=True))
        and all(ours.nodes.attributes(node) == plain.nodes.attributes(node) for node in every.tolist())
        and ours.nodes.names(every, 99) == plain.nodes.names(every, 99)
        and ours.nodes.values(every, "id") == plain.nodes.values(every, "id")
        and ours.nodes.texts_of(every) == plain.nodes.texts_of(every)
        and ours.nodes.letters() == plain.nodes.letters()
        and ours.nodes.addresses() == plain.nodes.addresses()
    )
