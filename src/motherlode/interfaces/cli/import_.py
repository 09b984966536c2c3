"""`motherlode import DIR newsset|urlset|keywords SOURCE`: lists from files and databases (N1, N2a)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command("import")
def import_list(
    folder: Path = typer.Argument(..., metavar="DIR", help="The project folder; made where there is none."),
    kind: str = typer.Argument(
        ..., metavar="LIST", help="newsset (sites to search), urlset (example pages) or keywords (word and weight)."
    ),
    source: str = typer.Argument(
        ..., metavar="SOURCE", help="A text, CSV or Excel file, a SQLite file, or the address of a database."
    ),
    query: str = typer.Option("", "--query", help="For a database: the query that gives the list."),
    sheet: str = typer.Option("", "--sheet", help="For Excel: the sheet; the first one by default."),
    replace: bool = typer.Option(False, "--replace", help="Put the list in the place of the present one."),
    as_json: bool = typer.Option(False, "--json", help="Print what was taken and refused as JSON."),
) -> None:
    """Read sites, example pages or keywords from a file or a database into a project.

    Example: motherlode import floods newsset sites.txt

    Example: motherlode import floods keywords words.xlsx --sheet Topic

    Example: motherlode import floods urlset postgresql://me@localhost/news --query "select url from pages"
    """
    wanted: Any = kind
    with ml.Project(folder) as project:
        taken, refused = project.import_list(wanted, source, query=query, sheet=sheet, replace=replace)
    if as_json:
        talk.print_json({"list": kind, "taken": taken, "refused": refused})
    else:
        talk.say(f"{taken} entries of {source} are in {kind} of {folder}")
        for reason in refused:
            talk.say(f"refused: {reason}")
    if refused and not taken:
        raise typer.Exit(1)
