"""The compiled kernel and its twins in Python give the same."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from tests.unit.extract.records.pages import items, page

from motherlode.dom.tree import parse
from motherlode.extract.records import agreement, hypotheses, ranking
from motherlode.extract.records.formatting import seen
from motherlode.extract.records.ranking import ranker
from motherlode.kernels import native

GOLDEN = sorted((Path(__file__).parents[3] / "golden" / "records").glob("*/page.html"))


@pytest.fixture
def built() -> None:
    """Only where the kernel was built."""
    if native() is None:
        pytest.skip("the kernel of the record extractor is not built; python hatch_build.py builds it")


def sets_of(html: str) -> list[tuple[list[int], int, int]]:
    return [(roots.tolist(), votes, single) for roots, votes, single in hypotheses.root_sets(seen(parse(html)))]


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_the_same_groups_climb(path: Path, built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    html = path.read_text(encoding="utf-8")
    fast = sets_of(html)
    monkeypatch.setattr(hypotheses, "compiled", lambda: None)
    assert sets_of(html) == fast
    assert fast


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.parent.name)
def test_the_same_paths_agree(path: Path, built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    page = seen(parse(path.read_text(encoding="utf-8")))
    found = hypotheses.hypotheses(page)
    fast = agreement.agreement(page, found)
    monkeypatch.setattr(agreement, "compiled", lambda: None)
    slow = agreement.agreement(page, found)
    for name in agreement.Agreement.__slots__:
        np.testing.assert_array_equal(getattr(fast, name), getattr(slow, name), err_msg=name)


def test_a_page_on_which_nothing_repeats(built: None) -> None:
    assert sets_of("<p>alone</p>") == []
    assert sets_of("") == []


def test_the_same_sums_of_trees(built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = np.random.default_rng(3).normal(size=(40, len(ranking.NAMES)))
    fast = ranker().scores(rows)
    monkeypatch.setattr(ranking, "compiled", lambda: None)
    for quick, slow in zip(fast, ranker().scores(rows), strict=True):
        np.testing.assert_allclose(quick, slow, rtol=0, atol=1e-9)
    assert ranker().order.scores(rows[:0]).shape == (0,)


def test_arrays_that_do_not_fit_are_refused(built: None) -> None:
    made = native()
    assert made is not None
    parents, weights = np.asarray([-1, 0, 0], np.int32), np.ones(3, np.int64)
    for order, sizes in (([7], [1]), ([-1], [1]), ([1, 2], [1]), ([1], [2]), ([1], [0])):
        with pytest.raises(ValueError, match="fit"):
            made.climbed(np.asarray(order, np.int32), np.asarray(sizes, np.int64), parents, weights, 3)
    one = np.asarray([0], np.int64)
    for start, count, owner, path in ((9, 1, 0, 0), (0, 9, 0, 0), (-1, 1, 0, 0), (0, 1, -1, 0), (0, 1, 0, 5)):
        with pytest.raises(ValueError, match="fit"):
            made.paired(one + start, one + count, one + owner, np.asarray([path], np.int32), 3)
    forest = ranker().order
    parts = (forest.roots, forest.feature, forest.threshold, forest.children, forest.value)
    with pytest.raises(ValueError, match="fit"):
        made.summed(np.zeros((2, 3), np.float32), 3, *parts, forest.depth)


def test_a_long_list_climbs_alike(built: None, monkeypatch: pytest.MonkeyPatch) -> None:
    html = page(f"<ul>{items(400)}</ul>")
    fast = sets_of(html)
    monkeypatch.setattr(hypotheses, "compiled", lambda: None)
    assert sets_of(html) == fast
