"""What the page as a whole says of the chosen blocks: other articles, comments, copies, data, headings (N4).

The judge looks at a block and its surroundings; these rules look at what only the whole choice shows, such as cards
of other articles: siblings that each hold a linked title and a few lines below it.
"""

from __future__ import annotations

import re
from collections import defaultdict

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.article.blocks import Blocks, Floats, fold
from motherlode.extract.article.elements import NAMES
from motherlode.lang import any_of, words

Kept = NDArray[np.bool_]

COMMENT, MODAL = NAMES.index("comment"), NAMES.index("modal")
ASIDE_SHARE = 0.6
"""Comments and dialogs of a smaller share do not belong to what is chosen; on a forum they are most of it. Across
hosts 0.2, 0.35, 0.5 and 0.6 were each a little better than the one before, by one or two pages."""

ENOUGH = 500
"""Characters of the first article that must remain when others are set aside."""

MAIN_SHARE = 0.7
"""Share of the chosen characters that the main element holds. Across hosts 0.65 to 0.75 gave the same within .002,
0.85 less; at 0.6 good endings of articles begin to go. What stands before the element stays: summaries do."""

COPY = 0.2
"""A text with such a share of the chosen characters may be a copy of the others in one piece."""
COPIED = 0.6
"""Share of it that must be in the others; 0.4 to 0.8 change no labelled page."""
PIECE = 60
"""Characters of a text from which it counts as a piece of a copy."""

TABLE_LINKS = 0.5
"""A table with a larger share of links is a list of other pages; 0.3 and 0.7 give the same F1 across hosts."""

CREDIT = re.compile(rf"[\W_]{{0,10}}(?:{any_of(words('bylines', 'credit'))})", re.IGNORECASE)
LONG_CREDIT = 200
"""Characters of a line that names who reported and edited: the longest of those on labelled pages has 160."""

HEADINGS = frozenset(("h2", "h3", "h4", "h5"))
LONG_HEADING = 120


def mended(tree: Tree, blocks: Blocks, kept: Kept) -> Kept:
    """The chosen blocks without what belongs to others, with the headings between them."""
    if not kept.any():
        return kept
    kept = _up_to_the_end(tree, blocks, _own_article(tree, blocks, kept))
    kept = _without_replies(blocks, kept)
    kept = _without_credits(blocks, _without_copies(blocks, _without_data(blocks, kept)))
    return _with_headings(blocks, _with_tables(tree, blocks, kept))


def _rows_of(tree: Tree, blocks: Blocks, node: int) -> slice:
    low, high = np.searchsorted(blocks.starts, (node, tree.ends[node]))
    return slice(int(low), int(high))


def _own_article(tree: Tree, blocks: Blocks, kept: Kept) -> Kept:
    """Without articles that have a first-level heading of their own beside the page's."""
    if blocks.tags.count("h1") < 2:
        return kept
    titles = [int(blocks.boxes[row]) for row in blocks.tagged("h1")]
    articles = [node for node in tree.found("article") if kept[_rows_of(tree, blocks, node)].any()]
    inner = [max((a for a in articles if a < title < tree.ends[a]), default=-1) for title in titles]
    own = next((node for node in inner if node >= 0), -1)
    others = {node for node in inner if node >= 0 and node != own and not node < own < tree.ends[node]}
    if not others:
        return kept
    rest = kept.copy()
    for node in others:
        rest[_rows_of(tree, blocks, node)] = False
    return rest if blocks.chars[rest].sum() >= ENOUGH else kept


def _up_to_the_end(tree: Tree, blocks: Blocks, kept: Kept) -> Kept:
    """Without what comes after the smallest element that holds most of the chosen text: there the article ends.

    Cards of other articles do not count; those inside the element stay, for the entries of a list look alike.
    """
    teasers = teasers_of(tree, blocks, kept)
    own = kept if teasers is None else kept & ~teasers
    mass, starts = np.zeros(len(kept) + 1), blocks.starts
    (blocks.chars * own).cumsum(out=mass[1:])
    enough = MAIN_SHARE * mass[-1]
    node = int(blocks.boxes[mass[1:].searchsorted(mass[-1] / 2)])
    high = starts.searchsorted(tree.ends[node])
    while node > 0 and mass[high] - mass[starts.searchsorted(node)] < enough:
        node = tree.parents[node]
        high = starts.searchsorted(tree.ends[node])
    if high >= len(kept) or mass[high] - mass[starts.searchsorted(node)] < enough:
        return kept
    rest = kept.copy()
    rest[high:] = False
    return rest


def _without_replies(blocks: Blocks, kept: Kept) -> Kept:
    """Without comments and dialogs, unless they are much of what is chosen."""
    for kind in (COMMENT, MODAL):
        spoken = kept & (blocks.around.hints[:, kind] > 0)
        if np.count_nonzero(spoken) and blocks.chars[spoken].sum() < ASIDE_SHARE * blocks.chars[kept].sum():
            kept = kept & ~spoken
    return kept


def _without_data(blocks: Blocks, kept: Kept) -> Kept:
    """Without the settings of a site's programs that stand in the page as text."""
    texts, rest = blocks.texts, kept
    for row in (kept & (blocks.chars > PIECE)).nonzero()[0].tolist():
        text = texts[row]
        if text[0] in "{[" and blocks.tags[row] not in ("pre", "code") and text.count('":') > len(text) / 60:
            rest = rest.copy() if rest is kept else rest
            rest[row] = False
    return rest


def _without_credits(blocks: Blocks, kept: Kept) -> Kept:
    """Without the lines at the end that name who reported and edited: they are about the text, not of it."""
    rest = kept
    for row in kept.nonzero()[0][::-1].tolist():
        if blocks.chars[row] > LONG_CREDIT or not CREDIT.match(blocks.texts[row]):
            break
        rest = rest.copy() if rest is kept else rest
        rest[row] = False
    return rest if rest.any() else kept


def _without_copies(blocks: Blocks, kept: Kept) -> Kept:
    """Without a text that is the other chosen ones once more in one piece."""
    rows = (kept & (blocks.chars >= PIECE)).nonzero()[0]
    sizes = blocks.chars[rows]
    if len(rows) < 3 or sizes.max() < COPY * sizes.sum():  # all that is kept is more still
        return kept
    large = rows[sizes >= COPY * blocks.chars[kept].sum()].tolist()
    if not large:
        return kept
    rest = kept
    begins = {row: blocks.texts[row][:PIECE] for row in rows.tolist()}
    for row in large:
        text = blocks.texts[row]
        if sum(begin in text for begin in begins.values()) < 3:
            continue
        whole = fold(text)
        others = [fold(blocks.texts[other]) for other in begins if other != row and rest[other]]
        if sum(len(piece) for piece in others if piece in whole) > COPIED * min(len(whole), sum(map(len, others))):
            rest = rest.copy() if rest is kept else rest
            rest[row] = False
    return rest


def _with_tables(tree: Tree, blocks: Blocks, kept: Kept) -> Kept:
    """With all of a table that has headings and stands between two chosen blocks of the element around it."""
    headed = tree.found("th")
    if not headed:
        return kept
    rest = kept
    for node in tree.found("table"):
        rows = _rows_of(tree, blocks, node)
        if not 0 < rows.start < rows.stop < len(kept) or kept[rows].all():
            continue
        above = tree.parents[node]
        beside = kept[rows.start - 1] and kept[rows.stop]
        inside = blocks.starts[rows.start - 1] > above and blocks.starts[rows.stop] < tree.ends[above]
        linked = blocks.link_chars[rows].sum() > TABLE_LINKS * blocks.chars[rows].sum()
        if beside and inside and not linked and any(node < cell < tree.ends[node] for cell in headed):
            rest = rest.copy() if rest is kept else rest
            rest[rows] = True
    return rest


def _with_headings(blocks: Blocks, kept: Kept) -> Kept:
    """With the headings that stand directly between two chosen blocks."""
    rest = kept
    for before in (kept[:-2] & kept[2:] & ~kept[1:-1]).nonzero()[0].tolist():
        row = before + 1
        if blocks.tags[row] not in HEADINGS:
            continue
        linked = blocks.link_chars[row] > TABLE_LINKS * blocks.chars[row]
        if blocks.chars[row] < LONG_HEADING and not linked:
            rest = rest.copy() if rest is kept else rest
            rest[row] = True
    return rest


LINKED = 0.7
"""Share of links from which a block may be a linked title; 0.5 to 0.9 give the same F1 across hosts to .0001."""
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
ARTICLE_PROSE = 500
"""Characters of paragraphs side by side that show that the page has an article beside its cards."""


def teasers_of(tree: Tree, blocks: Blocks, kept: Kept) -> Kept | None:
    """The chosen blocks that are texts of cards; None where there are none or the page has no article beside them."""
    title = (blocks.link_chars > LINKED * blocks.chars) & (blocks.chars >= TITLE) & ~kept
    texts = _below(title, kept, blocks.chars)
    if len(texts) < LEAST_CARDS or not _has_article(tree, blocks, kept):
        return None
    found = np.zeros(len(kept), dtype=bool)
    for cards in _groups(tree, blocks, kept, title, texts):
        for card in cards:
            low, high = np.searchsorted(blocks.starts, (card, tree.ends[card])).tolist()
            inside = kept[low:high]
            few = inside.sum() <= 2 and blocks.chars[low:high][inside].sum() <= CARD
            if few and not kept[low] and title[low : low + BETWEEN].any():
                found[low:high] |= inside
    return found if found.any() and _has_article(tree, blocks, kept & ~found) else None


def _below(title: Kept, kept: Kept, chars: Floats) -> list[int]:
    """The chosen blocks that are short and stand shortly below a title that is not chosen."""
    near = np.zeros(len(kept), dtype=bool)
    for back in range(1, BETWEEN + 1):
        near[back:] |= title[:-back]
    rows: list[int] = (near & kept & (chars <= CARD)).nonzero()[0].tolist()
    return rows


def _groups(tree: Tree, blocks: Blocks, kept: Kept, title: Kept, texts: list[int]) -> list[set[int]]:
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


def _has_article(tree: Tree, blocks: Blocks, rest: Kept) -> bool:
    """Whether among the other blocks there are paragraphs side by side."""
    rows = np.flatnonzero(rest & (blocks.chars > PARAGRAPH) & (blocks.link_chars < (1 - LINKED) * blocks.chars))
    _, places, counts = np.unique(tree.parent_array[blocks.boxes[rows]], return_inverse=True, return_counts=True)
    sizes = np.bincount(places, weights=blocks.chars[rows], minlength=len(counts))
    return bool(((counts >= LEAST_PARAGRAPHS) & (sizes >= ARTICLE_PROSE)).any())
