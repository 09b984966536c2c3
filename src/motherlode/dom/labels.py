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

_NOT_LETTERS = re.compile(r"[\W_]+")
_MARKS = bytes(code for code in range(128) if not chr(code).isalnum())
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
_DATE = re.compile(
    r"\b(?:\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?\s+\d{1,4}|"
    r"\d{1,2}\s+(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec))|\d{4}年|"
    r"\b(?:19|20)\d\d\b",
    re.IGNORECASE,
)
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:€|£|¥|元|円|kr\b|zł)|\b(?:USD|EUR|GBP|CHF|RMB)\b", re.IGNORECASE)
_PAGER = re.compile(
    r"^(?:first|last|prev(?:ious)?|next|back|more|top|back to top|home|page|next \d+|show all|view all|\d{1,3}|"
    r"[<>«»‹›\[\]|]+)"
    r"(?: (?:page|results?))?[<>«»‹› ]*$",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
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
_SPECIAL = HIDDEN_TAGS | _CHOICES | _STRONG_TAGS | _LEAF_ELEMENTS | {"a"}


@lru_cache(maxsize=8192)
def class_names(value: str) -> str:
    """The class names that tell a node's kind, in order of the alphabet."""
    return " ".join(sorted({name for name in value.split() if not _POSITION_CLASS.search(name)}))


def letters(text: str) -> int:
    """How many letters and digits a text has."""
    if text.isascii():
        return len(text.encode().translate(None, _MARKS))
    return len(_NOT_LETTERS.sub("", text))


def text_kind(text: str) -> int:
    """The bits a text sets in `View.leaf_kind`."""
    kind = 0
    head = text[:200]
    if _DIGIT.search(head):
        if _DATE.search(head):
            kind |= DATE
        if _PRICE.search(head):
            kind |= PRICE
        if _NUMBERING.match(head.strip()):
            kind |= NUMBERING
    if len(text) < 24 and _PAGER.match(text.strip()):
        kind |= PAGER
    return kind


def view(tree: Tree) -> View:
    """The page's arrays (made in one pass over the nodes, nothing recursive)."""
    return _Builder(tree).build()


class _Builder:
    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        size = len(tree)
        self.tag_path = [0] * size
        self.class_path = [0] * size
        self.kind = [0] * size
        self.shown = [True] * size
        self.linked = [False] * size
        self.strong = [False] * size
        self.choice = [False] * size
        self.place = [0] * size
        self.children_so_far = [0] * size
        self.chars = [0] * size
        self.leaves: list[int] = []
        self.leaf_kinds: list[int] = []
        self.leaf_texts: list[int] = []
        self.text_numbers: dict[str, int] = {}

    def build(self) -> View:
        self._pass()
        size = len(self.tree)
        offset = np.zeros(size + 1, dtype=np.int32)
        np.cumsum(self.chars, out=offset[1:])
        leaves = np.asarray(self.leaves, dtype=np.int32)
        marks = np.zeros(size + 1, dtype=np.int32)
        marks[leaves + 1] = 1
        tag_path = np.asarray(self.tag_path, dtype=np.int32)
        chars = np.asarray(self.chars, dtype=np.int32)
        numbers = {tag: i for i, tag in enumerate(dict.fromkeys(self.tree.tags))}
        return View(
            tree=self.tree,
            parents=self.tree.parent_array,
            ends=self.tree.end_array,
            tag=np.asarray([numbers[tag] for tag in self.tree.tags], dtype=np.int32),
            tag_path=tag_path,
            class_path=np.asarray(self.class_path, dtype=np.int32),
            kind=np.asarray(self.kind, dtype=np.int32),
            shown=np.asarray(self.shown, dtype=bool),
            choice=np.asarray(self.choice, dtype=bool),
            place=np.asarray(self.place, dtype=np.int32),
            offset=offset,
            leaves=leaves,
            leaf_chars=chars[leaves] if len(leaves) else np.zeros(0, dtype=np.int32),
            leaf_path=tag_path[leaves] if len(leaves) else np.zeros(0, dtype=np.int32),
            leaf_linked=np.asarray(self.linked, dtype=bool)[leaves] if len(leaves) else np.zeros(0, dtype=bool),
            leaf_kind=np.asarray(self.leaf_kinds, dtype=np.int8),
            leaf_text=np.asarray(self.leaf_texts, dtype=np.int32),
            leaf_before=np.cumsum(marks, dtype=np.int32),
        )

    def _pass(self) -> None:
        tree = self.tree
        tags, parents, texts, attributes = tree.tags, tree.parents, tree.texts, tree.attributes
        paths: dict[tuple[int, str], int] = {}
        class_paths: dict[tuple[int, int], int] = {}
        kinds: dict[tuple[str, str], int] = {}
        raw_kinds: dict[tuple[str, str | None], int] = {}
        shown, linked, strong, choice = self.shown, self.linked, self.strong, self.choice
        tag_path, class_path, its_kind = self.tag_path, self.class_path, self.kind
        place, so_far = self.place, self.children_so_far
        for i, tag in enumerate(tags):
            parent = parents[i]
            if parent < 0:
                tag_path[i] = paths.setdefault((-1, tag), len(paths))
                its_kind[i] = kinds.setdefault((tag, ""), len(kinds))
                class_path[i] = class_paths.setdefault((-1, its_kind[i]), len(class_paths))
                continue
            visible, value = shown[parent], None
            if tag == TEXT:
                if visible:
                    text = texts[i]
                    visible = not (text.isspace() or not text)
                    if visible:
                        self._text_leaf(i, text, parent)
            else:
                value = attributes[i].get("class") if attributes[i] else None
                linked[i], strong[i] = linked[parent], strong[parent]
                if tag in _SPECIAL:
                    visible = self._special(i, tag, visible)
            if not visible:
                shown[i] = False
            if choice[parent]:
                choice[i] = True
            key = (tag_path[parent], tag)
            known = paths.get(key)
            tag_path[i] = paths.setdefault(key, len(paths)) if known is None else known
            kind = raw_kinds.get((tag, value))
            if kind is None:
                names = class_names(value) if value else ""
                kind = raw_kinds[tag, value] = kinds.setdefault((tag, names), len(kinds))
            its_kind[i] = kind
            class_path[i] = class_paths.setdefault((class_path[parent], kind), len(class_paths))
            if visible:
                place[i] = so_far[parent]
                so_far[parent] += 1

    def _special(self, i: int, tag: str, visible: bool) -> bool:
        """Notes what an element's tag says; whether the element is shown."""
        if tag in HIDDEN_TAGS:
            visible = False
        elif tag in _CHOICES:
            self.choice[i] = True
        if tag == "a":
            self.linked[i] = True
        elif tag in _STRONG_TAGS:
            self.strong[i] = True
        if visible and tag in _LEAF_ELEMENTS:
            self._element_leaf(i, tag)
        return visible

    def _element_leaf(self, i: int, tag: str) -> None:
        self.leaves.append(i)
        self.leaf_kinds.append(IMAGE if tag in {"img", "svg"} else CONTROL)
        self.leaf_texts.append(self.text_numbers.setdefault(f"<{tag}>", len(self.text_numbers)))

    def _text_leaf(self, i: int, text: str, above: int) -> None:
        self.linked[i] = self.linked[above]
        count = letters(text)
        self.chars[i] = count
        if not count and not text.strip("|·•›»«-–—:;,./()[]{}<> \t\r\n\xa0"):
            return
        self.leaves.append(i)
        self.leaf_kinds.append(text_kind(text) | (STRONG if self.strong[above] else 0))
        self.leaf_texts.append(self.text_numbers.setdefault(text.strip(), len(self.text_numbers)))
