"""Forms in which pages write names and titles, one at a time (whole sites: tests/unit/university/test_world.py)."""

from __future__ import annotations

import pytest

from motherlode.dom.tree import parse
from motherlode.extract.people import extract, titles


def read(body: str) -> list[tuple[str, str]]:
    return [(person.name, person.title) for person in extract(parse(f"<html><body>{body}</body></html>"))]


@pytest.mark.parametrize(
    ("heading", "title"),
    [
        ("Associate Professors", "Associate Professor"),
        ("Maîtres de conférences", "Maître de conférences"),
        ("Universitetslektorer", "Universitetslektor"),
        ("Старшие преподаватели", "Старший преподаватель"),
        ("Professori ordinari (12)", "Professore ordinario"),
    ],
)
def test_a_heading_for_several_gives_the_title_of_one(heading: str, title: str) -> None:
    found = titles.of_heading(heading)
    assert found is not None
    assert found.text == title


def test_a_column_for_positions_goes_before_a_degree_with_a_rank_in_it() -> None:
    rows = "".join(
        f"<tr><td>{name}</td><td>{post}</td><td>канд. техн. наук, доцент</td></tr>"
        for name, post in (
            ("Лаптев Игорь Фёдорович", "заведующий кафедрой"),
            ("Уваров Пётр Сергеевич", "инженер"),
            ("Савельев Роман Андреевич", "ассистент"),
        )
    )
    head = "<tr><th>ФИО</th><th>Должность</th><th>Учёная степень</th></tr>"
    assert [title for _, title in read(f"<table>{head}{rows}</table>")] == [
        "заведующий кафедрой",
        "инженер",
        "ассистент",
    ]


def test_names_over_two_lines_are_whole() -> None:
    cards = "".join(
        f"<div class='card'><div class='name'>{family}<br>{given}</div><div>доцент</div></div>"
        for family, given in (
            ("Лаптев", "Игорь Фёдорович"),
            ("Уваров", "Пётр Сергеевич"),
            ("Рябинин", "Роман Львович"),
        )
    )
    assert [name for name, _ in read(cards)] == [
        "Игорь Фёдорович Лаптев",
        "Пётр Сергеевич Уваров",
        "Роман Львович Рябинин",
    ]


def test_a_line_of_one_rank_gives_it_to_all_its_names() -> None:
    assert read(
        "<p><b>教授：</b>王建华&nbsp;&nbsp;李丽萍&nbsp;&nbsp;张国强</p><p><b>讲师：</b>陈雪梅&nbsp;&nbsp;刘志远</p>"
    ) == [
        ("王建华", "教授"),
        ("李丽萍", "教授"),
        ("张国强", "教授"),
        ("陈雪梅", "讲师"),
        ("刘志远", "讲师"),
    ]


def test_names_are_read_from_pictures_where_no_text_gives_one() -> None:
    cells = "".join(
        f'<td><img src="x.jpg" alt="{name}"><br>Lecturer</td>'
        for name in ("Marta Gilroy", "Owen Jessup", "Tess Novak")
    )
    assert read(f"<table><tr>{cells}</tr></table>") == [
        ("Marta Gilroy", "Lecturer"),
        ("Owen Jessup", "Lecturer"),
        ("Tess Novak", "Lecturer"),
    ]


def test_two_family_names_before_a_comma_are_turned_where_the_page_turns_all() -> None:
    items = "".join(
        f"<li><a href='/p/{n}'>{name}</a> Profesor Titular</li>"
        for n, name in enumerate(("Luna, Gonzalo", "Vega, Carmen", "Cano Sepúlveda, Maricarmen", "Ríos, Teresa"))
    )
    assert "Maricarmen Cano Sepúlveda" in [name for name, _ in read(f"<ul>{items}</ul>")]


def test_a_board_alone_on_a_page_is_nobody_of_the_staff() -> None:
    rows = "".join(
        f"<tr><td>Shri {name}</td><td>{post}</td></tr>"
        for name, post in (("Nitin Patil", "President"), ("Deepa Wagh", "Secretary"), ("Girish Iyengar", "Member"))
    )
    assert read(f"<h2>Governing Body</h2><table><tr><th>Name</th><th>Post</th></tr>{rows}</table>") == []


def test_a_headline_with_somebodys_title_in_it_is_no_person() -> None:
    names = ("王立新", "赵雪梅", "刘秀英")
    items = "".join(f"<li><a href='/n/{n}'>{name}教授来我院作学术报告</a></li>" for n, name in enumerate(names))
    assert read(f"<ul>{items}</ul>") == []


def test_a_table_of_units_with_their_heads_links_nobody() -> None:
    rows = "".join(
        f'<tr><td><a href="/kaf{n}/">Кафедра {subject}</a></td><td>зав. кафедрой — {name}</td></tr>'
        for n, (subject, name) in enumerate(
            (
                ("оптики", "Лаптев Игорь Фёдорович"),
                ("механики", "Уваров Пётр Сергеевич"),
                ("акустики", "Рябинин Роман Львович"),
            )
        )
    )
    found = extract(parse(f"<html><body><table>{rows}</table></body></html>"), "http://a.test/")
    assert [person.url for person in found] == ["", "", ""]
