"""`motherlode learn DIR`: keywords from the example pages (N2)."""

from __future__ import annotations

from pathlib import Path

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def learn(
    folder: Path = typer.Argument(Path(), metavar="DIR", help="The project folder."),
    as_json: bool = typer.Option(False, "--json", help="Print the keywords as JSON."),
) -> None:
    """Learn keywords from the project's example pages; they stand beside yours, each with its reason.

    Example: motherlode learn floods
    """
    with ml.Project(folder, create=False) as project, talk.progress(quiet=as_json) as bars:
        found = project.learn(progress=bars)
    rows = [(word.word, f"{word.weight:.3g}", word.origin, word.why) for word in found]
    talk.show(found.to_dicts(), as_json, f"{len(found)} keywords", ("word", "weight", "from", "why"), rows)
