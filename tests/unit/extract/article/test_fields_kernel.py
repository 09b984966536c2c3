"""The kernel of an article's fields and its twins in Python say the same, on any input."""

import random
from types import ModuleType

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import parse
from motherlode.extract.article.fields.candidates import path_in_python, path_of
from motherlode.extract.article.fields.links import (
    ANCHOR,
    CONTEXT,
    SAMPLE,
    addresses_in_python,
    links_in_python,
)
from motherlode.extract.article.fields.prefilter import DATED, HAN, SIGNED, signs_in_python, signs_of
from motherlode.kernels import native
from motherlode.model.pages import Link

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
    from motherlode.extract.article.fields.links import MAX_URL, _home, _parsed

    assert _home(base)[0] == origin
    packed, ours = kernel.addresses(given_hrefs, *_home(base), MAX_URL, most, lambda href: _parsed(href, base))
    assert (np.frombuffer(packed, dtype=np.int64).tolist(), ours) == (places, urls)


@needs_kernel
@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32))
def test_links(seed: int) -> None:
    chance, kernel = random.Random(seed), native()
    assert isinstance(kernel, ModuleType)
    words = ["read", "more", "über", "三", "and on " * 30, "x" * 41, ""]
    texts = [" ".join(chance.choices(words, k=chance.randrange(30))) for _ in range(4)]
    count = chance.randrange(6)
    anchors = [
        text[chance.randrange(len(text) + 1) :][: chance.choice((0, 9, 90, 500))] + chance.choice(("", "!"))
        for text in chance.choices(texts, k=count)
    ]
    rels = [chance.choice((None, "", "nofollow")) for _ in range(count)]
    rows = np.asarray([chance.randrange(-1, 4) for _ in range(count)], dtype=np.int64)
    urls = [f"https://example.org/{n}" for n in range(count)]
    ours = kernel.links(Link, urls, anchors, rels, rows, texts, (CONTEXT, SAMPLE, ANCHOR))
    assert ours == links_in_python(urls, anchors, rels, rows, texts)


@needs_kernel
def test_what_is_no_page_of_ours_is_refused() -> None:
    kernel = native()
    assert isinstance(kernel, ModuleType)
    none = np.zeros(0, dtype=np.int64)
    for call, given_values in (
        (kernel.signs, ("text", frozenset())),
        (kernel.signs, ([b"bytes"], frozenset())),
        (kernel.signs, (["text"], [])),
        (kernel.plain, (None,)),
        (kernel.addresses, (["a:"], "", "", 9, 9, lambda href: None)),
        (kernel.addresses, (["a:"], "", "", 9, 9, None)),
        (kernel.links, (int, [], [], [], none, [], (1, 1, 1))),
        (kernel.links, (Link, ["a"], [], [], none, [], (1, 1, 1))),
        (kernel.links, (Link, [1], [2], [3], np.zeros(1, dtype=np.int64), [4], (1, 1, 1))),
    ):
        with pytest.raises((TypeError, ValueError)):
            call(*given_values)


@needs_kernel
@settings(max_examples=60, deadline=None)
@given(
    st.lists(
        st.sampled_from(["<div>", "</div>", "<p>", "text", "<ul><li>", "</ul>", "<x-y>", "<b>", "</b>"]), max_size=30
    )
)
def test_paths(parts: list[str]) -> None:
    tree = parse("".join(parts))
    for node in range(len(tree)):
        assert path_of(tree, node) == path_in_python(tree, node)
