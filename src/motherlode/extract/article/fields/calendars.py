"""Other calendars: Japanese eras, the Buddhist years of Thailand, the solar years of Iran; and other digits."""

from __future__ import annotations

import re
from datetime import date, timedelta

from motherlode.lang import any_of, section

ERAS = {"令和": 2018, "平成": 1988, "昭和": 1925}
"""Japanese eras → the year before their first."""

BUDDHIST = 543
"""Years by which the count of Thailand is ahead."""

SOLAR_MONTHS = {name: number for number, name in enumerate(section("dates")["fa"]["solar_months"], 1)}
_SOLAR_NAME = any_of(SOLAR_MONTHS)

ERA = re.compile(
    r"(?<=(?P<era>令和|平成|昭和))(?P<year>\d{1,2})\s?年\s?(?P<month>0?[1-9]|1[0-2])\s?月\s?(?P<day>[0-2]?\d|3[01])\s?日"
)
SOLAR = re.compile(
    r"(?<!\d)(?P<solar>1[34]\d\d)\s?[-/.]\s?(?P<month>0?[1-9]|1[0-2])\s?[-/.]\s?(?P<day>[0-2]?\d|3[01])(?!\d)"
)
SOLAR_NAME = re.compile(
    rf"(?<!\d)(?P<day>[0-2]?\d|3[01])\s?(?P<name>{_SOLAR_NAME})(?:\sماه)?[\s،,]{{1,2}}(?P<solar>1[34]\d\d)(?!\d)"
)

_ARABIC = re.compile(r"[\u0600-\u06ff]")
_DIGITS = "٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹०१२३४५६७८९০১২৩৪৫৬৭৮৯๐๑๒๓๔๕๖๗๘๙０１２３４５６７８９"
_OTHER_DIGIT = re.compile(f"[{_DIGITS}]")
_TO_ASCII = str.maketrans(_DIGITS + "／．\u200e\u200f", "0123456789" * 6 + "/.  ")


def plain_digits(text: str) -> str:
    """A text of the same length with digits of other scripts as those of ASCII, and the first year of an era as 1."""
    if _OTHER_DIGIT.search(text):
        text = text.translate(_TO_ASCII)
    return text.replace("元年", "1年") if "元年" in text else text


def patterns_for(text: str, language: str) -> tuple[re.Pattern[str], ...]:
    """The patterns of other calendars that a text may need."""
    if "年" in text:
        return (ERA,)
    return (SOLAR, SOLAR_NAME) if language.startswith("fa") or _ARABIC.search(text) else ()


def solar_day(year: int, month: int, day: int) -> date | None:
    """The day of a date of Iran's solar calendar (33-year cycles, right from 1206 to 1498).

    >>> solar_day(1403, 1, 1)
    datetime.date(2024, 3, 20)
    """
    if not (1 <= month <= 12 and 1 <= day <= (31 if month <= 6 else 30)):
        return None
    passed = year - 1
    leaps = 8 * (passed // 33) + (passed % 33 + 3) // 4
    days = 365 * passed + leaps + 31 * min(month - 1, 6) + 30 * max(month - 7, 0) + day - 1
    return date(622, 3, 21) + timedelta(days=days)


def full_year(year: int, language: str, *, thai: bool = False) -> int:
    """A year of our count: '24' → 2024, and Buddhist years where Thai is written."""
    if thai or language.startswith("th"):
        if 2400 < year < 2700:
            return year - BUDDHIST
        if 40 <= year <= 99:
            return 2500 + year - BUDDHIST
    return year if year > 99 else year + (2000 if year < 70 else 1900)
