"""Borders of records: a list that is cut one element late or early is set right by its edges."""

import numpy as np

from motherlode.dom.tree import parse
from motherlode.extract.records import extract
from motherlode.extract.records.borders import repaired
from motherlode.extract.records.extraction import joined, one_list
from motherlode.extract.records.formatting import seen
from motherlode.extract.records.hypotheses import Hypothesis

BOOKS = [("Harbour Lights", "$4.50"), ("The Quiet Valley", "$12.00"), ("Bells of Ostrand", "$7.25"), ("Tin", "$3.10")]


def texts(html):
    regions = extract(parse(f"<html><body><h1>Books</h1>{html}<p>Copyright Quay and Sons.</p></body></html>"))
    return [" ".join(record.texts) for record in regions[0].records] if regions else []


def test_a_block_goes_with_the_line_above_it():
    html = "".join(
        f"<p class='hit'><a href='/{n}'>{title}</a></p><div class='meta'><b>{price}</b> | <i>new</i> | long</div>"
        for n, (title, price) in enumerate(BOOKS * 3)
    )
    found = texts(f"<div>{html}</div>")
    assert len(found) == 12
    assert all(title in text and price in text for text, (title, price) in zip(found, BOOKS * 3, strict=True))
    assert "Copyright" not in found[-1]


def test_the_price_belongs_to_the_term_above_it():
    html = "".join(f"<dt><a href='/{n}'>{title}</a></dt><dd>{price}</dd>" for n, (title, price) in enumerate(BOOKS))
    found = texts(f"<dl>{html}</dl>")
    assert [text.split(" $")[0] for text in found] == [title for title, _ in BOOKS]


def test_the_row_that_names_the_columns_is_no_record():
    rows = "".join(f"<tr><td><a href='/{n}'>{t}</a></td><td><b>{p}</b></td></tr>" for n, (t, p) in enumerate(BOOKS))
    found = texts(f"<table><tr><td><b>Title</b></td><td><b>Price</b></td></tr>{rows}</table>")
    assert len(found) == len(BOOKS)
    assert found[0].startswith("Harbour Lights")


def test_a_first_record_before_the_first_paragraph_is_found():
    html = "<p>".join(f"<a href='/{n}'>{title}</a><br>{price}<br>new" for n, (title, price) in enumerate(BOOKS * 2))
    found = texts(f"<p>Results 1 - 8 of 30</p><div>{html}</div>")
    assert len(found) == 8
    assert found[0].startswith("Harbour Lights")


def test_the_last_record_keeps_its_last_part():
    html = "".join(
        f"{n + 1}. <a href='/{n}'>{t}</a><blockquote>some words about it</blockquote><blockquote>{p}</blockquote>"
        for n, (t, p) in enumerate(BOOKS)
    )
    found = texts(f"<div>{html}</div>")
    assert found[-1].endswith("$3.10")
    assert found[0].startswith("1.")


def test_records_that_begin_with_a_labelled_link_are_cut_there_though_other_parts_are_optional():
    items = []
    for number, (title, price) in enumerate(BOOKS * 2):
        place = "<li>Place: Ostrand</li>" if number % 3 else ""
        items.append(f"<li>Title: <a href='/{number}'>{title}</a></li>{place}<li>Price: <b>{price}</b></li>")
    found = texts("<ul>" + "<li><hr></li>".join(items) + "</ul>")
    assert len(found) == 8
    assert all(text.startswith("Title:") and text.count("Price:") == 1 for text in found)


LONGER = [*BOOKS, ("The Green Winter Paper", "$16.89"), ("North Letter", "$67.08"), ("Stone Bridge", "$56.96")]


def cut_at(html, wanted):
    """A page and the cut whose records begin at the siblings that hold a text, each up to the next."""
    page = seen(parse(f"<html><body>{html}</body></html>"))
    tree = page.tree
    nodes = [i for i, text in enumerate(tree.texts) if text and wanted in text]
    roots = []
    for node in nodes:
        while tree.tags[node] not in {"li", "tr"}:
            node = tree.parents[node]
        roots.append(node)
    starts = np.array(roots)
    ends = np.append(starts[1:], tree.ends[roots[-1]])
    return page, Hypothesis(starts, starts, ends)


def test_a_record_without_the_part_that_the_cut_was_built_on_is_not_merged_into_the_one_before():
    items = []
    for number, (title, price) in enumerate(LONGER):
        cost = f"<li>Price: <b>{price}</b></li>" if number != 5 else ""
        items.append(f"<li>Title: <a href='/{number}'>{title}</a></li>{cost}<li>Date: <i>{number} May 1995</i></li>")
    page, whole = cut_at(f"<ul>{''.join(items)}</ul>", "Title:")
    starts = whole.starts[[0, 1, 2, 3, 4, 6]]
    cut = Hypothesis(starts, starts, np.append(starts[1:], page.ends[page.parents[starts[0]]]))
    mended = repaired(page, cut)
    assert len(mended.starts) == len(mended.roots) == 7
    assert [page.tree.text_of(int(node)).split(": ")[1] for node in mended.starts] == [title for title, _ in LONGER]


def test_a_second_link_in_one_record_does_not_part_it():
    items = [
        f"<li><a href='/{n}'>{title}</a></li><li><b>{price}</b></li><li><i>{n} May</i></li>"
        + ("<li><a href='/cached'>Cached</a></li>" if n == 3 else "")
        for n, (title, price) in enumerate(LONGER)
    ]
    page, _ = cut_at(f"<ul>{''.join(items)}</ul>", "$")
    tree = page.tree
    starts = np.array(
        [i for i, tag in enumerate(tree.tags) if tag == "li" and "/cached" not in _links(tree, i) and _links(tree, i)]
    )
    cut = Hypothesis(starts, starts, np.append(starts[1:], tree.ends[tree.parents[int(starts[0])]]))
    assert len(repaired(page, cut).starts) == len(LONGER)


def _links(tree, node):
    return [tree.attribute(i, "href") for i in range(node, tree.ends[node]) if tree.tags[i] == "a"]


def test_a_last_row_with_an_empty_cell_is_a_record():
    rows = [
        f"<tr><td><a href='/{n}'>{title}</a></td><td>{'' if n == 4 else f'<i>{n + 1} May 2005</i>'}</td>"
        f"<td>{'' if n == 5 else f'Ostrand {n}'}</td></tr>"
        for n, (title, _) in enumerate(LONGER[:6])
    ]
    head = "<tr><td><b>Title</b></td><td><b>Date</b></td><td><b>Place</b></td></tr>"
    found = texts(f"<table border=1>{head}{''.join(rows)}</table><p><a href='?2'>2</a> <a href='?2'>Next</a></p>")
    assert [text.split(" ")[0] for text in found] == [title.split(" ")[0] for title, _ in LONGER[:6]]


def test_two_parts_of_one_table_are_one_list():
    row = "<tr><td>{0}<br>of the court<br><i>{1} May 2005</i></td></tr>"
    first = "".join(row.format(title, n) for n, (title, _) in enumerate(LONGER))
    second = "".join(row.format("<b>" + title + "</b>", n) for n, (title, _) in enumerate(LONGER))
    html = f"<table>{first}<tr><th>Unpublished</th></tr>{second}<tr><td><a href='?2'>2</a></td></tr></table>"
    page, rows = cut_at(html, "of the court")
    upper, lower = (Hypothesis(part, part, page.ends[part]) for part in (rows.starts[:7], rows.starts[7:]))
    assert one_list(page, upper, lower)
    assert joined(lower, upper).starts.tolist() == rows.starts.tolist()


def test_a_list_of_other_things_is_no_part():
    row = "<tr><td><a href='/{1}'>{0}</a><br>of the court<br><i>{1} May 2005</i></td></tr>"
    rows = "".join(row.format(title, n) for n, (title, _) in enumerate(LONGER))
    menu = "".join(f"<tr><td><span>of the kind {n}</span></td></tr>" for n in range(5))
    page, every = cut_at(f"<table>{menu}</table><table>{rows}</table>", "of the")
    others, books = (Hypothesis(part, part, page.ends[part]) for part in (every.starts[:5], every.starts[5:]))
    assert not one_list(page, books, others)
