"""The tables through which workers share a crawl; PostgreSQL only, because hosts are leased with SKIP LOCKED."""

from __future__ import annotations

from sqlalchemy import Connection, Engine

from motherlode.errors import UsageError
from motherlode.sql.migrations import migrate

WAITING, DONE = 0, 1
"""An address waits until its page is settled; that a worker has it in hand follows from the host's lease."""

_FIRST = (
    "CREATE SEQUENCE crawl_tokens",
    """CREATE FUNCTION crawl_now() RETURNS double precision LANGUAGE sql VOLATILE
        AS 'SELECT extract(epoch FROM clock_timestamp())::double precision'""",
    "CREATE TABLE crawl_shared (id int PRIMARY KEY, crawl text NOT NULL, state text NOT NULL, spec json NOT NULL)",
    """CREATE TABLE crawl_hosts (
        host text PRIMARY KEY, worker text NOT NULL DEFAULT '', token bigint NOT NULL DEFAULT 0,
        next_at double precision NOT NULL DEFAULT 0, delay double precision NOT NULL DEFAULT 0,
        failures int NOT NULL DEFAULT 0, robots_status int NOT NULL DEFAULT 0,
        robots text NOT NULL DEFAULT '', robots_at double precision NOT NULL DEFAULT 0)""",
    "CREATE INDEX crawl_hosts_worker ON crawl_hosts (worker)",
    """CREATE TABLE crawl_urls (
        url text PRIMARY KEY, host text NOT NULL, kind smallint NOT NULL, state smallint NOT NULL,
        score real NOT NULL, depth int NOT NULL, parent text NOT NULL)""",
    "CREATE INDEX crawl_urls_waiting ON crawl_urls (host, score DESC) WHERE state = 0",
    """CREATE TABLE crawl_workers (
        worker text PRIMARY KEY, place text NOT NULL, beat bigint NOT NULL, dead boolean NOT NULL,
        counts json NOT NULL)""",
    """CREATE TABLE crawl_models (
        worker text PRIMARY KEY, pages int NOT NULL, threshold double precision NOT NULL,
        links json NOT NULL, words json NOT NULL)""",
)


def _first(connection: Connection) -> None:
    for statement in _FIRST:
        connection.exec_driver_sql(statement)


def _hops(connection: Connection) -> None:
    """How many redirects led to an address, so that a chain of them ends."""
    connection.exec_driver_sql("ALTER TABLE crawl_urls ADD COLUMN hops smallint NOT NULL DEFAULT 0")


STEPS = (_first, _hops)


def prepare(engine: Engine) -> None:
    """Makes the tables; refuses a store that cannot lease."""
    if engine.dialect.name != "postgresql":
        raise UsageError("many workers share a crawl through PostgreSQL; give --store postgresql://user@host/name")
    migrate(engine, "crawl", STEPS)
