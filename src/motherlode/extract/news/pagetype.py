"""What kind of page it is: article, list, forum, product or other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.extract.news.blocks import Blocks, Floats
from motherlode.extract.news.features import PageFacts
from motherlode.extract.news.head import Head
from motherlode.extract.news.hints import NAMES
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
    chars = float(sizes.sum())
    if types & {"collectionpage", "itemlist"} and chars < 3000:
        return "list", 0.7
    forum = float((blocks.around.hints[:, FORUM] * sizes).sum()) / max(chars, 1.0)
    if forum > 0.8:
        return "forum", 0.5
    linked = float((blocks.link_chars * kept).sum()) / max(chars, 1.0)
    if linked > 0.45:
        return "list", 0.6
    if "article" not in types and _longest_between_teasers(blocks, kept) <= min(
        TEASER_TEXT, max(LITTLE, 0.5 * chars)
    ):
        return "list", 0.6
    if "article" in types or float(sizes[blocks.chars > 120].sum()) > 500:
        return "article", 0.7
    return "other", 0.4


def _longest_between_teasers(blocks: Blocks, kept: NDArray[np.bool_]) -> float:
    """Characters of the longest kept text that no line of links interrupts; endless with few such lines."""
    share = blocks.link_chars / np.maximum(blocks.chars, 1)
    teasers = ((share >= 0.65) & (blocks.chars >= 12) & (blocks.chars <= 250)).nonzero()[0]
    if len(teasers) < TEASERS:
        return float("inf")
    headings = np.asarray(list(map(HEADINGS.__contains__, blocks.tags)))
    text = np.where(kept & (share < 0.5) & ~headings, blocks.chars, 0.0)
    return float(np.add.reduceat(text, np.union1d(0, teasers)).max())
