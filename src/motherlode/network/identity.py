"""Who is the same person: only by evidence, never by a bare name across universities (U9)."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from sqlalchemy import Connection, Row, select

from motherlode.network.store import NetworkStore
from motherlode.network.tables import facts_values, objects, relations
from motherlode.sql.engine import chunked, reading

IDENTIFYING = ("email", "homepage", "url", "orcid")
"""Attributes that belong to one person: an equal value is evidence, if the names do not speak against it."""

SAME_NAME = 85
"""Token-sort similarity from which two spellings may be one name ('Byrne, Ada M.' and 'Ada Byrne' give 90)."""

SHARED_BY = 4
"""A value that more people than this give (an office's address, a directory page) identifies nobody."""


@dataclass(frozen=True, slots=True)
class Same:
    """Two objects that are one person, and why."""

    gone: int
    stays: int
    evidence: str


def resolve(store: NetworkStore) -> list[Same]:
    """Merges the people that evidence shows to be one, and gives what was merged."""
    done: list[Same] = []
    into: dict[int, int] = {}
    for pair in find(store):
        gone, stays = _root(into, pair.gone), _root(into, pair.stays)
        if gone != stays:
            into[gone] = stays
            store.merge(gone, stays, pair.evidence)
            done.append(Same(gone, stays, pair.evidence))
    return done


def find(store: NetworkStore) -> Iterator[Same]:
    """Pairs of people that are one: by an identifying value, or by name, title and unit together."""
    with reading(store.engine) as connection:
        people = {row.id: row for row in connection.execute(select(objects).where(objects.c.cls == "Person"))}
        gone = set(store.merged())
        alive = {number: row for number, row in people.items() if number not in gone}
        yield from _by_value(connection, alive)
        yield from _by_place(connection, alive)


def _by_value(connection: Connection, people: dict[int, Row]) -> Iterator[Same]:  # type: ignore[type-arg]
    owners = {number: number for number in people}
    for row in connection.execute(select(relations.c.id, relations.c.object).where(relations.c.role != "")):
        if row.object in people:
            owners[row.id] = row.object
    holders: defaultdict[tuple[str, str], set[int]] = defaultdict(set)
    for row in connection.execute(select(facts_values).where(facts_values.c.attribute.in_(IDENTIFYING))):
        if row.owner in owners and row.value.strip():
            holders[row.attribute, row.value.strip().lower().rstrip("/")].add(owners[row.owner])
    for (attribute, value), found in sorted(holders.items()):
        if 1 < len(found) <= SHARED_BY:
            first, *others = sorted(found)
            for other in others:
                if similar(people[first].name, people[other].name):
                    yield Same(other, first, f"same {attribute} {value} and like names")


def _by_place(connection: Connection, people: dict[int, Row]) -> Iterator[Same]:  # type: ignore[type-arg]
    """The same name with the same title in a unit and in the unit around it."""
    contexts = {row.id: row.context for row in connection.execute(select(objects.c.id, objects.c.context))}
    titles: defaultdict[int, set[str]] = defaultdict(set)
    for chunk in chunked(people, 500):
        for row in connection.execute(
            select(relations.c.object, relations.c.role).where(relations.c.object.in_(chunk))
        ):
            titles[row.object].add(row.role)
    named: defaultdict[tuple[str, ...], list[int]] = defaultdict(list)
    for number, row in people.items():
        named[name_key(row.name)].append(number)
    for numbers in named.values():
        yield from _nested(numbers, people, contexts, titles)


def _nested(
    numbers: Sequence[int],
    people: dict[int, Row],  # type: ignore[type-arg]
    contexts: dict[int, int],
    titles: dict[int, set[str]],
) -> Iterator[Same]:
    units = {number: people[number].context for number in numbers}
    for inner in numbers:
        around = set()
        at = contexts.get(units[inner], 0)
        while at:
            around.add(at)
            at = contexts.get(at, 0)
        for outer in numbers:
            shared = titles[inner] & titles[outer]
            if outer != inner and units[outer] in around and shared:
                title = next(iter(sorted(shared))) or "no title"
                yield Same(outer, inner, f"same name and title ({title}) in a unit and in the unit around it")
                break


def similar(one: str, other: str) -> bool:
    """Whether two spellings may be one name."""
    return fuzz.token_sort_ratio(" ".join(name_key(one)), " ".join(name_key(other))) >= SAME_NAME or (
        set(name_key(one)) <= set(name_key(other)) or set(name_key(other)) <= set(name_key(one))
    )


def name_key(name: str) -> tuple[str, ...]:
    """A name's words without accents, punctuation, order and single letters."""
    plain = "".join(c for c in unicodedata.normalize("NFKD", name) if not unicodedata.combining(c)).lower()
    tokens = re.findall(r"\w+", plain)
    long = sorted(token for token in tokens if len(token) > 1)
    return tuple(long or tokens)


def _root(into: dict[int, int], number: int) -> int:
    while number in into:
        number = into[number]
    return number
