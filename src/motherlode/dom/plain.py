"""The nodes of a page read in Python, through the parser's own objects: what the native walk does elsewhere."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray
from selectolax.lexbor import LexborNode

from motherlode.dom.codes import COMMENT_CODE, HIDDEN_TAGS, TEXT, TEXT_CODE, numbers

Attributes = dict[str, str | None]
Ints = NDArray[np.int64]

BARE, SHUT = 1, 2
"""Signs of an element: it has no attributes at all; it is hidden by an attribute or by its style."""

_HIDING = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden", re.IGNORECASE | re.ASCII)
"""What hides an element when it stands in its style."""


def name_of(given: Attributes) -> str:
    """Class, id, role and itemprop of an element as one string."""
    name = given.get("class") or ""
    if len(given) > 1 or not name:
        for key in ("id", "role", "itemprop"):
            if key in given:
                name = f"{name} {given[key]}"
    return name


class PlainNodes:
    """The parser's nodes by number, and what is read from them when it is asked for."""

    def __init__(self) -> None:
        self.elements: list[LexborNode | None] = []
        """None for texts."""
        self.tags: list[str] = []
        self.texts: list[str] = []
        self.codes: list[int] = []
        self.ends: list[int] = []
        self._given: dict[int, Attributes] = {}

    def attributes(self, node: int) -> Attributes:
        """The attributes of a node, none for texts; read once, for most that look at one look at many."""
        given = self._given.get(node)
        if given is None:
            element = self.elements[node]
            given = self._given[node] = {} if element is None else element.attributes
        return given

    def values(self, nodes: Ints, name: str) -> list[str | None]:
        """The values of one attribute, None where it is not there or has none."""
        return [self.attributes(node).get(name) for node in nodes.tolist()]

    def names(self, nodes: Ints, most: int) -> tuple[list[str], bytes, bytes]:
        """The different names of elements, cut at `most` characters, which of them each has, and their signs."""
        given = list(map(self.attributes, nodes.tolist()))
        known: dict[str, int] = {}
        which = [known.setdefault(name_of(one)[:most], len(known)) for one in given]
        return list(known), np.asarray(which, dtype=np.int64).tobytes(), bytes(map(_signs, given))

    def text_of(self, node: int) -> str:
        """All text below a node, white space folded, scripts and the like left out."""
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

    def texts_of(self, nodes: Ints) -> list[str]:
        """The same for several nodes."""
        return list(map(self.text_of, nodes.tolist()))

    def letters(self) -> bytes:
        """How many letters and digits each node's own text has; -1 for texts of white space alone."""
        counts = [
            (sum(map(str.isalnum, text)) if text.strip() else -1) if code == TEXT_CODE else 0
            for code, text in zip(self.codes, self.texts, strict=True)
        ]
        return np.asarray(counts, dtype=np.int32).tobytes()

    def marked(self, code: int, attribute: str, key: str, value: str, words: tuple[str, ...]) -> list[int]:
        """The elements with this code or attribute, this key and value, or one of the words in the class."""
        found, wanted = [], [word.encode() for word in words]
        for node, element in enumerate(self.elements):
            given = {} if element is None else self.attributes(node)
            name = (given.get("class") or "").encode().lower()  # of bytes, hence of ASCII letters only
            if (
                self.codes[node] == code
                or attribute in given
                or given.get(key) == value
                or any(word in name for word in wanted)
            ):
                found.append(node)
        return found

    def addresses(self) -> bytes:
        """The parser's addresses of all elements, zero for texts."""
        return np.asarray([0 if one is None else one.mem_id for one in self.elements], dtype=np.uintp).tobytes()


def _signs(given: Attributes) -> int:
    if not given:
        return BARE
    shut = "hidden" in given or given.get("aria-hidden") == "true" or _HIDING.search(given.get("style") or "")
    return SHUT if shut else 0


def plain_walk(root: LexborNode, max_nodes: int) -> tuple[PlainNodes, list[int], list[int]]:
    """The nodes below and with `root`, their parents and depths; raises OverflowError where they are too many."""
    nodes = PlainNodes()
    codes, ends, texts, elements = nodes.codes, nodes.ends, nodes.texts, nodes.elements
    parents: list[int] = []
    depths: list[int] = []
    above: list[tuple[LexborNode, int]] = []
    node: LexborNode | None = root
    parent, depth, count = -1, 0, 0
    while node is not None:
        kind = node.tag_id
        if kind != COMMENT_CODE:
            codes.append(kind)
            parents.append(parent)
            depths.append(depth)
            count += 1
            ends.append(count)
            if count > max_nodes:
                raise OverflowError("too many nodes")
            if kind == TEXT_CODE:
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
    _name(nodes)
    return nodes, parents, depths


def _name(nodes: PlainNodes) -> None:
    """Gives the nodes their tags; codes that are not the same in every page become 0."""
    known = numbers()
    for node, code in enumerate(nodes.codes):
        tag = known.get(code)
        if tag is None:
            element = nodes.elements[node]
            tag = (element.tag if element is not None else None) or TEXT
            nodes.codes[node] = 0
        nodes.tags.append(tag)
