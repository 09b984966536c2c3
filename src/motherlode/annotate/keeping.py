"""What annotation keeps in the store: records of each source under a schema, and what persons said of them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence

from sqlalchemy import Column, Connection, Engine, MetaData, String, Table, Text, delete, select

from motherlode.annotate.folding import fold
from motherlode.model.schema import Correction, PairDecision, Schema, SourceRecord
from motherlode.sql.bulk import upsert
from motherlode.sql.engine import reading, writing
from motherlode.sql.migrations import migrate

_metadata = MetaData()
_records = Table(
    "annotate_records",
    _metadata,
    Column("schema", String(128), primary_key=True),
    Column("source", String(512), primary_key=True),
    Column("id", String(512), primary_key=True),
    Column("url", Text, nullable=False),
    Column("data", Text, nullable=False),
)
_corrections = Table(
    "annotate_corrections",
    _metadata,
    Column("schema", String(128), primary_key=True),
    Column("source", String(512), primary_key=True),
    Column("column", String(512), primary_key=True),
    Column("attribute", String(256), nullable=False),
    Column("label", Text, nullable=False),
    Column("sample", Text, nullable=False),
)
_decisions = Table(
    "annotate_decisions",
    _metadata,
    Column("schema", String(128), primary_key=True),
    Column("pair", String(64), primary_key=True),
    Column("data", Text, nullable=False),
)


def _first_tables(bind: Connection) -> None:
    _metadata.create_all(bind, tables=[_records, _corrections])


class Keeping:
    """Records and corrections of annotation in a store; opening it brings its tables up to date."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        migrate(engine, "annotate", [_first_tables, _decisions.create])

    def replace_source(self, schema: str, source: str, records: Iterable[SourceRecord]) -> int:
        """The records of a source take the place of its earlier ones, all or nothing; gives their number."""
        rows = {
            record.id: {
                "schema": schema,
                "source": source,
                "id": record.id,
                "url": record.url,
                "data": json.dumps({"values": record.values, "other": record.other}, ensure_ascii=False),
            }
            for record in records
        }
        with writing(self.engine) as connection:
            connection.execute(delete(_records).where(_records.c.schema == schema, _records.c.source == source))
            if rows:
                upsert(connection, _records, rows.values(), keys=("schema", "source", "id"))
        return len(rows)

    def records(self, schema: str) -> list[SourceRecord]:
        """All records kept under a schema, ordered by source and id."""
        query = select(_records).where(_records.c.schema == schema).order_by(_records.c.source, _records.c.id)
        with reading(self.engine) as connection:
            rows = connection.execute(query).all()
        found = []
        for row in rows:
            data = json.loads(row.data)
            found.append(SourceRecord(row.source, row.id, _tuples(data["values"]), _tuples(data["other"]), row.url))
        return found

    def known_values(self, schema: Schema, without: str = "") -> dict[str, frozenset[str]]:
        """The folded values of every attribute over the sources already kept, but for one source."""
        found: dict[str, set[str]] = {attribute.name: set() for attribute in schema.attributes}
        for record in self.records(schema.name):
            if record.source != without:
                for name, values in record.values.items():
                    found.setdefault(name, set()).update(fold(value) for value in values)
        return {name: frozenset(values) for name, values in found.items()}

    def correct(self, schema: str, corrections: Iterable[Correction]) -> int:
        """Keeps what a person said about columns; a later word replaces an earlier one."""
        rows = [
            {
                "schema": schema, "source": c.source, "column": c.column, "attribute": c.attribute, "label": c.label,
                "sample": json.dumps(list(c.values), ensure_ascii=False),
            }
            for c in corrections
        ]  # fmt: skip
        with writing(self.engine) as connection:
            return upsert(connection, _corrections, rows, keys=("schema", "source", "column")) if rows else 0

    def corrections(self, schema: str, source: str | None = None) -> tuple[Correction, ...]:
        """What was corrected under a schema, for one source or for all."""
        query = select(_corrections).where(_corrections.c.schema == schema)
        if source is not None:
            query = query.where(_corrections.c.source == source)
        with reading(self.engine) as connection:
            rows = connection.execute(query.order_by(_corrections.c.source, _corrections.c.column)).all()
        return tuple(Correction(r.source, r.column, r.attribute, r.label, tuple(json.loads(r.sample))) for r in rows)

    def decide(self, schema: str, decisions: Iterable[PairDecision]) -> int:
        """Keeps what a person said about pairs of records; a later word replaces an earlier one."""
        rows = {
            _pair_key(decision): {
                "schema": schema, "pair": _pair_key(decision),
                "data": json.dumps([decision.first, decision.second, decision.same], ensure_ascii=False),
            }
            for decision in decisions
        }  # fmt: skip
        with writing(self.engine) as connection:
            return upsert(connection, _decisions, rows.values(), keys=("schema", "pair")) if rows else 0

    def take_back(self, schema: str, decisions: Iterable[PairDecision]) -> None:
        """Forgets what was said about pairs of records."""
        keys = [_pair_key(decision) for decision in decisions]
        with writing(self.engine) as connection:
            connection.execute(delete(_decisions).where(_decisions.c.schema == schema, _decisions.c.pair.in_(keys)))

    def schemas(self) -> list[str]:
        """The schemas under which records are kept."""
        with reading(self.engine) as connection:
            return sorted(connection.execute(select(_records.c.schema).distinct()).scalars())

    def decisions(self, schema: str) -> tuple[PairDecision, ...]:
        """What was said about pairs of records under a schema."""
        query = select(_decisions).where(_decisions.c.schema == schema).order_by(_decisions.c.pair)
        with reading(self.engine) as connection:
            found = [json.loads(row.data) for row in connection.execute(query).all()]
        return tuple(PairDecision(tuple(first), tuple(second), same) for first, second, same in found)


def _pair_key(decision: PairDecision) -> str:
    """The same for both orders of a pair; a digest, since ids may be long."""
    return hashlib.sha256(json.dumps(sorted([decision.first, decision.second])).encode()).hexdigest()


def _tuples(given: dict[str, Sequence[str]]) -> dict[str, tuple[str, ...]]:
    return {name: tuple(values) for name, values in given.items()}
