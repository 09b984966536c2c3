"""Links whose paths are taken as they stand are spelled as the parser would spell them."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.errors import InputError
from motherlode.pages.view import view
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
