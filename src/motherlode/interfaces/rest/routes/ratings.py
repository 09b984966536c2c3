"""Ratings of sources: in the hands of the user, and what trust rests on (N12)."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import BaseModel, Field

from motherlode.api.serving import rate_source, rated_sources
from motherlode.interfaces.rest.state import ProjectDep

router = APIRouter(tags=["ratings"])
Source = Annotated[str, Query(min_length=1, max_length=255, description="domain or name of the source")]


class Rating(BaseModel):
    """What the user thinks of a source."""

    source: str = Field(min_length=1, max_length=255, examples=["example.org"])
    rating: float = Field(ge=0, le=1, examples=[0.8])
    owner: str = Field("", max_length=255, description="sources of one owner count once", examples=["Example Group"])


@router.get("/projects/{project}/ratings")
def list_ratings(project: ProjectDep) -> list[Rating]:
    """The sources that the user rated."""
    return [Rating(source=name, rating=value, owner=owner) for name, value, owner in rated_sources(project)]


@router.put("/projects/{project}/ratings")
def rate_sources(project: ProjectDep, ratings: list[Rating]) -> list[Rating]:
    """Rates sources: earlier ratings of these are replaced, others stay. Analyse again to see the effect."""
    for one in ratings:
        rate_source(project, one.source, one.rating, one.owner)
    return list_ratings(project)


@router.delete("/projects/{project}/ratings")
def forget_rating(project: ProjectDep, source: Source) -> list[Rating]:
    """Forgets the rating of a source."""
    rate_source(project, source, None)
    return list_ratings(project)
