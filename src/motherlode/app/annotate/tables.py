"""The integrated table and its pairs of records as files: where values come from, why pairs were joined (E9)."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from motherlode.app.annotate.run import Integrated, table_rows
from motherlode.errors import UnreadableInput, UsageError
from motherlode.export import write_table
from motherlode.model.schema import Entity, Match, PairDecision, Schema

COLUMNS = ("first_source", "first_id", "second_source", "second_id", "probability", "joined", "why", "same")
_YES, _NO = frozenset({"yes", "y", "1", "true", "same"}), frozenset({"no", "n", "0", "false", "apart"})


def match_rows(matches: Iterable[Match]) -> list[dict[str, Any]]:
    """A row a pair; the column `same` is left empty for a person to fill."""
    return [
        {
            "first_source": match.first[0], "first_id": match.first[1],
            "second_source": match.second[0], "second_id": match.second[1],
            "probability": match.probability, "joined": match.joined,
            "why": "; ".join(f"{term.name} {term.reason} ({term.contribution:+.1f})" for term in match.terms),
            "same": "",
        }
        for match in matches
    ]  # fmt: skip


def read_decisions(file: Path) -> list[PairDecision]:
    """Labelled pairs of a CSV file as `--pairs` writes it; rows whose `same` is empty are left out."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as stream:
            rows = list(csv.DictReader(stream))
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise UnreadableInput(f"{file} cannot be read: {error}") from error
    wanted = [name for name in COLUMNS if name not in {"probability", "joined", "why"}]
    missing = [name for name in wanted if rows and name not in rows[0]]
    if missing:
        raise UnreadableInput(f"{file} has no column '{missing[0]}'; it needs {', '.join(wanted)}")
    found = []
    for number, row in enumerate(rows, 2):
        said = (row["same"] or "").strip().lower()
        if said and said not in _YES | _NO:
            raise UnreadableInput(f"{file}, line {number}: same is '{said[:40]}'; it must be yes, no or empty")
        if said:
            first, second = (row["first_source"], row["first_id"]), (row["second_source"], row["second_id"])
            found.append(PairDecision(first, second, said in _YES))
    return found


def parse_pairs(given: Sequence[str], *, same: bool) -> list[PairDecision]:
    """Decisions of the command line, each `SOURCE:ID=SOURCE:ID`."""
    found = []
    for text in given:
        left, equals, right = text.partition("=")
        first, second = left.partition(":"), right.partition(":")
        if not (equals and first[1] and second[1] and first[2] and second[2]):
            raise UsageError(f"'{text[:120]}' is not SOURCE:ID=SOURCE:ID")
        found.append(PairDecision((first[0], first[2]), (second[0], second[2]), same))
    return found


SOURCES = ("entity", "attribute", "value", "chosen", "source", "record", "as written", "address")
TYPED = frozenset({"csv", "xlsx", "parquet"})
NESTED = ("records", "claims", "other")


def write_entities(file: Path, format_name: str, result: Integrated, schema: Schema) -> int:
    """Writes the table and gives its number of rows. Excel gets a sheet of sources in place of nested columns."""
    columns, rows = table_rows(result.entities, schema)
    if format_name not in TYPED:
        return write_table(file, format_name, columns, rows, schema.name)
    columns, rows = typed(columns, rows, schema)
    if format_name != "xlsx":
        return write_table(file, format_name, columns, rows, schema.name)
    columns = [column for column in columns if column not in NESTED]
    told = ("sources", SOURCES, list(source_rows(result)))
    return write_table(file, format_name, columns, rows, schema.name, [told])


def typed(
    columns: Sequence[str], rows: Sequence[Mapping[str, Any]], schema: Schema
) -> tuple[list[str], list[dict[str, Any]]]:
    """The table with numbers, days and truth values as such; a price becomes an amount and its currency."""
    kinds = {attribute.name: attribute.type for attribute in schema.attributes}
    made: list[str] = []
    for column in columns:
        made.append(column)
        if kinds.get(column) == "price":
            made.append(f"{column}_currency")
    return made, [_typed_row(row, kinds) for row in rows]


def _typed_row(row: Mapping[str, Any], kinds: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in row.items():
        kind = kinds.get(name, "")
        if kind == "price" and isinstance(value, str):
            amount, _, currency = value.partition(" ")
            found[name] = _number(amount, value)
            found[f"{name}_currency"] = currency if found[name] is not value else None
        else:
            found[name] = typed_value(value, kind)
    return found


def typed_value(value: Any, kind: str) -> Any:
    """A normalised text as the value it stands for; what cannot be read stays text.

    >>> typed_value("2010-06-05", "date"), typed_value("2010", "year"), typed_value("352", "number")
    (datetime.date(2010, 6, 5), 2010, 352)
    """
    if not isinstance(value, str):
        return value
    match kind:
        case "number" | "year":
            return _number(value, value)
        case "date":
            try:
                return date.fromisoformat(value) if len(value) == 10 else value
            except ValueError:
                return value
        case "boolean":
            return {"yes": True, "true": True, "no": False, "false": False}.get(value.casefold(), value)
    return value


def _number(text: str, otherwise: Any) -> Any:
    try:
        number = float(text)
    except ValueError:
        return otherwise
    return int(number) if number.is_integer() and "." not in text else number


def source_rows(result: Integrated) -> Iterable[dict[str, Any]]:
    """A row for every value that a source told, with the record and the address it stands at."""
    address = {(r.source, r.id): r.url for source in result.sources for r in source.records}
    for entity in result.entities:
        yield from _told(entity, address)


def _told(entity: Entity, address: Mapping[tuple[str, str], str]) -> Iterable[dict[str, Any]]:
    records: dict[str, list[str]] = {}
    for source, record in entity.records:
        records.setdefault(source, []).append(record)
    for name, claims in (*entity.claims.items(), *entity.other.items()):
        for claim in claims:
            for source in claim.sources:
                its = records.get(source, [""])
                yield {
                    "entity": entity.id, "attribute": name, "value": claim.value,
                    "chosen": claim.value in entity.values.get(name, ()), "source": source,
                    "record": "; ".join(its), "as written": claim.raw, "address": address.get((source, its[0]), ""),
                }  # fmt: skip
