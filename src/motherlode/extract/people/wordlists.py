"""The word lists of the data folder: lines, words and sections; a # starts a comment."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files


@lru_cache(maxsize=16)
def entries(name: str) -> tuple[str, ...]:
    """The lines of a list, comments and empty lines left out."""
    text = (files("motherlode.extract.people") / "data" / f"{name}.txt").read_text(encoding="utf-8")
    return tuple(line for line in text.splitlines() if line.strip() and not line.startswith("#"))


@lru_cache(maxsize=16)
def words(name: str) -> frozenset[str]:
    """All words of a list."""
    return frozenset(word for line in entries(name) for word in line.split())


@lru_cache(maxsize=16)
def sections(name: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sections of a list in their order: what stands in [brackets], and the lines under it."""
    found: list[tuple[str, list[str]]] = []
    for line in entries(name):
        if line.startswith("[") and line.endswith("]") and not line.startswith("[^"):
            found.append((line[1:-1], []))
        elif found:
            found[-1][1].append(line)
    return tuple((head, tuple(lines)) for head, lines in found)
