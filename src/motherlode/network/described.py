"""One object with everything that is known of it, and what the network can be asked: for people who look around."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from motherlode.errors import UnreadableInput
from motherlode.network.store import NetworkStore, value_id
from motherlode.network.tables import facts_values, objects, provenance, relations
from motherlode.sql.engine import reading

RELATED = 500
"""Related objects listed of one object; more than a person reads."""

PATTERNS = 60
"""Kinds of relationship that are offered as questions."""


@dataclass(frozen=True, slots=True)
class Related:
    """Another object and how it is related."""

    id: str
    cls: str
    name: str
    relation: str
    """The relationship's name, its role where it has one."""
    forward: bool
    """Whether the relationship leads from the described object to this one."""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class DescribedObject:
    """An object, what it is within, its values with the pages they were read from, and what it is related to."""

    id: str
    cls: str
    name: str
    within: tuple[tuple[str, str], ...]
    """(id, name), the outermost first"""
    values: tuple[tuple[str, str, tuple[str, ...]], ...]
    """(attribute, value, pages)"""
    pages: tuple[str, ...]
    related: tuple[Related, ...]


@dataclass(frozen=True, slots=True)
class Pattern:
    """A kind of relationship that occurs, with how often."""

    subject: str
    relation: str
    role: str
    object: str
    number: int


def described(store: NetworkStore, number: int) -> DescribedObject:
    """What is known of one object; raises UnreadableInput where there is none of that number."""
    with reading(store.engine) as connection:
        found = connection.execute(select(objects).where(objects.c.id == number)).first()
        if found is None:
            raise UnreadableInput(f"the network has no object {number}; it may have been merged into another")
        within: list[tuple[str, str]] = []
        context = found.context
        while context and len(within) < 20:
            outer = connection.execute(select(objects).where(objects.c.id == context)).first()
            if outer is None:
                break
            within.insert(0, (str(outer.id), outer.name))
            context = outer.context
        owned = connection.execute(
            select(facts_values).where(facts_values.c.owner == number).order_by(facts_values.c.attribute)
        ).all()

        def pages(fact: int) -> tuple[str, ...]:
            rows = connection.execute(select(provenance.c.page).where(provenance.c.fact == fact).distinct())
            return tuple(sorted(page for (page,) in rows if page))

        values = tuple((v.attribute, v.value, pages(value_id(number, v.attribute, v.value))) for v in owned)
        related: dict[tuple[str, str, bool], Related] = {}
        for mine, other in ((relations.c.subject, relations.c.object), (relations.c.object, relations.c.subject)):
            statement = (
                select(objects.c.id, objects.c.cls, objects.c.name, relations.c.kind,
                       relations.c.name.label("relation"), relations.c.role)
                .select_from(relations.join(objects, objects.c.id == other))
                .where(mine == number)
                .order_by(relations.c.name, relations.c.role, objects.c.name)
                .limit(RELATED)
            )  # fmt: skip
            for row in connection.execute(statement):
                named = row.role or row.relation or row.kind
                one = Related(str(row.id), row.cls, row.name, named, mine is relations.c.subject, row.kind)
                related[one.id, named, one.forward] = one
        return DescribedObject(
            str(found.id), found.cls, found.name, tuple(within), values, pages(number), tuple(related.values())
        )


def patterns(store: NetworkStore) -> list[Pattern]:
    """The kinds of relationship between classes, the most frequent first: what the network can be asked about."""
    first, second = objects.alias("first"), objects.alias("second")
    named = (first.c.cls, relations.c.kind, relations.c.name, relations.c.role, second.c.cls)
    number = func.count().label("number")
    statement = (
        select(*named, number)
        .select_from(
            relations.join(first, first.c.id == relations.c.subject).join(second, second.c.id == relations.c.object)
        )
        .group_by(*named)
        .order_by(number.desc(), *named)
        .limit(PATTERNS)
    )
    with reading(store.engine) as connection:
        return [Pattern(row[0], row[2] or row[1], row[3], row[4], row[5]) for row in connection.execute(statement)]
