"""The project's one settings file: typed, and strict about names.

Every section is a Params class of a stage; this is the only place that reads the TOML file.
"""

from __future__ import annotations

import importlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from motherlode.errors import SettingsError, UnreadableInput, UsageError
from motherlode.model import plugins
from motherlode.model.params import Params, param, unknown_name

SECTIONS: dict[str, str] = {
    "project": "motherlode.app.settings:ProjectParams",
    "sources": "motherlode.app.settings:SourcesParams",
    "topic": "motherlode.topic.params:TopicParams",
    "threshold": "motherlode.topic.params:ThresholdParams",
    "crawl": "motherlode.crawl.params:CrawlParams",
    "fetch": "motherlode.fetch.params:FetchParams",
    "cluster": "motherlode.crawl.params:ClusterParams",
    "gene": "motherlode.crawl.params:GeneParams",
    "path": "motherlode.crawl.params:PathParams",
    "people": "motherlode.extract.people.params:PeopleParams",
    "units": "motherlode.extract.people.params:UnitParams",
    "university": "motherlode.university.params:UniversityParams",
    "records": "motherlode.extract.records.params:RecordParams",
    "stories": "motherlode.analyse.params:StoryParams",
    "hidden": "motherlode.hidden.params:HiddenParams",
    "news": "motherlode.extract.article.params:NewsParams",
    "trust": "motherlode.analyse.params:TrustParams",
    "currency": "motherlode.analyse.params:CurrencyParams",
    "hot": "motherlode.analyse.params:HotParams",
    "evolution": "motherlode.analyse.params:EvolutionParams",
    "annotate": "motherlode.annotate.params:AnnotateParams",
    "watch": "motherlode.watch.params:WatchParams",
    "integrate": "motherlode.annotate.params:IntegrateParams",
}


FILE_NAME = "motherlode.toml"

RETIRED = (
    ("integrate", "name_words"),
    ("stories", "fading"),
    ("stories", "likeness"),
    ("stories", "resolution"),
    ("stories", "seed"),
    ("university", "confident"),
    ("university", "following_pages"),
    ("university", "more_lists"),
)
"""Settings that version 0.1 had. A setting that goes away is named here, or files that set it are refused."""

P = TypeVar("P", bound=Params)


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a project: what the file says, checked; `get` gives a section's parameters."""

    values: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    file: Path | None = None
    retired: tuple[str, ...] = ()
    """What the file sets and this version no longer has: read over, so that a project of 0.1 opens."""

    def get(self, params: type[P], **overrides: object) -> P:
        """The section of these parameters, with overrides (from the command line, say) on top."""
        section = section_of(params)
        given = {name: value for name, value in overrides.items() if value is not None}
        return params.from_mapping({**self.values.get(section, {}), **given}, where=section)

    def over(self, given: Mapping[str, Mapping[str, Any]]) -> Settings:
        """The same settings with the given values, by section, over them."""
        merged = {section: {**self.values.get(section, {}), **values} for section, values in given.items()}
        return replace(self, values={**self.values, **merged})


def section_classes() -> dict[str, type[Params]]:
    """Every section of the settings file with its Params class."""
    return {**{name: _load(target) for name, target in SECTIONS.items()}, **plugins.with_params()}


def section_of(params: type[Params]) -> str:
    """The section's name of a Params class."""
    target = f"{params.__module__}:{params.__qualname__}"
    for name, known in SECTIONS.items():
        if known == target:
            return name
    for name, found in plugins.with_params().items():
        if found is params:
            return name
    raise UsageError(f"{target} is not a section of the settings; add it to SECTIONS")


def load(file: Path) -> Settings:
    """Reads and checks a settings file; a mistake is named with line and key."""
    try:
        text = file.read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UnreadableInput(f"{file} is not there; make a project with: motherlode init {file.parent}") from error
    except (OSError, UnicodeDecodeError) as error:
        raise UnreadableInput(f"{file} cannot be read: {error}") from error
    try:
        values = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"line (\d+)", str(error))
        line = int(place[1]) if place else 0
        key = _key_at(text, line)
        raise SettingsError(
            f"{file}, line {line}{f', key {key!r}' if key else ''}: {error}",
            file=str(file),
            line=line,
            key=key,
        ) from error
    retired = _retired(values)
    check(values, text, file)
    return Settings(values=values, file=file, retired=retired)


def _retired(values: dict[str, Any]) -> tuple[str, ...]:
    """Takes settings of earlier versions out of what a file says, and names them."""
    found = [f"{section}.{name}" for section, name in RETIRED if name in _section(values, section)]
    for each in found:
        section, _, name = each.partition(".")
        del values[section][name]
    return tuple(found)


def _section(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    found = values.get(name)
    return found if isinstance(found, dict) else {}


def check(values: Mapping[str, Any], text: str = "", file: Path | None = None) -> None:
    """Raises SettingsError for an unknown section or name, or a value out of its limits."""
    where = str(file) if file else "settings"
    for section, given in values.items():
        if section not in SECTIONS and section not in plugins.with_params():
            line = _line_of(text, section, "")
            message = unknown_name(section, SECTIONS).replace("setting", "section", 1)
            raise SettingsError(f"{where}, line {line}: {message}", file=where, line=line, key=section)
        if not isinstance(given, dict):
            line = _line_of(text, "", section)
            raise SettingsError(
                f"{where}, line {line}: [{section}] must be a section", file=where, line=line, key=section
            )
        try:
            class_of(section).from_mapping(given, where=section)
        except UsageError as error:
            key = str(error.facts.get("key", ""))
            line = _line_of(text, section, key)
            raise SettingsError(f"{where}, line {line}: {error.message}", file=where, line=line, key=key) from error


def class_of(section: str) -> type[Params]:
    """The Params class of a section."""
    return _load(SECTIONS[section]) if section in SECTIONS else plugins.with_params()[section]


def _load(target: str) -> type[Params]:
    module, _, name = target.partition(":")
    loaded: type[Params] = getattr(importlib.import_module(module), name)
    return loaded


def _line_of(text: str, section: str, key: str) -> int:
    current = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s{0,20}\[\s{0,20}([^\]]{1,200}?)\s{0,20}\]", line)
        if header:
            current = header[1].strip("\"'")
            if current == section and not key:
                return number
        elif key and current == section and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", line):
            return number
    return 0


def _key_at(text: str, line: int) -> str:
    lines = text.splitlines()
    if not 0 < line <= len(lines):
        return ""
    return lines[line - 1].partition("=")[0].strip()


@dataclass(frozen=True, slots=True, kw_only=True)
class ProjectParams(Params):
    """The project: its name, its store and what it may reach."""

    name: str = param("", "name shown to people")
    store: str = param("", "database URL, such as postgresql://…; empty for SQLite in the project folder")
    allow_private: bool = param(False, "allow addresses in private and loopback ranges")
    databases: tuple[str, ...] = param((), "hosts whose databases callers of a server with a token may ask for lists")
    user_agent: str = param("Motherlode/0.1", "the name under which pages are fetched and robots.txt is read")


@dataclass(frozen=True, slots=True, kw_only=True)
class SourcesParams(Params):
    """Where a crawl begins, beside the lists that were imported into the store (N1)."""

    seeds: tuple[str, ...] = param((), "addresses of sites to search (NewsSet)")
    examples: tuple[str, ...] = param((), "addresses of pages on the topic, to learn from (UrlSet)")
