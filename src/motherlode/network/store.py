"""The network in a database: facts in (again and again without harm), facts out, merges, conflicts."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Engine, Table, func, select

from motherlode.model.network import ClassDef, Edge, Facts, ObjectRef, Provenance, RelationDef, RelationKind, ValueKey
from motherlode.network.names import edge_id, edge_number, fold, object_id
from motherlode.network.tables import (
    STEPS,
    classes,
    facts_values,
    merges,
    objects,
    provenance,
    relation_defs,
    relation_names,
    relations,
)
from motherlode.sql.engine import chunked, insert_new, reading, selected, upsert, writing
from motherlode.sql.migrations import migrate

Rows = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Conflict:
    """An attribute with several values, each with the places where it was read."""

    owner: int
    name: str
    attribute: str
    values: Mapping[str, tuple[Provenance, ...]]


class NetworkStore:
    """The tables of one network."""

    def __init__(self, engine: Engine) -> None:
        migrate(engine, "network", STEPS)
        self.engine = engine

    def insert(self, facts: Facts) -> None:
        """Adds facts in one transaction; those that are there already stay, and gain provenance."""
        with writing(self.engine) as connection:
            into = _merged(connection)
            named = _insert_definitions(connection, facts)
            objects_at = {ref: object_id(ref) for ref in facts.objects}
            rows = [
                (n, named[fold(ref.cls)], ref.name, object_id(ref.context) if ref.context else 0)
                for ref, n in objects_at.items()
            ]
            insert_new(connection, objects, ("id", "cls", "name", "context"), rows)
            edge_rows = [_edge_row(edge, into, named) for edge in facts.edges]
            insert_new(connection, relations, ("id", "kind", "name", "role", "subject", "object"), edge_rows)
            numbers = {edge: row[0] for edge, row in zip(facts.edges, edge_rows, strict=True)}
            values: list[tuple[int | str, ...]] = []
            sources: Rows = []
            for ref, read in facts.objects.items():
                sources += _source_rows(into.get(objects_at[ref], objects_at[ref]), read)
            for edge, read in facts.edges.items():
                sources += _source_rows(numbers[edge], read)
            for (owner, attribute, value), read in facts.values.items():
                at = numbers.get(owner) or edge_id(owner) if isinstance(owner, Edge) else object_id(owner)
                at = into.get(at, at)
                values.append((at, attribute, value))
                sources += _source_rows(value_id(at, attribute, value), read)
            insert_new(connection, facts_values, ("owner", "attribute", "value"), values)
            upsert(connection, provenance, sources)

    def class_names(self) -> list[str]:
        """All classes, object and role."""
        return [name for (name,) in selected(self.engine, select(classes.c.name).order_by(classes.c.name))]

    def counts(self) -> dict[str, int]:
        """How many of each thing there are."""
        tables: dict[str, Table] = {
            "classes": classes, "objects": objects, "relations": relations, "values": facts_values,
        }  # fmt: skip
        with reading(self.engine) as connection:
            found = {
                name: connection.execute(select(func.count()).select_from(table)).scalar() or 0
                for name, table in tables.items()
            }
            gone = connection.execute(select(func.count()).select_from(merges)).scalar() or 0
            return {**found, "objects": found["objects"] - gone}

    def facts(self) -> Facts:
        """The whole network as a value; merged objects appear under the name they were merged into."""
        with reading(self.engine) as connection:
            into = _merged(connection)
            refs = _references(connection)
            read = _provenance(connection)
            edges: dict[Edge, frozenset[Provenance]] = {}
            by_number: dict[int, Edge] = {}
            for row in connection.execute(select(relations)):
                edge = Edge(RelationKind(row.kind), row.name, refs[row.subject], refs[row.object], row.role)
                edges[edge] = read.get(row.id, frozenset())
                by_number[row.id] = edge
            values: dict[ValueKey, frozenset[Provenance]] = {}
            for row in connection.execute(select(facts_values)):
                owner = by_number.get(row.owner) or refs[row.owner]
                key = (owner, row.attribute, row.value)
                values[key] = read.get(value_id(row.owner, row.attribute, row.value), frozenset())
            return Facts(
                classes=frozenset(ClassDef(r.name, r.role, r.isa) for r in connection.execute(select(classes))),
                relations=frozenset(
                    RelationDef(r.name, RelationKind(r.kind), r.subject, r.object, r.inverse)
                    for r in connection.execute(select(relation_defs))
                ),
                objects={ref: read.get(n, frozenset()) for n, ref in refs.items() if n not in into},
                edges=edges,
                values=values,
            )

    def conflicts(self) -> Iterator[Conflict]:
        """Attributes whose pages disagree: every value is kept, with its places."""
        several = (
            select(facts_values.c.owner, facts_values.c.attribute)
            .group_by(facts_values.c.owner, facts_values.c.attribute)
            .having(func.count() > 1)
        )
        with reading(self.engine) as connection:
            found = connection.execute(several).all()
            names = _names_of(connection, [row.owner for row in found])
            for row in found:
                where = (facts_values.c.owner == row.owner) & (facts_values.c.attribute == row.attribute)
                texts = [text for (text,) in connection.execute(select(facts_values.c.value).where(where))]
                places = {text: _places(connection, value_id(row.owner, row.attribute, text)) for text in texts}
                yield Conflict(row.owner, names.get(row.owner, ""), row.attribute, places)

    def merge(self, gone: int, stays: int, evidence: str) -> None:
        """Makes two objects one: relationships and values move to `stays`, and the merge keeps its evidence."""
        with writing(self.engine) as connection:
            _move(connection, gone, stays)
            connection.execute(merges.update().where(merges.c.into == gone).values(into=stays))
            upsert(connection, merges, [{"id": gone, "into": stays, "evidence": evidence}])

    def merged(self) -> dict[int, tuple[int, str]]:
        """Every merged object: into which it went, and on what evidence."""
        return {row.id: (row.into, row.evidence) for row in selected(self.engine, select(merges))}


def value_id(owner: int, attribute: str, value: str) -> int:
    """The number under which a value's provenance is kept."""
    return edge_number("value", attribute, "", owner, object_id(ObjectRef((("value", value),))))


def _insert_definitions(connection: Connection, facts: Facts) -> dict[str, str]:
    """Keeps classes and relationships; gives the one spelling of every folded class and, after '/', relationship."""
    rows = [{"fold": fold(c.name), "name": c.name, "role": c.role, "isa": c.isa} for c in sorted(facts.classes)]
    upsert(connection, classes, [r for r in rows if not r["isa"]], update=[])
    upsert(connection, classes, [r for r in rows if r["isa"]], update=["role", "isa"])
    defs = [
        {
            "fold": fold(r.name), "name": r.name, "kind": r.kind.value, "subject": r.subject, "object": r.object,
            "inverse": r.inverse,
        }
        for r in sorted(facts.relations)
    ]  # fmt: skip
    upsert(connection, relation_defs, defs)
    used = {fold(edge.name): edge.name for edge in facts.edges}
    names = [{"fold": folded, "name": name} for folded, name in used.items()]
    upsert(connection, relation_names, names, update=[])
    named = {row.fold: row.name for row in connection.execute(select(classes.c.fold, classes.c.name))}
    return named | {f"/{row.fold}": row.name for row in connection.execute(select(relation_names))}


def _edge_row(edge: Edge, into: Mapping[int, int], named: Mapping[str, str]) -> tuple[int, str, str, str, int, int]:
    subject, target = object_id(edge.subject), object_id(edge.object)
    subject, target = into.get(subject, subject), into.get(target, target)
    number = edge_number(edge.kind, edge.name, edge.role, subject, target)
    role = named[fold(edge.role)] if edge.role else ""
    return number, edge.kind.value, named["/" + fold(edge.name)], role, subject, target


def _source_rows(fact: int, read: Iterable[Provenance]) -> Rows:
    return [{"fact": fact, "page": p.page, "path": p.path, "rule": p.rule, "at": p.at} for p in read]


def _merged(connection: Connection) -> dict[int, int]:
    return {row.id: row.into for row in connection.execute(select(merges.c.id, merges.c.into))}


def _references(connection: Connection) -> dict[int, ObjectRef]:
    rows = {row.id: row for row in connection.execute(select(objects))}
    known: dict[int, ObjectRef] = {}
    for number in rows:
        chain = []
        at = number
        while at and at not in known:
            chain.append(at)
            at = rows[at].context
        for link in reversed(chain):
            row = rows[link]
            outer = known[row.context].path if row.context else ()
            known[link] = ObjectRef((*outer, (row.cls, row.name)))
    return known


def _provenance(connection: Connection) -> dict[int, frozenset[Provenance]]:
    found: defaultdict[int, set[Provenance]] = defaultdict(set)
    for row in connection.execute(select(provenance)):
        found[row.fact].add(Provenance(row.page, row.path, row.rule, row.at))
    return {fact: frozenset(read) for fact, read in found.items()}


def _places(connection: Connection, fact: int) -> tuple[Provenance, ...]:
    rows = connection.execute(select(provenance).where(provenance.c.fact == fact))
    return tuple(sorted(Provenance(row.page, row.path, row.rule, row.at) for row in rows))


def _names_of(connection: Connection, numbers: list[int]) -> dict[int, str]:
    names: dict[int, str] = {}
    for chunk in chunked(numbers, 500):
        rows = connection.execute(select(objects.c.id, objects.c.name).where(objects.c.id.in_(chunk)))
        names.update({row.id: row.name for row in rows})
    return names


def _move(connection: Connection, gone: int, stays: int) -> None:
    touching = select(relations).where((relations.c.subject == gone) | (relations.c.object == gone))
    for row in connection.execute(touching).all():
        subject = stays if row.subject == gone else row.subject
        target = stays if row.object == gone else row.object
        number = edge_number(row.kind, row.name, row.role, subject, target)
        moved = dict(row._mapping) | {"id": number, "subject": subject, "object": target}
        upsert(connection, relations, [moved], update=[])
        connection.execute(relations.delete().where(relations.c.id == row.id))
        _move_owned(connection, row.id, number)
    _move_owned(connection, gone, stays)


def _move_owned(connection: Connection, gone: int, stays: int) -> None:
    """Values and provenance of a fact go over to another."""
    for row in connection.execute(select(facts_values).where(facts_values.c.owner == gone)).all():
        moved = dict(row._mapping) | {"owner": stays}
        upsert(connection, facts_values, [moved], update=[])
        old, new = value_id(gone, row.attribute, row.value), value_id(stays, row.attribute, row.value)
        _move_provenance(connection, old, new)
    connection.execute(facts_values.delete().where(facts_values.c.owner == gone))
    _move_provenance(connection, gone, stays)


def _move_provenance(connection: Connection, old: int, new: int) -> None:
    rows = connection.execute(select(provenance).where(provenance.c.fact == old)).all()
    moved = [dict(row._mapping) | {"fact": new} for row in rows]
    upsert(connection, provenance, moved)
    connection.execute(provenance.delete().where(provenance.c.fact == old))
