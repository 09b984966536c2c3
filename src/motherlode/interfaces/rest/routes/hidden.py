"""Hidden databases of a project: descriptions, drafts, probes, certificates; reading one is a run of kind hidden."""

from __future__ import annotations

import asyncio
import json
from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field

from motherlode.errors import UnreadableInput
from motherlode.interfaces.rest.state import ProjectDep
from motherlode.recipes import hidden_project as recipe
from motherlode.recipes.hidden_draft import draft_of
from motherlode.text.urls import canonical

router = APIRouter(tags=["hidden"])
Site = Annotated[str, Path(max_length=64, description="the description's name", examples=["registry"])]


class DescriptionText(BaseModel):
    """A site description in TOML."""

    text: str = Field(max_length=100_000, examples=['[site]\nname = "registry"\nurl = "http://registry.example/api"'])


class FormAddress(BaseModel):
    """The page with the search form."""

    url: str = Field(max_length=8192, examples=["http://registry.example/search"])


@router.get("/projects/{project}/hidden")
def list_sites(project: ProjectDep) -> list[str]:
    """The described sites."""
    return recipe.names(project)


@router.post("/projects/{project}/hidden-draft")
async def draft_description(project: ProjectDep, form: FormAddress) -> DescriptionText:
    """A commented draft of a description, read from a search form."""
    text = await draft_of(canonical(form.url), allow_private=project.params.allow_private)
    return DescriptionText(text=text)


@router.get("/projects/{project}/hidden/{site}")
def get_description(project: ProjectDep, site: Site) -> DescriptionText:
    """A description as it was written."""
    return DescriptionText(text=recipe.description_text(project, site))


@router.put("/projects/{project}/hidden/{site}")
def put_description(project: ProjectDep, site: Site, description: DescriptionText) -> DescriptionText:
    """Keeps a description after checking it."""
    recipe.keep_description(project, site, description.text)
    return description


@router.post("/projects/{project}/hidden/{site}/probe")
async def probe_description(project: ProjectDep, site: Site) -> dict[str, Any]:
    """What the site shows, and what does not fit its description."""
    return await asyncio.to_thread(recipe.probe_site, project, site)


@router.get("/projects/{project}/hidden/{site}/certificate")
def get_certificate(project: ProjectDep, site: Site) -> dict[str, Any]:
    """The certificate of the last reading."""
    recipe.file_of(project, site)
    file = project.folder / "exports" / f"{site}.certificate.json"
    try:
        found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise UnreadableInput(f"'{site}' was not read yet; start a run of kind hidden") from error
    return found
