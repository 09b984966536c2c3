"""Run as a script: a workbook on standard input, its rows as JSON on standard output, memory bounded.

It imports nothing of the package, so that it starts quickly and holds nothing worth taking.
"""

from __future__ import annotations

import io
import json
import sys

MEMORY = 2 * 1024**3
"""Bytes of address space: many times what the largest allowed file needs, far less than a bomb claims."""


def main(sheet: str, most: int) -> dict[str, object]:
    """The rows, or why there are none."""
    from python_calamine import CalamineError, CalamineWorkbook

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(sys.stdin.buffer.read()))
        wanted = sheet or book.sheet_names[0]
        if wanted not in book.sheet_names:
            return {"error": f"has no sheet '{wanted}'; it has: {', '.join(book.sheet_names)}"}
        cells = book.get_sheet_by_name(wanted).to_python(skip_empty_area=True)
    except (CalamineError, ValueError, IndexError, OSError) as error:
        return {"error": f"is not an Excel file that can be read: {error}"}
    rows = [[text_of(value) for value in row] for row in cells[:most]]
    return {"rows": [row for row in rows if any(row)]}


def text_of(value: object) -> str:
    """A cell as text; whole numbers without a point."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).strip() if value is not None else ""


def bound_memory() -> None:
    """Sets the limit where the system has one."""
    try:
        import resource
    except ImportError:  # not a POSIX system
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    bound_memory()
    json.dump(main(sys.argv[1], int(sys.argv[2])), sys.stdout)
