"""Hidden databases of a project: descriptions in hidden/, rows in the store, certificate and picture in exports/."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.app.hidden.draft import draft_of
from motherlode.app.hidden.ranges import draw
from motherlode.app.hidden.run import (
    attribute_words,
    open_source,
    read_described,
    report_values,
    write_changes,
    write_rows,
)
from motherlode.app.project import Project
from motherlode.errors import SettingsError, UnreadableInput, UsageError
from motherlode.extras import missing
from motherlode.hidden.description import read_description
from motherlode.hidden.plan import whole
from motherlode.hidden.probe import probe
from motherlode.model.clock import SystemClock
from motherlode.model.hidden import Query
from motherlode.model.plain import plain
from motherlode.model.ports import Progress
from motherlode.sql.engine import refuse_change
from motherlode.text.urls import canonical, host_of

NAME = re.compile(r"\w[\w-]{0,63}")
MAX_DESCRIPTION = 100_000


def names(project: Project) -> list[str]:
    """The described sites."""
    return sorted(file.stem for file in (project.folder / "hidden").glob("*.toml"))


def file_of(project: Project, name: str) -> Path:
    """The description's file; a name that could lead elsewhere is refused."""
    if not NAME.fullmatch(name):
        raise UsageError(f"'{name[:80]}' cannot name a site: letters, digits and hyphens, at most 64")
    return project.folder / "hidden" / f"{name}.toml"


def description_text(project: Project, name: str) -> str:
    """A description as it was written."""
    try:
        return file_of(project, name).read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise UnreadableInput(f"there is no site '{name}' in this project") from error


def keep_description(project: Project, name: str, text: str) -> None:
    """Keeps a description after checking it; a mistake is named and the old one stays."""
    if project.read_only:
        refuse_change()
    if len(text) > MAX_DESCRIPTION:
        raise UsageError(f"the description has {len(text)} characters; {MAX_DESCRIPTION} are allowed")
    file = file_of(project, name)
    file.parent.mkdir(exist_ok=True)
    part = file.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    try:
        read_description(part)
        part.replace(file)
    except SettingsError as error:
        raise SettingsError(
            error.message.replace(str(part), f"the description of '{name}'"), **error.facts
        ) from error
    finally:
        part.unlink(missing_ok=True)


async def draft(project: Project, url: str) -> str:
    """A description of the database behind an address, as TOML; nothing is kept."""
    return await draft_of(canonical(url), allow_private=project.params.allow_private)


def probe_site(project: Project, name: str) -> dict[str, Any]:
    """What the site shows: cap, count, order, page size, and what does not fit the description."""
    site = read_description(file_of(project, name))

    async def ask() -> dict[str, Any]:
        async with open_source(site, project.settings) as source:
            found: dict[str, Any] = plain(await probe(source))
            return found

    return asyncio.run(ask())


def read_site(project: Project, name: str, progress: Progress, **how: Any) -> Mapping[str, Any]:
    """`read_here` for callers that have no event loop."""
    return asyncio.run(read_here(project, name, progress, **how))


async def read_here(
    project: Project,
    name: str,
    progress: Progress,
    *,
    resume: bool = False,
    update: bool = False,
    stopping: Callable[[], bool] = lambda: False,
) -> Mapping[str, Any]:
    """Reads the whole database; rows, certificate and picture are in the project afterwards.

    A run that a person stopped keeps its ledger for a resumed one and writes nothing out; one whose requests were
    used up writes what it has, with a certificate that says what is left. An update reads by difference and writes
    the rows that came, went or changed to NAME.changes.jsonl.
    """
    site = read_description(file_of(project, name))
    report, ledger = await read_described(
        site, project.engine, project.settings, resume=resume, update=update, progress=progress, stopping=stopping
    )
    if report.stopped and not report.spent:
        return {"stopped": True, "rows": report.rows, "requests": report.requests}
    folder = project.folder / "exports"
    folder.mkdir(exist_ok=True)
    rested = report.changes is not None and not any(report.changes.values()) and (folder / f"{name}.jsonl").is_file()
    if not rested:
        write_rows(ledger, folder / f"{name}.jsonl")
    if report.changes is not None:
        write_changes(ledger, folder / f"{name}.changes.jsonl")
    made: dict[str, Any] = plain(report_values(report))
    (folder / f"{name}.certificate.json").write_text(json.dumps(made, ensure_ascii=False), encoding="utf-8")
    if not rested and not missing("plot"):  # the picture is an extra; rows and certificate are not
        draw(report, folder / f"{name}.png")
    kept = {"run": ledger.run, **{key: value for key, value in made.items() if key != "certificate"}}
    results = project.store.results
    results.replace("hidden", {**results.get("hidden"), name: kept}, SystemClock().now())
    return kept


def certificate_of(project: Project, name: str) -> dict[str, Any]:
    """The report and certificate of the last reading; raises UnreadableInput where there is none."""
    file_of(project, name)
    file = project.folder / "exports" / f"{name}.certificate.json"
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UnreadableInput(f"'{name}' was not read yet; start a run of kind hidden") from error
    except ValueError as error:
        raise UnreadableInput(f"{file.name} is damaged ({error}); read the database again") from error
    return found


SAMPLES = 10
"""Rows shown before the whole is read."""


@dataclass(frozen=True, slots=True)
class SiteLook:
    """What a site shows before it is read."""

    name: str
    most: int
    """Rows that one query shows at the most."""
    page: int
    """Rows on a page."""
    count: int | None
    """How many rows the site says it has; None where it says nothing of use."""
    requests: int
    attributes: tuple[str, ...]
    """What can be asked for, each in words."""
    notes: tuple[str, ...]
    samples: tuple[dict[str, Any], ...]


async def described_from(project: Project, url: str) -> str:
    """Makes and keeps the description of the database behind an address; gives the name it has now."""
    text = await draft(project, url)
    host = host_of(canonical(url)).partition(":")[0].removeprefix("www.")
    base = re.sub(r"[^\w-]+", "-", host).strip("-")[:48] or "site"
    taken = set(await asyncio.to_thread(names, project))
    name = next(n for at in range(1, 10_000) if (n := base if at == 1 else f"{base}-{at}") not in taken)
    await asyncio.to_thread(keep_description, project, name, text)
    return name


def look_at(project: Project, name: str) -> SiteLook:
    """Asks a described site a few questions: its limits, its count, what can be asked for, and its first rows."""
    site = read_description(file_of(project, name))

    async def ask() -> SiteLook:
        async with open_source(site, project.settings) as source:
            facts = await probe(source)
            first = await source.page(Query(whole(source.axes)), 0)
            return SiteLook(
                name, facts.k, facts.page, first.count if facts.counts else None, source.requests,
                tuple(attribute_words(source)), tuple(facts.notes), tuple(dict(row) for row in first.rows[:SAMPLES]),
            )  # fmt: skip

    return asyncio.run(ask())
