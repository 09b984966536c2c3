"""`motherlode university`: home page → units → people → network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

import motherlode as ml
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import call_options
from motherlode.model.plain import counted

app = typer.Typer()


@app.command()
@call_options("UniversityOptions")
def university(
    options: dict[str, Any],
    homes: list[str] = typer.Argument(..., help="Home pages of universities."),
    project: Path | None = typer.Option(None, "--project", "-p", help="Project folder that keeps the network."),
    store: str = typer.Option("", "--store", help="A SQLite file or postgresql://… instead of a project."),
    resume: bool = typer.Option(False, "--resume", help="Go on with a stopped run; pages that were read stay read."),
    browser: bool | None = typer.Option(
        None,
        "--browser/--no-browser",
        help="Show pages in Chromium; left out: only where a page lacks links without it.",
    ),
    allow_private: bool = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched."),
    as_json: bool = typer.Option(False, "--json", help="Print everything as JSON."),
) -> None:
    """Units and people of universities, into the information network (U1-U9).

    Example: motherlode university https://www.example.edu/ --store network.sqlite
    """
    network = ml.Network.open(project, store=store)
    with talk.progress(quiet=as_json) as bars:
        found = network.explore(
            homes, resume=resume, browser=browser, allow_private=allow_private, progress=bars, **options
        )
    _show(found, as_json)
    if not any(one.found or one.colleges or one.departments for one in found):
        raise typer.Exit(1)


def _show(found: ml.Results[ml.University], as_json: bool) -> None:
    if as_json:
        talk.print_json(found.to_dicts())
        return
    for one in found:
        rows = _rows(one)
        talk.table(
            f"{one.name or one.url}: {counted(len(rows), 'unit')}, "
            f"{counted(one.found, 'person', 'people')} from {counted(len(one.fetched), 'page')}",
            ("unit", "kind", "people", "address"),
            rows,
        )
        for problem in one.problems:
            talk.say(f"{problem.code}: {problem.reason}")


def _rows(one: ml.University) -> list[tuple[object, ...]]:
    """The units, each indented under the one it lies in."""
    rows: list[tuple[object, ...]] = []

    def add(node: Any, depth: int) -> None:
        rows.append(("  " * depth + node.unit.name, node.unit.kind, len(node.people), node.unit.url))
        for inner in node.departments:
            add(inner, depth + 1)

    for top in (*one.colleges, *one.departments, *one.others):
        add(top, 0)
    return rows
