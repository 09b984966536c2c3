"""What the project is about: NewsSet, UrlSet, keywords (N1, N2)."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Body, File, Query, UploadFile
from pydantic import BaseModel, Field

from motherlode.api.serving import MAX_FILE, Addresses, OpenProject, importing, marked
from motherlode.errors import LimitExceeded
from motherlode.interfaces.rest.routes.runs import RunModel, as_model
from motherlode.interfaces.rest.state import ProjectDep, StateDep
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword

router = APIRouter(tags=["topic"])
Kind = Literal["newsset", "urlset"]
Keep = Annotated[
    Literal["preview", "add", "replace"], Query(description="look only, add to what is there, or put in its place")
]
MAX_LINES = 200_000
LINES = ["http://news.example/", "news.example.org", "not an address"]


class Sources(BaseModel):
    """Addresses, and lines that are none, with the reason."""

    urls: list[str] = Field(examples=[["http://news.example/"]])
    refused: list[str] = Field(
        default_factory=list, description="line: reason", examples=[["not an address: no address in it"]]
    )
    saved: bool = Field(True, description="whether the addresses are in the project now")


class DatabaseQuery(BaseModel):
    """Where addresses stand in a database."""

    url: str = Field(min_length=1, max_length=2000, examples=["postgresql://reader@db.example/sites"])
    query: str = Field(min_length=1, max_length=20_000, examples=["select url from sites"])
    seconds: int = Field(
        importing.ANSWER_SECONDS, ge=1, le=60, description="how long the database may take to answer"
    )


class KeywordModel(BaseModel):
    """A keyword of the topic."""

    word: str = Field(min_length=1, max_length=200, examples=["flood"])
    weight: float = Field(1.0, ge=0, le=1000, allow_inf_nan=False, examples=[2.5])
    origin: Literal["user", "learned"] = "user"
    why: str = Field("", max_length=1000, examples=["in 3 of 3 examples"])


def _kept(project: OpenProject, kind: str, found: Addresses, keep: str) -> Sources:
    topics = project.store.topics
    if keep == "add":
        topics.set_sources(kind, list(dict.fromkeys([*topics.sources(kind), *found.urls])))
    elif keep == "replace":
        topics.set_sources(kind, list(found.urls))
    return Sources(urls=list(found.urls), refused=list(found.refused), saved=keep != "preview")


@router.get("/projects/{project}/sources/{kind}")
def get_sources(project: ProjectDep, kind: Kind) -> Sources:
    """NewsSet (sites to search) or UrlSet (example articles)."""
    return Sources(urls=project.store.topics.sources(kind), refused=[], saved=True)


@router.put("/projects/{project}/sources/{kind}")
def put_sources(
    project: ProjectDep, kind: Kind, lines: Annotated[list[str], Body(max_length=MAX_LINES, examples=[LINES])]
) -> Sources:
    """Replaces NewsSet or UrlSet; lines that are no addresses are given back with the reason."""
    return _kept(project, kind, importing.pasted(lines), "replace")


@router.post("/projects/{project}/sources/{kind}/preview")
def preview_sources(
    project: ProjectDep, kind: Kind, lines: Annotated[list[str], Body(max_length=MAX_LINES, examples=[LINES])]
) -> Sources:
    """What pasted lines would give; nothing is saved."""
    return _kept(project, kind, importing.pasted(lines), "preview")


@router.post("/projects/{project}/sources/{kind}/file")
async def import_file(
    project: ProjectDep,
    kind: Kind,
    file: Annotated[UploadFile, File(description="a text file, or an Excel workbook by its ending")],
    keep: Keep = "preview",
    sheet: Annotated[str, Query(max_length=100, description="sheet of a workbook; the first by default")] = "",
) -> Sources:
    """Addresses from an uploaded text file or Excel workbook (.xlsx, .xls, .ods)."""
    body = await file.read(MAX_FILE + 1)
    if len(body) > MAX_FILE:
        raise LimitExceeded(f"the file has more than {MAX_FILE // 2**20} MB")
    return _kept(project, kind, importing.from_file(body, file.filename or "the file", sheet), keep)


@router.post("/projects/{project}/sources/{kind}/database")
def import_database(
    project: ProjectDep, state: StateDep, kind: Kind, where: DatabaseQuery, keep: Keep = "preview"
) -> Sources:
    """Addresses that a query gives; the first column that holds them is taken, nothing is written there."""
    inside = state.workspace.folder if state.guarded else None
    found = importing.from_database(
        where.url, where.query, inside=inside, seconds=where.seconds, allowed=project.params.databases
    )
    return _kept(project, kind, found, keep)


@router.get("/projects/{project}/keywords")
def get_keywords(project: ProjectDep) -> list[KeywordModel]:
    """TopKeyWordSet and the learned SearchKeyWordSet, the weightiest first."""
    return [
        KeywordModel.model_construct(
            word=k.word, weight=k.weight, origin="learned" if k.origin == "learned" else "user", why=k.why
        )
        for k in project.store.topics.keywords()
    ]


@router.put("/projects/{project}/keywords")
def put_keywords(
    project: ProjectDep,
    words: Annotated[list[KeywordModel], Body(max_length=MAX_LINES, examples=[[{"word": "flood", "weight": 2.5}]])],
) -> list[KeywordModel]:
    """Replaces all keywords."""
    unique = {w.word.strip(): w for w in words if w.word.strip()}
    project.store.topics.set_keywords([Keyword(name, w.weight, w.origin, w.why) for name, w in unique.items()])
    return get_keywords(project)


@router.post("/projects/{project}/keywords/learn", status_code=201)
def learn_keywords(project: ProjectDep, state: StateDep) -> RunModel:
    """Learns keywords from the example pages, in a run of its own; they stand beside the user's, with the reason."""
    return as_model(state.jobs.start(project, "learn", {}))


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
