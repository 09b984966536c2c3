"""What kind of value a text is: number, price with currency, date, e-mail, phone, ISBN, DOI, address on the web."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from motherlode.lang import any_of
from motherlode.lang.months import named

_MONTH = rf"(?:{any_of(named('en'))})[a-z]*"
_CURRENCY = r"(?:[$€£¥₹₽₩]|US\$|CA\$|A\$|USD|EUR|GBP|CHF|JPY|CNY|RMB|SEK|NOK|DKK|PLN|CZK|kr\.?|zł|元|円)"
_AMOUNT = r"\d{1,3}(?:[,.\s\u00a0']\d{3})*(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_KINDS: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("email", re.compile(r"^(?:mailto:)?[\w.+-]+@[\w-]+(?:\.[\w-]+)+$")),
    ("doi", re.compile(r"^(?:(?:doi:?\s*)|(?:https?://(?:dx\.)?doi\.org/))?10\.\d{4,9}/\S+$", re.IGNORECASE)),
    (
        "isbn",
        re.compile(
            r"^(?:isbn(?:-1[03])?:?\s*(?:97[89][-\s]?)?\d[\d-]{7,14}[\dx]|97[89][-\s]?\d[\d\s-]{8,13}[\dx])$",
            re.IGNORECASE,
        ),
    ),
    ("link", re.compile(r"^(?:https?://|www\.)\S+$", re.IGNORECASE)),
    (
        "price",
        re.compile(
            rf"^(?:[a-z ]{{0,12}}:?\s*)?(?:{_CURRENCY}\s?(?:{_AMOUNT})|(?:{_AMOUNT})(?:,-|,–)?\s?{_CURRENCY})"
            rf"(?:\s?[-–]\s?{_CURRENCY}?\s?(?:{_AMOUNT}))?(?:\s*/?\s*\w{{1,10}})?$",
            re.IGNORECASE,
        ),
    ),
    (
        "date",
        re.compile(
            rf"^(?:\w{{3,10}},?\s+)?(?:\d{{4}}[-/.]\d{{1,2}}[-/.]\d{{1,2}}(?:[T\s]\d{{2}}:\d{{2}}\S*)?|"
            rf"\d{{1,2}}[-/.]\d{{1,2}}[-/.]\d{{2,4}}|{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+\d{{4}}|"
            rf"\d{{1,2}}\.?\s+{_MONTH}\.?,?\s+\d{{4}}|{_MONTH}\.?\s+\d{{4}}|\d{{4}}年\d{{1,2}}月(?:\d{{1,2}}日)?)"
            r"(?:,?\s+\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?)?$",
            re.IGNORECASE,
        ),
    ),
    (
        "phone",
        re.compile(
            r"^(?:tel\.?:?\s*)?(?:\+\d{1,3}[\s.-]?)?(?:\(\d{2,5}\)[\s.-]?)?\d{2,5}(?:[\s.-]\d{2,8}){1,4}$",
            re.IGNORECASE,
        ),
    ),
    ("number", re.compile(r"^[#№(]?[-+−]?(?:\d+|\d{1,3}(?:[,.\s\u00a0']\d{3})+)(?:[.,]\d+)?\s?%?\)?$")),
    ("boolean", re.compile(r"^(?:yes|no|true|false|ja|nein|✓|✗|✔|✘)$", re.IGNORECASE)),
)
LOOKED_AT = 40
"""Values of a column that decide its type."""

_TELLING = re.compile(r"[\d@✓✗✔✘]|^(?:https?:|www\.)|^(?:yes|no|true|false|ja|nein)$", re.IGNORECASE)
"""A text without any of these is just text."""

_LEAST_SHARE = 0.7
"""Share of a column's values that must be of a type; one value in four may be 'n/a', 'sold out' and the like."""


def type_of(text: str) -> str:
    """The type of one text; "text" where no other fits.

    >>> [type_of(t) for t in ("$ 12.50", "3 May 2021", "10.1000/182", "42", "a@b.org", "Moby Dick")]
    ['price', 'date', 'doi', 'number', 'email', 'text']
    """
    text = text.strip()
    if not text or len(text) > 80 or not _TELLING.search(text):
        return "text"
    return _kind_of(text)


@lru_cache(maxsize=4096)
def _kind_of(text: str) -> str:
    for kind, pattern in _KINDS:
        if pattern.match(text) and (kind != "phone" or sum(c.isdigit() for c in text) >= 7):
            return kind
    return "text"


def column_type(texts: Sequence[str]) -> str:
    """The type that most values of a column share."""
    if not texts:
        return "text"
    counts: dict[str, int] = {}
    for text in texts[:LOOKED_AT]:
        kind = type_of(text)
        counts[kind] = counts.get(kind, 0) + 1
    best = max(counts, key=lambda kind: (counts[kind], kind))
    return best if counts[best] >= _LEAST_SHARE * min(len(texts), LOOKED_AT) else "text"
