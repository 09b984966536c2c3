"""What people look at: one object with all that is known of it, objects of a class in slices, the part around one."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from motherlode.errors import UnreadableInput
from motherlode.network.store import NetworkStore, value_id
from motherlode.network.tables import facts_values, objects, provenance, relations
from motherlode.sql.engine import chunked, reading, selected

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
    return [Pattern(row[0], row[2] or row[1], row[3], row[4], row[5]) for row in selected(store.engine, statement)]


@dataclass(frozen=True, slots=True)
class GraphNode:
    """An object as it is drawn."""

    id: str
    cls: str
    name: str


@dataclass(frozen=True, slots=True)
class GraphEdge:
    """A relationship as it is drawn."""

    source: str
    target: str
    kind: str
    name: str
    role: str


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """Nodes and edges; `values` are the attributes of the middle."""

    nodes: tuple[GraphNode, ...]
    edges: tuple[GraphEdge, ...]
    values: tuple[tuple[str, str], ...]


def neighbourhood(store: NetworkStore, middle: int | None, limit: int = 100) -> Neighbourhood:
    """What stands around an object, at most `limit` nodes; without one, the outermost objects and their parts."""
    with reading(store.engine) as connection:
        if middle is None:
            outer = connection.execute(select(objects.c.id).where(objects.c.context == 0).limit(limit // 4 or 1))
            centres = [row.id for row in outer]
        else:
            centres = [middle]
        shown = dict.fromkeys(centres)
        edges = []
        touching = relations.c.subject.in_(centres) | relations.c.object.in_(centres)
        for row in connection.execute(select(relations).where(touching).limit(limit * 4)):
            ends = [end for end in (row.subject, row.object) if end not in shown]
            if len(shown) + len(ends) <= limit:
                shown.update(dict.fromkeys(ends))
                edges.append(GraphEdge(str(row.subject), str(row.object), row.kind, row.name, row.role))
        for row in connection.execute(select(objects).where(objects.c.context.in_(centres)).limit(limit)):
            if row.id not in shown and len(shown) < limit:
                shown[row.id] = None
                edges.append(GraphEdge(str(row.context), str(row.id), "context", "", ""))
        nodes = [
            GraphNode(str(row.id), row.cls, row.name)
            for chunk in chunked(shown, 500)
            for row in connection.execute(select(objects).where(objects.c.id.in_(chunk)))
        ]
        owned = select(facts_values).where(facts_values.c.owner == (middle or 0)).order_by(facts_values.c.attribute)
        values = tuple((row.attribute, row.value) for row in connection.execute(owned))
    return Neighbourhood(tuple(nodes), tuple(edges), values)


@dataclass(frozen=True, slots=True)
class ListedObject:
    """An object in a list; `id` is text, since browsers round numbers of that size."""

    id: str
    cls: str
    name: str
    within: str


def class_counts(store: NetworkStore) -> dict[str, int]:
    """How many objects each class has, the largest first."""
    counted = func.count().label("number")
    statement = select(objects.c.cls, counted).group_by(objects.c.cls).order_by(counted.desc(), objects.c.cls)
    return {row[0]: row[1] for row in selected(store.engine, statement)}


def list_objects(
    store: NetworkStore, *, cls: str = "", text: str = "", offset: int = 0, limit: int = 50, descending: bool = False
) -> tuple[list[ListedObject], int]:
    """Objects by name, and how many there are; `cls` and a part of the name narrow them."""
    whole = objects.alias("whole")
    conditions = [objects.c.cls == cls] if cls else []
    if text:
        conditions.append(objects.c.name.icontains(text, autoescape=True))
    order = objects.c.name.desc() if descending else objects.c.name
    statement = (
        select(objects.c.id, objects.c.cls, objects.c.name, whole.c.name.label("within"))
        .select_from(objects.outerjoin(whole, objects.c.context == whole.c.id))
        .where(*conditions)
        .order_by(order, objects.c.id)
        .offset(offset)
        .limit(limit)
    )
    with reading(store.engine) as connection:
        total = connection.execute(select(func.count()).select_from(objects).where(*conditions)).scalar() or 0
        rows = [ListedObject(str(r.id), r.cls, r.name, r.within or "") for r in connection.execute(statement)]
    return rows, total
