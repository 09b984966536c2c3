"""The kernel of an article's fields and its twins in Python say the same, on any input."""

from types import ModuleType

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import TEXT, parse
from motherlode.extract.article.blocks import blocks_of
from motherlode.extract.article.fields.links import (
    ANCHOR,
    CONTEXT,
    LINK,
    SAMPLE,
    addresses_in_python,
    links_of,
    rows_in_python,
    rows_of,
)
from motherlode.extract.article.fields.votes import path_in_python, path_of
from motherlode.extract.article.page import DATED, HAN, SIGNED, signs_in_python, signs_of
from motherlode.kernels import native
from motherlode.text.language import tallied_in_python

needs_kernel = pytest.mark.skipif(native() is None, reason="the kernel is not built")
pieces = st.sampled_from(
    [
        "2024",
        "19",
        "20",
        "3",
        "12",
        "٣",
        "²",
        "/",
        ".",
        "-",
        " ",
        "\xa0",
        "\n",
        "May",
        "mai",
        "x_y",
        "'",
        "’",
        "by",
        "BY ",
        "ﬁ",
        "ſtory",
        "dı",
        "dİ",
        "Von",
        "written",
        "author:",
        "_",
        "文",
        "来源：",
        "a" * 90,
        "。" * 150,
        "𝟗",
        "�",
        "K",
        "",
    ]
)
lines = st.lists(pieces, max_size=14).map("".join) | st.text(max_size=30)


@needs_kernel
@settings(max_examples=400, deadline=None)
@given(st.lists(lines, max_size=4))
@example(["x" * 297 + "2024", "x" * 296 + "2024", "x" * 597 + "2024", "1 May 24", "1.2.24", "123456789", "1 ab 24"])
@example(
    [
        "文" + "x" * 999,
        "x" * 299 + "文" + "x" * 99,
        "x" * 300 + "文" + "x" * 60,
        "x" * 300 + "文" + "x" * 59,
        "x" * 330 + "文",
    ]
)
def test_signs_of_lines(texts: list[str]) -> None:
    assert signs_of(texts) == signs_in_python(texts)


def test_signs_are_what_lines_may_tell() -> None:
    found = signs_of(["Posted on 3 May 2024", "来源：新华网", "Words: Ann Lee", "Nothing here"])
    assert list(found) == [SIGNED | DATED, HAN | SIGNED, SIGNED, 0]  # a word of other letters may name who wrote it


hrefs = st.none() | st.sampled_from(
    [
        "",
        "#a",
        "/",
        "/a#b",
        "/a?utm_x=1",
        "/a?b=c&SID=3",
        "//x.org/",
        "https://x.org",
        "https://X.org/a",
        "mailto:a@b.org",
        "https://x.org/",
        "http://a.xn--b.org",
        "http://a..org",
        "a/../b",
        "/é",
        "https://x.org?",
        "/" + "a" * 9000,
        " /b ",
        "/b",
        "b",
        "c/d.html?e=1#f",
        "c/../d",
        "./c",
        "?page=2",
        "news:1",
        "e\x00f",
        "//x.org/a?utm_source=1&b=2",
        "//X.org/\x00",
        "///a",
        " JavaScript:void(0)",
        "\u2003tel:1",
        "javascripts/a",
        "ftp://x.org/a",
    ]
)
parameters = st.sampled_from(
    [
        "utm_x=1",
        "utm_=1",
        "utm_x.y=1",
        "UTM_A",
        "b=2",
        "sid=3",
        "sidney=3",
        "aspsessionidQ=4",
        "asp=5",
        "_ga",
        "_gid=6",
        "fbclid",
    ]
)
asked = st.tuples(
    st.sampled_from(["/a?", "https://x.org/?", "c?", "//x.org/a?"]), st.lists(parameters, min_size=1, max_size=4)
)
hrefs = hrefs | asked.map(lambda both: both[0] + "&".join(both[1]))


@needs_kernel
@settings(max_examples=300, deadline=None)
@given(st.lists(hrefs, max_size=12), st.sampled_from(["", "https://example.org"]), st.integers(1, 4))
def test_addresses(given_hrefs: list[str | None], origin: str, most: int) -> None:
    kernel, base = native(), f"{origin}/a/b" if origin else ""
    assert isinstance(kernel, ModuleType)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("motherlode.extract.article.fields.links.MAX_LINKS", most)
        places, urls = addresses_in_python(given_hrefs, base, origin)
    from motherlode.extract.article.fields.links import MAX_URL, TRACKING, _canonical, _home

    home = _home(base)
    assert home[0] == origin
    packed, ours = kernel.addresses(
        given_hrefs, *home, MAX_URL, most, TRACKING, lambda href: _canonical(href, base, origin)
    )
    assert (np.frombuffer(packed, dtype=np.int64).tolist(), ours) == (places, urls)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="read morü三 ", max_size=400), st.integers(0, 400), st.integers(0, 500))
def test_links_stand_in_a_part_of_their_block(before: str, begin: int, size: int) -> None:
    inside = before[: 2 * begin]
    anchor = f"x{before[begin:][:size]}"
    page = f"<p>{inside} <a href='/1' rel=nofollow>{anchor}</a> {inside}</p>"
    tree = parse(page)
    (link,) = links_of(tree, blocks_of(tree), "https://example.org/a/b")
    shown, whole = " ".join(anchor.split()), " ".join(f"{inside} {anchor} {inside}".split())
    assert link.anchor == shown[:ANCHOR]
    assert link.rel == "nofollow"
    assert link.context in whole
    assert len(link.context) == min(len(whole), CONTEXT)
    if len(shown) <= CONTEXT - 2:
        assert shown[:SAMPLE] in link.context


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=60) | st.text(alphabet="the und_1٣²ﬁe’ ın新", max_size=60))
def test_words_are_tallied_alike(text: str) -> None:
    low = text.lower()
    among = dict.fromkeys(["the", "und", "n", "e", "ın", "新", "²", "ﬁe", *low.split()[:2]])
    counts = tallied_in_python(low, among)
    kernel = native()
    found = counts if kernel is None else kernel.tally(low, among)
    assert list(found.items()) == list(counts.items())


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(["<p>", "</p>", "<a href=/1>", "</a>", "text", "<div>", "<br>", "<script>", "</script>"])
    )
)
def test_links_stand_in_the_same_blocks(parts: list[str]) -> None:
    tree = parse("".join(parts))
    found, nodes = blocks_of(tree), np.flatnonzero(tree.codes == LINK)
    assert rows_of(tree, found, nodes) == rows_in_python(tree, found, nodes)


def _numbered(*numbers: int) -> np.ndarray:
    return np.array(numbers, dtype=np.int32)


NO_TREES = (
    (["a", "b"], _numbered(-1), _numbered(2, 2), 1),
    (["a", "b"], _numbered(-1, 0), _numbered(2, 2), 2),
    (["a", "b"], _numbered(-1, 1), _numbered(2, 2), 1),
    (["a", "b"], _numbered(-1, -9), _numbered(2, 2), 1),
    (["a", "b"], _numbered(-1, 0), _numbered(9, 2), 1),
    (["a", "b"], _numbered(-1, 0), _numbered(2, 1), 1),
    (["a", 3], _numbered(-1, 0), _numbered(2, 2), 1),
)
"""Arrays that are of no tree, and a node."""


@needs_kernel
def test_what_is_no_page_of_ours_is_refused() -> None:
    kernel = native()
    assert isinstance(kernel, ModuleType)
    for call, given_values in (
        (kernel.signs, ("text", frozenset())),
        (kernel.signs, ([b"bytes"], frozenset())),
        (kernel.signs, (["text"], [])),
        (kernel.plain, (None,)),
        (kernel.addresses, (["a:"], "", "", 9, 9, (), lambda href: None)),
        (kernel.addresses, (["a:"], "", "", 9, 9, (), None)),
        (kernel.addresses, (["/a?b"], "", "", 9, 9, (1,), str)),
        (kernel.addresses, (["/a?b"], "", "", 9, 9, ("é",), str)),
        (kernel.begins, ([b"bytes"], 4)),
        (kernel.begins, (["text"], -1)),
        (kernel.alike, (["text"], b"", "text")),
        (kernel.alike, ([1], b"\0", "text")),
        (kernel.tally, (b"text", {})),
        (kernel.tally, ("text", ())),
        (kernel.standing, (np.array([9]), np.array([0]), np.array([1]), _numbered(1))),
        (kernel.standing, (np.array([0]), np.array([0]), np.array([1, 2]), _numbered(1))),
        *((kernel.path, (*tree, 9, "#")) for tree in NO_TREES),
    ):
        with pytest.raises((TypeError, ValueError)):
            call(*given_values)


@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["<div>", "</div>", "<p>", "text", "<ul><li>", "</ul>", "<x-y>", "<b>", "</b>"]), max_size=30
    )
)
def test_a_path_leads_to_its_node(parts: list[str]) -> None:
    tree = parse("".join(parts))
    for node in range(len(tree)):
        assert path_of(tree, node) == path_in_python(tree, node)
        steps = path_of(tree, node).replace("[", ":nth-of-type(").replace("]", ")").split("/")
        element = tree.parents[node] if tree.tags[node] == TEXT else node
        assert tree.select(" > ".join(steps)) == [element]
