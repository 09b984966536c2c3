"""Bulk writes that may be repeated: the same call on SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")
CHUNK = 1000
"""Rows a statement: large enough to amortise it, small enough to keep memory flat."""


def upsert(
    connection: Connection,
    table: Table,
    rows: Iterable[Mapping[str, Any]],
    *,
    keys: Sequence[str],
    update: Sequence[str] | None = None,
) -> int:
    """Inserts rows; where the key is there already, sets the `update` columns (all others by default).

    An empty `update` leaves what is there. All rows must have the same names. Gives the number of rows offered.
    """
    offered = 0
    for chunk in chunked(rows, CHUNK):
        names = tuple(chunk[0])
        changed = tuple(n for n in names if n not in keys) if update is None else tuple(update)
        statement = _upsert(connection.dialect.name, table, tuple(keys), changed)
        connection.execute(statement, [row if isinstance(row, dict) else dict(row) for row in chunk])
        offered += len(chunk)
    return offered


@lru_cache(maxsize=200)
def _upsert(dialect: str, table: Table, keys: tuple[str, ...], changed: tuple[str, ...]) -> Any:
    """The statement, made once: with many columns that takes longer than a row."""
    insert = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    if not changed:
        return insert.on_conflict_do_nothing(index_elements=list(keys))
    values = {name: insert.excluded[name] for name in changed}
    return insert.on_conflict_do_update(index_elements=list(keys), set_=values)


def insert_new(
    connection: Connection, table: Table, columns: Sequence[str], rows: Sequence[tuple[int | str, ...]]
) -> None:
    """Inserts the rows whose key is not there yet, straight through the driver: for numbers and texts in bulk."""
    if not rows:
        return
    mark = "%s" if connection.dialect.name == "postgresql" else "?"
    names = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join([mark] * len(columns))
    statement = f'INSERT INTO "{table.name}" ({names}) VALUES ({marks}) ON CONFLICT DO NOTHING'  # noqa: S608
    connection.exec_driver_sql(statement, list(rows))


def chunked(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Lists of at most `size` items."""
    iterator = iter(items)
    while chunk := list(islice(iterator, size)):
        yield chunk
