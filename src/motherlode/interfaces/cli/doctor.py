"""`motherlode doctor`: what is installed, compiled and reachable, and what to do about the rest."""

from __future__ import annotations

from pathlib import Path

import typer

from motherlode.api.checking import checks
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def doctor(
    folder: Path | None = typer.Argument(None, metavar="DIR", help="A project to look at, too."),
    as_json: bool = typer.Option(False, "--json", help="Print the checks as JSON."),
) -> None:
    """Say what is installed, compiled and reachable, and what to do about what is not.

    Example: motherlode doctor floods
    """
    from motherlode.interfaces.cli.app import kernels

    found = checks(kernels(), folder)
    rows = [(each.state, each.name, each.found, each.advice) for each in found]
    talk.show(found.to_dicts(), as_json, "doctor", ("", "what", "found", "what to do"), rows)
    if any(each.state == "bad" for each in found):
        raise typer.Exit(1)
