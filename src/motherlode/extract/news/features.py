"""Numbers about each block, for the classifier: of the block itself, then of what stands around it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.news.blocks import Blocks, Floats, Ints, fold
from motherlode.extract.news.signs import CJK, text_numbers

TAG_GROUPS = (
    ("p",), ("h1",), ("h2",), ("h3",), ("h4", "h5", "h6"), ("li",), ("td", "th"), ("div",), ("blockquote",),
    ("figcaption", "caption"), ("pre",), ("dt", "dd"), ("section", "article", "main"),
    ("button", "label", "summary", "legend"), ("header", "footer", "nav", "aside"), ("body", "center"),
)  # fmt: skip
_GROUP = {tag: number for number, group in enumerate(TAG_GROUPS) for tag in group}

_WORD = re.compile(r"[^\W\d_]{2,}")
MAX_KNOWN = 32_768
"""Class names whose words are remembered: the pages of a host repeat theirs."""

_NOT_WORDED = (0.0, 0.0, 0.0)
SHORT_TEXT = 120
LEXICAL_WORDS = 14
"""Longer blocks are judged without their words: the lexicon is for buttons, labels, teasers and notices."""


@dataclass(frozen=True, slots=True)
class Lexicon:
    """Log-odds of class words and of the words of short texts, learned per host; empty before training."""

    classes: Mapping[str, float] = field(default_factory=dict)
    texts: Mapping[str, float] = field(default_factory=dict)
    _known: dict[tuple[str, ...], tuple[float, float] | None] = field(default_factory=dict, repr=False, compare=False)
    _worded: dict[str, tuple[float, float, float]] = field(default_factory=dict, repr=False, compare=False)

    def extremes(self, tokens: tuple[str, ...]) -> tuple[float, float] | None:
        """The lowest and the highest log-odds of class words; None where none of them was learned."""
        if tokens in self._known:
            return self._known[tokens]
        values = [self.classes[token] for token in tokens if token in self.classes]
        found = (min(values), max(values)) if values else None
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        self._known[tokens] = found
        return found

    def worded(self, text: str) -> tuple[float, float, float]:
        """Mean, lowest and highest log-odds of a short text's words; zeros where none of them was learned."""
        texts = self.texts
        if text in self._worded:
            return self._worded[text]
        values = [texts[word] for word in short_words(text) if word in texts] if texts else []
        found = (sum(values) / (len(values) + 1), min(values), max(values)) if values else _NOT_WORDED
        if len(self._worded) >= MAX_KNOWN:
            self._worded.clear()
        self._worded[text] = found
        return found


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the head of the page says, as far as the classifier uses it."""

    title: str = ""
    types: frozenset[str] = frozenset()
    """Lower-case schema.org and OpenGraph types."""
    description: str = ""
    body: str = ""
    """The articleBody of JSON-LD, folded."""


PAGE_TYPES = (
    "article", "newsarticle", "blogposting", "product", "website", "webpage", "collectionpage", "itemlist",
    "discussionforumposting", "qapage", "faqpage", "techarticle", "organization", "recipe", "breadcrumblist",
)  # fmt: skip


def local_features(tree: Tree, blocks: Blocks, facts: PageFacts, lexicon: Lexicon) -> Floats:
    """Blocks × numbers that need no judgement of other blocks."""
    count = len(blocks)
    numbers = text_numbers(blocks.texts)
    chars = np.maximum(blocks.chars, 1.0)
    link_share = blocks.link_chars / chars
    groups = np.zeros((count, len(TAG_GROUPS)))
    for row, tag in enumerate(blocks.tags):
        group = _GROUP.get(tag)
        if group is not None:
            groups[row, group] = 1.0
    words = numbers[:, 1]
    own = _columns(
        [
            link_share,
            np.minimum(blocks.link_counts, 10),
            blocks.bold_chars / chars,
            np.minimum(blocks.hidden, 2),
            (1 - link_share) * words,
        ]
    )
    parts = [
        numbers,
        own,
        groups,
        np.minimum(blocks.spans, 2),
        np.minimum(blocks.hints, 2),
        blocks.own_hints,
        _learned(blocks, lexicon),
        _positions(tree, blocks, facts),
        _neighbours(words, link_share, groups[:, 0], blocks),
        _containers(tree, blocks, link_share, words),
        _told(tree, blocks, facts),
        _page_numbers(blocks, facts, words, link_share, groups),
    ]
    return _columns(parts)


def _learned(blocks: Blocks, lexicon: Lexicon) -> Floats:
    """Log-odds of the class words around a block (lowest, highest, sum, of the innermost) and of its own words."""
    count = len(blocks)
    open_names: list[tuple[int, float, float, float]] = [(count, 0.0, 0.0, 0.0)]
    table = [(0.0, 0.0, 0.0, 0.0)]
    innermost = np.zeros(count, dtype=np.int64)
    for first, last, tokens in blocks.names:
        extremes = lexicon.extremes(tokens)
        if extremes is None:
            continue
        while open_names[-1][0] <= first and len(open_names) > 1:
            open_names.pop()
        _, low, high, total = open_names[-1]
        smallest, largest = extremes
        value = smallest if -smallest > largest else largest
        low = min(low, smallest)
        high = max(high, largest)
        total += value
        open_names.append((last, low, high, total))
        innermost[first:last] = len(table)
        table.append((low, high, min(max(total, -8.0), 8.0), value))
    worded = [lexicon.worded(text) if len(text) <= SHORT_TEXT else _NOT_WORDED for text in blocks.texts]
    return _columns([np.asarray(table)[innermost], np.asarray(worded).reshape(count, 3)])


def short_words(text: str) -> list[str]:
    """Words and word pairs of a short text, folded; nothing for a long one."""
    if not text.isascii() and CJK.search(text):
        plain = "".join(CJK.findall(text))[:40]
        return [plain[i : i + 2] for i in range(len(plain) - 1)]
    words = _WORD.findall(text.lower())
    if not words or len(words) > LEXICAL_WORDS:
        return []
    return words + [f"{a} {b}" for a, b in pairwise(words)] + [f"^{words[0]}"]


def _positions(tree: Tree, blocks: Blocks, facts: PageFacts) -> Floats:
    count = len(blocks)
    index = np.arange(count)
    mass = np.cumsum(blocks.chars)
    whole = max(float(mass[-1]) if count else 0.0, 1.0)
    headline = headline_of(blocks, facts.title)
    distance = index - headline if headline >= 0 else np.zeros(count)
    title = fold(facts.title)
    same = np.array([bool(title) and folded == title for folded in blocks.folds], dtype=float)
    seen = Counter(blocks.texts)
    repeated = np.array([min(seen[text] - 1, 3) for text in blocks.texts], dtype=float)
    depth = tree.depth_array[blocks.boxes] if count else np.zeros(0)
    return _columns(
        [
            index / max(count, 1),
            mass / whole,
            (mass - blocks.chars) / whole,
            np.log1p(index),
            np.log1p(count - index),
            np.minimum(depth, 40) / 10,
            np.full(count, float(headline >= 0)),
            np.sign(distance) * np.log1p(np.abs(distance)),
            (distance < 0).astype(float),
            same,
            repeated,
            blocks.chars / whole,
        ]
    )


def _told(tree: Tree, blocks: Blocks, facts: PageFacts) -> Floats:
    """Whether the page's description and JSON-LD have the block's text, and how many articles and h1 began before."""
    count = len(blocks)
    description = fold(facts.description)[:50]
    known = np.zeros((count, 3))
    if facts.body:
        known[:, 2] = 1.0
    for row, text in enumerate(blocks.texts):
        if len(text) > 25:
            folded = blocks.folds[row] or fold(text[:120])
            if len(description) > 20 and (folded[:50].startswith(description) or description.startswith(folded)):
                known[row, 0] = 1.0
            if facts.body and folded[:60] in facts.body:
                known[row, 1] = 1.0
    began = [
        np.searchsorted(np.asarray(tree.places.get(wanted, ()), dtype=np.int64), blocks.starts)
        for wanted in ("article", "h1")
    ]
    return _columns([known, *(np.minimum(number, 4) for number in began)])


HEADLINES = {"h1": 0.9, "h2": 0.3, "h3": 0.1}


def headline_of(blocks: Blocks, title: str) -> int:
    """The block of the visible headline: like the head's title, else the first h1; -1 when there is none."""
    folded = fold(title)
    best, best_score = -1, 0.0
    for row, (tag, own) in enumerate(zip(blocks.tags, blocks.folds, strict=True)):
        if len(own) < 2:
            continue
        size = len(blocks.texts[row])
        score = 0.0
        if folded and len(own) > 5 and (own in folded or (folded in own and size < 250)):
            score = 1.0 + min(len(own), len(folded)) / max(len(own), len(folded), 1)
        if tag in HEADLINES:
            score += HEADLINES[tag] if score or tag == "h1" else 0.0
        if blocks.hints[row, 4] or blocks.link_chars[row] > 0.8 * size:
            score -= 0.2
        if score > best_score + 1e-9:
            best, best_score = row, score
    return best


def _columns(columns: Sequence[Floats]) -> Floats:
    """Columns and blocks of columns side by side."""
    width = sum(1 if column.ndim == 1 else column.shape[1] for column in columns)
    table = np.empty((len(columns[0]), width))
    at = 0
    for column in columns:
        if column.ndim == 1:
            table[:, at] = column
            at += 1
        else:
            table[:, at : at + column.shape[1]] = column
            at += column.shape[1]
    return table


def _shift(values: Floats, by: int, fill: float = 0.0) -> Floats:
    shifted = np.full(values.shape, fill)
    if by > 0:
        shifted[by:] = values[:-by]
    else:
        shifted[:by] = values[-by:]
    return shifted


def _windows(sums: Sequence[Floats], radius: int) -> list[Floats]:
    """The means over the blocks from `radius` before to `radius` after, of values whose running sums are given."""
    count = len(sums[0]) - 1
    index = np.arange(count)
    low, high = np.maximum(index - radius, 0), np.minimum(index + radius + 1, count)
    sizes = np.maximum(high - low, 1)
    return [(running[high] - running[low]) / sizes for running in sums]


def _neighbours(words: Floats, link_share: Floats, paragraph: Floats, blocks: Blocks) -> Floats:
    text = (1 - link_share) * words
    same_box = (np.diff(blocks.boxes, prepend=-1) == 0).astype(float)
    columns = [same_box, _shift(same_box, -1)]
    for by in (1, 2, -1, -2):
        columns += [_shift(words, by), _shift(link_share, by, 1.0), _shift(paragraph, by)]
    sums = [_prefix(text), _prefix(link_share), _prefix(paragraph)]
    for radius in (2, 5, 12):
        columns += _windows(sums, radius)
    return _columns(columns)


LEVELS = 6
"""Elements around a block whose text is looked at: its box and those above it."""


def ranges_of(tree: Tree, blocks: Blocks) -> tuple[Ints, Ints]:
    """Levels × blocks: first block and block after the last inside the box, its parent, grandparent and so on."""
    nodes = np.zeros((LEVELS, len(blocks)), dtype=np.int64)
    if len(blocks):
        nodes[0] = blocks.boxes
        for level in range(1, LEVELS):
            nodes[level] = np.maximum(tree.parent_array[nodes[level - 1]], 0)
    ends = tree.end_array[nodes] if len(blocks) else nodes
    return np.searchsorted(blocks.starts, nodes), np.searchsorted(blocks.starts, ends)


def _prefix(values: Floats) -> Floats:
    return np.concatenate(([0.0], np.cumsum(values)))


def _containers(tree: Tree, blocks: Blocks, link_share: Floats, words: Floats) -> Floats:
    chars, links = _prefix(blocks.chars), _prefix(blocks.link_chars)
    long_text = _prefix(np.where((words > np.log1p(12)) & (link_share < 0.4), blocks.chars, 0.0))
    whole, whole_long = max(chars[-1], 1.0), max(long_text[-1], 1.0)
    low, high = (blocks_at[: LEVELS - 1] for blocks_at in ranges_of(tree, blocks))
    inside = np.maximum(chars[high] - chars[low], 1.0)
    table = np.empty((len(blocks), LEVELS - 1, 4))
    table[:, :, 0] = ((links[high] - links[low]) / inside).T
    table[:, :, 1] = (inside / whole).T
    table[:, :, 2] = ((long_text[high] - long_text[low]) / whole_long).T
    table[:, :, 3] = np.log1p(high - low).T
    return table.reshape(len(blocks), -1)


def _page_numbers(blocks: Blocks, facts: PageFacts, words: Floats, link_share: Floats, groups: Floats) -> Floats:
    count = len(blocks)
    chars = max(float(blocks.chars.sum()), 1.0)
    values = [
        np.log1p(count),
        np.log1p(chars),
        float(blocks.link_chars.sum()) / chars,
        float((blocks.chars * groups[:, 0]).sum()) / chars,
        float((blocks.chars * groups[:, 5]).sum()) / chars,
        float((blocks.chars * groups[:, 6]).sum()) / chars,
        float(((words > np.log1p(25)) * (link_share < 0.3)).sum()) / 20,
        float(blocks.spans[:, 0].max(initial=0)),
        *[float(kind in facts.types) for kind in PAGE_TYPES],
    ]
    return np.tile(np.asarray(values), (count, 1))


def signature_groups(tree: Tree, blocks: Blocks) -> NDArray[np.int64]:
    """A number per kind of place: blocks whose box and its parent share tag and class are alike."""
    known: dict[tuple[str, str, str, str], int] = {}
    groups = np.zeros(len(blocks), dtype=np.int64)
    for row, box in enumerate(blocks.boxes.tolist()):
        parent = max(tree.parents[box], 0)
        key = (
            tree.tags[box],
            tree.attributes[box].get("class") or "",
            tree.tags[parent],
            tree.attributes[parent].get("class") or "",
        )
        groups[row] = known.setdefault(key, len(known))
    return groups


def context_features(tree: Tree, blocks: Blocks, judged: Floats) -> Floats:
    """Blocks × numbers from the first judgement of all blocks: neighbours, containers, alike places, the whole."""
    count = len(blocks)
    weight = blocks.chars + 20.0
    weighted = judged * weight
    mass, base = _prefix(weighted), _prefix(weight)
    whole = max(mass[-1], 1e-6)
    columns: list[Floats] = [judged, np.log(judged + 1e-3) - np.log(1 - judged + 1e-3)]
    columns += [_shift(judged, by) for by in (1, 2, 3, -1, -2, -3)]
    for radius in (2, 5, 10):
        content, all_text = _windows((mass, base), radius)
        columns.append(content / np.maximum(all_text, 1e-6))
    index = np.arange(count)
    for reach in (4, 12):
        low, high = np.maximum(index - reach, 0), np.minimum(index + 1 + reach, count)
        columns.append((mass[index] - mass[low]) / np.maximum(base[index] - base[low], 1e-6))
        columns.append((mass[high] - mass[index + 1]) / np.maximum(base[high] - base[index + 1], 1e-6))
    low, high = ranges_of(tree, blocks)
    inside = mass[high] - mass[low]
    for share, part in zip(inside / np.maximum(base[high] - base[low], 1e-6), inside / whole, strict=True):
        columns += [share, part]
    groups = signature_groups(tree, blocks)
    sums = np.bincount(groups, weights=weighted, minlength=1)
    bases = np.bincount(groups, weights=weight, minlength=1)
    sizes = np.bincount(groups, minlength=1)
    columns += [(sums / np.maximum(bases, 1e-6))[groups], np.log1p(sizes[groups])]
    main = main_container(tree, blocks, mass)
    inside_main = (blocks.starts >= main) & (blocks.starts < tree.ends[main]) if len(tree) else np.zeros(count)
    columns += [inside_main.astype(float), mass[:-1] / whole, (whole - mass[1:]) / whole]
    strong = np.flatnonzero(judged > 0.6)
    if len(strong):
        columns += [
            (index < strong[0]).astype(float),
            (index > strong[-1]).astype(float),
            np.log1p(np.maximum(strong[0] - index, 0)),
            np.log1p(np.maximum(index - strong[-1], 0)),
        ]
    else:
        columns += [np.zeros(count)] * 4
    page = [
        whole / max(base[-1], 1e-6),
        np.log1p(whole),
        float((judged > 0.5).mean()) if count else 0.0,
        float(np.minimum(judged, 1 - judged).mean()) if count else 0.0,
    ]
    columns += [np.tile(np.asarray(page), (count, 1))]
    return _columns(columns)


MAIN_SHARE = 0.85
"""The main container is the smallest element with so much of what was judged content."""


def main_container(tree: Tree, blocks: Blocks, mass: Floats) -> int:
    """The smallest element that holds most of the content found so far."""
    if not len(blocks):
        return 0
    centre = int(np.searchsorted(mass, mass[-1] / 2))
    node = int(blocks.boxes[min(max(centre - 1, 0), len(blocks) - 1)])
    while node > 0:
        low, high = np.searchsorted(blocks.starts, [node, tree.ends[node]])
        if mass[high] - mass[low] >= MAIN_SHARE * mass[-1]:
            return node
        node = tree.parents[node]
    return 0
