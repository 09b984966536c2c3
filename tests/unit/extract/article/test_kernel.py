"""The compiled kernel and its twins in Python mean the same; both are tested wherever the kernel is built."""

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import Tree, parse
from motherlode.extract.article import blocks as runs
from motherlode.extract.article import elements, read
from motherlode.kernels import native

ROOT = Path(__file__).parents[4]
GOLDEN = sorted((ROOT / "tests/golden/news").glob("*/page.html"))
KERNEL = native()
pytestmark = pytest.mark.skipif(KERNEL is None, reason="the kernel is not built: no C compiler")

TAGS = [
    "p", "div", "h1", "li", "td", "a", "b", "br", "br", "nav", "footer", "header", "article", "script", "noscript",
    "button", "span", "iframe", "aside", "main", "select", "x-own",
]  # fmt: skip
text = st.text(alphabet="a Bé,.:$1209\n\t\x1e\x85\u3000分年?😀©_", max_size=12) | st.text(max_size=8)
NAMES = ["", "", " class=nav-bar", " id=comments", " class='share body'", " style='display:none'", " hidden", " a=b"]
element = st.tuples(st.sampled_from(TAGS), st.sampled_from(NAMES), text, st.booleans()).map(
    lambda part: f"<{part[0]}{part[1]}>{part[2]}" + (f"</{part[0]}>" if part[3] else "")
)
pages = st.lists(element | text, max_size=40).map("".join)


def assert_same_runs(html: str) -> None:
    tree = parse(html.encode("utf-8", "replace").decode())
    assert KERNEL is not None
    ours, plain = runs.runs_in_kernel(KERNEL, tree), runs.runs_in_python(tree)
    assert ours.texts == plain.texts
    assert all(map(np.array_equal, ours[1:], plain[1:]))
    assert_same_surroundings(tree, ours)


def assert_same_surroundings(tree: Tree, found: runs.Runs) -> None:
    boxes, nodes = elements.enclosing(tree, found.starts)
    plain_boxes, plain_nodes = elements.enclosing_in_python(tree, found.starts)
    assert np.array_equal(boxes, plain_boxes)
    assert np.array_equal(nodes, plain_nodes)
    names, which, signs = tree.nodes.names(nodes, elements.MAX_NAME)
    around = elements.Elements(nodes, np.frombuffer(which, np.int64), signs, elements.all_told(names))
    chars = np.asarray(list(map(len, found.texts)), dtype=np.float64)
    ours = elements.around_in_kernel(KERNEL, tree, found.starts, chars, boxes, around)
    plain = elements.around_in_python(tree, found.starts, chars, boxes, around)
    for field in dataclasses.fields(elements.Surroundings):
        one, other = getattr(ours, field.name), getattr(plain, field.name)
        assert one.shape == other.shape, field.name
        assert one.dtype == other.dtype, field.name
        assert np.array_equal(one, other), field.name


@settings(max_examples=200, deadline=None)
@given(pages)
def test_runs_and_what_surrounds_them_are_alike(html: str) -> None:
    assert_same_runs(html)


@pytest.mark.parametrize("page", GOLDEN, ids=lambda page: page.parent.name)
def test_runs_of_golden_pages_are_alike(page: Path) -> None:
    assert_same_runs(page.read_bytes().decode("utf-8", "replace"))


@settings(max_examples=300, deadline=None)
@given(
    st.lists(
        st.lists(st.sampled_from((*elements.WORDS, "A", "x", "9", "-", " ", "İ", "NAV", "Body")) | text).map("".join)
    )
)
def test_names_tell_the_same(names: list[str]) -> None:
    words = [name.replace("=", "") for name in names]
    assert np.array_equal(elements.all_told(words), elements.told_in_python(words))


def test_names_are_read_word_by_word() -> None:
    told = dict(zip(("articleBody", "notanad", "ad-slot", "x" * 24 + "nav"), elements.all_told(
        ["articleBody", "notanad", "ad-slot", "x" * 24 + "nav"]).tolist(), strict=True))  # fmt: skip
    assert told["articleBody"] == elements.BIT["article"] | elements.BIT["body"]
    assert not told["notanad"] & elements.BIT["ad"]
    assert told["ad-slot"] & elements.BIT["ad"]
    assert told["x" * 24 + "nav"] == elements.BIT["nav"]  # what comes after 24 letters is a word of its own


def test_the_kernel_refuses_arrays_that_do_not_fit() -> None:
    assert KERNEL is not None
    for words, bits in ((("nav",), np.zeros(2, np.int64)), (("9",), np.zeros(1, np.int64))):
        with pytest.raises(ValueError, match=r"array|hints"):
            KERNEL.told(["nav"], words, bits)
    codes, ends, kinds = bytes(2), np.asarray([2, 2], dtype=np.int32), bytes(512)
    wrong = [
        ("runs", (codes, ends, kinds, ["a"], 9, 0.5)),
        ("runs", (codes, np.asarray([9, 2], dtype=np.int32), kinds, ["a", "b"], 9, 0.5)),
        ("runs", (codes, ends, kinds, ["a", None], 9, 0.5)),
        ("runs", (codes, ends, bytes(2), ["a", "b"], 9, 0.5)),
    ]
    for name, arguments in wrong:
        with pytest.raises(ValueError, match=r"."):
            getattr(KERNEL, name)(*arguments)


def test_the_kernel_of_surroundings_refuses_what_does_not_fit() -> None:
    kernel = KERNEL
    codes, kinds, parents = bytes(2), bytes(512), np.asarray([-1, 0], dtype=np.int32)
    ends, one, chars = np.asarray([2, 2], dtype=np.int32), np.ones(1, dtype=np.int64), np.ones(1)
    tree, blocks, elements = (
        (codes, parents, ends, ["a", "b"]),
        (one, one, chars),
        (one, one - 1, b"a", one),
    )
    rules = (bytes([255]) * 256, 3, 2, 1, 0.7, 9)
    kernel.around(tree, blocks, elements, rules)
    wrong = [
        ("enclosing", (np.asarray([-1, 1], dtype=np.int32), codes, kinds, one)),
        ("enclosing", (parents, codes, kinds, one + 1)),
        ("enclosing", (parents, codes[1:], kinds, one)),
        ("around", ((codes, parents, ends, ["a"]), blocks, elements, rules)),
        ("around", ((codes, parents, ends + 1, ["a", "b"]), blocks, elements, rules)),
        ("around", (tree, (one, one + 1, chars), elements, rules)),
        ("around", (tree, (one + 9, one, chars), elements, rules)),
        ("around", (tree, (one, one, chars[1:]), elements, rules)),
        ("around", (tree, blocks, (one + 1, one - 1, b"a", one), rules)),
        ("around", (tree, blocks, (one, one, b"a", one), rules)),
        ("around", (tree, blocks, (one, one - 1, b"", one), rules)),
        ("around", (tree, blocks, (one, one - 1, b"a", one + 3), rules)),
        ("around", (tree, blocks, (one, one - 1, b"a", -one), rules)),
        ("around", (tree, blocks, (one, one - 1, b"a", b"a"), rules)),
        ("around", (tree, blocks, elements, (bytes([3]) * 256, 3, 2, 1, 0.7, 9))),
        ("around", (tree, blocks, elements, (bytes(256), 3, 99, 1, 0.7, 9))),
    ]
    for name, arguments in wrong:
        with pytest.raises(ValueError, match=r"."):
            getattr(kernel, name)(*arguments)


ARTICLES = """
import dataclasses, json, sys
from pathlib import Path
from motherlode.extract.article import read
from motherlode.kernels import native
assert native() is None
for page in sys.argv[1:]:
    html = Path(page).read_bytes().decode("utf-8", "replace")
    print(json.dumps(dataclasses.asdict(read(html, "https://example.org/a/b"))))
"""


def test_without_the_kernel_the_articles_are_the_same() -> None:
    environment = {**os.environ, "MOTHERLODE_PURE": "1", "PYTHONPATH": str(ROOT / "src")}
    ran = subprocess.run(
        [sys.executable, "-c", ARTICLES, *map(str, GOLDEN)],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    for page, line in zip(GOLDEN, ran.stdout.splitlines(), strict=True):
        html = page.read_bytes().decode("utf-8", "replace")
        assert json.loads(json.dumps(dataclasses.asdict(read(html, "https://example.org/a/b")))) == json.loads(line)
