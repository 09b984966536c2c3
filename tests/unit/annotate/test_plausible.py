"""An empty cell rather than nonsense: what does not fit the schema, or nothing speaks for, is no value."""

import re

import pytest

from motherlode.annotate.detail import annotate_site
from motherlode.annotate.integrate import integrate
from motherlode.annotate.items import read_site
from motherlode.annotate.matching import Matcher
from motherlode.annotate.plausible import plausible
from motherlode.annotate.schema_files import parse_schema, ready_schema
from motherlode.errors import SchemaError
from motherlode.model.schema import Attribute, SourceRecord

BOOKS = {attribute.name: attribute for attribute in ready_schema("books").attributes}
MOVIES = {attribute.name: attribute for attribute in ready_schema("movies").attributes}


@pytest.mark.parametrize(
    ("attribute", "good", "bad"),
    [
        (BOOKS["pages"], ["352", "Pages: 352", "224 pages", ": 311"], ["0", "24 hours", "page 3 of 12", "Home"]),
        (BOOKS["language"], ["English", "English, French", "Deutsch"], ["Add to cart", "Englishtown", "2009"]),
        (BOOKS["rating"], ["4.5", "4 out of 5", "★★★★", "3 stars", "87%"], ["1,204 reviews", "2009", "#1,205"]),
        (BOOKS["isbn_10"], ["0306406152", "ISBN-10: 0-306-40615-2"], ["9780306406157", "0306406153", "1234567890"]),
        (BOOKS["isbn_13"], ["978-0-306-40615-7"], ["0306406152", "9780306406158"]),
        (MOVIES["mpaa_rating"], ["PG-13", "R", "Rated R for violence"], ["Xbox", "Reviews", "12 votes"]),
        (
            Attribute("length", type="measure", units=("m", "ft"), low=1, high=200),
            ["9.45 m", "31 ft"],
            ["12 kg", "900 m"],
        ),
    ],
    ids=lambda given: given.name if isinstance(given, Attribute) else "",
)
def test_only_what_fits_is_a_value(attribute, good, bad):
    assert [text for text in good if not plausible(text, attribute)] == []
    assert [text for text in bad if plausible(text, attribute)] == []


def shop(number):
    """A detail page with numbers and words that nothing names, as shops have them around."""
    letter = "abcdef"[number]
    html = (
        f"<html><head><title>Book {letter} of tides - Quay</title></head><body><a href='/'>X</a><p>English</p>"
        f"<h1>Book {letter} of tides</h1><p>by <a href='/a'>Ada Byron</a></p><p>{100 + number}</p>"
        f"<span>{3 + number} customers</span><table><tr><th>Publisher:</th><td>Harbour Press {number}</td></tr>"
        f"<tr><th>ISBN-13:</th><td>{ISBN[number]}</td></tr></table><p>{20 + number} left</p></body></html>"
    )
    return f"page{number}.html", html


ISBN = ("9780306406157", "9781861972712", "9780262033848", "9780131103627", "9780201633610")


def test_bare_numbers_and_words_fill_no_columns():
    site = annotate_site(read_site([shop(number) for number in range(5)]), ready_schema("books"))
    filled = {name for page in site.pages for name in page.values}
    assert {"title", "isbn_13", "publisher"} <= filled
    assert not filled & {"pages", "rating", "language", "isbn_10", "weight", "edition", "series", "availability"}


def test_an_isbn_of_ten_digits_stays_one():
    (book,) = integrate([SourceRecord("a", "1", {"isbn_10": ("0-306-40615-2",)})], ready_schema("books"))
    assert re.fullmatch(r"\d{9}[\dX]", book.values["isbn_10"][0])


@pytest.mark.parametrize("line", ["closed = true", 'low = "a"', "low = 5\nhigh = 2", 'units = "m"'])
def test_a_mistaken_limit_is_named(line):
    with pytest.raises(SchemaError, match=line.split()[0]):
        parse_schema(f"[attributes.length]\n{line}\n", "boats", "boats.toml")


MADE = {
    "Edition:": "Reprint", "Pages:": "3{n}2", "Language:": "English", "ISBN-10:": "0306406152",
    "Format:": "Paperback", "Dimensions:": "9.25 x 6.2{n} inches", "Weight:": "1.{n} pounds", "Series:": "#{n}",
    "Customer rating:": "4.{n} out of 5", "Subject:": "History",
}  # fmt: skip


def made_shop(kind, number):
    """A detail page of one of five made shops: rows, definitions, paragraphs, bold labels or list items, and around
    them a menu, sellers, other books with prices and dates, and a form."""
    facts = {"Publisher:": f"Harbour Press {number}", "ISBN-13:": ISBN[number], **MADE}
    told = {
        label: value.format(n=number)
        for label, value in facts.items()
        if (number + len(label)) % 4 or "ISBN" in label
    }
    shape = {
        "rows": "<tr><th>{0}</th><td>{1}</td></tr>", "terms": "<dt>{0}</dt><dd>{1}</dd>", "lines": "<p>{0} {1}</p>",
        "bold": "<div><b>{0}</b> {1}</div>", "items": "<li><span>{0}</span> <span>{1}</span></li>",
    }[kind]  # fmt: skip
    inside = "".join(shape.format(label, value) for label, value in told.items())
    around = {"rows": "table", "terms": "dl", "items": "ul"}.get(kind, "div")
    other = "".join(
        f"<div><a href='/o{n}'>Another book {n}</a> <b>${n}.99</b> <i>{n} May 20{10 + n}</i> {200 + n} sold</div>"
        for n in range(3)
    )
    letter = "abcde"[number]
    return f"{kind}{number}.html", (
        f"<html><head><title>Book {letter} of tides - Quay</title></head><body><ul><li><a href='/'>Home</a></li>"
        f"<li><a href='/f'>Fiction</a></li><li><a href='/x'>X</a></li></ul><form><label>Choose Category</label>"
        f"<a href='/all'>All</a></form><h1>Book {letter} of tides</h1><p>by <a href='/a'>Ada Byron</a></p>"
        f"<p>Our price: <b>${10 + number}.50</b></p><{around}>{inside}</{around}><h3>Sellers</h3><p>{90 + number} %"
        f" of 1,20{number} buyers</p><h3>Related books</h3>{other}<p>Phone: (555) 123-456{number}</p></body></html>"
    )


FORMS = {
    "pages": r"3\d2", "language": r"English", "isbn_10": r"0306406152", "isbn_13": r"978\d{10}",
    "format": r"Paperback", "dimensions": r"9\.25 x 6\.2\d inches", "weight": r"1\.\d pounds", "edition": r"Reprint",
    "rating": r"4\.\d out of 5", "subject": r"History", "price": r"\$1\d\.50", "publisher": r"Harbour Press \d",
    "title": r"Book [a-e] of tides", "author": r"Ada Byron",
}  # fmt: skip


@pytest.mark.parametrize("kind", ["rows", "terms", "lines", "bold", "items"])
def test_every_filled_column_of_five_made_shops_is_plausible(kind):
    site = annotate_site(read_site([made_shop(kind, number) for number in range(5)]), ready_schema("books"))
    cells = [(name, value) for page in site.pages for name, values in page.values.items() for value in values[:1]]
    wrong = [(name, value) for name, value in cells if not re.fullmatch(FORMS.get(name, "none"), value)]
    assert len(cells) >= 5 * 8, "an empty table is no proof"
    assert len(wrong) <= 0.05 * len(cells), wrong


def test_a_date_or_price_of_something_else_fills_no_column():
    pages = [
        (
            f"{n}.html",
            (
                f"<html><head><title>Player {'abcdef'[n]} - Court</title></head><body><h1>Player {'abcdef'[n]}</h1>"
                f"<table><tr><th>Height:</th><td>6-{n}</td></tr></table><h3>Latest news</h3><p>{n + 1} May 2010</p>"
                f"<p>Tickets from <b>${20 + n}.00</b></p></body></html>"
            ),
        )
        for n in range(6)
    ]
    site = annotate_site(read_site(pages), ready_schema("athletes"))
    filled = {name for page in site.pages for name in page.values}
    assert {"name", "height"} <= filled
    assert not filled & {"birth_date", "salary", "draft"}


def test_a_value_in_front_of_a_text_is_not_its_label():
    matcher = Matcher(ready_schema("products"))
    at = [attribute.name for attribute in matcher.attributes].index("availability")
    assert matcher.label("In stock.")[at] == 0
    assert matcher.label("Availability:")[at] == 1


def made_restaurant(number):
    """A detail page beside which other places and their prices are listed, with marks for single sides of a visit."""
    name = f"Harbour Grill {'abcdef'[number]}"
    deals = "".join(
        f"<li><a href='/h{n}'>Quay Hotel {n}</a> <span class='price'>${200 + 10 * n + number}</span></li>"
        for n in range(4)
    )
    return f"{number}.html", (
        f"<html><head><title>{name} - Tables</title></head><body><h1>{name}</h1><div class='adr'>"
        f"<span class='locality'>Port Maren</span> <span class='region'>NY</span></div>"
        f"<table><tr><th>Phone:</th><td>(555) 123-456{number}</td></tr>"
        f"<tr><th>Cuisine:</th><td>Seafood</td></tr></table><div class='ratings'><p><b>Atmosphere:</b> 3.0</p>"
        f"<p><b>Guest ratings:</b> 4.{number}</p></div><p>Reviews: <b>11{number}</b></p>"
        f"<h3>Port Maren City deals</h3><ul>{deals}</ul></body></html>"
    )


def test_marks_deals_and_addresses_fill_no_columns_of_a_restaurant():
    site = annotate_site(read_site([made_restaurant(number) for number in range(6)]), ready_schema("restaurants"))
    told = {"reviews": r"11\d", "phone": r"\(555\) 123-456\d", "cuisine": "Seafood", "name": r"Harbour Grill [a-f]"}
    for page in site.pages:
        assert told.keys() <= page.values.keys()
        assert not page.values.keys() & {"price_range", "neighborhood", "hours", "features"}
        assert all(re.fullmatch(form, page.values[name][0]) for name, form in told.items()), page.values


@pytest.mark.parametrize(
    ("value", "counted"), [("118", True), ("1,118 reviews", True), ("4.5", False), ("3,0", False)]
)
def test_what_is_counted_is_a_whole_number(value, counted):
    assert plausible(value, Attribute("reviews", type="number", units=("reviews",))) is counted
