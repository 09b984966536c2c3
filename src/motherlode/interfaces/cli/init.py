"""`motherlode init DIR`: a project folder with a commented motherlode.toml."""

from __future__ import annotations

from pathlib import Path

import typer

from motherlode.interfaces.cli import talk
from motherlode.recipes.project import Project

app = typer.Typer()


@app.command()
def init(
    folder: Path = typer.Argument(..., metavar="DIR", help="The folder to make."),
    store: str = typer.Option("", "--store", help="Database URL, such as postgresql://…; a SQLite file by default."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Allow private and loopback addresses."),
    as_json: bool = typer.Option(False, "--json", help="Print the paths as JSON."),
) -> None:
    """Make a project folder with a commented motherlode.toml.

    Example: motherlode init my-topic
    """
    values: dict[str, object] = {"name": folder.resolve().name}
    if store:
        values["store"] = store
    if allow_private:
        values["allow_private"] = True
    project = Project.create(folder, {"project": values})
    if as_json:
        talk.print_json({"folder": project.folder, "settings": project.settings.file})
        return
    talk.say(f"made {project.settings.file}")
    talk.say(f"next: edit it, then motherlode crawl {folder}, or motherlode serve {folder}")
