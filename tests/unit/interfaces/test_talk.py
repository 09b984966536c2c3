"""Tables in a terminal: where a table has no room, every row is a block of lines, and no word is torn apart."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[3] / "src"
COLUMNS = ("hot", "score", "documents", "recent", "growth", "sources", "first seen", "title", "words")
ROW = ("", 1.2, 7, 1, "1.0×", 1, "2014-07-17", "Dutch investigators release their final report", "Amsterdam, report")


def drawn(columns: tuple[str, ...], row: tuple[object, ...], width: int) -> str:
    code = f"from motherlode.interfaces.cli import talk; talk.table('one', {columns!r}, [{row!r}, {row!r}])"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "COLUMNS": str(width), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    return done.stdout.decode()


def test_a_table_without_room_is_told_row_by_row() -> None:
    told = drawn(COLUMNS, ROW, 80)
    assert "Dutch investigators release their final report" in told
    assert "2014-07-17" in told
    assert told.count("first seen") == 2
    assert "hot" not in told  # an empty cell is no line
    assert max(map(len, told.splitlines())) <= 80


def test_a_table_with_room_has_a_line_for_every_row_and_whole_figures() -> None:
    assert drawn(COLUMNS, ROW, 160).count("first seen") == 1
    told = drawn(("from", "title"), ("2014-07-17", "Dutch investigators release their final report " * 3), 50)
    assert told.count("2014-07-17") == 2
    assert told.count("from") == 1


def test_a_table_without_rows_has_its_head() -> None:
    code = "from motherlode.interfaces.cli import talk; talk.table('none', ('a', 'b'), [])"
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "PYTHONUTF8": "1"}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, check=True)
    assert "none" in done.stdout.decode()
