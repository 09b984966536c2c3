"""A workbook as a person sees and prints it."""

from datetime import date

import openpyxl

from motherlode.export.excel import excel

ROWS = [
    {"title": "Tides", "isbn": "9780306406157", "price": 9.0, "pages": 352, "out": date(2009, 10, 20), "new": True},
    {"title": "Quays " * 40, "isbn": "0306406152", "price": 12.5, "pages": 40, "out": "2008", "new": False},
    *({"title": "Short", "isbn": "0306406152", "price": 3.25, "pages": 7} for _ in range(20)),
]


def test_a_sheet_can_be_read_filtered_and_printed(tmp_path):
    assert excel(tmp_path / "o.xlsx", list(ROWS[0]), ROWS, "books") == len(ROWS)
    sheet = openpyxl.load_workbook(tmp_path / "o.xlsx")["books"]
    first, second = ({head.value: cell for head, cell in zip(sheet[1], sheet[line], strict=True)} for line in (2, 3))
    assert (sheet.freeze_panes, sheet.auto_filter.ref) == ("A2", f"A1:F{len(ROWS) + 1}")
    assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 0)
    assert sheet.print_title_rows == "$1:$1"
    assert [cell["price"].number_format for cell in (first, second)] == ["0.00", "0.00"]
    assert first["pages"].number_format == "General"
    assert (first["out"].value.date(), first["out"].alignment.horizontal) == (date(2009, 10, 20), "left")
    assert (first["new"].value, first["isbn"].value) == (True, "9780306406157")
    assert (first["title"].alignment.horizontal, second["title"].alignment.horizontal) == (None, "fill")
    assert sheet.column_dimensions["A"].width < 60, "one long title makes no wide column"
