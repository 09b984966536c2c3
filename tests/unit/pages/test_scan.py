"""Scans of pages: the compiled kernel and its twin in Python read every page alike."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser

from motherlode.kernels import walking
from motherlode.pages.scan import MAX_ANCHOR, in_kernel, in_python, scan
from motherlode.pages.view import Hrefs, view

kernel = walking()
needs_kernel = pytest.mark.skipif(kernel is None, reason="the native extension is not used")

PIECES = (
    "<p>", "</p>", "<div>", "</div>", "<a href=/x>", "<a href='y?z=1' rel=nofollow>", "<a href=#top>", "<a href>",
    "</a>", "<a href=1 title='a  title'>", "<a href=2 aria-label=label>", "<img alt='an image'>", "<img alt>",
    "<img>", "<area href=z>", "<svg><title>s</title><a href=s>", "</svg>", "<math><a href=m xlink:href=n>",
    "</math>", "<title>t\u00a0 u", "</title>", "<base href=/b/>", "<base>", "<link rel=CANONICAL href=/c>",
    "<link rel='canonical x'>", "<meta name=robots content=NoIndex>", "<meta name=Robots content=x>",
    "<script>a<b</script>", "<style>", "</style>", "<noscript>n</noscript>", "<iframe>i</iframe>",
    "<template><a href=t>t</a></template>", "<table><tr><td>", "</table>", "<!-- c -->", "<![CDATA[d]]>",
    "<frameset>", "<body lang=x>", "<html lang=DE-at>", "<textarea><a href=q>", "</textarea>", "<object>",
    "<select><option>", "<plaintext>", "\x00", "&nbsp;", "&#x2003;", "&amp;", "\ud800",
)  # fmt: skip
WORDS = st.text(
    st.sampled_from("ab \n\t\u00a0\u0085\u1680\u2003\u2028\u202f\u205f\u3000\x1c\x0b三é\U0001f600"), max_size=12
)
PAGES = st.lists(st.sampled_from(PIECES) | WORDS, max_size=40).map("".join)


SAMPLE = """<html lang=de><title> Ä&amp; b</title><base href=/x/><link rel=Canonical href=/c><meta name=robots
content=n><p>one <a href=/1 rel=next>two\u2003three</a> four<a href=#>five</a><script>six</script><svg><a
href=2>7</a></svg><a href=3><img alt=eight></a><map><area href=4 title=nine></map><b>ten</b>eleven<a
href>twelve</a><a href=5>三</a>"""
"""A page with every kind of thing that is looked for."""


def both(html: str) -> None:
    parser = LexborHTMLParser(html)
    assert kernel is not None
    assert parser.root is not None
    assert in_kernel(kernel, parser.root, parser.body) == in_python(LexborHTMLParser(html))


@needs_kernel
@settings(max_examples=300, deadline=None)
@given(PAGES)
def test_kernel_and_twin_agree(html: str) -> None:
    both(html)


@needs_kernel
@pytest.mark.parametrize(
    "html",
    [
        "",
        SAMPLE,
        "<a href=x>" + "三 " * 400 + "</a>",
        "<p>" + "wide \U0001f600" * 9000 + "<a href=x>end</a>",
        "<a href=x></a>" * 3000,
        "<object><a href=x>" * 300 + "<img alt=deep>",
        "<div>" * 3000 + "<a href=x>deep</a>",
        "<p>" + "<b>a</b>" * 5000 + "<a href=x>a</a>",
    ],
)  # fmt: skip
def test_unusual_pages(html: str) -> None:
    both(html)


def test_what_a_page_says() -> None:
    found = scan(LexborHTMLParser(SAMPLE))
    assert found.title == "Ä& b"
    assert (found.language, found.base, found.canonical, found.robots) == ("de", "/x/", "/c", "n")
    assert [link[:2] for link in found.links] == [
        ("/1", "two three"), ("3", "eight"), ("4", "nine"), ("5", "三"),
    ]  # fmt: skip
    assert found.links[0][2].split() == ["one", "fourfiveteneleventwelve三"]
    assert found.links[0][3] == "next"
    assert "six" not in found.text
    assert "7" not in found.text


def test_long_anchors_are_cut() -> None:
    assert len(scan(LexborHTMLParser(f"<a href=x>{'word ' * 500}</a>")).links[0][1]) == MAX_ANCHOR


def test_remembered_addresses_are_those_worked_out_anew() -> None:
    known = Hrefs()
    hrefs = [
        "/a",
        "a",
        "../a",
        "./b?c=1",
        "?q=1",
        "//other.example/x",
        "https://x.example/#f",
        "mailto:a@b",
        "/i.png",
        "a b",
    ]
    html = "".join(f"<a href='{href}'>x</a>" for href in hrefs)
    for url in ("http://e.example/", "http://e.example/d/p?q=/r", "http://e.example/d/o", "http://f.example/d/o"):
        for _ in range(2):
            seen, anew = view(html, url, known=known), view(html, url)
            assert (seen.links, seen.left_out) == (anew.links, anew.left_out)
