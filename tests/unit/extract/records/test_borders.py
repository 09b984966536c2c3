"""Borders of records: a list that is cut one element late or early is set right by its edges."""

from motherlode.dom.tree import parse
from motherlode.extract.records import extract

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
