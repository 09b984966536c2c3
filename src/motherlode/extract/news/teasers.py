"""Cards of other articles: siblings that each hold a linked title and a few lines below it (N4)."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.news.blocks import Blocks, Floats
from motherlode.extract.news.content_kernel import compiled

Rows = NDArray[np.bool_]

LINKED = 0.7
TITLE = 15
"""Characters of a linked block from which it may be the title of another article."""

BETWEEN = 3
"""Blocks after the title within which the card's text begins: an author and a day may stand between."""

CARD = 600
"""Characters of a card's text, in two blocks at the most; what has more is an article of its own."""

LEAST_CARDS = 3
NESTED = 6
"""Elements between a text and the smallest element that holds its title too."""

LEVELS = 4
"""Elements around the title and its text that belong to the same card alone."""

PARAGRAPH = 100
LEAST_PARAGRAPHS = 3
ARTICLE = 500
"""Characters of paragraphs side by side that show that the page has an article beside its cards."""


def teasers_of(tree: Tree, blocks: Blocks, kept: Rows) -> Rows | None:
    """The chosen blocks that are texts of cards; None where there are none or the page has no article beside them."""
    kernel = compiled()
    below = below_titles_in_python if kernel is None else kernel.below_titles
    texts = below(kept, blocks.chars, blocks.link_chars, (LINKED, TITLE, BETWEEN, CARD))
    if len(texts) < LEAST_CARDS or not _has_article(tree, blocks, kept):
        return None
    title = (blocks.link_chars > LINKED * blocks.chars) & (blocks.chars >= TITLE) & ~kept
    found = np.zeros(len(kept), dtype=bool)
    for cards in _groups(tree, blocks, kept, title, texts):
        for card in cards:
            low, high = np.searchsorted(blocks.starts, (card, tree.ends[card])).tolist()
            inside = kept[low:high]
            few = inside.sum() <= 2 and blocks.chars[low:high][inside].sum() <= CARD
            if few and not kept[low] and title[low : low + BETWEEN].any():
                found[low:high] |= inside
    return found if found.any() and _has_article(tree, blocks, kept & ~found) else None


def below_titles_in_python(
    kept: Rows, chars: Floats, links: Floats, rules: tuple[float, float, int, float]
) -> list[int]:
    """The chosen blocks that are short and stand shortly below a title that is not chosen; the rules are the title's
    share of links and characters, how far below it, and the characters of the text."""
    linked, least, between, most = rules
    title = (links > linked * chars) & (chars >= least) & ~kept
    near = np.zeros(len(kept), dtype=bool)
    for back in range(1, between + 1):
        near[back:] |= title[:-back]
    rows: list[int] = np.flatnonzero(near & kept & (chars <= most)).tolist()
    return rows


def _groups(tree: Tree, blocks: Blocks, kept: Rows, title: Rows, texts: list[int]) -> list[set[int]]:
    """Elements side by side, each around a title and its text."""
    groups: defaultdict[int, set[int]] = defaultdict(set)
    titles, chosen = title.tolist(), kept.tolist()
    for row in texts:
        above = next((r for r in range(row - 1, max(-1, row - 1 - BETWEEN), -1) if titles[r] or chosen[r]), -1)
        if above < 0 or chosen[above]:
            continue
        node, first = int(blocks.boxes[row]), int(blocks.starts[above])
        for _ in range(NESTED):
            if node > first:
                node = tree.parents[node]
        for _ in range(LEVELS):
            if not 0 < node <= first:
                break
            groups[tree.parents[node]].add(node)
            node = tree.parents[node]
    return [cards for cards in groups.values() if len(cards) >= LEAST_CARDS]


def _has_article(tree: Tree, blocks: Blocks, rest: Rows) -> bool:
    """Whether among the other blocks there are paragraphs side by side."""
    rows = np.flatnonzero(rest & (blocks.chars > PARAGRAPH) & (blocks.link_chars < (1 - LINKED) * blocks.chars))
    _, places, counts = np.unique(tree.parent_array[blocks.boxes[rows]], return_inverse=True, return_counts=True)
    sizes = np.bincount(places, weights=blocks.chars[rows], minlength=len(counts))
    return bool(((counts >= LEAST_PARAGRAPHS) & (sizes >= ARTICLE)).any())
