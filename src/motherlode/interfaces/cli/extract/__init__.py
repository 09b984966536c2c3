"""`motherlode extract`: articles, records or people; a sub-command is a module of this folder."""

from __future__ import annotations

from typing import Any

import typer

from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.app import LazyGroup
from motherlode.interfaces.cli.options import options_for
from motherlode.model import plugins


def command_of(name: str) -> typer.Typer:
    """The command of an extractor, with its parameters as options."""
    from motherlode.api.lines import found_by
    from motherlode.api.option_names import option_names

    found = plugins.load("extractors", name)
    sets = (found.Params,) if hasattr(found, "Params") else ()
    own_names = {name: own for name, (_, own) in option_names(sets).items()}
    app = typer.Typer(add_completion=False, rich_markup_mode=None)

    @app.command(
        help=f"{getattr(found, 'help', name)} (plug-in). Example: motherlode extract {name} page.html --jsonl"
    )
    @options_for(sets)
    def extract_pages(
        options: dict[str, Any],
        pages: list[str] = typer.Argument(..., help="Files, folders, WARC archives or addresses."),
        jsonl: bool = typer.Option(False, "--jsonl", help="One JSON line a page."),
        allow_private: bool = typer.Option(False, "--allow-private", help="Private addresses may be fetched."),
    ) -> None:
        failed = False
        given = {own_names[option]: value for option, value in options.items()}
        for line in found_by(name, pages, given, allow_private=allow_private):
            failed = failed or "error" in line
            if jsonl:
                talk.print_line(line)
            elif "error" in line:
                talk.say(f"{line['page']}: {line['error']}")
            else:
                talk.table(line["page"], ("found",), [(str(value),) for value in line["found"]])
        raise typer.Exit(int(failed))

    return app


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
