"""Dates and times as people and machines write them, in many languages, with their zones kept.

>>> read_date("Freitag, 3. Mai 2024, 16:05 Uhr MESZ", "de").iso
'2024-05-03T16:05:00+02:00'
>>> read_date("发布时间：2014年7月17日 16:20", "zh").iso
'2014-07-17T16:20:00'
>>> read_date("03/05/2024", "en-GB").iso
'2024-05-03'
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import lru_cache

from motherlode.extract.article.fields.calendars import (
    ERAS,
    SOLAR,
    SOLAR_MONTHS,
    full_year,
    patterns_for,
    plain_digits,
    solar_day,
)
from motherlode.extract.article.fields.time_words import of_publication, of_update
from motherlode.lang import any_of
from motherlode.lang.months import MONTHS, key_of, month_of

_NAME = any_of(MONTHS)
_CLOCK = (
    r"(?P<hour>[01]?\d|2[0-4])\s?[:h.：]\s?(?P<minute>[0-5]\d)(?!\.\d)(?:[:：](?P<second>[0-5]\d)(?:[.,]\d+)?)?"
    r"\s*(?P<half>[ap]\.?\s?m\b\.?)?(?:\s?(?:Uhr|hrs?\b|heures))?"
)
_ZONE = (
    r"\s*\(?(?P<zone>Z\b|(?:UTC|GMT)?\s?[+\-−]\d{1,2}:?(?:\d{2})?(?!\d)|\b(?:UTC|GMT|[ECMP][SD]?T|BST|CES?T|MES?Z|EES?T|IST|JST|KST|"
    r"HKT|SGT|PKT|WIB|MSK|AES?DT|AEST|NZS?DT|NZST|SAST|WAT|EAT)\b)"
)
_TIME = re.compile(rf"{_CLOCK}(?:{_ZONE})?", re.IGNORECASE)
_TIME_WORD = re.compile(r"(?P<hour>\d{1,2})\s?(?:点|時|时|시)\s?(?:(?P<minute>\d{1,2})\s?[分분])?")
_AFTERNOON = re.compile(r"오후|下午|午後|晚上")
_HALF_ONLY = re.compile(r"^\D{0,8}(?P<hour>1[0-2]|0?[1-9])\s?(?P<half>[ap]\.?m)\b", re.IGNORECASE)

_YEAR_FIRST = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)\s?[-/.年년]\s?(?P<month>0?[1-9]|1[0-2])\s?[-/.月월]\s?(?P<day>[0-2]?\d|3[01])(?!\d(?!\d:\d\d))"
)
"""A clock may stick to the day."""
_COMPACT = re.compile(
    r"(?<!\d)(?P<year>(?:19|20)\d\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-2]\d|3[01])(?=\D|$|\d{6}(?!\d))(?:T?(?P<clock>\d{6}))?"
)
_YEAR4 = r"(?:19|20|25)\d\d"
"""A year, or one of the Buddhist count."""
_DAY_NAME = re.compile(
    rf"(?<![\dA-Za-z])(?P<day>[0-2]?\d|3[01])(?:st|nd|rd|th|er|º|°|ª)?[\s.\-/,]{{0,3}}(?:de\s|of\s|d['’]|ב)?\s?(?P<name>{_NAME})(?!\w)"
    rf"[\s.,،\-/]{{0,3}}(?:de\s|del\s|of\s|năm\s|พ\.ศ\.)?\s?['’]?(?P<year>{_YEAR4}|\d\d(?!\d|:))",
    re.IGNORECASE,
)
_NAME_DAY = re.compile(
    rf"(?<!\w)(?P<name>{_NAME})[\s.\-]{{1,3}}(?P<day>[0-2]?\d|3[01])(?:st|nd|rd|th)?(?!\d|:)\s?[,.،]?\s?['’]?"
    rf"(?:(?P<clock>(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)\s(?:[A-Z]{{2,5}}\s|[+-]\d{{4}}\s)?)?(?P<year>(?:19|20)\d\d)(?!\d)",
    re.IGNORECASE,
)
"""A month and a day; as old programs wrote it, too: Thu Mar 12 10:30:00 CET 2015."""
_YEAR_NAME = re.compile(
    rf"(?<!\d)(?P<year>(?:19|20)\d\d)[\s.,\-/]{{1,3}}(?:m\.\s)?(?P<name>{_NAME})[\s.\-/]{{1,2}}(?P<day>[0-2]?\d|3[01])(?!\d)",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"(?<![\d.,/])(?P<a>[0-3]?\d)\s?(?P<mark>[./-])\s?(?P<b>[0-3]?\d)\s?(?P=mark)\s?(?P<year>(?:19|20|25)\d\d|\d\d)(?![\d/])"
)
_NORDIC = re.compile(
    r"(?<![\d.,/])(?P<day>[0-3]?\d)/(?P<month>1[0-2]|0?[1-9])(?:\s?-\s?|\s)(?P<year>(?:19|20)\d\d)(?!\d)"
)
"""12/3 2015 and 12/3-2015, as the languages of the North write it."""
_NORTH = ("sv", "da", "nb", "nn", "no", "fi")
_YEAR_FIRST_LANGUAGES = ("ko", "zh", "ja", "hu")
_PATTERNS = (_YEAR_FIRST, _NAME_DAY, _DAY_NAME, _YEAR_NAME, _NUMBERS, _COMPACT)
_DIGIT = re.compile(r"\d")
_NUMBER = re.compile(r"\d+")
_LETTERS = re.compile(r"[a-z]+")
_GLUED = re.compile(r"\d(?:st|nd|rd|th|er)([a-z]+)")
_FIRST_WORDS = frozenset(_LETTERS.findall(key)[0] for key in map(key_of, MONTHS) if key.isascii())
"""The first words of the names of months that are written in ASCII."""
COMPACT_SIZES = frozenset((8, 14))
"""Digits of a day written as one number, without and with a clock."""
_LONGEST_NAME = max(map(len, MONTHS)) + 3
_AFTER_NAME = 40
"""Characters of the longest name of a month with what may stand between it and the day, and of all that comes after."""
HINT = re.compile(
    r"(?:19|20)\d\d|25[4-7]\d|\d\d?\s?[./-]\s?\d\d?\s?[./-]\s?\d\d|\d[\s.\-][^\W\d]{3,9}[\s.\-]['’]?\d\d|\d{9}"
    r"|[^\D0-9]{4}|\d月|\d\s[ก-ฮ]\S{0,4}\."
)
"""What every date has: a quick look that comes first; the native look at lines means the same."""
_STAMP = re.compile(r"^\s*(?P<seconds>1\d{9}|9\d{8})(?P<milli>\d{3})?\s*$")
_URL_DAY = re.compile(
    r"/(?P<year>(?:19[89]|20[0-4])\d)[/\-_]?(?P<month>0[1-9]|1[0-2]|[1-9](?!\d))[/\-_]?(?P<day>[0-2]\d|3[01]|[1-9])(?=\D|$)|[/\-_=](?P<y2>20[0-4]\d)-?(?P<m2>0[1-9]|1[0-2])-?(?P<d2>[0-2]\d|3[01])(?=\D|$)"
)
_URL_NAME = re.compile(
    r"/(?P<year>20[0-4]\d)/(?P<name>jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}/(?P<day>[0-3]?\d)(?=/|$)",
    re.IGNORECASE,
)
_URL_NUMBER = re.compile(
    r"(?P<year>20[0-4]\d)(?P<month>0[1-9]|1[0-2])(?P<day>[0-2]\d|3[01])(?=_|/|\.s?html?)"
    r"|(?<!\d)(?P<y2>20[0-4]\d)(?P<m2>0[1-9]|1[0-2])(?P<d2>[0-2]\d|3[01])(?:[01]\d|2[0-3])[0-5]\d{3,}"
)
"""A number that begins with a day, or with a day, an hour and a minute."""

_MONTH_DAY_REGIONS = re.compile(r"^(?:en-(?:us|ph|ca)|en$|$)", re.IGNORECASE)

ZONES = {
    "z": 0, "utc": 0, "gmt": 0, "est": -300, "edt": -240, "cst": -360, "cdt": -300, "mst": -420, "mdt": -360,
    "pst": -480, "pdt": -420, "bst": 60, "cet": 60, "cest": 120, "mez": 60, "mesz": 120, "eet": 120, "eest": 180,
    "ist": 330, "jst": 540, "kst": 540, "hkt": 480, "sgt": 480, "pkt": 300, "wib": 420, "msk": 180, "aest": 600,
    "aedt": 660, "nzst": 720, "nzdt": 780, "sast": 120, "wat": 60, "eat": 180,
}  # fmt: skip
"""Names of zones → minutes from UTC."""
_SUMMER = {"et": -300, "ct": -360, "mt": -420, "pt": -480}
LAST_ZONE = 840
"""Minutes from UTC of the zone that is farthest from it."""

OLDEST = 1990
"""Pages of the web are not older."""


@dataclass(frozen=True, slots=True)
class Moment:
    """A day, with clock and zone as far as they were written; `iso` is ISO 8601."""

    day: date
    clock: tuple[int, int, int] | None = None
    zone: int | None = None

    @property
    def iso(self) -> str:
        """2024-05-03, 2024-05-03T16:05:00 or 2024-05-03T16:05:00+02:00."""
        text = self.day.isoformat()
        if self.clock is None:
            return text
        text += "T{:02d}:{:02d}:{:02d}".format(*self.clock)
        if self.zone is None:
            return text
        sign, minutes = ("-" if self.zone < 0 else "+"), abs(self.zone)
        return f"{text}{sign}{minutes // 60:02d}:{minutes % 60:02d}"

    @property
    def detail(self) -> int:
        """How much is known: 0 day, 1 clock, 2 zone."""
        return (self.clock is not None) + (self.zone is not None)


_ISO = re.compile(
    r"((?:19|20)[0-9]{2})-([0-9]{2})-([0-9]{2})"
    r"(?:T([01][0-9]|2[0-3]):([0-5][0-9]):([0-5][0-9])(?:\.[0-9]+)?(?:(Z)|([+-])([0-9]{2}):?([0-9]{2}))?)?"
)
"""What machines write, whole; read without a search, to the same moment."""


@lru_cache(maxsize=4096)
def read_date(text: str, language: str = "") -> Moment | None:
    """The first date in a text; `language` ('en-GB', 'de') decides the order of day and month. None when there is none.

    Pages repeat the same few dates, so that those read last are kept.
    """
    stated = _ISO.fullmatch(text) if len(text) < 35 else None
    moment = _stated(stated) if stated else None
    if moment is not None:
        return moment
    found = find_date(text, language)
    return found[0] if found else None


def _stated(match: re.Match[str]) -> Moment | None:
    """The moment of an ISO date, None where the search must tell."""
    year, month, day, hour, minute, second, utc, sign, hours, minutes = match.groups()
    try:
        when = date(int(year), int(month), int(day))
    except ValueError:
        return None
    if when.year < OLDEST:
        return None
    if hour is None:
        return Moment(when)
    clock = (int(hour), int(minute), int(second))
    if utc:
        return Moment(when, clock, 0)
    if sign is None:
        return Moment(when, clock)
    zone = int(hours) * 60 + int(minutes)
    return Moment(when, clock, (zone if sign == "+" else -zone) if zone <= LAST_ZONE else None)


def find_date(text: str, language: str = "") -> tuple[Moment, int, int] | None:
    """The first date in a text with its place, start and end."""
    digit = _DIGIT.search(text) if len(text) >= 6 else None
    if digit is None or HINT.search(text, digit.start()) is None:
        return None
    if not text.isascii():
        text = plain_digits(text)
    stamp = _STAMP.match(text)
    if stamp:
        at = datetime.fromtimestamp(int(stamp["seconds"]), UTC)
        return Moment(at.date(), (at.hour, at.minute, at.second), 0), 0, len(text)
    years, days, compacts = _numbers(text, digit.start() if text.isascii() else 0)
    if not days and not compacts:
        return None
    names = days if not text.isascii() or _has_month(text) else []
    best: tuple[date, re.Match[str]] | None = None
    for pattern in patterns_of(text, language):
        starts = _starts_of(pattern, years, days, compacts, names)
        if not starts:
            continue
        before = best[1].start() if best else len(text)
        found = _first(pattern, text, starts, before, language)
        if found is not None:
            best = found
            if found[1].start() == 0:
                break
    if best is None:
        return None
    day, match = best
    clock, zone, end = _clock_after(text, match, day, language)
    return Moment(day, clock, zone), match.start(), end


def _has_month(text: str) -> bool:
    """Whether a text of ASCII has a word that a name of a month begins with: the patterns of names are slow."""
    low = text.lower()
    return not _FIRST_WORDS.isdisjoint(_LETTERS.findall(low)) or not _FIRST_WORDS.isdisjoint(_GLUED.findall(low))


def _numbers(text: str, begin: int) -> tuple[list[int], list[int], list[int]]:
    """Where the numbers begin that may be years, days or months, and days in one piece."""
    years: list[int] = []
    days: list[int] = []
    compacts: list[int] = []
    for match in _NUMBER.finditer(text, begin):
        start, end = match.span()
        size = end - start
        if size <= 2:
            days.append(start)
        elif size == 4:
            years.append(start)
        elif size in COMPACT_SIZES:
            compacts.append(start)
    return years, days, compacts


def _starts_of(
    pattern: re.Pattern[str], years: list[int], days: list[int], compacts: list[int], names: list[int]
) -> list[int]:
    """The numbers that a pattern may begin with or, where a name comes first, that it has next."""
    if pattern is _YEAR_FIRST or pattern is SOLAR:
        return years
    if pattern is _COMPACT:
        return compacts
    if pattern is _YEAR_NAME:
        return years if names else names
    return names if pattern is _NAME_DAY or pattern is _DAY_NAME else days


def patterns_of(text: str, language: str) -> tuple[re.Pattern[str], ...]:
    """The patterns by which a text is searched; of those that begin at the same place the first counts."""
    plain = text.isascii() and not language.startswith("fa")
    found = _PATTERNS if plain else (*_PATTERNS, *patterns_for(text, language))
    return (*found, _NORDIC) if language.startswith(_NORTH) and "/" in text else found


def _first(
    pattern: re.Pattern[str], text: str, starts: list[int], before: int, language: str
) -> tuple[date, re.Match[str]] | None:
    """The first day that a pattern finds before a place; `starts` are those of the numbers it may be about.

    All patterns begin with a number, save the one of a name and a day, which is looked for right before numbers.
    """
    after, named = 0, pattern is _NAME_DAY
    for start in starts:
        if start < after:
            continue
        if named:
            if start - _LONGEST_NAME >= before:
                return None
            # What may follow the name and the day ends within so many characters, the look ahead included.
            match = pattern.search(text, max(after, start - _LONGEST_NAME), start + _AFTER_NAME)
            if match is None or match.start("day") != start:
                continue
        else:
            match = pattern.match(text, start)
            if match is None:
                if start >= before:
                    return None
                continue
        if match.start() >= before:
            return None
        day = _day_of(match, language)
        if day is not None:
            return day, match
        after = match.end()
    return None


def _day_of(match: re.Match[str], language: str) -> date | None:
    parts = match.groupdict()
    if "solar" in parts:
        month = SOLAR_MONTHS.get(parts.get("name") or "") or int(parts["month"])
        return solar_day(int(parts["solar"]), month, int(parts["day"]))
    name = parts.get("name") or ""
    year = int(parts["year"])
    year = ERAS[parts["era"]] + year if parts.get("era") else full_year(year, language, thai="ก" <= name[:1] <= "ฮ")
    if "a" in parts:
        a, b = int(parts["a"]), int(parts["b"])
        if len(parts["year"]) == 2 and language.startswith(_YEAR_FIRST_LANGUAGES) and 0 < b <= 12 and a < 70:
            return _made(2000 + a, b, int(parts["year"]))
        month_first = parts["mark"] != "." and _MONTH_DAY_REGIONS.match(language) is not None
        month, day = (a, b) if (month_first and a <= 12) or b > 12 else (b, a)
        return _made(year, month, day)
    return _made(year, month_of(name, language) or 0 if name else int(parts["month"]), int(parts["day"]))


def _made(year: int, month: int, day: int) -> date | None:
    """A day that is one and may be that of a page."""
    try:
        return date(year, month, day) if OLDEST <= year <= 2099 else None
    except ValueError:
        return None


def _clock_after(
    text: str, match: re.Match[str], day: date, language: str
) -> tuple[tuple[int, int, int] | None, int | None, int]:
    compact = match.groupdict().get("clock")
    if compact:
        compact = compact.replace(":", "")
        clock = (int(compact[:2]), int(compact[2:4]), int(compact[4:]))
        return (clock if clock[0] < 24 and clock[1] < 60 and clock[2] < 60 else None), None, match.end()
    rest = text[match.end() : match.end() + 40]
    found = (_TIME.search(rest) or _TIME_WORD.search(rest)) if _DIGIT.search(rest) else None
    if found is None or found.start() > 18 or _is_apart(rest[: found.start()]):
        half = _HALF_ONLY.search(rest)
        if half:
            return (_hour(int(half["hour"]), half["half"]), 0, 0), None, match.end() + half.end()
        before = text[max(0, match.start() - 30) : match.start()]
        earlier = list(_TIME.finditer(before))
        if not earlier or len(before) - earlier[-1].end() > 12:
            return None, None, match.end()
        found = earlier[-1]
        end = match.end()
    else:
        end = match.end() + found.end()
    parts = found.groupdict()
    afternoon = not text.isascii() and _AFTERNOON.search(rest[: found.start()]) is not None
    hour = _hour(int(parts["hour"]), parts.get("half") or ("p" if afternoon else ""))
    if hour > 23:
        return None, None, end
    return (
        (hour, int(parts.get("minute") or 0), int(parts.get("second") or 0)),
        _zone(parts.get("zone"), day, language),
        end,
    )


def _is_apart(gap: str) -> bool:
    """Whether what stands between a day and a clock tells that the clock is another day's."""
    return "\n" in gap or "|" in gap or (len(gap) > 6 and (of_update(gap) or of_publication(gap)))


def _hour(hour: int, half: str) -> int:
    if half[:1].lower() == "p" and hour < 12:
        return hour + 12
    return 0 if half[:1].lower() == "a" and hour == 12 else hour


def _zone(name: str | None, day: date, language: str) -> int | None:
    if not name:
        return None
    folded = name.strip().lower()
    if folded == "cst" and language.startswith("zh"):
        return 480
    if folded in ZONES:
        return ZONES[folded]
    if folded in _SUMMER:
        return _SUMMER[folded] + (60 if 3 < day.month < 11 else 0)
    digits = re.search(r"([+\-−])(\d{1,2}):?(\d{2})?", folded)
    if digits is None:
        return None
    minutes = int(digits[2]) * 60 + int(digits[3] or 0)
    return (-minutes if digits[1] != "+" else minutes) if minutes <= LAST_ZONE else None


def url_date(url: str) -> Moment | None:
    """The day that stands in an address, such as /2018/07/02/, /2018/jul/02/ or /t20140717_1.html; None without one."""
    match = next((found for pattern in (_URL_DAY, _URL_NAME, _URL_NUMBER) if (found := pattern.search(url))), None)
    if match is None:
        return None
    parts = {key: value for key, value in match.groupdict().items() if value}
    month = parts.get("month") or parts.get("m2") or str(month_of(parts["name"], "en"))
    try:
        return Moment(date(int(parts.get("year") or parts["y2"]), int(month), int(parts.get("day") or parts["d2"])))
    except ValueError:
        return None
