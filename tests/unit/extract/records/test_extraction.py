"""Record lists of small pages: every layout the issue names."""

from __future__ import annotations

import pytest
from tests.unit.extract.records.pages import grid, items, page, titles

from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, extract, why_none


def found(html: str, **options: object) -> list[str]:
    regions = extract(parse(html), "", RecordParams(**options))  # type: ignore[arg-type]
    texts = [" ".join(record.texts) for record in regions[0].records] if regions else []
    return [next((t for t in titles(99) if t in text), text) for text in texts]


def test_the_main_list_comes_first() -> None:
    regions = extract(parse(page(f"<ul>{items(12)}</ul>")), "http://shop.example/list")
    assert [record.texts[0] for record in regions[0].records] == titles(12)
    assert regions[0].records[3].links == ("http://shop.example/p4",)


def test_a_grid_with_several_entities_a_row() -> None:
    assert found(page(grid(14))) == titles(14)


def test_advertisements_between_records_are_left_out() -> None:
    advert = '<li class="ad"><p>Sponsored</p><iframe src="/x"></iframe></li>'
    assert found(page(f"<ul>{items(5)}{advert}{items(5, 6)}</ul>")) == titles(10)


def test_records_of_two_rows_each() -> None:
    rows = "".join(
        f'<tr><td><a href="/p{i}">Product number {i} with a name</a></td></tr>'
        f"<tr><td>Ships in {i} days, $ {i}.50</td></tr>"
        for i in range(1, 9)
    )
    regions = extract(parse(page(f"<table>{rows}</table>")))
    assert len(regions[0].records) == 8
    assert regions[0].records[2].texts == ("Product number 3 with a name", "Ships in 3 days, $ 3.50")


def test_a_definition_list() -> None:
    rows = "".join(
        f'<dt><a href="/p{i}">Product number {i} with a name</a></dt><dd>Text {i}</dd>' for i in range(1, 9)
    )
    assert found(page(f"<dl>{rows}</dl>")) == titles(8)


@pytest.mark.parametrize("html", ["", "<p>Nothing repeats here.</p>", "<html><body></body></html>", "\x00\x01<<<>>>"])
def test_pages_without_records_give_none_and_a_reason(html: str) -> None:
    assert extract(parse(html)) == []
    assert why_none(parse(html))


def test_an_article_is_not_a_list_of_records() -> None:
    text = "".join(
        f"<p>{'A sentence of running text that goes on for a while. ' * (3 + i % 3)}</p>" for i in range(9)
    )
    html = f"<html><body><h1>Title</h1><div>{text}</div></body></html>"
    assert extract(parse(html)) == []
    assert "text" in why_none(parse(html))


@pytest.mark.parametrize(
    ("day", "sentence"),
    [
        ("2004年6月", "外界众说纷纭，但他向媒体说明一切，不知道原因是什么，不过可能和广告有关。"),
        ("5 May 2004", "People said again what had been said before, and nobody knew why they did so. "),
    ],
    ids=["Chinese", "English"],
)
def test_paragraphs_with_dates_and_several_parts_are_no_records(day: str, sentence: str) -> None:
    texts = [f"{day} <i>{i}.</i> {sentence * (3 + i % 4)}" for i in range(7)]
    plain = "".join(f"<p>{text}</p>" for text in texts)
    linked = "".join(f"<p><a href='/{i}'>Story number {i}</a> {text}</p>" for i, text in enumerate(texts))
    assert extract(parse(f"<html><body><div>{plain}</div></body></html>")) == []
    assert len(extract(parse(f"<html><body><div>{linked}</div></body></html>"))[0].records) == 7


@pytest.mark.parametrize("strategy", ["derl", "erl", "mdr", "units", "paths"])
def test_the_papers_algorithms_can_be_chosen(strategy: str) -> None:
    regions = extract(parse(f"<html><body><ul>{items(8)}</ul></body></html>"), "", RecordParams(strategy=strategy))
    assert regions[0].method == strategy
    assert len(regions[0].records) == 8


def test_other_pages_of_the_source_expose_what_is_template() -> None:
    fixed = "<ul>" + "".join(
        f'<li><a href="/h{i}">Help topic {i} explained</a> <i>Read more about it {i}</i></li>' for i in range(30)
    ) + "</ul>"  # fmt: skip
    one, other = (parse(page(fixed + f"<ul>{items(6, first)}</ul>")) for first in (1, 50))
    assert [record.texts[0] for record in extract(one, siblings=[other])[0].records] == titles(6)


def test_a_comparison_table_has_its_records_in_columns() -> None:
    names = "".join(f"<td>Model {c}</td>" for c in "ABCD")
    rows = "".join(
        f"<tr><th>{label}</th>{''.join(f'<td>{label} of {c}: {i}</td>' for c in 'ABCD')}</tr>"
        for i, label in enumerate(("Weight", "Height", "Price", "Colour"))
    )
    region = extract(parse(f"<html><body><table><tr><th></th>{names}</tr>{rows}</table></body></html>"))[0]
    assert [record.fields["title"] for record in region.records] == [f"Model {c}" for c in "ABCD"]
    assert region.records[1].fields["Price"] == "Price of B: 2"


def test_a_page_that_is_not_likely_to_hold_records_gives_none_and_says_how_likely() -> None:
    items = "".join(f"<li><a href='/b/{i}'>Book {i}</a> by A. Writer {i}, ${i}.50</li>" for i in range(12))
    tree = parse(f"<html><body><h1>Results</h1><ul>{items}</ul></body></html>")
    assert len(extract(tree, params=RecordParams(least_listness=0.5))[0].records) == 12
    assert extract(tree, params=RecordParams(least_listness=1.0)) == []
    assert "likelihood" in why_none(tree)


def test_chinese_prose_between_line_breaks_is_no_list() -> None:
    line = "人心不会熄灭，但它可能蒙上灰烬而不再燃烧，灰烬本来是燃烧的产物，也会把火压住。"
    prose = "<br>".join(line[n % 7 :] for n in range(40))
    assert extract(parse(f"<html><body><div>{prose}</div></body></html>")) == []


def test_chinese_results_are_a_list() -> None:
    rows = "".join(
        f"<li><a href='/{n}'>第{n}号通知：关于北京市公共交通的规定</a> <i>2021-03-{n + 10}</i> 自发布之日起施行</li>"
        for n in range(12)
    )
    regions = extract(parse(f"<html><body><h1>搜索结果</h1><ul>{rows}</ul></body></html>"))
    assert len(regions[0].records) == 12
