"""Values in one form, so that sources can be compared: dates, prices, names, ISBN, telephone numbers … (E9).

>>> normalise("Zinn, Howard", "person")
'Howard Zinn'
>>> normalise("US$ 1,299.50", "price")
'1299.50 USD'
>>> normalise("0-306-40615-2", "isbn")
'9780306406157'
>>> normalise("June 5th, 2010", "date")
'2010-06-05'
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from motherlode.annotate.folding import clean, split_label, squeeze
from motherlode.lang.months import named

_MONTHS = named("en", "de") | named("fr", "es", "it", short=False)
_CURRENCIES = {
    "us$": "USD", "$": "USD", "usd": "USD", "€": "EUR", "eur": "EUR", "euro": "EUR", "£": "GBP", "gbp": "GBP",
    "¥": "CNY", "rmb": "CNY", "cny": "CNY", "元": "CNY", "円": "JPY", "jpy": "JPY", "chf": "CHF", "cad": "CAD",
    "aud": "AUD", "₹": "INR", "inr": "INR", "zł": "PLN", "pln": "PLN", "kr": "SEK", "sek": "SEK",
}  # fmt: skip
_PRICE = re.compile(
    r"(us\$|usd|eur|euro|gbp|rmb|cny|jpy|chf|cad|aud|inr|pln|sek|[$€£¥₹])?\s*"
    r"(\d{1,3}(?:[ .,'’]\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?)(?!\d)\s*"
    r"(us\$|usd|euro|eur|gbp|rmb|cny|jpy|chf|cad|aud|inr|pln|sek|kr\b|zł|[$€£¥₹元円])?",
    re.IGNORECASE,
)
_ISO_DATE = re.compile(r"(?<!\d)((?:1[4-9]|20|21)\d\d)\s?[-/.年]\s?(\d{1,2})(?:\s?[-/.月]\s?(\d{1,2}))?(?!\d)")
_COMPACT_DATE = re.compile(r"((?:1[4-9]|20|21)\d\d)(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$")
_NUMERIC_DATE = re.compile(r"(?<!\d)(\d{1,2})[-/.](\d{1,2})[-/.](\d{4}|\d{2})(?!\d)")
_WORD_DATE = re.compile(
    r"(?:(\d{1,2})(?:st|nd|rd|th|\.)?\s+(?:of\s+|de\s+)?)?([^\W\d_]{3,})\.?(?:\s+de)?[\s,-]+(?:(\d{1,2})(?:st|nd|rd|th)?,?\s+)?((?:1[4-9]|20|21)\d\d)"
)
_YEAR = re.compile(r"(?<!\d)(?:1[4-9]|20|21)\d\d(?!\d)")
_NUMBER = re.compile(r"[-+]?\d{1,3}(?:[,' ]\d{3})+(?:\.\d+)?|[-+]?\d+(?:[.,]\d+)?")
_DOI = re.compile(r"10\.\d{4,9}/[^\s\"'<>]+", re.IGNORECASE)
_SUFFIX = re.compile(r"^(?:jr|sr|ii|iii|iv|phd|ph\.d|md)\.?$", re.IGNORECASE)
_PEOPLE = re.compile(r"\s{0,20}(?:;|\||/|、|，|\band\b|\bund\b|\bet\b|&)\s{0,20}", re.IGNORECASE)
MAX_VALUE = 2000
"""Longer texts are no values: they stay as they are, and no pattern works through them."""

CENTURY_TURN = 50
"""Two-digit years up to 50 are of this century."""


def normalise(value: str, kind: str, *, day_first: bool = False) -> str:
    """The value in the one form of its type; what cannot be read stays as it is, white space folded."""
    text = squeeze(value)
    if len(text) > MAX_VALUE:
        return clean(text)
    if kind == "date":
        return read_date(text, day_first=day_first) or clean(text)
    made = _plain(text, kind)
    return made or clean(text)


@lru_cache(maxsize=200_000)
def _plain(text: str, kind: str) -> str:
    match kind:
        case "price":
            return read_price(text)
        case "year":
            found = _YEAR.search(text)
            return found[0] if found else ""
        case "isbn":
            return read_isbn(text)
        case "doi":
            doi = _DOI.search(text)
            return doi[0].rstrip(".,;)").lower() if doi else ""
        case "phone":
            return _phone(text)
        case "email":
            return split_label(text)[1].removeprefix("mailto:").strip().lower()
        case "person":
            return read_person(clean(split_label(text)[1]))
        case "number":
            return read_number(text)
        case "link":
            return text.strip()
        case _:
            return clean(text)


def read_price(text: str) -> str:
    """`1299.50 USD`; the currency is left out when none is named; empty when there is no amount."""
    found = next((m for m in _PRICE.finditer(text) if m[1] or m[3]), None) or _PRICE.search(text)
    if not found:
        return ""
    amount = _amount(found[2])
    currency = _CURRENCIES.get((found[1] or found[3] or "").lower(), "")
    return f"{amount:.2f} {currency}".strip()


def _amount(text: str) -> float:
    text = re.sub(r"[ '’]", "", text)
    if re.search(r"[.,]\d{1,2}$", text):
        whole, part = re.split(r"[.,](?=\d{1,2}$)", text)
        return float(f"{re.sub(r'[.,]', '', whole)}.{part}")
    return float(re.sub(r"[.,]", "", text))


def read_number(text: str) -> str:
    """The first number, without thousands marks; empty when there is none."""
    found = _NUMBER.search(text)
    if not found:
        return ""
    number = re.sub(r"[' ]", "", found[0])
    number = re.sub(r",(?=\d{3}(?:\D|$))", "", number).replace(",", ".")
    return number.lstrip("+")


def read_date(text: str, *, day_first: bool = False) -> str:
    """ISO 8601 as exact as the text: year, year and month, or the day; empty when there is no date."""
    found = _COMPACT_DATE.match(text) or _ISO_DATE.search(text)
    if found and 1 <= int(found[2]) <= 12:
        return _iso(int(found[1]), int(found[2]), int(found[3] or 0))
    found = _NUMERIC_DATE.search(text)
    if found:
        first, second, year = int(found[1]), int(found[2]), int(found[3])
        year += (2000 if year <= CENTURY_TURN else 1900) if len(found[3]) == 2 else 0
        if first > 12 or (day_first and second <= 12):
            first, second = second, first
        if 1 <= first <= 12 and 1 <= second <= 31:
            return _iso(year, first, second)
    for found in _WORD_DATE.finditer(text):
        month = _MONTHS.get(found[2].lower())
        if month:
            return _iso(int(found[4]), month, int(found[1] or found[3] or 0))
    year_only = _YEAR.search(text)
    return year_only[0] if year_only else ""


def _iso(year: int, month: int, day: int) -> str:
    return f"{year:04}-{month:02}" + (f"-{day:02}" if 1 <= day <= 31 else "")


def is_day_first(values: Iterable[str]) -> bool:
    """Whether a source writes the day before the month: some first number is above 12 and no second one is."""
    first = second = 0
    for value in values:
        for found in _NUMERIC_DATE.finditer(value):
            first += int(found[1]) > 12
            second += int(found[2]) > 12
    return first > second


def read_isbn(text: str) -> str:
    """An ISBN as 13 digits, its check digit verified; empty when there is none."""
    for found in re.finditer(r"(?<!\d)97[89](?:[- ]?\d){10}(?!\d)", text):
        digits = re.sub(r"\D", "", found[0])
        if _check13(digits[:12]) == digits[12]:
            return digits
    for found in re.finditer(r"(?<![\dA-Za-z])\d(?:[- ]?\d){8}[- ]?[\dXx](?![\dA-Za-z])", text):
        digits = re.sub(r"[^\dXx]", "", found[0]).upper()
        total = sum((10 - place) * (10 if digit == "X" else int(digit)) for place, digit in enumerate(digits))
        if total % 11 == 0:
            return "978" + digits[:9] + _check13("978" + digits[:9])
    return ""


def short_isbn(isbn: str) -> str:
    """The ten digits of an ISBN of thirteen; empty where it has none.

    >>> short_isbn("9780306406157")
    '0306406152'
    """
    if len(isbn) != 13 or not isbn.startswith("978") or not isbn.isdigit():
        return ""
    total = sum((10 - place) * int(digit) for place, digit in enumerate(isbn[3:12]))
    return isbn[3:12] + "0123456789X"[-total % 11]


def _check13(digits: str) -> str:
    return str(-sum(int(digit) * (3 if place % 2 else 1) for place, digit in enumerate(digits)) % 10)


def _phone(text: str) -> str:
    value = split_label(text)[1]
    found = re.search(r"\+?[\d(][\d\s()./-]{5,}\d", value)
    if not found:
        return ""
    digits = re.sub(r"\D", "", found[0])
    if found[0].startswith("+"):
        return "+" + digits
    return digits[1:] if len(digits) == 11 and digits.startswith("1") else digits


def read_person(text: str) -> str:
    """`First Last` of a name in either order; a leading `by` is dropped."""
    text = re.sub(r"^(?:by|von|par|por)\s+", "", text, flags=re.IGNORECASE)
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if len(parts) == 2 and not _SUFFIX.match(parts[1]) and len(parts[0].split()) <= 3 and len(parts[1].split()) <= 3:
        return f"{parts[1]} {parts[0]}"
    return text.strip(" ,")


def split_people(text: str) -> list[str]:
    """The names in a text that lists several people; `Last, First` is left together."""
    found: list[str] = []
    for part in _PEOPLE.split(clean(split_label(text)[1])):
        commas = [piece.strip() for piece in part.split(",") if piece.strip()]
        if len(commas) > 1 and all(len(piece.split()) >= 2 for piece in commas if not _SUFFIX.match(piece)):
            found.extend(piece for piece in commas if not _SUFFIX.match(piece))
        elif part.strip():
            found.append(part.strip())
    return found
