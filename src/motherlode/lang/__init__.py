"""Words of languages: one TOML file a language, whose sections are the tables that other packages read.

Adding a language is adding one file. A section is owned by the package that reads it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def codes() -> tuple[str, ...]:
    """The languages there are tables for, by their ISO 639 codes, sorted."""
    names = (entry.name for entry in files(__name__).iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


@cache
def table(code: str) -> dict[str, Any]:
    """Everything known about a language."""
    return tomllib.loads(files(__name__).joinpath(f"{code}.toml").read_text("utf-8"))


def section(name: str) -> dict[str, dict[str, Any]]:
    """One section of every language that has it: code → its table."""
    return {code: table(code)[name] for code in codes() if name in table(code)}


def words(name: str, key: str) -> tuple[str, ...]:
    """The entries of one key in a section of every language, each once."""
    return tuple(dict.fromkeys(word for found in section(name).values() for word in found.get(key, ())))


def any_of(entries: Iterable[str]) -> str:
    """A pattern of entries, the longest first; white space stands for any.

    Entries are tried only where their first letter stands: most places have none.
    """
    groups: dict[str, list[str]] = {}
    for entry in sorted(entries, key=len, reverse=True):
        groups.setdefault(re.escape(entry[0]), []).append(re.escape(entry[1:]).replace("\\ ", r"\s"))
    tried = "|".join(f"{first}(?:{'|'.join(rests)})" for first, rests in groups.items())
    return f"(?=[{''.join(groups)}])(?:{tried})"
