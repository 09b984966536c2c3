"""Presets: settings that go together under one name, for the command line, the REST API and the web page (D5)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from motherlode.errors import UsageError

Values = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Preset:
    """A named choice of settings; what it does not name stays as it is."""

    name: str
    title: str
    help: str
    values: Values


PRESETS: tuple[Preset, ...] = tuple(
    Preset(name, **preset)
    for name, preset in tomllib.loads(files("motherlode.app").joinpath("presets.toml").read_text("utf-8")).items()
)

FORMER_NAMES = {"paper": "paper-001"}
"""Names of presets that scripts still use."""


def preset_of(name: str) -> Preset:
    """The preset of a name; raises UsageError for a name that there is not."""
    wanted = FORMER_NAMES.get(name, name)
    found = next((each for each in PRESETS if each.name == wanted), None)
    if found is None:
        raise UsageError(f"there is no preset '{name[:64]}'; known: {', '.join(each.name for each in PRESETS)}")
    return found
