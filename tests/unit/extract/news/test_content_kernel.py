"""The kernel of an article's content and its twins in Python say the same, on any input."""

import random
from types import ModuleType

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import parse
from motherlode.extract.news.blocks import blocks_of
from motherlode.extract.news.content import (
    ALIKE,
    CJK_SIZE,
    LINKS,
    TOGETHER,
    agreed_in_python,
    cjk_in_python,
    doubted_in_python,
)
from motherlode.extract.news.content_kernel import compiled
from motherlode.extract.news.pagetype import tally_in_python
from motherlode.extract.news.render import markdown, plain_text, rendered
from motherlode.extract.news.teasers import below_titles_in_python

needs_kernel = pytest.mark.skipif(compiled() is None, reason="the kernel is not built")

texts = st.sampled_from(
    [
        "one",
        "- two",
        "-",
        "# x",
        "3. y",
        "٣. z",
        "3.x",
        "a | b",
        "> q",
        "* 1",
        "三<br>四",
        "1",
        "",
        " ",
        "``` c",
        "é|",
    ]
)
around = st.sampled_from(
    [
        "p",
        "div",
        "li",
        "ul",
        "ol",
        "td",
        "th",
        "tr",
        "table",
        "h1",
        "h2",
        "h6",
        "h7",
        "pre",
        "blockquote",
        "code",
        "dd",
    ]
)
pages = st.recursive(
    texts,
    lambda inner: st.tuples(around, st.lists(inner, max_size=4)).map(
        lambda both: f"<{both[0]}>{''.join(both[1])}</{both[0]}>"
    ),
    max_leaves=25,
)


@needs_kernel
@settings(max_examples=250, deadline=None)
@given(pages, st.integers(0, 2**16))
@example("<table><tr><td>-<td>a|b<tr><td><pre>x\n y</pre></table><ul><li>c<li>d</ul>", 0)
@example("<p>- a<ul><li>b<li>c</ul><p>d<ul><li>e<ul><li>f</ul><li>g</ul>", 0)
@example("<ol><li>a<li><ol><li>b<li>c</ol><li>d</ol><blockquote><p>e<p>f</blockquote><h2>g</h2>", 0)
def test_texts(html: str, seed: int) -> None:
    tree = parse(html)
    blocks = blocks_of(tree)
    rows = np.arange(len(blocks))
    if seed:
        rows = rows[np.random.default_rng(seed).random(len(rows)) < 0.7]
    assert rendered(tree, blocks, rows) == (plain_text(tree, blocks, rows), markdown(tree, blocks, rows))


@needs_kernel
@settings(max_examples=200, deadline=None)
@given(st.integers(0, 2**32))
def test_numbers(seed: int) -> None:
    kernel, chance = compiled(), random.Random(seed)
    assert isinstance(kernel, ModuleType)
    count = chance.randrange(1, 30)
    chars = np.asarray([chance.choice((1, 11, 12, 40, 80, 81, 120, 121, 250, 251, 900)) for _ in range(count)], float)
    links = np.asarray([size * chance.choice((0, 0, 0.3, 0.5, 0.65, 0.8, 1)) // 1 for size in chars.tolist()], float)
    judged = np.asarray([chance.choice((0.0, 0.2, 0.5, 0.51, 0.97)) for _ in range(count)])
    hints = np.asarray([[chance.randrange(3) for _ in range(4)] for _ in range(count)], dtype=np.float32)
    tags = [chance.choice(("p", "h1", "h6", "h7", "hr", "div")) for _ in range(count)]
    rules = (
        chance.choice((1.0, CJK_SIZE)),
        *chance.choice(((500.0, 0.0), (150.0, 4.0))),
        0.8,
        chance.choice((0.3, 0.5)),
    )
    packed = kernel.doubted(judged, chars, links, rules)
    ours = judged if packed is None else np.frombuffer(packed, dtype=np.float64)
    assert ours.tolist() == doubted_in_python(judged, chars, links, rules).tolist()
    places = np.asarray([chance.randrange(min(count, 4)) for _ in range(count)], dtype=np.int64)
    packed = kernel.agreed(judged, chars, links, places, (LINKS, ALIKE, TOGETHER))
    assert np.frombuffer(packed, dtype=np.float64).tolist() == agreed_in_python(judged, chars, links, places).tolist()
    cards = (judged > 0.4, chars, links, (0.7, 15, 3, chance.choice((80, 600))))
    assert kernel.below_titles(*cards) == below_titles_in_python(*cards)
    for teasers in (0, 1, 4):
        given_numbers = (judged, chars, links, hints, chance.randrange(4), tags, teasers)
        assert kernel.tally(*given_numbers) == tally_in_python(*given_numbers)


@needs_kernel
@settings(max_examples=100, deadline=None)
@given(st.lists(st.text(st.sampled_from("a é\u30ff\u3100\u3400\u9fff\ua000\uac00\ud7b0三𝟗"), max_size=9), max_size=5))
def test_scripts(given_texts: list[str]) -> None:
    kernel = compiled()
    assert isinstance(kernel, ModuleType)
    for most in (0, 3, 4000):
        assert kernel.cjk(given_texts, most) == cjk_in_python(given_texts, most)


@needs_kernel
def test_what_does_not_fit_is_refused() -> None:
    kernel = compiled()
    assert isinstance(kernel, ModuleType)
    one, two, spans = np.zeros(1), np.zeros(2), np.zeros((1, 5), dtype=np.float32)
    row, codes, parents = np.zeros(1, dtype=np.int64), bytes(1), np.full(1, -1, dtype=np.int32)
    arrays, columns, tags = (row, spans, codes, parents), (0, 1, 2, 3, 4), bytes(range(1, 12))
    good = (["a"], row, arrays, columns, tags, str, str)
    assert kernel.rendered(*good) == ("a", "a")
    for call, args in (
        (kernel.cjk, ([1], 9)),
        (kernel.doubted, (one, two, one, (1.0, 1.0, 1.0, 1.0, 1.0))),
        (kernel.agreed, (one, one, two, row, (0.5, 3, 0.5))),
        (kernel.agreed, (one, one, one, row + 1, (0.5, 3, 0.5))),
        (kernel.agreed, (one, one, one, row - 1, (0.5, 3, 0.5))),
        (kernel.below_titles, (one, one, one, (0.7, 15, 3, 80))),
        (kernel.tally, (one, one, two, spans, 0, ["p"], 4)),
        (kernel.tally, (one, one, one, spans, 5, ["p"], 4)),
        (kernel.tally, (one, one, one, spans, 0, [], 4)),
        (kernel.rendered, ([1], *good[1:])),
        (kernel.rendered, (["a"], row + 1, *good[2:])),
        (kernel.rendered, (["a"], row, (row + 1, *arrays[1:]), *good[3:])),
        (kernel.rendered, (*good[:3], (0, 1, 2, 3, 5), *good[4:])),
        (kernel.rendered, (*good[:4], bytes(3), str, str)),
        (kernel.rendered, (["a"], row, (row, spans + 1, codes, parents), columns, tags, lambda row: 1, str)),
    ):
        with pytest.raises((TypeError, ValueError, IndexError)):
            call(*args)
