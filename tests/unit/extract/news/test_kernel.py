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
from motherlode.extract.news import blocks, hints, lexicon, read, runs, signs, surroundings
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
    if ours.texts:
        assert_same_signs(ours.texts)


def assert_same_signs(texts: list[str]) -> None:
    assert KERNEL is not None
    assert all(map(np.array_equal, signs.signs_in_kernel(KERNEL, texts), signs.signs_in_python(texts)))


@settings(max_examples=200, deadline=None)
@given(pages)
def test_runs_and_what_surrounds_them_are_alike(html: str) -> None:
    assert_same_runs(html)


@pytest.mark.parametrize("page", GOLDEN, ids=lambda page: page.parent.name)
def test_runs_of_golden_pages_are_alike(page: Path) -> None:
    assert_same_runs(page.read_bytes().decode("utf-8", "replace"))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.text(alphabet="a B.,:1209$€年 \n?“”)", min_size=1, max_size=200) | text.filter(bool),
        min_size=1,
        max_size=6,
    )
)
def test_signs_are_alike(texts: list[str]) -> None:
    assert_same_signs(texts)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9), st.floats(-5, 0), st.floats(0, 5)), max_size=12))
def test_names_around_blocks_say_alike(elements: list[tuple[int, int, float, float]]) -> None:
    ranges = sorted((min(a, b), -max(a, b)) for a, b, *_ in elements)
    firsts = np.asarray([first for first, _ in ranges], dtype=np.int64)
    lasts = np.asarray([-last for _, last in ranges], dtype=np.int64)
    odds = np.asarray([(low, high) for *_, low, high in elements], dtype=np.float32).reshape(-1, 2)
    given = (firsts, lasts, odds[:, 0].copy(), odds[:, 1].copy(), 10)
    assert np.array_equal(lexicon.nested(*given), lexicon.nested_in_python(*given))


@given(st.text(max_size=300))
def test_letters_are_alike(value: str) -> None:
    assert KERNEL is not None
    assert KERNEL.letters(value) == blocks._NOT_LETTER.sub("", value)


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="abzAZ09-_ é分\n", max_size=60) | st.from_regex(r"[a-z]{20,60}|[A-Z]{20,60}", fullmatch=True))
def test_words_of_names_are_alike(name: str) -> None:
    assert hints.tokens_of(name) == hints.tokens_in_python(name)


LEXICON = lexicon.Lexicon(texts={"a": 1.5, "b": -2.0, "\n a": 0.5, "a b": 3, "分": 1.0, "分 分": -1.0, "a \n": 0.25})


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab\n 分1_²é٣İ", max_size=40) | st.text(max_size=40))
def test_words_say_alike(value: str) -> None:
    ours, plain = lexicon.odds_of(value.lower(), LEXICON), lexicon.odds_in_python(value.lower(), LEXICON)
    assert all(map(np.array_equal, ours, plain))


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
        ("nested", (zero, zero + 2, np.ones(1, np.float32), np.ones(1, np.float32), 1)),
        ("nested", (zero - 1, zero, np.ones(1, np.float32), np.ones(1, np.float32), 1)),
        ("nested", (zero, zero, np.ones(2, np.float32), np.ones(1, np.float32), 1)),
        ("odds", ("a b", {}, {"a": 1})),
        ("signs", (["a"], bytes(9), 160)),
        ("signs", (["a"], bytes(2 << 16), 999)),
        ("signs", ([1], bytes(2 << 16), 160)),
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
