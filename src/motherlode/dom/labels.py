"""Names for the nodes of a page that repeat where the page's template repeats: paths, class names, leaves.

`view(tree)` gives numpy arrays over the nodes, made once and shared by everything that looks for repetition (E3, U2).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree

Array = NDArray[Any]
Ints = NDArray[np.int32]

_POSITION_CLASS = re.compile(
    r"\d|^(?:odd|even|first|last|alt|active|selected|current|open|closed|hidden|visible|hover|new)$|"
    r"(?:^|[-_])(?:odd|even|first|last|alt|active|selected|current)$",
    re.IGNORECASE,
)
"""Class names that tell a node's place or state rather than its kind; names with digits are mostly both."""

_LEAF_ELEMENTS = frozenset(
    {"img", "input", "button", "video", "audio", "svg", "iframe", "object", "canvas", "select"}
)
_CHOICES = frozenset({"select", "datalist", "optgroup"})
_RUN = re.compile(r"\d+")
_MONTHS = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec"
_MONTH_BEFORE = re.compile(rf"\b(?:{_MONTHS})[a-z]*\.?\s+$", re.IGNORECASE)
_DATE_AFTER = re.compile(rf"[-/.]\d{{1,2}}[-/.]\d|\s{{1,9}}(?:{_MONTHS})|年", re.IGNORECASE)
_CURRENCY_BEFORE = re.compile(r"(?:[$€£¥₹]|\b(?:USD|EUR|GBP|CHF|RMB))\s?$", re.IGNORECASE)
_CURRENCY_AFTER = re.compile(r"[\d,.]{0,20}\s?(?:[€£¥元円]|(?:kr|zł|USD|EUR|GBP|CHF|RMB)\b)", re.IGNORECASE)
_MOST_RUNS = 12
"""Numbers of a text that are looked at for dates and prices."""

_PAGER = re.compile(
    r"^(?:first|last|prev(?:ious)?|next|back|more|top|back to top|home|page|next \d+|show all|view all|\d{1,3}|"
    r"[<>«»‹›\[\]|]{1,20})"
    r"(?: (?:page|results?))?[<>«»‹› ]{0,20}$",
    re.IGNORECASE,
)
_NUMBERING = re.compile(r"^\W{0,2}\d{1,4}\s*[.):\]]?\s*$|^\W{0,2}\d{1,4}[.):\]]")


@dataclass(frozen=True, slots=True)
class View:
    """Arrays over the nodes of one page; `leaf_…` arrays run over its visible leaves in document order."""

    tree: Tree
    parents: Ints
    ends: Ints
    tag: Ints
    """equal numbers for equal tags"""
    tag_path: Ints
    class_path: Ints
    kind: Ints
    """tag and class names without the path, for records that lie in different layers of the tree."""
    shown: NDArray[np.bool_]
    """False for white space, and for what lies in scripts and other hidden elements."""
    choice: NDArray[np.bool_]
    """True inside the choices of a form, which are never records"""
    place: Ints
    """index among the shown siblings"""
    offset: Ints
    """letters and digits before each node; one entry more than nodes"""
    leaves: Ints
    leaf_chars: Ints
    leaf_path: Ints
    leaf_linked: NDArray[np.bool_]
    leaf_kind: NDArray[np.int8]
    """bit 1 date, 2 price, 4 numbering, 8 image, 16 form control, 32 heading or bold, 64 word of a pager"""
    leaf_text: Ints
    """equal numbers for equal texts"""
    leaf_before: Ints
    """leaves before each node; one entry more than nodes"""

    def leaf_range(self, start: int, end: int) -> range:
        """The leaves between two nodes."""
        return range(int(self.leaf_before[start]), int(self.leaf_before[end]))


DATE, PRICE, NUMBERING, IMAGE, CONTROL, STRONG, PAGER = 1, 2, 4, 8, 16, 32, 64
_STRONG_TAGS = frozenset({"h1", "h2", "h3", "h4", "h5", "h6", "b", "strong", "th", "dt", "caption", "legend"})


@lru_cache(maxsize=8192)
def class_names(value: str) -> str:
    """The class names that tell a node's kind, in order of the alphabet."""
    return " ".join(sorted({name for name in value.split() if not _POSITION_CLASS.search(name)}))


def text_kind(text: str) -> int:
    """The bits a text sets in `View.leaf_kind`."""
    kind = 0
    head = text[:200]
    for number, run in enumerate(_RUN.finditer(head)):
        if number == 0 and _NUMBERING.match(head.strip()):
            kind |= NUMBERING
        kind |= _number_kind(head, run[0], run.start(), run.end())
        if number == _MOST_RUNS or kind & (DATE | PRICE) == DATE | PRICE:
            break
    if len(text) < 24 and _PAGER.match(text.strip()):
        kind |= PAGER
    return kind


def _number_kind(text: str, digits: str, start: int, end: int) -> int:
    """What stands around a number: a date, a price, or neither."""
    before, after = text[max(0, start - 13) : start], text[end : end + 12]
    kind = 0
    if (
        (len(digits) == 4 and digits[:2] in {"19", "20"})
        or (after and len(digits) <= 4 and _DATE_AFTER.match(after))
        or (before and before[-1].isspace() and _MONTH_BEFORE.search(before))
    ):
        kind = DATE
    if (before and _CURRENCY_BEFORE.search(before[-5:])) or (after and _CURRENCY_AFTER.match(after)):
        kind |= PRICE
    return kind


def view(tree: Tree) -> View:
    """The page's arrays (made in one pass over the nodes, nothing recursive)."""
    return _Builder(tree).build()


class _Paths:
    """The class paths of a page; what holds for all nodes of a path (its tags, links above) is worked out once."""

    def __init__(self) -> None:
        self.known: dict[tuple[int, str, str | None], int] = {}
        self.same: dict[tuple[int, int], int] = {}
        self.kinds: dict[tuple[str, str], int] = {}
        self.tag_paths: dict[tuple[int, str], int] = {}
        self.kind: list[int] = []
        self.tag_path: list[int] = []
        self.visible: list[bool] = []
        self.choice: list[bool] = []
        self.linked: list[bool] = []
        self.strong: list[bool] = []
        self.leaf: list[bool] = []

    def add(self, above: int, tag: str, value: str | None) -> int:
        """The number of the path one step below another; equal kinds of node share it."""
        kind = self.kinds.setdefault((tag, class_names(value) if value else ""), len(self.kinds))
        number = self.same.get((above, kind))
        if number is None:
            number = self.same[above, kind] = len(self.kind)
            self._describe(above, tag, kind)
        self.known[above, tag, value] = number
        return number

    def _describe(self, above: int, tag: str, kind: int) -> None:
        top = above < 0
        self.kind.append(kind)
        key = (-1 if top else self.tag_path[above], tag)
        self.tag_path.append(self.tag_paths.setdefault(key, len(self.tag_paths)))
        self.visible.append((top or self.visible[above]) and tag not in HIDDEN_TAGS)
        self.choice.append((not top and self.choice[above]) or tag in _CHOICES)
        self.linked.append((not top and self.linked[above]) or tag == "a")
        self.strong.append((not top and self.strong[above]) or tag in _STRONG_TAGS)
        self.leaf.append(self.visible[-1] and tag in _LEAF_ELEMENTS)


class _Builder:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.paths = _Paths()
        self.blank: list[int] = []
        self.chars = [0] * len(tree)
        self.leaves: list[int] = []
        self.leaf_kinds: list[int] = []
        self.leaf_texts: list[int] = []
        self.text_numbers: dict[str, int] = {}
        self.text_kinds: dict[int, int] = {}

    def build(self) -> View:
        class_path = np.asarray(self._pass(), dtype=np.int32)
        tree, paths, size = self.tree, self.paths, len(self.tree)
        shown = np.asarray(paths.visible, dtype=bool)[class_path]
        shown[self.blank] = False
        chars = np.asarray(self.chars, dtype=np.int32)
        offset = np.zeros(size + 1, dtype=np.int32)
        np.cumsum(chars, out=offset[1:])
        leaves = np.asarray(self.leaves, dtype=np.int32)
        marks = np.zeros(size + 1, dtype=np.int32)
        marks[leaves + 1] = 1
        tag_path = np.asarray(paths.tag_path, dtype=np.int32)[class_path]
        numbers = {tag: i for i, tag in enumerate(dict.fromkeys(tree.tags))}
        return View(
            tree=tree,
            parents=tree.parent_array,
            ends=tree.end_array,
            tag=np.asarray([numbers[tag] for tag in tree.tags], dtype=np.int32),
            tag_path=tag_path,
            class_path=class_path,
            kind=np.asarray(paths.kind, dtype=np.int32)[class_path],
            shown=shown,
            choice=np.asarray(paths.choice, dtype=bool)[class_path],
            place=_places(tree.parent_array, shown),
            offset=offset,
            leaves=leaves,
            leaf_chars=chars[leaves],
            leaf_path=tag_path[leaves],
            leaf_linked=np.asarray(paths.linked, dtype=bool)[class_path[leaves]],
            leaf_kind=np.asarray(self.leaf_kinds, dtype=np.int8),
            leaf_text=np.asarray(self.leaf_texts, dtype=np.int32),
            leaf_before=np.cumsum(marks, dtype=np.int32),
        )

    def _pass(self) -> list[int]:
        """The class path of every node; the leaves are noted on the way."""
        tree, paths, chars = self.tree, self.paths, self.chars
        known, visible, leaf, strong = paths.known, paths.visible, paths.leaf, paths.strong
        letters = np.frombuffer(tree.nodes.letters(), dtype=np.int32).tolist()
        found = [-1] * (len(tree) + 1)  # the last one stands above the root
        for i, (tag, parent, value) in enumerate(zip(tree.tags, tree.parents, tree.classes, strict=True)):
            key = (found[parent], tag, value)
            path = known.get(key)
            if path is None:
                path = paths.add(*key)
            found[i] = path
            if tag == TEXT:
                if visible[path]:
                    count = letters[i]
                    if count < 0:
                        self.blank.append(i)
                    else:
                        chars[i] = count
                        self._text_leaf(i, count, strong[path])
            elif leaf[path]:
                self._element_leaf(i, tag)
        found.pop()
        return found

    def _element_leaf(self, i: int, tag: str) -> None:
        self.leaves.append(i)
        self.leaf_kinds.append(IMAGE if tag in {"img", "svg"} else CONTROL)
        self.leaf_texts.append(self.text_numbers.setdefault(f"<{tag}>", len(self.text_numbers)))

    def _text_leaf(self, i: int, count: int, strong: bool) -> None:
        stripped = self.tree.texts[i].strip()
        if not count and not stripped.strip("|·•›»«-–—:;,./()[]{}<> \t\r\n\xa0"):
            return
        number = self.text_numbers.setdefault(stripped, len(self.text_numbers))
        kind = self.text_kinds.get(number)
        if kind is None:
            kind = self.text_kinds[number] = text_kind(stripped)
        self.leaves.append(i)
        self.leaf_kinds.append(kind | (STRONG if strong else 0))
        self.leaf_texts.append(number)


def _places(parents: Ints, shown: NDArray[np.bool_]) -> Ints:
    """Every shown node's index among the shown children of its parent."""
    nodes = np.flatnonzero(shown & (parents >= 0))
    nodes = nodes[np.argsort(parents[nodes], kind="stable")]
    above = parents[nodes]
    edge = np.ones(len(nodes), dtype=bool)
    edge[1:] = above[1:] != above[:-1]
    first = np.flatnonzero(edge)
    place = np.zeros(len(parents), dtype=np.int32)
    place[nodes] = np.arange(len(nodes)) - np.repeat(first, np.diff(np.append(first, len(nodes))))
    return place
