"""A place of one record names what stands there in every record."""

from __future__ import annotations

import pytest

from motherlode.app.records_pointing import column_at, text_at, with_field
from motherlode.app.records_project import find_records, renamed
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
