"""Detail pages by the paper's Rel alone: every item goes to the attribute with which it is related most (E7)."""

from __future__ import annotations

import numpy as np

from motherlode.annotate.folding import clean
from motherlode.annotate.items import Item, Site
from motherlode.annotate.params import AnnotateParams
from motherlode.annotate.rel import EvidenceSource, rel
from motherlode.model.evidence import Evidence, Term
from motherlode.model.schema import AnnotatedPage, AnnotatedSite, ColumnMapping, Schema

MOST_ITEMS = 600
"""Items of a site that are looked up: the evidence costs a query for each value and attribute."""


def annotate_site_by_rel(
    site: Site, schema: Schema, params: AnnotateParams, evidence: EvidenceSource
) -> AnnotatedSite:
    """The items that differ from page to page, each mapped to the attribute of the largest Rel.

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
