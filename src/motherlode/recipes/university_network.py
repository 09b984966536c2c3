"""A university in the information network (U9): contains for units, roles with their own attributes for people.

The network is told, with the page and rule of each fact:
University —contain→ College —contain→ Department; Department —Faculty (Professor, Lecturer …)→ Person, or —Staff→ for
administrative people. Title, e-mail, phone and homepage are values of the role or the person.
"""

from __future__ import annotations

from motherlode.model.network import Facts, ObjectRef, Provenance, RelationDef, RelationKind
from motherlode.model.people import Person, Unit
from motherlode.network.gather import Gather
from motherlode.recipes.university import University

ACADEMIC = frozenset(
    {"professor", "associate professor", "assistant professor", "lecturer", "reader", "instructor", "fellow",
     "researcher"}
)  # fmt: skip
RELATIONS = (
    RelationDef("colleges", RelationKind.CONTAIN, "University", "College", "collegeOf"),
    RelationDef("departments", RelationKind.CONTAIN, "College", "Department", "departmentOf"),
    RelationDef("departments", RelationKind.CONTAIN, "University", "Department", "departmentOf"),
    RelationDef("Faculty", RelationKind.ROLE_BASED, "Department", "Person", "worksIn"),
    RelationDef("Staff", RelationKind.ROLE_BASED, "Department", "Person", "staffOf"),
    RelationDef("Faculty", RelationKind.ROLE_BASED, "College", "Person", "worksIn"),
    RelationDef("Staff", RelationKind.ROLE_BASED, "College", "Person", "staffOf"),
)
"""The relationships of figure 7, with their inverses."""


def facts_of(university: University, at: str = "") -> Facts:
    """Everything that was found of a university; `at` is the time of the reading."""
    gather = Gather()
    for relation in RELATIONS:
        gather.declare_relation(relation)
    for name in ("University", "College", "Department", "Person"):
        gather.declare_class(name)
    for rank in sorted(ACADEMIC):
        gather.declare_class(rank.title(), role=True, isa="Faculty")
    top = ObjectRef((("University", university.name or university.url),))
    source = Provenance(university.url, rule="home page", at=at)
    gather.add_object(top, (source,))
    gather.add_value(top, "url", university.url, (source,))
    for college in university.colleges:
        place = _unit(gather, top, "College", "colleges", college.unit, at)
        for person in (*college.people, *college.differing):
            _person(gather, place, person, at)
        for department in college.departments:
            inner = _unit(gather, place, "Department", "departments", department.unit, at)
            for person in (*department.people, *department.differing):
                _person(gather, inner, person, at)
    for department in university.departments:
        inner = _unit(gather, top, "Department", "departments", department.unit, at)
        for person in (*department.people, *department.differing):
            _person(gather, inner, person, at)
    return gather.facts()


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
    for attribute, value in (("title", person.title), ("modifiers", ", ".join(person.modifiers))):
        if value:
            gather.add_value(edge, attribute, value, (source,))
    for attribute, value in (("email", person.email), ("phone", person.phone), ("homepage", person.url)):
        if value:
            gather.add_value(edge.object, attribute, value, (source,))
