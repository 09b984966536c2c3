"""The information network (U9): objects in their contexts, roles, and seven kinds of relationship."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum


class RelationKind(StrEnum):
    """The paper's set RT."""

    NORMAL = "normal"
    CONTAIN = "contain"
    ROLE_BASED = "role-based"
    SPECIFIC = "specific"
    IDENTIFICATION = "identification"
    CONTEXT = "context"
    INVERSE = "inverse"


@dataclass(frozen=True, slots=True, order=True)
class Provenance:
    """Where a fact was read: page, node, rule, time."""

    page: str = ""
    path: str = ""
    rule: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True, order=True)
class ObjectRef:
    """An object, told apart by its classes and names from the outermost context inward.

    `ObjectRef((("University", "Northmoor"), ("College", "Science")))` is the College of Science of Northmoor.
    A person's context is the unit that lists the person: a bare name is nobody.
    """

    path: tuple[tuple[str, str], ...]

    @property
    def cls(self) -> str:
        """The object's class."""
        return self.path[-1][0]

    @property
    def name(self) -> str:
        """The object's name within its context."""
        return self.path[-1][1]

    @property
    def context(self) -> ObjectRef | None:
        """The object that this one is named within; None for an outermost one."""
        return ObjectRef(self.path[:-1]) if len(self.path) > 1 else None

    def within(self, cls: str, name: str) -> ObjectRef:
        """The object of that class and name in this one's context."""
        return ObjectRef((*self.path, (cls, name)))


@dataclass(frozen=True, slots=True, order=True)
class Edge:
    """A relationship. A role-based one is a role too: `role` is its class (Professor), its values are its own."""

    kind: RelationKind
    name: str
    subject: ObjectRef
    object: ObjectRef
    role: str = ""


@dataclass(frozen=True, slots=True, order=True)
class ClassDef:
    """An object class or a role class, with the class it specialises."""

    name: str
    role: bool = False
    isa: str = ""


@dataclass(frozen=True, slots=True, order=True)
class RelationDef:
    """A relationship between classes with the name of its inverse."""

    name: str
    kind: RelationKind
    subject: str = ""
    object: str = ""
    inverse: str = ""


ValueKey = tuple[ObjectRef | Edge, str, str]
"""Owner, attribute, value: two pages that disagree give two of these, and both are kept."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A network, or a part of one, as a plain value: everything with the places where it was read."""

    classes: frozenset[ClassDef] = frozenset()
    relations: frozenset[RelationDef] = frozenset()
    objects: Mapping[ObjectRef, frozenset[Provenance]] = field(default_factory=dict)
    edges: Mapping[Edge, frozenset[Provenance]] = field(default_factory=dict)
    values: Mapping[ValueKey, frozenset[Provenance]] = field(default_factory=dict)
