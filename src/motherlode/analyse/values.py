"""Tracked values: figures with the word they belong to, in English and Chinese (casualties, homes, money, dates).

>>> [(v.subject, v.value) for v in tracked_values("The death toll stands at 34, and 81 people are missing.")]
[('dead', 34.0), ('missing', 81.0)]
>>> [(v.subject, v.value) for v in tracked_values("洪水已致34人遇难，81人失踪。损失估计为310百万克朗。")]
[('dead', 34.0), ('missing', 81.0), ('cost', 310000000.0)]
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal

from motherlode.lang.months import named
from motherlode.model.documents import TrackedValue

Kind = Literal["count", "money", "percent", "date"]

SUBJECTS: dict[str, tuple[Kind, str, str]] = {
    "dead": ("count", r"dead|deaths?|die[ds]|kill(?:s|ed|ing)?|fatalit\w+|lives|bod(?:y|ies)|toll|victims?|drowned",
             r"遇难|死亡|丧生|罹难|身亡|生命|死者"),
    "missing": ("count", r"missing|unaccounted", r"失踪|下落不明|失联"),
    "injured": ("count", r"injur\w+|wounded|hurt|hospitali[sz]ed", r"受伤|伤者|重伤|轻伤"),
    "evacuated": ("count", r"evacuat\w+|evacuees?|displaced|homeless|leave|left|fled",
                  r"撤离|转移|疏散|离开家园|安置"),
    "arrested": ("count", r"arrest\w*|detain\w*|custody", r"被捕|逮捕|拘留"),
    "infected": ("count", r"infect\w+|cases|tested", r"感染|确诊|病例"),
    "homes": ("count", r"homes|houses|buildings|dwellings", r"房屋|住房|民房|栋"),
    "jobs": ("count", r"jobs|employees|staff|positions", r"员工|岗位|工人"),
    "level": ("count", r"level|gauge|reservoir|magnitude", r"水位|震级"),
    "cost": ("money", r"cost\w*|damages?|loss\w*|estimat\w+|aid|fund|compensation|settlement|pay|fine[ds]?",
             r"损失|费用|补偿|基金|赔偿|罚款|重建需|总额"),
    "price": ("money", r"price[ds]?|worth|deal|bid|offer|buy\w*|takeover|valued|shares?", r"价格|收购|报价|股价"),
    "earnings": ("money", r"profits?|revenues?|sales|income|earn\w+|turnover", r"利润|营收|收入|销售额"),
    "rate": ("percent", r"rates?|unemployment|inflation|growth|gdp", r"利率|失业率|通胀|增长|增速"),
    "change": ("percent", r"ris\w+|rose|f[ae]ll\w*|drop\w*|gain\w*|up|down|jump\w*|sales|share",
               r"上涨|下跌|上升|下降|增长"),
}  # fmt: skip
"""Figures that news stories turn on: name → kind, English words, Chinese words."""

EVENTS = r"trial|election|vote|hearing|launch\w*|opens?|opening|deadline|match|final|wedding|referendum|release[ds]?"
EVENTS_HAN = r"选举|开庭|投票|发布|开幕|截止|比赛|婚礼|公投"
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
_MEASURES = frozenset({
    "hours", "hour", "days", "day", "weeks", "week", "months", "month", "years", "year", "minutes", "minute",
    "seconds", "second", "kilometres", "kilometers", "km", "miles", "mile", "metres", "meters", "metre", "meter",
    "centimetres", "centimeters", "millimetres", "feet", "foot", "litres", "liters", "cubic", "square", "tonnes",
    "tons", "kilograms", "kg", "am", "pm", "per", "degrees", "gusts", "times", "points", "th", "st", "nd", "rd",
})  # fmt: skip
"""Words after a number that make it a measure and no count."""
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
_EUROPEAN = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, (_, words, _) in SUBJECTS.items()}
_HAN = {name: re.compile(words) for name, (_, _, words) in SUBJECTS.items()}
_EVENT = re.compile(rf"\b(?:{EVENTS})\b|{EVENTS_HAN}", re.IGNORECASE)
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
    for name, (wanted, _, _) in SUBJECTS.items():
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
