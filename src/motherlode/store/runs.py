"""Runs of a project: what was started, how far it is, how it ended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import Engine, delete, func, select

from motherlode.sql.engine import first_row, selected, upsert, writing
from motherlode.store.tables import results, runs


@dataclass(frozen=True, slots=True)
class Run:
    """One run; state: running, paused, done, stopped, failed, interrupted."""

    id: int
    kind: str
    state: str
    started_at: str
    ended_at: str = ""
    options: Mapping[str, Any] = field(default_factory=dict)
    progress: Mapping[str, Any] = field(default_factory=dict)
    report: Mapping[str, Any] = field(default_factory=dict)


class Runs:
    """The table of runs."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def start(self, kind: str, options: Mapping[str, Any], now: datetime) -> int:
        """A new run's number."""
        row = {
            "kind": kind, "state": "running", "started_at": now.isoformat(), "ended_at": "",
            "options": dict(options), "progress": {}, "report": {},
        }  # fmt: skip
        with writing(self.engine) as connection:
            made = connection.execute(runs.insert().values(**row)).inserted_primary_key
        return int(made[0]) if made else 0

    def update(self, run: int, *, if_state: str | None = None, **values: Any) -> bool:
        """Changes a run: state, progress, report, ended_at; with `if_state` only while it is in that state.

        Gives whether there was such a run to change.
        """
        statement = runs.update().where(runs.c.id == run)
        if if_state is not None:
            statement = statement.where(runs.c.state == if_state)
        with writing(self.engine) as connection:
            return connection.execute(statement.values(**values)).rowcount > 0

    def get(self, run: int) -> Run | None:
        """A run, if there is one of that number."""
        row = first_row(self.engine, select(runs).where(runs.c.id == run))
        return Run(**row._mapping) if row else None

    def list(self) -> list[Run]:
        """All runs, the newest first."""
        return [Run(**row._mapping) for row in selected(self.engine, select(runs).order_by(runs.c.id.desc()))]


class KeptResults:
    """Results of analyses, by kind: stories, trust, currency, hot, evolution …"""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine

    def replace(self, kind: str, values: Mapping[str, Any], now: datetime) -> None:
        """Puts new results of a kind in the place of the old ones, in one transaction; the order is kept."""
        rows = [
            {"kind": kind, "id": key, "position": at, "value": value, "made_at": now.isoformat()}
            for at, (key, value) in enumerate(values.items())
        ]
        with writing(self.engine) as connection:
            connection.execute(delete(results).where(results.c.kind == kind))
            upsert(connection, results, rows)

    def get(self, kind: str, *, offset: int = 0, limit: int | None = None) -> dict[str, Any]:
        """Results of a kind in their order."""
        statement = select(results.c.id, results.c.value).where(results.c.kind == kind).order_by(results.c.position)
        return {row.id: row.value for row in selected(self.engine, statement.offset(offset).limit(limit))}

    def kinds(self) -> dict[str, int]:
        """How many results there are of each kind; kinds that begin with a bar are the project's own notes."""
        found = selected(self.engine, select(results.c.kind, func.count()).group_by(results.c.kind))
        return {row[0]: row[1] for row in found if not row[0].startswith("_")}
