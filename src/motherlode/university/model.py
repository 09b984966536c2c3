"""A university as it was found: units in units, people in units, and what went wrong (U1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from motherlode.model.people import Person, Unit


@dataclass(frozen=True, slots=True)
class Problem:
    """A page or a unit that could not be read, and why; `code` is a short stable word."""

    url: str
    code: str
    reason: str


@dataclass(frozen=True, slots=True)
class UnitNode:
    """A unit with its inner units, its people and the pages that list them; `reason` tells why it stands here."""

    unit: Unit
    departments: tuple[UnitNode, ...] = ()
    people: tuple[Person, ...] = ()
    pages: tuple[str, ...] = ()
    differing: tuple[Person, ...] = ()
    """What another page says of somebody otherwise; both are kept, and the network shows the conflict."""

    reason: str = ""

    def walk(self) -> Iterator[UnitNode]:
        """This unit and all inside it."""
        yield self
        for inner in self.departments:
            yield from inner.walk()


@dataclass(frozen=True, slots=True)
class University:
    """What was found of a university, the pages that were fetched for it, and what went wrong.

    `colleges` are its units of the upper kind (a site of one faculty is one of them), `departments` those directly
    under it, `others` its offices and research groups, and `people` those that belong to no unit.
    """

    name: str
    url: str
    colleges: tuple[UnitNode, ...] = ()
    departments: tuple[UnitNode, ...] = ()
    others: tuple[UnitNode, ...] = ()
    people: tuple[Person, ...] = ()
    fetched: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()

    def units(self) -> Iterator[UnitNode]:
        """All its units, each before those inside it."""
        for top in (*self.colleges, *self.departments, *self.others):
            yield from top.walk()

    @property
    def found(self) -> int:
        """How many people, each counted once a unit."""
        return len(self.people) + sum(len(node.people) for node in self.units())
