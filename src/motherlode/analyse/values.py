"""Tracked values: figures with the word they belong to, in English and Chinese (casualties, homes, money, dates).

>>> [(v.subject, v.value) for v in tracked_values("The death toll stands at 34, and 81 people are missing.")]
[('dead', 34.0), ('missing', 81.0)]
>>> [(v.subject, v.value) for v in tracked_values("洪水已致34人遇难，81人失踪。损失估计为310百万克朗。")]
[('dead', 34.0), ('missing', 81.0), ('cost', 310000000.0)]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Literal

from motherlode.lang.months import named
from motherlode.model.documents import TrackedValue

Kind = Literal["count", "money", "percent", "date"]

_WORDS = tomllib.loads((files("motherlode.analyse") / "figures.toml").read_text(encoding="utf-8"))
SUBJECTS: dict[str, Kind] = {name: about["kind"] for name, about in _WORDS["subjects"].items()}
"""Figures that news stories turn on, and their kinds."""

FALLBACK = 500
"""Characters by which 'change' stands back: a rate that falls is a rate."""
CHARACTERS = 12_000
"""Of a text this much is searched."""

_ONES = (
    "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
_TENS = {"thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "dozen": 12}
_SMALL = {word: number for number, word in enumerate(_ONES, 1)} | _TENS
_SCALES = {
    "hundred": 1e2, "thousand": 1e3, "million": 1e6, "mn": 1e6, "m": 1e6, "billion": 1e9, "bn": 1e9, "b": 1e9,
    "trillion": 1e12, "百": 1e2, "千": 1e3, "万": 1e4, "百万": 1e6, "千万": 1e7, "亿": 1e8, "万亿": 1e12,
}  # fmt: skip
_MONEY_WORD = r"dollars?|euros?|pounds?|crowns?|yen|yuan|francs?|rupees?|won|pesos?|rubles?|usd|eur|gbp|rmb|cents?"
_NUMBER = re.compile(
    r"(?P<sign>[$€£¥]\s?)?(?<![\w.,])"
    rf"(?:(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)|(?P<word>{'|'.join(_SMALL)})\b)"
    r"(?:\s?(?P<scale>hundred|thousand|million|billion|trillion|mn|bn|m|b)\b)?"
    rf"(?:\s?(?P<unit>%|per\s?cent|percent|{_MONEY_WORD})(?![a-z]))?(?:\s(?P<next>[a-z]+))?",
    re.IGNORECASE,
)
_HAN_NUMBER = re.compile(
    r"(?<![\d.])(?P<digits>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)(?P<scale>万亿|百万|千万|亿|万|千|百)?"
    r"(?P<unit>%|元|美元|欧元|英镑|克朗|日元|港元|人民币|米|人|名|栋|例|家|年|月|日|号|时|点|分|小时|天|岁|公里|千米|厘米|"
    r"毫米|升|度|个|次|场)?"
)
_MEASURES = frozenset(_WORDS["measures"]["en"])
_MONTHS = named("en", short=False)
_MONTH = "|".join(_MONTHS)
_DATE = re.compile(
    rf"\b(?:(?P<d1>\d{{1,2}})(?:st|nd|rd|th)?\s(?P<m1>{_MONTH})|(?P<m2>{_MONTH})\s(?P<d2>\d{{1,2}})(?:st|nd|rd|th)?)"
    r"(?:,?\s(?P<year>\d{4}))?\b|(?P<m3>\d{1,2})月(?P<d3>\d{1,2})[日号]",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?<!\d)[,，](?!\d)|[,，]\s|[.;:!?。；：！？\n]{1,10}(?:\s|$)|[。；：！？，、\n]|\s(?:and|while|but|as)\s",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"[.!?]\s|[。！？\n]")
_EUROPEAN = {name: re.compile(rf"\b(?:{a['en']})\b", re.IGNORECASE) for name, a in _WORDS["subjects"].items()}
_HAN = {name: re.compile(about["zh"]) for name, about in _WORDS["subjects"].items()}
_EVENT = re.compile(rf"\b(?:{_WORDS['events']['en']})\b|{_WORDS['events']['zh']}", re.IGNORECASE)
_HAN_LETTER = re.compile(r"[\u4e00-\u9fff]")


def tracked_values(text: str) -> list[TrackedValue]:
    """The figures of a text with what they count; the first mention of each subject counts."""
    found: dict[str, TrackedValue] = {}
    for sentence in _SENTENCE.split(text[:CHARACTERS]):
        if not any(map(str.isdigit, sentence)) and not _mentions_small(sentence):
            continue
        for clause in _CLAUSE.split(sentence):
            for value in _in_clause(clause, sentence):
                if value.subject:
                    found.setdefault(value.subject, value)
    return list(found.values())


def _mentions_small(sentence: str) -> bool:
    return any(word in _SMALL for word in sentence.lower().split())


def _in_clause(clause: str, sentence: str) -> Iterator[TrackedValue]:
    han = bool(_HAN_LETTER.search(clause))
    dates = list(_dates(clause, sentence))
    yield from (value for value, _ in dates)
    taken = [span for _, span in dates]
    for match in (_HAN_NUMBER if han else _NUMBER).finditer(clause):
        if any(start <= match.start() < end for start, end in taken):
            continue
        read = _han_number(match) if han else _european_number(match)
        if read is None:
            continue
        number, kind = read
        subject = _subject(clause, match.start(), match.end(), kind, _HAN if han else _EUROPEAN)
        if subject:
            yield TrackedValue(subject, number, match[0].strip(), kind)


def _european_number(match: re.Match[str]) -> tuple[float, Kind] | None:
    digits, word = match["digits"], match["word"]
    if word and word.lower() == "one":
        return None
    number = float(digits.replace(",", "")) if digits else float(_SMALL[word.lower()])
    scale = (match["scale"] or "").lower()
    if scale in {"m", "b"} and not match["sign"]:
        return None
    number *= _SCALES.get(scale, 1.0)
    unit = (match["unit"] or "").lower()
    if unit.startswith(("%", "per")):
        return number, "percent"
    if match["sign"] or unit:
        return number, "money"
    after = (match["next"] or "").lower()
    if after in _MEASURES and after not in {"metres", "meters"}:
        return None
    year = digits and len(digits) == 4 and 1900 <= number <= 2100 and not scale
    return None if year and after not in {"people", "homes", "houses", "jobs"} else (number, "count")


def _han_number(match: re.Match[str]) -> tuple[float, Kind] | None:
    number = float(match["digits"].replace(",", "")) * _SCALES.get(match["scale"] or "", 1.0)
    unit = match["unit"] or ""
    if unit == "%":
        return number, "percent"
    if unit in {"元", "美元", "欧元", "英镑", "克朗", "日元", "港元", "人民币"}:
        return number, "money"
    if unit in {"人", "名", "栋", "例", "米", "家", "个", ""}:
        return number, "count"
    return None


def _subject(clause: str, start: int, end: int, kind: Kind, words: dict[str, re.Pattern[str]]) -> str:
    """The nearest word of the clause that figures of this kind belong to."""
    best, nearest = "", 1_000
    for name, wanted in SUBJECTS.items():
        if wanted != kind:
            continue
        for match in words[name].finditer(clause):
            distance = start - match.end() if match.end() <= start else max(0, match.start() - end)
            distance += FALLBACK if name == "change" else 0
            if distance < nearest:
                best, nearest = name, distance
    return best


def _dates(clause: str, sentence: str) -> Iterator[tuple[TrackedValue, tuple[int, int]]]:
    for match in _DATE.finditer(clause):
        event = _EVENT.search(clause) or _EVENT.search(sentence)
        month = match["m3"] or str(_MONTHS[(match["m1"] or match["m2"]).lower()])
        day = match["d1"] or match["d2"] or match["d3"]
        number = float(int(match["year"] or 0) * 10_000 + int(month) * 100 + int(day))
        subject = f"date of {event[0].lower()}" if event else ""
        yield TrackedValue(subject, number, match[0], "date"), match.span()


def same(left: TrackedValue, right: TrackedValue) -> bool:
    """Two figures that mean the same: equal to within one in two hundred."""
    return abs(left.value - right.value) <= 0.005 * max(abs(left.value), abs(right.value))
