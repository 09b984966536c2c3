"""Groups of commands that import a module only when its command is named, so that the command line starts quickly."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from difflib import get_close_matches
from importlib.util import find_spec
from keyword import iskeyword
from typing import Any, ClassVar

import typer
from typer.core import TyperGroup

from motherlode.errors import UsageError


class LazyGroup(TyperGroup):
    """A table of commands: name → help line; each is a module of `package` with an `app`."""

    package: ClassVar[str]
    table: ClassVar[Mapping[str, str]]
    groups: ClassVar[Mapping[str, Mapping[str, str]]] = {}
    """The same commands by what they are for, as help shows them."""

    def _module(self, name: str) -> str:
        """A command's module; one whose name is a word of Python has a bar behind it."""
        return f"{self.package}.{name}{'_' if iskeyword(name) else ''}"

    def list_commands(self, ctx: Any) -> list[str]:
        """The commands whose modules exist, in the order of the table."""
        return [name for name in self.table if find_spec(self._module(name))]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command, or None for a name that is not known."""
        if cmd_name not in self.list_commands(ctx):
            return None
        part: typer.Typer = importlib.import_module(self._module(cmd_name)).app
        part.rich_markup_mode = None
        part._add_completion = False  # noqa: SLF001 - typer has no public switch once an app is made
        command = typer.main.get_command(part)
        command.name = cmd_name
        return command

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command of the first argument; a name that is not known is refused with the nearest one."""
        if (
            args
            and not args[0].startswith("-")
            and args[0] not in self.table
            and (args[0] not in self.list_commands(ctx))
        ):
            near = get_close_matches(args[0], self.list_commands(ctx), n=1)
            hint = f"; did you mean '{near[0]}'?" if near else f"; known: {', '.join(self.list_commands(ctx))}"
            raise UsageError(f"there is no command '{args[0]}'{hint}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, group by group, without importing anything."""
        known = self.list_commands(ctx)
        for title, commands in (self.groups or {"Commands": self.table}).items():
            rows = [(name, told) for name, told in commands.items() if name in known]
            if rows:
                with formatter.section(title):
                    formatter.write_dl(rows)
