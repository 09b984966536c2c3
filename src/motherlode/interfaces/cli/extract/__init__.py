"""`motherlode extract`: articles, records or people; a sub-command is a module of this folder."""

from __future__ import annotations

import importlib
from importlib.util import find_spec
from typing import Any

import typer
from typer.core import TyperGroup

KINDS = {
    "article": "news elements: title, time, source, authors, content, links",
    "records": "the record lists of result pages",
    "people": "people with titles and links",
}
"""The sub-commands; each module has an `app`."""


class LazyKinds(TyperGroup):
    """Imports a sub-command's module only when it is named."""

    def list_commands(self, ctx: Any) -> list[str]:
        """The sub-commands whose modules exist."""
        return [kind for kind in KINDS if find_spec(f"{__name__}.{kind}")]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The sub-command, or None for a name that is not known."""
        if cmd_name not in self.list_commands(ctx):
            return None
        command = typer.main.get_command(importlib.import_module(f"{__name__}.{cmd_name}").app)
        command.name = cmd_name
        return command

    def format_commands(self, ctx: Any, formatter: Any) -> None:
        """The table, without importing anything."""
        rows = [(kind, KINDS[kind]) for kind in self.list_commands(ctx)]
        if rows:
            with formatter.section("Commands"):
                formatter.write_dl(rows)


app = typer.Typer(cls=LazyKinds, no_args_is_help=True, add_completion=False, rich_markup_mode=None)


@app.callback()
def extract() -> None:
    """Take articles, records or people out of pages: files, folders, .gz, WARC archives or addresses.

    Example: motherlode extract article pages/ --jsonl
    """
