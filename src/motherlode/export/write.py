"""One way to write a table in any format: `write_table`."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from motherlode.errors import StoreUnavailable, UsageError
from motherlode.export import formats
from motherlode.export.excel import Table, excel
from motherlode.model.params import unknown_name
from motherlode.model.plugins import Registry

Row = Mapping[str, Any]
Writer = Callable[[Path, Sequence[str], Iterable[Row], str], int]

_OWN: dict[str, Writer] = {
    "jsonl": formats.jsonl,
    "csv": formats.csv_file,
    "xlsx": excel,
    "parquet": formats.parquet,
    "sqlite": formats.sqlite,
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
