"""Detail pages of one site: the attributes of the entity that each page is about (E7).

Every leaf is judged by itself and by the items it belongs to; the mean of both log-odds counts, so that the pages of
a site agree on a place and a page without the row falls back on what it has. One optimal assignment a page.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import linear_sum_assignment

from motherlode.annotate.evidence import (
    ITEM_FEATURES,
    LEAF_FEATURES,
    Model,
    in_words,
    item_features,
    leaf_features,
    shipped,
)
from motherlode.annotate.folding import clean, fold
from motherlode.annotate.items import Site
from motherlode.annotate.leaves import MAX_VALUE, Leaf
from motherlode.annotate.matching import IMPOSSIBLE, Matcher
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.plausible import EVERY_PAGE, SPOKEN_FOR, implausible, labelled, unspoken
from motherlode.model.evidence import Evidence, Term
from motherlode.model.schema import AnnotatedPage, AnnotatedSite, ColumnMapping, Schema

Numbers = NDArray[np.floating]

PAGE_CANDIDATES = 8
"""Leaves a page and attribute that enter the assignment; the right one was never lower on SWDE."""
UNLABELLED = 0.6
"""A value that no label and no markup names must be surer than one that is named."""
UNCLEAR = SPOKEN_FOR | {"person", "organisation", "place", "year"}
"""Types whose values do not tell by themselves what they are, as prices and telephone numbers do."""
NO_ITEM = -6.0
"""Log-odds of a leaf whose place is on no other page, and of one that cannot be the value."""
SURE_ITEM = 6.0
"""No place speaks louder than this: of two sure ones the page itself decides. From 6 to 8 SWDE gave the same."""
AS_GOOD = 0.6
"""Share of the best value's score from which a leaf is a further value of a list; set by hand."""
SUREST = 1e-6
"""No probability is nearer to 0 or 1 than this, so that its log-odds stay a number."""
OTHER_SHOWN = 40
"""Labelled values outside the schema that are kept for each page."""


@dataclass(slots=True)
class Described:
    """The leaves of a site and the items they belong to, with what a schema says about them."""

    leaves: list[Leaf]
    plain: Numbers
    members: list[list[int]]
    items: Numbers
    impossible: NDArray[np.bool_]
    """leaves that cannot be values of an attribute"""
    unspoken: NDArray[np.bool_]
    """leaves that nothing in the schema speaks for, where something must"""


@dataclass(slots=True)
class Judged:
    """The leaves of a site with their log-odds for every attribute."""

    leaves: list[Leaf]
    by_leaf: Numbers
    by_item: Numbers
    rule: NDArray[np.int64]
    features: Numbers
    unlabelled: NDArray[np.bool_]
    """leaves that no label and no markup names an attribute for, where its values do not speak for themselves"""


def annotate_site(site: Site, schema: Schema, params: AnnotateParams | None = None) -> AnnotatedSite:
    """The entities of detail pages of one site."""
    params = params or AnnotateParams()
    matcher = Matcher(schema)
    found = describe(site, matcher)
    judged = judge(found, matcher, shipped())
    score = scores(judged, params)
    chosen = [assign(judged, score, page, params) for page in range(len(site.pages))]
    made = tuple(_page(site, page, schema, judged, score, chosen[page], params) for page in range(len(site.pages)))
    return AnnotatedSite(site.source, made, _mappings(site, schema, judged, score, chosen))


def describe(site: Site, matcher: Matcher) -> Described:
    """The features of every leaf and item for every attribute."""
    leaves = [leaf for page in site.pages for leaf in page.leaves if len(leaf.text) <= MAX_VALUE]
    place = {id(leaf): at for at, leaf in enumerate(leaves)}
    members = [[place[id(leaf)] for leaf in item.leaves] for item in site.items]
    plain = leaf_features(leaves, matcher, site)
    items = np.zeros((len(members), matcher.count, len(LEAF_FEATURES) + len(ITEM_FEATURES)), dtype=np.float32)
    for at, ids in enumerate(members):
        items[at] = item_features(site.items[at], plain[ids])
    pages = len(site.pages)
    everywhere = np.array(
        [pages >= EVERY_PAGE and site.frequency[leaf.folded] == pages for leaf in leaves], dtype=bool
    )
    cannot = impossible(plain) | implausible(leaves, matcher.attributes)
    return Described(leaves, plain, members, items, cannot, unspoken(plain, members, matcher, everywhere))


def judge(found: Described, matcher: Matcher, model: Model) -> Judged:
    """The log-odds of every leaf, by itself and by its best item."""
    by_leaf, of_item = model.leaf.logits(found.plain), model.item.logits(found.items)
    refused = found.impossible | found.unspoken
    by_leaf[refused] = NO_ITEM
    by_item = np.full_like(by_leaf, NO_ITEM)
    rule = np.full(by_leaf.shape, -1, dtype=np.int64)
    for number, ids in enumerate(found.members):
        better = of_item[number] > by_item[ids]
        by_item[ids] = np.where(better, of_item[number], by_item[ids])
        rule[ids] = np.where(better, number, rule[ids])
    by_item[refused] = NO_ITEM
    unclear = np.array([attribute.type in UNCLEAR for attribute in matcher.attributes])
    unlabelled = ~labelled(found.plain, found.members) & unclear[None, :]
    return Judged(found.leaves, by_leaf, by_item, rule, found.plain, unlabelled)


def impossible(plain: Numbers) -> NDArray[np.bool_]:
    """Which leaves cannot be values of which attributes: a strict type, and nothing of it in the text."""
    kind, pattern, strict = (plain[:, :, LEAF_FEATURES.index(name)] for name in ("kind", "pattern", "is_strict"))
    found: NDArray[np.bool_] = (strict > 0) & (np.maximum(kind, pattern) < IMPOSSIBLE)
    return found


def scores(judged: Judged, params: AnnotateParams) -> Numbers:
    """Probabilities: the mean of both log-odds, or the leaf's alone without agreement."""
    odds = judged.by_leaf
    if params.agreement:
        odds = (judged.by_leaf + np.minimum(judged.by_item, SURE_ITEM)) / 2
    found: Numbers = 1.0 / (1.0 + np.exp(np.clip(-odds, -30, 30)))
    return found


def assign(judged: Judged, score: Numbers, page: int, params: AnnotateParams) -> dict[int, int]:
    """One optimal assignment of a page's leaves to the attributes: {attribute: leaf}.

    A text that elsewhere on the page is another attribute's value with more certainty is not the entity's name.
    The gain is the log-odds above the threshold: a sure place outweighs filling two attributes with unsure ones.
    """
    ids = np.array([at for at, leaf in enumerate(judged.leaves) if leaf.page == page], dtype=np.int64)
    if not ids.size:
        return {}
    own = np.where(judged.unlabelled[ids] & (score[ids] < max(UNLABELLED, params.threshold)), 0.0, score[ids])
    top = np.unique(np.argsort(-own, axis=0, kind="stable")[:PAGE_CANDIDATES])
    gain = np.maximum(0.0, _log_odds(own[top]) - _log_odds(np.array(params.threshold)))
    names = np.flatnonzero(judged.features[0, :, LEAF_FEATURES.index("is_name")])
    texts = np.array([judged.leaves[place].folded for place in ids[top]])
    while True:
        rows, columns = linear_sum_assignment(-gain)
        chosen = {int(b): int(a) for a, b in zip(rows, columns, strict=True) if gain[a, b] > 0}
        false = [
            (name, texts[row])
            for name, row in chosen.items()
            if name in names
            and any(texts[r] == texts[row] and gain[r, b] > gain[row, name] for b, r in chosen.items())
        ]
        if not false:
            return {at: int(ids[top[row]]) for at, row in chosen.items()}
        for name, text in false:
            gain[texts == text, name] = 0.0


def _log_odds(chance: Numbers) -> Numbers:
    kept = np.clip(chance, SUREST, 1 - SUREST)
    found: Numbers = np.log(kept / (1 - kept))
    return found


def _page(
    site: Site,
    page: int,
    schema: Schema,
    judged: Judged,
    score: Numbers,
    chosen: Mapping[int, int],
    params: AnnotateParams,
) -> AnnotatedPage:
    values: dict[str, tuple[str, ...]] = {}
    raw: dict[str, tuple[str, ...]] = {}
    evidence: dict[str, Evidence] = {}
    taken = set(chosen.values())
    for at, place in sorted(chosen.items()):
        attribute = schema.attributes[at]
        places = [place, *_further(judged, score, at, place, taken, params)] if attribute.many else [place]
        taken.update(places)
        leaves = [judged.leaves[p] for p in sorted(places)]
        values[attribute.name] = tuple(dict.fromkeys(clean(leaf.value) for leaf in leaves))
        raw[attribute.name] = tuple(
            leaf.text for leaf in [judged.leaves[place]] + [x for x in leaves if x is not judged.leaves[place]]
        )
        leaf, number = judged.leaves[place], int(judged.rule[place, at])
        evidence[attribute.name] = Evidence(
            rule=site.items[number].rule if number >= 0 else "this page alone",
            path=site.paths.readable(leaf.path),
            page=site.pages[page].name,
            detail=f"label “{leaf.own_label or leaf.label}”" if leaf.own_label or leaf.label else "",
            confidence=round(float(score[place, at]), 4),
        )
    return AnnotatedPage(site.pages[page].name, values, raw, evidence, _other(site, page, judged, taken))


def _further(
    judged: Judged, score: Numbers, at: int, place: int, taken: set[int], params: AnnotateParams
) -> list[int]:
    """Further values of a list: leaves under the same label or in the same place that score about as well."""
    leaf = judged.leaves[place]
    needed = max(params.threshold, AS_GOOD * float(score[place, at]))
    found = []
    for other, candidate in enumerate(judged.leaves):
        if candidate.page != leaf.page or other in taken or other == place or score[other, at] < needed:
            continue
        same_label = fold(candidate.own_label or candidate.label) == fold(leaf.own_label or leaf.label)
        if same_label and candidate.tag == leaf.tag and abs(candidate.order - leaf.order) <= 12:
            found.append(other)
    return found


def _other(site: Site, page: int, judged: Judged, taken: set[int]) -> dict[str, tuple[str, ...]]:
    """Labelled values that the schema does not know, under their labels; texts of all pages are no values."""
    used = {id(judged.leaves[place]) for place in taken}
    found: dict[str, list[str]] = defaultdict(list)
    pages = len(site.pages)
    for leaf in site.pages[page].leaves:
        label = leaf.own_label or (
            leaf.label if leaf.label_distance == 1 and leaf.label.endswith((":", "：")) else ""
        )
        if not label or id(leaf) in used or len(leaf.text) > MAX_VALUE:
            continue
        if pages > 1 and site.frequency[leaf.folded] == pages:
            continue
        found[clean(label)].append(clean(leaf.value))
        if len(found) >= OTHER_SHOWN:
            break
    return {label: tuple(dict.fromkeys(values)) for label, values in found.items()}


def _mappings(
    site: Site, schema: Schema, judged: Judged, score: Numbers, chosen: Sequence[Mapping[int, int]]
) -> tuple[ColumnMapping, ...]:
    """For each attribute the rule that most pages follow, its mean score and its strongest reasons."""
    made = []
    for at, attribute in enumerate(schema.attributes):
        places = [page[at] for page in chosen if at in page]
        if not places:
            continue
        rules = Counter(int(judged.rule[place, at]) for place in places)
        number = rules.most_common(1)[0][0]
        rule = site.items[number].rule if number >= 0 else "each page by itself"
        mean = float(np.mean([score[place, at] for place in places]))
        made.append(ColumnMapping(rule, attribute.name, round(mean, 4), _reasons(judged, places, at)))
    return tuple(made)


def _reasons(judged: Judged, places: Sequence[int], at: int) -> tuple[Term, ...]:
    mean = judged.features[places, at].mean(axis=0)
    parts = shipped().leaf.parts(mean)
    order = np.argsort(-np.abs(parts))[:4]
    names = [LEAF_FEATURES[i] for i in order]
    return tuple(
        Term(name, round(float(mean[i]), 3), round(float(parts[i]), 3), in_words("leaves")[name])
        for name, i in zip(names, order, strict=True)
    )
