"""Engines: SQLite in WAL mode or PostgreSQL, opened and written the same way, their errors translated."""

from __future__ import annotations

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn, TypeVar

import orjson
from sqlalchemy import Connection, Engine, Select, Table, create_engine, event
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, InterfaceError, NoSuchModuleError, SQLAlchemyError

from motherlode.errors import StoreError, StoreUnavailable, UsageError

BUSY_MS = 30_000
"""How long a writer waits for another one before it gives up."""

CONNECTIONS = 15
"""Connections to a SQLite file that stay open: a server's threads would otherwise open and close them all the time.

The one used last is taken first, so that the pages which SQLite keeps for each lie in few of them.
"""

WITHOUT_BLANKS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
"""Characters of scripts that are written without blanks between words: kana, Chinese characters, hangul."""

_CHARACTER = re.compile(f"([{WITHOUT_BLANKS}])")

_PATIENCE = {
    "connect_timeout": 10, "keepalives_idle": 10, "keepalives_interval": 5, "keepalives_count": 3,
    "tcp_user_timeout": 20_000,
}  # fmt: skip
"""Seconds (and milliseconds) until a dead connection to PostgreSQL is noticed instead of waited for."""


def connect(url: str | Path) -> Engine:
    """An engine for a SQLite file (a path or sqlite://…) or for PostgreSQL (postgresql://…).

    Nothing is opened yet; a wrong address shows at the first use as StoreUnavailable.
    """
    text = str(url)
    made = make_sqlite(Path(text)) if "://" not in text else _parsed(text)
    try:
        if made.get_backend_name() == "sqlite":
            return _sqlite(made)
        if made.get_backend_name() == "postgresql":
            made = made.set(drivername="postgresql+psycopg")
            return create_engine(made, pool_pre_ping=True, json_serializer=to_json, connect_args=dict(_PATIENCE))
        raise StoreError(f"{made.get_backend_name()} is not supported; use a file for SQLite or postgresql://…")
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise StoreError("PostgreSQL needs the extra: pip install 'motherlode[postgres]'") from error


def make_sqlite(file: Path) -> URL:
    """The URL of a SQLite file."""
    return URL.create("sqlite+pysqlite", database=str(file))


def _parsed(text: str) -> URL:
    try:
        return make_url(text)
    except (ArgumentError, ValueError) as error:
        raise StoreError("not a database address; use a file for SQLite or postgresql://user@host/name") from error


_PLAIN = orjson.OPT_PASSTHROUGH_DATETIME | orjson.OPT_PASSTHROUGH_SUBCLASS


def to_json(value: Any) -> str:
    """JSON as it is stored: readable, without escapes for other scripts; a dataclass becomes an object."""
    try:
        return orjson.dumps(value, option=_PLAIN).decode()
    except TypeError:  # other kinds of keys and values, and texts that are no Unicode, are told as Python tells them
        pass
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), default=_told)


def _told(value: Any) -> Any:
    return {f.name: getattr(value, f.name) for f in fields(value)} if is_dataclass(value) else str(value)


def _separated(text: str) -> str:
    """A text whose characters of such scripts stand apart, so that a full-text index takes each as a word."""
    return text if text.isascii() else _CHARACTER.sub(r" \1 ", text)


def _sqlite(url: URL) -> Engine:
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    pool = {"pool_size": CONNECTIONS, "pool_use_lifo": True} if url.database not in (None, "", ":memory:") else {}
    engine = create_engine(url, json_serializer=to_json, connect_args={"timeout": BUSY_MS / 1000}, **pool)

    @event.listens_for(engine, "connect")
    def prepare(connection: sqlite3.Connection, _record: object) -> None:
        connection.isolation_level = None  # transactions are begun by the handler below
        connection.create_function("separated", 1, _separated, deterministic=True)
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("PRAGMA synchronous=NORMAL")
        connection.execute(f"PRAGMA busy_timeout={BUSY_MS}")
        connection.execute("PRAGMA foreign_keys=ON")
        connection.execute("PRAGMA cache_size=-65536")  # 64 MB: random keys of large networks stay in memory

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        writes = connection.get_execution_options().get("writes", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")

    return engine


READ_ONLY = "motherlode_read_only"
"""Option of an engine through which nothing may be changed."""


def refuse_change() -> NoReturn:
    """Says that somebody may look and not change anything."""
    raise UsageError("you may look here, and not change anything; ask for the token of an editor")


def selected(engine: Engine, statement: Select[Any]) -> Sequence[Any]:
    """All rows of a statement."""
    with reading(engine) as connection:
        return connection.execute(statement).all()


def first_row(engine: Engine, statement: Select[Any]) -> Any:
    """The first row of a statement; None where there is none."""
    with reading(engine) as connection:
        return connection.execute(statement).first()


def streamed(engine: Engine, statement: Select[Any], rows: int) -> Iterator[Any]:
    """The rows of a statement, so many fetched at a time, for tables that need not fit into memory."""
    with reading(engine) as connection, connection.execution_options(yield_per=rows).execute(statement) as found:
        yield from found


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A transaction that writes: all or nothing, errors translated; refused through an engine for looking only.

    SQLite takes the write lock at the start, so that two writers wait for each other instead of failing.
    """
    if engine.get_execution_options().get(READ_ONLY):
        refuse_change()
    with translated(engine), engine.execution_options(writes=True).begin() as connection:
        yield connection


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection that reads one consistent state, errors translated."""
    with translated(engine), engine.connect() as connection:
        yield connection


@contextmanager
def translated(engine: Engine) -> Iterator[None]:
    """Turns the database's errors into StoreUnavailable or StoreError, without passwords in the message."""
    try:
        yield
    except (DBAPIError, InterfaceError) as error:
        raise _explained(engine, error) from error
    except SQLAlchemyError as error:
        raise StoreError(f"the store {name_of(engine)}: {error}") from error


def _explained(engine: Engine, error: SQLAlchemyError) -> StoreError:
    cause = str(getattr(error, "orig", error)).strip().splitlines()
    text = cause[0] if cause else type(error).__name__
    where = name_of(engine)
    low = text.lower()
    if "disk is full" in low or "no space" in low or "disk full" in low:
        return StoreUnavailable(f"the disk that holds {where} is full; make room and run again: nothing kept is lost")
    if "locked" in low:
        return StoreUnavailable(f"{where} is in use by another process; wait for it to end and run again")
    if "not a database" in low or "malformed" in low:
        return StoreUnavailable(
            f"{where} is damaged or not a store of Motherlode; restore a copy or make a new project"
        )
    if engine.dialect.name == "postgresql" and (getattr(error, "connection_invalidated", False) or _lost(low)):
        return StoreUnavailable(
            f"the connection to {where} is lost ({text}); see that the server runs, then run again"
        )
    if "readonly" in low or "read-only" in low or "unable to open" in low:
        return StoreUnavailable(f"{where} cannot be written ({text}); check the folder and its permissions")
    return StoreError(f"the store {where}: {text}")


def _lost(text: str) -> bool:
    return any(word in text for word in ("connection", "connect", "terminat", "closed", "could not translate"))


def name_of(engine: Engine) -> str:
    """The store's address for people: no password in it."""
    if engine.dialect.name == "sqlite":
        return engine.url.database or "memory"
    return engine.url.set(drivername=engine.dialect.name).render_as_string(hide_password=True)


T = TypeVar("T")
CHUNK = 1000
"""Rows a statement: large enough to amortise it, small enough to keep memory flat."""


def upsert(
    connection: Connection, table: Table, rows: Iterable[Mapping[str, Any]], *, update: Sequence[str] | None = None
) -> int:
    """Inserts rows; where the key is there already, sets the `update` columns (all others by default).

    An empty `update` leaves what is there. All rows must have the same names. Gives the number of rows offered.
    """
    offered = 0
    for chunk in chunked(rows, CHUNK):
        names = tuple(chunk[0])
        changed = tuple(n for n in names if n not in table.primary_key) if update is None else tuple(update)
        statement = _upsert(connection.dialect.name, table, changed)
        connection.execute(statement, [row if isinstance(row, dict) else dict(row) for row in chunk])
        offered += len(chunk)
    return offered


@lru_cache(maxsize=200)
def _upsert(dialect: str, table: Table, changed: tuple[str, ...]) -> Any:
    """The statement, made once: with many columns that takes longer than a row."""
    insert = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    if not changed:
        return insert.on_conflict_do_nothing(index_elements=list(table.primary_key))
    values = {name: insert.excluded[name] for name in changed}
    return insert.on_conflict_do_update(index_elements=list(table.primary_key), set_=values)


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
