"""The network's tables. Numbers are made from what a thing is (names.py), so that inserts may be repeated."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Connection, Index, MetaData, String, Table, Text

metadata = MetaData()

classes = Table(
    "net_classes",
    metadata,
    Column("fold", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Boolean, nullable=False),
    Column("isa", Text, nullable=False),
)

relation_defs = Table(
    "net_relation_defs",
    metadata,
    Column("fold", Text, primary_key=True),
    Column("kind", String(16), primary_key=True),
    Column("subject", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("object", Text, nullable=False),
    Column("inverse", Text, nullable=False),
)

relation_names = Table(
    "net_relation_names", metadata, Column("fold", Text, primary_key=True), Column("name", Text, nullable=False)
)

objects = Table(
    "net_objects",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("cls", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("context", BigInteger, nullable=False),
)
Index("net_objects_name", objects.c.name)
Index("net_objects_cls", objects.c.cls)
Index("net_objects_context", objects.c.context)

relations = Table(
    "net_relations",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("subject", BigInteger, nullable=False),
    Column("object", BigInteger, nullable=False),
)
Index("net_relations_subject", relations.c.subject)
Index("net_relations_object", relations.c.object)

facts_values = Table(
    "net_values",
    metadata,
    Column("owner", BigInteger, primary_key=True, autoincrement=False),
    Column("attribute", Text, primary_key=True),
    Column("value", Text, primary_key=True),
)
Index("net_values_value", facts_values.c.attribute, facts_values.c.value)

provenance = Table(
    "net_provenance",
    metadata,
    Column("fact", BigInteger, primary_key=True, autoincrement=False),
    Column("page", Text, primary_key=True),
    Column("path", Text, primary_key=True),
    Column("rule", Text, primary_key=True),
    Column("at", Text, nullable=False),
)

merges = Table(
    "net_merges",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),
    Column("into", BigInteger, nullable=False),
    Column("evidence", Text, nullable=False),
)


def _first(connection: Connection) -> None:
    metadata.create_all(connection)


STEPS = (_first,)
