"""`motherlode university`: home page → colleges → departments → people → network."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from motherlode.crawl.params import FetchParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.recipes.network import open_network
from motherlode.recipes.project import Project
from motherlode.recipes.settings import FILE_NAME, Settings
from motherlode.recipes.university import University
from motherlode.recipes.university_params import UniversityParams
from motherlode.recipes.university_run import explore_into

app = typer.Typer()


@app.command()
@params_options(UniversityParams, FetchParams)
def university(
    given: dict[type, dict[str, Any]],
    homes: list[str] = typer.Argument(..., help="Home pages of universities."),
    project: Path | None = typer.Option(None, "--project", "-p", help="Project folder that keeps the network."),
    store: str = typer.Option("", "--store", help="A SQLite file or postgresql://… instead of a project."),
    resume: bool = typer.Option(False, "--resume", help="Go on with a stopped run; pages that were read stay read."),
    browser: bool = typer.Option(False, "--browser", help="Show pages that a script fills in Chromium."),
    allow_private: bool = typer.Option(False, "--allow-private", help="Addresses in private ranges may be fetched."),
    as_json: bool = typer.Option(False, "--json", help="Print everything as JSON."),
) -> None:
    """Colleges, departments and people of universities, into the information network (U1-U9).

    Example: motherlode university https://www.example.edu/ --store network.sqlite
    """
    network = open_network(project, store)
    settings = Settings()
    if project is not None or (not store and Path(FILE_NAME).exists()):
        settings = Project.open(project or Path()).settings
    with talk.progress(quiet=as_json) as bars:
        found = explore_into(
            network,
            homes,
            settings,
            resume=resume,
            browser=browser,
            allow_private=allow_private,
            given=given,
            progress=bars,
        )
    _show(found, as_json)
    if not any(one.people or one.colleges or one.departments for one in found):
        raise typer.Exit(1)


def _show(found: list[University], as_json: bool) -> None:
    if as_json:
        talk.print_json(found)
        return
    for one in found:
        rows: list[tuple[object, ...]] = [
            (college.unit.name, department.unit.name, len(department.people), department.unit.url)
            for college in one.colleges
            for department in college.departments
        ]
        rows += [(c.unit.name, "", len(c.people), c.unit.url) for c in one.colleges if not c.departments]
        rows += [("", d.unit.name, len(d.people), d.unit.url) for d in one.departments]
        talk.table(
            f"{one.name or one.url}: {len(one.colleges)} colleges, {len(one.all_departments())} departments, "
            f"{one.people} people from {len(one.fetched)} pages",
            ("college", "department", "people", "address"),
            rows,
        )
        for problem in one.problems:
            talk.say(f"{problem.code}: {problem.reason}")
