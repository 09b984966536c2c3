"""An exporter: a table in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any


def markdown(file: Path, columns: Sequence[str], rows: Iterable[Mapping[str, Any]], name: str) -> int:
    """Writes the table and gives its number of rows."""
    number = 0
    with file.open("w", encoding="utf-8") as out:
        out.write(f"| {' | '.join(columns)} |\n|{'---|' * len(columns)}\n")
        for row in rows:
            out.write("| " + " | ".join(_cell(row.get(column)) for column in columns) + " |\n")
            number += 1
    return number


def _cell(value: object) -> str:
    text = "" if value is None else ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
    return " ".join(text.split()).replace("|", "\\|")
