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

from motherlode.interfaces.demo.truth.web import Entity, OfferTruth, RecordTruth, Value


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


SOURCES: tuple[Source, ...] = (
    Source(
        "foliant", "Foliant Books", "books", "en", "rows", 20,
        (Field("title"), Field("author", "by", "people:and"), Field("format", "", "capital", True),
         Field("publication_date", "Published:", "date:long", True), Field("isbn_13", "ISBN:"), Field("price", "", "price:dollar")),
        (Field("title"), Field("author", "Author", "people:and"), Field("publisher", "Publisher"),
         Field("publication_date", "Publication date", "date:long"), Field("isbn_13", "ISBN-13"), Field("format", "Format", "capital"),
         Field("pages", "Length", "pages", True), Field("price", "Price", "price:dollar")),
    ),
    Source(
        "pageturn", "Pageturn", "books", "en", "grid", 24,
        (Field("title"), Field("author", "", "people:full"), Field("publication_date", "", "date:year", True),
         Field("price", "", "price:pound")),
        (Field("title"), Field("author", "Written by", "people:full"), Field("publisher", "Imprint"),
         Field("publication_date", "Released", "date:short"), Field("isbn_13", "EAN", "dashed"), Field("pages", "Pages"),
         Field("format", "Binding", "title", True), Field("price", "Our price", "price:pound")),
        markup=0.92,
    ),
    Source(
        "altbuch", "Antiquariat Brennholt", "books", "de", "table", 25,
        (Field("author", "Autor", "people:inverted"), Field("title", "Titel"), Field("publisher", "Verlag", "", True),
         Field("publication_date", "Jahr", "date:year"), Field("isbn_13", "ISBN", "dashed"), Field("price", "Preis", "price:de")),
        (Field("title"), Field("author", "Autor", "people:inverted"), Field("publisher", "Verlag"),
         Field("publication_date", "Erschienen", "date:de"), Field("isbn_13", "ISBN", "dashed"), Field("pages", "Umfang", "seiten"),
         Field("format", "Einband", "einband"), Field("price", "Preis", "price:de")),
        markup=0.6,
    ),
    Source(
        "papertrail", "Papertrail", "papers", "en", "citations", 20,
        (Field("title"), Field("author", "", "people:full"), Field("venue", "In:"), Field("year", ""),
         Field("citations", "", "cited", True), Field("doi", "", "doi-link")),
        (Field("title"), Field("author", "Authors", "people:full"), Field("venue", "Published in"), Field("year", "Year"),
         Field("volume", "Volume", "", True), Field("pages", "Pages"), Field("doi", "DOI"), Field("citations", "Citations")),
    ),
    Source(
        "scholarstack", "ScholarStack", "papers", "en", "table", 30,
        (Field("year", "Year"), Field("title", "Title"), Field("author", "Authors", "people:initials"),
         Field("venue", "Source", "", True), Field("pages", "Pages", "", True)),
        (Field("title"), Field("author", "Creator", "people:initials"), Field("venue", "Source"), Field("year", "Issued"),
         Field("volume", "Vol.", "volume"), Field("pages", "Page range"), Field("doi", "Identifier", "doi-link")),
    ),
    Source(
        "lunwen", "岚江论文库", "papers", "zh", "definitions", 15,
        (Field("title", "题名"), Field("author", "作者", "people:full"), Field("venue", "来源"), Field("year", "年份"),
         Field("doi", "DOI", "", True)),
        (Field("title"), Field("author", "作者", "people:full"), Field("venue", "刊名"), Field("year", "出版年"),
         Field("volume", "卷", "", True), Field("pages", "页码"), Field("doi", "DOI"), Field("citations", "被引次数")),
    ),
    Source(
        "volthaus", "Volthaus", "products", "en", "cards", 18,
        (Field("name"), Field("rating", "", "stars", True), Field("reviews", "", "reviews", True),
         Field("list_price", "", "price:dollar", True), Field("price", "", "price:dollar")),
        (Field("name"), Field("brand", "Brand"), Field("model_number", "Model"), Field("price", "Price", "price:dollar"),
         Field("list_price", "List price", "price:dollar"), Field("color", "Colour", "capital"), Field("weight", "Weight", "grams"),
         Field("rating", "Customer rating", "stars"), Field("availability", "Availability", "capital")),
    ),
    Source(
        "technook", "TechNook", "products", "en", "offers", 12,
        (Field("name"), Field("model_number", "Model no."), Field("color", "Color:", "title", True), Field("price", "from", "price:code")),
        (Field("name"), Field("brand", "Maker"), Field("model_number", "Part number"), Field("price", "Best price", "price:code"),
         Field("weight", "Item weight", "kilos", True), Field("color", "Color", "title"), Field("availability", "Stock", "capital")),
        offers=True, markup=0.97,
    ),
    Source(
        "gadgetry", "Gadgetry", "products", "en", "scripted", 16,
        (Field("brand"), Field("name"), Field("rating", "", "slash", True), Field("price", "", "price:pound")),
        (Field("name"), Field("brand", "Manufacturer"), Field("model_number", "MPN"), Field("price", "You pay", "price:pound"),
         Field("rating", "Rating", "slash"), Field("weight", "Weight", "grams")),
        markup=0.85,
    ),
)  # fmt: skip


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
