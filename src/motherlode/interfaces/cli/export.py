"""`motherlode export`: results out of a project."""

from __future__ import annotations

from pathlib import Path

import typer

from motherlode.interfaces.cli import talk
from motherlode.recipes.export import WHAT, export_project
from motherlode.recipes.project import Project
from motherlode.store.export import FORMATS

app = typer.Typer()


@app.command()
def export(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="The project folder."),
    format_name: str = typer.Option("jsonl", "--format", help="One of: " + ", ".join([*FORMATS, "warc"])),
    what: str = typer.Option("articles", "--what", help="One of: " + ", ".join(WHAT)),
    out: Path | None = typer.Option(None, "--out", help="The file; in the project's exports folder by default."),
    top: float = typer.Option(100.0, "--top", help="Only the best k percent of the articles (k)."),
    as_json: bool = typer.Option(False, "--json", help="Print what was written as JSON."),
) -> None:
    """Write a project's results to a file.

    Example: motherlode export my-topic --format xlsx --what articles --top 20
    """
    project = Project.open(folder)
    try:
        file, number = export_project(project, what=what, format_name=format_name, out=out, top=top)
    finally:
        project.close()
    if as_json:
        talk.print_json({"file": file, "rows": number})
    else:
        talk.say(f"{number} {what} written to {file}")
