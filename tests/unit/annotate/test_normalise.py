import pytest

from motherlode.annotate.normalise import is_day_first, normalise, read_isbn, split_people


@pytest.mark.parametrize(
    ("value", "kind", "expected"),
    [
        ("US$ 1,299.50", "price", "1299.50 USD"),
        ("EUR 1.299,50", "price", "1299.50 EUR"),
        ("MSRP: $61,550", "price", "61550.00 USD"),
        ("12 元", "price", "12.00 CNY"),
        ("on request", "price", "on request"),
        ("June 5th, 2010", "date", "2010-06-05"),
        ("5. Juni 2010", "date", "2010-06-05"),
        ("Pub. Date: June 2010", "date", "2010-06"),
        ("2008年3月1日", "date", "2008-03-01"),
        ("25/12/2008", "date", "2008-12-25"),
        ("11/12/2008", "date", "2008-11-12"),
        ("soon", "date", "soon"),
        ("Zinn, Howard", "person", "Howard Zinn"),
        ("by Howard Zinn", "person", "Howard Zinn"),
        ("King, Jr.", "person", "King, Jr."),
        ("0-306-40615-2", "isbn", "9780306406157"),
        ("ISBN 978-0-306-40615-7", "isbn", "9780306406157"),
        ("9780306406158", "isbn", "9780306406158"),
        ("https://doi.org/10.1145/Abc.1.", "doi", "10.1145/abc.1"),
        ("Phone: (501) 329-3934", "phone", "5013293934"),
        ("+49 (0)30 1234", "phone", "+490301234"),
        ("1,234 pages", "number", "1234"),
        ("copyright 1998", "year", "1998"),
        ("E-Mail: Some.One@Example.org", "email", "some.one@example.org"),
    ],
)
def test_values_come_into_one_form(value, kind, expected):
    assert normalise(value, kind) == expected


def test_the_day_comes_first_where_a_source_writes_so():
    assert is_day_first(["13/02/2001", "01/02/2001"])
    assert not is_day_first(["02/13/2001", "01/02/2001"])
    assert normalise("11/12/2008", "date", day_first=True) == "2008-12-11"


def test_a_wrong_check_digit_is_no_isbn():
    assert read_isbn("9780306406158") == ""


def test_people_are_divided():
    assert split_people("By Ada Byron, Alan Mathison Turing and Grace Hopper") == [
        "By Ada Byron", "Alan Mathison Turing", "Grace Hopper",
    ]  # fmt: skip
    assert split_people("Zinn, Howard; Buhle, Paul") == ["Zinn, Howard", "Buhle, Paul"]
