"""What the tests of hidden databases share: a registry on a real server, its description, one run."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import Any

from motherlode.hidden.crawl import Report
from motherlode.hidden.description import Description, description_of
from motherlode.hidden.ledger import Ledger
from motherlode.hidden.params import HiddenParams
from motherlode.interfaces.demo.registry.land import PROVINCES, LandTable, land_table
from motherlode.interfaces.demo.registry.site import Faults, Registry
from motherlode.interfaces.demo.server import Server, serve
from motherlode.recipes.hidden import read_hidden
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


def values_for(server: Server, path: str = "/api", more: tuple[dict[str, Any], ...] = ()) -> dict[str, Any]:
    """The description of the registry as the values of a TOML file."""
    json = path == "/api"
    made: dict[str, Any] = {
        "site": {"name": "registry", "url": server.url("registry", path), "format": "json" if json else "html"},
        "attributes": [
            {
                "name": "date", "kind": "date", "low": "1989-01-01", "high": "2016-12-31",
                "low_parameter": "from", "high_parameter": "to",
            },
            *more,
        ],
        "paging": {"kind": "page", "parameter": "page", "next": "more" if json else "a.next"},
        "results": {"rows": "results", "id": "id", "count": "total", "overflow": "notice"}
        if json
        else {
            "rows": ".deal", "id": "id", "count": ".count", "overflow": ".notice",
            "fields": {name: f".{name}" for name in FIELDS},
        },
    }  # fmt: skip
    if path == "/post":
        made["site"] |= {"method": "POST", "session": server.url("registry", "/post-form")}
    return made


@contextmanager
def registry(rows: int, faults: Faults) -> Iterator[tuple[Registry, Server]]:
    site = Registry(table(rows), faults)
    with serve([site]) as server:
        yield site, server


def read(site: Description, params: HiddenParams | None = None) -> tuple[Report, set[str]]:
    """One run into a ledger of its own: the report and the ids."""
    with tempfile.TemporaryDirectory() as folder:
        engine = connect(Path(folder) / "ledger.sqlite")
        report, ledger = asyncio.run(read_hidden(site, engine, params or HiddenParams(), allow_private=True))
        ids = set(ledger.ids())
        engine.dispose()
    return report, ids


def describe(
    server: Server, path: str = "/api", more: tuple[dict[str, Any], ...] = (), **changes: Any
) -> Description:
    made = values_for(server, path, more)
    for section, values in changes.items():
        made[section] = {**made[section], **values}
    return description_of(made)


__all__ = ["AREA", "PROVINCE", "Faults", "Ledger", "Registry", "describe", "read", "registry", "values_for"]
