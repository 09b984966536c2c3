"""Names and titles as pieces of text."""

from __future__ import annotations

import pytest

from motherlode.extract.people import titles
from motherlode.extract.people.names import parse


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Prof. Dr.-Ing. habil. Klaus Müller", "Klaus Müller"),
        ("Lin, Mei-Chuan", "Mei-Chuan Lin"),
        ("Smith, John A., PhD", "John A. Smith"),
        ("García Márquez, Gabriel", "Gabriel García Márquez"),
        ("van der Berg, Jan", "Jan van der Berg"),
        ("DR. SUMITRA DEB (BOSE)", "SUMITRA DEB (BOSE)"),
        ("Daniel (DJ) Brasier", "Daniel (DJ) Brasier"),
        ("Dr.R.Gunasekaran", "R.Gunasekaran"),
        ("Dr. VASANTH M S", "VASANTH M S"),
        ("Abdul Karim Md. Nazrul Huda", "Abdul Karim Md. Nazrul Huda"),
        ("John Smith, Chicago", "John Smith"),
        ("Martin King Jr., PhD", "Martin King Jr."),
        ("Associate Professor Jane Doe", "Jane Doe"),
        ("Sarah Dean", "Sarah Dean"),
        ("Dr. Sarah Moss, Dean", "Sarah Moss"),
        ("Иванов Иван Иванович, профессор", "Иванов Иван Иванович"),
        ("Dra. María José García de la Torre", "María José García de la Torre"),
        ("江成顺教授（学科带头人，博士生导师）", "江成顺"),
        ("1. 王 伟", "王伟"),
    ],
)
def test_reads_a_name_at_the_start_of_a_text(text: str, name: str) -> None:
    found = parse(text)
    assert found is not None
    assert found.name == name


@pytest.mark.parametrize("text", ["", "   ", "12345", "the quick brown fox", "@", "x" * 1000, "(", "1. 2. 3."])
def test_finds_no_name_where_there_is_none(text: str) -> None:
    assert parse(text) is None


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("Research Assistant Professor", "assistant professor"),
        ("Asst. Prof. Gd-I", "assistant professor"),
        ("Professor & Head", "professor"),
        ("Profesor Titular de Universidad", "associate professor"),
        ("Catedrática de Universidad", "professor"),
        ("Maître de conférences", "associate professor"),
        ("Juniorprofessorin", "assistant professor"),
        ("доцент кафедры", "associate professor"),
        ("副教授", "associate professor"),
        ("讲师", "lecturer"),
        ("Senior Lecturer", "lecturer"),
    ],
)
def test_knows_ranks_in_many_languages(text: str, rank: str) -> None:
    found = titles.find(text)
    assert found is not None
    assert found.rank == rank


def test_tells_administrative_roles_and_modifiers_apart() -> None:
    found = titles.find("Professor Emeritus and Dean")
    assert found is not None
    assert (found.rank, found.modifiers, found.roles) == ("professor", ("emeritus",), ("dean",))


def test_a_sentence_is_no_title() -> None:
    assert titles.of_line("She has been a professor of physics at the college since 1992 and teaches optics") is None
