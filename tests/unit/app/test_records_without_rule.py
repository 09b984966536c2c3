"""A page whose records no rule gives back: its records are kept, and the reason is told."""

from __future__ import annotations

import pytest

from motherlode.app.extract.records import records_of_page
from motherlode.app.hidden.run import RecordReader
from motherlode.app.inputs import GivenPage
from motherlode.errors import ExtractError
from motherlode.extract.records import RecordParams

PAGE = (
    "<html><body><ul>"
    + "".join(f"<li><a href=/b{n}>Book {n}</a> <span>by Ann Author {n}</span> <b>$ {n}.50</b></li>" for n in range(9))
    + "</ul></body></html>"
)


def refuse(*_: object) -> None:
    raise ExtractError("no rule gives back these 9 records")


def test_the_records_of_a_page_are_given_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    given = GivenPage("a.html", "http://shop.example/", PAGE.encode(), "text/html")
    kept = records_of_page(given, RecordParams())
    assert kept.wrapper is not None
    assert not kept.notes
    monkeypatch.setattr("motherlode.app.extract.records.learn", refuse)
    found = records_of_page(given, RecordParams())
    assert found.wrapper is None
    assert not found.error
    assert [r.fields for r in found.regions[0].records] == [r.fields for r in kept.regions[0].records]
    assert found.notes == ("no rule was kept: no rule gives back these 9 records",)


def test_a_result_page_is_read_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    by_rule = RecordReader()(PAGE, "http://shop.example/")
    monkeypatch.setattr("motherlode.extract.records.learn", refuse)
    reader = RecordReader()
    assert reader(PAGE, "http://shop.example/") == by_rule
    assert reader.wrapper is None
    assert len(by_rule) == 9
