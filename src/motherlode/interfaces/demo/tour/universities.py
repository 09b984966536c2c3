"""Step: three universities from their home pages into the information network."""

from __future__ import annotations

import asyncio

from motherlode.app.university.network import facts_of
from motherlode.extract.people.params import PeopleParams, UnitParams
from motherlode.fetch.named import named_client
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.model.clock import SystemClock
from motherlode.network.store import NetworkStore
from motherlode.university.explore import Tools, explore_all
from motherlode.university.params import UniversityParams


def map_universities(stop: Stop) -> Line:
    """Colleges, departments and people of three universities."""
    settings, network = stop.project.settings, NetworkStore(stop.project.engine)
    tools = Tools(
        named_client(allow_private=True),
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
        f"{sum(len(c.departments) for u in found for c in u.colleges)} departments, {sum(u.found for u in found)} people",
        f"{departments} departments, {people} people are there",
    )
