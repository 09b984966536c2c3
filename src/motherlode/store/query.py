"""Slices of a table: sorted, filtered and counted in the database, so that large tables stay quick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import Engine, Row, String, Table, Text, cast, func, select
from sqlalchemy.sql.elements import ColumnElement

from motherlode.errors import UsageError
from motherlode.model.params import unknown_name
from motherlode.sql.engine import reading

Operator = Literal["contains", "equals", "from", "to"]


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on one column."""

    column: str
    operator: Operator
    value: str | float | bool


def page_of(
    engine: Engine, table: Table, *, offset: int, limit: int, sort: str, filters: Sequence[Filter]
) -> tuple[list[Row[Any]], int]:
    """Rows `offset` … `offset + limit` in the order of `sort` ('-name' for descending), and the number of all.

    The primary key breaks ties, so that slices do not overlap.
    """
    conditions = [_condition(table, each) for each in filters]
    descending, name = sort.startswith("-"), sort.lstrip("-")
    column = _column(table, name)
    order = column.desc().nulls_last() if descending else column.asc().nulls_last()
    statement = select(table).where(*conditions).order_by(order, *table.primary_key.columns)
    with reading(engine) as connection:
        total = connection.execute(select(func.count()).select_from(table).where(*conditions)).scalar() or 0
        rows = list(connection.execute(statement.offset(max(0, offset)).limit(max(0, limit))))
    return rows, total


def _column(table: Table, name: str) -> ColumnElement[Any]:
    if name not in table.c:
        raise UsageError(unknown_name(name, list(table.c.keys())).replace("setting", "column", 1))
    return table.c[name]


def _condition(table: Table, wanted: Filter) -> ColumnElement[bool]:
    column = _column(table, wanted.column)
    if wanted.operator == "contains":
        escaped = str(wanted.value).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        text = column if isinstance(column.type, String) else cast(column, Text)
        return text.ilike(f"%{escaped}%", escape="\\")
    if wanted.operator == "equals":
        return column == wanted.value
    if wanted.operator == "from":
        return column >= wanted.value
    return column <= wanted.value
