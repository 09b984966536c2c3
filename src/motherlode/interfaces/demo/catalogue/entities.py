"""Books, papers and products that do not exist, drawn from a seed."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from motherlode.interfaces.demo import words
from motherlode.interfaces.demo.truth.web import Entity, Value

_ADJECTIVES = [
    "Amber",
    "Borrowed",
    "Crooked",
    "Distant",
    "Empty",
    "Fading",
    "Gentle",
    "Hidden",
    "Iron",
    "Jagged",
    "Lost",
    "Midnight",
    "Northern",
    "Patient",
    "Quiet",
    "Restless",
    "Silver",
    "Sunken",
    "Tidal",
    "Unwritten",
    "Velvet",
    "Winter",
]
_NOUNS = [
    "Archive",
    "Beekeeper",
    "Bridge",
    "Cartographer",
    "Clockmaker",
    "Delta",
    "Ferryman",
    "Garden",
    "Harbour",
    "Island",
    "Juniper",
    "Lantern",
    "Lighthouse",
    "Meridian",
    "Orchard",
    "Pilgrim",
    "Quarry",
    "River",
    "Sparrow",
    "Tollgate",
    "Valley",
    "Watchtower",
]
_THINGS = [
    "Bells",
    "Bread",
    "Chairs",
    "Fog",
    "Glass",
    "Hedges",
    "Kites",
    "Maps",
    "Moss",
    "Needles",
    "Paper",
    "Rope",
    "Salt",
    "Shadows",
    "Tea",
    "Tides",
    "Windmills",
]
_PUBLISHERS = (
    "Lantern Press",
    "Harbour & Hill",
    "Quill House",
    "Saltmere Books",
    "Meridian Editions",
    "Old Quay Publishing",
    "Thornwick University Press",
)
_FORMATS = ("paperback", "hardcover", "ebook")
_METHODS = (
    "Adaptive Sampling",
    "Lazy Indexing",
    "Contrastive Ranking",
    "Tree Alignment",
    "Incremental Clustering",
    "Sketch-Based Counting",
    "Constraint Propagation",
    "Graph Pruning",
    "Wrapper Induction",
    "Bayesian Filtering",
    "Speculative Caching",
    "Hierarchical Matching",
)
_TASKS = (
    "Record Extraction",
    "Query Planning",
    "Entity Resolution",
    "Link Prediction",
    "Topic Tracking",
    "Schema Matching",
    "Crawl Scheduling",
    "Duplicate Detection",
    "Anomaly Detection",
    "Log Compression",
    "Page Segmentation",
    "Answer Verification",
)
_FIELDS = (
    "Hidden Databases",
    "News Archives",
    "Sensor Networks",
    "Library Catalogues",
    "Evolving Streams",
    "Sparse Graphs",
    "Multilingual Corpora",
    "Edge Devices",
    "Public Registers",
    "Noisy Tables",
)
_VENUES = (
    "Journal of Web Observation",
    "Transactions on Data Gardens",
    "Conference on Structured Pages",
    "Annals of Retrieval",
    "Workshop on Quiet Computing",
    "Letters in Information Craft",
)
_BRANDS = ("Lumora", "Kestrelle", "Novaquill", "Brightfen", "Tarnwell", "Oakenshaw", "Pellworth Audio", "Zephyrine")
_KINDS = (
    "Wireless Headphones",
    "Mechanical Keyboard",
    "Desk Lamp",
    "Travel Router",
    "Electric Kettle",
    "Action Camera",
    "Portable Speaker",
    "Coffee Grinder",
    "Bike Light",
    "Photo Printer",
    "Weather Station",
    "Robot Vacuum",
)
_COLOURS = ("black", "white", "silver", "blue", "red", "green")


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
    adjective, noun, other = rng.choice(_ADJECTIVES), rng.choice(_NOUNS), rng.choice(_NOUNS)
    return (
        f"The {adjective} {noun}",
        f"{noun} of the {adjective} {other}",
        f"A Short History of {rng.choice(_THINGS)}",
        f"The {noun} and the {other}",
        f"{rng.choice(_THINGS)} and {rng.choice(_THINGS)}",
        f"Letters to a {adjective} {noun}",
    )[shape]


def _book(rng: Random, taken: set[str]) -> dict[str, Value]:
    published = date(1996, 1, 1) + timedelta(days=rng.randint(0, 10_400))
    return {
        "title": _unique(rng, _book_title, taken),
        "author": tuple(words.people(rng, rng.choices((1, 2, 3), (0.7, 0.2, 0.1))[0])),
        "publisher": rng.choice(_PUBLISHERS),
        "publication_date": published.isoformat(),
        "isbn_13": isbn(rng.randint(0, 999_999_999)),
        "price": round(rng.uniform(6, 60), 2),
        "format": rng.choice(_FORMATS),
        "pages": rng.randint(90, 780),
    }


def _paper(rng: Random, taken: set[str]) -> dict[str, Value]:
    title = _unique(rng, lambda r: f"{r.choice(_METHODS)} for {r.choice(_TASKS)} in {r.choice(_FIELDS)}", taken)
    year = rng.randint(2001, 2024)
    first = rng.randint(1, 900)
    return {
        "title": title,
        "author": tuple(words.people(rng, rng.randint(1, 4))),
        "venue": rng.choice(_VENUES),
        "year": year,
        "volume": rng.randint(1, 40),
        "pages": f"{first}-{first + rng.randint(5, 24)}",
        "doi": f"10.5555/ml.{year}.{len(taken):04d}",
        "citations": int(rng.paretovariate(0.9)),
    }


def _product(rng: Random, taken: set[str]) -> dict[str, Value]:
    brand, kind = rng.choice(_BRANDS), rng.choice(_KINDS)
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
        "color": rng.choice(_COLOURS),
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
