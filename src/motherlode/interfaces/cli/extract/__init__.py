"""`motherlode extract`: articles, records or people; a sub-command is a module of this folder."""

from __future__ import annotations

from typing import Any

import typer

from motherlode.interfaces.cli.extract.plugin import command_of
from motherlode.interfaces.cli.lazy import LazyGroup
from motherlode.model import plugins

KINDS = {
    "article": "news elements: title, time, source, authors, content, links",
    "records": "the record lists of result pages",
    "people": "people with titles and links",
}
"""The sub-commands; each module has an `app`."""


class Kinds(LazyGroup):
    """The sub-commands."""

    package = __name__
    table = KINDS

    def list_commands(self, ctx: Any) -> list[str]:
        """Ours, then the extractors of installed packages."""
        return [*self.table, *plugins.names("extractors")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """One of ours, or made of a plug-in."""
        if cmd_name in self.table:
            return super().get_command(ctx, cmd_name)
        if cmd_name not in plugins.names("extractors"):
            return None
        command = typer.main.get_command(command_of(cmd_name))
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, without importing anything."""
        rows = [(name, self.table.get(name, "plug-in")) for name in self.list_commands(ctx)]
        with formatter.section("Commands"):
            formatter.write_dl(rows)


app = typer.Typer(cls=Kinds, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def extract() -> None:
    """Take articles, records or people out of pages: files, folders, .gz, WARC archives or addresses.

    Example: motherlode extract article pages/ --jsonl
    """
