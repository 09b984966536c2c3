"""What speaks for a leaf being an attribute's value: features that mean the same in every domain (E7)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import clean
from motherlode.annotate.items import Item, Site
from motherlode.annotate.leaves import Leaf
from motherlode.annotate.matching import Matcher

LEAF_FEATURES = (
    "own_label", "label", "second_label", "following", "itemprop", "markup", "kind", "pattern", "vocabulary",
    "name_title", "name_heading", "name_first", "rival_label", "value_is_label", "other_label", "unlabelled_name",
    "near_name", "before_name", "strict_miss", "is_name", "is_strict", "length", "link", "crowd", "frequency",
    "position", "rival_value", "label_and_kind", "name_precision", "name_recall", "name_lead", "name_repeats",
    "edges", "repeats", "lead", "in_title", "kind_rank", "labelled_markup", "name_label", "name_start", "firm_label",
    "loose_label",
)  # fmt: skip
LOOSE = 0.6
"""A text that only happens to stand before a value, in another block, is worth so much as a label."""
SAFE_KIND = 0.6
"""From this strength on a value counts as of a type."""
ITEM_FEATURES = ("presence", "distinct", "per_page", "constant")


def leaf_features(leaf: Leaf, matcher: Matcher, site: Site) -> NDArray[np.float32]:
    """The features of a leaf for every attribute; shape (attributes, LEAF_FEATURES)."""
    own = matcher.label(leaf.own_label)
    decay = 1.0 if leaf.label_distance <= 1 else 0.9
    before = matcher.label(leaf.label) * decay
    loose = before
    before = before if leaf.firm else before * LOOSE
    kind, pattern, vocabulary = matcher.value(leaf.value)
    labelled = np.maximum(own, before)
    top = float(labelled.max(initial=0.0))
    name = matcher.is_name
    total = max(1, len(site.pages[leaf.page].leaves))
    pages = max(1, len(site.pages))
    value_support = np.maximum(pattern, vocabulary)
    best_support = float(value_support.max(initial=0.0))
    markup = matcher.label("") if not leaf.markup else np.max([matcher.label(m) for m in leaf.markup], axis=0)
    count = matcher.count

    def same(value: float) -> NDArray[np.float32]:
        return np.full(count, value, dtype=np.float32)

    has_label = float(bool(leaf.own_label or (leaf.label and leaf.firm)))
    rows = (
        own,
        before,
        matcher.label(leaf.second_label) * 0.8,
        matcher.label(leaf.following),
        matcher.label(leaf.itemprop),
        markup,
        kind,
        pattern,
        vocabulary,
        name * leaf.title_overlap,
        name * leaf.heading,
        name * float(leaf.name_distance == 0),
        np.maximum(0.0, top - labelled),
        same(float(matcher.label(leaf.text).max(initial=0.0) >= 0.99)),
        has_label * (1.0 - labelled),
        name * (1.0 - has_label),
        same(math.exp(-abs(leaf.name_distance) / 25)),
        same(float(leaf.name_distance < 0)),
        matcher.is_strict * (kind < 0.5),
        name,
        matcher.is_strict,
        same(min(1.0, len(leaf.text) / 80)),
        same(float(leaf.link)),
        same(min(1.0, math.log2(site.crowd[leaf.page, leaf.coarse]) / 5)),
        same(site.frequency[leaf.folded] / pages),
        same(leaf.order / total),
        np.maximum(0.0, best_support - value_support),
        labelled * np.maximum(kind, value_support),
        name * leaf.title_precision,
        name * leaf.title_recall,
        name * leaf.lead,
        name * min(1.0, math.log2(leaf.repeats) / 3),
        same(float(clean(leaf.text) != leaf.text)),
        same(min(1.0, math.log2(leaf.repeats) / 3)),
        same(leaf.lead),
        same(leaf.title_overlap),
        same(0.0),
        markup * np.maximum(kind, value_support),
        name * labelled,
        name * leaf.title_start,
        labelled * has_label,
        loose * (1.0 - has_label),
    )
    return np.asarray(rows, dtype=np.float32).T


def rank_kinds(plain: NDArray[np.floating], leaves: Sequence[Leaf]) -> None:
    """Fills in `kind_rank`: 1 for a page's first leaf behind the name that has an attribute's type, 1/2 for the next.

    Of several prices or telephone numbers the first behind the name is most often the entity's own.
    """
    kind, rank = LEAF_FEATURES.index("kind"), LEAF_FEATURES.index("kind_rank")
    fits = (plain[:, :, kind] >= SAFE_KIND).astype(np.float32)
    page = -1
    seen = np.zeros(plain.shape[1], dtype=np.float32)
    for at, leaf in enumerate(leaves):
        if leaf.page != page:
            page, seen = leaf.page, np.zeros(plain.shape[1], dtype=np.float32)
        if leaf.name_distance >= 0:
            seen = seen + fits[at]
            plain[at, :, rank] = fits[at] / np.maximum(1.0, seen)


def item_features(item: Item, leaves: NDArray[np.floating]) -> NDArray[np.floating]:
    """The means of an item's leaves and what only the item shows; shape (attributes, all features)."""
    mean = np.mean(leaves, axis=0)
    own = np.array(
        [item.presence, item.distinct, item.per_page, float(item.distinct * len(item.leaves) <= 1.01)],
        dtype=np.float32,
    )
    return np.concatenate([mean, np.broadcast_to(own, (mean.shape[0], own.size))], axis=1)
