"""Links that are canonical as they stand are told without a parser, and mean what it says."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from motherlode.errors import InputError
from motherlode.pages.view import Hrefs, is_page_address, joined
from motherlode.text.urls import canonical

PARTS = st.lists(st.sampled_from(["a", "B.x", "..", ".", "~u", "", "utm_id", "sid", "%20", "é", "c:d"]), max_size=4)
QUERIES = st.lists(st.sampled_from(["a=1", "utm_id=2", "SID=", "b", "=", "c=d/e", ""]), max_size=3)


@given(st.sampled_from(["", "/", "//", "./"]), PARTS, QUERIES, st.sampled_from(["", "?x=1", "#y"]))
def test_links_without_a_parser_mean_what_it_says(begin: str, parts: list[str], query: list[str], end: str) -> None:
    href = begin + "/".join(parts) + ("?" + "&".join(query) if query else "")
    for base in ("http://a.example/b/c" + end, "https://a.example:8080/"):
        try:
            wanted = canonical(f"{href}#", base)  # a fragment, which goes, keeps it from being taken as it stands
        except InputError:
            wanted = ""
        assert joined(href, base) == wanted or not href
        if href:
            assert Hrefs().of_page(base).ask(href)[0] in {wanted, ""}
            assert Hrefs().of_page(base).ask(href)[0] or not wanted or not is_page_address(wanted)
