"""Eight kinds of interfaces: what `motherlode hidden init` drafts is read to the last row, over HTTP on loopback.

python -m benchmarks.hidden_kinds
"""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Any

from tests.hidden_sites.kinds import QUOTED, STARTS, KindSite, cases

from benchmarks.common import arguments, keep
from motherlode.app.hidden.draft import draft_of
from motherlode.app.hidden.run import read_hidden
from motherlode.hidden.description import read_description
from motherlode.hidden.params import HiddenParams
from motherlode.interfaces.demo.server import serve
from motherlode.sql.engine import connect

TABLES = {"days": (cases(2000), 200), "few days, quotation marks": (cases(700, 3, QUOTED, 6), 100)}


def read(kind: str, table: str, folder: Path) -> list[Any]:
    """One site from its address to its rows: the drafted file is used as it was written."""
    rows, k = TABLES[table]
    site = KindSite(kind, rows, k=k)
    file = folder / f"{kind}-{k}.toml"
    with serve([site]) as server:
        file.write_text(asyncio.run(draft_of(server.url("kinds", site.start), allow_private=True)), encoding="utf-8")
        drafting = site.requests
        engine = connect(folder / f"{kind}-{k}.sqlite")
        report, _ = asyncio.run(read_hidden(read_description(file), engine, HiddenParams(), allow_private=True))
        engine.dispose()
    return [kind, table, len(rows), report.rows, report.verdict, drafting, report.requests, 0]


def main() -> None:
    """Reads all kinds and keeps the table."""
    parser = arguments(__doc__ or "", needs_data=False)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        tables = list(TABLES)[: 1 if given.quick else None]
        found = [read(kind, table, Path(folder)) for kind in STARTS for table in tables]
    columns = ["kind", "table", "rows of the site", "rows read", "certificate", "to draft it: requests", "to read it",
               "lines changed by hand"]  # fmt: skip
    keep(
        "hidden_kinds",
        "Hidden databases: eight kinds of interfaces",
        [("From the address to the last row", columns, found)],
        remarks=[
            "The drafted file goes into the reading as it was written: no line is changed by hand.",
            "The sites are imitations on loopback, made for the tests; a real site of a kind may differ from them.",
            "'Complete if' where a site of this kind shows no count, or one that stops.",
        ],
    )


if __name__ == "__main__":
    main()
