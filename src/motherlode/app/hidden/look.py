"""A hidden database from its address alone: its form found, a description made of it, asked, and shown in samples."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass
from typing import Any

from motherlode.app.hidden.project import draft, file_of, keep_description, names
from motherlode.app.hidden.run import attribute_words, open_source
from motherlode.app.project import Project
from motherlode.hidden.description import read_description
from motherlode.hidden.plan import whole
from motherlode.hidden.probe import probe
from motherlode.model.hidden import Query
from motherlode.text.urls import canonical, host_of

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
