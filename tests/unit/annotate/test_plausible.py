"""An empty cell rather than nonsense: what does not fit the schema, or nothing speaks for, is no value."""

import re

import pytest

from motherlode.annotate.detail import annotate_pages
from motherlode.annotate.integrate import integrate
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
    site = annotate_pages([shop(number) for number in range(5)], ready_schema("books"))
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
