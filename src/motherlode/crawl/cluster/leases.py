"""Leases: a host belongs to one worker at a time; a worker that falls silent loses its hosts, and cannot write.

Silence is measured by whoever watches, on a clock that never jumps: a worker counts as dead when its beat has not
changed for the length of a lease. A worker stops asking hosts well before that when it cannot beat. Every lease has a
token that no other lease ever had; each write names it, and the store refuses it together with the write. The tables
are for PostgreSQL only, because hosts are leased with SKIP LOCKED.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, text

from motherlode.errors import UsageError
from motherlode.sql.engine import reading, writing
from motherlode.sql.migrations import migrate

SURE = 0.6
"""Share of a lease after its last beat up to which a worker may begin a fetch: the rest is for slow networks."""


@dataclass(frozen=True, slots=True)
class Lease:
    """A host in a worker's hands; `wait` seconds must pass before it may be asked."""

    host: str
    token: int
    wait: float
    delay: float
    failures: int
    robots_status: int
    robots: str
    robots_age: float


@dataclass(frozen=True, slots=True)
class Pulse:
    """What a worker hears when it beats: whether it still counts, what the crawl does, what it may hold."""

    alive: bool
    crawl: str
    state: str
    beats: Mapping[str, int] = field(default_factory=dict)
    busy_hosts: int = 0
    fetched: int = 0

    def fair(self, most: int) -> int:
        """Hosts that one of the living workers may hold, so that all have work."""
        workers = max(1, len(self.beats))
        return max(1, min(most, -(-self.busy_hosts // workers)))


class Leases:
    """Hosts and workers in the store."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def join(self, worker: str, place: str) -> None:
        """A worker begins."""
        with writing(self.engine) as connection:
            _run(
                connection,
                "INSERT INTO crawl_workers (worker, place, beat, dead, counts)"
                " VALUES (:worker, :place, 0, false, '{}')",
                worker=worker, place=place,
            )  # fmt: skip

    def beat(self, worker: str, most: int) -> Pulse:
        """The worker says that it lives; hears the state of the crawl and of the others."""
        with writing(self.engine) as connection:
            statement = "UPDATE crawl_workers SET beat = beat + 1 WHERE worker = :worker AND NOT dead"
            alive = bool(_run(connection, statement, worker=worker).rowcount)
            return _pulse(connection, most, alive=alive)

    def look(self, most: int = 0) -> Pulse:
        """The same for a watcher that is no worker."""
        with reading(self.engine) as connection:
            return _pulse(connection, most, alive=True)

    def release_worker(self, worker: str, beat: int | None = None) -> bool:
        """Takes a silent worker's hosts away; with `beat` only if it has not beaten since. True when it was alive.

        Nobody asks its hosts before their gap has passed once more: its last request may just have gone out.
        """
        with writing(self.engine) as connection:
            found = _run(
                connection,
                "UPDATE crawl_workers SET dead = true WHERE worker = :worker AND NOT dead"
                " AND (CAST(:beat AS bigint) IS NULL OR beat = :beat)",
                worker=worker, beat=beat,
            ).rowcount  # fmt: skip
            if found:
                _free(connection, worker)
        return bool(found)

    def take(self, worker: str, number: int, longest: float, held: Sequence[str] | None = None) -> list[Lease]:
        """Leases the hosts with the best waiting addresses that nobody holds and whose gap is over or nearly so.

        `held` are the hosts that the worker knows it holds: any other in its name is a lease whose answer, or
        return, was lost with the line to the store, and is freed first. The full gap is waited anew after every
        hand-over, so that even a jump of the store's clock cannot shorten it; no wait is longer than `longest`.
        """
        statement = """
            WITH free AS MATERIALIZED (
                SELECT h.host FROM crawl_hosts h CROSS JOIN LATERAL (
                    SELECT u.score FROM crawl_urls u WHERE u.host = h.host AND u.state = 0
                    ORDER BY u.score DESC LIMIT 1
                ) best
                WHERE h.worker = '' AND (h.next_at <= crawl_now() + 1 OR h.next_at > crawl_now() + :longest)
                ORDER BY best.score DESC LIMIT :number FOR UPDATE OF h SKIP LOCKED)
            UPDATE crawl_hosts h SET worker = :worker, token = nextval('crawl_tokens') FROM free
            WHERE h.host = free.host AND h.worker = ''
            RETURNING h.host, h.token, h.next_at - crawl_now(), h.delay, h.failures, h.robots_status, h.robots,
                crawl_now() - h.robots_at"""
        with writing(self.engine) as connection:
            if not _alive(connection, worker):
                return []
            if held is not None:
                _free(connection, worker, held)
            found = _run(connection, statement, worker=worker, number=number, longest=longest).all()
        return [
            Lease(host, token, min(max(rest, delay, 0.0), longest), delay, failures, status, robots, age)
            for host, token, rest, delay, failures, status, robots, age in found
        ]

    def release(self, lease: Lease, rest: float) -> None:
        """Gives a host back; nobody asks it for `rest` seconds."""
        with writing(self.engine) as connection:
            _run(
                connection,
                "UPDATE crawl_hosts SET worker = '', next_at = crawl_now() + :rest"
                " WHERE host = :host AND token = :token",
                host=lease.host, token=lease.token, rest=max(0.0, rest),
            )  # fmt: skip

    def remember_robots(self, lease: Lease, status: int, robots: str, delay: float) -> None:
        """Keeps a host's robots.txt and gap for whoever holds it next."""
        with writing(self.engine) as connection:
            _run(
                connection,
                "UPDATE crawl_hosts SET robots_status = :status, robots = :robots, robots_at = crawl_now(),"
                " delay = :delay WHERE host = :host AND token = :token",
                status=status, robots=robots.replace("\x00", ""), delay=delay, host=lease.host, token=lease.token,
            )  # fmt: skip

    def has_joined(self, worker: str) -> bool:
        """Whether the worker ever began."""
        with reading(self.engine) as connection:
            found = _run(connection, "SELECT 1 FROM crawl_workers WHERE worker = :worker", worker=worker)
            return found.first() is not None

    def leave(self, worker: str) -> None:
        """A worker ends of its own will; its hosts were given back."""
        self.release_worker(worker)


class SilenceWatch:
    """Finds workers whose beat stands still, on the watcher's own monotonic clock."""

    def __init__(self, lease: float) -> None:
        self._lease = lease
        self._seen: dict[str, tuple[int, float]] = {}

    def silent(self, beats: Mapping[str, int], now: float) -> list[tuple[str, int]]:
        """Workers, with their last beat, that have been silent for longer than a lease."""
        self._seen = {
            worker: old if (old := self._seen.get(worker)) is not None and old[0] == beat else (beat, now)
            for worker, beat in beats.items()
        }
        return [(worker, beat) for worker, (beat, since) in self._seen.items() if now - since > self._lease]

    def forget(self) -> None:
        """The store could not be reached: what looks like silence may be the store's own."""
        self._seen.clear()


def held(connection: Connection, hosts: Mapping[str, int]) -> set[str]:
    """Those of these hosts (with their tokens) that are still leased as named; they stay so until the commit."""
    rows = _run(
        connection,
        "SELECT h.host FROM crawl_hosts h JOIN unnest(CAST(:hosts AS text[]), CAST(:tokens AS bigint[]))"
        " AS mine(host, token) ON h.host = mine.host AND h.token = mine.token AND h.worker <> ''"
        " ORDER BY h.host FOR SHARE OF h",
        hosts=list(hosts), tokens=list(hosts.values()),
    )  # fmt: skip
    return {host for (host,) in rows}


def _pulse(connection: Connection, most: int, *, alive: bool) -> Pulse:
    shared = _run(connection, "SELECT crawl, state FROM crawl_shared WHERE id = 1").first()
    rows = _run(connection, "SELECT worker, beat, dead, counts FROM crawl_workers").all()
    beats = {str(worker): int(beat) for worker, beat, dead, _ in rows if not dead}
    fetched = sum(int(counts.get("fetched", 0)) for _, _, _, counts in rows)
    enough = most * max(1, len(beats))
    busy = _run(
        connection,
        "SELECT count(*) FROM (SELECT 1 FROM crawl_hosts h WHERE EXISTS"
        " (SELECT 1 FROM crawl_urls u WHERE u.host = h.host AND u.state = 0) LIMIT :enough) AS busy",
        enough=enough,
    ).scalar()
    crawl, state = (shared[0], shared[1]) if shared else ("", "done")
    return Pulse(alive, crawl, state, beats, int(busy or 0), fetched)


def _free(connection: Connection, worker: str, held: Sequence[str] = ()) -> None:
    """Takes all but the `held` hosts from a worker; nobody asks them before their gap has passed once more."""
    _run(
        connection,
        "UPDATE crawl_hosts SET worker = '', token = nextval('crawl_tokens'),"
        " next_at = greatest(next_at, crawl_now() + delay)"
        " WHERE worker = :worker AND NOT host = ANY(CAST(:held AS text[]))",
        worker=worker, held=list(held),
    )  # fmt: skip


def _alive(connection: Connection, worker: str) -> bool:
    found = _run(
        connection, "SELECT 1 FROM crawl_workers WHERE worker = :worker AND NOT dead FOR SHARE", worker=worker
    )
    return found.first() is not None


def _run(connection: Connection, statement: str, **values: Any) -> Any:
    return connection.execute(text(statement), values)


__all__: Sequence[str] = ("SURE", "Lease", "Leases", "Pulse", "SilenceWatch", "held")


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
