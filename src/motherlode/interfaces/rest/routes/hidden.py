"""Hidden databases of a project: descriptions, drafts, probes, certificates; reading one is a run of kind hidden."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from motherlode.api.serving import OpenProject, certificate_of, hidden_sites, ranges_of
from motherlode.errors import UnreadableInput
from motherlode.interfaces.rest.answers import example, other
from motherlode.interfaces.rest.state import ProjectDep

router = APIRouter(tags=["hidden"])
Site = Annotated[str, Path(max_length=64, description="the description's name", examples=["registry"])]
DESCRIPTION = """[site]
name = "registry"
url = "http://registry.example/api"
format = "json"

[[attributes]]
name = "date"
kind = "date"
low = "1989-01-01"
high = "2016-12-31"
low_parameter = "from"
high_parameter = "to"

[results]
rows = "results"
id = "id"
"""


class DescriptionText(BaseModel):
    """A site description in TOML."""

    text: str = Field(max_length=100_000, examples=[DESCRIPTION])


class FormAddress(BaseModel):
    """The page with the search form."""

    url: str = Field(max_length=8192, examples=["http://registry.example/search"])


class RangeModel(BaseModel):
    """One query of the certificate along the attribute that is split most."""

    low: str = Field(examples=["1989-01-01"])
    high: str = Field(examples=["1993-10-12"])
    start: int
    end: int
    rows: int = Field(examples=[83])
    reached: bool = Field(description="false for what no query can show")
    reason: str


class RangesModel(BaseModel):
    """The covered ranges in their order."""

    attribute: str = Field(examples=["date"])
    k: int = Field(description="rows that a query shows at the most", examples=[5000])
    ranges: list[RangeModel]


@router.get("/projects/{project}/hidden", responses=example(["registry"]))
def list_sites(project: ProjectDep) -> list[str]:
    """The described sites."""
    return hidden_sites.names(project)


@router.post("/projects/{project}/hidden-draft")
async def draft_description(project: ProjectDep, form: FormAddress) -> DescriptionText:
    """A commented draft of a description, read from a search form."""
    return DescriptionText(text=await hidden_sites.draft(project, form.url))


@router.get("/projects/{project}/hidden/{site}")
def get_description(project: ProjectDep, site: Site) -> DescriptionText:
    """A description as it was written."""
    return DescriptionText(text=hidden_sites.description_text(project, site))


@router.put("/projects/{project}/hidden/{site}")
def put_description(project: ProjectDep, site: Site, description: DescriptionText) -> DescriptionText:
    """Keeps a description after checking it; a mistake is named and the old one stays."""
    hidden_sites.keep_description(project, site, description.text)
    return description


@router.delete("/projects/{project}/hidden/{site}", status_code=204)
def delete_description(project: ProjectDep, site: Site) -> None:
    """Removes a description; what was read stays."""
    hidden_sites.description_text(project, site)
    hidden_sites.file_of(project, site).unlink(missing_ok=True)


@router.post(
    "/projects/{project}/hidden/{site}/probe", responses=example({"k": 5000, "count": True, "page_size": 25})
)
async def probe_description(project: ProjectDep, site: Site) -> dict[str, Any]:
    """What the site shows, and what does not fit its description."""
    return await asyncio.to_thread(hidden_sites.probe_site, project, site)


@router.get(
    "/projects/{project}/hidden/{site}/certificate",
    responses=example({"rows": 20000, "queries": 10, "requests": 831, "unreachable": [], "certificate": {}}),
)
def get_certificate(project: ProjectDep, site: Site) -> dict[str, Any]:
    """The report and certificate of the last reading."""
    return certificate_of(project, site)


@router.get("/projects/{project}/hidden/{site}/ranges")
def get_ranges(project: ProjectDep, site: Site) -> RangesModel:
    """The covered ranges of the last reading, in the attribute's own words."""
    return RangesModel.model_validate(ranges_of(certificate_of(project, site)), from_attributes=True)


@router.get(
    "/projects/{project}/hidden/{site}/picture",
    response_class=FileResponse,
    responses=other("image/png", binary=True),
)
def get_picture(project: ProjectDep, site: Site) -> FileResponse:
    """The covered ranges as a PNG picture."""
    return FileResponse(_export(project, site, "png"), media_type="image/png")


@router.get(
    "/projects/{project}/hidden/{site}/rows", response_class=FileResponse, responses=other("application/x-ndjson")
)
def get_rows(project: ProjectDep, site: Site) -> FileResponse:
    """The rows of the last reading, one JSON object a line."""
    file = _export(project, site, "jsonl")
    return FileResponse(file, media_type="application/x-ndjson", filename=f"{site}.jsonl")


def _export(project: OpenProject, site: str, ending: str) -> Any:
    hidden_sites.file_of(project, site)
    file = project.folder / "exports" / f"{site}.{ending}"
    if not file.is_file():
        raise UnreadableInput(f"'{site}' was not read yet; start a run of kind hidden")
    return file
