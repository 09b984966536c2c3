"""Under which names the parameters of several sets are options of one call: one rule for Python and the command line.

A parameter keeps its name; where an earlier set of the call has that name already, its section stands before it.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from motherlode.app.presets import PRESETS, preset_of
from motherlode.app.settings import class_of, section_classes, section_of
from motherlode.errors import UsageError
from motherlode.model.params import Params, describe, unknown_name

CALLS: dict[str, tuple[str, ...]] = {
    "ArticleOptions": ("news",),
    "RecordOptions": ("records",),
    "PeopleOptions": ("people",),
    "CrawlOptions": ("crawl", "fetch", "cluster", "topic", "threshold", "gene", "path"),
    "HiddenOptions": ("hidden",),
    "UniversityOptions": ("university", "fetch", "people", "units"),
    "AnnotateOptions": ("annotate", "integrate", "records"),
    "StoryOptions": ("stories",),
    "TrustOptions": ("trust", "stories"),
    "CurrencyOptions": ("currency", "stories"),
    "HotOptions": ("hot", "stories"),
    "EvolutionOptions": ("evolution", "stories"),
    "WatchOptions": ("watch",),
}
"""The sections of the settings whose parameters are options of a call, by the name of the options' type."""

TAKEN = frozenset({"seed"})
"""What a crawl starts from is called a seed; the seed of random choices is named with its section."""


def params_of(call: str | Sequence[str]) -> tuple[type[Params], ...]:
    """The parameter sets of a call, or of sections of the settings by their names."""
    return tuple(class_of(section) for section in (CALLS[call] if isinstance(call, str) else call))


def option_names(
    sets: Collection[type[Params]], taken: Collection[str] = TAKEN
) -> dict[str, tuple[type[Params], str]]:
    """Every option's name with its parameter set and the parameter's own name."""
    used, made = set(taken), {}
    for params in sets:
        for info in describe(params):
            name = info.name if info.name not in used else f"{section_of(params)}_{info.name}"
            used.add(name)
            made[name] = (params, info.name)
    return made


def given_by(call: str, options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """The options of a call by section, as the settings file has them; an unknown name is refused."""
    names = option_names(params_of(call))
    made: dict[str, dict[str, Any]] = {}
    for name, value in options.items():
        if name not in names:
            raise UsageError(unknown_name(name, names).replace("setting", "option", 1), key=name)
        params, own = names[name]
        if value is not None:
            made.setdefault(section_of(params), {})[own] = value
    return made


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
