"""Universities from settings to network (U9).

The network is told, with the page and rule of each fact:
University —contain→ College —contain→ Department (or institute, centre, laboratory, chair, office); a unit
—Faculty (Professor, Lecturer …)→ Person, or —Staff→ for administrative people. Title, e-mail, phone and homepage are
values of the role or the person.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack

from motherlode.app.settings import ProjectParams, Settings
from motherlode.extract.people import PeopleParams, UnitParams
from motherlode.extract.people.candidates import name_key
from motherlode.fetch.browser import Browser, available
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.network import Facts, ObjectRef, Provenance, RelationDef, RelationKind
from motherlode.model.people import Person, Unit
from motherlode.model.ports import Clock, Progress, Silent
from motherlode.network.gather import Gather
from motherlode.network.identity import resolve
from motherlode.network.store import NetworkStore
from motherlode.text.urls import canonical
from motherlode.university.explore import Tools, explore_all
from motherlode.university.facts import Memory
from motherlode.university.model import UnitNode, University, UniversityParams

ACADEMIC = frozenset(
    {"professor", "associate professor", "assistant professor", "lecturer", "reader", "instructor", "fellow",
     "researcher"}
)  # fmt: skip
CLASSES = {"college": "College", "department": "Department", "institute": "Institute", "centre": "Centre",
           "laboratory": "Laboratory", "chair": "Chair", "office": "Office"}  # fmt: skip
TEACHING = frozenset({"College", "Department", "Institute", "Laboratory", "Chair"})
"""The classes that TeachingUnit subsumes in figures 1 and 7 of the paper, and what stands for them (U9a)."""
CONTAINED = {"College": ("colleges", "collegeOf"), "Department": ("departments", "departmentOf")}
OTHER_PARTS = ("units", "unitOf")
"""The names of the contain relationships, with their inverses, by the class of the part."""


def facts_of(university: University, at: str = "") -> Facts:
    """Everything that was found of a university; `at` is the time of the reading."""
    gather = Gather()
    _declare(gather)
    top = ObjectRef((("University", university.name or university.url),))
    source = Provenance(university.url, rule="home page", at=at)
    gather.add_object(top, (source,))
    gather.add_value(top, "url", university.url, (source,))
    for node in (*university.colleges, *university.departments, *university.others):
        _node(gather, top, node, at)
    inner = {name_key(person.name) for node in university.units() for person in node.people}
    for person in university.people:
        if name_key(person.name) not in inner:
            _person(gather, top, person, at)
    return gather.facts()


def _declare(gather: Gather) -> None:
    """The classes and relationships of figure 7, for units of every kind."""
    units = ("University", *CLASSES.values())
    for name in ("TeachingUnit", *units, "Person"):
        gather.declare_class(name, isa="TeachingUnit" if name in TEACHING else "")
    for rank in sorted(ACADEMIC):
        gather.declare_class(rank.title(), role=True, isa="Faculty")
    for whole in units:
        for part in CLASSES.values():
            name, inverse = CONTAINED.get(part, OTHER_PARTS)
            gather.declare_relation(RelationDef(name, RelationKind.CONTAIN, whole, part, inverse))
        gather.declare_relation(RelationDef("Faculty", RelationKind.ROLE_BASED, whole, "Person", "worksIn"))
        gather.declare_relation(RelationDef("Staff", RelationKind.ROLE_BASED, whole, "Person", "staffOf"))


def _node(gather: Gather, whole: ObjectRef, node: UnitNode, at: str) -> None:
    """A unit, its people and the units inside it; somebody whom an inner unit lists too belongs to the inner one."""
    cls = CLASSES.get(node.unit.kind, "Department")
    place = _unit(gather, whole, cls, CONTAINED.get(cls, OTHER_PARTS)[0], node.unit, at)
    inner = {name_key(person.name) for part in node.departments for one in part.walk() for person in one.people}
    for person in (*node.people, *node.differing):
        if name_key(person.name) not in inner:
            _person(gather, place, person, at)
    for part in node.departments:
        _node(gather, place, part, at)


def _unit(gather: Gather, whole: ObjectRef, cls: str, relation: str, unit: Unit, at: str) -> ObjectRef:
    found = unit.evidence
    source = Provenance(found.page if found else "", found.path if found else "", found.rule if found else "", at)
    part = gather.contain(whole, cls, unit.name, relation, (source,))
    if unit.url:
        gather.add_value(part, "url", unit.url, (source,))
    return part


def _person(gather: Gather, place: ObjectRef, person: Person, at: str) -> None:
    found = person.evidence.get("name")
    source = Provenance(found.page if found else "", found.path if found else "", found.rule if found else "", at)
    academic = person.rank in ACADEMIC
    relation = "Faculty" if academic or not (person.roles or person.title) else "Staff"
    role = person.rank.title() if academic else (person.roles[0].title() if person.roles else "")
    edge = gather.play(place, relation, role, person.name, (source,))
    for further in person.roles if academic else person.roles[1:]:
        gather.play(place, "Staff", further.title(), edge.object, (source,))
    for attribute, value in (("title", person.title), ("modifiers", ", ".join(person.modifiers))):
        if value:
            gather.add_value(edge, attribute, value, (source,))
    for attribute, value in (("email", person.email), ("phone", person.phone), ("homepage", person.url)):
        if value:
            gather.add_value(edge.object, attribute, value, (source,))


def explore_into(
    network: NetworkStore,
    homes: Sequence[str],
    settings: Settings,
    *,
    resume: bool = False,
    browser: bool | None = None,
    allow_private: bool = False,
    progress: Progress | None = None,
    clock: Clock | None = None,
    stopping: Callable[[], bool] = lambda: False,
) -> list[University]:
    """Explores universities side by side and puts what was found into the network.

    People whom a homepage or an e-mail address shows to be one become one, with that evidence.

    `browser` None starts one only where a page lacks links or names without it, and one is installed.
    Once `stopping` says so no further page is fetched; what was read stays in memory for a resumed exploration.
    """
    clock = clock or SystemClock()
    addresses = [canonical(home) for home in homes]
    memory = Memory(network.engine)
    if not resume:
        for home in addresses:
            memory.forget(home)
    project = settings.get(ProjectParams)
    private = allow_private or project.allow_private

    async def explore() -> list[University]:
        async with AsyncExitStack() as stack:
            fetcher = Client(settings.get(FetchParams), clock, allow_private=private, user_agent=project.user_agent)
            tools = Tools(
                await stack.enter_async_context(fetcher),
                settings.get(UniversityParams),
                settings.get(PeopleParams),
                settings.get(UnitParams),
                memory=memory,
                progress=progress or Silent(),
                stopping=stopping,
            )
            if browser or (browser is None and available()):
                shown = Browser(allow_private=private, user_agent=project.user_agent, fetch=fetcher.fetch)
                tools.renderer = await stack.enter_async_context(shown)
            return await explore_all(addresses, tools)

    found = asyncio.run(explore())
    at = clock.now().isoformat(timespec="seconds")
    for university in found:
        if university.name or university.people or any(university.units()):  # else its home page was not there
            network.insert(facts_of(university, at))
    resolve(network)
    return found
