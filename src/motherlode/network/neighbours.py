"""What people look at: objects of a class in slices, and the part of the network around one object, for drawing."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import func, select

from motherlode.network.store import NetworkStore
from motherlode.network.tables import facts_values, objects, relations
from motherlode.sql.bulk import chunked
from motherlode.sql.engine import reading


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
    with reading(store.engine) as connection:
        return {row[0]: row[1] for row in connection.execute(statement)}


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
