"""Presets for a call: the settings that go together under a name, as far as the call has them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from motherlode.app.presets import PRESETS, preset_of
from motherlode.app.settings import section_classes, section_of
from motherlode.errors import UsageError
from motherlode.model.params import Params


def presets_for(sets: Collection[type[Params]]) -> tuple[str, ...]:
    """The names of the presets that say something about these parameters."""
    sections = {section_of(params) for params in sets}
    return tuple(preset.name for preset in PRESETS if sections & set(preset.values))


def preset_values(name: str, sets: Collection[type[Params]]) -> dict[type[Params], dict[str, Any]]:
    """What a preset says about these parameters; a preset that says nothing about them is refused."""
    preset = preset_of(name)
    if preset.name not in presets_for(sets):
        fitting = ", ".join(presets_for(sets))
        raise UsageError(f"the preset '{name}' says nothing about this command; these do: {fitting}")
    classes = section_classes()
    return {
        classes[section]: dict(values)
        for section, values in preset.values.items()
        if section in classes and classes[section] in sets
    }
