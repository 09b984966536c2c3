"""What annotation keeps in the store: records of each source under a schema, and what persons said of them.

Corrections are learned from: labels become synonyms, values become known ones, for every source that follows.
Labelled pages of a site teach in the same way.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from sqlalchemy import Connection, Engine, MetaData, String, Text, delete, select

from motherlode.annotate.folding import fold, label_words
from motherlode.annotate.items import Site
from motherlode.annotate.leaves import Leaf
from motherlode.errors import SchemaError
from motherlode.model.params import unknown_name
from motherlode.model.schema import Correction, PairDecision, Schema, SourceRecord
from motherlode.sql.engine import reading, selected, upsert, writing
from motherlode.sql.migrations import migrate, table

_metadata = MetaData()
_SOURCE = {"schema": String(128), "source": String(512)}
_records = table("annotate_records", _metadata, _SOURCE | {"id": String(512)}, {"url": Text, "data": Text})
_corrections = table(
    "annotate_corrections", _metadata, _SOURCE | {"column": String(512)},
    {"attribute": String(256), "label": Text, "sample": Text},
)  # fmt: skip
_decisions = table("annotate_decisions", _metadata, {"schema": String(128), "pair": String(64)}, {"data": Text})


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
                upsert(connection, _records, rows.values())
        return len(rows)

    def records(self, schema: str) -> list[SourceRecord]:
        """All records kept under a schema, ordered by source and id."""
        query = select(_records).where(_records.c.schema == schema).order_by(_records.c.source, _records.c.id)
        rows = selected(self.engine, query)
        found = []
        for row in rows:
            data = json.loads(row.data)
            found.append(SourceRecord(row.source, row.id, _tuples(data["values"]), _tuples(data["other"]), row.url))
        return found

    def known_values(self, schema: Schema) -> dict[str, frozenset[str]]:
        """The folded values of every attribute over the sources already kept."""
        found: dict[str, set[str]] = {attribute.name: set() for attribute in schema.attributes}
        for record in self.records(schema.name):
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
            return upsert(connection, _corrections, rows) if rows else 0

    def corrections(self, schema: str, source: str | None = None) -> tuple[Correction, ...]:
        """What was corrected under a schema, for one source or for all."""
        query = select(_corrections).where(_corrections.c.schema == schema)
        if source is not None:
            query = query.where(_corrections.c.source == source)
        rows = selected(self.engine, query.order_by(_corrections.c.source, _corrections.c.column))
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
            return upsert(connection, _decisions, rows.values()) if rows else 0

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


LEARNED_VALUES = 200
"""Values a correction brings in at the most."""
MOSTLY, OFTEN = 0.6, 0.25
"""Share of an item's leaves that must hold a labelled value, and of the pages that must have it; set by hand."""
COMMON_LABEL = 0.2
"""Share of an attribute's labelled values before which a label must stand to be taught."""


def taught(site: Site, gold: Sequence[Mapping[str, frozenset[str]]]) -> list[Correction]:
    """What labelled pages of a site teach, as if a person had said it of its columns: labels, and known values.

    `gold` has, for each page, the folded values by attribute.
    """
    made = []
    for name in sorted({name for page in gold for name in page}):
        leaves = _labelled(site, gold, name)
        values = tuple(dict.fromkeys(leaf.value for leaf in leaves))
        labels = Counter(leaf.own_label or (leaf.label if leaf.firm else "") for leaf in leaves)
        common = [label for label, count in labels.items() if label and count >= COMMON_LABEL * len(leaves)]
        made += [Correction(site.source, label or name, name, label, values) for label in common or [""] if leaves]
    return made


def _labelled(site: Site, gold: Sequence[Mapping[str, frozenset[str]]], name: str) -> list[Leaf]:
    """The leaves that hold the attribute: those of items that mostly hold it, else every equal text."""

    def holds(leaf: Leaf) -> bool:
        return leaf.folded in gold[leaf.page].get(name, ())

    steady: dict[int, Leaf] = {}
    for item in site.items:
        right = [leaf for leaf in item.leaves if holds(leaf)]
        if len(right) >= MOSTLY * len(item.leaves) and len(right) >= OFTEN * len(site.pages):
            steady.update({id(leaf): leaf for leaf in right})
    return list(steady.values()) or [leaf for page in site.pages for leaf in page.leaves if holds(leaf)]


def learned(schema: Schema, corrections: Sequence[Correction]) -> Schema:
    """The schema with what persons taught; a label they took away from an attribute is no synonym of it any more."""
    attributes = []
    for attribute in schema.attributes:
        mine = [c for c in corrections if c.attribute == attribute.name]
        elsewhere = {label_words(c.label) for c in corrections if c.label and c.attribute != attribute.name}
        elsewhere -= {label_words(c.label) for c in mine}
        own = label_words(attribute.name)
        synonyms = [s for s in attribute.synonyms if label_words(s) not in elsewhere or label_words(s) == own]
        synonyms += [c.label for c in mine if c.label]
        values = [*attribute.values, *(value for c in mine for value in c.values[:LEARNED_VALUES])]
        kept = {fold(value): value for value in reversed(values)}
        attributes.append(
            replace(attribute, synonyms=tuple(dict.fromkeys(synonyms)), values=tuple(reversed(kept.values())))
        )
    return replace(schema, attributes=tuple(attributes))


def checked(corrections: Sequence[Correction], schema: Schema) -> tuple[Correction, ...]:
    """The corrections, refused with the nearest known name when one names an attribute the schema has not."""
    known = [attribute.name for attribute in schema.attributes]
    for correction in corrections:
        if correction.attribute and correction.attribute not in known:
            message = unknown_name(correction.attribute, known).replace("setting", "attribute", 1)
            raise SchemaError(f"schema '{schema.name}': {message}", attribute=correction.attribute)
    return tuple(corrections)
