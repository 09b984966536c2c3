"""What exploration is told, and a university as it was found: units, people in units, and what went wrong (U1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from motherlode.model.params import Params, param
from motherlode.model.people import Person, Unit


@dataclass(frozen=True, slots=True, kw_only=True)
class UniversityParams(Params):
    """Universities (U1): how far and how widely a site is explored."""

    strategy: str = param(
        "site", "site: the whole site as a focused crawl; paper: the chain home, colleges, departments, faculty",
        choices=("site", "paper"),
    )  # fmt: skip
    max_pages: int = param(3000, "pages fetched from one university at the most", low=1)
    parallel: int = param(4, "pages of one university fetched at a time", low=1, high=64)
    promise: float = param(0.6, "how much a page must promise to be fetched once units and people are known", low=-5)
    patience: int = param(24, "pages in a row without a new unit or person after which the exploration ends", low=1)
    blind: int = param(
        60, "pages read breadth first where nothing promises anything and nothing was found yet", low=0
    )
    more: int = param(10, "pages read breadth first after the promising ones, where people were found", low=0)
    profiles: str = param(
        "lacking", "whose own pages are read for titles: lacking: everybody's where lists give hardly any; all: "
        "everybody's whose list lacks one; none", choices=("lacking", "all", "none"),
    )  # fmt: skip
    tries: int = param(
        3, "strategy paper: pages tried where links promise a list and the first does not hold it", low=1
    )


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
