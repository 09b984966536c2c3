"""What speaks for a leaf being an attribute's value: features that mean the same in every domain (E7).

Their weights are small files of numbers, made by benchmarks/train_annotate.py and read with numpy alone.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

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
    "loose_label", "name_prefix", "title_part",
)  # fmt: skip
LOOSE = 0.6
"""A text that only happens to stand before a value, in another block, is worth so much as a label."""
FURTHER, SECOND = 0.9, 0.8
"""What a label is worth that a list hands on, and the label before the label; as in training."""
SYNONYM = 0.99
"""A text that names an attribute this well is a label itself."""
OF_TYPE = 0.5
"""A value with less of a strict type misses it; as in training."""
SAFE_KIND = 0.6
"""From this strength on a value counts as of a type."""
ITEM_FEATURES = ("presence", "distinct", "per_page", "constant")


def leaf_features(leaves: Sequence[Leaf], matcher: Matcher, site: Site) -> NDArray[np.float32]:
    """The features of every leaf for every attribute; shape (leaves, attributes, LEAF_FEATURES)."""
    if not leaves:
        return np.zeros((0, matcher.count, len(LEAF_FEATURES)), dtype=np.float32)
    found = np.empty((len(LEAF_FEATURES), len(leaves), matcher.count), dtype=np.float32)
    for row, made in zip(found, _by_attribute(leaves, matcher, _by_leaf(leaves, matcher, site)), strict=True):
        row[:] = made
    plain = np.ascontiguousarray(found.transpose(1, 2, 0))
    rank_kinds(plain, leaves)
    return plain


def _column(values: Iterable[float]) -> NDArray[np.float32]:
    return np.fromiter(values, dtype=np.float32)[:, None]


def _by_leaf(leaves: Sequence[Leaf], matcher: Matcher, site: Site) -> dict[str, NDArray[np.float32]]:
    """What a leaf shows whatever the attribute: a column for each."""
    pages = max(1, len(site.pages))
    totals = [max(1, len(page.leaves)) for page in site.pages]
    return {
        "has_label": _column(bool(leaf.own_label or (leaf.label and leaf.firm)) for leaf in leaves),
        "title": _column(leaf.title_overlap for leaf in leaves),
        "heading": _column(leaf.heading for leaf in leaves),
        "first": _column(leaf.name_distance == 0 for leaf in leaves),
        "is_label": _column(matcher.label(leaf.text).max(initial=0.0) >= SYNONYM for leaf in leaves),
        "near": _column(math.exp(-abs(leaf.name_distance) / 25) for leaf in leaves),
        "before": _column(leaf.name_distance < 0 for leaf in leaves),
        "length": _column(min(1.0, len(leaf.text) / 80) for leaf in leaves),
        "link": _column(leaf.link for leaf in leaves),
        "crowd": _column(min(1.0, math.log2(site.crowd[leaf.page, leaf.coarse]) / 5) for leaf in leaves),
        "frequency": _column(site.frequency[leaf.folded] / pages for leaf in leaves),
        "position": _column(leaf.order / totals[leaf.page] for leaf in leaves),
        "precision": _column(leaf.title_precision for leaf in leaves),
        "recall": _column(leaf.title_recall for leaf in leaves),
        "lead": _column(leaf.lead for leaf in leaves),
        "repeats": _column(min(1.0, math.log2(leaf.repeats) / 3) for leaf in leaves),
        "edges": _column(clean(leaf.text) != leaf.text for leaf in leaves),
        "start": _column(leaf.title_start for leaf in leaves),
        "prefix": _column(leaf.title_prefix for leaf in leaves),
        "part": _column(leaf.title_part for leaf in leaves),
        "decay": _column(1.0 if leaf.label_distance <= 1 else FURTHER for leaf in leaves),
        "firm": _column(1.0 if leaf.firm else LOOSE for leaf in leaves),
    }


def _by_attribute(
    leaves: Sequence[Leaf], matcher: Matcher, by: Mapping[str, NDArray[np.float32]]
) -> tuple[NDArray[np.floating], ...]:
    """The features in the order of LEAF_FEATURES; a column stands for all attributes."""
    own = np.stack([matcher.label(leaf.own_label) for leaf in leaves])
    loose = np.stack([matcher.label(leaf.label) for leaf in leaves]) * by["decay"]
    before = loose * by["firm"]
    second = np.stack([matcher.label(leaf.second_label) for leaf in leaves]) * SECOND
    following = np.stack([matcher.label(leaf.following) for leaf in leaves])
    itemprop = np.stack([matcher.label(leaf.itemprop) for leaf in leaves])
    markup = np.stack([matcher.markup(leaf.markup) for leaf in leaves])
    kind, pattern, vocabulary = np.stack([matcher.value(leaf.value) for leaf in leaves], axis=1)
    labelled = np.maximum(own, before)
    support = np.maximum(pattern, vocabulary)
    fits = np.maximum(kind, support)
    name, strict, unlabelled = matcher.is_name, matcher.is_strict, 1.0 - by["has_label"]
    return (
        own, before, second, following, itemprop, markup, kind, pattern, vocabulary,
        name * by["title"],
        name * by["heading"],
        name * by["first"],
        labelled.max(axis=1, keepdims=True) - labelled,
        by["is_label"],
        by["has_label"] * (1.0 - labelled),
        name * unlabelled,
        by["near"],
        by["before"],
        strict * (kind < OF_TYPE),
        name,
        strict,
        by["length"],
        by["link"],
        by["crowd"],
        by["frequency"] * (1.0 - np.maximum(labelled * fits, vocabulary)),
        by["position"],
        support.max(axis=1, keepdims=True) - support,
        labelled * fits,
        name * by["precision"],
        name * by["recall"],
        name * by["lead"],
        name * by["repeats"],
        by["edges"],
        by["repeats"],
        by["lead"],
        by["title"],
        np.zeros(1),
        markup * fits,
        name * labelled,
        name * by["start"],
        labelled * by["has_label"],
        loose * unlabelled,
        name * by["prefix"],
        by["part"],
    )  # fmt: skip


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
    known = mean[:, LEAF_FEATURES.index("label_and_kind")]
    constant = float(round(item.distinct * len(item.leaves)) <= 1)
    own = np.stack(
        [
            np.full_like(known, item.presence),
            np.maximum(known, item.distinct),
            np.full_like(known, item.per_page),
            constant * (1.0 - known),
        ],
        axis=1,
    )
    return np.concatenate([mean, own], axis=1)


Numbers = NDArray[np.floating]


@dataclass(frozen=True, slots=True)
class Linear:
    """A logistic model: features are centred and scaled, then weighed.

    Names of entities, values of a strict type and other values have weights of their own beside the common ones, so
    `weights` holds three numbers for each feature.
    """

    names: tuple[str, ...]
    mean: Numbers
    scale: Numbers
    weights: Numbers
    bias: float

    def logits(self, features: Numbers) -> Numbers:
        """The log-odds for features whose last axis has the model's names."""
        common, name, strict = (self.weights / np.tile(self.scale, 3)).reshape(3, -1)
        found: Numbers = features @ common + (self.bias - float(self.mean @ common))
        found += features[..., self.names.index("is_name")] * (features @ name - float(self.mean @ name))
        found += features[..., self.names.index("is_strict")] * (features @ strict - float(self.mean @ strict))
        return found

    def parts(self, features: Numbers) -> Numbers:
        """What each feature adds to the log-odds of one row."""
        found: Numbers = (expanded(features, self) * self.weights).reshape(3, -1).sum(axis=0)
        return found


def expanded(features: Numbers, scaling: Linear) -> Numbers:
    """Scaled features three times: for all attributes, for names of entities, for strict types."""
    name = features[..., [scaling.names.index("is_name")]]
    strict = features[..., [scaling.names.index("is_strict")]]
    scaled = (features - scaling.mean) / scaling.scale
    return np.concatenate([scaled, scaled * name, scaled * strict], axis=-1)


@dataclass(frozen=True, slots=True)
class Model:
    """The two judgements, of an item and of a leaf."""

    item: Linear
    leaf: Linear


def model_from(given: dict[str, dict[str, object]]) -> Model:
    """A model from its JSON form."""
    return Model(**{name: linear_from(facts) for name, facts in given.items()})


def linear_from(facts: dict[str, object]) -> Linear:
    """One judgement from its JSON form."""

    def numbers(key: str) -> Numbers:
        return np.asarray(facts[key], dtype=np.float32)

    names = tuple(str(name) for name in facts["names"])  # type: ignore[attr-defined]
    return Linear(names, numbers("mean"), numbers("scale"), numbers("weights"), float(facts["bias"]))  # type: ignore[arg-type]


@cache
def shipped() -> Model:
    """The model that ships with the package."""
    return model_from(_kept("detail"))


@cache
def in_words(of: str) -> dict[str, str]:
    """What the evidence for "leaves", or for "columns", says to a person, by its name."""
    found: dict[str, str] = _kept("reasons")[of]
    return found


def _kept(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((files("motherlode.annotate") / "weights" / f"{name}.json").read_bytes())
    return found
