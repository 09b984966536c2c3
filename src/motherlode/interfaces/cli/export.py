"""`motherlode export`: results out of a project."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import typer

import motherlode as ml
from motherlode.api.results import ExportFormat, ExportTable
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def export(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="The project folder."),
    format_name: str = typer.Option("jsonl", "--format", help="One of: " + ", ".join(get_args(ExportFormat))),
    what: str = typer.Option("articles", "--what", help="One of: " + ", ".join(get_args(ExportTable))),
    out: Path | None = typer.Option(None, "--out", help="The file; in the project's exports folder by default."),
    top: float | None = typer.Option(
        None, "--top", help="Only the best k percent of the articles (k); the setting top_percent if not given."
    ),
    as_json: bool = typer.Option(False, "--json", help="Print what was written as JSON."),
) -> None:
    """Write a project's results to a file.

    Example: motherlode export my-topic --format csv --what articles --top 20
    """
    given: Any = {"format": format_name, "what": what}
    with ml.Project(folder, create=False) as project:
        report = project.export(**given, out=out, top=top)
    if as_json:
        talk.print_json(report)
    else:
        talk.say(f"{report.rows} {what} written to {report.file}")
