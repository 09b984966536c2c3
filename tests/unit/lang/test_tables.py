"""Every word of the tables of languages does its work in a made page: nothing on its way to the field loses it."""

import pytest

from motherlode.extract.article import read
from motherlode.extract.article.fields.author_names import AND, split_names
from motherlode.lang import codes, section, table

PROSE = 3 * f"<p>{'The bridge was opened, after two years of work, on Monday, said the mayor. ' * 2}</p>"
HEBREW_AND = "ו"
"""Sticks to the word after it."""


def page(line: str, language: str = "en") -> str:
    return f"<html lang={language}><title>A bridge opens</title><h1>A bridge opens</h1><p>{line}</p>{PROSE}"


def entries(name: str, key: str) -> list[tuple[str, str]]:
    return [(code, entry) for code, found in section(name).items() for entry in found.get(key, ())]


def lost(found: list[tuple[str, str]], made: str) -> list[tuple[str, str]]:
    """Entries whose line gives another author than the one it names."""
    return [(code, entry) for code, entry in found if read(page(made.format(entry))).authors != ("Anna Berger",)]


@pytest.mark.parametrize("made", ["{} Anna Berger", "{}: Anna Berger"])
def test_words_for_by_and_roles_name_the_author(made: str) -> None:
    assert lost(entries("bylines", "by") + entries("bylines", "role"), made) == []


def test_labels_name_the_author_before_a_colon() -> None:
    assert lost(entries("bylines", "label"), "{}: Anna Berger") == []


def test_words_for_by_name_the_author_after_a_date() -> None:
    assert lost(entries("bylines", "ending"), "12.3.2021 {} Anna Berger") == []


def test_leads_are_taken_off_a_name() -> None:
    for _, lead in entries("bylines", "lead"):
        html = page("").replace("<h1>", f'<meta name=author content="{lead}：Anna Berger"><h1>')
        assert read(html).authors == ("Anna Berger",), lead


def test_words_for_and_part_names() -> None:
    parted = {word: read(page(f"By Anna Berger {word} Tom Hart")).authors for word in AND if word != HEBREW_AND}
    assert {word for word, names in parted.items() if names != ("Anna Berger", "Tom Hart")} == set()
    assert split_names(f"אנה לוי {HEBREW_AND}דנה כהן") == ["אנה לוי", "דנה כהן"]


@pytest.mark.parametrize("code", sorted(section("dates")))
def test_every_month_is_read(code: str) -> None:
    for row in table(code)["dates"]["months"]:
        assert len(row) == 12
        for number, name in enumerate(row, 1):
            if name in table(code)["dates"].get("only_here", ()):
                continue  # needs the language of the text: below
            for line in (f"3 {name} 2021", f"3. {name.capitalize()} 2021"):
                assert read(page(line)).published == f"2021-{number:02}-03", line


def test_a_month_with_another_meaning_elsewhere_goes_by_the_language() -> None:
    from motherlode.lang.months import month_of

    assert [month_of("listopada", language) for language in ("hr", "hr-HR", "bs", "pl", "")] == [10, 10, 10, 11, 11]


@pytest.mark.parametrize("key", ["updated", "published"])
def test_words_before_a_time_tell_what_happened(key: str) -> None:
    wrong = []
    for code, entry in entries("times", key):
        article = read(page(f"{entry.strip()} 3.5.2021 10:20"))
        if (article.updated if key == "updated" else article.published) != "2021-05-03T10:20:00":
            wrong.append((code, entry))
    assert wrong == []


def test_languages_are_known_by_their_codes() -> None:
    assert {"ar", "de", "en", "ja", "ru", "zh"} <= set(codes())
    assert all(len(code) == 2 and table(code)["name"] for code in codes())


def test_jobs_are_no_part_of_a_name() -> None:
    assert lost(entries("people", "jobs"), "By Anna Berger, {}") == []


@pytest.mark.parametrize("made", ["By Anna Berger | {} 3.5.2021", "By Anna Berger {} 3.5.2021"])
def test_words_for_a_day_are_no_part_of_a_name(made: str) -> None:
    key = "label" if "|" in made else "before"
    lines = [made.format(word.capitalize() if key == "label" else word) for _, word in entries("dates", key)]
    assert [line for line in lines if read(page(line)).authors != ("Anna Berger",)] == []


def test_words_for_first_choose_among_two_days() -> None:
    for _, word in entries("times", "first"):
        article = read(page(f"Published 9.5.2021, {word} published 3.5.2021"))
        assert article.published == "2021-05-03", word


def test_labels_name_the_source() -> None:
    for _, label in entries("sources", "label"):
        assert read(page(f"{label}: Northern-Herald")).source == "Northern-Herald", label


@pytest.mark.parametrize("key", ["writer", "reporter", "editor"])
def test_words_of_chinese_lines_name_the_author(key: str) -> None:
    for _, word in entries("bylines", key):
        assert read(page(f"{word}：刘江河", "zh")).authors == ("刘江河",), word
    for code, word in entries("bylines", "spaced"):
        assert read(page(f"{word} 김민수", code)).authors == ("김민수",), word


def test_every_credit_at_the_end_of_an_article_is_left_out_of_its_text() -> None:
    sentence = "The dam above the town was opened on Monday, and the people below it were told to leave. "
    text = "".join(f"<p>{sentence * 3}Number {n}.</p>" for n in range(6))
    for _, credit in entries("bylines", "credit"):
        made = f"<article><h1>The dam is opened</h1>{text}<p>{credit} Anna Berger</p></article>"
        assert "Berger" not in read(f"<html><body>{made}</body></html>").content, credit
        inside = made.replace("Number 3.</p>", f"Number 3.</p><p>{credit} Anna Berger</p>")
        assert "Berger" in read(f"<html><body>{inside}</body></html>").content, credit


def test_a_language_is_one_file_whose_keys_are_read() -> None:
    """A key that no filter reads would be a word that does nothing."""
    known = {
        "dates": {"months", "only_here", "label", "before", "solar_months"},
        "bylines": {"by", "role", "label", "ending", "lead", "writer", "reporter", "editor", "spaced", "credit"},
        "times": {"updated", "published", "first"},
        "people": {"and", "jobs", "surnames", "rare_surnames", "double_surnames", "given"},
        "titles": {"honorifics", "labels", "ranks", "roles", "modifiers", "singular"},
        "sources": {"label"},
    }
    for name, keys in known.items():
        assert {key for found in section(name).values() for key in found} <= keys, name
