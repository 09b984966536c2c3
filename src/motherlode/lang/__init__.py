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

CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]")
"""Letters of scripts without spaces between words."""


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


@cache
def gathered(part: str, name: str) -> tuple[str, ...]:
    """The words of one entry over all languages, folded."""
    found = (word.casefold() for table in section(part).values() for word in table.get(name, ()))
    return tuple(dict.fromkeys(found))


@cache
def pattern(part: str, name: str) -> re.Pattern[str]:
    """A pattern that finds any word of an entry: whole words, and anywhere for scripts without spaces."""
    return compiled(gathered(part, name))


def compiled(words: Iterable[str]) -> re.Pattern[str]:
    """A pattern of words; a star at a word's end stands for any ending."""
    spaced: list[str] = []
    dense: list[str] = []
    for word in sorted(words, key=len, reverse=True):
        form = re.escape(word).replace(r"\*", r"\w*").replace(r"\ ", r"[\s_\-]+(?:(?:&|and|и)[\s_\-]+)?")
        (dense if CJK.search(word) else spaced).append(form)
    parts = [rf"(?<![\w])(?:{'|'.join(spaced)})(?![\w])"] if spaced else []
    parts += [f"(?:{'|'.join(dense)})"] if dense else []
    return re.compile("|".join(parts) or r"(?!)")
