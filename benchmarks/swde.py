"""SWDE-like data: <vertical>/<site>/{0000.htm …, gold.json}; how it is read and scored.

The score is the page-level F1 of the SWDE literature: for every page and attribute the one value that was extracted
(the first, where the attribute may have several) is right when it equals one of the labelled values after folding
(entities decoded, white space and case folded). A wrong value counts against precision and, where the page has the
attribute, against recall; a missing value counts against recall. F1 of an attribute is taken over the pages of all
sites tested, a vertical's F1 is the mean over its attributes, the overall F1 the mean over the verticals.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from motherlode.annotate.folding import fold, label_words
from motherlode.annotate.items import Site, read_site
from motherlode.annotate.schema_files import find_schema, ready_names, ready_schema
from motherlode.errors import SchemaError
from motherlode.model.schema import Attribute, Schema

Gold = list[dict[str, frozenset[str]]]
Counts = tuple[int, int, int]


@dataclass(slots=True)
class LabelledSite:
    """A site's pages, its schema and what is on every page; gold attributes carry the schema's names."""

    vertical: str
    name: str
    schema: Schema
    site: Site
    gold: Gold
    attributes: list[str]


def load(folder: Path, pages: int = 0) -> list[LabelledSite]:
    """Every labelled site below the folder, in order."""
    found = []
    for gold_file in sorted(folder.glob("*/*/gold.json")):
        place = gold_file.parent
        gold = json.loads(gold_file.read_text(encoding="utf-8"))
        names = sorted(gold)[: pages or None]
        wanted = sorted({attribute for page in gold.values() for attribute in page})
        schema, renamed = schema_for(place.parent.name, wanted)
        site = read_site([(n, (place / n).read_text("utf-8", "replace")) for n in names], place.name)
        told = [
            {renamed[a]: frozenset(fold(value) for value in values) for a, values in gold[n].items()} for n in names
        ]
        found.append(LabelledSite(place.parent.name, place.name, schema, site, told, [renamed[a] for a in wanted]))
    return found


def schema_for(vertical: str, wanted: Sequence[str]) -> tuple[Schema, dict[str, str]]:
    """The ready schema of a vertical and how its labelled attributes are called there.

    A vertical without a ready schema, or with attributes that the ready one lacks, gets what the names alone tell.
    """
    try:
        schema = find_schema(vertical)
    except SchemaError:
        return schema_from_names(vertical, wanted), {name: name for name in wanted}
    names: dict[tuple[str, ...], str] = {}
    for attribute in schema.attributes:
        for synonym in attribute.synonyms:
            names.setdefault(label_words(synonym), attribute.name)
    names.update({label_words(attribute.name): attribute.name for attribute in schema.attributes})
    renamed = {name: names.get(label_words(name), "") for name in wanted}
    missing = [name for name in wanted if not renamed[name]]
    if missing:
        extra = schema_from_names(vertical, missing)
        schema = Schema(schema.name, (*schema.attributes, *extra.attributes), schema.description, schema.aliases)
        renamed.update({name: name for name in missing})
    return schema, renamed


def schema_from_names(name: str, attributes: Sequence[str]) -> Schema:
    """A schema from attribute names alone; what the ready schemas know of such an attribute is taken over."""
    known: dict[tuple[str, ...], Attribute] = {}
    weak: dict[tuple[str, ...], Attribute] = {}
    for ready in ready_names():
        for attribute in ready_schema(ready).attributes:
            known.setdefault(label_words(attribute.name), attribute)
            for synonym in attribute.synonyms:
                weak.setdefault(label_words(synonym), attribute)
    made = []
    for wanted in attributes:
        words = label_words(wanted)
        found = known.get(words) or weak.get(words) or _by_last_word(words, known)
        if found is None:
            made.append(Attribute(name=wanted, synonyms=(" ".join(words),)))
        else:
            made.append(replace(found, name=wanted, synonyms=(*found.synonyms, found.name)))
    return Schema(name=name, attributes=tuple(made))


def _by_last_word(words: tuple[str, ...], known: Mapping[tuple[str, ...], Attribute]) -> Attribute | None:
    """What is known of `date` helps with `date_of_sale` and `sale_date`."""
    for word in (words[-1:], words[:1]):
        found = known.get(word)
        if found is not None and found.type not in {"name", "text", "category"}:
            return Attribute(name=found.name, type=found.type, pattern=found.pattern)
    return None


def count(gold: Gold, said: Sequence[Mapping[str, str]], attributes: Sequence[str]) -> dict[str, Counts]:
    """Right, wrong and missed pages of every attribute; `said` has a page's folded value by attribute."""
    found = {}
    for name in attributes:
        right = wrong = missed = 0
        for page, told in zip(gold, said, strict=True):
            values, value = page.get(name, frozenset()), told.get(name)
            if value is not None and value in values:
                right += 1
            else:
                wrong += value is not None
                missed += bool(values)
        found[name] = (right, wrong, missed)
    return found


def f1(counts: Sequence[Counts]) -> float:
    """F1 in per cent over summed counts."""
    right, wrong, missed = (sum(c[i] for c in counts) for i in range(3))
    return 200 * right / max(1, 2 * right + wrong + missed)


def summary(
    results: Mapping[tuple[str, str, str], Sequence[Counts]],
) -> tuple[dict[str, float], float, dict[str, dict[str, float]]]:
    """F1 by vertical, overall, and by attribute; `results` by (vertical, site, attribute)."""
    by: dict[str, dict[str, list[Counts]]] = {}
    for (vertical, _, attribute), counts in results.items():
        by.setdefault(vertical, {}).setdefault(attribute, []).extend(counts)
    attributes = {v: {a: f1(counts) for a, counts in found.items()} for v, found in by.items()}
    verticals = {v: sum(found.values()) / len(found) for v, found in attributes.items()}
    return verticals, sum(verticals.values()) / max(1, len(verticals)), attributes
