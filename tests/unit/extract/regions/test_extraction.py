"""Record lists of small pages."""

from __future__ import annotations

from motherlode.dom.tree import parse
from motherlode.extract.regions import extract


def shop(count: int) -> str:
    items = "".join(
        f'<li class="item"><a href="/p{i}">Product number {i} with a name</a> <b>$ {i}9.90</b> '
        f"<span>In stock, ships in {i} days</span></li>"
        for i in range(1, count + 1)
    )
    menu = "".join(f'<li><a href="/m{i}">Menu {i}</a></li>' for i in range(6))
    return (
        f"<html><body><nav><ul>{menu}</ul></nav><h1>Shop</h1><ul>{items}</ul><footer>About us</footer></body></html>"
    )


def test_the_main_list_comes_first() -> None:
    regions = extract(parse(shop(12)))
    assert [record.texts[0] for record in regions[0].records] == [
        f"Product number {i} with a name" for i in range(1, 13)
    ]
    assert regions[0].records[3].links == ("/p4",)


def test_an_empty_page_has_no_records() -> None:
    assert extract(parse("")) == []
