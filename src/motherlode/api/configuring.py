"""Settings as a person looks at them and changes them."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from motherlode.errors import UsageError
from motherlode.model.params import describe, unknown_name


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting: its value in the project, its default and what it means."""

    section: str
    name: str
    value: Any
    default: Any
    changed: bool
    help: str
    shown: str
    """The value as the settings file writes it."""


def found_settings(values: Mapping[str, Mapping[str, Any]], key: str = "") -> list[Setting]:
    """All settings, those of a section, or one (`crawl.max_pages`), with the values of a project."""
    from motherlode.app.settings import explained, section_classes, toml

    classes = section_classes()
    section, _, name = key.partition(".")
    if section and section not in classes:
        raise UsageError(unknown_name(section, list(classes)).replace("setting", "section", 1))
    made = []
    for each, params in classes.items():
        if section and each != section:
            continue
        for info in describe(params):
            given = values.get(each, {})
            value = given.get(info.name, info.default)
            made.append(
                Setting(each, info.name, value, info.default, info.name in given, explained(info),
                        toml(value) if value is not None else "")
            )  # fmt: skip
    if name:
        known = [each.name for each in made]
        if name not in known:
            raise UsageError(unknown_name(name, known, section))
        made = [each for each in made if each.name == name]
    return made


def read_value(key: str, text: str | None) -> tuple[str, str, Any]:
    """Section, name and value of a change: what TOML can read is read as TOML, anything else is text.

    >>> read_value("crawl.max_pages", "500")
    ('crawl', 'max_pages', 500)
    """
    section, dot, name = key.partition(".")
    if not dot or not name:
        raise UsageError("name one setting, such as crawl.max_pages; motherlode config DIR lists them")
    if text is None:
        return section, name, None
    try:
        return section, name, tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return section, name, text
