"""What labelled pages of one site teach about an attribute, in terms that hold on other sites too."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import label_words, word_list
from motherlode.annotate.items import Site
from motherlode.annotate.kinds import kinds
from motherlode.annotate.leaves import Leaf

PROFILE_FEATURES = (
    "taught", "taught_label", "taught_second", "taught_markup", "taught_kind", "taught_shape", "taught_value",
    "taught_words", "taught_tag", "taught_title", "taught_heading", "taught_length", "taught_distance",
    "taught_unlabelled", "taught_frequency", "taught_crowd", "taught_link",
)  # fmt: skip
LEAST_LIST, MOST_LIST = 5, 200
"""A list of equal links or cells with so many different texts may name a closed set, such as all teams or makes."""
LISTED = 0.5
"""The share of the taught values that such a list must hold: names of entities are in no list of another site."""
Vector = NDArray[np.float32]
_UPPER = re.compile(r"[A-ZÀ-Þ]+")
_LOWER = re.compile(r"[^\W\dA-ZÀ-Þ_]+")
_DIGIT = re.compile(r"\d+")


@lru_cache(maxsize=100_000)
def shape(text: str) -> str:
    """The text's outline: `6-5` → `9-9`, `Howard Zinn` → `Aa Aa`; long texts by their number of words."""
    if len(text.split()) > 6:
        return f"long {len(text.split()) // 6}"
    outline = _LOWER.sub("a", _UPPER.sub("A", text))
    return _DIGIT.sub(lambda found: "9" if len(found[0]) < 4 else "9999", outline)


def leaf_facts(leaf: Leaf, site: Site) -> Vector:
    """The numbers of a leaf that are compared with a profile's means."""
    pages = max(1, len(site.pages))
    sign = math.copysign(1, leaf.name_distance)
    return np.array(
        [
            leaf.title_overlap,
            leaf.heading,
            min(1.0, math.log2(1 + len(leaf.value)) / 8),
            sign * min(1.0, math.log2(1 + abs(leaf.name_distance)) / 8),
            float(not (leaf.own_label or (leaf.label and leaf.firm))),
            site.frequency[leaf.folded] / pages,
            min(1.0, math.log2(max(1, site.crowd[leaf.page, leaf.coarse])) / 5),
            float(leaf.link),
        ],
        dtype=np.float32,
    )


@dataclass(slots=True)
class Profile:
    """One attribute as a labelled site shows it: shares sum to one."""

    labels: dict[tuple[str, ...], float] = field(default_factory=dict)
    seconds: dict[tuple[str, ...], float] = field(default_factory=dict)
    markup: dict[str, float] = field(default_factory=dict)
    shapes: dict[str, float] = field(default_factory=dict)
    tags: dict[str, float] = field(default_factory=dict)
    values: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    kind: Vector | None = None
    facts: Vector | None = None


def teach(site: Site, gold: Sequence[Mapping[str, frozenset[str]]]) -> dict[str, Profile]:
    """Profiles of the attributes from a site's pages; `gold` has, for each page, the folded values by attribute."""
    wanted = {name for page in gold for name in page}
    return {
        name: made for name in sorted(wanted) if (made := _profile(site, _labelled(site, gold, name))) is not None
    }


def _labelled(site: Site, gold: Sequence[Mapping[str, frozenset[str]]], name: str) -> list[Leaf]:
    """The leaves that hold the attribute: those of items that mostly hold it, else every equal text."""

    def holds(leaf: Leaf) -> bool:
        return leaf.folded in gold[leaf.page].get(name, ())

    steady: dict[int, Leaf] = {}
    for item in site.items:
        right = [leaf for leaf in item.leaves if holds(leaf)]
        if len(right) >= 0.6 * len(item.leaves) and len(right) >= 0.25 * len(site.pages):
            steady.update({id(leaf): leaf for leaf in right})
    if steady:
        return list(steady.values())
    return [leaf for page in site.pages for leaf in page.leaves if holds(leaf)]


def _profile(site: Site, leaves: list[Leaf]) -> Profile | None:
    if not leaves:
        return None
    values = frozenset(leaf.folded for leaf in leaves)
    return Profile(
        labels=_shares(label_words(leaf.own_label or leaf.label) for leaf in leaves),
        seconds=_shares(label_words(leaf.second_label) for leaf in leaves),
        markup=_shares(word for leaf in leaves for word in markup_words(leaf)),
        shapes=_shares(shape(leaf.value) for leaf in leaves),
        tags=_shares(leaf.tag for leaf in leaves),
        values=values,
        words=frozenset(word for value in values for word in word_list(value) if len(word) > 2),
        kind=np.mean([kinds(leaf.value) for leaf in leaves], axis=0),
        facts=np.mean([leaf_facts(leaf, site) for leaf in leaves], axis=0),
    )


def _shares(found: object) -> dict:  # type: ignore[type-arg]
    counted = Counter(found)  # type: ignore[call-overload]
    total = sum(counted.values())
    return {key: count / total for key, count in counted.items()}


def markup_words(leaf: Leaf) -> tuple[str, ...]:
    """Class, id and itemprop words around a leaf."""
    return tuple(dict.fromkeys(word for text in leaf.markup for word in word_list(text) if len(word) > 1))


@dataclass(slots=True)
class Described:
    """What is compared of every leaf, computed once for all profiles."""

    facts: Vector
    kind: Vector
    labels: list[tuple[str, ...]]
    seconds: list[tuple[str, ...]]
    markup: list[tuple[str, ...]]
    shapes: list[str]
    words: list[tuple[str, ...]]


def described(leaves: Sequence[Leaf], site: Site) -> Described:
    """The leaves as they are compared with profiles."""
    return Described(
        facts=np.stack([leaf_facts(leaf, site) for leaf in leaves]),
        kind=np.stack([kinds(leaf.value) for leaf in leaves]),
        labels=[label_words(leaf.own_label or leaf.label) for leaf in leaves],
        seconds=[label_words(leaf.second_label) for leaf in leaves],
        markup=[markup_words(leaf) for leaf in leaves],
        shapes=[shape(leaf.value) for leaf in leaves],
        words=[word_list(leaf.value)[:12] for leaf in leaves],
    )


def profile_features(leaves: Sequence[Leaf], known: Described, profile: Profile) -> Vector:
    """How much each leaf resembles what was taught; shape (leaves, PROFILE_FEATURES)."""
    found = np.zeros((len(leaves), len(PROFILE_FEATURES)), dtype=np.float32)
    if profile.kind is None or profile.facts is None:
        return found
    label = _remembered(lambda words: _label_similarity(words, profile.labels))
    second = _remembered(lambda words: _label_similarity(words, profile.seconds))
    markup = _remembered(lambda words: _overlap(words, profile.markup))
    found[:, 0] = 1.0
    found[:, 1] = [label(words) for words in known.labels]
    found[:, 2] = [second(words) for words in known.seconds]
    found[:, 3] = [markup(words) for words in known.markup]
    found[:, 4] = np.exp(-np.abs(known.kind - profile.kind).sum(axis=1))
    found[:, 5] = [profile.shapes.get(outline, 0.0) for outline in known.shapes]
    found[:, 6] = [leaf.folded in profile.values for leaf in leaves]
    found[:, 7] = [sum(word in profile.words for word in words) / max(1, len(words)) for words in known.words]
    found[:, 8] = [profile.tags.get(leaf.tag, 0.0) for leaf in leaves]
    found[:, 9:] = np.abs(known.facts - profile.facts)
    return found


def grow(profile: Profile, site: Site) -> Profile:
    """The profile with the further values of a closed set: the texts of a list of the site that holds known ones.

    A labelled site may show one team only; a menu of all teams on the new site tells the others.
    """
    if not profile.values:
        return profile
    lists: dict[int, set[str]] = {}
    for page in site.pages:
        for leaf in page.leaves:
            if site.crowd[leaf.page, leaf.coarse] >= LEAST_LIST:
                lists.setdefault(leaf.coarse, set()).add(leaf.folded)
    further: set[str] = set()
    for texts in lists.values():
        if LEAST_LIST <= len(texts) <= MOST_LIST and len(texts & profile.values) >= LISTED * len(profile.values):
            further |= texts
    return replace(profile, values=profile.values | further) if further else profile


def _remembered(work: Callable[[tuple[str, ...]], float]) -> Callable[[tuple[str, ...]], float]:
    return lru_cache(maxsize=None)(work)


def _label_similarity(words: tuple[str, ...], shares: Mapping[tuple[str, ...], float]) -> float:
    given = set(words)
    if not given:
        return shares.get((), 0.0) * 0.5
    best = 0.0
    for known, share in shares.items():
        if known:
            together = len(given & set(known))
            best = max(best, min(1.0, 2 * share) * 2 * together / (len(given) + len(set(known))))
    return best


def _overlap(words: Sequence[str], shares: Mapping[str, float]) -> float:
    if not words or not shares:
        return 0.0
    most = max(shares.values())
    return sum(shares.get(word, 0.0) / most for word in words) / math.sqrt(len(words) * len(shares))
