"""Files and pages made to break the reader: each ends in a clear error or a bounded result."""

from __future__ import annotations

import csv
import gzip
import io
import json
import time
import tracemalloc
import zipfile
import zlib
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import pytest
import xlsxwriter

from motherlode.app.inputs import Unread, pages_of
from motherlode.app.workspace import Workspace
from motherlode.dom.tree import parse
from motherlode.errors import LimitExceeded, MotherlodeError, StatementError, UnreadableInput, UsageError
from motherlode.export.write import write_table
from motherlode.extract.article import extract as article_of
from motherlode.extract.people import PeopleParams, extract_page
from motherlode.extract.records import RecordParams
from motherlode.extract.records import extract as records_of
from motherlode.model.pages import Response
from motherlode.network.language.parse import parse as parse_statements
from motherlode.pages.archive import Archive
from motherlode.pages.decode import decode
from motherlode.pages.view import view
from motherlode.pages.warc import responses
from motherlode.sources.listings import MAX_ENTRIES, feed, sitemap
from motherlode.sources.tables import excel_rows, text_rows
from tests.conftest import cpu_within

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SECONDS = 20.0
"""CPU seconds for the largest of these pages, many times what it takes on a quiet machine."""

SHEET = """<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">
<sheetData><row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>2</v></c></row></sheetData>
</worksheet>"""


def workbook(sheet: bytes) -> bytes:
    """A small but whole .xlsx around a sheet."""
    made, changed = io.BytesIO(), io.BytesIO()
    with xlsxwriter.Workbook(made) as book:
        book.add_worksheet("S").write(0, 0, 1)
    with zipfile.ZipFile(made) as old, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as new:
        for name in old.namelist():
            new.writestr(name, sheet if name.endswith("sheet1.xml") else old.read(name))
    return changed.getvalue()


def test_a_workbook_that_claims_billions_of_cells_is_refused() -> None:
    with pytest.raises(LimitExceeded, match="more memory"):
        excel_rows(workbook(SHEET.encode()))


def test_a_workbook_that_unpacks_to_more_than_it_says_stays_in_bounds() -> None:
    body = bytearray(workbook(SHEET.replace("1048576", "2").replace("XFD", "B").encode() + b" " * 80_000_000))
    true, claimed = (80_000_000 + len(SHEET.replace("1048576", "2").replace("XFD", "B"))), 1000
    assert body.count(true.to_bytes(4, "little")) == 2
    lying = bytes(body).replace(true.to_bytes(4, "little"), claimed.to_bytes(4, "little"))
    with suppress(UnreadableInput, LimitExceeded):
        assert excel_rows(lying) == [("1", ""), ("", "2")], "read in the bounds of its process, or refused"


def test_an_ordinary_workbook_is_read() -> None:
    small = SHEET.replace("1048576", "2").replace("XFD", "B")
    assert excel_rows(workbook(small.encode())) == [("1", ""), ("", "2")]


DEEP = 30_000
PAGES = {
    "deep divs": "<div>" * DEEP + "text" + "</div>" * DEEP,
    "deep tables": "<table><tr><td>" * 1000 + "x",
    "deep lists": "<ul><li>" * 10_000 + "x",
    "deep spans": "<p>" + "<span>" * DEEP + "x",
    "many attributes": "<a " + " ".join(f"a{n}=1" for n in range(50_000)) + ">x</a>",
    "one long word": "<p>" + "a" * 2_000_000,
    "long white space": "<p>记者" + " " * 300_000 + "x</p><title>" + " " * 100_000 + "</title>",
    "many links": "".join(f'<a href="/{n}">link {n}</a>' for n in range(30_000)),
    "many brackets": "<li>" + "(" * 200_000 + "</li>",
    "unclosed comments": "<!--" * 50_000,
    "nul and surrogates": "<p>\x00\ud800" * 1000,
    "deep json": '<script type="application/ld+json">' + "[" * 100_000 + "</script>",
    "wide json": '<script type="application/ld+json">[' + '{"@type":"NewsArticle"},' * 20_000 + "{}]</script>",
    "endless entities": "&" * 200_000 + "&#x" * 50_000,
    "dates": "<p>" + "2026-01-01 " * 30_000,
    "names": "<li>" + "ʼ" * 50_000 + "</li><li>" + "A. " * 50_000 + "</li>",
    "table of nothing": "<table>" + "<tr>" + "<td>" * 20 + "</tr>" + "<tr></tr>" * 5000,
    "colspan": "<table>" + '<tr><td colspan="100000000" rowspan="65534">x</td></tr>' * 50,
}


@pytest.mark.parametrize("name", PAGES)
def test_every_extractor_ends_in_time(name: str) -> None:
    html = PAGES[name]
    before = time.process_time()
    for work in (
        lambda tree: article_of(tree, "http://a.example/1"),
        lambda tree: records_of(tree, "http://a.example/1", RecordParams(least_listness=0.0)),
        lambda tree: extract_page(tree, "http://a.example/1", PeopleParams()),
    ):
        try:
            work(parse(html))
        except MotherlodeError:
            continue
    with suppress(MotherlodeError):
        assert len(view(html, "http://a.example/").links) <= 5000
    assert time.process_time() - before < SECONDS


@pytest.mark.parametrize(
    "body",
    [
        b"WARC/1.0\r\n\r\n", b"WARC/1.0\r\nContent-Length: -5\r\n\r\n",
        b"WARC/1.0\r\nContent-Length: 99999999999\r\n\r\nx", b"WARC/1.0\r\n" + b"X: " + b"y" * 3_000_000,
        b"\x1f\x8b\x08" + b"\x00" * 100, gzip.compress(b"WARC/1.0\r\n")[:-4],
        b"\x1f\x8b" * 5000, b"WARC/1.0\r\nContent-Length: 2\r\n\r\nHTTP/1.1 200 OK\r\n" * 1000,
    ],
    ids=range(8),
)  # fmt: skip
def test_malformed_archives_give_pages_or_an_error(body: bytes, tmp_path: Path) -> None:
    file = tmp_path / "x.warc.gz"
    file.write_bytes(body)
    with suppress(UnreadableInput):
        assert len(list(responses(file))) <= 1000
    assert all(isinstance(page, Unread) or len(page.body) < 100 for page in pages_of([str(file)]))


def test_a_good_record_after_a_bad_one_is_found(tmp_path: Path) -> None:
    with Archive(tmp_path) as archive:
        url = "http://a.example/"
        archive.write(Response(url, url, 200, (("Content-Type", "text/html"),), b"<p>here", NOW))
    (file,) = tmp_path.glob("*.gz")
    file.write_bytes(b"\x1f\x8b\x08 not gzip at all" + file.read_bytes())
    assert [page.body for page in responses(file)] == [b"<p>here"]


@pytest.mark.parametrize("kind", ["gzip", "warc"])
def test_bombs_in_files_are_cut(kind: str, tmp_path: Path) -> None:
    engine = zlib.compressobj(9, zlib.DEFLATED, 31)
    size = 150_000_000
    head = b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: %d\r\n\r\n" % size if kind == "warc" else b""
    packed = engine.compress(head) + b"".join(engine.compress(bytes(10_000_000)) for _ in range(15)) + engine.flush()
    file = tmp_path / ("x.warc.gz" if kind == "warc" else "x.html.gz")
    file.write_bytes(packed)
    tracemalloc.start()
    if kind == "warc":
        sizes = [len(page.body) for page in responses(file)]
        assert all(found <= 64_000_000 for found in sizes)
    else:
        (page,) = pages_of([str(file)])
        assert isinstance(page, Unread)
        assert "unpacked" in page.error
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 300_000_000


@pytest.mark.parametrize(
    "body",
    [
        b"<loc>" * 50_000, b"<loc>" + b" " * 200_000,
        b"<urlset>" + b"<url><loc>http://a.example/</loc></url>" * 60_000,
        zlib.compress(b"<loc>http://a.example/</loc>" * 1000, wbits=31)[:200], b"<rss>" * 20_000, b"",
    ],
    ids=range(6),
)  # fmt: skip
def test_sitemaps_and_feeds_end_in_time(body: bytes) -> None:
    before = time.process_time()
    pages, further = sitemap(body)
    assert len(pages) + len(further) <= 50_000
    assert len(feed(body[:50_000])) <= 50_000
    assert time.process_time() - before < SECONDS


@pytest.mark.parametrize(
    "text", ["(" * 20_000, "create class " + "a" * 100_000, "insert " + "{" * 5000, "\x00;" * 500]
)
def test_statements_of_the_network_language_end_in_time(text: str) -> None:
    before = time.process_time()
    with suppress(StatementError):
        assert len(list(parse_statements(text))) <= 1
    assert time.process_time() - before < SECONDS


@pytest.mark.parametrize(
    "encoding", ["utf-7", "rot13", "hex", "zlib", "idna", "utf-16", "base64", "\x00", "x" * 10_000]
)
def test_a_declared_encoding_cannot_run_a_codec_of_ours(encoding: str) -> None:
    text = decode(b"<p>plain words", f"text/html; charset={encoding}").text
    assert isinstance(text, str)


FORMULAS = ["=cmd|' /C calc'!A0", "+1+1", "-2+3", "@SUM(A1)", "\t=1", "\r=1", '=HYPERLINK("http://x")']


def test_formulas_stay_text_in_spreadsheets(tmp_path: Path) -> None:
    from openpyxl import load_workbook

    rows = [{"a": formula} for formula in FORMULAS]
    write_table(tmp_path / "x.csv", "csv", ["a"], rows)
    write_table(tmp_path / "x.xlsx", "xlsx", ["a"], rows)
    with (tmp_path / "x.csv").open(encoding="utf-8-sig", newline="") as lines:
        assert [cell for row in csv.reader(lines) for cell in row][1:] == ["'" + formula for formula in FORMULAS]
    cells = [row[0] for row in load_workbook(tmp_path / "x.xlsx").active.iter_rows(min_row=2)]
    assert len(cells) == len(FORMULAS)
    assert all(cell.data_type != "f" for cell in cells)


@pytest.mark.parametrize("name", ["..", "../x", "a/../../x", "/etc", "a\x00b", ".hidden", "a\\..\\b", "x" * 100, ""])
def test_names_of_projects_cannot_lead_elsewhere(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError):
        Workspace(tmp_path).path(name)


def test_names_of_tables_cannot_lead_elsewhere(tmp_path: Path) -> None:
    write_table(tmp_path / "x.sqlite", "sqlite", ['a"; DROP TABLE "x'], [{'a"; DROP TABLE "x': 1}], 'x"; --')
    write_table(tmp_path / "x.xlsx", "xlsx", ["a"], [{"a": 1}], "../../[evil]:*?")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["x.sqlite", "x.xlsx"]


def test_a_page_that_names_a_file_for_its_archive_cannot_choose_it(tmp_path: Path) -> None:
    url = "http://a.example/../../../etc/passwd"
    headers = (("X-Evil", "a\r\nWARC-Type: request\r\n\r\nWARC/1.1"), ("Content-Disposition", "filename=../../x"))
    with Archive(tmp_path / "archive") as archive:
        place = archive.write(Response(url, url, 200, headers, b"body", NOW))
        assert archive.read(place).body == b"body"
    assert len(list(responses(tmp_path / "archive" / place.file))) == 1, "a header cannot begin a record"
    assert json.dumps(place.file).count("/") == 0


@pytest.mark.parametrize(
    "item", ["<item><link>http://a.example/{}</link>{}</item>", "<item><link>http://a.example/{}</link>"]
)
def test_a_feed_of_sixty_thousand_entries_is_read_as_far_as_feeds_go(item: str) -> None:
    entries = "".join(item.format(number, "<description>words</description>") for number in range(60_000))
    with cpu_within(3.0):
        found = feed(f"<rss version='2.0'><channel><title>x</title>{entries}</channel></rss>".encode())
    assert found[0] == "http://a.example/0"
    assert len(found) <= MAX_ENTRIES


def test_a_line_of_thirty_megabytes_is_named(tmp_path: Path) -> None:
    long = "x" * 30_000_000
    with cpu_within(5.0):
        with pytest.raises(LimitExceeded, match="line 2 of"):
            text_rows(f"owl,1\n{long},2\n".encode())
        with pytest.raises(StatementError, match="a line of"):
            parse_statements(f"Insert University {long};")


def test_a_feed_that_its_parser_cannot_read_names_nothing() -> None:
    named = b"<item><link>http://a.example/1</link></item>"
    assert feed(b"<rss version='2.0'><channel><title>a &#x110000; b</title>" + named) == []
