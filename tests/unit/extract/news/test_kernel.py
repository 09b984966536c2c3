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

from motherlode.dom.tree import parse
from motherlode.extract.news import hints, read, runs, surroundings
from motherlode.extract.news.kernel import compiled

ROOT = Path(__file__).parents[4]
GOLDEN = sorted((ROOT / "tests/golden/news").glob("*/page.html"))
KERNEL = compiled()
pytestmark = pytest.mark.skipif(KERNEL is None, reason="the kernel is not built: no C compiler")

TAGS = [
    "p", "div", "h1", "li", "td", "a", "b", "br", "br", "nav", "footer", "header", "article", "script", "noscript",
    "button", "span", "iframe", "aside", "main", "select", "x-own",
]  # fmt: skip
text = st.text(alphabet="a Bé,.:$1209\n\t\x1e\x85\u3000分年?😀©_", max_size=12) | st.text(max_size=8)
element = st.tuples(st.sampled_from(TAGS), text, st.booleans()).map(
    lambda part: f"<{part[0]}>{part[1]}" + (f"</{part[0]}>" if part[2] else "")
)
pages = st.lists(element | text, max_size=40).map("".join)


def assert_same_runs(html: str) -> None:
    tree = parse(html.encode("utf-8", "replace").decode())
    assert KERNEL is not None
    ours, plain = runs.in_kernel(KERNEL, tree), runs.in_python(tree)
    assert ours.texts == plain.texts
    assert all(map(np.array_equal, ours[1:], plain[1:]))
    assert all(
        map(
            np.array_equal,
            surroundings.enclosing(tree, ours.starts),
            surroundings.enclosing_in_python(tree, ours.starts),
        )
    )


@settings(max_examples=200, deadline=None)
@given(pages)
def test_runs_and_what_surrounds_them_are_alike(html: str) -> None:
    assert_same_runs(html)


@pytest.mark.parametrize("page", GOLDEN, ids=lambda page: page.parent.name)
def test_runs_of_golden_pages_are_alike(page: Path) -> None:
    assert_same_runs(page.read_bytes().decode("utf-8", "replace"))


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abzAZ09-_ é分\n", max_size=60) | st.from_regex(r"[a-z]{20,60}|[A-Z]{20,60}", fullmatch=True))
def test_words_of_names_are_alike(name: str) -> None:
    assert hints.tokens_of(name) == hints.tokens_in_python(name)


def test_the_kernel_refuses_arrays_that_do_not_fit() -> None:
    assert KERNEL is not None
    codes, ends, kinds = bytes(2), np.asarray([2, 2], dtype=np.int32), bytes(512)
    zero = np.zeros(1, dtype=np.int64)
    wrong = [
        ("runs", (codes, ends, kinds, ["a"], 9, 0.5)),
        ("runs", (codes, np.asarray([9, 2], dtype=np.int32), kinds, ["a", "b"], 9, 0.5)),
        ("runs", (codes, ends, kinds, ["a", None], 9, 0.5)),
        ("runs", (codes, ends, bytes(2), ["a", "b"], 9, 0.5)),
        ("enclosing", (np.asarray([-1, 1], dtype=np.int32), codes, kinds, zero)),
        ("enclosing", (np.asarray([-1, 0], dtype=np.int32), codes, kinds, zero + 2)),
    ]
    for name, arguments in wrong:
        with pytest.raises(ValueError, match=r"."):
            getattr(KERNEL, name)(*arguments)


ARTICLES = """
import dataclasses, json, sys
from pathlib import Path
from motherlode.extract.news import read
from motherlode.extract.news.kernel import compiled
assert compiled() is None
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
