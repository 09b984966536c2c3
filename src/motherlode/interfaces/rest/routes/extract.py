"""Articles, records and people from one page: an address, or the page itself."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter
from fastapi.responses import Response
from pydantic import BaseModel, Field

from motherlode.api import serving
from motherlode.api.serving import OpenProject
from motherlode.errors import UsageError
from motherlode.interfaces.rest.answers import example, json_answer
from motherlode.interfaces.rest.state import ProjectDep, State, StateDep
from motherlode.model import plugins
from motherlode.model.clock import SystemClock
from motherlode.model.params import unknown_name
from motherlode.model.plain import plain

router = APIRouter(tags=["extract"])
UTF8 = "text/html; charset=utf-8"


class PageGiven(BaseModel):
    """A page: its address, or its HTML (with the address it came from, for links)."""

    url: str = Field("", max_length=8192, examples=["http://news.example/story.html"])
    html: str = Field("", max_length=20_000_000, examples=["<h1>Flood</h1><p>The river rose.</p>"])


class RecordsGiven(PageGiven):
    """A page with a list; `keep` puts what is found into the project, with the rule of its source."""

    keep: bool = False


async def _page(given: PageGiven, project: OpenProject) -> tuple[str, str]:
    if given.html:
        return given.html, given.url
    if not given.url:
        raise UsageError("give the address of a page as 'url', or the page itself as 'html'")
    fetched = await serving.fetch_page(given.url, project)
    return fetched.text, fetched.url


async def _answered(state: State, function: Callable[..., Any], *arguments: object) -> Response:
    """What a function finds on a page, worked out and written elsewhere."""
    return Response(await state.readers.read(serving.as_json, function, *arguments), media_type="application/json")


@router.post(
    "/projects/{project}/extract/article",
    response_model=dict[str, Any],
    responses=example({"title": "Flood", "content": "The river …"}),
)
async def extract_article(project: ProjectDep, state: StateDep, given: PageGiven) -> Response:
    """News elements with confidence and evidence (N4)."""
    text, url = await _page(given, project)
    return await _answered(state, serving.article_of_page, text, url, project.settings.get(serving.NewsParams))


@router.post(
    "/projects/{project}/extract/records",
    response_model=list[dict[str, Any]],
    responses=example([{"score": 0.9, "columns": [], "records": []}]),
)
async def extract_records(project: ProjectDep, state: StateDep, given: RecordsGiven) -> Response:
    """Record lists, the main one first (E), by the rule kept for the source where it fits; kept where asked for."""
    text, url = await _page(given, project)
    body, params = text.encode("utf-8", "replace"), project.settings.get(serving.RecordParams)
    kept = await asyncio.to_thread(project.store.records.wrapper, serving.source_of(url or "given"))
    if not given.keep:
        return await _answered(state, serving.regions_of, body, UTF8, url or "given", params, kept)
    found: serving.FoundRecords = await state.readers.read(
        serving.find_records, body, UTF8, url or "given", params, kept
    )
    await asyncio.to_thread(serving.keep_records, project, found, SystemClock().now())
    return await asyncio.to_thread(json_answer, [plain(region) for region in found.regions])


@router.post("/projects/{project}/extract/plugin/{name}", responses=example([{"level": 1, "text": "Flood"}]))
async def extract_by_plugin(project: ProjectDep, name: str, given: PageGiven) -> list[Any]:
    """What an extractor of an installed package finds, with its parameters from the project's settings."""
    if name not in plugins.names("extractors"):
        raise UsageError(unknown_name(name, plugins.names("extractors")).replace("setting", "extractor", 1))
    text, url = await _page(given, project)
    found = plugins.load("extractors", name)
    params = project.settings.get(found.Params) if hasattr(found, "Params") else None
    return await asyncio.to_thread(serving.run_extractor, found, text, url, params)


@router.post(
    "/projects/{project}/extract/people",
    response_model=list[dict[str, Any]],
    responses=example([{"name": "Ada Example", "title": "Professor"}]),
)
async def extract_people(project: ProjectDep, state: StateDep, given: PageGiven) -> Response:
    """People with titles and links (U)."""
    text, url = await _page(given, project)
    return await _answered(state, serving.people_of_page, text, url, project.settings.get(serving.PeopleParams))
