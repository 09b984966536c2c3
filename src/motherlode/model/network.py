"""The information network (U9): objects, roles and seven kinds of relationship."""

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


@dataclass(frozen=True, slots=True)
class Provenance:
    """Where a fact was read."""

    page: str = ""
    path: str = ""
    rule: str = ""
    at: str = ""


@dataclass(frozen=True, slots=True)
class NetworkObject:
    """An object of a class, told apart by its name within its context."""

    cls: str
    name: str
    context: str = ""
    attributes: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Role:
    """A role that an object plays in a context, with attributes of its own (Professor at this college)."""

    cls: str
    player: str
    context: str
    attributes: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Relation:
    """An edge with its kind, its inverse's name and its provenance."""

    kind: RelationKind
    name: str
    subject: str
    object: str
    inverse: str = ""
    provenance: tuple[Provenance, ...] = ()
