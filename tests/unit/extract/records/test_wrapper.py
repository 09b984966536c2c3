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


def taught(html: str, spans: list[tuple[int, int]] | None = None) -> tuple[Wrapper, Region]:
    """The rule of a page, of the given ranges or of its own list, and what the rule says there."""
    tree = parse(html)
    region = assemble(tree, spans, [start for start, _ in spans], 1.0) if spans else extract(tree)[0]
    rule = learn(tree, region)
    again = apply(rule, tree)
    assert [(r.texts, r.fields) for r in again.records] == [(r.texts, r.fields) for r in region.records]
    return rule, again


def test_columns_that_differ_by_cell_class_or_what_stands_before_keep_their_values() -> None:
    def rows(first: int) -> str:
        return "".join(
            f"<tr><td class='field a'>Case {i}</td>"
            f"<td class='field b'>Party {i}<br>Judge {i * 7}<hr>Room {i * 3}</td>"
            f"<td class='field c'><a href='/{i}'>Opinion {i}</a></td></tr>"
            for i in range(first, first + 8)
        )

    rule, again = taught(page(f"<table><tbody>{rows(1)}</tbody></table>"))
    assert len({column.path for column in again.columns}) == len(again.columns)
    other = parse(page(f"<table><tbody>{rows(30)}</tbody></table>"))
    found = apply(rule, other)
    assert [record.fields for record in found.records] == [record.fields for record in extract(other)[0].records]
    assert len(set(map(str, found.records[0].fields.values()))) == len(found.records[0].fields) >= 5
    assert verify(rule, found, other).kept


def test_a_part_that_moved_behind_an_optional_one_stays_in_its_column() -> None:
    def rows(first: int, mark: str) -> str:
        return "".join(
            f"<li><a href='/{i}'>Title {i}</a>{mark} words about {i} and more</li>" for i in range(first, first + 8)
        )

    rule, again = taught(page(f"<ul>{rows(1, '')}</ul>"))
    name = next(column.name for column in again.columns if "words" in str(again.records[0].fields[column.name]))
    other = parse(page(f"<ul>{rows(20, '<b>new</b>')}</ul>"))
    found = apply(rule, other)
    assert found.records[0].fields[name] == "words about 20 and more"
    assert verify(rule, found, other).kept


def test_the_last_record_ends_before_a_sibling_that_no_record_has() -> None:
    def html(first: int) -> str:
        parts = "".join(
            f"<h3><a href='/{i}'>Case number {i}</a></h3><p>Filed on day {i}</p>" + "<p>Amended</p>" * (i % 3 == 0)
            for i in range(first, first + 7)
        )
        return page(f"<div>{parts}<div class='pages'><a href='?2'>Next</a></div></div>")

    tree = parse(html(1))
    heads = tree.found("h3")
    pager = next(node for node, names in enumerate(tree.classes) if names == "pages")
    rule, _ = taught(html(1), list(zip(heads, [*heads[1:], pager], strict=True)))
    assert rule_of(rule).inner == ("p",)
    found = apply(rule, parse(html(11)))
    assert [record.texts[0] for record in found.records] == [f"Case number {i}" for i in range(11, 18)]
    assert found.records[-1].texts[-1] != "Next"


def test_records_that_no_rule_gives_back_leave_none_and_the_reason_is_told() -> None:
    tree = parse("<ul>" + "".join(f"<li><a href='/{i}'>Title {i}</a></li>" for i in range(9)) + "</ul>")
    some = [node for at, node in enumerate(tree.found("li")) if at not in {2, 5}]
    region = assemble(tree, [(node, tree.ends[node]) for node in some], some, 1.0)
    with pytest.raises(ExtractError, match="no rule gives back these 7 records; the nearest gives 9"):
        learn(tree, region)


def test_a_table_whose_records_are_columns_has_no_rule() -> None:
    cells = "".join(
        f"<tr><th>{name}</th><td>{name} of A</td><td>{name} of B</td><td>{name} of C</td></tr>"
        for name in ("Price", "Weight", "Colour", "Size", "Range")
    )
    tree = parse(page(f"<table><tbody>{cells}</tbody></table>"))
    region = extract(tree)[0]
    assert region.method == "ours, turned"
    with pytest.raises(ExtractError, match="columns of a table"):
        learn(tree, region)
