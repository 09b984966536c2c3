"""What the page says of its list, how cuts stand to each other, and which sets of roots are kept."""

from __future__ import annotations

import numpy as np

from motherlode.dom.labels import view
from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, extract
from motherlode.extract.records.agreement import agreement
from motherlode.extract.records.counts import signs, stated
from motherlode.extract.records.extraction import candidates
from motherlode.extract.records.features import NAMES, features
from motherlode.extract.records.hypotheses import root_sets
from motherlode.extract.records.likely import MOST_SETS, likeliest, set_features

NUMBERED = (
    "<p>Results <b>1</b> - <b>12</b> of 345</p><div>"
    + "".join(f"<p><b>{i}.</b> <a href='/{i}'>Title of paper {i}</a> by somebody</p>" for i in range(1, 13))
    + "</div><a href='?p=2'>Next</a> <a href='?p=9'>Last</a>"
)
GROUPED = "<body>" + "".join(
    f"<section><h3>{day} May 2021</h3><table><tr><th>Case</th><th>Court</th></tr>"
    + "".join(f"<tr><td><a href='/{k}'>Party {day}{k} v. State</a></td><td>Court {k}</td></tr>" for k in range(many))
    + "</table></section>"
    for day, many in enumerate((3, 7, 2, 9, 4), 11)
)  # fmt: skip


def column(html: str, name: str) -> dict[int, list[float]]:
    """A feature's values by the number of records of the cut."""
    page = view(parse(html))
    cuts = candidates(page)
    values = features(page, cuts)[:, NAMES.index(name)]
    found: dict[int, list[float]] = {}
    for cut, value in zip(cuts, values.tolist(), strict=True):
        found.setdefault(len(cut.starts), []).append(value)
    return found


def test_the_stated_range_is_read_across_markup() -> None:
    page = view(parse(NUMBERED))
    said, node = stated(page)
    assert (said.first, said.last, said.total) == (1, 12, 345)
    assert page.tree.texts[node] == "1"


def test_a_cut_with_as_many_records_as_the_page_states_agrees() -> None:
    agrees = column(NUMBERED, "count agrees")
    assert set(agrees[12]) == {1.0}
    assert all(value <= 0 for size, values in agrees.items() if size != 12 for value in values)


def test_records_that_count_up_from_one_are_seen() -> None:
    assert 1.0 in column(NUMBERED, "counts up")[12]
    assert 1.0 in column(NUMBERED, "counts from first")[12]
    assert max(column(NUMBERED, "pager after")[12]) > 0.5


def test_groups_know_that_a_finer_cut_falls_unevenly_into_them() -> None:
    assert max(column(GROUPED, "finer variation")[5]) > 0.3
    assert max(column(GROUPED, "finer headed")[5]) == 1.0
    assert len(extract(parse(GROUPED))[0].records) == 25


def test_signs_hold_for_a_page_without_numbers_and_links() -> None:
    page = view(parse("<ul>" + "<li>some words here</li><li>other words there</li>" * 4 + "</ul>"))
    made = signs(page, agreement(page, candidates(page)))
    assert all(np.isfinite(values).all() for values in made.values())


def test_a_dozen_sets_of_roots_are_kept_in_their_order() -> None:
    page = view(parse(GROUPED * 3 + NUMBERED * 2))
    sets = root_sets(page)
    kept = likeliest(page, sets)
    assert len(kept) == min(len(sets), MOST_SETS)
    assert np.isfinite(set_features(page, sets)).all()
    places = [next(i for i, one in enumerate(sets) if one[0] is roots) for roots, _, _ in kept]
    assert places == sorted(places)


def test_a_list_of_fourteen_thousand_records_is_read_whole() -> None:
    html = "<ul>" + "".join(f"<li><a href='/{i}'>Item number {i}</a> text {i}</li>" for i in range(14_000)) + "</ul>"
    assert len(extract(parse(html))[0].records) == 14_000


def test_lists_below_the_least_score_are_not_given() -> None:
    tree = parse(
        "<div><a href='/a'>One short link</a> <a href='/b'>Another link</a></div><p>Some text beside it.</p>"
    )
    for region in extract(tree):
        assert region.score < 0.99
    assert extract(tree, "", RecordParams(least_score=0.99)) == []
