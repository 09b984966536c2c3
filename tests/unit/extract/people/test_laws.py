"""What holds for every page."""

from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.conftest import cpu_within

from motherlode.dom.tree import parse
from motherlode.extract.people import PeopleParams, extract, titles
from motherlode.extract.people.names import parse as parse_name
from motherlode.extract.people.params import STRATEGIES

GIVEN = ["Anna", "Piotr", "Chidi", "Mei", "Lucía", "Иван", "Rashid", "Ingrid", "Tomás", "Priya"]
FAMILY = ["Kowalska", "Okafor", "Tanaka", "Ortega", "Müller", "O'Neill", "Rahman", "Svensson", "Dvořák", "Nair"]
TITLES = ["Professor", "Associate Professor", "Assistant Professor", "Lecturer", "Dean", "Professor Emeritus"]
LAYOUTS = [
    "<li><a href='/p/{i}'>{name}</a>, {title}</li>",
    "<tr><td>{name}</td><td>{title}</td></tr>",
    "<div class='card'><h3>{name}</h3><p>{title}</p></div>",
    "<p><b>{name}</b><br>{title}</p>",
    "<dt>{name}</dt><dd>{title}</dd>",
]
pieces = st.lists(
    st.sampled_from(
        [
            "<p>",
            "<b>",
            "</b>",
            "Dr. ",
            "Anna ",
            "Smith",
            ", ",
            "Professor",
            "<br>",
            "<td>",
            "王伟",
            "\x00",
            "(",
            "@a.b",
        ]
    ),
    max_size=60,
).map("".join)


@settings(max_examples=60, deadline=None)
@given(html=st.one_of(st.text(max_size=300), pieces), strategy=st.sampled_from(STRATEGIES))
def test_any_page_gives_people_with_names(html: str, strategy: str) -> None:
    for person in extract(parse(html), "http://a.test/", PeopleParams(strategy=strategy)):
        assert person.name.strip() == person.name != ""
        assert re.search(r"[^\W\d_]", person.name)


@settings(max_examples=200, deadline=None)
@given(text=st.text(max_size=120))
def test_any_text_is_read_without_an_error(text: str) -> None:
    titles.of_line(text)
    titles.of_heading(text)
    found = parse_name(text)
    assert found is None or found.name


@settings(max_examples=40, deadline=None)
@given(
    people=st.lists(st.tuples(st.sampled_from(GIVEN), st.sampled_from(FAMILY)), min_size=4, max_size=10, unique=True),
    ranks=st.lists(st.sampled_from(TITLES), min_size=10, max_size=10),
    layout=st.sampled_from(LAYOUTS),
)
def test_every_person_of_a_plain_list_is_found_once_with_the_title(
    people: list[tuple[str, str]], ranks: list[str], layout: str
) -> None:
    rows = [(f"{first} {last}", rank) for (first, last), rank in zip(people, ranks, strict=False)]
    body = "".join(layout.format(i=i, name=name, title=title) for i, (name, title) in enumerate(rows))
    if layout.startswith("<tr"):
        body = f"<table>{body}</table>"
    found = extract(parse(f"<h1>People</h1>{body}"))
    assert [(person.name, person.title) for person in found] == rows


HOSTILE = {
    "one endless word": "<p>" + "Ab" * 1_000_000,
    "one name again and again": "<a href='/p'>Anna Smith</a> " * 5000,
    "thousands of people": "".join(f"<li>Anna Smi{chr(97 + i % 26)}th, Professor</li>" for i in range(5000)),
    "a row of thousands of cells": "<table><tr>" + "<td>Bob Smith</td>" * 5000,
    "only commas": "<p>" + "Smith, " * 50_000,
    "nested too deep": "<div>" * 3000 + "Anna Smith",
    "brackets and honorifics": "<p>" + "(" * 5000 + "Dr. " * 3000,
    "an address without an end": "<p>" + "a." * 50_000 + "@",
}  # fmt: skip


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_pages_end_soon(what: str) -> None:
    with cpu_within(10):
        extract(parse(HOSTILE[what]))


def test_thousands_of_different_people_are_all_found() -> None:
    html = "".join(f"<li>Anna Ab{chr(97 + i % 26)}{chr(97 + i // 26)}son, Professor</li>" for i in range(600))
    assert len(extract(parse(f"<ul>{html}</ul>"))) == 600
