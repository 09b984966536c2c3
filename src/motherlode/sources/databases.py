"""Rows of one query against somebody's database, read only in fact and for a limited time.

SQLite is opened read only, an authorizer lets nothing pass but reading, and a clock ends a query that takes too long.
PostgreSQL is asked in a read-only transaction, as a prepared statement, which cannot hold a second one that would end
the transaction. Other databases are refused: nothing here could promise the same of them.
"""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from motherlode.errors import InputError, UnreadableInput, UsageError

MAX_ROWS = 1_000_000
STEPS = 10_000
"""Instructions of SQLite between two looks at the clock: some hundred a second."""

_READING = frozenset({sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE})
_OTHER_FILES = frozenset({"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer"})
"""Functions that reach beyond the database."""


def database_rows(
    url: str, query: str, seconds: float = 10, *, inside: Path | None = None, allowed: Sequence[str] = ()
) -> list[tuple[str, ...]]:
    """The rows of one query as texts; the password stays out of messages.

    With `inside` (a server that others reach) a SQLite file must lie below that folder, and a host must be one of
    `allowed`.
    """
    if not query.strip():
        raise UsageError("give a query, such as: select url from sites")
    made = _parsed(url.strip())
    if made.get_backend_name() == "sqlite":
        found = _sqlite(_file(made, inside), query, seconds)
    elif made.get_backend_name() == "postgresql":
        if inside is not None and (made.host or "") not in allowed:
            raise UsageError(
                "this server asks only hosts that its owner allows; add it to 'databases' in [project] of the "
                "project's file"
            )
        found = _postgres(made, query, seconds)
    else:
        raise UsageError(
            f"{made.get_backend_name()} is not read here; use SQLite or PostgreSQL, or export a CSV file"
        )
    return [tuple("" if value is None else str(value).strip() for value in row) for row in found]


def _parsed(url: str) -> URL:
    if not url:
        raise UsageError("give the database's address, such as postgresql://user@host/name or sqlite:///sites.sqlite")
    try:
        return make_url(url)
    except (ArgumentError, ValueError) as error:
        raise UsageError("this is not a database address; write postgresql://user@host/name") from error


def _file(url: URL, inside: Path | None) -> Path:
    file = Path(url.database or "").resolve()
    if inside is not None and not file.is_relative_to(inside.resolve()):
        raise UsageError("this server reads only SQLite files that lie in its own projects")
    if not file.is_file():
        raise UnreadableInput(f"there is no SQLite file {file}")
    return file


def _sqlite(file: Path, query: str, seconds: float) -> list[Any]:
    until = time.monotonic() + seconds
    try:
        connection = sqlite3.connect(f"file:{quote(str(file))}?mode=ro", uri=True, timeout=min(seconds, 5.0))
        try:
            connection.set_authorizer(_may)
            connection.set_progress_handler(lambda: time.monotonic() > until, STEPS)
            return connection.execute(query).fetchmany(MAX_ROWS)
        finally:
            connection.close()
    except sqlite3.DatabaseError as error:
        if "interrupted" in str(error):
            raise InputError(f"the query took more than {seconds:g} seconds and was ended") from error
        if "not authorized" in str(error) or "prohibited" in str(error):
            raise UsageError("only reading is allowed here: one SELECT, nothing attached, nothing written") from error
        raise UnreadableInput(f"{file.name}: {error}; check the file and the query") from error
    except (sqlite3.Warning, ValueError, OverflowError) as error:
        raise UsageError(f"the query cannot be asked: {error}; write one SELECT statement") from error


def _may(action: int, first: str | None, second: str | None, _database: str | None, _trigger: str | None) -> int:
    if action == sqlite3.SQLITE_FUNCTION and (second or "").lower() in _OTHER_FILES:
        return sqlite3.SQLITE_DENY
    return sqlite3.SQLITE_OK if action in _READING else sqlite3.SQLITE_DENY


def _postgres(url: URL, query: str, seconds: float) -> list[Any]:
    try:
        import psycopg
    except ModuleNotFoundError as error:
        raise UsageError("PostgreSQL needs the extra: pip install 'motherlode[postgres]'") from error
    wait = max(1, int(seconds))
    plain = url.set(drivername="postgresql").render_as_string(hide_password=False)
    shown = url.render_as_string(hide_password=True)
    options = f"-c statement_timeout={1000 * wait} -c default_transaction_read_only=on"
    try:
        with psycopg.connect(plain, connect_timeout=wait, options=options) as connection:
            connection.read_only = True
            found: list[Any] = connection.execute(query, prepare=True).fetchmany(MAX_ROWS)
            connection.rollback()
            return found
    except psycopg.errors.QueryCanceled as error:
        raise InputError(f"the query took more than {wait} seconds and was ended") from error
    except (psycopg.errors.ReadOnlySqlTransaction, psycopg.errors.SyntaxError, psycopg.ProgrammingError) as error:
        raise UsageError(f"{shown}: {_line(error)}; write one SELECT statement") from error
    except (psycopg.Error, OSError, ValueError) as error:
        raise UnreadableInput(f"{shown}: {_line(error)}; check the address and the query") from error


def _line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
