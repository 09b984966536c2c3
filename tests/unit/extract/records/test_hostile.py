"""Huge, deep and broken pages: an answer in time, nothing recursive."""

from __future__ import annotations

import time

import pytest

from motherlode.dom.tree import parse
from motherlode.extract.records import RecordParams, extract, learn
from motherlode.extract.records.params import STRATEGIES


def test_a_page_of_a_hundred_thousand_nodes() -> None:
    row = "<tr><td><a href='/x{0}'>Entry {0}</a></td><td>{0} May 2020</td><td>$ {0}.00</td></tr>"
    html = "<html><body><table>" + "".join(row.format(i) for i in range(9_000)) + "</table></body></html>"
    start = time.process_time()
    tree = parse(html)
    regions = extract(tree)
    assert len(tree) > 70_000
    assert time.process_time() - start < 6  # 2 s on a free core; the margin is for busy machines
    assert not regions or len(regions[0].records) > 2


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_deep_nesting(strategy: str) -> None:
    html = "<div>" * 3000 + "".join(f"<p>Text number {i}</p>" for i in range(10)) + "</div>" * 3000
    extract(parse(html), "", RecordParams(strategy=strategy))


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize(
    "html", ["", "<", "<li>" * 500, "<table><tr><td>", "\ufffd\x00<p\x00>&#0;&#xD800;", "<br>" * 2000]
)
def test_broken_pages(html: str, strategy: str) -> None:
    for region in extract(parse(html), "http://[bad", RecordParams(strategy=strategy)):
        assert region.records


def test_links_that_cannot_be_read_stay_as_they_are() -> None:
    rows = "".join(f"<li><a href='http://[{i}'>Entry number {i}</a> <b>$ {i}.00</b></li>" for i in range(1, 9))
    tree = parse(f"<body><ul>{rows}</ul></body>")
    region = extract(tree, "http://shop.example/")[0]
    assert len(region.records) == 8
    assert learn(tree, region).entity_css
