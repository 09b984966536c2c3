"""People and units of a university, as they were read from pages (U3–U8)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from motherlode.model.evidence import Evidence
from motherlode.model.plain import AsDict

UnitKind = Literal[
    "university",
    "college",
    "department",
    "institute",
    "centre",
    "laboratory",
    "chair",
    "office",
    "programme",
    "other",
]


@dataclass(frozen=True, slots=True)
class Person(AsDict):
    """A person on a page: `title` as it stands there, `rank` its base in English, the rest where it was found.

    `modifiers` are words such as emeritus, visiting or adjunct; `roles` administrative ones such as dean or chair.
    """

    name: str
    title: str = ""
    rank: str = ""
    url: str = ""
    email: str = ""
    phone: str = ""
    unit: str = ""
    honorific: str = ""
    modifiers: tuple[str, ...] = ()
    roles: tuple[str, ...] = ()
    confidence: float = 1.0
    evidence: Mapping[str, Evidence] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Unit:
    """A college, a department or a degree programme as a page names it."""

    name: str
    kind: UnitKind
    url: str = ""
    confidence: float = 1.0
    evidence: Evidence | None = None
