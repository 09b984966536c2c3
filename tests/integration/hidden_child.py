"""A run in a process of its own, for the test that kills it."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

from motherlode.app.hidden.run import read_hidden
from motherlode.hidden.description import description_of
from motherlode.hidden.params import HiddenParams
from motherlode.sql.engine import connect


def run(values: dict[str, Any], ledger: str, result: str) -> None:
    """Reads or goes on reading into the ledger; what came out is written last."""
    engine = connect(Path(ledger))
    resume = Path(ledger).exists()
    report, kept = asyncio.run(
        read_hidden(description_of(values), engine, HiddenParams(workers=2), resume=resume, allow_private=True)
    )
    Path(result).write_text(json.dumps({"rows": report.rows, "ids": sorted(kept.ids())}), encoding="utf-8")
