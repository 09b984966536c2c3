"""A place of one record names what stands there in every record."""

from __future__ import annotations

import pytest

from motherlode.app.records import column_at, find_records, renamed, text_at, with_field
from motherlode.dom.tree import parse
from motherlode.errors import UsageError
from motherlode.extract.records import RecordParams

ROWS = "".join(
    f"<li class=item><a href=/b{n}>Book {n}</a> <span>by Ann Author {n}</span> <b>$ {n}.50</b></li>"
    for n in range(1, 15)
)
PAGE = f"<html><body><h1>Books</h1><ul>{ROWS}</ul></body></html>".encode()


def test_what_is_pointed_at_is_known_dropped_and_made_a_field_again() -> None:
    found = find_records(PAGE, "text/html", "http://shop.example/", RecordParams())
    author = parse(found.html).found("span")[2]
    assert text_at(found, author) == "by Ann Author 3"
    column = column_at(found, 0, 2, author)
    assert "Author 3" in str(found.regions[0].records[2].fields[column])
    dropped = renamed(found, 0, {column: ""})
    assert column_at(dropped, 0, 2, author) == ""
    again = with_field(dropped, 0, 2, author, "writer")
    assert [record.fields["writer"] for record in again.regions[0].records][:3] == [
        "by Ann Author 1", "by Ann Author 2", "by Ann Author 3",
    ]  # fmt: skip
    assert again.regions[0].columns[-1].filled == 1.0
    with pytest.raises(UsageError, match="choose another"):
        with_field(again, 0, 2, author, "writer")
    with pytest.raises(UsageError, match="inside a record"):
        with_field(again, 0, 2, 1, "other")


def test_the_rule_remembers_what_was_named_dropped_and_pointed_out() -> None:
    found = find_records(PAGE, "text/html", "http://shop.example/", RecordParams())
    author = parse(found.html).found("span")[2]
    column = column_at(found, 0, 2, author)
    price = next(each.name for each in found.regions[0].columns if each.type == "price")
    mine = with_field(renamed(found, 0, {column: "", price: "cost"}), 0, 2, author, "writer")
    assert mine.wrapper is not None
    other = PAGE.replace(b"Book ", b"Volume ").replace(b"Ann", b"Bea")
    again = find_records(other, "text/html", "http://shop.example/2", RecordParams(), mine.wrapper)
    assert again.by_rule
    first = again.regions[0].records[0].fields
    assert (first["writer"], first["cost"]) == ("by Bea Author 1", first["cost"])
    assert column not in first
    assert price not in first
    dropped = renamed(again, 0, {"writer": ""})
    assert dropped.wrapper is not None
    third = find_records(other, "text/html", "http://shop.example/3", RecordParams(), dropped.wrapper)
    assert "writer" not in third.regions[0].records[0].fields


def test_a_rule_that_does_not_fit_a_page_says_so_and_gives_way() -> None:
    rule = find_records(PAGE, "text/html", "http://shop.example/", RecordParams()).wrapper
    rows = "".join(f"<tr><td>Item {n}</td><td>{n} kg</td><td>red</td></tr>" for n in range(20))
    table = f"<html><body><table>{rows}</table></body></html>".encode()
    found = find_records(table, "text/html", "http://shop.example/t", RecordParams(), rule)
    assert not found.by_rule
    assert len(found.regions[0].records) == 20
    assert "finds nothing on this page" in found.reason
