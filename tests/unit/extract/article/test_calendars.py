"""Dates in other languages, digits and calendars (N4)."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import pairwise

import pytest

from motherlode.extract.article.fields.calendars import plain_digits, solar_day
from motherlode.extract.article.fields.dates import read_date, url_date
from motherlode.extract.article.fields.time_words import of_publication, of_update
from motherlode.lang.months import MONTHS, month_of


@pytest.mark.parametrize(
    ("text", "language", "day"),
    [
        ("12 NİSAN 2015", "tr", "2015-04-12"),
        ("12 KASIM 2015", "tr", "2015-11-12"),
        ("12 ſept 2015", "en", "2015-09-12"),
        ("12 ΜΑΡΤΙΟΥ 2015", "el", "2015-03-12"),
        ("12 במרץ, 2015", "he", "2015-03-12"),
        ("12 مارس، 2015", "ar", "2015-03-12"),
        ("١٢ مارس ٢٠١٥", "ar", "2015-03-12"),
        ("12 كانون الثاني 2015", "ar", "2015-01-12"),
        ("۱۲ مه ۲۰۱۵", "fa", "2015-05-12"),
        ("۱۴۰۲/۰۵/۰۳", "fa", "2023-07-25"),
        ("۳ مرداد ۱۴۰۲", "fa", "2023-07-25"),
        ("令和元年5月3日", "ja", "2019-05-03"),
        ("平成27年3月12日", "ja", "2015-03-12"),
        ("２０１５年３月１２日", "ja", "2015-03-12"),
        ("12 มีนาคม 2558", "th", "2015-03-12"),
        ("12 มี.ค. 58", "th", "2015-03-12"),
        ("วันพุธที่ 12 มีนาคม พ.ศ. 2558", "th", "2015-03-12"),
        ("12/03/2558", "th", "2015-03-12"),
        ("ngày 12 tháng 3 năm 2015", "vi", "2015-03-12"),
        ("12 Tháng Mười Hai, 2015", "vi", "2015-12-12"),
        ("15.03.12", "ko", "2015-03-12"),
        ("12/3 2015", "sv", "2015-03-12"),
        ("12/3-2015", "da", "2015-03-12"),
        ("Thu Mar 12 10:30:00 CET 2015", "", "2015-03-12"),
        ("2015. márc. 12.", "hu", "2015-03-12"),
        ("12. listopada 2015.", "hr", "2015-10-12"),
        ("12 listopada 2015", "pl", "2015-11-12"),
        ("2015 m. kovo 12 d.", "lt", "2015-03-12"),
        ("जनवरी 12, 2015", "hi", "2015-01-12"),
        ("12 d’abril de 2015", "ca", "2015-04-12"),
        ("2013-12-2117:59", "zh", "2013-12-21"),
    ],
)
def test_dates_of_many_languages(text: str, language: str, day: str) -> None:
    found = read_date(text, language)
    assert found is not None
    assert found.day.isoformat() == day


def test_buddhist_years_are_read_only_where_thai_is_written() -> None:
    assert read_date("12/03/2558", "de") is None


def test_the_clock_is_not_that_of_the_next_date() -> None:
    assert read_date("Oppdatert 13.08.2002 Lagt ut 04.07.2002", "no").iso == "2002-08-13"  # type: ignore[union-attr]
    assert read_date("12 May 2014, updated 10:30, 13 May 2014", "en-GB").iso == "2014-05-12"  # type: ignore[union-attr]
    assert read_date("2015年3月12日 下午3:20", "zh").iso == "2015-03-12T15:20:00"  # type: ignore[union-attr]


def test_every_solar_day_follows_the_one_before() -> None:
    days = [solar_day(1390 + n // 372, n // 31 % 12 + 1, n % 31 + 1) for n in range(372 * 15)]
    written = [day for day in days if day is not None]
    known = {(1399, 12, 30): date(2021, 3, 20), (1400, 1, 1): date(2021, 3, 21), (1403, 1, 1): date(2024, 3, 20)}
    assert {key: solar_day(*key) for key in known} == known
    steps = {later - day for day, later in pairwise(written)}
    assert steps <= {timedelta(days=0), timedelta(days=1)}


def test_digits_of_other_scripts_keep_their_places() -> None:
    assert plain_digits("الأحد ٣ مايو") == "الأحد 3 مايو"
    assert plain_digits("令和元年") == "令和1年"


def test_every_name_of_a_month_is_read_in_any_case() -> None:
    for name, number in MONTHS.items():
        assert month_of(name, "") == number
        assert month_of(name.upper(), "") == number
    assert month_of("lip", "hr") == 6


def test_words_tell_what_happened() -> None:
    for text in (
        "Mis à jour le",
        "Sist endret:",
        "最終更新日:",
        "آخر تحديث:",
        "Cập nhật lúc",
        "Güncelleme:",
        "Обновено на",
    ):
        assert of_update(text), text
    for text in ("Lagt ut", "Közzétéve:", "投稿日:", "نشر في", "Đăng ngày", "Zveřejněno:", "פורסם:", "Inserito il"):
        assert of_publication(text), text
        assert not of_update(text), text


def test_a_day_in_the_query_of_an_address() -> None:
    assert url_date("https://a.example/article?id=7&date=2015-03-12").iso == "2015-03-12"  # type: ignore[union-attr]
