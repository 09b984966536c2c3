"""The visible text leaves of a page with what stands around them: labels, paths, class words, headings."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from motherlode.annotate.folding import fold, split_label, squeeze
from motherlode.dom.tree import HIDDEN_TAGS, TEXT, Tree

MAX_VALUE = 400
"""Longer texts are descriptions that carry no single value; SWDE's longest value has 211 characters."""
MAX_LABEL = 45
"""Longer texts are not labels."""
_LABEL_TAGS = frozenset({"th", "dt", "label", "b", "strong", "legend"})
_HEADINGS = {"h1": 1.0, "h2": 0.7, "h3": 0.4, "h4": 0.2}
_LINE_TAGS = frozenset({"tr", "dl", "li", "p", "dd", "td", "span"})
"""What meets in one of these stands in one line or row."""
NEAR_STEPS = 3
"""A link that meets the next text only further up stands in another block of the page."""
_CONTROL_TAGS = frozenset({"option", "button", "textarea", "select"})
_COUNTED = re.compile(r"[^\W_]|[★☆]")
_MARKUP = ("itemprop", "property", "class", "id", "rel", "headers", "data-label", "data-field", "name")
_SPECIFIC = frozenset({"itemprop", "property", "data-label", "data-field"})
ON_MANY = 0.3
"""Share of the pages on which a text must stand to be a label; half of it gives the same on SWDE."""
STEADY = 0.25
"""A place with no more different texts than this share of its pages shows labels or other fixed words."""
VARYING = 0.8
"""A place with so many different texts, as a share of its pages, shows values, and none of them is a label."""
CELL_STEPS = 2
"""A text this deep below the row, in a cell and one more element, stands in the row's line."""
INHERIT_WITHIN = 8
"""A list of values after one label (authors, genres) hands the label on this far."""


@dataclass(slots=True)
class Leaf:
    """One visible text node."""

    page: int
    order: int
    node: int
    text: str
    folded: str
    path: int
    coarse: int
    tag: str
    markup: tuple[str, ...]
    itemprop: str
    heading: float
    own_label: str
    value: str
    label: str = ""
    label_distance: int = 0
    firm: bool = False
    second_label: str = ""
    header: str = ""
    following: str = ""
    title_precision: float = 0.0
    title_recall: float = 0.0
    title_start: float = 0.0
    title_prefix: float = 0.0
    title_part: float = 0.0
    repeats: int = 1
    lead: float = 0.0
    name_distance: int = 0
    link: bool = False

    @property
    def title_overlap(self) -> float:
        """F1 of the leaf's words against the page title's own words."""
        total = self.title_precision + self.title_recall
        return 2 * self.title_precision * self.title_recall / total if total else 0.0


@dataclass(slots=True)
class PageLeaves:
    """The leaves of a page, its title and its most likely name leaf."""

    name: str
    title: str
    leaves: list[Leaf] = field(default_factory=list)


@dataclass(slots=True)
class Paths:
    """Numbers for paths, shared by the pages of a site: `path` with positions, `coarse` with class words instead."""

    fine: dict[tuple[int, str, int], int] = field(default_factory=dict)
    coarse: dict[tuple[int, str, str], int] = field(default_factory=dict)
    steps: list[tuple[int, str, int]] = field(default_factory=list)

    def fine_id(self, parent: int, tag: str, place: int) -> int:
        """The number of a step below `parent`."""
        key = (parent, tag, place)
        found = self.fine.get(key)
        if found is None:
            found = self.fine[key] = len(self.steps)
            self.steps.append(key)
        return found

    def coarse_id(self, parent: int, tag: str, words: str) -> int:
        """The number of a step without positions."""
        return self.coarse.setdefault((parent, tag, words), len(self.coarse))

    def readable(self, path: int) -> str:
        """A path as a person reads it: /html[1]/body[1]/…"""
        parts: list[str] = []
        while path >= 0:
            path, tag, place = self.steps[path]
            parts.append("text()" if tag == TEXT else f"{tag}[{place}]")
        return "/" + "/".join(reversed(parts))


def read_page(tree: Tree, page: int, name: str, paths: Paths) -> PageLeaves:
    """The leaves of one page in document order, without the labels that only the whole site shows."""
    count = len(tree)
    fine, coarse = [-1] * count, [-1] * count
    places: dict[int, Counter[str]] = {}
    hidden_until = 0
    title = ""
    found = PageLeaves(name, "")
    for node in range(count):
        tag, parent = tree.tags[node], tree.parents[node]
        counter = places.setdefault(parent, Counter())
        counter[tag] += 1
        up = parent if parent >= 0 else None
        fine[node] = paths.fine_id(fine[up] if up is not None else -1, tag, counter[tag])
        if tag != TEXT:
            coarse[node] = paths.coarse_id(coarse[up] if up is not None else -1, tag, _class_words(tree, node))
            if tag == "title" and not title:
                title = squeeze(" ".join(tree.texts[i] for i in range(node + 1, tree.ends[node]) if tree.texts[i]))
            if (tag in HIDDEN_TAGS or tag in _CONTROL_TAGS) and node >= hidden_until and tag != "head":
                hidden_until = tree.ends[node]
            continue
        if node < hidden_until:
            continue
        text = squeeze(tree.texts[node])
        if not text or not _COUNTED.search(text):
            continue
        coarse[node] = paths.coarse_id(coarse[parent], TEXT, "")
        found.leaves.append(_leaf(tree, node, page, len(found.leaves), text, fine[node], coarse[node]))
    found.title = title
    return found


def _leaf(tree: Tree, node: int, page: int, order: int, text: str, path: int, coarse: int) -> Leaf:
    parent = tree.parents[node]
    markup: list[str] = []
    itemprop, heading, link = "", 0.0, False
    at, level = parent, 0
    while at >= 0 and level < 4:
        tag = tree.tags[at]
        heading = max(heading, _HEADINGS.get(tag, 0.0)) if level < 3 else heading
        link = link or tag == "a"
        attributes = tree.attributes[at]
        if attributes:
            for key in _MARKUP:
                given = attributes.get(key)
                if given and level < 3:
                    markup.append(given)
                    if key in _SPECIFIC and not itemprop and level < 2:
                        itemprop = given
        at, level = tree.parents[at], level + 1
    own, value = split_label(text)
    return Leaf(
        page=page, order=order, node=node, text=text, folded=fold(text), path=path, coarse=coarse,
        tag=tree.tags[parent], markup=tuple(markup), itemprop=itemprop, heading=heading,
        own_label=own, value=value, link=link,
    )  # fmt: skip


def _class_words(tree: Tree, node: int) -> str:
    given = tree.attributes[node].get("class")
    if not given:
        return ""
    return " ".join(word for word in given.split() if not any(char.isdigit() for char in word))[:80]


def label_pages(pages: Sequence[PageLeaves], trees: Sequence[Tree]) -> Counter[str]:
    """Gives every leaf its labels; texts that stand on many pages of the site, or in one place with few others, count
    as labels.

    Gives back on how many pages each folded text stands.
    """
    frequency: Counter[str] = Counter()
    for page in pages:
        frequency.update({leaf.folded for leaf in page.leaves})
    needed = max(2, round(ON_MANY * len(pages)))
    steady, varying = _places(pages, needed)
    for page, tree in zip(pages, trees, strict=True):
        _label_page(page, tree, frequency, needed, steady, varying)
        _label_backwards(page.leaves, tree, frequency, needed)
    return frequency


def _places(pages: Sequence[PageLeaves], needed: int) -> tuple[set[int], set[int]]:
    """Places that show few different texts on many pages, and places that show another on nearly every page.

    `MSRP` here and `MSRP range` there are both labels; the name of a restaurant is none, though bold and in front of
    its address.
    """
    texts: dict[int, set[str]] = {}
    on: Counter[int] = Counter()
    for page in pages:
        for leaf in page.leaves:
            texts.setdefault(leaf.path, set()).add(leaf.folded)
            on[leaf.path] += 1
    often = {path: found for path, found in texts.items() if on[path] >= 2 * needed}
    steady = {path for path, found in often.items() if len(found) <= STEADY * on[path]}
    return steady, {path for path, found in often.items() if len(found) >= VARYING * on[path]}


def _label_page(
    page: PageLeaves, tree: Tree, frequency: Counter[str], needed: int, steady: set[int], varying: set[int]
) -> None:
    leaves = page.leaves
    for at, leaf in enumerate(leaves):
        if at + 1 < len(leaves) and not _menu(tree, leaves[at + 1], leaves[at + 2 : at + 3], leaf):
            leaf.following = leaves[at + 1].text[:MAX_LABEL]
        if not at:
            continue
        before = leaves[at - 1]
        if _menu(tree, before, leaves[max(0, at - 2) : at - 1], leaf):
            continue
        many = needed if before.path in steady and leaf.path not in steady else frequency[before.folded]
        if label_like(before, many, needed) and (before.path not in varying or before.text.endswith((":", "："))):
            leaf.label, leaf.label_distance = before.text, 1
            leaf.firm = before.text.endswith((":", "：")) or before.tag in _LABEL_TAGS or _in_line(tree, before, leaf)
            leaf.second_label = before.label
        elif (before.own_label and before.value == "") or before.text.endswith((":", "：")):
            leaf.label, leaf.label_distance = before.text, 1
        elif before.label and before.label_distance < INHERIT_WITHIN and _together(tree, before, leaf):
            leaf.label, leaf.label_distance, leaf.firm = before.label, before.label_distance + 1, before.firm
            leaf.second_label = before.second_label
        elif before.own_label and _together(tree, before, leaf):
            leaf.label, leaf.label_distance = before.own_label, 2
        else:
            leaf.second_label = before.text[:MAX_LABEL]


def _label_backwards(leaves: Sequence[Leaf], tree: Tree, frequency: Counter[str], needed: int) -> None:
    """Labels that stand below or behind their values, as in boxes of figures: value and label share a line of the
    page, and neither shares one with its other neighbour.
    """
    for before, leaf, label, after in zip([None, *leaves], leaves, leaves[1:], [*leaves[2:], None], strict=False):
        if leaf.own_label or leaf.firm or label.link or label.text.endswith((":", "：")):
            continue
        if label_like(leaf, frequency[leaf.folded], needed) or not label_like(label, frequency[label.folded], needed):
            continue
        if not any(char.isdigit() for char in leaf.text) or any(char.isdigit() for char in label.text):
            continue
        alone = (before is None or not _together(tree, before, leaf)) and (
            after is None or not _together(tree, label, after)
        )
        if alone and _together(tree, leaf, label):
            leaf.label, leaf.label_distance, leaf.firm, leaf.following = label.text, 1, True, ""
            if after is not None and after.label == label.text and not after.firm:
                after.label, after.label_distance = "", 0


def label_like(leaf: Leaf, frequency: int, needed: int) -> bool:
    """Whether a leaf may be the label of what follows."""
    if len(leaf.text) > MAX_LABEL or len(leaf.text.split()) > 6:
        return False
    return frequency >= needed or leaf.text.endswith((":", "：")) or leaf.tag in _LABEL_TAGS


def _menu(tree: Tree, link: Leaf, beside: Sequence[Leaf], leaf: Leaf) -> bool:
    """Whether a text is a link of another block, such as a menu, which names pages and no values (E7)."""
    if not link.link or link.text.endswith((":", "：")) or _together(tree, link, leaf):
        return False
    meeting, up, down = _meeting(tree, link.node, leaf.node)
    if tree.tags[meeting] in _LINE_TAGS:
        return False
    return max(up, down) > NEAR_STEPS or any(other.link and other.coarse == link.coarse for other in beside)


def _meeting(tree: Tree, first: int, second: int) -> tuple[int, int, int]:
    """The lowest node above both texts, and how many steps lie between it and each text's parent."""
    up, down = tree.parents[first], tree.parents[second]
    steps_up = steps_down = 0
    while up != down:
        if tree.depths[up] >= tree.depths[down]:
            up, steps_up = tree.parents[up], steps_up + 1
        else:
            down, steps_down = tree.parents[down], steps_down + 1
    return up, steps_up, steps_down


def _in_line(tree: Tree, before: Leaf, leaf: Leaf) -> bool:
    """Whether two neighbouring leaves stand in one line, or in neighbouring cells of a table's row."""
    if _together(tree, before, leaf):
        return True
    meeting, up, down = _meeting(tree, before.node, leaf.node)
    return tree.tags[meeting] == "tr" and max(up, down) <= CELL_STEPS


def _together(tree: Tree, before: Leaf, leaf: Leaf) -> bool:
    """Whether two neighbouring leaves stand in one line: the same parent, or children of it."""
    first, second = tree.parents[before.node], tree.parents[leaf.node]
    if first == second:
        return True
    up_first, up_second = tree.parents[first], tree.parents[second]
    return up_first in (second, up_second) or first == up_second
