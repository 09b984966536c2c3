"""Links whose paths are taken as they stand are spelled as the parser would spell them."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl.traps import shape_of
from motherlode.errors import InputError
from motherlode.pages.view import is_page_address, view
from motherlode.text.urls import canonical

BASE = "http://news.example:8080/a/b.html?c=d"


@settings(max_examples=200)
@given(st.text(alphabet="ab./~-_%;?=#A\t ", min_size=1, max_size=12))
def test_a_link_gets_its_canonical_address(rest: str) -> None:
    href = "/" + rest
    links = view(f'<body><a href="{href}">word</a></body>', BASE).links
    try:
        wanted = [canonical(href, BASE)]
    except InputError:
        wanted = []
    assert [link.url for link in links] == wanted


@pytest.mark.parametrize(
    ("path", "is_page"),
    [("/a.pdf", False), ("/a.PDF?x=1", False), ("/a.tar.gz", False), ("/a.pdf/b", True), ("/a.pdf.html", True),
     ("/pdf", True), ("/a?b=.pdf", True), ("/", True)],
)  # fmt: skip
def test_only_the_last_ending_of_the_path_counts(path: str, is_page: bool) -> None:
    assert is_page_address("http://news.example" + path) is is_page
    assert is_page_address(path) is is_page


@pytest.mark.parametrize(
    ("path", "is_counted"),
    [("/Calendar/2020", True), ("/a/MONTH=3", False), ("/a&Month=3", True), ("/a?week=1", True), ("/2020/03", False)],
)
def test_calendars_are_told_by_their_addresses_however_they_are_written(path: str, is_counted: bool) -> None:
    reason, counted = shape_of("http://news.example" + path)
    assert (reason, any(counted)) == ("", is_counted)
