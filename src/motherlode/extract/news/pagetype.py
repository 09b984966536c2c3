"""What kind of page it is: article, list, forum, product or other."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.extract.news.blocks import Blocks, Floats
from motherlode.extract.news.content_kernel import compiled
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
    kernel, hints = compiled(), blocks.around.hints
    count = tally_in_python if kernel is None else kernel.tally
    chars, forum, linked, long_text, between = count(
        judged, blocks.chars, blocks.link_chars, hints, FORUM, blocks.tags, TEASERS
    )
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


def tally_in_python(
    judged: Floats,
    chars: Floats,
    links: Floats,
    hints: NDArray[np.float32],
    column: int,
    tags: list[str],
    teasers: int,
) -> tuple[float, float, float, float, float]:
    """Of the blocks that are sure to be kept, characters in all, in elements of the hint's kind, in links, in long
    blocks, and those of the longest text that no line of links interrupts: endless with few such lines."""
    kept = judged > 0.5
    sizes = chars * kept
    sums = [sizes, hints[:, column] * sizes, links * kept, sizes * (chars > 120)]
    all_chars, hinted, linked, longs = (float(one.sum()) for one in sums)
    return all_chars, hinted, linked, longs, _longest_between_teasers(kept, chars, links, tags, teasers)


def _longest_between_teasers(
    kept: NDArray[np.bool_], chars: Floats, links: Floats, tags: list[str], teasers: int
) -> float:
    share = links / np.maximum(chars, 1)
    places = np.flatnonzero((share >= 0.65) & (chars >= 12) & (chars <= 250))
    if len(places) < teasers:
        return float("inf")
    headings = np.fromiter((tag in HEADINGS for tag in tags), dtype=bool, count=len(tags))
    text = np.where(kept & (share < 0.5) & ~headings, chars, 0.0)
    return float(np.add.reduceat(text, np.union1d(0, places)).max())
