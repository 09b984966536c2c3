"""Statements as values, and a network as statements in the paper's shape; reading them back gives the same network.

>>> from motherlode.network.gather import Gather
>>> from motherlode.model.network import ObjectRef
>>> gather = Gather()
>>> college = ObjectRef((("University", "Northmoor"), ("College", "Science")))
>>> _ = gather.play(college, "Faculty", "Professors", "Ada Byrne")
>>> print(emit(gather.facts()).splitlines()[-1])
Insert University.College "Northmoor"."Science" [ Faculty -> { Professors: { Ada Byrne } } ];
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from motherlode.model.network import ClassDef, Edge, Facts, ObjectRef, Provenance, RelationDef, RelationKind
from motherlode.network.names import singular


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


_SIMPLE = re.compile(r"[^\W_](?:[\w.'’()&/-]| (?=\S))*")
_WORD = re.compile(r"[^\W\d_]\w*")
_KIND_WORDS = {kind.value for kind in RelationKind}
Values = Mapping[ObjectRef | Edge, list[tuple[str, str, frozenset[Provenance]]]]


def emit(facts: Facts) -> str:
    """Statements that state all the facts, in a fixed order."""
    values: defaultdict[ObjectRef | Edge, list[tuple[str, str, frozenset[Provenance]]]] = defaultdict(list)
    for (owner, attribute, value), sources in facts.values.items():
        values[owner].append((attribute, value, sources))
    edges: defaultdict[ObjectRef, list[tuple[Edge, frozenset[Provenance]]]] = defaultdict(list)
    for edge, sources in facts.edges.items():
        edges[edge.subject].append((edge, sources))
    lines = [_create_class(c) for c in sorted(facts.classes)]
    lines += [_create_relation(r) for r in sorted(facts.relations)]
    implied = {edge.object for edge in facts.edges} | {ref.context for ref in facts.objects}
    for ref in sorted(facts.objects):
        if facts.objects[ref] or ref in values or ref in edges or ref not in implied:
            lines.append(_insert(ref, facts.objects[ref], values, sorted(edges.get(ref, []))))
    return "\n".join(lines) + "\n"


def _create_class(definition: ClassDef) -> str:
    word = "Role" if definition.role else "Class"
    isa = f" Isa {_class(definition.isa)}" if definition.isa else ""
    return f"Create {word} {_class(definition.name)}{isa};"


def _create_relation(definition: RelationDef) -> str:
    between = f" ({_class(definition.subject)} -> {_class(definition.object)})" if definition.subject else ""
    inverse = f" Inverse {_class(definition.inverse)}" if definition.inverse else ""
    return f"Create Relation {definition.kind.value} {_class(definition.name)}{between}{inverse};"


def _insert(
    ref: ObjectRef, sources: Iterable[Provenance], values: Values, edges: list[tuple[Edge, frozenset[Provenance]]]
) -> str:
    items = [f"{_label(a)}: {{ {_text(v)}{_sources(s)} }}" for a, v, s in sorted(values.get(ref, []))]
    roles: defaultdict[str, defaultdict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    others: defaultdict[tuple[RelationKind, str], list[str]] = defaultdict(list)
    for edge, read in edges:
        if edge.kind is RelationKind.ROLE_BASED:
            member = _member(edge.object, ref, "Person") + _sources(read) + _own(values.get(edge, []))
            roles[edge.name][edge.role].append(member)
        else:
            others[edge.kind, edge.name].append(_member(edge.object, ref, singular(edge.name)) + _sources(read))
    for name, groups in roles.items():
        parts = [
            f"{_text(role)}: {{ {', '.join(m)} }}" if role else ", ".join(m) for role, m in sorted(groups.items())
        ]
        items.append(f"{_label(name)} -> {{ {', '.join(parts)} }}")
    for (kind, name), members in others.items():
        items.append(f"{kind.value.capitalize()} {_text(name)}: {{ {', '.join(members)} }}")
    body = f" [ {', '.join(items)} ]" if items else ""
    return f"Insert {_reference(ref)}{_sources(sources)}{body};"


def _own(values: list[tuple[str, str, frozenset[Provenance]]]) -> str:
    parts = [f"{_text(a)}: {{ {_text(v)}{_sources(s)} }}" for a, v, s in sorted(values)]
    return f" [ {', '.join(parts)} ]" if parts else ""


def _member(target: ObjectRef, subject: ObjectRef, cls: str) -> str:
    near = target.context == subject and target.cls == cls
    return _text(target.name) if near else _reference(target)


def _reference(ref: ObjectRef) -> str:
    classes = ".".join(cls for cls, _ in ref.path)
    return f"{classes} {'.'.join(_quoted(name) for _, name in ref.path)}"


def _label(name: str) -> str:
    """A label that does not begin with the word of a kind."""
    return _quoted(name) if name.split(" ", maxsplit=1)[0].lower() in _KIND_WORDS else _text(name)


def _text(value: str) -> str:
    simple = _SIMPLE.fullmatch(value) and "--" not in value and "->" not in value
    return value if simple else _quoted(value)


def _class(name: str) -> str:
    return name if _WORD.fullmatch(name) else f"`{name}`"


def _quoted(value: str) -> str:
    return json.dumps(value, ensure_ascii=True)


def _sources(sources: Iterable[Provenance]) -> str:
    return "".join(
        f" @({_quoted(p.page)}, {_quoted(p.path)}, {_quoted(p.rule)}, {_quoted(p.at)})" for p in sorted(sources)
    )
