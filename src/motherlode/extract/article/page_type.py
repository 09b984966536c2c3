"""What kind of page it is: article, list, forum, product or other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.extract.article.blocks import Blocks, Floats
from motherlode.extract.article.features import PageFacts
from motherlode.extract.article.head import Head
from motherlode.extract.article.hints import NAMES
from motherlode.model.article import PageType

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
FORUM = NAMES.index("forum")

TEASERS = 4
"""Lines that are mostly links, as the headlines of a list are."""

TEASER_TEXT = 500
"""Characters that may stand between two such lines: of 607 labelled articles four have less (and no more than half of
their text), of the labelled lists a third."""

LITTLE = 150
"""Characters that are no article, however large a part of the page's text they are."""

_WRITTEN = frozenset({"newsarticle", "blogposting", "reportagenewsarticle"})


def page_type(blocks: Blocks, judged: Floats, facts: PageFacts, head: Head) -> tuple[PageType, float]:
    """The kind and how sure it is."""
    types = facts.types
    if types & {"discussionforumposting", "qapage"}:
        return "forum", 0.9
    if types & {"product", "productgroup"} and not types & {*_WRITTEN, "article"}:
        return "product", 0.8
    if types & _WRITTEN:
        return "article", 0.9
    kept = judged > 0.5
    sizes = blocks.chars * kept
    chars, forum = float(sizes.sum()), float((blocks.around.hints[:, FORUM] * sizes).sum())
    linked, long_text = float((blocks.link_chars * kept).sum()), float((sizes * (blocks.chars > 120)).sum())
    between = _longest_between_teasers(blocks, kept)
    if types & {"collectionpage", "itemlist"} and chars < 3000:
        return "list", 0.7
    if forum / max(chars, 1.0) > 0.8:
        return "forum", 0.5
    if linked / max(chars, 1.0) > 0.45:
        return "list", 0.6
    if "article" not in types and between <= min(TEASER_TEXT, max(LITTLE, 0.5 * chars)):
        return "list", 0.6
    if long_text > 500 or "article" in types:
        return "article", 0.7
    return "other", 0.4


def _longest_between_teasers(blocks: Blocks, kept: NDArray[np.bool_]) -> float:
    """Characters of the longest text that no line of links interrupts: endless with few such lines."""
    chars = blocks.chars
    share = blocks.link_chars / np.maximum(chars, 1)
    places = np.flatnonzero((share >= 0.65) & (chars >= 12) & (chars <= 250))
    if len(places) < TEASERS:
        return float("inf")
    headings = np.fromiter((tag in HEADINGS for tag in blocks.tags), dtype=bool, count=len(blocks))
    text = np.where(kept & (share < 0.5) & ~headings, chars, 0.0)
    return float(np.add.reduceat(text, np.union1d(0, places)).max())
