"""What the tests of hidden databases share: a registry on a real server, its description, one run."""

from __future__ import annotations

import asyncio
import tempfile
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from motherlode.app.hidden.run import read_hidden
from motherlode.hidden.description import Description, description_of
from motherlode.hidden.params import HiddenParams
from motherlode.hidden.report import Report
from motherlode.interfaces.demo.land import PROVINCES, LandTable, description, land_table
from motherlode.interfaces.demo.registry import Faults, Registry
from motherlode.interfaces.demo.server import Server, serve
from motherlode.model.ports import Progress
from motherlode.sql.engine import connect

FIELDS = ("id", "date", "province", "use", "area", "price")
PROVINCE = {"name": "province", "kind": "category", "parameter": "province", "values": list(PROVINCES)}
AREA = {
    "name": "area", "kind": "number", "low": 10, "high": 5_000_000,
    "low_parameter": "area_min", "high_parameter": "area_max",
}  # fmt: skip


@lru_cache(maxsize=4)
def table(rows: int) -> LandTable:
    return land_table(rows)


def registry_toml(server: Server) -> str:
    """The description as a file would hold it."""
    return description(server.url("registry", "/api"))


def values_for(server: Server, path: str = "/api", more: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """The description of the registry as the values of a TOML file; for HTML with a selector for every field."""
    made: dict[str, Any] = tomllib.loads(description(server.url("registry", path)))
    made["attributes"] += more
    if path != "/api":
        made["site"]["format"] = "html"
        made["paging"]["next"] = "a.next"
        made["results"] = {
            "rows": ".deal", "id": "id", "count": ".count", "overflow": ".notice",
            "fields": {name: f".{name}" for name in FIELDS},
        }  # fmt: skip
    if path == "/post":
        made["site"] |= {"method": "POST", "session": server.url("registry", "/post-form")}
    return made


@contextmanager
def registry(rows: int, faults: Faults, seed: int = 0) -> Iterator[tuple[Registry, Server]]:
    site = Registry(table(rows), faults, seed=seed)
    with serve([site]) as server:
        yield site, server


Site = Description | dict[str, Any]


def read(site: Site, params: HiddenParams | None = None, progress: Progress | None = None) -> tuple[Report, set[str]]:
    """One run into a ledger of its own: the report and the ids."""
    report, rows = rows_of(site, params, progress)
    return report, {row["_id"] for row in rows}


def rows_of(
    site: Site, params: HiddenParams | None = None, progress: Progress | None = None
) -> tuple[Report, list[dict[str, Any]]]:
    """One run into a ledger of its own: the report and the rows."""
    described = site if isinstance(site, Description) else description_of(site)
    with tempfile.TemporaryDirectory() as folder:
        engine = connect(Path(folder) / "ledger.sqlite")
        report, ledger = asyncio.run(
            read_hidden(described, engine, params or HiddenParams(), allow_private=True, progress=progress)
        )
        rows = list(ledger.rows())
        engine.dispose()
    return report, rows


def describe(
    server: Server, path: str = "/api", more: tuple[dict[str, Any], ...] = (), **changes: Any
) -> Description:
    made = values_for(server, path, more)
    for section, values in changes.items():
        made[section] = {**made[section], **values}
    return description_of(made)
