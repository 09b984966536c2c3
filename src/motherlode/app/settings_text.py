"""The settings file as text: only what was changed, each with its help; a person's own remarks stay."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Mapping
from typing import Any

from motherlode.model.params import ParamInfo, Params, describe

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
