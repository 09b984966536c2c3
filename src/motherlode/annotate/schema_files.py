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
from dataclasses import replace
from difflib import get_close_matches
from importlib.resources import files
from pathlib import Path
from typing import Any

from motherlode.annotate.folding import label_words
from motherlode.errors import SchemaError, UnreadableInput, UsageError
from motherlode.model import plugins
from motherlode.model.schema import Attribute, Schema, attribute_types, merge_rules
from motherlode.text.patterns import user_pattern

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
    for key in given:
        if key not in _TOP:
            raise _mistake(where, text, key, f"unknown key '{key}'{_near(key, _TOP)}")
    attributes = given.get("attributes")
    if not isinstance(attributes, Mapping) or not attributes:
        raise SchemaError(f"{where}: no attributes; add a section such as [attributes.title]", file=where)
    made = tuple(_attribute(str(key), facts, where, text) for key, facts in attributes.items())
    return Schema(
        name=_text(given, "name", where, text) or name,
        attributes=made,
        description=_text(given, "description", where, text),
        aliases=tuple(alias.casefold() for alias in _texts(given, "aliases", where, text)),
    )


def _attribute(name: str, facts: object, where: str, text: str) -> Attribute:
    if not isinstance(facts, Mapping):
        raise _mistake(where, text, name, f"'{name}' must be a section: [attributes.{name}]")
    for key in facts:
        if key not in _KNOWN:
            raise _mistake(where, text, key, f"unknown key '{key}' in [attributes.{name}]{_near(key, _KNOWN)}")
    for key in _FLAGS:
        if not isinstance(facts.get(key, False), bool):
            raise _mistake(where, text, key, f"{key} in [attributes.{name}] is {facts[key]!r}; write true or false")
    kind = _text(facts, "type", where, text) or "text"
    if kind not in attribute_types:
        raise _mistake(
            where, text, "type",
            f"type '{kind}' in [attributes.{name}] is unknown{_near(kind, attribute_types)}",
        )  # fmt: skip
    merge = _text(facts, "merge", where, text) or "agree"
    if merge not in merge_rules:
        raise _mistake(
            where, text, "merge", f"merge '{merge}' in [attributes.{name}] is unknown{_near(merge, merge_rules)}"
        )
    pattern = _text(facts, "pattern", where, text)
    try:
        user_pattern(pattern, f"[attributes.{name}]")
    except UsageError as error:
        raise _mistake(where, text, "pattern", error.message) from error
    if facts.get("closed") and not facts.get("values") and not pattern:
        raise _mistake(where, text, "closed", f"closed in [attributes.{name}] needs values or a pattern")
    low, high = (_number(facts, key, where, text) for key in _NUMBERS)
    if low is not None and high is not None and low > high:
        raise _mistake(where, text, "low", f"low in [attributes.{name}] is above high")
    return Attribute(
        name=name,
        description=_text(facts, "description", where, text),
        type=kind,
        synonyms=_texts(facts, "synonyms", where, text),
        examples=_texts(facts, "examples", where, text),
        values=_texts(facts, "values", where, text),
        pattern=pattern,
        many=bool(facts.get("many", False)),
        key=bool(facts.get("key", False)),
        merge=merge,
        low=low,
        high=high,
        units=_texts(facts, "units", where, text),
        closed=bool(facts.get("closed", False)),
    )


def _text(facts: Mapping[str, Any], key: str, where: str, text: str) -> str:
    value = facts.get(key, "")
    if not isinstance(value, str):
        raise _mistake(where, text, key, f"{key} is {value!r}; it must be a text in quotes")
    return value


def _number(facts: Mapping[str, Any], key: str, where: str, text: str) -> float | None:
    value = facts.get(key)
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise _mistake(where, text, key, f"{key} is {value!r}; it must be a number")
    return float(value)


def _texts(facts: Mapping[str, Any], key: str, where: str, text: str) -> tuple[str, ...]:
    value = facts.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise _mistake(where, text, key, f'{key} must be a list of texts, such as {key} = ["one", "two"]')
    return tuple(value)


def _near(word: str, known: Sequence[str]) -> str:
    near = get_close_matches(word, known, n=1, cutoff=0.5)
    return f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(known)}"


def _mistake(where: str, text: str, key: str, message: str) -> SchemaError:
    line = next(
        (
            n
            for n, row in enumerate(text.splitlines(), 1)
            if re.match(rf"\s*(?:\[attributes\.)?{re.escape(key)}\b", row)
        ),
        0,
    )
    return SchemaError(f"{where}{f', line {line}' if line else ''}: {message}", file=where, line=line, key=key)


def schema_from_names(name: str, attributes: Sequence[str]) -> Schema:
    """A schema from attribute names alone; what the ready schemas know of such an attribute is taken over."""
    known: dict[tuple[str, ...], Attribute] = {}
    weak: dict[tuple[str, ...], Attribute] = {}
    for ready in ready_names():
        for attribute in ready_schema(ready).attributes:
            known.setdefault(label_words(attribute.name), attribute)
            for synonym in attribute.synonyms:
                weak.setdefault(label_words(synonym), attribute)
    made = []
    for wanted in attributes:
        words = label_words(wanted)
        found = known.get(words) or weak.get(words) or _by_last_word(words, known)
        if found is None:
            made.append(Attribute(name=wanted, synonyms=(" ".join(words),)))
        else:
            made.append(replace(found, name=wanted, synonyms=(*found.synonyms, found.name)))
    return Schema(name=name, attributes=tuple(made))


def _by_last_word(words: tuple[str, ...], known: Mapping[tuple[str, ...], Attribute]) -> Attribute | None:
    """What is known of `date` helps with `date_of_sale` and `sale_date`."""
    for word in (words[-1:], words[:1]):
        found = known.get(word)
        if found is not None and found.type not in {"name", "text", "category"}:
            return Attribute(name=found.name, type=found.type, pattern=found.pattern)
    return None
