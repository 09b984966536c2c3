"""A page as flat arrays from one lexbor parse, shared by every extractor (E7b).

Nodes are numbered in document order (pre-order), so that the subtree of `i` is `range(i, tree.ends[i])`.
Comments are left out; text nodes, those of scripts and styles among them, are nodes with the tag `TEXT`. Nothing here
is recursive.

>>> tree = parse("<ul><li>one<li>two</ul>")
>>> [tree.texts[i] for i in range(len(tree)) if tree.tags[i] == TEXT]
['one', 'two']
"""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property

import numpy as np
from selectolax.lexbor import LexborHTMLParser

from motherlode.dom.codes import HIDDEN_TAGS, OWN, TEXT, TEXT_CODE, code_of
from motherlode.dom.nesting import CHECKED_FROM, LEAVING, MAX_DEPTH, MOST_ATTRIBUTES, NOT_NESTING, RAW, flattened
from motherlode.dom.plain import Attributes
from motherlode.dom.walk import walked
from motherlode.errors import UnreadableInput
from motherlode.kernels import native

__all__ = ["HIDDEN_TAGS", "OWN", "TEXT", "Tree", "code_of", "flattened", "parse", "parsed"]

MAX_NODES = 2_000_000
"""More nodes than any page people read; the arrays of such a page take about 1 GB."""

_NESTING = (CHECKED_FROM, MAX_DEPTH, NOT_NESTING, LEAVING)
_EMPTY: Attributes = {}


class Tree:
    """Parallel lists over the nodes of a page; treat them, and the parser, as read-only.

    The page is a text or valid UTF-8.
    """

    def __init__(self, html: str | bytes, max_nodes: int = MAX_NODES, parser: LexborHTMLParser | None = None) -> None:
        self.parser = parsed(html) if parser is None else parser
        self._given = html
        walk = walked(self.parser.root, max_nodes)
        self.tags = walk.tags
        self.texts = walk.texts
        self.codes = walk.codes
        """Numbers of tags, as `code_of` gives them, for finding nodes by array operations."""
        self.parent_array = walk.parents
        """`parents` as numpy."""
        self.depth_array = walk.depths
        """`depths` as numpy."""
        self.end_array = walk.ends
        """`ends` as numpy."""
        self.parents = walk.parent_list
        self.ends = walk.end_list
        self.nodes = walk.nodes
        """What is read from the parser's nodes when it is asked for: attributes, names, texts below."""
        self.given = self.nodes.attributes
        """The attributes of one node; a page of which few are wanted need not read them all."""
        self.text_of = self.nodes.text_of
        """All text below a node, white space folded, scripts and styles left out."""

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def attributes(self) -> list[Attributes]:
        """The attributes of every node, empty for texts; read all at once when first asked for."""
        return [_EMPTY if code == TEXT_CODE else self.given(node) for node, code in enumerate(self.codes.tolist())]

    @cached_property
    def classes(self) -> list[str | None]:
        """The class names of every node as they are written; read all at once when first asked for."""
        return self.nodes.values(np.arange(len(self)), "class")

    @cached_property
    def depths(self) -> list[int]:
        """How many elements are above each node."""
        depths: list[int] = self.depth_array.tolist()
        return depths

    def found(self, tag: str) -> list[int]:
        """The nodes of a common element, in document order."""
        nodes: list[int] = np.flatnonzero(self.codes == code_of(tag)).tolist()
        return nodes

    def select(self, selector: str) -> list[int]:
        """The nodes that a CSS selector finds, in document order."""
        addresses = np.frombuffer(self.nodes.addresses(), dtype=np.uintp)
        wanted = np.asarray([element.mem_id for element in self.parser.css(selector)], dtype=np.uintp)
        order = np.argsort(addresses)
        found = order[np.minimum(np.searchsorted(addresses, wanted, sorter=order), len(order) - 1)]
        nodes: list[int] = found[addresses[found] == wanted].tolist()
        return nodes

    def parsed_again(self) -> LexborHTMLParser:
        """The page parsed once more, for those who change what they read."""
        return LexborHTMLParser(prepared(self._given))

    @cached_property
    def scripts(self) -> list[str]:
        """The contents of the page's scripts, one after another."""
        return [self.texts[node + 1] for node in self.found("script") if self.ends[node] > node + 1]

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The nodes of every tag that the page has, in document order."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for node, tag in enumerate(self.tags):
            places[tag].append(node)
        return dict(places)

    def attribute(self, node: int, name: str) -> str:
        """An attribute's value, or an empty string."""
        return self.attributes[node].get(name) or ""

    def children(self, node: int) -> list[int]:
        """The direct children in document order."""
        found, child, end = [], node + 1, self.ends[node]
        while child < end:
            found.append(child)
            child = self.ends[child]
        return found


def prepared(html: str | bytes) -> bytes:
    """What the parser is given: the page in UTF-8, flattened where it would keep the parser busy for long."""
    body = html.encode("utf-8", "ignore") if isinstance(html, str) else html  # without lone surrogates
    kernel = native()
    if kernel is not None and not kernel.hostile(body, _NESTING, (MOST_ATTRIBUTES, RAW)):
        return body
    return flattened(body.decode("utf-8", "replace")).encode()


def parsed(html: str | bytes) -> LexborHTMLParser:
    """The page in the parser's own form; raises UnreadableInput."""
    try:
        return LexborHTMLParser(prepared(html))
    except Exception as error:  # selectolax raises several kinds
        raise UnreadableInput(f"the page cannot be parsed: {error}") from error


def parse(html: str | bytes, max_nodes: int = MAX_NODES) -> Tree:
    """The tree of a page, a text or valid UTF-8; raises UnreadableInput or LimitExceeded."""
    return Tree(html, max_nodes)
