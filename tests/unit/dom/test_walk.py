"""The compiled walk and the walk in Python mean the same; both are tested wherever the kernel is built."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax import lexbor
from selectolax.lexbor import LexborHTMLParser

from motherlode.dom import walk
from motherlode.dom.codes import code_of
from motherlode.dom.tree import parse
from motherlode.errors import LimitExceeded
from motherlode.kernels import walking

ROOT = Path(__file__).parents[3]
GOLDEN = sorted((ROOT / "tests/golden").glob("*/*/page.html"))
needs_kernel = pytest.mark.skipif(walking() is None, reason="the kernel is not built: no C compiler")

TAGS = [
    "p", "div", "ul", "li", "table", "tr", "td", "a", "br", "pre", "script", "style", "noscript", "title", "textarea",
    "select", "option", "frameset", "svg", "math", "template", "x-own", "foreignObject", "plaintext", "xmp", "b", "i",
]  # fmt: skip
ATTRIBUTES = ["", " id", " id=a", ' class="b  c"', " hidden=''", ' xlink:href="x"', ' a"b=1', " =c", " ÄÖ=ü", "\0=\0"]
element = st.tuples(st.sampled_from(TAGS), st.sampled_from(ATTRIBUTES), st.text(max_size=20), st.booleans()).map(
    lambda part: f"<{part[0]}{part[1]}>{part[2]}" + (f"</{part[0]}>" if part[3] else "")
)
pages = st.lists(element | st.text(alphabet="<>/abp \n=\"'&;!-\0\r", max_size=20), max_size=40).map("".join)


def assert_same(html: str) -> None:
    root = LexborHTMLParser(html.encode("utf-8", "replace").decode()).root
    if root is None:
        return
    kernel = walking()
    assert kernel is not None
    ours, plain = walk.in_kernel(kernel, root, 10**6), walk.in_python(root, 10**6)
    assert ours.tags == plain.tags
    assert ours.texts == plain.texts
    assert all(map(np.array_equal, ours.arrays, plain.arrays))
    every = np.arange(len(plain.tags))
    one, other = ours.nodes, plain.nodes
    assert list(map(one.attributes, every.tolist())) == list(map(other.attributes, every.tolist()))
    for most in (3, 120, 250):
        assert one.names(every, most) == other.names(every, most)
    for name in ("class", "id", "ÄÖ", "none"):
        assert one.values(every, name) == other.values(every, name)
    assert one.texts_of(every) == other.texts_of(every) == list(map(one.text_of, every.tolist()))
    signs = (code_of("li"), "hidden", "id", "a", ("b", "ä"))
    assert one.marked(*signs) == other.marked(*signs)
    assert one.letters() == other.letters()
    assert one.addresses() == other.addresses()


@needs_kernel
@settings(max_examples=200, deadline=None)
@given(pages)
def test_the_kernel_and_python_walk_alike(html: str) -> None:
    assert_same(html)


@needs_kernel
@pytest.mark.parametrize("page", GOLDEN, ids=lambda page: "/".join(page.parts[-3:-1]))
def test_they_walk_alike_over_golden_pages(page: Path) -> None:
    assert_same(page.read_bytes().decode("utf-8", "replace"))


@needs_kernel
def test_they_walk_alike_over_a_deep_and_a_broad_page() -> None:
    assert_same("<div>" * 3000 + "deep")
    assert_same("<p>x<!-- y -->" * 20_000)


@needs_kernel
def test_the_kernel_refuses_what_is_no_node_and_numbers_beyond_the_page() -> None:
    kernel = walking()
    assert kernel is not None
    root = LexborHTMLParser("<p>x").root
    names = (None,) * 256
    for wrong in (None, 1, object(), LexborHTMLParser("<p>")):
        with pytest.raises(TypeError):
            kernel.walk(wrong, names, 2, 4, bytes(256), 10)
    bits = bytes(256)
    for arguments in (
        (names[:5], 2, 4, bits, 10),
        (names, 256, 4, bits, 10),
        (names, -1, 4, bits, 10),
        (names, 2, 4, bits, 2**40),
        (names, 2, 4, bits[1:], 10),
    ):
        with pytest.raises(ValueError, match="256"):
            kernel.walk(root, *arguments)
    assert root is not None
    with pytest.raises(ImportError, match="nowhere"):
        kernel.bind("/nowhere/library.so", type(root), root, root.tag_id)
    with pytest.raises(ImportError, match="has no"):
        kernel.bind(kernel.__file__, type(root), root, root.tag_id)
    for html, tag, misread in (("<p>x", 0, "attributes|tags"), ('<html a="1"><body>e', root.tag_id, "texts")):
        other = LexborHTMLParser(html).root
        with pytest.raises(ImportError, match=misread):
            kernel.bind(lexbor.__file__, type(root), other, tag)
    given_of = parse("<p id=a>x").given
    assert given_of(-2) == {"id": "a"}
    for number in (5, 10**30, -6):
        with pytest.raises((IndexError, OverflowError)):
            given_of(number)


@needs_kernel
def test_names_of_any_length_and_script_are_alike() -> None:
    long = "長い名前😀" * 400
    assert_same(f"<p class='{long}' id='{long}'><p id={long}><p class role=a><p class='' id><p class=x style hidden>")
    assert_same(
        "<p style='DISPLAY : None'><p style='a:b;visibility:\n\thidden'><p style='display:: none'><p style=display:>"
        "<p style='display none'><p style><p style='visibility:visible'><p style='display :\u00a0none;ſ:display:non'>"
        "<p aria-hidden=true><p aria-hidden=false style='display:none'><p role itemprop=b><p class='a b' data-x>"
    )
    tree = parse("<p>")
    with pytest.raises(ValueError, match="250"):
        tree.nodes.names(np.arange(1), 251)
    for wrong in ([99], [-1]):
        with pytest.raises(IndexError):
            tree.nodes.names(np.asarray(wrong), 10)
        with pytest.raises(IndexError):
            tree.nodes.values(np.asarray(wrong), "id")


@needs_kernel
def test_attributes_outlive_the_names_of_the_tree() -> None:
    given_of = parse("<p id=a>x").given
    parse("<div>" * 1000)
    assert given_of(2) == {}
    assert given_of(3) == {"id": "a"}


def test_both_ways_refuse_too_many_nodes() -> None:
    root = LexborHTMLParser("<p>x" * 100).root
    kernel = walking()
    with pytest.raises(LimitExceeded):
        walk.walked(root, 50)
    with pytest.raises(OverflowError):
        walk.in_python(root, 50)
    if kernel is not None:
        with pytest.raises(OverflowError):
            walk.in_kernel(kernel, root, 50)
