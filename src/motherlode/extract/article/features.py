"""Numbers about each block, for the classifier: of the block itself and of the page around it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import repeat
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import OWN, Tree, code_of
from motherlode.extract.article.blocks import Blocks, Ints, fold
from motherlode.extract.article.elements import NAMES, SPAN_TAGS
from motherlode.extract.article.text_features import TEXT_NUMBERS, edge_table, sign_table, text_numbers
from motherlode.kernels import native

Table = NDArray[np.float32]
Scalars = NDArray[np.float32]

TAG_GROUPS = (
    ("p",), ("h1",), ("h2",), ("h3",), ("h4", "h5", "h6"), ("li",), ("td", "th"), ("div",), ("blockquote",),
    ("figcaption", "caption"), ("pre",), ("dt", "dd"), ("section", "article", "main"),
    ("button", "label", "summary", "legend"), ("header", "footer", "nav", "aside"), ("body", "center"),
)  # fmt: skip
_GROUP = {tag: number for number, group in enumerate(TAG_GROUPS) for tag in group}


@dataclass(frozen=True, slots=True)
class PageFacts:
    """What the head of the page says, as far as the classifier uses it."""

    title: str = ""
    types: frozenset[str] = frozenset()
    """Lower-case schema.org and OpenGraph types."""
    description: str = ""
    body: str = ""
    """The articleBody of JSON-LD, folded."""
    published: bool = False
    """Whether it states when an article was published: 355 of 812 labelled articles do, 2 of 47 lists, 8 others."""


PAGE_TYPES = (
    "article", "newsarticle", "blogposting", "product", "website", "webpage", "collectionpage", "itemlist",
    "discussionforumposting", "qapage", "faqpage", "techarticle", "organization", "recipe", "breadcrumblist",
)  # fmt: skip

LEVELS = 6
"""Elements around a block whose text is looked at: its box and those above it."""

_WIDTHS = {
    "text": TEXT_NUMBERS,
    "own": 5,
    "groups": len(TAG_GROUPS),
    "spans": len(SPAN_TAGS),
    "hints": len(NAMES),
    "own_hints": len(NAMES),
    "positions": 12,
    "neighbours": 23,
    "containers": 4 * (LEVELS - 1),
    "told": 5,
    "page": 8 + len(PAGE_TYPES),
}
"""The columns of the table, by what they are about."""

_ENDS = np.cumsum(list(_WIDTHS.values())).tolist()
PARTS = {name: slice(end - width, end) for (name, width), end in zip(_WIDTHS.items(), _ENDS, strict=True)}
LOCAL = _ENDS[-1]
TABLE_ORDER: Literal["C", "F"] = "F" if native() is None else "C"
"""How tables lie in memory: array operations go down the columns, the native extension along the rows."""


@dataclass(slots=True)
class Layout:
    """First block and block after the last inside the box of each block, its parent, grandparent and so on."""

    low: NDArray[np.int32]
    high: NDArray[np.int32]


def layout_of(tree: Tree, blocks: Blocks) -> Layout:
    """Levels × blocks."""
    kernel = native()
    if kernel is None:
        return layout_in_python(tree, blocks)
    found = kernel.layout((blocks.starts, blocks.boxes, tree.parent_array, tree.end_array), LEVELS)
    low, high = (np.frombuffer(numbers, dtype=np.int32).reshape(LEVELS, -1) for numbers in found)
    return Layout(low, high)


def layout_in_python(tree: Tree, blocks: Blocks) -> Layout:
    """The same by array operations."""
    nodes = np.zeros((LEVELS, len(blocks)), dtype=np.int64)
    nodes[0] = blocks.boxes
    for level in range(1, LEVELS):
        np.maximum(tree.parent_array[nodes[level - 1]], 0, out=nodes[level])
    before = np.bincount(blocks.starts + 1, minlength=len(tree) + 1).cumsum(dtype=np.int32)  # blocks before each node
    return Layout(before[nodes], before[tree.end_array[nodes]])


def local_features(tree: Tree, blocks: Blocks, facts: PageFacts, layout: Layout, table: Table) -> None:
    """Fills blocks × numbers, all zero before, that need no judgement of other blocks."""
    kernel = native()
    if kernel is None:
        local_in_python(tree, blocks, facts, layout, table)
    elif len(blocks):
        local_in_kernel(kernel, tree, blocks, facts, layout, table)


_COLUMNS = tuple(PARTS[name].start for name in _WIDTHS if name != "told")
GROUP_OF = np.full(OWN, -1, dtype=np.int8)
"""The group of each code of a tag."""
for _tag, _number in _GROUP.items():
    GROUP_OF[code_of(_tag)] = _number
GROUP_OF[0] = -1


def local_in_kernel(kernel: Any, tree: Tree, blocks: Blocks, facts: PageFacts, layout: Layout, table: Table) -> None:
    """The numbers by the native extension, into a table whose rows stand in one piece."""
    around, texts = blocks.around, blocks.texts
    kernel.fill(
        table,
        _COLUMNS,
        PARTS["told"].start,
        (tree.codes, tree.depth_array, layout.low[: LEVELS - 1], layout.high[: LEVELS - 1]),
        (texts, blocks.starts, blocks.boxes, blocks.chars, blocks.link_chars, blocks.link_counts, blocks.bold_chars),
        (around.spans, around.hints, around.own_hints, around.hidden),
        (
            _compared(blocks, facts, table[:, PARTS["positions"]]),
            sum(1 << place for place, kind in enumerate(PAGE_TYPES) if kind in facts.types),
            len(PAGE_TYPES), _ARTICLE, _FIRST_HEADING,
        ),
        (sign_table(), edge_table(), GROUP_OF),
    )  # fmt: skip
    _told(blocks, facts, table[:, PARTS["told"]])


def local_in_python(tree: Tree, blocks: Blocks, facts: PageFacts, layout: Layout, table: Table) -> None:
    """The numbers by array operations."""
    count = len(blocks)

    def part(name: str) -> Table:
        return table[:, PARTS[name]]

    text_numbers(blocks.texts, part("text"))
    chars = np.maximum(blocks.chars, 1.0)
    link_share = (blocks.link_chars / chars).astype(np.float32)
    words = table[:, 1]
    own = part("own")
    own[:, 0] = link_share
    own[:, 1] = np.minimum(blocks.link_counts, 10)
    own[:, 2] = blocks.bold_chars / chars
    own[:, 3] = np.minimum(blocks.around.hidden, 2)
    own[:, 4] = (1 - link_share) * words
    groups = np.fromiter(map(_GROUP.get, blocks.tags, repeat(-1)), dtype=np.int64, count=count)
    grouped = np.flatnonzero(groups >= 0)
    part("groups")[grouped, groups[grouped]] = 1.0
    np.minimum(blocks.around.spans, 2, out=part("spans"))
    np.minimum(blocks.around.hints, 2, out=part("hints"))
    part("own_hints")[:] = blocks.around.own_hints
    _positions(tree, blocks, facts, part("positions"))
    _neighbours(words, link_share, (groups == 0).astype(np.float32), blocks, part("neighbours"))
    _containers(blocks, link_share, words, layout, part("containers"))
    _told(blocks, facts, part("told"))
    _begun(tree, blocks, part("told"))
    part("page")[:] = _page_numbers(blocks, facts, words, link_share, groups)


def _positions(tree: Tree, blocks: Blocks, facts: PageFacts, table: Table) -> None:
    count = len(blocks)
    index = np.arange(count)
    mass = np.cumsum(blocks.chars)
    whole = max(float(mass[-1]) if count else 0.0, 1.0)
    headline = _compared(blocks, facts, table)
    table[:, 0] = index / max(count, 1)
    table[:, 1] = mass / whole
    table[:, 2] = (mass - blocks.chars) / whole
    table[:, 3] = np.log1p(index)
    table[:, 4] = table[::-1, 3]
    table[:, 5] = np.minimum(tree.depth_array[blocks.boxes], 40) / 10
    if headline >= 0:
        distance = index - headline
        table[:, 6] = 1.0
        table[:, 7] = np.sign(distance) * np.log1p(np.abs(distance))
        table[:, 8] = distance < 0
    table[:, 11] = blocks.chars / whole


def _compared(blocks: Blocks, facts: PageFacts, table: Table) -> int:
    """The row of the headline; notes which texts are the title, and how many times more each stands in the page."""
    title, alike = fold(facts.title), blocks.alike(facts.title)
    for row, folded in alike.items():
        if folded == title and title:
            table[row, 9] = 1.0
    if len(set(blocks.texts)) < len(blocks):
        seen = Counter(blocks.texts)
        times = np.fromiter(map(seen.get, blocks.texts, repeat(1)), np.float32, len(blocks))
        table[:, 10] = np.minimum(times - 1, 3)
    return headline_of(blocks, facts.title, alike)


_ARTICLE, _FIRST_HEADING = code_of("article"), code_of("h1")
DESCRIBED, LEAST_DESCRIBED, SHORT = 50, 20, 25
"""Letters of the page's description that are compared with texts, how many say too little, and characters of texts
that are too short to be told."""


def _told(blocks: Blocks, facts: PageFacts, table: Table) -> None:
    """Whether the page's description and JSON-LD have the block's text."""
    description = fold(facts.description)[:DESCRIBED]
    described = len(description) > LEAST_DESCRIBED
    rows = (blocks.chars > SHORT).nonzero()[0].tolist() if described or facts.body else []
    begins, texts = blocks.begins, blocks.texts
    if described:
        said = facts.description.lower()
        for row in rows:
            if begins[row] in said:
                folded = fold(texts[row][:120])
                if folded.startswith(description) or description.startswith(folded):
                    table[row, 0] = 1.0
    if facts.body:
        table[:, 2] = 1.0
        for row in rows:
            if fold(texts[row][:70])[:60] in facts.body:
                table[row, 1] = 1.0


def _begun(tree: Tree, blocks: Blocks, table: Table) -> None:
    """How many articles and h1 began before each block."""
    for column, wanted in ((3, _ARTICLE), (4, _FIRST_HEADING)):
        places = np.flatnonzero(tree.codes == wanted)
        if len(places):
            table[:, column] = np.minimum(np.searchsorted(places, blocks.starts), 4)


HEADLINES = {"h1": 0.9, "h2": 0.3, "h3": 0.1}
LINKED, ELSEWHERE, TIE = 0.8, 0.2, 1e-9
"""A headline with such a share of links, or in a place for other articles, counts so much less: less than the
difference between two kinds of headings, so that it decides only between two that are alike."""
RELATED = NAMES.index("related")


def headline_of(blocks: Blocks, title: str, alike: dict[int, str] | None = None) -> int:
    """The block of the visible headline: like the head's title, else the first h1; -1 when there is none."""
    folded = fold(title)
    best, best_score = -1, 0.0
    for row, own in (blocks.alike(title) if alike is None else alike).items():
        if len(own) < 2:
            continue
        tag, size = blocks.tags[row], len(blocks.texts[row])
        score = 0.0
        if folded and len(own) > 5 and (own in folded or (folded in own and size < 250)):
            score = 1.0 + min(len(own), len(folded)) / max(len(own), len(folded), 1)
        if tag in HEADLINES:
            score += HEADLINES[tag] if score or tag == "h1" else 0.0
        if score > best_score + TIE:
            if blocks.around.hints[row, RELATED] or blocks.link_chars[row] > LINKED * size:
                score -= ELSEWHERE
            if score > best_score + TIE:
                best, best_score = row, score
    return best


def shifted(values: Scalars, by: int, table: Scalars, fill: float = 0.0) -> None:
    """Writes the values of the block `by` before (or after, where negative) into a column."""
    if by > 0:
        table[:by] = fill
        table[by:] = values[:-by]
    else:
        table[by:] = fill
        table[:by] = values[-by:]


LONG_WORDS, LONG_LINKS = np.log1p(12), 0.4
PROSE_WORDS, PROSE_LINKS, MANY = np.log1p(25), 0.3, 20
"""Words (logarithms) and links of a long text and of a paragraph, and how many paragraphs are many. The networks are
learned on these numbers; native/numbers.c has the same."""

REACH = 13
"""One more than the furthest neighbour that a number is about."""


class Sums:
    """Running sums of several values, a row each, with room before and after, so that windows are slices."""

    def __init__(self, *values: NDArray[np.floating]) -> None:
        self.count = len(values[0])
        self.rows = np.zeros((len(values), self.count + 1 + 2 * REACH))
        for row, value in zip(self.rows, values, strict=True):
            np.cumsum(value, out=row[REACH + 1 : REACH + 1 + self.count])
        self.rows[:, REACH + 1 + self.count :] = self.rows[:, REACH + self.count, None]

    def at(self, offset: int) -> NDArray[np.float64]:
        """The sums up to the block `offset` after each, or to the first or last where there is none."""
        return self.rows[:, REACH + offset : REACH + offset + self.count]

    def window(self, before: int, after: int) -> NDArray[np.float64]:
        """Sums over the blocks from `before` before each to `after` after it, without the latter."""
        return self.at(after) - self.at(-before)

    @property
    def bare(self) -> NDArray[np.float64]:
        """The rows without the room, beginning with zero."""
        return self.rows[:, REACH : REACH + 1 + self.count]


def _neighbours(words: Scalars, link_share: Scalars, paragraph: Scalars, blocks: Blocks, table: Table) -> None:
    count = len(blocks)
    same_box = np.diff(blocks.boxes, prepend=-1) == 0
    table[:, 0] = same_box
    table[:-1, 1] = same_box[1:]
    column = 2
    for by in (1, 2, -1, -2):
        if count > abs(by):
            shifted(words, by, table[:, column])
            shifted(link_share, by, table[:, column + 1], 1.0)
            shifted(paragraph, by, table[:, column + 2])
        column += 3
    sums = Sums((1 - link_share) * words, link_share, paragraph, np.ones(count))
    for radius in (2, 5, 12):
        inside = sums.window(radius, radius + 1)
        table[:, column : column + 3] = (inside[:3] / np.maximum(inside[3], 1)).T
        column += 3


def _containers(blocks: Blocks, link_share: Scalars, words: Scalars, layout: Layout, table: Table) -> None:
    long_text = np.where((words > LONG_WORDS) & (link_share < LONG_LINKS), blocks.chars, 0.0)
    chars, links, longs = Sums(blocks.chars, blocks.link_chars, long_text).bare
    low, high = layout.low[: LEVELS - 1], layout.high[: LEVELS - 1]
    inside = np.maximum(chars[high] - chars[low], 1.0)
    table[:, 0::4] = ((links[high] - links[low]) / inside).T
    table[:, 1::4] = (inside / max(chars[-1], 1.0)).T
    table[:, 2::4] = ((longs[high] - longs[low]) / max(longs[-1], 1.0)).T
    table[:, 3::4] = np.log1p(high - low).T


def _page_numbers(blocks: Blocks, facts: PageFacts, words: Scalars, link_share: Scalars, groups: Ints) -> Scalars:
    chars = max(float(blocks.chars.sum()), 1.0)
    values = [
        np.log1p(len(blocks)),
        np.log1p(chars),
        float(blocks.link_chars.sum()) / chars,
        float(blocks.chars[groups == 0].sum()) / chars,
        float(blocks.chars[groups == 5].sum()) / chars,
        float(blocks.chars[groups == 6].sum()) / chars,
        float(np.count_nonzero((words > PROSE_WORDS) & (link_share < PROSE_LINKS))) / MANY,
        float(blocks.around.spans[:, 0].max(initial=0)),
        *[float(kind in facts.types) for kind in PAGE_TYPES],
    ]
    return np.asarray(values, dtype=np.float32)
