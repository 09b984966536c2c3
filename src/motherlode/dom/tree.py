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
def code_of(tag: str) -> int:
    """The number of a common element (or of texts) in `Tree.codes`; 0, which no node has, for others."""
    return next((number for number, name in _numbers().items() if name == tag), 0)


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
        self.codes: NDArray[np.uint8] = np.zeros(0, dtype=np.uint8)
        """Numbers of tags, as `code_of` gives them, for finding nodes by array operations."""
        self._elements: list[LexborNode | None] = []
        root = self.parser.root
        if root is not None:
            self._walk(root, max_nodes)

    def _walk(self, root: LexborNode, max_nodes: int) -> None:
        parents, depths, ends = self.parents, self.depths, self.ends
        texts, elements = self.texts, self._elements
        codes: list[int] = []
        text, comment = code_of(TEXT), code_of("-comment")
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
                    raise LimitExceeded(f"the page has more than {max_nodes} nodes", nodes=max_nodes)
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
        self._name(codes)

    def _name(self, codes: list[int]) -> None:
        """The tags and codes, from the parser's numbers where those are the same in every page."""
        self.tags = list(map(_numbers().get, codes))  # type: ignore[arg-type]
        if None in self.tags:
            for node in [node for node, tag in enumerate(self.tags) if tag is None]:
                element = self._elements[node]
                self.tags[node] = (element.tag if element is not None else None) or TEXT
                codes[node] = 0
        self.codes = np.asarray(codes, dtype=np.uint8)

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

    def found(self, tag: str) -> list[int]:
        """The nodes of a common element, in document order."""
        nodes: list[int] = np.flatnonzero(self.codes == code_of(tag)).tolist()
        return nodes

    def select(self, selector: str) -> list[int]:
        """The nodes that a CSS selector finds, in document order."""
        found = self.parser.css(selector)
        return [self._numbered[element.mem_id] for element in found if element.mem_id in self._numbered]

    @cached_property
    def _numbered(self) -> dict[int, int]:
        """The nodes by the parser's own addresses."""
        return {element.mem_id: node for node, element in enumerate(self._elements) if element is not None}

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


_LONG_TAG, _MOST_ATTRIBUTES = 20_000, 2000
_MONSTER_TAG = re.compile(rf"<[a-zA-Z][^<>]{{{_LONG_TAG},}}")
"""Only a tag of such a length can have so many attributes; 50,000 of them keep the parser busy for nine seconds."""


def _with_fewer_attributes(tag: re.Match[str]) -> str:
    parts = tag[0].split(None, _MOST_ATTRIBUTES)
    return " ".join(parts[:_MOST_ATTRIBUTES]) if len(parts) > _MOST_ATTRIBUTES else tag[0]


def flattened(html: str, max_depth: int = MAX_DEPTH) -> str:
    """The page without tags deeper than `max_depth` and attributes beyond counting: both take quadratic time."""
    if len(html) > _LONG_TAG:
        html = _MONSTER_TAG.sub(_with_fewer_attributes, html)
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
