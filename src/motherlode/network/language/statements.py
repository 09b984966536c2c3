"""Statements as values."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from motherlode.model.network import ClassDef, Facts, RelationDef


@dataclass(frozen=True, slots=True)
class CreateClass:
    """CREATE CLASS or CREATE ROLE."""

    definition: ClassDef


@dataclass(frozen=True, slots=True)
class CreateRelation:
    """CREATE RELATION."""

    definition: RelationDef


@dataclass(frozen=True, slots=True)
class Insert:
    """INSERT: the facts it states."""

    facts: Facts


@dataclass(frozen=True, slots=True)
class Node:
    """A place in a path: any of class, variable and name may be left open."""

    cls: str = ""
    variable: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Step:
    """A relationship to follow: forward (/) or back (^), once or any number of times (+)."""

    relation: str
    back: bool = False
    closure: bool = False


@dataclass(frozen=True, slots=True)
class Path:
    """node (step node)*"""

    nodes: tuple[Node, ...]
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """?p.email, or ?p for its name."""

    variable: str
    attribute: str = "name"


@dataclass(frozen=True, slots=True)
class Constant:
    """A text or a number."""

    value: str


Operand = Field | Constant


@dataclass(frozen=True, slots=True)
class Comparison:
    """left operator right."""

    left: Operand
    operator: str
    right: Operand


@dataclass(frozen=True, slots=True)
class Exists:
    """The attribute has a value."""

    operand: Operand


@dataclass(frozen=True, slots=True)
class Junction:
    """AND, OR or NOT over conditions."""

    word: Literal["and", "or", "not"]
    parts: tuple[Condition, ...]


Condition = Comparison | Exists | Junction


@dataclass(frozen=True, slots=True)
class Shown:
    """A column of the answer: a value, all values of a group, or their number."""

    label: str
    operand: Operand
    mode: Literal["value", "collect", "count"] = "value"


@dataclass(frozen=True, slots=True)
class Query:
    """QUERY with paths, conditions and the shape of the answer."""

    paths: tuple[Path, ...]
    where: Condition | None = None
    shown: tuple[Shown, ...] = ()
    order: str = ""
    descending: bool = False
    limit: int | None = None


@dataclass(frozen=True, slots=True)
class Explain:
    """EXPLAIN: how a query is answered, instead of its answer."""

    query: Query


@dataclass(frozen=True, slots=True)
class Between:
    """PATH a TO b: the shortest way from one object to another."""

    start: Node
    end: Node
    limit: int | None = None


Statement = CreateClass | CreateRelation | Insert | Query | Explain | Between
