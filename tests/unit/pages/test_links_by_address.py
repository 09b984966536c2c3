"""The links of a page by address: the native extension means what the loop in Python says."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.kernels import native
from motherlode.model.pages import Link
from motherlode.pages.scan import MAX_ANCHOR
from motherlode.pages.view import Addresses, Hrefs, links_by_address, links_in_python

HREFS = st.sampled_from(
    [
        "/a",
        "/a?utm_id=1",
        "/b.pdf",
        "b",
        "./b",
        "b.html",
        "é",
        "//other.example/",
        "mailto:x@y",
        "?q=1",
        " ",
        "http://[",
    ]
)
WORDS = st.sampled_from(["", " ", "one", "one two", "\u3000新闻", "é ", "x" * MAX_ANCHOR])
ROWS = st.lists(st.tuples(HREFS, WORDS, WORDS, st.sampled_from(["", "nofollow"])), max_size=12)
BASE = "http://news.example/a/page.html?c=d"

needs_native = pytest.mark.skipif(native() is None, reason="the native extension is not used")


@needs_native
@settings(max_examples=300)
@given(ROWS, st.integers(0, 6))
def test_the_native_links_are_those_of_the_loop(rows: list[tuple[str, str, str, str]], most: int) -> None:
    known = Hrefs()
    for _ in range(2):  # first what has to be asked for, then what is known
        found = links_by_address(rows, known.of_page(BASE), most)
        wanted = links_in_python(rows, Hrefs().of_page(BASE), most)
        assert found == wanted
        assert list(found[1].items()) == list(wanted[1].items())


@needs_native
def test_a_native_link_is_a_link_like_any_other() -> None:
    (link,), _ = links_by_address([("/a", "one", "two", "rel")], Hrefs().of_page(BASE), 5)
    assert link == Link("http://news.example/a", "one", "two", "rel", "")
    assert hash(link) == hash(Link("http://news.example/a", "one", "two", "rel"))
    with pytest.raises(AttributeError):
        link.url = "other"  # type: ignore[misc]


@needs_native
def test_what_is_no_link_is_refused() -> None:
    addresses = ({}, {}, lambda href: (href, ""))
    slots = tuple(getattr(Link, name) for name in ("url", "anchor", "context", "rel", "path"))
    row = ("/a", "", "", "")
    for found, asked, made in (
        ([("/a", "", "")], addresses, (Link, slots)),
        ([("/a", "", "", None)], addresses, (Link, slots)),
        ([row], ({}, {}, lambda href: href), (Link, slots)),
        ([row], ({"/a": 3}, {}, str), (Link, slots)),
        ([row], addresses, (Addresses, slots)),
        ([row], addresses, (Link, slots[:4])),
        ([row], addresses, (Link, (1, 2, 3, 4, 5))),
        ([row], addresses, (dict, slots)),
    ):
        with pytest.raises((ValueError, TypeError)):
            native().linked(found, asked, made, 5, 5)
