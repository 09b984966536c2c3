"""Which blocks are content: the learned judgement, then what the page as a whole says (N4)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.dom.tree import Tree
from motherlode.extract.news import features, model
from motherlode.extract.news.blocks import Blocks, Floats, Ints
from motherlode.extract.news.content_kernel import compiled
from motherlode.extract.news.signs import CJK

LONG = 60
"""A text so long that stands twice is a copy for another screen size, not a refrain."""


def judge_blocks(tree: Tree, blocks: Blocks, facts: features.PageFacts, judge: model.Judge | None = None) -> Floats:
    """The probability of being content for every block."""
    if not len(blocks):
        return np.zeros(0)
    return agreed(blocks, doubted(blocks, (judge or model.shipped()).judge(tree, blocks, facts), facts))


ARTICLE_TYPES = frozenset(
    ("article", "newsarticle", "blogposting", "reportagenewsarticle", "opinionnewsarticle", "analysisnewsarticle")
)
PROSE = 500
"""Characters of sure running text from which a page that calls itself an article is taken at its word."""

LITTLE_PROSE = 150
MOSTLY = 4.0
"""A page that says nothing of itself is an article when it has so many times more running text than sure links."""

LINKED = 0.8
DOUBT = 0.3
DOUBT_UNNAMED = 0.5
"""What becomes of blocks that are links on an article; swept over 0.15, 0.3, 0.5 across hosts."""


LINKS = 0.5
CJK_SIZE = 2.5
"""Characters of a European text that say as much as one Chinese character."""


CJK_SHARE, SAMPLE = 0.3, 4000
"""A page is Chinese, Japanese or Korean when more than this share of its first characters is."""


def cjk_in_python(texts: list[str], most: int = SAMPLE) -> tuple[int, int]:
    """How many of the first characters of all texts are Chinese, Japanese or Korean, and how many that are."""
    sample = "".join(texts)[:most]
    return len(CJK.findall(sample)), len(sample)


def _size(blocks: Blocks) -> float:
    """What a character of the page counts."""
    kernel = compiled()
    found, seen = cjk_in_python(blocks.texts) if kernel is None else kernel.cjk(blocks.texts, SAMPLE)
    return CJK_SIZE if found > CJK_SHARE * seen else 1.0


def doubted(blocks: Blocks, judged: Floats, facts: features.PageFacts) -> Floats:
    """The page-type switch: on an article, what is nothing but links is hardly content; on a list it may be."""
    named = not ARTICLE_TYPES.isdisjoint(facts.types)
    least, mostly, doubt = (PROSE, 0.0, DOUBT) if named else (LITTLE_PROSE, MOSTLY, DOUBT_UNNAMED)
    rules = (_size(blocks), least, mostly, LINKED, doubt)
    kernel = compiled()
    if kernel is None:
        return doubted_in_python(judged, blocks.chars, blocks.link_chars, rules)
    packed = kernel.doubted(judged, blocks.chars, blocks.link_chars, rules)
    return judged if packed is None else np.frombuffer(packed, dtype=np.float64)


def doubted_in_python(judged: Floats, chars: Floats, links: Floats, rules: tuple[float, ...]) -> Floats:
    """The same by array operations; the rules are the size of a character, how much running text, and how many times
    more than links, makes an article, from which share on a block is links, and what becomes of it."""
    size, least, mostly, links_from, doubt = rules
    linked = links / np.maximum(chars, 1.0)
    sure = judged > 0.5
    sizes = chars * size
    prose = float((sizes * (sure & (linked < 0.3) & (sizes > 80))).sum())
    if prose <= least or prose <= mostly * float((sizes * (sure & (linked > links_from))).sum()):
        return judged
    switched: Floats = np.where(linked > links_from, judged * doubt, judged)
    return switched


ALIKE = 3
"""Blocks in the same kind of place from which they are judged together."""

TOGETHER = 0.5
"""Share of the common judgement; swept over 0.3, 0.5, 0.6 and 0.8 across hosts."""


def agreed(blocks: Blocks, judged: Floats) -> Floats:
    """Blocks in the same kind of place, such as the paragraphs of many slides, drawn towards their common judgement.

    Links are left out, for a list of them and a paragraph may stand in the same kind of place.
    """
    kernel, places = compiled(), blocks.around.places
    if kernel is None:
        return agreed_in_python(judged, blocks.chars, blocks.link_chars, places)
    packed = kernel.agreed(judged, blocks.chars, blocks.link_chars, places, (LINKS, ALIKE, TOGETHER))
    return np.frombuffer(packed, dtype=np.float64)


def agreed_in_python(judged: Floats, chars: Floats, links: Floats, places: Ints) -> Floats:
    """The same by array operations."""
    plain = links < LINKS * chars
    sizes = np.bincount(places, chars * plain)
    common = np.bincount(places, chars * plain * judged) / np.maximum(sizes, 1e-9)
    alike = plain & (np.bincount(places, plain)[places] >= ALIKE)
    together: Floats = np.where(alike, (1 - TOGETHER) * judged + TOGETHER * common[places], judged)
    return together


def threshold(judged: Floats, chars: Floats, keep: float) -> float:
    """The probability from which keeping blocks makes the page's expected F1 largest; never far from `keep`."""
    order = (-judged).argsort()
    weights, ordered = chars[order] + 1e-9, judged[order]
    hits = (ordered * weights).cumsum()
    expected = 2 * hits / (weights.cumsum() + hits[-1])
    best = float(ordered[expected.argmax()])
    return min(max(best, keep - 0.35), keep + 0.25)


def choose_blocks(blocks: Blocks, judged: Floats, keep: float) -> NDArray[np.bool_]:
    """The blocks that are kept: sure enough, or the best ones of a page where nothing is; copies once."""
    if not len(blocks):
        return np.zeros(0, dtype=bool)
    chosen = judged >= threshold(judged, blocks.chars, keep)
    if not chosen.any():
        chosen = judged >= max(float(judged.max()) * 0.7, 0.05)
    rows = (chosen & (blocks.chars > LONG)).nonzero()[0].tolist()
    texts = [blocks.texts[row] for row in rows]
    if len(set(texts)) < len(texts):
        firsts = dict(zip(reversed(texts), reversed(rows), strict=True))
        chosen[[row for row, text in zip(rows, texts, strict=True) if firsts[text] != row]] = False
    return chosen
