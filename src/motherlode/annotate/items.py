"""The semantic items of a site's detail pages: text leaves of one place across the pages (E6 for detail pages).

A leaf belongs to up to three items: that of its exact path, that of its label (so that a missing row above does
not move it), and that of its class path when it is the only such leaf of its page. What names the entity that a page
is about is told by title, headings, and what differs between pages.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from motherlode.annotate.folding import fold, word_list
from motherlode.annotate.leaves import MAX_VALUE, Leaf, PageLeaves, Paths, label_pages, read_page
from motherlode.dom.tree import parse


@dataclass(slots=True)
class Item:
    """Leaves of one place across the pages of a site."""

    rule: str
    leaves: list[Leaf] = field(default_factory=list)
    presence: float = 0.0
    distinct: float = 0.0
    per_page: float = 1.0


@dataclass(slots=True)
class Site:
    """The pages of a site as leaves and items."""

    source: str
    pages: list[PageLeaves]
    items: list[Item]
    paths: Paths
    frequency: Counter[str]
    crowd: Counter[tuple[int, int]]


def read_site(pages: Sequence[tuple[str, str]], source: str = "") -> Site:
    """Pages of one template, given as (name, HTML), as leaves and items."""
    paths = Paths()
    trees = [parse(html) for _, html in pages]
    read = [read_page(tree, at, pages[at][0], paths) for at, tree in enumerate(trees)]
    find_names(read)
    frequency = label_pages(read, trees)
    crowd: Counter[tuple[int, int]] = Counter()
    for page in read:
        crowd.update((leaf.page, leaf.coarse) for leaf in page.leaves)
    return Site(source, read, group(read, paths), paths, frequency, crowd)


def group(pages: Sequence[PageLeaves], paths: Paths) -> list[Item]:
    """All items of the pages that stand on enough of them."""
    by_path: dict[int, list[Leaf]] = defaultdict(list)
    by_label: dict[tuple[int, str], list[Leaf]] = defaultdict(list)
    by_class: dict[int, list[Leaf]] = defaultdict(list)
    for page in pages:
        alone = Counter(leaf.coarse for leaf in page.leaves)
        for leaf in page.leaves:
            if len(leaf.text) > MAX_VALUE:
                continue
            by_path[leaf.path].append(leaf)
            label = leaf.own_label or leaf.label
            if label:
                by_label[leaf.coarse, fold(label)].append(leaf)
            if alone[leaf.coarse] == 1:
                by_class[leaf.coarse].append(leaf)
    needed = 1 if len(pages) < 4 else 2
    items = [_item(paths.readable(path), leaves, len(pages)) for path, leaves in by_path.items()]
    items += [_item(f"after “{label}”", leaves, len(pages)) for (_, label), leaves in by_label.items()]
    items += [_item(f"alone at {paths.readable(leaves[0].path)}", leaves, len(pages)) for leaves in by_class.values()]
    return [item for item in items if len({leaf.page for leaf in item.leaves}) >= needed]


def _item(rule: str, leaves: list[Leaf], pages: int) -> Item:
    on = {leaf.page for leaf in leaves}
    return Item(
        rule=rule,
        leaves=leaves,
        presence=len(on) / pages,
        distinct=len({leaf.folded for leaf in leaves}) / len(leaves),
        per_page=math.log2(1 + len(leaves) / len(on)),
    )


FEW_PAGES = 3
"""From so many pages on, what they have in common is the template."""
MENTIONED, MAX_MENTIONED = 3, 120
"""Shorter texts stand in others by chance, longer ones are no names."""
NAME_LIKE = 0.75
"""The page's name is its first text that is this near to the most name-like one: what stands above it is no value."""
COMMON = 0.8
"""Words on this share of the titles are the site's, and not the entity's."""
FEW_TITLES = 0.5
"""With fewer different titles than this share of the pages, entities share their words, such as cars of one model."""
PREFIX_WORDS = 3
"""So many leading words shared with the title are as good as all."""
VARIED = 0.6
"""A place with so many different texts, as a share of its pages, may show the name; half gives the same on SWDE."""
FRAMED = 0.9
"""Words on this share of a place's texts frame what differs: `Bookmark X`, `X Campus Tour`."""
UNLIKELY = 0.5
"""How much of its points a text keeps that frames the name or begins with a separator, as the end of a path does."""
_SEPARATORS = "/\\|>»›:•·–—-"
_PARTS = re.compile(r"\s{1,3}[-–—|>:»·]{1,3}\s{1,3}|\s{0,3}[|»]\s{0,3}|:\s{1,3}|\s--\s")


def find_names(pages: Sequence[PageLeaves]) -> None:
    """What points to the entity's name: how much of the title's own words a leaf says, whether it begins like the
    title, whether it is the first text that differs from page to page, how often the page repeats it; and how far
    each leaf stands from the likeliest.
    """
    titles = title_words(pages)
    places = _places(pages)
    framed = _framed_places(pages, places)
    _find_leads(pages, places, framed)
    _drop_false_labels(places)
    titled = Counter(part for page in pages for part in {fold(part) for part in _PARTS.split(page.title)})
    behind = _shared_start([page.title for page in pages])
    for page, title in zip(pages, titles, strict=True):
        whole = " | ".join(leaf.folded for leaf in page.leaves)
        own_title = fold(page.title)
        parts = {part for part in map(fold, _PARTS.split(page.title)) if titled[part] < len(pages)}
        begins = [word_list(page.title), word_list(page.title[behind:])]
        points: list[float] = []
        for leaf in page.leaves:
            leaf.repeats = whole.count(leaf.folded) if MENTIONED <= len(leaf.folded) <= MAX_MENTIONED else 1
            leaf.title_start = _start(own_title, leaf.folded) if title else 0.0
            leaf.title_part = float(leaf.folded in parts)
            tokens = word_list(leaf.text[:200])
            if title and tokens and len(leaf.text) <= MAX_VALUE:
                shared = [word for word in tokens if word in title]
                leaf.title_precision, leaf.title_recall = len(shared) / len(tokens), len(set(shared)) / len(title)
                leaf.title_prefix = max(_prefix(tokens, begin) for begin in begins)
            likely = leaf.title_overlap + (leaf.heading + leaf.lead + leaf.title_prefix) / 2
            points.append(likely * (UNLIKELY if leaf.path in framed or leaf.text[0] in _SEPARATORS else 1.0))
        least = NAME_LIKE * max(points, default=0.0)
        best = next((at for at, score in enumerate(points) if score >= least), 0)
        for leaf in page.leaves:
            leaf.name_distance = leaf.order - best


def title_words(pages: Sequence[PageLeaves]) -> list[frozenset[str]]:
    """The words of each title that are not those of the whole site.

    Where entities share nearly all their words, the parts of the title that are not on every page count whole.
    """
    titles = [frozenset(word_list(page.title)) for page in pages]
    if len(pages) < FEW_PAGES:
        return titles
    common = Counter(word for title in titles for word in title)
    own = [frozenset(word for word in title if common[word] < COMMON * len(pages)) for title in titles]
    if len(set(titles)) == 1 or len(set(own)) > FEW_TITLES * len(pages):
        return own
    parts = [_PARTS.split(page.title) for page in pages]
    on = Counter(part for found in parts for part in set(found))
    return [
        frozenset(word for part in found if on[part] < COMMON * len(pages) for word in word_list(part))
        for found in parts
    ]


def _shared_start(titles: Sequence[str]) -> int:
    """Where the titles begin to differ, at the start of a word."""
    if len(titles) < FEW_PAGES:
        return 0
    first, last = min(titles), max(titles)
    same = next(
        (at for at, (a, b) in enumerate(zip(first, last, strict=False)) if a != b), min(len(first), len(last))
    )
    return first.rfind(" ", 0, same) + 1


def _prefix(tokens: Sequence[str], title: Sequence[str]) -> float:
    """1 when a text begins as the title does, less when it is a word or two."""
    same = 0
    for word, other in zip(tokens, title, strict=False):
        if word != other:
            break
        same += 1
    return min(1.0, same / PREFIX_WORDS)


def _start(title: str, text: str) -> float:
    """1 when the title begins with the text, less the later it comes, 0 when it does not hold it."""
    if len(text) < MENTIONED:
        return 0.0
    at = title.find(text)
    return 0.0 if at < 0 else 1 - at / len(title)


def _places(pages: Sequence[PageLeaves]) -> dict[int, list[Leaf]]:
    places: dict[int, list[Leaf]] = {}
    for page in pages:
        for leaf in page.leaves:
            places.setdefault(leaf.path, []).append(leaf)
    return places


def _framed_places(pages: Sequence[PageLeaves], places: Mapping[int, list[Leaf]]) -> set[int]:
    """Places whose texts share words that no title says, while the rest stands on the page by itself: that is the
    name, and not they.
    """
    titled = {word for page in pages for word in word_list(page.title)}
    alone = [{word_list(leaf.text) for leaf in page.leaves if len(leaf.text) <= MAX_MENTIONED} for page in pages]
    framed = set()
    for path, leaves in places.items():
        if len(leaves) < max(FEW_PAGES, COMMON * len(pages)) or len({leaf.folded for leaf in leaves}) < FEW_PAGES:
            continue
        tokens = [word_list(leaf.text[:MAX_MENTIONED]) for leaf in leaves]
        counted = Counter(word for found in tokens for word in set(found))
        common = {word for word, count in counted.items() if count >= FRAMED * len(leaves) and word not in titled}
        if not common:
            continue
        rests = [tuple(word for word in found if word not in common) for found in tokens]
        inside = sum(bool(rest) and rest in alone[leaf.page] for rest, leaf in zip(rests, leaves, strict=True))
        if 2 * inside >= len(leaves):
            framed.add(path)
    return framed


def _drop_false_labels(places: Mapping[int, list[Leaf]]) -> None:
    """A place where each page has another `label: value` has titles with a colon in them, and no labels."""
    for leaves in places.values():
        labels = Counter(fold(leaf.own_label) for leaf in leaves if leaf.own_label)
        if len(labels) >= FEW_PAGES and max(labels.values()) == 1:
            for leaf in leaves:
                leaf.own_label, leaf.value = "", leaf.text


def _find_leads(pages: Sequence[PageLeaves], places: Mapping[int, list[Leaf]], framed: set[int]) -> None:
    """`lead` is 1 for the first place that stands on nearly every page with another text, 1/2 for the second …"""
    if len(pages) < FEW_PAGES:
        return
    varying = {
        path
        for path, leaves in places.items()
        if len(leaves) >= COMMON * len(pages)
        and len({leaf.folded for leaf in leaves}) >= VARIED * len(leaves)
        and path not in framed
    }
    for page in pages:
        rank = 1
        for leaf in page.leaves:
            if leaf.path in varying and any(char.isalpha() for char in leaf.text):
                leaf.lead = 1 / rank
                rank += 1
