"""A small part of the network around one object, for drawing."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

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
