"""The project's store: one engine, one room per kind of thing."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine

from motherlode.sql.engine import connect
from motherlode.sql.migrations import migrate
from motherlode.store.articles import Articles
from motherlode.store.pages import Pages
from motherlode.store.records import Records
from motherlode.store.runs import KeptResults, Runs
from motherlode.store.tables import STEPS
from motherlode.store.topics import Topics


class Store:
    """Opens (and where needed makes or upgrades) the tables of a project.

    Raises StoreTooNew for a store that a newer Motherlode wrote, StoreUnavailable when it cannot be reached.
    """

    def __init__(self, engine: Engine) -> None:
        migrate(engine, "store", STEPS)
        self.engine = engine
        self.pages = Pages(engine)
        self.articles = Articles(engine)
        self.records = Records(engine)
        self.topics = Topics(engine)
        self.runs = Runs(engine)
        self.results = KeptResults(engine)

    @classmethod
    def at(cls, url: str | Path) -> Store:
        """The store at a SQLite file or a PostgreSQL address."""
        return cls(connect(url))

    def close(self) -> None:
        """Closes all connections."""
        self.engine.dispose()
