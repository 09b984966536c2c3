"""A university in the information network (U9): contains for units, roles with their own attributes for people.

The network is told, with the page and rule of each fact:
University —contain→ College —contain→ Department (or institute, centre, laboratory, chair, office); a unit
—Faculty (Professor, Lecturer …)→ Person, or —Staff→ for administrative people. Title, e-mail, phone and homepage are
values of the role or the person.
"""

from __future__ import annotations

from motherlode.extract.people.candidates import name_key
from motherlode.model.network import Facts, ObjectRef, Provenance, RelationDef, RelationKind
from motherlode.model.people import Person, Unit
from motherlode.network.gather import Gather
from motherlode.university.model import UnitNode, University

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
