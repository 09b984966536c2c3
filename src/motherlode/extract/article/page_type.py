"""What kind of page it is: article, list, forum, product or other."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

from motherlode.extract.article.blocks import Blocks, Floats
from motherlode.extract.article.elements import NAMES
from motherlode.extract.article.features import PageFacts
from motherlode.extract.article.judge import EVEN
from motherlode.model.article import PageType
from motherlode.text.words import words

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
FORUM = NAMES.index("forum")
_TITLES = frozenset(("h1", "h2"))
_PARTS = re.compile(r"\s[|–—·•-]\s|[|_]")
"""Dashes and bars that part a title from the site's name."""

TEASERS = 4
"""Lines that are mostly links, as the headlines of a list are."""

TEASER_TEXT = 500
"""Characters that may stand between two such lines: of 607 labelled articles four have less (and no more than half of
their text), of the labelled lists a third."""

LITTLE = 150
"""Characters that are no article, however large a part of the page's text they are."""

HEADLINE, REPEATED = 7, 0.8
"""Words from which a title is a headline, stop words apart, and the share of these and the heading's that both have.

Lists have names: of the 47 labelled ones that repeat their title in a heading none has more than five words. On the
web that called for the rule, but not for the number, 98 % of 360 short notes between many links have such a headline,
and none of 50 pages of their archive.
"""

_WRITTEN = frozenset({"newsarticle", "blogposting", "reportagenewsarticle"})

KINDS: dict[str, tuple[PageType, float]] = {
    "stated forum": ("forum", 0.9),
    "stated product": ("product", 0.68),
    "stated article": ("article", 0.99),
    "stated list of little text": ("list", 0.75),
    "names of a forum": ("forum", 0.8),
    "stated time": ("article", 0.95),
    "headline": ("article", 0.8),
    "mostly links": ("list", 0.5),
    "teasers": ("list", 0.56),
    "long text": ("article", 0.79),
    "nothing of these": ("other", 0.2),
}
"""What each rule says, and how often it is right: of the pages it decides among 962 labelled ones (8, 20, 344, 3,
8, 178, 3, 10, 10, 365, 13), with one right and one wrong page added. "stated time",
"headline", "long text" and "nothing of these" were counted with the shipped networks, which know these pages, the
others with networks that did not know their hosts."""

FORUM_SHARE, LINK_SHARE, HALF = 0.8, 0.45, 0.5
"""Shares of the chosen text: in elements named after a forum, in links, and between teasers."""

TEASER_LINKS, TEASER_CHARS = 0.65, (12, 250)
"""Share of links, and characters, of a line that is a teaser's headline."""


def page_type(blocks: Blocks, judged: Floats, facts: PageFacts) -> tuple[PageType, float]:
    """The kind and how sure it is."""
    return KINDS[_rule(blocks, judged, facts)]


def _rule(blocks: Blocks, judged: Floats, facts: PageFacts) -> str:
    """The first rule that holds."""
    types = facts.types
    if types & {"discussionforumposting", "qapage"}:
        return "stated forum"
    if types & {"product", "productgroup"} and not types & {*_WRITTEN, "article"}:
        return "stated product"
    if types & _WRITTEN:
        return "stated article"
    kept = judged > EVEN
    sizes = blocks.chars * kept
    chars, forum = float(sizes.sum()), float((blocks.around.hints[:, FORUM] * sizes).sum())
    linked, long_text = float((blocks.link_chars * kept).sum()), float((sizes * (blocks.chars > 120)).sum())
    between = _longest_between_teasers(blocks, kept)
    if types & {"collectionpage", "itemlist"} and chars < 3000:
        return "stated list of little text"
    if forum > FORUM_SHARE * max(chars, 1):
        return "names of a forum"
    if facts.published:
        return "stated time"
    found = "long text" if long_text > 500 or "article" in types else "nothing of these"
    if linked > LINK_SHARE * max(chars, 1):
        found = "mostly links"
    elif "article" not in types and between <= min(TEASER_TEXT, max(LITTLE, HALF * chars)):
        found = "teasers"
    return "headline" if found != "long text" and _has_headline(blocks, facts.title) else found


def _has_headline(blocks: Blocks, title: str) -> bool:
    """Whether a heading repeats a title as long as a sentence: lists have names, articles say something."""
    said = max((frozenset(words(part)) for part in _PARTS.split(title)), key=len)
    if len(said) < HEADLINE:
        return False
    headings = (frozenset(words(text)) for text, tag in zip(blocks.texts, blocks.tags, strict=True) if tag in _TITLES)
    return any(len(said & heading) >= REPEATED * len(said | heading) for heading in headings)


def _longest_between_teasers(blocks: Blocks, kept: NDArray[np.bool_]) -> float:
    """Characters of the longest text that no line of links interrupts: endless with few such lines."""
    chars = blocks.chars
    share = blocks.link_chars / np.maximum(chars, 1)
    places = np.flatnonzero((share >= TEASER_LINKS) & (chars >= TEASER_CHARS[0]) & (chars <= TEASER_CHARS[1]))
    if len(places) < TEASERS:
        return float("inf")
    headings = np.fromiter((tag in HEADINGS for tag in blocks.tags), dtype=bool, count=len(blocks))
    text = np.where(kept & (share < HALF) & ~headings, chars, 0.0)
    return float(np.add.reduceat(text, np.append(0, places[places > 0])).max())
