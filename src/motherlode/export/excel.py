"""An Excel workbook that can be worked with: typed cells, widths, a filter, links, further sheets.

Rows are streamed; the widths come from the first of them. A table too long for one sheet goes on in the next.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from itertools import chain, islice
from pathlib import Path
from typing import Any

from motherlode.extras import need
from motherlode.sql.engine import chunked

Row = Mapping[str, Any]
Table = tuple[str, Sequence[str], Iterable[Row]]
"""A sheet: its name, its columns, its rows."""

EXCEL_ROWS = 1_048_575
EXCEL_CELL = 32_767
EXCEL_LINK = 2_079
EXCEL_LINKS = 60_000
"""Limits of the Excel format: rows a sheet beside the header, characters a cell and a link, links a sheet."""
FIRST_YEAR = 1900
"""Excel knows no earlier days; they stay text."""
LOOKED_AT = 200
"""Rows that decide how wide the columns are."""
NARROWEST, WIDEST = 8, 60
A4 = 9
"""The number of the paper size; printed, a table is as wide as one page and repeats its header."""
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")
_LINK = re.compile(r"https?://[^\s<>\"]{3,2000}$")


def excel(file: Path, columns: Sequence[str], rows: Iterable[Row], name: str, further: Sequence[Table] = ()) -> int:
    """Writes the table and further sheets beside it; gives the number of the table's rows."""
    need("excel")
    import xlsxwriter

    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False}
    number = 0
    with xlsxwriter.Workbook(str(file), {**options, "in_memory": False}) as book:
        formats = {
            "head": book.add_format({"bold": True, "bottom": 1, "valign": "top"}),
            "cell": book.add_format({"valign": "top"}),
            "day": book.add_format({"num_format": "yyyy-mm-dd", "align": "left", "valign": "top"}),
            "time": book.add_format({"num_format": "yyyy-mm-dd hh:mm:ss", "align": "left", "valign": "top"}),
            "number": book.add_format({"align": "right", "indent": 1, "valign": "top"}),
            "amount": book.add_format({"num_format": "0.00", "align": "right", "indent": 1, "valign": "top"}),
            "truth": book.add_format({"num_format": '"TRUE";"TRUE";"FALSE"', "align": "left", "valign": "top"}),
            "cut off": book.add_format({"align": "fill", "valign": "top"}),
        }
        for part, chunk in enumerate(_sheets(rows)):
            number += _sheet(book.add_worksheet(_sheet_name(name, part)), columns, chunk, formats)
        for title, heads, lines in further:
            for part, chunk in enumerate(_sheets(lines)):
                _sheet(book.add_worksheet(_sheet_name(title, part)), heads, chunk, formats)
    return number


def _sheet(sheet: Any, columns: Sequence[str], rows: Iterable[Row], formats: Mapping[str, Any]) -> int:
    """One sheet with a frozen, filtered header; gives the number of its rows."""
    left = iter(rows)
    looked = list(islice(left, LOOKED_AT))
    widths = [_width(column, looked) for column in columns]
    for place, width in enumerate(widths):
        sheet.set_column(place, place, width, formats["cell"])
    numbers = [formats["amount" if _amounts(column, looked) else "number"] for column in columns]
    sheet.freeze_panes(1, 0)
    sheet.ignore_errors({"number_stored_as_text": "A1:XFD1048576"})  # an ISBN is a code: no warning in every cell
    sheet.set_landscape()
    sheet.set_paper(A4)
    sheet.fit_to_pages(1, 0)
    sheet.repeat_rows(0)
    sheet.write_row(0, 0, [str(column) for column in columns], formats["head"])
    line = links = 0
    for line, row in enumerate(chain(looked, left), 1):
        for place, column in enumerate(columns):
            here = {**formats, "number": numbers[place]} if isinstance(row.get(column), (int, float)) else formats
            links += _write_cell(sheet, line, place, row.get(column), here, links < EXCEL_LINKS, widths[place])
    if columns:
        sheet.autofilter(0, 0, max(1, line), len(columns) - 1)
    return line


def _width(column: str, rows: Sequence[Row]) -> int:
    """Wide enough for nine of ten values."""
    lengths = sorted(len(str(flat(row.get(column)))) for row in rows if row.get(column) is not None)
    usual = lengths[int(0.9 * (len(lengths) - 1))] if lengths else 0
    return min(WIDEST, max(NARROWEST, len(str(column)) + 3, usual + 1))


def _amounts(column: str, rows: Sequence[Row]) -> bool:
    """Whether a column holds sums of money or the like: numbers, some with one or two places behind the point."""
    values = [value for row in rows if isinstance(value := row.get(column), float)]
    places = [len(f"{value:.6f}".rstrip("0").partition(".")[2]) for value in values]
    return any(places) and max(places) <= 2


def _sheets(rows: Iterable[Row]) -> Iterable[Iterable[Row]]:
    yielded = False
    for chunk in chunked(rows, EXCEL_ROWS):
        yielded = True
        yield chunk
    if not yielded:
        yield []


def _sheet_name(name: str, part: int) -> str:
    clean = re.sub(r"[\[\]:*?/\\']", " ", name).strip() or "data"
    return clean[:28] + (f" {part + 1}" if part else "")


def _write_cell(
    sheet: Any, line: int, place: int, given: Any, formats: Mapping[str, Any], linking: bool, width: int
) -> int:
    """Writes a value with its type; 1 where it became a link.

    A text wider than its column ends at the column's edge: it neither runs over the next nor makes a row high.
    """
    if isinstance(given, date) and given.year < FIRST_YEAR:
        sheet.write_string(line, place, given.isoformat())
        return 0
    if isinstance(given, datetime):
        sheet.write_datetime(line, place, given.replace(tzinfo=None), formats["time"])
        return 0
    if isinstance(given, date):
        sheet.write_datetime(line, place, given, formats["day"])
        return 0
    value = flat(given)
    if value is None or value == "":
        return 0
    if isinstance(value, bool):
        sheet.write_boolean(line, place, value, formats["truth"])
    elif isinstance(value, (int, float)) and abs(value) < 1e15 and value == value:
        sheet.write_number(line, place, value, formats["number"])
    else:
        text = _CONTROL.sub("", str(value))
        if linking and len(text) <= EXCEL_LINK and _LINK.match(text):
            return int(sheet.write_url(line, place, text, string=text[:255]) == 0)
        if len(text) > EXCEL_CELL:
            text = text[: EXCEL_CELL - 1] + "…"
        sheet.write_string(line, place, text, formats["cell" if len(text) <= width else "cut off"])
    return 0


def flat(value: Any) -> Any:
    """A value that one cell can hold."""
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    if isinstance(value, (datetime, date)):
        return value.isoformat()
    if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
        return "; ".join(value)
    return json.dumps(value, ensure_ascii=False, default=str)
