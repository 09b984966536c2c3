"""What kind of value a text is: price, date, ISBN, phone, person, address …, each from 0 to 1.

A recogniser is a regular expression; its strength is the share of the text's letters and digits that it covers,
so that a price inside a sentence counts little and a price alone counts fully.
"""

from __future__ import annotations

import re
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from motherlode.annotate.folding import clean
from motherlode.lang import any_of
from motherlode.lang.months import named

_MONTH = f"(?:{any_of(named('en') | named('de', 'fr', 'es', 'it', short=False))})"
"""Short names of other languages are words of this one, such as "set"."""
_YEAR = r"(?:1[5-9]|20)\d\d"
_MONEY = r"(?:us\$|[$€£¥₹]|usd|eur|gbp|cny|rmb|chf|cad|aud)"
_AMOUNT = r"\d{1,3}(?:[,. ']\d{3})+(?:[.,]\d{1,2})?|\d+(?:[.,]\d{1,2})?"
_NAME = r"(?:[A-ZÀ-Þ][a-zß-ÿ]+(?:[-'’][A-ZÀ-Þ]?[a-zß-ÿ]+)*|[A-ZÀ-Þ]\.(?:\s?[A-ZÀ-Þ]\.)*|Mc[A-Z][a-z]+|O'[A-Z][a-z]+)"

_PATTERNS: dict[str, str] = {
    "price": rf"{_MONEY}\s?(?:{_AMOUNT})|(?:{_AMOUNT})\s?(?:{_MONEY}|元|円|kr\b|zł)",
    "year": rf"\b{_YEAR}\b",
    "date": (
        rf"\b{_YEAR}[-/.年]\s?\d{{1,2}}[-/.月]\s?\d{{1,2}}日?(?:[t ]\d\d:\d\d(?::\d\d)?\S{{0,6}})?"
        rf"|\b\d{{1,2}}[-/.]\d{{1,2}}[-/.](?:{_YEAR}|\d\d)\b"
        rf"|\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?,?\s+{_YEAR}\b"
        rf"|\b\d{{1,2}}(?:st|nd|rd|th|\.)?[\s-]+(?:of\s+)?{_MONTH}\.?,?[\s-]+(?:{_YEAR}|\d\d)\b"
        rf"|\b{_MONTH}\.?,?\s+{_YEAR}\b|\b{_MONTH}\.?\s+\d{{1,2}}(?:st|nd|rd|th)?\b"
        rf"|\b(?:today|yesterday|\d+\s+(?:day|hour|week|month)s?\s+ago)\b"
    ),
    "isbn": r"\b97[89][- ]?(?:\d[- ]?){9}\d\b|\b(?:\d[- ]?){9}[\dx]\b",
    "doi": r"\b10\.\d{4,9}/\S+",
    "phone": (
        r"(?:\+\d{1,3}[\s./-]?)?(?:\(\d{2,4}\)\s?|\b\d{3}[\s./-])\d{3}[\s./-]\d{4}\b(?:\s?(?:x|ext\.?)\s?\d+)?"
        r"|\+\d{1,3}(?:[\s./()-]{0,2}\d{2,4}){2,5}\b|\b0\d{2,4}[\s./-]\d{5,8}\b|\b1?\d{10}\b"
    ),
    "email": r"\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b",
    "link": (
        r"\bhttps?://\S+|\bwww\.\S+"
        r"|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:com|org|net|edu|gov|info|io|de|uk|ca|fr|cn)\b\S*"
    ),
    "person": "",
    "organisation": (
        r".*\b(?:inc|llc|ltd|gmbh|corp|corporation|company|co|group|press|publishing|publishers|publications|books"
        r"|verlag|associates|services|solutions|consulting|technologies|systems|university|college|institute|school"
        r"|bank|partners|staffing|resources|international|media|entertainment|house|agency|labs?)\b.*"
    ),
    "street": (
        r"\b(?:\d[\d\w-]*|p\.?\s?o\.?\s?box|one|highway|hwy|rte|route)\s[^,;]{0,40}\b"
        r"(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|way|pl|place|ct|court|sq|square|hwy|highway"
        r"|pkwy|parkway|ter|terrace|cir|circle|plaza|broadway|suite|ste|box|straße|str|rue|calle|via)\b\.?[^;]*"
        r"|\b[\w-]+(?:straße|strasse|str\.|weg|platz|gasse)\s\d+\w?\b"
    ),
    "place": (
        r"\b[^\W\d][^\W\d]+(?:[ .'-]+[^\W\d]+){0,3},\s?(?:[A-Z]{2}\b|[^\W\d]{4,}(?:\s[^\W\d]{4,}){0,2})"
        r"(?:,?\s\d{5}(?:-\d{4})?)?"
        r"|\b(?:US|CA|UK)-[A-Z]{2}-[^\d]+"
    ),
    "zip": r"\b[A-Z]{2},?\s\d{5}(?:-\d{4})?\b|^\d{5}(?:-\d{4})?$",
    "height": (
        r"\b\d\s?(?:'|′|ft\.?|feet|-)\s?\d{1,2}\s?(?:\"|''|″|in\.?|inches)?|\b[12][.,]\d\d?\s?m\b|\b1\d\d\s?cm\b"
    ),
    "weight": r"\b\d{1,4}(?:[.,]\d+)?\s?(?:lbs?|pounds?|kg|kilograms?|oz|ounces?|g|grams?)\b\.?",
    "measure": (
        r"\b\d+(?:[.,]\d+)?\s?(?:mm|cm|m|km|in|inch(?:es)?|ft|feet|miles?|mi|mpg|mph|l|liters?|litres?|cc|hp|kw|mp"
        r"|megapixels?|gb|mb|tb|sq\.?\s?ft|m²|m2|acres?|pages?|x|hz|ghz|w|v)\b\.?"
    ),
    "mileage": r".*\b\d{1,3}\s?(?:mpg|city|l/100\s?km).*|\b\d{1,2}\s?/\s?\d{1,2}\b",
    "engine": (
        r".*(?:\b\d\.\d\s?-?(?:l\b|liter|litre)|\b[vih]-?\d{1,2}\b|\bcyl(?:inder)?s?\b|\bturbo|\bhp\b|\bhorsepower\b).*"
    ),
    "duration": (
        r"\b\d+\s?(?:h|hrs?|hours?|min|mins|minutes?|sec|seconds?|days?|weeks?|months?|years?)\b\.?"
        r"(?:\s?\d+\s?(?:min|mins|minutes?|m)\b\.?)?|\b\d{1,2}:\d\d(?::\d\d)?\b"
    ),
    "percent": r"\b\d+(?:[.,]\d+)?\s?%",
    "rating": r"\b\d(?:[.,]\d+)?\s?(?:/|out of|of|von|sur)\s?(?:5|10|100)\b|\b\d(?:[.,]\d+)?\s?stars?\b|[★☆]+",
    "film_rating": r"\b(?:PG-13|NC-17|PG|TV-\w+|not rated|unrated|approved|nr)\b|^(?:G|R|X|M|U|12A?|15|18)$",
    "number": r"[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?|[-+]?\d+(?:[.,]\d+)?",
    "code": r"\b(?=[\w/-]*\d)(?=[\w/-]*[a-z])[\w]+(?:[-/][\w]+)*\b",
    "boolean": r"^(?:yes|no|true|false|n/a|none|ja|nein|oui|non)$",
    "ordinal": r"\b\d+(?:st|nd|rd|th)\b",
}
_COMPILED = {
    kind: re.compile(pattern, re.IGNORECASE if kind not in {"place", "zip", "film_rating"} else re.NOFLAG)
    for kind, pattern in _PATTERNS.items()
    if pattern
}
_PERSON = re.compile(
    rf"^(?:(?:[Bb]y|Dr|Prof|Mr|Mrs|Ms|Sir)\.?\s+)?{_NAME}(?:\s+(?:{_NAME}|de|da|di|del|van|von|der|den|la|le|bin|al)){{1,4}}"
    r"(?:,?\s+(?:Jr|Sr|II|III|PhD|MD|jr|sr)\.?)?$"
)
_PERSON_CAPS = re.compile(r"^[A-ZÀ-Þ]{2,}(?:[-'’][A-ZÀ-Þ]+)*(?:\s+[A-ZÀ-Þ]\.?)?(?:\s+[A-ZÀ-Þ][A-ZÀ-Þ'’-]+){1,2}$")
_PERSON_LAST_FIRST = re.compile(rf"^{_NAME}(?:\s{_NAME})?,\s+{_NAME}(?:\s+{_NAME})*$")
_PERSON_CJK = re.compile(r"^[\u4e00-\u9fff]{2,4}$")
_NOT_PERSON = re.compile(
    r"\b(?:the|and|of|for|in|to|inc|llc|press|books?|university|college|school|city|street|company|group|new|home|all"
    r"|software|engineer|developer|manager|analyst|digital|camera|news|reviews?|details?|view|add|my|your|click)\b",
    re.IGNORECASE,
)

LEADING = frozenset({"price", "date", "phone", "duration", "isbn", "doi"})
LED, SHORT = 0.7, 40
"""A short text that begins with such a value (`$21 per hour`), or has one number (`Vol. 32`), is one."""
BARE_CJK, ALL_CAPITALS = 0.6, 0.7
"""How much two to four Chinese characters, and words in capitals, look like a person; as in training."""
MOST_PEOPLE = 8
"""Longer lists are running text."""
SHAPES = ("words", "length", "digits", "capitals", "title_case", "commas", "sentence", "letters_only")
KINDS = (*_PATTERNS, *SHAPES)
"""Names of the entries of a kind vector."""
INDEX = {kind: place for place, kind in enumerate(KINDS)}
_COUNTED = re.compile(r"[^\W_]")


@lru_cache(maxsize=200_000)
def kinds(text: str) -> NDArray[np.float32]:
    """The strength of every kind for a text, and its shape; all between 0 and 1."""
    value = clean(text)[:300]
    found = np.zeros(len(KINDS), dtype=np.float32)
    counted = len(_COUNTED.findall(value))
    if not counted:
        return found
    for kind, pattern in _COMPILED.items():
        covered = sum(len(_COUNTED.findall(match[0])) for match in pattern.finditer(value))
        found[INDEX[kind]] = min(1.0, covered / counted)
        if kind in LEADING and found[INDEX[kind]] < LED and len(value) <= SHORT and pattern.match(value):
            found[INDEX[kind]] = LED
    found[INDEX["person"]] = person(value)
    tokens = value.split()
    if len(tokens) <= 3 and len(_COMPILED["number"].findall(value)) == 1:
        found[INDEX["number"]] = max(LED, float(found[INDEX["number"]]))
    letters = sum(char.isalpha() for char in value)
    found[INDEX["words"]] = min(1.0, len(tokens) / 12)
    found[INDEX["length"]] = min(1.0, len(value) / 80)
    found[INDEX["digits"]] = sum(char.isdigit() for char in value) / counted
    found[INDEX["capitals"]] = sum(char.isupper() for char in value) / max(1, letters)
    found[INDEX["title_case"]] = sum(token[0].isupper() for token in tokens) / len(tokens)
    found[INDEX["commas"]] = min(1.0, value.count(",") / 3)
    found[INDEX["sentence"]] = float(len(tokens) > 8 and value[-1] in ".!?…")
    found[INDEX["letters_only"]] = float(all(char.isalpha() or char in " -'’." for char in value))
    return found


def person(value: str) -> float:
    """How much a text looks like the name of one or several persons."""
    looks: list[float] = []
    for part in re.split(r"[;/&|]|\band\b", value):
        part = part.strip(" ,")
        if not part:
            continue
        if _PERSON_LAST_FIRST.match(part) and not _NOT_PERSON.search(part):
            looks.append(1.0)
        else:
            looks += [
                _one_person(piece.strip()) for piece in re.split(r",(?!\s*(?:jr|sr|ii|iii)\b)", part) if piece.strip()
            ]
    return sum(looks) / len(looks) if 0 < len(looks) <= MOST_PEOPLE else 0.0


def _one_person(value: str) -> float:
    if _NOT_PERSON.search(value):
        return 0.0
    if _PERSON.match(value):
        return 1.0
    if _PERSON_CJK.match(value):
        return BARE_CJK
    return ALL_CAPITALS if _PERSON_CAPS.match(value) else 0.0
