"""Groups of commands that import a module only when its command is named, so that the command line starts quickly."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from importlib.util import find_spec
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup


class LazyGroup(TyperGroup):
    """A table of commands: name → help line; each is a module of `package` with an `app`."""

    package: ClassVar[str]
    table: ClassVar[Mapping[str, str]]

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands whose modules exist, in the order of the table."""
        return [name for name in self.table if find_spec(f"{self.package}.{name}")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or None for a name that is not known."""
        if cmd_name not in self.list_commands(ctx):
            return None
        part: typer.Typer = importlib.import_module(f"{self.package}.{cmd_name}").app
        part.rich_markup_mode = None
        part._add_completion = False  # noqa: SLF001 - typer has no public switch once an app is made
        command = typer.main.get_command(part)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, without importing anything."""
        rows = [(name, self.table[name]) for name in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)
