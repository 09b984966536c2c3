import io
import sqlite3
import zipfile
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.errors import LimitExceeded, MotherlodeError, UnreadableInput, UsageError
from motherlode.model.topic import Keyword
from motherlode.sources.databases import database_rows
from motherlode.sources.tables import addresses_of, excel_rows, keywords_of, text_rows


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        assert book.active is not None
        book.active.append(list(row))
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_newsset_from_text_excel_and_a_database_are_the_same(tmp_path: Path) -> None:
    """N1: the same addresses whichever way they come."""
    wanted = ("http://a.example/", "http://b.example/x?y=1,2")
    lines = b"# sites\nHTTP://A.example\n\nhttp://b.example/x?y=1,2\n"
    assert addresses_of(text_rows(lines)).urls == wanted
    assert addresses_of(excel_rows(workbook(("Site", "Name"), ("a.example", "A"), (wanted[1], "B")))).urls == wanted
    connection = sqlite3.connect(tmp_path / "s.db")
    connection.execute("create table sites (url, name)")
    connection.executemany("insert into sites values (?, ?)", [(url, "x") for url in wanted])
    connection.commit()
    connection.close()
    assert addresses_of(database_rows(f"sqlite:///{tmp_path}/s.db", "select url from sites")).urls == wanted


def test_rows_that_are_no_addresses_are_told() -> None:
    found = addresses_of([("http://a.example/",), ("javascript://x",), ("not one",)])
    assert found.urls == ("http://a.example/",)
    assert len(found.refused) == 2


def test_keywords_with_weights() -> None:
    found = keywords_of(text_rows("word;weight\nflood;2,5\n洪水;1\ndam\nriver;heavy\n".encode()))
    assert found.words == (Keyword("flood", 2.5), Keyword("洪水", 1.0), Keyword("dam", 1.0))
    assert "heavy" in found.refused[0]


def test_chinese_text_in_its_old_encoding() -> None:
    assert keywords_of(text_rows("洪水\t3\n".encode("gb18030"))).words == (Keyword("洪水", 3.0),)


@pytest.mark.parametrize("body", [b"", b"this is no workbook", b"PK\x03\x04broken", b"\xd0\xcf\x11\xe0rest"])
def test_an_excel_file_that_is_not_one(body: bytes) -> None:
    with pytest.raises(UnreadableInput, match="not an Excel file"):
        excel_rows(body)


def test_an_excel_bomb_is_refused() -> None:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for number in range(60):
            packed.writestr(f"xl/worksheets/sheet{number}.xml", bytes(10 * 1024 * 1024))
    with pytest.raises(LimitExceeded):
        excel_rows(out.getvalue())


@pytest.mark.parametrize(
    ("url", "query"),
    [
        ("nonsense", "select 1"),
        ("postgresql+psycopg://someone:secret@127.0.0.1:1/none", "select 1"),
        ("sqlite://", "select nothing from nowhere"),
        ("mysql://someone:secret@127.0.0.1/none", "select 1"),
    ],
)
def test_a_database_that_does_not_answer(url: str, query: str) -> None:
    with pytest.raises((UnreadableInput, UsageError)) as caught:
        database_rows(url, query)
    assert "secret" not in caught.value.message


@settings(max_examples=60)
@given(st.binary(max_size=300))
def test_any_bytes_are_rows_or_refused(body: bytes) -> None:
    try:
        rows = text_rows(body)
    except MotherlodeError:
        return
    addresses_of(rows)
    keywords_of(rows)
