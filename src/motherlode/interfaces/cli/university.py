"""`motherlode university`: home page → colleges → departments → people → network."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import typer

from motherlode.extract.people.params import PeopleParams, UnitParams
from motherlode.interfaces.cli import talk
from motherlode.interfaces.cli.options import params_options
from motherlode.recipes.fetching import SimpleFetcher
from motherlode.recipes.network import open_network
from motherlode.recipes.project import Project
from motherlode.recipes.settings import FILE_NAME, Settings
from motherlode.recipes.university import Tools, University, explore_all
from motherlode.recipes.university_network import facts_of
from motherlode.recipes.university_pages import Memory
from motherlode.recipes.university_params import UniversityParams

app = typer.Typer()


@app.command()
@params_options(UniversityParams)
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
    settings, private = Settings(), allow_private
    if project is not None or (not store and Path(FILE_NAME).exists()):
        opened = Project.open(project or Path())
        settings, private = opened.settings, allow_private or opened.params.allow_private
    memory = Memory(network.engine)
    if not resume:
        for home in homes:
            memory.forget(home)
    with talk.progress(quiet=as_json) as bars:
        tools = Tools(
            SimpleFetcher(allow_private=private),
            settings.get(UniversityParams, **given[UniversityParams]),
            settings.get(PeopleParams),
            settings.get(UnitParams),
            memory=memory,
            progress=bars,
        )
        found = asyncio.run(_explore(homes, tools, browser, private))
    for one in found:
        network.insert(facts_of(one, datetime.now(UTC).isoformat(timespec="seconds")))
    _show(found, as_json)
    if not any(one.people or one.colleges or one.departments for one in found):
        raise typer.Exit(1)


async def _explore(homes: list[str], tools: Tools, browser: bool, private: bool) -> list[University]:
    async with AsyncExitStack() as stack:
        if browser:
            from motherlode.recipes.browser import Browser

            tools.renderer = await stack.enter_async_context(Browser(allow_private=private))
        return await explore_all(homes, tools)


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
