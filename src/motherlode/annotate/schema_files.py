"""Schema files: small TOML files that a person can write; ready ones ship with the package.

description = "Books in shops and libraries"

[attributes.title]
type = "name"
synonyms = ["book title", "Titel"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

from motherlode.errors import SchemaError, UnreadableInput, UsageError
from motherlode.model import plugins
from motherlode.model.schema import Attribute, Schema, attribute_types, merge_rules
from motherlode.text.patterns import user_pattern

NEAR = 0.5
"""Likeness from which a known word is offered for an unknown one: difflib's own .6 misses many slips of the keys."""
_LISTS = ("synonyms", "examples", "values", "units")
_TEXTS = ("description", "type", "pattern", "merge")
_FLAGS = ("many", "key", "closed")
_NUMBERS = ("low", "high")
_KNOWN = (*_LISTS, *_TEXTS, *_FLAGS, *_NUMBERS)
_TOP = ("name", "description", "aliases", "attributes")


def ready_names() -> tuple[str, ...]:
    """The names of the schemas that ship with the package, and of those of plug-ins."""
    folder = files("motherlode.annotate") / "schemas"
    own = sorted(entry.name[:-5] for entry in folder.iterdir() if entry.name.endswith(".toml"))
    return (*own, *plugins.names("schemas"))


def find_schema(name: str, folders: Sequence[Path] = ()) -> Schema:
    """A schema by file, by name in one of the folders (a project's own come first), or by a ready name or alias."""
    if name.endswith(".toml") or "/" in name:
        return read_schema(Path(name))
    for folder in folders:
        file = folder / f"{name}.toml"
        if file.is_file():
            return read_schema(file)
    ready = ready_names()
    if name in ready:
        return ready_schema(name)
    for known in ready:
        if name.casefold() in ready_schema(known).aliases:
            return ready_schema(known)
    near = get_close_matches(name, ready, n=1)
    hint = f"did you mean '{near[0]}'?" if near else f"ready ones: {', '.join(ready)}"
    raise SchemaError(f"there is no schema '{name}'; {hint} Or give the path of a .toml file", schema=name)


def ready_schema(name: str) -> Schema:
    """A schema that ships with the package, or a plug-in's: a function that gives its text."""
    if name in plugins.names("schemas"):
        return parse_schema(plugins.load("schemas", name)(), name, f"the plug-in {name}")
    source = files("motherlode.annotate") / "schemas" / f"{name}.toml"
    return parse_schema(source.read_text(encoding="utf-8"), name, f"{name}.toml")


def read_schema(file: Path) -> Schema:
    """A schema file, checked; a mistake is named with its place."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UnreadableInput(f"{file} is not there; ready schemas: {', '.join(ready_names())}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{file} cannot be read: {error}") from error
    return parse_schema(text, file.stem, str(file))


def parse_schema(text: str, name: str, where: str) -> Schema:
    """The schema that a TOML text describes; raises SchemaError with file, line and the next step."""
    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        raise SchemaError(
            f"{where}: not valid TOML: {error}", file=where, line=int(place[1]) if place else 0
        ) from error
    file = _File(where, text)
    for key in given:
        if key not in _TOP:
            raise file.mistake(key, f"unknown key '{key}'{_near(key, _TOP)}")
    attributes = given.get("attributes")
    if not isinstance(attributes, Mapping) or not attributes:
        raise SchemaError(f"{where}: no attributes; add a section such as [attributes.title]", file=where)
    return Schema(
        name=file.text_at(given, "name") or name,
        attributes=tuple(_attribute(str(key), facts, file) for key, facts in attributes.items()),
        description=file.text_at(given, "description"),
        aliases=tuple(alias.casefold() for alias in file.texts_at(given, "aliases")),
    )


def _attribute(name: str, facts: object, file: _File) -> Attribute:
    here = f"in [attributes.{name}]"
    if not isinstance(facts, Mapping):
        raise file.mistake(name, f"'{name}' must be a section: [attributes.{name}]")
    for key in facts:
        if key not in _KNOWN:
            raise file.mistake(key, f"unknown key '{key}' {here}{_near(key, _KNOWN)}")
    for key in _FLAGS:
        if not isinstance(facts.get(key, False), bool):
            raise file.mistake(key, f"{key} {here} is {facts[key]!r}; write true or false")
    kind, merge = file.text_at(facts, "type") or "text", file.text_at(facts, "merge") or "agree"
    for key, value, known in (("type", kind, attribute_types), ("merge", merge, merge_rules)):
        if value not in known:
            raise file.mistake(key, f"{key} '{value}' {here} is unknown{_near(value, known)}")
    pattern = file.text_at(facts, "pattern")
    try:
        user_pattern(pattern, f"[attributes.{name}]")
    except UsageError as error:
        raise file.mistake("pattern", error.message) from error
    if facts.get("closed") and not facts.get("values") and not pattern:
        raise file.mistake("closed", f"closed {here} needs values or a pattern")
    low, high = (file.number_at(facts, key) for key in _NUMBERS)
    if low is not None and high is not None and low > high:
        raise file.mistake("low", f"low {here} is above high")
    told: dict[str, Any] = {key: file.texts_at(facts, key) for key in _LISTS}
    told |= {key: bool(facts.get(key, False)) for key in _FLAGS}
    description = file.text_at(facts, "description")
    return Attribute(name, description, kind, pattern=pattern, merge=merge, low=low, high=high, **told)


@dataclass(frozen=True, slots=True)
class _File:
    """A schema file: where it stands and what it says, to read values from it and to name the line of a mistake."""

    where: str
    text: str

    def text_at(self, facts: Mapping[str, Any], key: str) -> str:
        value = facts.get(key, "")
        if not isinstance(value, str):
            raise self.mistake(key, f"{key} is {value!r}; it must be a text in quotes")
        return value

    def number_at(self, facts: Mapping[str, Any], key: str) -> float | None:
        value = facts.get(key)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            raise self.mistake(key, f"{key} is {value!r}; it must be a number")
        return float(value)

    def texts_at(self, facts: Mapping[str, Any], key: str) -> tuple[str, ...]:
        value = facts.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.mistake(key, f'{key} must be a list of texts, such as {key} = ["one", "two"]')
        return tuple(value)

    def mistake(self, key: str, message: str) -> SchemaError:
        named = re.compile(rf"\s*(?:\[attributes\.)?{re.escape(key)}\b")
        line = next((number for number, row in enumerate(self.text.splitlines(), 1) if named.match(row)), 0)
        place = f"{self.where}, line {line}" if line else self.where
        return SchemaError(f"{place}: {message}", file=self.where, line=line, key=key)


def _near(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=NEAR)
    return f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(known)}"
