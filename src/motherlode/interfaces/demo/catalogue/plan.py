"""The nine sources: what each has, leaves out and gets wrong, under which labels and in which form it writes it.

>>> date_text("2019-03-04", "long"), price_text(12.5, "de"), people_text(("Jane B. Scott", "Leo Hill"), "inverted")
('March 4, 2019', '12,50 €', 'Scott, Jane B.; Hill, Leo')
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from random import Random

from motherlode.interfaces.demo.truth import Entity, OfferTruth, RecordTruth, Value
from motherlode.interfaces.demo.words import vocabulary


@dataclass(frozen=True, slots=True)
class Field:
    """An attribute as a source shows it; `optional` ones are missing now and then."""

    attribute: str
    label: str = ""
    style: str = ""
    optional: bool = False


@dataclass(frozen=True, slots=True)
class Source:
    """A shop or library."""

    host: str
    name: str
    domain: str
    language: str
    layout: str
    per_page: int
    listed: tuple[Field, ...]
    detailed: tuple[Field, ...]
    share: float = 0.7
    offers: bool = False
    markup: float = 1.0


SOURCES: tuple[Source, ...] = tuple(
    Source(**{**given, **{page: tuple(Field(*field) for field in given[page]) for page in ("listed", "detailed")}})
    for given in vocabulary("catalogue")["sources"]
)


def date_text(iso: str, style: str) -> str:
    """A date."""
    day = date.fromisoformat(iso)
    match style:
        case "long":
            return f"{day:%B} {day.day}, {day.year}"
        case "short":
            return f"{day.day} {day:%b %Y}"
        case "de":
            return f"{day:%d.%m.%Y}"
        case "zh":
            return f"{day.year}年{day.month}月{day.day}日"
        case "year":
            return str(day.year)
        case _:
            return iso


def price_text(amount: float, style: str) -> str:
    """A price."""
    match style:
        case "de":
            whole, cents = divmod(round(amount * 100), 100)
            return f"{whole:,}".replace(",", ".") + f",{cents:02d} €"
        case "pound":
            return f"£{amount:,.2f}"
        case "code":
            return f"USD {amount:,.2f}"
        case _:
            return f"${amount:,.2f}"


def people_text(people: tuple[str, ...], style: str) -> str:
    """A list of people."""
    if style == "inverted":
        return "; ".join(f"{person.rpartition(' ')[2]}, {person.rpartition(' ')[0]}" for person in people)
    if style == "initials":
        return ", ".join(f"{person[0]}. {person.rpartition(' ')[2]}" for person in people)
    if style == "and" and len(people) > 1:
        return f"{', '.join(people[:-1])} and {people[-1]}"
    return ", ".join(people)


_UNITS: dict[str, Callable[[Value], str]] = {
    "pages": lambda value: f"{value} pages",
    "seiten": lambda value: f"{value} S.",
    "grams": lambda value: f"{value} g",
    "kilos": lambda value: f"{float(str(value)) / 1000:.2f} kg",
    "stars": lambda value: f"{value} out of 5",
    "slash": lambda value: f"{value}/5",
    "reviews": lambda value: f"({value} reviews)",
    "cited": lambda value: f"Cited by {value}",
    "volume": lambda value: f"Vol. {value}",
    "upper": lambda value: str(value).upper(),
    "title": lambda value: str(value).title(),
    "capital": lambda value: str(value).capitalize(),
    "dashed": lambda value: "-".join(
        (str(value)[:3], str(value)[3], str(value)[4:8], str(value)[8:12], str(value)[12])
    ),
    "einband": lambda value: {"paperback": "Taschenbuch", "hardcover": "gebunden", "ebook": "E-Book"}[str(value)],
    "doi-link": lambda value: f"doi:{value}",
}


def text(value: Value, style: str) -> str:
    """A value in a style: 'date:de', 'price:pound', 'people:inverted', a unit, or as it is."""
    kind, _, way = style.partition(":")
    if kind == "date":
        return date_text(str(value), way)
    if kind == "price":
        assert isinstance(value, (int, float))
        return price_text(float(value), way)
    if kind == "people":
        assert isinstance(value, tuple)
        return people_text(value, way)
    if kind in _UNITS:
        return _UNITS[kind](value)
    return str(value)


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
