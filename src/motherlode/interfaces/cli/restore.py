"""`motherlode restore FILE DIR`: a saved project in a new folder."""

from __future__ import annotations

from pathlib import Path

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def restore(
    file: Path = typer.Argument(..., metavar="FILE", help="A file that `motherlode backup` made."),
    folder: Path = typer.Argument(..., metavar="DIR", help="A folder that is not there yet."),
    as_json: bool = typer.Option(False, "--json", help="Print what was restored as JSON."),
) -> None:
    """Put a saved project into a new folder: all of it, every file checked, or nothing.

    Example: motherlode restore floods.tar.gz floods-again
    """
    saved = ml.Project.restore(file, folder)
    if as_json:
        talk.print_json({"folder": str(folder), "files": saved.files, "bytes": saved.bytes})
    else:
        talk.say(f"{saved.files} files, {saved.bytes / 1e6:.1f} MB are in {folder}; a crawl goes on with --resume")
