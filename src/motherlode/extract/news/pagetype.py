"""What kind of page it is: article, list, forum, product or other."""

from __future__ import annotations

from motherlode.extract.news.blocks import Blocks, Floats
from motherlode.extract.news.features import PageFacts
from motherlode.extract.news.head import Head
from motherlode.extract.news.hints import NAMES
from motherlode.model.article import PageType


def page_type(blocks: Blocks, judged: Floats, facts: PageFacts, head: Head) -> tuple[PageType, float]:
    """The kind and how sure it is."""
    kept = judged > 0.5
    chars = float((blocks.chars * kept).sum())
    types = facts.types
    if types & {"discussionforumposting", "qapage"}:
        return "forum", 0.9
    if types & {"product", "productgroup"} and not types & {"newsarticle", "article", "blogposting"}:
        return "product", 0.8
    if types & {"newsarticle", "blogposting", "reportagenewsarticle"}:
        return "article", 0.9
    if types & {"collectionpage", "itemlist"} and chars < 3000:
        return "list", 0.7
    forum = float((blocks.around.hints[:, NAMES.index("forum")] * kept * blocks.chars).sum()) / max(chars, 1.0)
    if forum > 0.8:
        return "forum", 0.5
    linked = float((blocks.link_chars * kept).sum()) / max(chars, 1.0)
    if linked > 0.45:
        return "list", 0.6
    long_text = float((blocks.chars * kept * (blocks.chars > 120)).sum())
    if long_text > 1200 or "article" in types:
        return "article", 0.7
    return "other", 0.4
