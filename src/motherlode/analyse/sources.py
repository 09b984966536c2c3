"""Sources of documents: who published, who owns whom, how they are rated and who vouches for whom by linking."""

from __future__ import annotations

import csv
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from motherlode.errors import UnreadableInput, UsageError
from motherlode.model.documents import Document
from motherlode.text.urls import domain_of, host_of

DAMPING = 0.85
"""How much of a source's authority comes from those that link to it; the rest is the mean of the ratings."""
ROUNDS = 20
"""Rounds of propagation; at a damping of 0.85 the change is below one in twenty-five after them."""


@dataclass(frozen=True, slots=True)
class Ratings:
    """The user's ratings between 0 and 1 and the owners of sources, by domain."""

    values: Mapping[str, float] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Authority:
    """A source's authority: its value, and what it rests on; `value` None when nothing is known."""

    value: float | None
    reason: str


def source_of(document: Document) -> str:
    """Who published it: the registered domain of its address or source, else the source's name in lower case."""
    host = host_of(document.url) if document.url else ""
    name = host or document.source.strip().lower()
    return site_of(name) if "." in name and " " not in name else name


@lru_cache(maxsize=100_000)
def site_of(host: str) -> str:
    """The registered domain; names inside a private suffix such as 'news.localhost' stay whole."""
    domain = domain_of(host)
    return domain if "." in domain else host.rsplit(":", 1)[0].removeprefix("www.")


def owner_of(document: Document, ratings: Ratings) -> str:
    """The owner of the document's source where known, else the source itself: one owner counts once."""
    source = source_of(document)
    return ratings.owners.get(source, source).casefold()


def read_ratings(file: Path) -> Ratings:
    """Ratings from a CSV file with the columns domain, rating (0 to 1) and, if wanted, owner."""
    values: dict[str, float] = {}
    owners: dict[str, str] = {}
    try:
        with file.open(encoding="utf-8-sig", newline="") as lines:
            for number, row in enumerate(csv.reader(lines), 1):
                _read_row(row, number, file, values, owners)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UnreadableInput(f"{file} cannot be read as ratings: {error}") from error
    if not values:
        raise UnreadableInput(f"{file} holds no ratings; write lines like: example.org,0.8")
    return Ratings(values, owners)


def _read_row(row: Sequence[str], number: int, file: Path, values: dict[str, float], owners: dict[str, str]) -> None:
    if not any(cell.strip() for cell in row) or row[0].lstrip().startswith("#"):
        return
    if number == 1 and row[0].strip().lower() in {"domain", "source", "host"}:
        return
    try:
        domain, rating = row[0].strip().lower(), float(row[1])
    except (IndexError, ValueError) as error:
        raise UnreadableInput(f"{file}, line {number}: expected domain, rating between 0 and 1") from error
    if not 0 <= rating <= 1:
        raise UnreadableInput(f"{file}, line {number}: the rating {rating} is not between 0 and 1")
    source = site_of(domain) if "." in domain else domain
    values[source] = rating
    if len(row) > 2 and row[2].strip():
        owners[source] = row[2].strip()


def one_rating(source: str, rating: float, owner: str = "") -> Ratings:
    """The rating of one source, given by its domain, address or name."""
    name = (host_of(source) if "://" in source else source).strip().lower()
    if not name:
        raise UsageError("name the source to rate by its domain, for instance example.org")
    if not 0 <= rating <= 1:
        raise UsageError(f"the rating {rating} of {name} is not between 0 and 1")
    known = site_of(name) if "." in name and " " not in name else name
    return Ratings({known: rating}, {known: owner.strip()} if owner.strip() else {})


def both(first: Ratings, second: Ratings) -> Ratings:
    """Two lists of ratings as one; the second has the last word."""
    return Ratings({**first.values, **second.values}, {**first.owners, **second.owners})


def authorities(documents: Iterable[Document], ratings: Ratings) -> dict[str, Authority]:
    """Each source's authority: its rating, else propagated from rated sources over links, else unknown (N12)."""
    linked: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    sources: set[str] = set()
    for document in documents:
        source = source_of(document)
        sources.add(source)
        for target in {site_of(host) for host in map(host_of, document.links) if host} - {source, ""}:
            linked[target][source] += 1
    known = dict(ratings.values)
    usual = sum(known.values()) / len(known) if known else 0.5
    for _ in range(ROUNDS):
        known = _spread(linked, known, ratings.values, usual)
    return {source: _authority(source, known, ratings.values, linked) for source in sources}


def _spread(
    linked: Mapping[str, Mapping[str, int]], known: Mapping[str, float], rated: Mapping[str, float], usual: float
) -> dict[str, float]:
    """One round: an unrated source takes the mean of the known sources that link to it."""
    new = dict(rated)
    for target, by in linked.items():
        if target in rated:
            continue
        voices = [(known[source], count) for source, count in by.items() if source in known]
        if voices:
            mean = sum(value * count for value, count in voices) / sum(count for _, count in voices)
            new[target] = DAMPING * mean + (1 - DAMPING) * usual
    return new


def _authority(
    source: str, known: Mapping[str, float], rated: Mapping[str, float], linked: Mapping[str, Mapping[str, int]]
) -> Authority:
    if source in rated:
        return Authority(rated[source], f"{source} is rated {rated[source]:.2f} by the user")
    if source in known:
        by = ", ".join(sorted(name for name in linked[source] if name in known)[:3])
        return Authority(
            known[source], f"{source} is not rated; {by} link to it, which says little about reliability"
        )
    return Authority(None, f"{source or 'the source'} is not rated, and no rated source links to it")
