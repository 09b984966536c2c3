"""Plug-ins of installed packages, found by their entry points and loaded when they are named.

    [project.entry-points."motherlode.strategies"]
    oldest-first = "my_package.strategy:OldestFirst"

A plug-in with parameters has them as `Params`, a subclass of motherlode's; its name is their section of the settings.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from motherlode.errors import UsageError

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

GROUPS = ("strategies", "extractors", "sources", "exporters", "schemas")
T = TypeVar("T")


@cache
def _found(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points  # reads the metadata of every package: a tenth of a second

    return {entry.name: entry for entry in sorted(entry_points(group=f"motherlode.{group}"), key=lambda e: e.name)}


def names(group: str) -> tuple[str, ...]:
    """The names of the plug-ins of a kind, in their order."""
    return tuple(_found(group))


def load(group: str, name: str) -> Any:
    """A plug-in by its name; UsageError where it cannot be loaded."""
    entry = _found(group)[name]
    try:
        return entry.load()
    except Exception as error:  # a foreign package may raise anything while it is imported
        raise UsageError(f"the plug-in '{name}' ({entry.value}) cannot be loaded: {error}") from error


def with_params() -> dict[str, type[Any]]:
    """Every plug-in that has parameters: name → its Params class."""
    found = {}
    for group in GROUPS:
        for name in names(group):
            params = getattr(load(group, name), "Params", None)
            if params is not None:
                found[name] = params
    return found


class Registry(Mapping[str, T]):
    """What ships with the package under its names, and the plug-ins of a kind after it."""

    def __init__(self, group: str, own: Mapping[str, T]) -> None:
        self._group, self._own = group, own

    def __getitem__(self, name: str) -> T:
        if name in self._own:
            return self._own[name]
        if name in names(self._group):
            loaded: T = load(self._group, name)
            return loaded
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        yield from self._own
        yield from (name for name in names(self._group) if name not in self._own)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def __contains__(self, name: object) -> bool:
        return name in self._own or name in names(self._group)
