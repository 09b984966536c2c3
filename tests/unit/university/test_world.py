"""Sites as engines and habits of several countries make them, explored whole (benchmarks/made_sites/world*.py)."""

from __future__ import annotations

import asyncio
from statistics import fmean

import pytest
from benchmarks.made_sites.world import World
from benchmarks.made_sites.world_fifth import FIFTH
from benchmarks.made_sites.world_first import FIRST
from benchmarks.made_sites.world_fourth import FOURTH
from benchmarks.made_sites.world_second import SECOND
from benchmarks.made_sites.world_third import THIRD
from benchmarks.made_sites.written import written
from benchmarks.university_made import HOME, Pages, judged

from motherlode.university.explore import Tools, explore

WRITTEN = [world for part in ("sixth", "seventh", "eighth", "ninth", "tenth") for world in written(part)]
SITES = (*FIRST, *SECOND, *THIRD, *FOURTH, *FIFTH, *WRITTEN)
KNOWN: dict[str, tuple[int, int]] = {
    "in_college": (1, 0),
    "in_engineering": (4, 0),
    "ru_frames": (0, 2),
    "two_meanings": (2, 0),
    "us_mirror": (1, 0),
    "us_hugo": (0, 4),
    "us_faculty_pages": (1, 0),
    "ru_institute": (0, 3),
}
"""People missed and false people that are known: a message's author, staff in a table of two, somebody alone beside a
list, the past in prose, former members and doctoral students under headings as high as the names."""


@pytest.mark.parametrize("world", SITES, ids=lambda world: world.name)
def test_a_site_of_its_own_making_gives_its_people_and_units(world: World) -> None:
    site = world.site()
    found = asyncio.run(explore(HOME + "/", Tools(Pages(site))))
    case = judged(world.name, "", site, found)
    missed, false = KNOWN.get(world.name, (0, 0))
    assert (len(case.missed), len(case.false)) <= (missed, false), (case.missed, case.false)
    assert len(case.false) <= false
    assert case.titles >= 80
    assert case.units >= 85
    assert case.parents == 100
    assert found.name == world.whole


UNKNOWN = ("eleventh", "twelfth", "thirteenth")


def test_sites_in_languages_without_words_give_most_of_their_people_and_units() -> None:
    sites = [(world.name, world.site()) for part in UNKNOWN for world in written(part)]
    cases = [judged(name, "", site, asyncio.run(explore(HOME + "/", Tools(Pages(site))))) for name, site in sites]
    assert fmean(case.people for case in cases) >= 95
    assert fmean(case.units for case in cases) >= 85
    assert fmean(case.titles for case in cases) >= 75


@pytest.mark.parametrize("world", [one for one in SITES if one.unit], ids=lambda world: world.name)
def test_a_site_of_one_unit_is_that_unit(world: World) -> None:
    found = asyncio.run(explore(HOME + "/", Tools(Pages(world.site()))))
    assert [college.unit.name for college in found.colleges] == [world.unit]
