"""What each source has: its share of the entities, its prices, what it leaves out and what it gets wrong."""

from __future__ import annotations

import re
from collections.abc import Mapping
from random import Random

from motherlode.interfaces.demo.catalogue.formats import text
from motherlode.interfaces.demo.catalogue.sources import Field, Source
from motherlode.interfaces.demo.truth.catalogue import Entity, OfferTruth, RecordTruth, Value

MISSING = 0.12
"""How often an optional value is left out."""
WRONG = 0.03
"""How often a source has a wrong year, date or number of pages."""
SELLERS = ("Harbour Electronics", "Dovenham Direct", "Maybridge Media", "Store of Tolkirk", "Yarbury & Sons")
CONDITIONS = ("new", "used, like new", "used, good", "refurbished")
_NOT_WORD = re.compile(r"[^a-z0-9]+")


def slug(title: str) -> str:
    """A title as a part of an address."""
    return _NOT_WORD.sub("-", title.lower()).strip("-")[:50].strip("-")


def records(seed: int, source: Source, entities: Mapping[int, Entity]) -> tuple[RecordTruth, ...]:
    """The source's records in the order of its result pages."""
    rng = Random(f"{seed}/source/{source.host}")
    chosen = [entity for entity in entities.values() if rng.random() < source.share]
    rng.shuffle(chosen)
    return tuple(_record(rng, source, entity) for entity in chosen)


def _record(rng: Random, source: Source, entity: Entity) -> RecordTruth:
    values, conflicts = _own_values(rng, source, entity)
    title = str(values.get("title") or values["name"])
    offers: tuple[OfferTruth, ...] = ()
    style = next(field.style for field in source.listed if field.attribute == "price") if source.offers else ""
    if source.offers:
        lowest = float(str(values["price"]))
        prices = [lowest, *sorted(round(lowest * rng.uniform(1.02, 1.5), 2) for _ in range(rng.randint(0, 3)))]
        sellers = rng.sample(SELLERS, len(prices))
        offers = tuple(
            OfferTruth(seller, text(price, style), rng.choice(CONDITIONS))
            for seller, price in zip(sellers, prices, strict=True)
        )
    gaps = {
        field.attribute for field in (*source.listed, *source.detailed) if field.optional and rng.random() < MISSING
    }
    shown = {f.attribute for f in (*source.listed, *source.detailed)} - gaps
    return RecordTruth(
        entity.id,
        f"/{'paper' if source.domain == 'papers' else 'item'}/{entity.id}/{slug(title)}",
        _shown(source.listed, values, gaps),
        _shown(source.detailed, values, gaps),
        offers,
        tuple(sorted(conflicts & shown)),
    )


def _shown(fields: tuple[Field, ...], values: Mapping[str, Value], gaps: set[str]) -> dict[str, str]:
    return {f.attribute: text(values[f.attribute], f.style) for f in fields if f.attribute not in gaps}


def _own_values(rng: Random, source: Source, entity: Entity) -> tuple[dict[str, Value], set[str]]:
    """The values that this source has, and which of them are wrong; prices differ without being wrong."""
    values = dict(entity.values)
    conflicts = set()
    if "price" in values:
        values["price"] = round(float(str(values["price"])) * source.markup * rng.uniform(0.95, 1.05), 2)
    if rng.random() < WRONG and "publication_date" in values:
        year = int(str(values["publication_date"])[:4]) - rng.randint(1, 3)
        values["publication_date"] = f"{year}-01-0{rng.randint(1, 9)}"
        conflicts.add("publication_date")
    if rng.random() < WRONG and isinstance(values.get("year"), int):
        values["year"] = int(str(values["year"])) + rng.choice((-1, 1))
        conflicts.add("year")
    if rng.random() < WRONG and isinstance(values.get("weight"), int):
        values["weight"] = int(str(values["weight"])) + 100
        conflicts.add("weight")
    if rng.random() < WRONG and isinstance(values.get("pages"), int):
        values["pages"] = int(str(values["pages"])) + rng.randint(2, 30)
        conflicts.add("pages")
    return values, conflicts
