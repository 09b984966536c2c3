"""The nine sources: which attributes they show, under which labels, in which form."""

from __future__ import annotations

from dataclasses import dataclass


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
