"""What the one box takes words and files for."""

from __future__ import annotations

import pytest

from motherlode.app.beginning import Given, tried_page, understood, understood_file
from motherlode.errors import UnreadableInput

ROWS = "".join(f"<li><a href=/b{n}>Book {n}</a> <b>$ {n}.50</b></li>" for n in range(1, 15))
FIELDS = "<input name=title><select name=year><option>2001<option>2002</select>"


@pytest.mark.parametrize(
    ("text", "kind"),
    [("flood dam:2", "topic"), ("https://news.example/a", "address"), ("news.example", "address"),
     ("flood news.example", "topic"), ("a.example b.example", "topic"), ("<p>x", "page")],
)  # fmt: skip
def test_words_are_a_topic_an_address_or_a_page(text: str, kind: str) -> None:
    assert understood(text).kind == kind


def test_a_list_of_addresses_and_a_list_of_words_belong_to_a_topic() -> None:
    assert understood_file("sites.txt", b"http://a.example/\nb.example\n") == Given(
        "topic", addresses=("http://a.example/", "http://b.example/"), name="sites.txt"
    )
    assert understood_file("words.csv", b"flood,2\ndam,1\n").keywords == (("flood", 2.0), ("dam", 1.0))


def test_rows_of_several_columns_are_records() -> None:
    for name, body in (
        ("books.csv", b"title,price,year\nFlood,12,1999\nDam,14,2003\n"),
        ("books.jsonl", b'{"title": "Flood", "price": 12, "year": 1999}\n{"title": "Dam", "price": 14}\n'),
    ):
        given = understood_file(name, body)
        assert given.kind == "table"
        assert given.table is not None
        assert [column.name for column in given.table.columns] == ["title", "price", "year"]
        assert given.table.records[1].fields["title"] == "Dam"


def test_a_page_and_an_archive_are_told_by_their_first_bytes() -> None:
    assert understood_file("saved", b"  <html><p>x").kind == "page"
    assert understood_file("crawl", b"WARC/1.0\r\n").kind == "archive"
    with pytest.raises(UnreadableInput, match=r"song\.mp3 is no file that can be taken here"):
        understood_file("song.mp3", b"ID3\0")
    with pytest.raises(UnreadableInput, match="holds no records"):
        understood_file("empty.jsonl", b"\n")


def test_a_page_with_a_list_is_a_list_however_much_text_it_has() -> None:
    texts = "".join(f"<li><a href=/b{n}>Book {n}</a> <p>{'A text of the book. ' * 8}</p></li>" for n in range(14))
    assert tried_page(f"<html><body><ul>{ROWS}</ul></body></html>", "").kind == "records"
    assert tried_page(f"<html><body><ul>{texts}</ul></body></html>", "").kind == "records"


def test_a_form_is_seen_unless_it_is_for_members() -> None:
    assert tried_page(f"<html><body><form>{FIELDS}</form></body></html>", "").form
    assert not tried_page(f"<html><body><form>{FIELDS}<input type=password></form></body></html>", "").form


def test_the_lines_of_a_form_are_no_list() -> None:
    ranges = "".join(
        f"{name} from <input name={name}_from> to <input name={name}_to><br>" for name in ("Price", "Carat")
    )
    form = f"<html><h1>Search</h1><form action=/search>{ranges}{FIELDS}<input type=submit></form></html>"
    found = tried_page(form, "")
    assert (found.kind, found.form) == ("", True)
    shop = "".join(
        f"<li><a href=/b{n}>Book {n}</a> $ {n}.50 <input name=n{n}><input name=m{n}></li>" for n in range(9)
    )
    assert tried_page(f"<html><form>{FIELDS}<ul>{shop}</ul></form></html>", "").kind == "records"
