"""`motherlode extract NAME`: an extractor of an installed package."""

from __future__ import annotations

from typing import Any

import typer

from motherlode.interfaces.cli import talk
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
    def extract(
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
