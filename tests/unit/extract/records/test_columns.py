"""Columns: aligned, typed, labelled; lists and nested records."""

from __future__ import annotations

from motherlode.dom.tree import parse
from motherlode.extract.records.columns import tabulate
from motherlode.extract.records.leaves import column_type, type_of


def ranges(tree_html: str, tag: str) -> tuple[object, list[tuple[int, int]]]:
    tree = parse(tree_html)
    return tree, [(i, tree.ends[i]) for i, name in enumerate(tree.tags) if name == tag]


def table(html: str, tag: str):  # type: ignore[no-untyped-def]
    tree, found = ranges(html, tag)
    return tabulate(tree, found)  # type: ignore[arg-type]


def test_headings_name_the_columns_of_a_table() -> None:
    rows = "".join(f"<tr><td>Book {i}</td><td>$ {i}.50</td><td>{i} May 2020</td></tr>" for i in range(1, 5))
    html = f"<table><thead><tr><th>Title</th><th>Price</th><th>Date</th></tr></thead><tbody>{rows}</tbody></table>"
    tree = parse(html)
    body = [(i, tree.ends[i]) for i, tag in enumerate(tree.tags) if tag == "tr"][1:]
    made = tabulate(tree, body)
    assert [(c.name, c.type) for c in made.columns] == [("Title", "text"), ("Price", "price"), ("Date", "date")]
    assert made.rows[2] == {"Title": "Book 3", "Price": "$ 3.50", "Date": "3 May 2020"}


def test_labels_before_a_value_name_its_column() -> None:
    made = table("".join(f"<li><b>ISBN:</b> <i>97801402{i}9999</i></li>" for i in range(1, 6)), "li")
    assert made.rows[0] == {"ISBN": "9780140219999"}
    assert made.columns[0].type == "isbn"


def test_a_missing_field_leaves_the_others_in_their_columns() -> None:
    html = "".join(
        f'<li><h3>Item {i}</h3>{"<em>new</em>" if i == 2 else ""}<span class="price">$ {i}</span></li>'
        for i in range(1, 6)
    )
    made = table(html, "li")
    assert [row["price"] for row in made.rows] == [f"$ {i}" for i in range(1, 6)]


def test_repeated_leaves_become_a_list() -> None:
    html = "".join(f"<div><h3>Item {i}</h3>{''.join(f'<i>tag {k}</i>' for k in range(i))}</div>" for i in range(1, 5))
    made = table(html, "div")
    assert made.rows[3][made.columns[1].name] == ["tag 0", "tag 1", "tag 2", "tag 3"]


def test_repeated_groups_become_nested_records() -> None:
    sizes = [f"<li><b>Size {k}</b><i>$ {k}0</i></li>" for k in range(1, 5)]
    html = "".join(f"<div><h3>Item {i}</h3><ul>{''.join(sizes[:i])}</ul></div>" for i in range(1, 5))
    made = table(html, "div")
    nested = next(c for c in made.columns if c.type == "list")
    assert [tuple(unit.values()) for unit in made.rows[1][nested.name]] == [("Size 1", "$ 10"), ("Size 2", "$ 20")]


def test_types_of_values() -> None:
    cases = {
        "$ 12.50": "price", "1.299,00 €": "price", "3 May 2021": "date", "2020-01-31": "date", "10.1000/182": "doi",
        "978-3-16-148410-0": "isbn", "a@b.org": "email", "+49 30 1234567": "phone", "1,234": "number",
        "https://x.org/": "link", "yes": "boolean", "Moby Dick": "text", "2021年5月3日": "date",
    }  # fmt: skip
    assert {text: type_of(text) for text in cases} == cases
    assert column_type(["1", "2", "sold out", "4"]) == "number"
    assert column_type([]) == "text"


def test_a_value_stays_in_its_column_when_the_part_before_it_is_missing() -> None:
    html = "".join(
        f"<li><a href='/{n}'>Book {n}</a>{'' if n == 2 else f' <b>${n}.50</b>'} said {n} words about it</li>"
        for n in range(6)
    )
    made = table(f"<ul>{html}</ul>", "li")
    said = next(name for name, value in made.rows[0].items() if value == "said 0 words about it")
    assert [row[said] for row in made.rows] == [f"said {n} words about it" for n in range(6)]


def test_a_cell_that_moved_stays_in_the_column_of_its_markup() -> None:
    rows = "".join(
        f"<tr>{'' if n == 2 else f'<td>Ada {n}</td>'}<td><b>${n}.50</b></td><td><i>{n + 1} May 2001</i></td></tr>"
        for n in range(6)
    )
    made = table(f"<table>{rows}</table>", "tr")
    price = next(name for name, value in made.rows[0].items() if value == "$0.50")
    assert [row[price] for row in made.rows] == [f"${n}.50" for n in range(6)]
