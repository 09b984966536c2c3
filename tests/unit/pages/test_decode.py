"""Charset detection: marks, claims, lies and statistics."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.pages.charsets import COMMON, repaired
from motherlode.pages.decode import decode, plausibility

ZH = "国务院新闻办公室今天上午举行发布会，介绍中国经济发展情况，记者从会上了解到，今年以来市场运行总体平稳。"
TW = "行政院今天上午舉行記者會，說明臺灣經濟發展的情況，記者在會上了解到，今年以來市場運行總體平穩。"
JA = "政府は今日の閣議で、新しい経済政策についての方針を決めました。首相はこれからの課題について話しています。"
KO = (
    "정부는 오늘 국무회의에서 새로운 경제 정책을 발표했다. 대통령은 이번 대책이 시장에 도움이 될 것이라고 말했습니다."
)
RU = "Правительство сегодня утвердило новую программу развития экономики, сообщили журналистам в министерстве."
DE = "Die Regierung hat gestern über die Änderung des Gesetzes beraten; Bürger können sich bis März äußern."
FR = "Le gouvernement a présenté hier à l’Assemblée une réforme très attendue, après des mois de débats animés."
PL = "Rząd przyjął wczoraj nową ustawę o podatkach; zmiany wejdą w życie już w przyszłym miesiącu, mówią źródła."
EL = "Η κυβέρνηση παρουσίασε σήμερα το νέο πρόγραμμα για την οικονομία και την ανάπτυξη της χώρας."
AR = "أعلنت الحكومة اليوم عن برنامج جديد لتطوير الاقتصاد الوطني خلال السنوات المقبلة"
HE = "הממשלה הודיעה היום על תוכנית חדשה לפיתוח הכלכלה בשנים הקרובות"
TH = "รัฐบาลประกาศแผนใหม่สำหรับการพัฒนาเศรษฐกิจของประเทศในวันนี้"

LEGACY = [
    (ZH, "gbk"), (ZH, "gb18030"), (TW, "big5"), (JA, "shift_jis"), (JA, "euc_jp"), (KO, "euc_kr"),
    (RU, "cp1251"), (RU, "koi8_r"), (DE, "cp1252"), (FR, "cp1252"), (PL, "cp1250"), (EL, "cp1253"),
    (AR, "cp1256"), (HE, "cp1255"), (TH, "cp874"), (JA, "iso2022_jp"),
]  # fmt: skip


def page(text: str) -> str:
    return f'<html><head><title>{text[:12]}</title></head><body><p class="a">{text}</p><a href="/x?y=1">{text}</a>'


@pytest.mark.parametrize(("text", "encoding"), LEGACY)
@pytest.mark.parametrize("header", ["", "text/html; charset=utf-8", "text/html; charset=iso-8859-1", "text/html"])
def test_legacy_encodings_are_read_whatever_the_header_says(text: str, encoding: str, header: str) -> None:
    assert decode(page(text).encode(encoding), header).text == page(text)


@pytest.mark.parametrize("text", [ZH, TW, JA, KO, RU, DE, FR, PL, EL, AR, HE, TH])
@pytest.mark.parametrize("header", ["", "text/html; charset=gbk", "text/html;charset=ISO-8859-1"])
def test_utf8_wins_over_a_lying_header(text: str, header: str) -> None:
    assert decode(page(text).encode(), header)[:2] == (page(text), "utf-8")


@pytest.mark.parametrize("text", [ZH, DE, KO, "plain"])
@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "utf-32", "utf-16-le", "utf-16-be"])
def test_wide_encodings_with_and_without_marks(text: str, encoding: str) -> None:
    assert decode(page(text).encode(encoding)).text == page(text)


def test_a_short_title_follows_the_claim() -> None:
    body = '<meta charset="gb2312"><title>足球</title>'.encode("gbk")
    found = decode(body)
    assert "足球" in found.text
    assert found.encoding == "gb18030"
    assert "the page" in found.reason


def test_a_cut_utf8_page_stays_utf8() -> None:
    assert decode(page(ZH).encode()[:-5].rstrip(b"</a>")[:-1]).encoding == "utf-8"


def test_reason_names_the_lie() -> None:
    assert "the header says cp1252" in decode(page(ZH).encode("gbk"), "text/html; charset=latin1").reason


@settings(max_examples=150, deadline=None)
@given(st.binary(max_size=400), st.text(max_size=30))
def test_any_bytes_give_a_text(body: bytes, header: str) -> None:
    found = decode(body, header)
    assert isinstance(found.text, str)
    assert found.encoding
    assert found.reason


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=200))
def test_utf8_round_trip(text: str) -> None:
    body = ("<p>" + text.replace("\x1b", "").replace("\x00", "") + "é").encode("utf-8", "ignore")
    assert decode(body).text == repaired(body.decode())


def test_text_that_was_encoded_twice_is_put_right_for_every_reader() -> None:
    broken = "the investor’s guide, the bank’s rate, the town’s mayor".encode().decode("latin-1")
    assert decode(f"<p>{broken}".encode()).text == "<p>the investor’s guide, the bank’s rate, the town’s mayor"


def test_a_few_signs_on_a_western_page_do_not_make_it_another_script() -> None:
    page = (
        b"<html><body>"
        + b"<p>The price of the book is low and the caf\xe9 is open.</p>" * 60
        + b"\xa9 \xb7 \x95 \x96</body>"
    )
    assert decode(page).encoding == "cp1252"
    assert decode(page, "text/html; charset=iso-8859-1").encoding == "cp1252"


def test_of_equally_plausible_encodings_the_same_is_taken_in_every_process() -> None:
    body = "<p>Chłopiec mówił, że było wesoło i ciepło, a cały dzień trwał długo.</p>".encode("cp1250")
    line = f"from motherlode.pages.decode import decode; print(decode({body!r}, '').encoding)"
    source = str(Path(__file__).parents[3] / "src")
    said = {
        subprocess.run(
            [sys.executable, "-c", line],
            env={**os.environ, "PYTHONHASHSEED": str(seed), "PYTHONPATH": source},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in range(6)
    }  # fmt: skip
    assert len(said) == 1


@given(
    st.text("国务院新闻Änderung дж の12 ", min_size=1, max_size=40), st.sampled_from(sorted(COMMON)), st.floats(-2, 1)
)
def test_an_encoding_that_is_not_looked_through_could_not_have_won(text: str, written: str, to_beat: float) -> None:
    sample = text.encode(written, "ignore")
    for encoding in COMMON:
        full, short = plausibility(sample, encoding), plausibility(sample, encoding, to_beat)
        assert short == full or full <= short < to_beat
