"""Marks: what a person says of found pages and of words; stored pages are judged by it at once."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter
from pydantic import BaseModel, Field

from motherlode.api.serving import marked
from motherlode.interfaces.rest.state import ProjectDep
from motherlode.model.ports import Silent

router = APIRouter(tags=["topic"])
MOST = 1000
Address = Annotated[str, Field(min_length=1, max_length=2000)]
Word = Annotated[str, Field(min_length=1, max_length=200)]
PAGE = "http://news.example/flood"


class MarksModel(BaseModel):
    """The marks of a project."""

    on_topic: list[Address] = Field(default_factory=list, max_length=MOST, examples=[[PAGE]])
    off_topic: list[Address] = Field(
        default_factory=list, max_length=MOST, examples=[["http://shop.example/keyboard"]]
    )
    unwanted: list[Word] = Field(default_factory=list, max_length=MOST, examples=[["keyboard"]])


class NewMarks(MarksModel):
    """Marks to add; `words` become keywords, `forget` takes back what was said of addresses and words."""

    words: dict[Word, Annotated[float, Field(ge=0, le=1000, allow_inf_nan=False)]] = Field(
        default_factory=dict, max_length=MOST, examples=[{"flood": 2.0}]
    )
    forget: list[Address] = Field(default_factory=list, max_length=MOST, examples=[[PAGE]])


class MarkReportModel(BaseModel):
    """What the marks changed."""

    judged: int = Field(description="stored pages that were judged anew", examples=[60])
    kept_before: int = Field(examples=[21])
    kept: int = Field(examples=[19])
    came_in: list[str] = Field(description="pages kept now and not before", examples=[[PAGE]])
    fell_out: list[str] = Field(description="pages kept before and not now", examples=[[]])
    marks: MarksModel


@router.get("/projects/{project}/marks")
def get_marks(project: ProjectDep) -> MarksModel:
    """The pages and words that a person marked."""
    return MarksModel.model_construct(**project.store.topics.marks().to_dict())


@router.post("/projects/{project}/marks")
def add_marks(project: ProjectDep, given: NewMarks) -> MarkReportModel:
    """Marks pages as on or off the topic and words as meant or not; every stored page is judged anew at once.

    A running crawl hears of it within a second or two and values what waits by it.
    """
    found = marked(
        project, on_topic=given.on_topic, off_topic=given.off_topic, words=given.words, not_words=given.unwanted,
        forget=given.forget, progress=Silent(),
    )  # fmt: skip
    return MarkReportModel.model_validate(found.to_dict())
