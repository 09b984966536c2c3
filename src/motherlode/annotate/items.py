"""The semantic items of a site's detail pages: text leaves of one place across the pages (E6 for detail pages).

A leaf belongs to up to three items: that of its exact path, that of its label (so that a missing row above does
not move it), and that of its class path when it is the only such leaf of its page.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from motherlode.annotate.folding import fold
from motherlode.annotate.leaves import MAX_VALUE, Leaf, PageLeaves, Paths, label_pages, read_page
from motherlode.annotate.naming import find_names
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
