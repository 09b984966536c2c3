"""A page as flat arrays from one lexbor parse, shared by every extractor.

Nodes are numbered in document order (pre-order), so that the subtree of `i` is `range(i, tree.ends[i])`.
Comments are left out; text nodes are nodes with the tag `TEXT`. Nothing here is recursive.

>>> tree = parse("<ul><li>one<li>two</ul>")
>>> [tree.texts[i] for i in range(len(tree)) if tree.tags[i] == TEXT]
['one', 'two']
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborHTMLParser, LexborNode

from motherlode.errors import LimitExceeded, UnreadableInput

TEXT = "-text"
MAX_NODES = 2_000_000
"""More nodes than any page people read; the arrays of such a page take about 1 GB."""

DEPTH_CHECKED_FROM = 20_000
"""Pages with fewer tags cannot nest deep enough to hurt (5,000 nested elements parse in 42 ms)."""

MAX_DEPTH = 512
"""Deeper elements are dropped and their text kept; Chromium's parser uses the same limit."""

_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9]*)[^<>]*>")
_NOT_NESTING = frozenset(
    [
        "area",
        "base",
        "br",
        "col",
        "embed",
        "hr",
        "img",
        "input",
        "link",
        "meta",
        "param",
        "source",
        "track",
        "wbr",
        "p",
        "li",
        "dt",
        "dd",
        "option",
        "optgroup",
        "tr",
        "td",
        "th",
        "thead",
        "tbody",
        "tfoot",
        "colgroup",
        "rp",
        "rt",
        "html",
        "head",
        "body",
    ]
)
_EMPTY: dict[str, str | None] = {}


class Tree:
    """Parallel lists over the nodes of a page; treat them as read-only."""

    def __init__(self, html: str, max_nodes: int = MAX_NODES) -> None:
        try:
            self.parser = LexborHTMLParser(flattened(html))
        except Exception as error:  # selectolax raises several kinds
            raise UnreadableInput(f"the page cannot be parsed: {error}") from error
        self.tags: list[str] = []
        self.parents: list[int] = []
        self.depths: list[int] = []
        self.ends: list[int] = []
        self.texts: list[str] = []
        self.attributes: list[dict[str, str | None]] = []
        root = self.parser.root
        if root is not None:
            self._walk(root, max_nodes)

    def _walk(self, root: LexborNode, max_nodes: int) -> None:
        tags, parents, depths, ends = self.tags, self.parents, self.depths, self.ends
        texts, attributes = self.texts, self.attributes
        open_nodes: list[tuple[LexborNode, int]] = []
        node, parent, count = root, -1, 0
        depth = 0
        while True:
            tag = node.tag or TEXT
            if tag != "-comment":
                if count >= max_nodes:
                    raise LimitExceeded(f"the page has more than {max_nodes} nodes", nodes=max_nodes)
                tags.append(tag)
                parents.append(parent)
                depths.append(depth)
                count += 1
                ends.append(count)
                if tag == TEXT:
                    texts.append(node.text_content or "")
                    attributes.append(_EMPTY)
                else:
                    texts.append("")
                    attributes.append(node.attributes)
                    child = node.first_child
                    if child is not None:
                        open_nodes.append((node, parent))
                        depth += 1
                        parent, node = count - 1, child
                        continue
            following = node.next
            while following is None and open_nodes:
                ends[parent] = count
                node, parent = open_nodes.pop()
                depth -= 1
                following = node.next if open_nodes else None
            if following is None:
                return
            node = following

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def places(self) -> dict[str, list[int]]:
        """The nodes of every tag that the page has, in document order."""
        places: defaultdict[str, list[int]] = defaultdict(list)
        for node, tag in enumerate(self.tags):
            places[tag].append(node)
        return dict(places)

    @cached_property
    def parent_array(self) -> NDArray[np.int32]:
        """`parents` as numpy."""
        return np.asarray(self.parents, dtype=np.int32)

    @cached_property
    def end_array(self) -> NDArray[np.int32]:
        """`ends` as numpy."""
        return np.asarray(self.ends, dtype=np.int32)

    @cached_property
    def depth_array(self) -> NDArray[np.int32]:
        """`depths` as numpy."""
        return np.asarray(self.depths, dtype=np.int32)

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

    def text_of(self, node: int) -> str:
        """All text below a node, white space folded, scripts and styles left out."""
        parts, i, end = [], node, self.ends[node]
        while i < end:
            tag = self.tags[i]
            if tag == TEXT:
                parts.append(self.texts[i])
            elif tag in HIDDEN_TAGS and i != node:
                i = self.ends[i]
                continue
            i += 1
        return " ".join(" ".join(parts).split())


HIDDEN_TAGS = frozenset({"script", "style", "noscript", "template", "head", "title"})
"""Elements whose text is not shown."""


def flattened(html: str, max_depth: int = MAX_DEPTH) -> str:
    """The page without tags nested deeper than `max_depth`, whose parsing takes quadratic time."""
    if html.count("<") < DEPTH_CHECKED_FROM:
        return html
    depth, kept, last = 0, [], 0
    for tag in _TAG.finditer(html):
        if tag[2].lower() in _NOT_NESTING or tag[0].endswith("/>"):
            continue
        depth += -1 if tag[1] else 1
        if (depth >= max_depth) if tag[1] else (depth > max_depth):
            kept.append(html[last : tag.start()])
            last = tag.end()
        depth = max(depth, 0)
    kept.append(html[last:])
    return "".join(kept)


def parse(html: str, max_nodes: int = MAX_NODES) -> Tree:
    """The page's tree; raises UnreadableInput or LimitExceeded."""
    return Tree(html, max_nodes)
