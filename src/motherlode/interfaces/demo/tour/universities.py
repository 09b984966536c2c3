"""Step: three universities from their home pages into the information network."""

from __future__ import annotations

import asyncio

from motherlode.extract.people.params import PeopleParams, UnitParams
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.model.clock import SystemClock
from motherlode.network.store import NetworkStore
from motherlode.recipes.fetching import SimpleFetcher
from motherlode.recipes.university import Tools, explore_all
from motherlode.recipes.university_network import facts_of
from motherlode.recipes.university_params import UniversityParams


def map_universities(stop: Stop) -> Line:
    """Colleges, departments and people of three universities."""
    settings, network = stop.project.settings, NetworkStore(stop.project.engine)
    tools = Tools(
        SimpleFetcher(allow_private=True),
        settings.get(UniversityParams),
        settings.get(PeopleParams),
        settings.get(UnitParams),
        progress=stop.progress,
    )
    truth = stop.web.truth.universities
    found = asyncio.run(explore_all([stop.server.url(each.host) for each in truth], tools))
    at = SystemClock().now().isoformat(timespec="seconds")
    for university in found:
        network.insert(facts_of(university, at))
    people = sum(1 for each in truth for _ in each.people())
    departments = sum(len(c.departments) for each in truth for c in each.colleges)
    return Line(
        "universities",
        f"{sum(len(u.all_departments()) for u in found)} departments, {sum(u.people for u in found)} people",
        f"{departments} departments, {people} people are there",
    )
