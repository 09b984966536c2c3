"""One value, written in the ways that different sources write it.

>>> date_text("2019-03-04", "long"), price_text(12.5, "de"), people_text(("Jane B. Scott", "Leo Hill"), "inverted")
('March 4, 2019', '12,50 €', 'Scott, Jane B.; Hill, Leo')
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from motherlode.interfaces.demo.truth.catalogue import Value


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
