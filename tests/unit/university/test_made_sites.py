"""Sites of many structures, layouts and languages, explored whole (made by benchmarks/made_sites)."""

from __future__ import annotations

import asyncio

import pytest
from benchmarks.made_sites.layouts import LAYOUTS
from benchmarks.made_sites.sites import STRUCTURES, Structure, bare_names, made
from benchmarks.made_sites.speech import ENGLISH, RUSSIAN, SWEDISH, Speech
from benchmarks.university_made import HOME, Pages, everybody, judged

from motherlode.university.explore import Tools, explore
from motherlode.university.model import UniversityParams


@pytest.mark.parametrize("speech", [ENGLISH, RUSSIAN, SWEDISH], ids=lambda speech: speech.code)
@pytest.mark.parametrize("structure", STRUCTURES, ids=lambda structure: structure.__name__)
def test_everybody_is_found_with_title_and_unit_and_nobody_else(structure: Structure, speech: Speech) -> None:
    layout = LAYOUTS[(STRUCTURES.index(structure) + len(speech.code + speech.university)) % len(LAYOUTS)]
    site = made(structure, speech, layout, seed=7)
    case = judged(structure.__name__, layout.__name__, site, asyncio.run(explore(HOME + "/", Tools(Pages(site)))))
    assert (case.missed, case.false) == ((), ())
    assert (case.titles, case.units, case.parents) == (100, 100, 100)


def test_profiles_are_left_alone_where_nobody_wants_their_titles() -> None:
    site = made(bare_names, ENGLISH, LAYOUTS[0], seed=3)
    found = asyncio.run(explore(HOME + "/", Tools(Pages(site), UniversityParams(profiles="none"))))
    assert {person.name for person in everybody(found)} == set(site.people)
    assert not [url for url in found.fetched if "/person/" in url]
    lacking = [problem.reason for problem in found.problems if problem.code == "titles"]
    number = len(site.people)
    said = f"{number} of {number} people are listed without a title, with a page of their own"
    assert lacking == [f"{said}; profiles = all reads these pages"]


def test_where_a_list_has_titles_profiles_are_not_fetched() -> None:
    site = made(STRUCTURES[0], ENGLISH, LAYOUTS[0], seed=3)
    people = site.staff(5, "/people/{}.html")
    for entry in people:
        site.add(entry.url, entry.name, f"<p>{entry.title}</p>")
    site.add("/f0/d0/staff.html", "Faculty & Staff", site.listing(people))
    found = asyncio.run(explore(HOME + "/", Tools(Pages(site))))
    assert not [url for url in found.fetched if "/people/" in url]
