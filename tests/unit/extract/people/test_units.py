"""Colleges and departments, told from degree programmes and menus."""

from __future__ import annotations

import pytest

from motherlode.dom.tree import parse
from motherlode.extract.people import units
from motherlode.extract.people.reading import read
from motherlode.extract.people.words import says_units, staff_score


def page(heading: str, names: list[str], menu: list[str] | None = None) -> str:
    shown = menu or ["Home", "About us", "Admissions", "Research", "News", "Contact"]
    links = "".join(f'<li><a href="/u/{i}">{name}</a></li>' for i, name in enumerate(names))
    nav = "".join(f'<a href="/m/{i}">{name}</a>' for i, name in enumerate(shown))
    return f"<nav>{nav}</nav><h2>{heading}</h2><ul>{links}</ul><footer><a href='/p'>Privacy</a></footer>"


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Department of Chemistry", "department"),
        ("Mellon College of Science", "college"),
        ("Heinz College", "college"),
        ("Fakultät für Mathematik", "college"),
        ("Facultad de Derecho", "college"),
        ("Кафедра физики", "department"),
        ("计算机学院", "college"),
        ("软件工程系", "department"),
        ("Electrical and Computer Engineering", "subject"),
        ("MBA Finance", "programme"),
        ("Master of Arts in History", "programme"),
        ("软件工程专业", "programme"),
        ("Office of Research", "office"),
        ("教务处", "office"),
    ],
)
def test_words_of_a_unit(text: str, kind: str) -> None:
    found = read(text)
    assert found is not None
    assert found.kind == kind


def test_colleges_of_a_university_with_their_links() -> None:
    names = [
        "College of Engineering",
        "School of Law",
        "Tepper School of Business",
        "College of Fine Arts",
        "Libertas",
    ]
    found = units(parse(page("Schools and Colleges", names)), "http://u.test/")
    assert [unit.name for unit in found] == names
    assert {unit.kind for unit in found} == {"college"}
    assert found[0].url == "http://u.test/u/0"


def test_the_place_decides_what_a_bare_subject_is() -> None:
    names = ["Computer Science", "Physics", "Art History", "Mechanical Engineering"]
    html = page("Departments", names)
    assert {unit.kind for unit in units(parse(html), within="college")} == {"department"}
    assert [unit.name for unit in units(parse(html), within="college")] == names


def test_a_school_within_a_college_is_a_department() -> None:
    names = ["School of Music", "School of Drama", "School of Design", "School of Architecture"]
    assert {unit.kind for unit in units(parse(page("Schools", names)), within="college")} == {"department"}


def test_degree_programmes_are_no_units() -> None:
    names = ["MBA Finance", "MBA Marketing", "Master of Science in Nursing", "BA History", "PhD in Physics"]
    assert units(parse(page("Degrees", names))) == []
    bare = ["Finance", "Marketing", "Nursing", "History", "Physics"]
    assert units(parse(page("Degree programs", bare))) == []


def test_a_menu_is_no_list_of_units() -> None:
    assert units(parse(page("News", ["Spring concert", "New building opens", "Open day"]))) == []


@pytest.mark.parametrize(
    ("anchor", "staff", "units"),
    [
        ("Faculty", 1.0, False),
        ("Academic staff", 1.0, False),
        ("Schools and Colleges", 0.0, True),
        ("Departments", 0.0, True),
        ("Преподаватели", 1.0, False),
        ("Кафедры", 0.0, True),
        ("师资队伍", 1.0, False),
        ("院系设置", 0.0, True),
        ("Medarbetare", 1.0, False),
        ("Institutioner", 0.0, True),
        ("News", -1.0, False),
        ("Admissions Team", 0.6, False),
    ],
)
def test_words_of_links_tell_where_they_lead(anchor: str, staff: float, units: bool) -> None:
    assert staff_score(anchor) == staff
    assert says_units(anchor) is units
