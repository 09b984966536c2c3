"""Tables, and migrations: each part of the store has numbered steps; a newer store is refused, never touched.

A table is made by its columns: those of the key, and the others, each with a value in every row.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal

from sqlalchemy import Column, Connection, Engine, Integer, MetaData, String, Table, inspect, select
from sqlalchemy.types import TypeEngine

from motherlode.errors import StoreTooNew
from motherlode.sql.engine import name_of, reading, writing

Step = Callable[[Connection], None]
Kind = TypeEngine[Any] | type[TypeEngine[Any]]
MOMENT = String(40)
"""A moment as ISO 8601 with its zone."""


def table(
    name: str, metadata: MetaData, key: Mapping[str, Kind], columns: Mapping[str, Kind], *,
    optional: Collection[str] = (), numbered: Literal["auto", False] = "auto",
) -> Table:  # fmt: skip
    """A table with these columns in their order; only those that are `optional` may have no value.

    A key that is one whole number is given by the database, unless `numbered` is False.
    """
    keys = [Column(column, kind, primary_key=True, autoincrement=numbered) for column, kind in key.items()]
    others = [Column(column, kind, nullable=column in optional) for column, kind in columns.items()]
    return Table(name, metadata, *keys, *others)


_metadata = MetaData()
versions = table("schema_versions", _metadata, {"part": String(64)}, {"version": Integer})
_LOCK = 0x6D6F7468
"""An arbitrary number for PostgreSQL's advisory lock, so that two processes do not migrate at once."""


def migrate(engine: Engine, part: str, steps: Sequence[Step]) -> int:
    """Brings a part of the store up to date in one transaction and gives its version.

    Raises StoreTooNew, before anything is written, for a part that a newer Motherlode wrote.
    """
    found = current(engine, part)
    _refuse_newer(engine, part, found, len(steps))
    if found == len(steps):
        return found
    with writing(engine) as connection:
        if engine.dialect.name == "postgresql":
            connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({_LOCK})")
        _metadata.create_all(connection)
        done = connection.execute(select(versions.c.version).where(versions.c.part == part)).scalar()
        _refuse_newer(engine, part, done or 0, len(steps))
        for step in steps[done or 0 :]:
            step(connection)
        if done is None:
            connection.execute(versions.insert().values(part=part, version=len(steps)))
        else:
            connection.execute(versions.update().where(versions.c.part == part).values(version=len(steps)))
    return len(steps)


def current(engine: Engine, part: str) -> int:
    """The version of a part; 0 when it was never made."""
    with reading(engine) as connection:
        if not inspect(connection).has_table(versions.name):
            return 0
        return connection.execute(select(versions.c.version).where(versions.c.part == part)).scalar() or 0


def _refuse_newer(engine: Engine, part: str, found: int, known: int) -> None:
    if found > known:
        raise StoreTooNew(
            f"{name_of(engine)}: '{part}' has version {found}, this Motherlode knows {known}; upgrade Motherlode",
            part=part,
            found=found,
            known=known,
        )
