"""The compiled judge and its twins in Python mean the same; both are tested wherever the kernels are built."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import Tree, parse
from motherlode.extract.article import blocks, features
from motherlode.extract.article import judge as model
from motherlode.extract.article.features import PageFacts
from motherlode.extract.article.head import head_of
from motherlode.kernels import native

ROOT = Path(__file__).parents[4]
GOLDEN = sorted((ROOT / "tests/golden/news").glob("*/page.html"))
KERNEL = native()
pytestmark = pytest.mark.skipif(KERNEL is None, reason="the kernels are not built: no C compiler")

NEAR = 1e-5
"""Of sums in another order."""

TAGS = [
    "p", "div", "h1", "h2", "li", "td", "a", "b", "br", "article", "section", "blockquote", "x-own", "pre", "dd",
]  # fmt: skip
NAMES = ["", " class=article-body", " id=comments", " class='share nav' hidden", " style='display:none'", " role=x"]
text = (
    st.text(alphabet="a B.,:1209$€年月 \n?“”)©(c)İΣς", min_size=1, max_size=200)
    | st.text(max_size=12)
    | st.sampled_from(
        [
            "Read more",
            "read MORE\nnow",
            "All rights reserved. Copyright 2011",
            "版权所有",
            "(c)",
            "12:30",
            "5 €",
            "分享",
        ]
    )
)
element = st.tuples(st.sampled_from(TAGS), st.sampled_from(NAMES), text, st.booleans()).map(
    lambda part: f"<{part[0]}{part[1]}>{part[2]}" + (f"</{part[0]}>" if part[3] else "")
)
pages = st.lists(element | text, max_size=40).map("".join)
facts = st.builds(
    PageFacts,
    title=text,
    types=st.frozensets(st.sampled_from(features.PAGE_TYPES), max_size=3),
    description=text,
    body=text.map(blocks.fold_in_python),
)


def judged_in_python(tree: Tree, found: blocks.Blocks, known: PageFacts) -> blocks.Floats:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(features, "native", lambda: None)
        patch.setattr(model, "native", lambda: None)
        return model.shipped().judge(tree, found, known)


def assert_judged_alike(html: str, known: PageFacts | None = None) -> None:
    tree = parse(html.encode("utf-8", "replace").decode())
    found, judge = blocks.blocks_of(tree), model.shipped()
    known = head_of(tree).facts() if known is None else known
    if not len(found):
        return
    layout = features.layout_of(tree, found)
    ours, plain = (np.zeros((len(found), features.LOCAL), dtype=np.float32) for _ in range(2))
    features.local_in_kernel(KERNEL, tree, found, known, layout, ours)
    features.local_in_python(tree, found, known, layout, plain)
    for name, columns in features.PARTS.items():
        np.testing.assert_allclose(ours[:, columns], plain[:, columns], rtol=NEAR, atol=NEAR, err_msg=name)
    thought = judge.first.judge(plain)
    ours, plain = (np.zeros((len(found), model.CONTEXT), dtype=np.float32, order="F") for _ in range(2))
    model.context_features(tree, found, layout, thought, ours)
    model.context_in_python(tree, found, layout, thought, plain)
    np.testing.assert_allclose(ours, plain, rtol=NEAR, atol=NEAR)
    judged = judged_in_python(tree, found, known)
    np.testing.assert_allclose(judge.judge(tree, found, known), judged, atol=NEAR)


@settings(max_examples=150, deadline=None)
@given(pages, facts)
def test_pages_are_judged_alike(html: str, known: PageFacts) -> None:
    assert_judged_alike(html, known)


@pytest.mark.parametrize("page", GOLDEN, ids=lambda page: page.parent.name)
def test_golden_pages_are_judged_alike(page: Path) -> None:
    assert_judged_alike(page.read_bytes().decode("utf-8", "replace"))


def test_what_the_page_says_of_itself_is_found_alike() -> None:
    line = "The council of the town has decided to plant nine hundred trees along the river"
    html = f"<h1>Trees</h1><p>{line}.<p>{line}, it said.<p>{'-' * 40}<p>{'.' * 90}<article><p>Trees!<h1>x</h1><p>End"
    folded = blocks.fold(line)
    assert_judged_alike(html, PageFacts("Trees", frozenset({"article"}), line, f"before{folded}after"))
    assert_judged_alike(html, PageFacts("", frozenset(), "short", folded))


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300) | st.text(alphabet="AbÄ_9 İΣ", max_size=300))
def test_texts_are_folded_alike(value: str) -> None:
    assert blocks.fold(value) == blocks.fold_in_python(value)


def test_the_kernels_refuse_what_does_not_fit() -> None:
    for function, arguments in ((KERNEL.folded, (1,)), (KERNEL.fill, (1,))):
        with pytest.raises(TypeError):
            function(*arguments)


@settings(max_examples=100, deadline=None)
@given(pages)
def test_blocks_inside_the_elements_around_a_block_are_counted(html: str) -> None:
    tree = parse(html.encode("utf-8", "replace").decode())
    found = blocks.blocks_of(tree)
    layout = features.layout_of(tree, found)
    for row, node in enumerate(found.boxes.tolist()):
        for level in range(features.LEVELS):
            inside = [at for at, start in enumerate(found.starts.tolist()) if node <= start < tree.ends[node]]
            assert list(range(layout.low[level, row], layout.high[level, row])) == inside
            node = max(tree.parents[node], 0)
    plain = features.layout_in_python(tree, found)
    assert np.array_equal(layout.low, plain.low)
    assert np.array_equal(layout.high, plain.high)


@settings(max_examples=100, deadline=None)
@given(st.integers(0, 9), st.integers(1, 40), st.sampled_from("CF"), st.integers(0, 2**32 - 1))
def test_tables_are_scaled_alike(rows: int, columns: int, order: str, seed: int) -> None:
    random = np.random.default_rng(seed)
    values = (random.standard_normal((rows, columns)) * 3).astype(np.float32)
    centre, scale = random.standard_normal((2, columns)).astype(np.float32)
    ours, plain = (np.array(values, order=order) for _ in range(2))  # type: ignore[call-overload]
    model.scaled(ours, centre, scale)
    model.scaled_in_python(plain, centre, scale)
    assert ours.tobytes() == plain.tobytes()


def test_the_kernels_of_layouts_and_tables_refuse_what_does_not_fit() -> None:
    tree = parse("<div><p>One.<p>Two.</div>")
    found = blocks.blocks_of(tree)
    starts, boxes, parents, ends = found.starts, found.boxes, tree.parent_array, tree.end_array
    for arrays, levels in (
        ((starts, boxes, parents, ends), 0),
        ((starts, boxes, parents, ends), 65),
        ((starts, boxes[1:], parents, ends), 6),
        ((starts, boxes, parents, ends[1:]), 6),
        ((starts + 99, boxes, parents, ends), 6),
        ((starts, boxes - 99, parents, ends), 6),
        ((starts, boxes, parents + np.int32(99), ends), 6),
        ((starts, boxes, parents, ends + np.int32(99)), 6),
    ):
        with pytest.raises(ValueError, match=r"levels|sizes|page|another"):
            KERNEL.layout(arrays, levels)
    table, numbers = np.zeros((2, 3), dtype=np.float32), np.ones(3, dtype=np.float32)
    for given_values in (
        (table, 3, numbers, numbers, 4.0, False),
        (table, 2, numbers, numbers, 4.0, True),
        (table, 2, numbers, numbers[1:], 4.0, False),
        (table.astype(np.float64), 2, numbers, numbers, 4.0, False),
    ):
        with pytest.raises(ValueError, match=r"table|centre|sizes"):
            KERNEL.scaled(*given_values)


@settings(max_examples=200, deadline=None)
@given(st.lists(text, max_size=12), st.binary(min_size=12, max_size=12), text)
def test_beginnings_are_found_alike(texts: list[str], heads: bytes, known: str) -> None:
    begins, heads = blocks.begins_in_python(texts), heads[: len(texts)]
    assert KERNEL.begins(texts, blocks.BEGINNING) == begins
    assert blocks.alike_rows(begins, heads, known) == blocks.alike_in_python(begins, heads, known)


def test_the_kernel_of_numbers_refuses_blocks_of_another_page() -> None:
    tree, other = parse("<div><p>One.<p>Two.</div>" * 9), parse("<p>One.")
    found, few = blocks.blocks_of(tree), blocks.blocks_of(other)
    table = np.zeros((len(found), features.LOCAL), dtype=np.float32)
    layout, small = features.layout_of(tree, found), features.layout_of(other, few)
    for arguments in (
        (other, found, PageFacts(), layout, table),
        (tree, found, PageFacts(), small, table),
        (tree, few, PageFacts(), small, table),
        (tree, found, PageFacts(), layout, table[:, :40]),
    ):
        with pytest.raises((ValueError, IndexError)):
            features.local_in_kernel(KERNEL, *arguments)


def test_the_kernel_of_surroundings_refuses_blocks_of_another_page() -> None:
    tree, other = parse("<div><p>One.<p>Two.</div>" * 9), parse("<p>One.")
    found, few = blocks.blocks_of(tree), blocks.blocks_of(other)
    layout, small = features.layout_of(tree, found), features.layout_of(other, few)
    table, judged = np.zeros((len(found), model.CONTEXT), dtype=np.float32, order="F"), np.full(len(found), 0.5)
    for arguments in (
        (other, found, layout, judged, table),
        (tree, found, small, judged, table),
        (tree, found, layout, judged[1:], table),
        (tree, found, layout, judged, table[1:]),
        (tree, found, layout, judged, table[:, 1:]),
    ):
        with pytest.raises(ValueError, match=r"sizes|table|page"):
            model.context_features(*arguments)
