"""Wrappers: learned on one page, applied to others, checked, and written so that other tools understand them."""

from __future__ import annotations

import lxml.html
import pytest
from tests.unit.extract.records.pages import items, page

from motherlode.dom.tree import parse
from motherlode.errors import ExtractError
from motherlode.extract.records import apply, counted, extract, learn, next_page, verify
from motherlode.extract.records.assembly import assemble
from motherlode.extract.records.rule import rule_of
from motherlode.model.records import Region, Wrapper


def listing(first: int, count: int = 10) -> str:
    return page(f"<p>{first} - {first + count - 1} of 345</p><ul class='results'>{items(count, first)}</ul>")


def test_a_rule_learned_on_one_page_gives_the_records_of_twenty_more() -> None:
    tree = parse(listing(1))
    rule = learn(tree, extract(tree)[0], "shop")
    for first in range(11, 211, 10):
        other = parse(listing(first))
        got, fresh = apply(rule, other), extract(other)[0]
        assert [r.texts for r in got.records] == [r.texts for r in fresh.records]
        assert [r.fields for r in got.records] == [r.fields for r in fresh.records]
        assert verify(rule, got, other).kept


def test_a_page_with_one_record_is_read_by_the_rule() -> None:
    tree = parse(listing(1))
    rule = learn(tree, extract(tree)[0])
    assert len(apply(rule, parse(listing(7, 1))).records) == 1


def test_xpath_and_css_find_the_same_records_in_other_tools() -> None:
    html = listing(1)
    tree = parse(html)
    rule = learn(tree, extract(tree)[0])
    document = lxml.html.fromstring(html)
    assert len(document.xpath(rule.entity_xpath)) == 10
    assert len(tree.parser.css(rule.entity_css)) == 10


def test_drift_is_noticed() -> None:
    tree = parse(listing(1))
    rule = learn(tree, extract(tree)[0])
    moved = parse(page(f"<div class='new'>{items(10, tag='div', classes='card')}</div>"))
    assert not verify(rule, apply(rule, moved), moved).kept
    few = parse(page(f"<p>1 - 10 of 345</p><ul class='results'>{items(4)}</ul>"))
    assert verify(rule, apply(rule, few), few).code == "count"


def test_a_damaged_rule_says_so() -> None:
    with pytest.raises(ExtractError, match="damaged"):
        apply(Wrapper("shop", "", "", (), {"steps": 3}), parse("<p>x</p>"))
    with pytest.raises(ExtractError, match="without records"):
        learn(parse("<p>x</p>"), Region(0, "", (), ()))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ("<p>Results <b>21</b> - <b>40</b> of 1,345</p>", (21, 40, 1345)),
        ("<p>Showing 20 of 345 results</p>", (1, 20, 345)),
        ("<p>Treffer 1 bis 10 von 80</p>", (1, 10, 80)),
        ("<p>345 results</p>", (None, None, 345)),
        ("<p>共 345 条</p>", (None, None, 345)),
        ("<p>Call 555 1234</p>", (None, None, None)),
    ],
)
def test_the_pages_own_count(html: str, expected: tuple[int | None, int | None, int | None]) -> None:
    said = counted(parse(html))
    assert (said.first, said.last, said.total) == expected


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        ('<a href="/q?p=2" rel="next">2</a>', "http://x.org/q?p=2"),
        ('<a href="?p=1">1</a> <a href="?p=2">Next ›</a>', "http://x.org/list?p=2"),
        ('<a href="?p=2">下一页</a>', "http://x.org/list?p=2"),
        ('<a href="?p=2" aria-label="Next page"><img src="r.png"></a>', "http://x.org/list?p=2"),
        ('<span class="current">3</span> <a href="?p=4">4</a> <a href="?p=5">5</a>', "http://x.org/list?p=4"),
        ('<a href="/about">About</a>', ""),
    ],
)
def test_the_next_page(html: str, expected: str) -> None:
    assert next_page(parse(html), "http://x.org/list") == expected


def test_a_rule_leaves_out_what_has_something_that_no_record_has() -> None:
    rows = "".join(
        f'<tr><td><a href="/{i}">Title number {i}</a></td><td>Some words about {i}</td></tr>' for i in range(8)
    )
    head = '<tr><td><a href="/?sort">Title</a></td><td><b>About</b> what it is</td></tr>'
    html = f"<table><tbody>{head}{rows}</tbody></table>"
    tree = parse(html)
    roots = tree.found("tr")[1:]
    region = assemble(tree, [(node, tree.ends[node]) for node in roots], roots, 1.0)
    rule = learn(tree, region)
    assert [record.nodes for record in apply(rule, tree).records] == [record.nodes for record in region.records]
    assert rule_of(rule).lacks == ("td", "b")
    assert len(lxml.html.fromstring(html).xpath(rule.entity_xpath)) == 8
    assert len(tree.parser.css(rule.entity_css)) == 8
