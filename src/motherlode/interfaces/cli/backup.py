"""`motherlode backup DIR FILE`: a project as one file, taken while its runs go on."""

from __future__ import annotations

from pathlib import Path

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk
from motherlode.model.plain import counted

app = typer.Typer()


@app.command()
def backup(
    folder: Path = typer.Argument(..., metavar="DIR", help="The project folder."),
    file: Path = typer.Argument(..., metavar="FILE", help="The file to make, such as floods.tar.gz."),
    as_json: bool = typer.Option(False, "--json", help="Print what was saved as JSON."),
) -> None:
    """Save a project as one file: settings, store, archive and journals; runs may go on meanwhile.

    Example: motherlode backup floods floods.tar.gz
    """
    with ml.Project(folder, create=False) as project:
        saved = project.backup(file)
    if as_json:
        talk.print_json({"file": str(saved.file), "files": saved.files, "bytes": saved.bytes})
    else:
        talk.say(f"{counted(saved.files, 'file')}, {saved.bytes / 1e6:.1f} MB of {folder} are in {file}")
