"""Repeating units, records that are not contiguous, record sets."""

from __future__ import annotations

from motherlode.dom.labels import view
from motherlode.dom.tree import Tree, parse
from motherlode.extract.units import aligned, also, record_sets, repeating_units


def texts(tree: Tree, ranges: list[tuple[int, int]]) -> list[str]:
    return ["".join(tree.texts[start:end]) for start, end in ranges]


def test_units_of_different_length_with_noise_between() -> None:
    unit = "<h3><a>{0}</a></h3><p>text</p>"
    body = (
        "<div>intro</div>" + unit.format("A") + "<em>x</em>" + unit.format("B") + unit.format("C") + unit.format("D")
    )
    tree = parse(f"<body><section>{body}</section></body>")
    units = max(repeating_units(tree), key=len)
    assert [text[0] for text in texts(tree, units)] == ["A", "B", "C", "D"]


def test_fewer_than_four_units_are_none() -> None:
    assert repeating_units(parse("<body><ul><li>a</li><li>b</li><li>c</li></ul></body>")) == []


def test_like_nodes_elsewhere_belong_to_the_records() -> None:
    row = "<li><a>{0}</a><b>x</b></li>"
    lists = ["".join(row.format(f"{k}{i}") for i in range(n)) for k, n in (("a", 5), ("b", 2))]
    tree = parse(f"<body><ul>{lists[0]}</ul><ul>{lists[1]}</ul></body>")
    assert len(also(tree, max(repeating_units(tree), key=len))) == 7


def test_record_sets_need_more_than_four_of_a_path() -> None:
    tree = parse("<body>" + "<p>a</p>" * 5 + "<b>x</b>" * 4 + "</body>")
    assert [len(ranges) for ranges in record_sets(view(tree))] == [5]


def test_corners_in_rows_and_columns() -> None:
    grid = [(x * 100.0, y * 80.0, 90.0, 70.0) for y in range(3) for x in range(4)]
    assert aligned(grid)
    assert aligned([(10.0, 20.0 * i, 50.0, 18.0) for i in range(8)])
    assert not aligned([(i * i * 7.0, i * i * i * 5.0, 1.0, 1.0) for i in range(9)])
