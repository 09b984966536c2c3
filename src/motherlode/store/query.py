"""Slices of a table: sorted, filtered and counted in the database, so that large tables stay quick."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Literal, TypeVar

from sqlalchemy import Connection, Engine, Row, Select, String, Table, Text, and_, bindparam, cast, func, or_, select
from sqlalchemy.sql.elements import ColumnElement

from motherlode.errors import UsageError
from motherlode.model.params import unknown_name
from motherlode.sql.bulk import upsert
from motherlode.sql.engine import reading, writing
from motherlode.store import search

T = TypeVar("T")
Operator = Literal["contains", "equals", "from", "to", "search"]


@dataclass(frozen=True, slots=True)
class Filter:
    """A condition on one column."""

    column: str
    operator: Operator
    value: str | float | bool


@dataclass(frozen=True, slots=True)
class Behind:
    """The row after which a slice begins: its value in the sorted column, and its key."""

    value: Any
    key: str


SEARCH = "text"
"""The name under which whole articles are searched for words; it is no column."""


def page_of(
    engine: Engine, table: Table, *, offset: int, limit: int, sort: str, filters: Sequence[Filter],
    behind: Behind | None = None, columns: Sequence[str] = (),
) -> tuple[list[Row[Any]], int]:  # fmt: skip
    """Rows `offset` … `offset + limit` in the order of `sort` ('-name' for descending), and the number of all.

    With `behind` the slice begins after that row instead of after `offset` rows, however many were added meanwhile.
    `columns` limits the rows to what is wanted of them: long texts and lists that nobody shows are not read.
    The primary key breaks ties, so that slices do not overlap. Which rows are wanted is found in the table's
    indexes alone; only those rows, with their long texts, are then read.
    """
    passed = max(0, offset) if behind is None else 0
    if filters or behind is not None:
        conditions = [_condition(engine, table, each) for each in filters]
        narrowed = [_behind(table, sort, behind)] if behind is not None else []
        count, read = _statements(table, sort, tuple(columns), conditions, narrowed)
    else:
        count, read = _plain_statements(table, sort, tuple(columns))
    with reading(engine) as connection:
        total = connection.execute(count).scalar() or 0
        rows = list(connection.execute(read, {"passed_over": passed, "at_most": max(0, limit)}))
    return rows, total


@lru_cache(maxsize=256)
def _plain_statements(table: Table, sort: str, columns: tuple[str, ...]) -> tuple[Select[Any], Select[Any]]:
    """Lists without conditions are asked for again and again: writing their statements costs more than asking."""
    return _statements(table, sort, columns, (), ())


def _statements(
    table: Table, sort: str, columns: tuple[str, ...], conditions: Sequence[ColumnElement[bool]],
    narrowed: Sequence[ColumnElement[bool]],
) -> tuple[Select[Any], Select[Any]]:  # fmt: skip
    """The statement that counts the rows that meet the conditions, and the one that reads a slice of them."""
    order = _order(table, sort)
    keys = list(table.primary_key.columns)
    slice_of = select(*keys).where(*conditions, *narrowed).order_by(*order)
    wanted = slice_of.offset(bindparam("passed_over")).limit(bindparam("at_most")).subquery()
    matches = and_(*(key == wanted.c[key.name] for key in keys))
    shown = [table.c[name] for name in columns or table.c.keys()]
    count = select(func.count()).select_from(table).where(*conditions)
    return count, select(*shown).join(wanted, matches).order_by(*order)


MONTH = "month"
"""The name under which articles are counted by the month of their publication; it is no column."""


def facet_of(
    engine: Engine, table: Table, column: str, *, filters: Sequence[Filter] = (), limit: int = 10
) -> list[tuple[Any, int]]:
    """The most frequent values of a column among the rows that meet the conditions, with their numbers of rows."""
    if column == MONTH and "published" in table.c:
        value: ColumnElement[Any] = func.substr(table.c.published, 1, 7)
    else:
        value = _column(table, column)
    number = func.count()
    conditions = [_condition(engine, table, each) for each in filters]
    statement = select(value, number).select_from(table).where(*conditions).group_by(value)
    with reading(engine) as connection:
        found = connection.execute(statement.order_by(number.desc(), value).limit(limit)).all()
    return [(row[0], row[1]) for row in found]


SLICE = 500
"""Rows read at once when all that meet a condition are wanted: few enough for memory, many enough for speed."""


class Listed(Generic[T]):
    """A table of values by their addresses: kept, sorted, filtered, counted; `order` is the usual one of all."""

    def __init__(
        self, engine: Engine, table: Table, to_row: Callable[[T], Mapping[str, Any]],
        from_row: Callable[[Row[Any]], T], order: str,
    ) -> None:  # fmt: skip
        self.engine = engine
        self._table, self._to_row, self._from_row, self._order = table, to_row, from_row, order

    def put(self, values: Iterable[T]) -> None:
        """Keeps values in one transaction; one that is there already is replaced."""
        with writing(self.engine) as connection:
            self.write(connection, values)

    def write(self, connection: Connection, values: Iterable[T]) -> None:
        """The same inside a transaction of the caller's."""
        upsert(connection, self._table, map(self._to_row, values), keys=["url"])

    def facet(self, column: str, filters: Sequence[Filter] = (), limit: int = 10) -> Sequence[tuple[Any, int]]:
        """The most frequent values of a column among what meets the conditions, with how often each is there."""
        return facet_of(self.engine, self._table, column, filters=filters, limit=limit)

    def matching(self, filters: Sequence[Filter], sort: str = "") -> Iterator[T]:
        """Everything that meets the conditions, in the order asked for, read in slices."""
        at, total = 0, 1
        while at < total:
            values, total = self.list(offset=at, limit=SLICE, sort=sort or self._order, filters=filters)
            yield from values
            at += SLICE

    def list(
        self, *, offset: int = 0, limit: int = 100, sort: str = "-relativity", filters: Sequence[Filter] = (),
        behind: Behind | None = None,
    ) -> tuple[list[T], int]:  # fmt: skip
        """A slice of the values and how many there are in all."""
        rows, total = page_of(
            self.engine, self._table, offset=offset, limit=limit, sort=sort, filters=filters, behind=behind
        )
        return [self._from_row(row) for row in rows], total


def _order(table: Table, sort: str) -> list[ColumnElement[Any]]:
    """The sorted column, then the key in the same direction: so an index over both gives the order as it stands."""
    descending, column = sort.startswith("-"), _column(table, sort.removeprefix("-"))
    keys = [key for key in table.primary_key.columns if key is not column]
    order: list[ColumnElement[Any]] = [each.desc() if descending else each.asc() for each in (column, *keys)]
    if getattr(column, "nullable", False):
        order[0] = order[0].nulls_last()
    return order


def _behind(table: Table, sort: str, last: Behind) -> ColumnElement[bool]:
    """Rows that come after a given one in the order of `_order`; a missing value comes last."""
    descending, column = sort.startswith("-"), _column(table, sort.removeprefix("-"))
    key = next(iter(table.primary_key.columns))
    after_key = key < last.key if descending else key > last.key
    if column is key:
        return after_key
    if last.value is None:
        return and_(column.is_(None), after_key)
    further = column < last.value if descending else column > last.value
    found = or_(further, and_(column == last.value, after_key))
    return or_(found, column.is_(None)) if getattr(column, "nullable", False) else found


def _column(table: Table, name: str) -> ColumnElement[Any]:
    if name not in table.c:
        raise UsageError(unknown_name(name, list(table.c.keys())).replace("setting", "column", 1))
    return table.c[name]


def _condition(engine: Engine, table: Table, wanted: Filter) -> ColumnElement[bool]:
    if wanted.operator == "search":
        if table.name != "articles":
            raise UsageError(f"only articles can be searched for words, not {table.name}")
        return search.condition(engine, str(wanted.value))
    column = _column(table, wanted.column)
    if wanted.operator == "contains":
        escaped = str(wanted.value).replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        text = column if isinstance(column.type, String) else cast(column, Text)
        if engine.dialect.name == "sqlite":  # its LIKE knows no case; lower() on every row would double the time
            return text.like(f"%{escaped}%", escape="\\")
        return text.ilike(f"%{escaped}%", escape="\\")
    if wanted.operator == "equals":
        return column == wanted.value
    if wanted.operator == "from":
        return column >= wanted.value
    return column <= wanted.value
