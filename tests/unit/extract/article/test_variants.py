"""Pages in other clothes, from which the judge of blocks is trained, keep their text and its order."""

from pathlib import Path

import numpy as np
import pytest
from benchmarks.news_variants import Clothes, drawn, dressed, han
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.dom.tree import parse
from motherlode.extract.article.blocks import blocks_of, fold

GOLDEN = Path(__file__).parents[3] / "golden" / "news"
PAGE = (GOLDEN / "headings_lists_quotes" / "page.html").read_text(encoding="utf-8")


def _text(page: str) -> str:
    return fold("".join(blocks_of(parse(page)).texts))


@pytest.mark.parametrize("clothes", [Clothes(unnamed=True), Clothes(untold=True), Clothes(unnamed=True, untold=True)])
def test_a_page_without_names_reads_the_same(clothes: Clothes) -> None:
    assert _text(dressed(PAGE, clothes)) == _text(PAGE)


def test_names_and_descriptions_are_gone() -> None:
    page = '<html><head><meta name="a" content="b"></head><body><p class="x" id=y>Text</p></body></html>'
    bare = dressed(page, Clothes(unnamed=True, untold=True))
    assert "class" not in bare
    assert "meta" not in bare
    assert "Text" in bare


def test_tables_take_the_place_of_boxes() -> None:
    page = "<article><h1>Head</h1><p>One</p><ul><li>Two</li></ul></article>"
    tree = parse(dressed(page, Clothes(tables=True, cells=True)))
    assert {"article", "h1", "p", "li"}.isdisjoint(tree.tags)
    assert [text for text in blocks_of(tree).texts if text.strip()] == ["Head\nOne", "Two"]


def test_words_become_the_same_characters_everywhere() -> None:
    page = dressed("<p>Rain, rain. 2024 &amp; snow</p>", Clothes(han=True))
    text = "".join(blocks_of(parse(page)).texts)
    assert text == han("Rain, rain. 2024 & snow")
    assert text.startswith(f"{han('rain')}，{han('rain')}。")
    assert "2024" in text
    assert not any(letter.isascii() and letter.isalpha() for letter in text)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32 - 1), st.booleans())
def test_no_page_keeps_its_own_clothes(seed: int, is_han: bool) -> None:
    clothes = drawn(np.random.default_rng(seed), is_han=is_han)
    assert clothes.unnamed or clothes.untold
    assert not (is_han and clothes.han)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet="<>/!-=\"' abpdivh1&;é中\n", max_size=200), st.integers(0, 2**32 - 1))
def test_any_page_can_be_dressed(page: str, seed: int) -> None:
    dressed(page, drawn(np.random.default_rng(seed), is_han=False))
