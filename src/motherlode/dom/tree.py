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
from functools import cache, cached_property

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

_COMMON = (
    "a abbr address article aside b blockquote body br button cite code dd del details div dl dt em fieldset "
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins label li link main "
    "meta nav noscript ol p path picture pre script section small source span strong style sub summary sup svg "
    "template textarea time u ul video"
)
"""Elements whose names need not be read from the parser: their numbers are the same in every page."""

OWN = 4096
"""Elements that the parser does not know have an address for a number, different in every page."""


@cache
def _numbers() -> tuple[dict[int, str], int, int]:
    """The parser's numbers of common elements, of texts and of comments."""
    opened = "".join(f"<{tag}></{tag}>" for tag in _COMMON.split())
    rows = "<table><caption></caption><thead><tr><th></th></tr></thead><tbody><tr><td></td></tr></tbody></table>"
    sample = LexborHTMLParser(f"<title></title>{opened}{rows}<select><option></select>text<!---->")
    known = {node.tag_id: node.tag or TEXT for node in sample.css("*") if node.tag_id < OWN}
    others = {node.tag: node.tag_id for node in sample.root.traverse(include_text=True)} if sample.root else {}
    return {**known, others[TEXT]: TEXT}, others[TEXT], others["-comment"]


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
        self._elements: list[LexborNode | None] = []
        root = self.parser.root
        if root is not None:
            self._walk(root, max_nodes)

    def _walk(self, root: LexborNode, max_nodes: int) -> None:
        tags, parents, depths, ends = self.tags, self.parents, self.depths, self.ends
        texts, elements = self.texts, self._elements
        names, text, comment = _numbers()
        above: list[tuple[LexborNode, int]] = []
        node: LexborNode | None = root
        parent, depth, count = -1, 0, 0
        while node is not None:
            kind = node.tag_id
            if kind != comment:
                parents.append(parent)
                depths.append(depth)
                count += 1
                ends.append(count)
                if count > max_nodes:
                    raise LimitExceeded(f"the page has more than {max_nodes} nodes", nodes=max_nodes)
                if kind == text:
                    tags.append(TEXT)
                    texts.append(node.text_content or "")
                    elements.append(None)
                else:
                    tags.append(names.get(kind) or node.tag or TEXT)
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

    def __len__(self) -> int:
        return len(self.tags)

    @cached_property
    def attributes(self) -> list[dict[str, str | None]]:
        """The attributes of every node, empty for texts; read all at once when first asked for."""
        return [_EMPTY if element is None else element.attributes for element in self._elements]

    def given(self, node: int) -> dict[str, str | None]:
        """The attributes of one node; a page of which few are wanted need not read them all."""
        element = self._elements[node]
        return _EMPTY if element is None else element.attributes

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
