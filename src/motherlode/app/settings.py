"""The project's one settings file: typed, and strict about names.

Every section is a Params class of a stage; this is the only place that reads the TOML file.
"""

from __future__ import annotations

import importlib
import json
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

from motherlode.errors import SettingsError, UnreadableInput, UsageError
from motherlode.model import plugins
from motherlode.model.params import ParamInfo, Params, describe, param, unknown_name

HEAD = """\
# Settings of this Motherlode project: what differs from the defaults.
# All settings with their meaning: motherlode config .
# To change one: motherlode config . crawl.max_pages 500
"""
Values = Mapping[str, Mapping[str, Any]]
LONG = 88
"""A list that would make a longer line than this has a line for every item."""


def short(values: Values, sections: Mapping[str, type[Params]]) -> str:
    """A new settings file with `values` alone."""
    return edited(HEAD, {}, values, sections)


def edited(text: str, before: Values, after: Values, sections: Mapping[str, type[Params]]) -> str:
    """The file's text with the values that differ between `before` and `after` changed; everything else stays."""
    for section in before:
        for key in before[section]:
            if key not in after.get(section, {}):
                info = next((i for i in describe(sections[section]) if i.name == key), None)
                text = _without(text, section, key, info)
    for section, given in after.items():
        infos = {info.name: info for info in describe(sections[section])}
        for key, value in given.items():
            if key not in before.get(section, {}) or before[section][key] != value:
                text = _with(text, section, key, value, infos.get(key))
    return text


def _with(text: str, section: str, key: str, value: object, info: ParamInfo | None) -> str:
    lines = text.splitlines()
    line = f"{key} = {toml(value, len(key) + 3)}".split("\n")
    place = _place(lines, section, key)
    if place is not None:
        return "\n".join([*lines[: place[0]], *line, *lines[place[1] :]]) + "\n"
    told = [f"# {explained(info)}"] if info is not None else []
    header = _header(lines, section)
    if header < 0:
        gap = [""] if lines and lines[-1].strip() else []
        return "\n".join([*lines, *gap, f"[{section}]", *told, *line]) + "\n"
    end = _section_end(lines, header)
    return "\n".join([*lines[:end], *told, *line, *lines[end:]]) + "\n"


def _without(text: str, section: str, key: str, info: ParamInfo | None) -> str:
    """The text without a value, and without our own remark above it."""
    lines = text.splitlines()
    place = _place(lines, section, key)
    if place is None:
        return text
    ours = info is not None and place[0] > 0 and lines[place[0] - 1] == f"# {explained(info)}"
    return "\n".join([*lines[: place[0] - ours], *lines[place[1] :]]) + "\n"


def _header(lines: list[str], section: str) -> int:
    for number, line in enumerate(lines):
        if re.fullmatch(rf"\s*\[\s*[\"']?{re.escape(section)}[\"']?\s*\]\s*(#.*)?", line):
            return number
    return -1


def _section_end(lines: list[str], header: int) -> int:
    """Behind the section's last line that says something."""
    end = header + 1
    for number in range(header + 1, len(lines)):
        if re.match(r"\s*\[[^\[\],]+\]\s*(#.*)?$", lines[number]):
            break
        if lines[number].strip():
            end = number + 1
    return end


def _place(lines: list[str], section: str, key: str) -> tuple[int, int] | None:
    """First line and end of a value; a value over several lines ends where TOML can read it."""
    header = _header(lines, section)
    if header < 0:
        return None
    for start in range(header + 1, len(lines)):
        if re.match(r"\s*\[[^\[\],]+\]\s*(#.*)?$", lines[start]):
            return None
        if re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*=", lines[start]):
            for end in range(start + 1, len(lines) + 1):
                try:
                    tomllib.loads("\n".join(lines[start:end]))
                except tomllib.TOMLDecodeError:
                    continue
                return start, end
    return None


def explained(info: ParamInfo) -> str:
    """A parameter in one line: what it is, its symbol, unit, choices and limits."""
    facts = [info.symbol and f"symbol {info.symbol}", info.unit]
    if info.choices:
        facts.append("one of " + ", ".join(choice for choice in info.choices if choice))
    if info.low is not None or info.high is not None:
        low, high = (bound if bound is not None else "…" for bound in (info.low, info.high))
        facts.append(f"from {low} to {high}")
    known = "; ".join(str(fact) for fact in facts if fact)
    return f"{info.help}{f' ({known})' if known else ''}"


def toml(value: object, indent: int = 0) -> str:
    """A value as TOML writes it; a long list has a line for every item."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        items = [toml(item) for item in value]
        if indent and indent + sum(len(item) + 2 for item in items) > LONG:
            return "[\n" + "".join(f"    {item},\n" for item in items) + "]"
        return "[" + ", ".join(items) + "]"
    if isinstance(value, Mapping):
        pairs = [f"{_key(str(key))} = {toml(item)}" for key, item in value.items()]
        return "{ " + ", ".join(pairs) + " }" if pairs else "{}"
    return json.dumps(str(value), ensure_ascii=False)


def _key(text: str) -> str:
    return text if re.fullmatch(r"[A-Za-z0-9_-]+", text) else json.dumps(text, ensure_ascii=False)


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
    "university": "motherlode.university.model:UniversityParams",
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
            f"{file}, line {line}{f', key {key!r}' if key else ''}: {error}", file=str(file), line=line, key=key
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
