"""One way to write a table in any format: `write_table`.

Nested values are JSON text everywhere but in JSONL, where they stay nested.
"""

from __future__ import annotations

import contextlib
import csv
import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from motherlode.errors import StoreUnavailable, UsageError
from motherlode.export.excel import Table, excel, flat
from motherlode.extras import need
from motherlode.model.params import unknown_name
from motherlode.model.plugins import Registry
from motherlode.sql.engine import chunked
from motherlode.text.cells import harmless

Row = Mapping[str, Any]

BATCH = 2000


def jsonl(file: Path, columns: Sequence[str], rows: Iterable[Row], name: str) -> int:
    """One JSON object a line."""
    number = 0
    with file.open("w", encoding="utf-8", errors="backslashreplace") as out:
        for row in rows:
            kept = {column: row.get(column) for column in columns}
            out.write(json.dumps(kept, ensure_ascii=False, default=str) + "\n")
            number += 1
    return number


def csv_file(file: Path, columns: Sequence[str], rows: Iterable[Row], name: str) -> int:
    """CSV with a byte-order mark, so that Excel reads other scripts right; formulas made harmless."""
    number = 0
    with file.open("w", encoding="utf-8-sig", errors="backslashreplace", newline="") as out:
        writer = csv.writer(out)
        writer.writerow([harmless(column) for column in columns])
        for row in rows:
            writer.writerow([harmless(flat(row.get(column))) for column in columns])
            number += 1
    return number


def parquet(file: Path, columns: Sequence[str], rows: Iterable[Row], name: str) -> int:
    """A Parquet file; a column of one type keeps it (lists of texts are lists), a mixed one is text."""
    need("parquet")
    import pyarrow as pa
    import pyarrow.parquet as pq

    kept = [[_parted(row.get(column)) for column in columns] for row in rows]
    kinds = [_kind([row[place] for row in kept]) for place in range(len(columns))]
    arrow = {
        "bool": pa.bool_(), "int": pa.int64(), "float": pa.float64(), "text": pa.string(), "date": pa.date32(),
        "texts": pa.list_(pa.string()),
    }  # fmt: skip
    schema = pa.schema([(column, arrow[kind]) for column, kind in zip(columns, kinds, strict=True)])
    with pq.ParquetWriter(str(file), schema, compression="zstd") as writer:
        for chunk in chunked(kept, BATCH) if kept else [[]]:
            arrays = [
                pa.array([_typed(row[place], kind) for row in chunk], type=arrow[kind])
                for place, kind in enumerate(kinds)
            ]
            writer.write_table(pa.Table.from_arrays(arrays, schema=schema))
    return len(kept)


def _parted(value: Any) -> Any:
    """A value as Parquet keeps it: lists of texts stay lists, days stay days."""
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, str) for item in value):
        return [_clean(item) for item in value]
    return value if type(value) is date else _clean(flat(value))


def _kind(values: Sequence[Any]) -> str:
    found = {type(value) for value in values if value is not None}
    if found == {date}:
        return "date"
    if list in found and found <= {list, str}:
        return "texts"
    if found == {bool}:
        return "bool"
    if found == {int} and all(abs(value) < 2**63 for value in values if value is not None):
        return "int"
    if found and found <= {int, float}:
        return "float"
    return "text"


def _typed(value: Any, kind: str) -> Any:
    if value is None:
        return None
    if kind == "texts":
        return value if isinstance(value, list) else [value]
    if kind == "text":
        return "; ".join(value) if isinstance(value, list) else str(value)
    return float(value) if kind == "float" else value


def sqlite(file: Path, columns: Sequence[str], rows: Iterable[Row], name: str) -> int:
    """A SQLite file with one table."""
    table = '"' + name.replace('"', '""') + '"'
    names = ", ".join('"' + column.replace('"', '""') + '"' for column in columns)
    number = 0
    connection = sqlite3.connect(file)
    try:
        with connection:
            connection.execute(f"CREATE TABLE {table} ({names})")
            marks = ", ".join("?" * len(columns))
            for chunk in chunked(rows, BATCH):
                values = [[_fits(flat(row.get(column))) for column in columns] for row in chunk]
                connection.executemany(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608 - quoted above
                number += len(chunk)
    finally:
        connection.close()
    return number


def _fits(value: Any) -> Any:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 2**63:
        return str(value)
    return _clean(value)


def _clean(value: Any) -> Any:
    """Text that UTF-8 can hold: half a surrogate pair becomes a mark."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "replace").decode("utf-8")
    return value


Writer = Callable[[Path, Sequence[str], Iterable[Row], str], int]

_OWN: dict[str, Writer] = {
    "jsonl": jsonl,
    "csv": csv_file,
    "xlsx": excel,
    "parquet": parquet,
    "sqlite": sqlite,
}
FORMATS: Registry[Writer] = Registry("exporters", _OWN)


def write_table(
    file: Path,
    format: str,  # noqa: A002
    columns: Sequence[str],
    rows: Iterable[Row],
    name: str = "data",
    further: Sequence[Table] = (),
) -> int:
    """Writes rows in a format of FORMATS and gives their number; `further` are more sheets of an Excel workbook.

    The file appears under its name only when it is whole, so that a full disk or a kill leaves the old one.
    """
    if format not in FORMATS:
        raise UsageError(unknown_name(format, list(FORMATS)).replace("setting", "format", 1))
    if format == "xlsx":
        return _whole(file, lambda part: excel(part, columns, rows, name, further))
    return _whole(file, lambda part: FORMATS[format](part, columns, rows, name))


def write_lines(file: Path, lines: Iterable[str]) -> int:
    """Writes lines of text as they are, in the same way, and gives their number."""

    def write(part: Path) -> int:
        number = 0
        with part.open("w", encoding="utf-8", errors="backslashreplace") as out:
            for number, line in enumerate(lines, 1):  # noqa: B007
                out.write(line + "\n")
        return number

    return _whole(file, write)


def _whole(file: Path, write: Callable[[Path], int]) -> int:
    """Writes under another name first, and renames."""
    part = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        number = write(part)
        part.replace(file)
    except OSError as error:
        raise StoreUnavailable(f"{file} cannot be written: {error.strerror or error}", file=str(file)) from error
    finally:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
    return number
