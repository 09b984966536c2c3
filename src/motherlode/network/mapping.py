"""Articles, records and rows into the network, by a small mapping file that a person can write.

[objects.source]
class = "NewsSource"
name = "{source}"

[objects.article]
class = "Article"
name = "{title}"
within = "source"
values = { url = "{url}" }

[[relations]]
kind = "normal"
name = "publishes"
from = "source"
to = "article"

A place may name several columns, "{published|pubtime}": the first of them that a row has is taken.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from string import Formatter
from typing import Any

from motherlode.errors import NetworkError, UnreadableInput
from motherlode.model.network import Edge, ObjectRef, Provenance, RelationKind
from motherlode.model.params import unknown_name
from motherlode.network.gather import Gather

READY = ("articles", "books", "papers", "products")


@dataclass(frozen=True, slots=True)
class ObjectRule:
    """How an object is made from a row; `each` names a list, of which every item makes one object."""

    cls: str
    name: str
    within: str = ""
    each: str = ""
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class RelationRule:
    """How two made objects are related."""

    kind: RelationKind
    name: str
    subject: str
    object: str
    role: str = ""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a mapping file, objects in an order in which contexts come first."""

    objects: Mapping[str, ObjectRule]
    relations: tuple[RelationRule, ...]


def load(file: Path | str) -> Rules:
    """A mapping from a file, or one of the ready ones by its name; a mistake is named."""
    if isinstance(file, str) and file in READY:
        text, where = files(__package__).joinpath("mappings", f"{file}.toml").read_text(encoding="utf-8"), file
    else:
        where = str(file)
        try:
            text = Path(file).read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError) as error:
            ready = ", ".join(READY)
            raise UnreadableInput(f"{where} cannot be read ({error}); ready mappings: {ready}") from error
    try:
        return _checked(tomllib.loads(text), where)
    except tomllib.TOMLDecodeError as error:
        raise NetworkError(f"{where}: {error}") from error


def _checked(raw: Mapping[str, Any], where: str) -> Rules:
    _known(raw, ("objects", "relations"), where)
    rules: dict[str, ObjectRule] = {}
    for alias, given in raw.get("objects", {}).items():
        _known(given, ("class", "name", "within", "each", "values"), f"{where}, objects.{alias}")
        if "class" not in given or "name" not in given:
            raise NetworkError(f"{where}: objects.{alias} needs 'class' and 'name'")
        within = given.get("within", "")
        if within and within not in rules:
            raise NetworkError(f"{where}: objects.{alias} lies within '{within}', which must stand before it")
        rules[alias] = ObjectRule(
            given["class"], given["name"], within, given.get("each", ""), given.get("values", {})
        )
    relations = []
    for number, given in enumerate(raw.get("relations", ()), 1):
        place = f"{where}, relation {number}"
        _known(given, ("kind", "name", "from", "to", "role"), place)
        for end in ("from", "to"):
            if given.get(end) not in rules:
                raise NetworkError(f"{place}: '{end}' must name one of: {', '.join(rules)}")
        try:
            kind = RelationKind(given.get("kind", "normal"))
        except ValueError as error:
            kinds = ", ".join(k.value for k in RelationKind)
            raise NetworkError(f"{place}: kind {given['kind']!r} is none of {kinds}") from error
        relations.append(RelationRule(kind, given["name"], given["from"], given["to"], given.get("role", "")))
    return Rules(rules, tuple(relations))


def _known(given: Mapping[str, Any], names: Sequence[str], where: str) -> None:
    for name in given:
        if name not in names:
            raise NetworkError(f"{where}: {unknown_name(name, list(names))}")


def add_row(gather: Gather, mapping: Rules, row: Mapping[str, Any], source: Provenance) -> bool:
    """Adds what a row says; a rule whose name comes out empty makes nothing. False where no rule made anything."""
    made: dict[str, list[ObjectRef]] = {}
    for alias, rule in mapping.objects.items():
        contexts = made.get(rule.within, []) if rule.within else [None]
        made[alias] = [
            ref
            for context in contexts
            for item in _items(row, rule.each)
            if (ref := _object(gather, rule, {**row, "each": item}, context, source))
        ]
    for relation in mapping.relations:
        for subject in made[relation.subject]:
            for target in made[relation.object]:
                edge = Edge(relation.kind, relation.name, subject, target, relation.role)
                gather.add_edge(edge, (source,))
    return any(made.values())


def _items(row: Mapping[str, Any], each: str) -> Sequence[Any]:
    if not each:
        return [""]
    found = _first(row, each)
    if isinstance(found, str):
        return [found] if found else []
    return list(found or ())


def _first(row: Mapping[str, Any], names: str) -> Any:
    """The value of the first of these columns that has one."""
    return next((row[name] for name in names.split("|") if row.get(name) not in (None, "", [])), None)


def _object(
    gather: Gather, rule: ObjectRule, row: Mapping[str, Any], context: ObjectRef | None, source: Provenance
) -> ObjectRef | None:
    name = _filled(rule.name, row)
    if not name:
        return None
    ref = context.within(rule.cls, name) if context else ObjectRef(((rule.cls, name),))
    gather.add_object(ref, (source,))
    for attribute, template in rule.values.items():
        value = _filled(template, row)
        if value:
            gather.add_value(ref, attribute, value, (source,))
    return ref


def _filled(template: str, row: Mapping[str, Any]) -> str:
    """The template with the row's values; a missing value leaves nothing. Only plain names are looked up."""
    parts = []
    for literal, name, _, _ in Formatter().parse(template):
        parts.append(literal)
        if name is not None:
            value = _first(row, name)
            parts.append(
                "" if value is None else "; ".join(map(str, value)) if isinstance(value, list) else str(value)
            )
    return " ".join("".join(parts).split())
