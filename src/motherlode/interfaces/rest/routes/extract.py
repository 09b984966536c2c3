"""Articles, records and people from one page: an address, or the page itself."""

from __future__ import annotations

import asyncio
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from motherlode.dom.tree import parse
from motherlode.errors import UsageError
from motherlode.extract import news, people, regions
from motherlode.interfaces.rest.problems import example
from motherlode.interfaces.rest.state import ProjectDep
from motherlode.model.clock import SystemClock
from motherlode.model.plain import plain
from motherlode.pages.decode import decode
from motherlode.recipes.fetching import SimpleFetcher
from motherlode.recipes.project import Project
from motherlode.recipes.records_project import find_records
from motherlode.text.urls import canonical

router = APIRouter(tags=["extract"])


class PageGiven(BaseModel):
    """A page: its address, or its HTML (with the address it came from, for links)."""

    url: str = Field("", max_length=8192, examples=["http://news.example/story.html"])
    html: str = Field("", max_length=20_000_000, examples=["<h1>Flood</h1><p>The river rose.</p>"])


class RecordsGiven(PageGiven):
    """A page with a list; `keep` puts what is found into the project, with the rule of its source."""

    keep: bool = False


async def _page(given: PageGiven, project: Project) -> tuple[str, str]:
    if given.html:
        return given.html, given.url
    if not given.url:
        raise UsageError("give the address of a page as 'url', or the page itself as 'html'")
    fetcher = SimpleFetcher(allow_private=project.params.allow_private)
    response = await fetcher.fetch(canonical(given.url))
    return decode(response.body, response.header("content-type")).text, response.final_url


@router.post("/projects/{project}/extract/article", responses=example({"title": "Flood", "content": "The river …"}))
async def extract_article(project: ProjectDep, given: PageGiven) -> dict[str, Any]:
    """News elements with confidence and evidence (N4)."""
    text, url = await _page(given, project)
    return plain(news.extract(parse(text), url, project.settings.get(news.NewsParams)))  # type: ignore[no-any-return]


@router.post("/projects/{project}/extract/records", responses=example([{"score": 0.9, "columns": [], "records": []}]))
async def extract_records(project: ProjectDep, given: RecordsGiven) -> list[dict[str, Any]]:
    """Record lists, the main one first (E); kept in the project where that is asked for."""
    text, url = await _page(given, project)
    if given.keep:
        body, now = text.encode("utf-8", "replace"), SystemClock().now()
        found = await asyncio.to_thread(find_records, project, body, "text/html; charset=utf-8", url or "given", now)
        return [plain(region) for region in found.regions]
    return [plain(r) for r in regions.extract(parse(text), url, project.settings.get(regions.RecordParams))]


@router.post("/projects/{project}/extract/people", responses=example([{"name": "Ada Example", "title": "Professor"}]))
async def extract_people(project: ProjectDep, given: PageGiven) -> list[dict[str, Any]]:
    """People with titles and links (U)."""
    text, url = await _page(given, project)
    return [plain(person) for person in people.extract(parse(text), url, project.settings.get(people.PeopleParams))]
