"""The paper's Rel: how closely the values of an item and the name of an attribute stand together (E7, E8).

Rel(K, A) = α · (1 − Itemspan(K, A) / max Itemspan) + (1 − α) · Itemtimes(K, A) / Σ Itemtimes. The paper's eq. (5)
prints the first term without `1 −`, which would reward distance; its text says that nearer is closer.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import clean, label_words
from motherlode.annotate.items import Item, Site
from motherlode.annotate.params import AnnotateParams
from motherlode.model.evidence import Evidence, Term
from motherlode.model.schema import AnnotatedPage, AnnotatedSite, Attribute, ColumnMapping, Schema

SAMPLED_VALUES = 8
"""Values of an item that are looked up; more change the means little and cost queries."""
FAR = 200.0
"""Context distance, in words, that stands for `never together`."""
LONGEST_NAME = 12
"""Words of the longest name: a name that begins further back cannot end nearer."""
MOST_ITEMS = 600
"""Items of a site that are looked up: the evidence costs a query for each value and attribute."""


class EvidenceSource(Protocol):
    """Where Rel looks values and attribute names up together: an index of pages, or a search API (E8)."""

    def together(self, value: str, names: Sequence[str], /) -> tuple[float, int]:
        """The smallest distance in words between the value and one of the names, and in how many texts they meet."""
        ...


def rel(
    values: Sequence[str], attributes: Sequence[Attribute], source: EvidenceSource, alpha: float = 0.5
) -> NDArray[np.float32]:
    """Rel of one item with every attribute (eq. 5 to 7)."""
    chosen = list(dict.fromkeys(value for value in values if value.strip()))[:SAMPLED_VALUES]
    if not chosen or not attributes:
        return np.zeros(len(attributes), dtype=np.float32)
    spans = np.zeros((len(chosen), len(attributes)))
    times = np.zeros((len(chosen), len(attributes)))
    for place, attribute in enumerate(attributes):
        names = (attribute.name.replace("_", " "), *attribute.synonyms)
        for row, value in enumerate(chosen):
            span, count = source.together(value, names)
            spans[row, place], times[row, place] = min(span, FAR), count
    item_span, item_times = spans.mean(axis=0), times.mean(axis=0)
    closeness = 1.0 - item_span / max(float(item_span.max()), 1e-9)
    share = item_times / max(float(item_times.sum()), 1e-9)
    found: NDArray[np.float32] = (alpha * closeness + (1 - alpha) * share).astype(np.float32)
    found[item_times == 0] = 0.0
    return found


def nearest(words: Sequence[str], value: Sequence[str], names: Sequence[Sequence[str]]) -> float:
    """The smallest number of words between a value and one of the names in a text; FAR when they do not meet."""
    text = positions(words)
    return gap(
        places(text, value),
        len(value),
        sorted((start, start + len(name)) for name in names for start in places(text, name)),
    )


def gap(at_value: Sequence[int], length: int, names: Sequence[tuple[int, int]]) -> float:
    """The smallest distance between places of a value and sorted (start, end) of names; FAR when there is none."""
    best = FAR
    for begin in at_value:
        after = bisect_left(names, (begin + length, 0))
        if after < len(names):
            best = min(best, float(names[after][0] - begin - length))
        for place in range(bisect_left(names, (begin, 0)) - 1, -1, -1):
            start, end = names[place]
            if end <= begin:
                best = min(best, float(begin - end))
            if begin - start > best + LONGEST_NAME:
                break
    return best


def positions(words: Sequence[str]) -> dict[str, list[int]]:
    """Where each word stands in a text."""
    found: dict[str, list[int]] = {}
    for at, word in enumerate(words):
        found.setdefault(word, []).append(at)
    return found


def places(text: Mapping[str, list[int]], wanted: Sequence[str]) -> list[int]:
    """Where the words stand in a row."""
    if not wanted:
        return []
    found = text.get(wanted[0], [])
    for step, word in enumerate(wanted[1:], 1):
        if not found:
            return []
        here = set(text.get(word, ()))
        found = [at for at in found if at + step in here]
    return found


def name_words(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The names as words, as they are compared with a text's."""
    return [words for words in dict.fromkeys(label_words(name) for name in names) if words]


def annotate_site_by_rel(
    site: Site, schema: Schema, params: AnnotateParams, evidence: EvidenceSource
) -> AnnotatedSite:
    """Detail pages by Rel alone: items that differ from page to page, each mapped to the attribute of largest Rel.

    Where several items map to one attribute, a page takes its value from the item with the larger Rel.
    """
    items = [item for item in site.items if item.rule.startswith("/") and _varies(item, site)][:MOST_ITEMS]
    names = [attribute.name for attribute in schema.attributes]
    best: dict[str, list[tuple[float, Item]]] = {name: [] for name in names}
    for item in items:
        scores = rel([clean(leaf.text) for leaf in item.leaves], schema.attributes, evidence, params.alpha)
        place = int(np.argmax(scores))
        if scores[place] > params.threshold:
            best[names[place]].append((float(scores[place]), item))
    for found in best.values():
        found.sort(key=lambda pair: -pair[0])
    pages = tuple(_page(site, number, best) for number in range(len(site.pages)))
    mappings = tuple(
        ColumnMapping(item.rule, name, round(score, 4), (Term("rel", score, score, "near its name in the pages"),))
        for name, found in best.items()
        for score, item in found
    )
    return AnnotatedSite(site.source, pages, mappings)


def _varies(item: Item, site: Site) -> bool:
    return len(site.pages) < 2 or len({leaf.folded for leaf in item.leaves}) > 1


def _page(site: Site, number: int, best: dict[str, list[tuple[float, Item]]]) -> AnnotatedPage:
    values: dict[str, tuple[str, ...]] = {}
    raw: dict[str, tuple[str, ...]] = {}
    evidence: dict[str, Evidence] = {}
    for name, found in best.items():
        for score, item in found:
            leaf = next((leaf for leaf in item.leaves if leaf.page == number), None)
            if leaf is not None:
                values[name], raw[name] = (clean(leaf.value),), (leaf.text,)
                evidence[name] = Evidence("rel", item.rule, site.pages[number].name, confidence=round(score, 4))
                break
    return AnnotatedPage(site.pages[number].name, values, raw, evidence)
