import csv
import json
import sqlite3
from datetime import date
from pathlib import Path

import openpyxl
import pyarrow.parquet as pq
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from motherlode.errors import StoreUnavailable, UsageError
from motherlode.export import FORMATS, write_table
from motherlode.export.excel import EXCEL_CELL

COLUMNS = ["title", "price", "tags", "more"]
ROWS = [
    {"title": "=HYPERLINK(1)", "price": -3.5, "tags": ["a", "b"], "more": {"x": 1}},
    {"title": "标题 – “quoted”, line\nbreak", "price": 4, "tags": [], "more": None},
    {"title": None, "price": None},
]


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_writes_every_row(tmp_path: Path, name: str) -> None:
    assert write_table(tmp_path / "out", name, COLUMNS, iter(ROWS)) == 3
    assert write_table(tmp_path / "none", name, COLUMNS, iter([])) == 0
    assert sorted(p.name for p in tmp_path.iterdir()) == ["none", "out"]


def test_jsonl_keeps_nested_values(tmp_path: Path) -> None:
    write_table(tmp_path / "o", "jsonl", COLUMNS, ROWS)
    lines = [json.loads(line) for line in (tmp_path / "o").read_text(encoding="utf-8").splitlines()]
    assert lines[0] == ROWS[0]
    assert lines[2] == dict.fromkeys(COLUMNS)


def test_csv_cells_cannot_be_formulas(tmp_path: Path) -> None:
    bad = [{"title": start + "cmd", "price": -1} for start in "=+-@\t\r"]
    write_table(tmp_path / "o", "csv", ["title", "price"], bad)
    with (tmp_path / "o").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.reader(file))
    assert all(row[0].startswith("'") for row in rows[1:])
    assert {row[1] for row in rows[1:]} == {"-1"}


def test_excel_has_no_formulas_and_cuts_only_what_does_not_fit(tmp_path: Path) -> None:
    write_table(tmp_path / "o.xlsx", "xlsx", ["a"], [{"a": "=1+1"}, {"a": "x" * 40_000}, {"a": "bell\x07"}])
    sheet = openpyxl.load_workbook(tmp_path / "o.xlsx").active
    assert sheet is not None
    cells = [sheet.cell(row, 1) for row in (2, 3, 4)]
    assert cells[0].data_type == "s"
    assert cells[0].value == "=1+1"
    assert len(str(cells[1].value)) == EXCEL_CELL
    assert cells[2].value == "bell"


def test_parquet_and_sqlite_keep_types(tmp_path: Path) -> None:
    write_table(tmp_path / "o.parquet", "parquet", COLUMNS, ROWS)
    table = pq.read_table(tmp_path / "o.parquet")
    assert table.column("price").to_pylist() == [-3.5, 4.0, None]
    write_table(tmp_path / "o.db", "sqlite", COLUMNS, ROWS, name='odd "name"')
    connection = sqlite3.connect(tmp_path / "o.db")
    assert connection.execute('SELECT price FROM "odd ""name"""').fetchall() == [(-3.5,), (4,), (None,)]
    connection.close()


@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(
    rows=st.lists(
        st.fixed_dictionaries({"a": st.one_of(st.none(), st.text(), st.integers(), st.floats(), st.booleans())})
    )
)
@pytest.mark.parametrize("name", FORMATS)
def test_any_values_are_written(tmp_path: Path, name: str, rows: list[dict[str, object]]) -> None:
    assert write_table(tmp_path / "any", name, ["a"], rows) == len(rows)


def test_a_failure_leaves_the_old_file(tmp_path: Path) -> None:
    file = tmp_path / "o.csv"
    write_table(file, "csv", ["a"], [{"a": 1}])

    def broken() -> object:
        yield {"a": 2}
        raise OSError(28, "No space left on device")

    with pytest.raises(StoreUnavailable, match="No space left"):
        write_table(file, "csv", ["a"], broken())  # type: ignore[arg-type]
    assert "1" in file.read_text(encoding="utf-8-sig")
    assert list(tmp_path.iterdir()) == [file]


def test_an_unknown_format_is_refused_with_the_nearest(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="did you mean 'parquet'"):
        write_table(tmp_path / "o", "parqet", ["a"], [])


def test_a_workbook_can_be_worked_with(tmp_path: Path) -> None:
    rows = [{"title": "Harbour Lights", "day": date(2010, 6, 5), "price": 4.5, "link": "https://example.org/a"}]
    told = ("sources", ["entity", "source"], [{"entity": "1", "source": "shop"}])
    write_table(tmp_path / "o.xlsx", "xlsx", list(rows[0]), rows, "books", [told])
    book = openpyxl.load_workbook(tmp_path / "o.xlsx")
    sheet = book["books"]
    assert book.sheetnames == ["books", "sources"]
    assert sheet.auto_filter.ref == "A1:D2"
    assert sheet.freeze_panes == "A2"
    assert sheet["B2"].value.date() == date(2010, 6, 5)
    assert sheet["B2"].number_format == "yyyy-mm-dd"
    assert sheet["C2"].value == 4.5
    assert sheet["D2"].hyperlink.target == "https://example.org/a"
    assert sheet.column_dimensions["A"].width > 14
    assert book["sources"]["B2"].value == "shop"


def test_parquet_keeps_days_and_lists(tmp_path: Path) -> None:
    rows = [{"day": date(2010, 6, 5), "tags": ["a", "b"]}, {"day": None, "tags": None}]
    write_table(tmp_path / "o", "parquet", ["day", "tags"], rows)
    assert pq.read_table(tmp_path / "o").to_pylist() == rows
