"""One pass over the parser's nodes into flat arrays: by the native extension where it is used, else in Python.

Both mean the same, and tests hold them equal.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborNode

from motherlode.dom.codes import COMMENT_CODE, TEXT_CODE, names, unshown
from motherlode.dom.plain import Attributes, Ints, PlainNodes, plain_walk
from motherlode.errors import LimitExceeded
from motherlode.kernels import walking


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
    kernel = walking()
    try:
        return in_python(root, max_nodes) if kernel is None else in_kernel(kernel, root, max_nodes)
    except OverflowError as error:
        raise LimitExceeded(f"the page has more than {max_nodes} nodes", nodes=max_nodes) from error


def in_kernel(kernel: Any, root: LexborNode, max_nodes: int) -> Walk:
    """The walk by the native extension."""
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
