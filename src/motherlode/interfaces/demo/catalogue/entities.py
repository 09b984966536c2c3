"""Books, papers and products that do not exist, drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from motherlode.interfaces.demo import words
from motherlode.interfaces.demo.truth import Entity, Value
from motherlode.interfaces.demo.words import vocabulary

_BOOKS, _PAPERS, _PRODUCTS = (vocabulary("catalogue")[domain] for domain in ("books", "papers", "products"))


def isbn(number: int) -> str:
    """An ISBN-13 with a right check digit."""
    digits = f"978{number:09d}"
    total = sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits))
    return f"{digits}{-total % 10}"


def _unique(rng: Random, make: Callable[[Random], str], taken: set[str]) -> str:
    while True:
        made = make(rng)
        if made not in taken:
            taken.add(made)
            return made


def _book_title(rng: Random) -> str:
    shape = rng.randint(0, 5)
    adjective, noun, other = (
        rng.choice(_BOOKS["adjectives"]),
        rng.choice(_BOOKS["nouns"]),
        rng.choice(_BOOKS["nouns"]),
    )
    return (
        f"The {adjective} {noun}",
        f"{noun} of the {adjective} {other}",
        f"A Short History of {rng.choice(_BOOKS['things'])}",
        f"The {noun} and the {other}",
        f"{rng.choice(_BOOKS['things'])} and {rng.choice(_BOOKS['things'])}",
        f"Letters to a {adjective} {noun}",
    )[shape]


def _book(rng: Random, taken: set[str]) -> dict[str, Value]:
    published = date(1996, 1, 1) + timedelta(days=rng.randint(0, 10_400))
    return {
        "title": _unique(rng, _book_title, taken),
        "author": tuple(words.people(rng, rng.choices((1, 2, 3), (0.7, 0.2, 0.1))[0])),
        "publisher": rng.choice(_BOOKS["publishers"]),
        "publication_date": published.isoformat(),
        "isbn_13": isbn(rng.randint(0, 999_999_999)),
        "price": round(rng.uniform(6, 60), 2),
        "format": rng.choice(_BOOKS["formats"]),
        "pages": rng.randint(90, 780),
    }


def _paper(rng: Random, taken: set[str]) -> dict[str, Value]:
    title = _unique(
        rng,
        lambda r: f"{r.choice(_PAPERS['methods'])} for {r.choice(_PAPERS['tasks'])} in {r.choice(_PAPERS['fields'])}",
        taken,
    )
    year = rng.randint(2001, 2024)
    first = rng.randint(1, 900)
    return {
        "title": title,
        "author": tuple(words.people(rng, rng.randint(1, 4))),
        "venue": rng.choice(_PAPERS["venues"]),
        "year": year,
        "volume": rng.randint(1, 40),
        "pages": f"{first}-{first + rng.randint(5, 24)}",
        "doi": f"10.5555/ml.{year}.{len(taken):04d}",
        "citations": int(rng.paretovariate(0.9)),
    }


def _product(rng: Random, taken: set[str]) -> dict[str, Value]:
    brand, kind = rng.choice(_PRODUCTS["brands"]), rng.choice(_PRODUCTS["kinds"])
    model = _unique(rng, lambda r: f"{brand[:2].upper()}-{r.randint(100, 999)}{r.choice('ABEKSTX')}", taken)
    price = round(rng.uniform(15, 480), 2)
    return {
        "name": f"{brand} {model} {kind}",
        "brand": brand,
        "model_number": model,
        "price": price,
        "list_price": round(price * rng.uniform(1.05, 1.4), 2),
        "rating": round(rng.uniform(2.5, 5), 1),
        "reviews": rng.randint(3, 2400),
        "color": rng.choice(_PRODUCTS["colours"]),
        "weight": rng.randint(80, 5200),
        "availability": rng.choice(("in stock", "in stock", "out of stock")),
    }


_MAKERS: dict[str, Callable[[Random, set[str]], dict[str, Value]]] = {
    "books": _book,
    "papers": _paper,
    "products": _product,
}


def entities(seed: int, domain: str, count: int) -> dict[int, Entity]:
    """So many entities of a domain."""
    rng = Random(f"{seed}/{domain}")
    taken: set[str] = set()
    return {number: Entity(number, domain, _MAKERS[domain](rng, taken)) for number in range(1, count + 1)}
