import gzip
from io import BytesIO
from pathlib import Path

from fastwarc.warc import WarcRecord, WarcRecordType

from motherlode.app.inputs import GivenPage, Unread, listed, pages_of

PAGE = b"<html><title>x</title><p>hello</p></html>"


def write_warc(path: Path, pages: dict[str, bytes]) -> None:
    buffer = BytesIO()
    for url, body in pages.items():
        record = WarcRecord()
        record.init_headers(record_type=WarcRecordType.response)
        record.headers["WARC-Target-URI"] = url
        record.set_bytes_content(b"HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + body)
        record.is_http = True
        record.write(buffer)
    path.write_bytes(gzip.compress(buffer.getvalue()) if path.suffix == ".gz" else buffer.getvalue())


def test_a_folder_a_gz_and_an_archive_give_pages(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    (tmp_path / "sub" / "a.html").write_bytes(PAGE)
    (tmp_path / "b.html.gz").write_bytes(gzip.compress(PAGE))
    (tmp_path / "notes.txt").write_text("not a page")
    write_warc(tmp_path / "c.warc.gz", {"http://example.org/1": PAGE, "http://example.org/2": PAGE})
    found = list(pages_of(listed([str(tmp_path)])))
    assert all(isinstance(page, GivenPage) and page.body == PAGE for page in found)
    assert [Path(page.page).name for page in found] == ["b.html.gz", "1", "2", "a.html"]
    assert [page.url for page in found if isinstance(page, GivenPage)][1] == "http://example.org/1"


def test_what_cannot_be_read_is_an_error_in_its_place(tmp_path: Path) -> None:
    (tmp_path / "broken.html.gz").write_bytes(gzip.compress(PAGE * 100)[:30])
    (tmp_path / "empty.warc").write_bytes(b"")
    (tmp_path / "good.html").write_bytes(PAGE)
    given = [str(tmp_path / name) for name in ("absent.html", "broken.html.gz", "empty.warc", "good.html")]
    found = list(pages_of(given))
    assert [type(page) for page in found] == [Unread, Unread, Unread, GivenPage]
    assert "absent.html" in found[0].error  # type: ignore[union-attr]
