"""`motherlode init DIR`: a project folder with a short motherlode.toml."""

from __future__ import annotations

from pathlib import Path

import typer

import motherlode as ml
from motherlode.api.crawling import is_project
from motherlode.errors import InputError
from motherlode.interfaces.cli import talk

app = typer.Typer()


@app.command()
def init(
    folder: Path = typer.Argument(..., metavar="DIR", help="The folder to make."),
    seed: list[str] = typer.Option([], "--seed", metavar="URL", help="A site to search."),
    keyword: list[str] = typer.Option(
        [], "--keyword", metavar="WORD[:WEIGHT]", help="A word of the topic, with its weight."
    ),
    example: list[str] = typer.Option([], "--example", metavar="URL", help="A page on the topic."),
    store: str = typer.Option("", "--store", help="Database URL, such as postgresql://…; a SQLite file by default."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Allow private and loopback addresses."),
    as_json: bool = typer.Option(False, "--json", help="Print the paths as JSON."),
) -> None:
    """Make a project folder with a short motherlode.toml: topic, sources, what differs from the defaults.

    Example: motherlode init floods --seed https://news.example/ --keyword flood:2
    """
    file = folder / "motherlode.toml"
    if is_project(folder):
        raise InputError(f"{file} is there already; open it, or choose another folder")
    with ml.Project(folder, allow_private=True if allow_private else None, store=store) as project:
        if seed or keyword or example:
            project.add(seeds=seed, keywords=keyword, examples=example)
    if as_json:
        talk.print_json({"folder": folder, "settings": file})
        return
    talk.say(f"made {file}")
    begin = "" if seed or example else " --seed URL"
    talk.say(f"next: motherlode crawl {folder}{begin}, or motherlode serve {folder}")
