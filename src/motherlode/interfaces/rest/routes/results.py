"""Results: articles, pages with their verdicts, analyses, downloads, and how far their sources are trusted."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse, Response
from pydantic import BaseModel, Field
from starlette.background import BackgroundTask

from motherlode.api.serving import export_project, rate_source, rated_sources, shown_article, top_filters
from motherlode.errors import UnreadableInput
from motherlode.interfaces.rest import answers
from motherlode.interfaces.rest.answers import Cursor, example, json_answer, next_of, next_offset, offset_of, place
from motherlode.interfaces.rest.state import Limit, Offset, ProjectDep, Sort, Where, filters
from motherlode.model.plain import plain

router = APIRouter(tags=["results"])
Row = dict[str, Any]


class Slice(BaseModel):
    """Some of many rows."""

    total: int = Field(description="how many there are in all", examples=[141])
    offset: int = Field(examples=[0])
    next: str = Field("", description="the cursor of the next page; empty at the end", examples=[""])
    rows: list[Row] = Field(
        examples=[[{"url": "http://news.example/story.html", "title": "Flood", "relativity": 0.83}]]
    )


@router.get("/projects/{project}/articles", response_model=Slice)
def list_articles(
    project: ProjectDep,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: Sort = "-relativity",
    where: Where = [],  # noqa: B006
    cursor: Cursor = "",
) -> Response:
    """Articles under the names of TopWebNews (N11), the best k percent, without their divided words."""
    offset, behind = place(cursor, sort, offset)
    found, total = project.store.articles.shown(
        offset=offset, limit=limit, sort=sort, filters=(*filters(where), *top_filters(project)), behind=behind
    )
    following = next_of(found[-1] if found else None, sort, more=len(found) == limit)
    rows = [shown_article(values) for values in found]
    return json_answer({"total": total, "offset": offset, "next": following, "rows": rows})


class Facet(BaseModel):
    """A value of a column, and how many rows have it."""

    value: str | float | bool | None = Field(examples=["The Halvern Gazette"])
    number: int = Field(examples=[34])


@router.get("/projects/{project}/facets")
def list_facets(
    project: ProjectDep,
    column: Annotated[
        str, Query(max_length=64, description="a column; 'month' counts articles by month", examples=["source"])
    ],
    what: Literal["articles", "pages"] = "articles",
    where: Where = [],  # noqa: B006
    limit: Annotated[int, Query(ge=1, le=100, description="values at the most, the most frequent first")] = 10,
) -> list[Facet]:
    """The most frequent values of a column among the articles or pages that meet the conditions."""
    conditions = (*filters(where), *(top_filters(project) if what == "articles" else ()))
    table = project.store.articles if what == "articles" else project.store.pages
    return [Facet(value=value, number=number) for value, number in table.facet(column, conditions, limit)]


@router.get("/projects/{project}/article", responses=example({"article": {"title": "Flood"}, "verdict": {}}))
def get_article(project: ProjectDep, url: Annotated[str, Query(max_length=8192)]) -> Row:
    """One article with its text, evidence and verdict."""
    item = project.store.articles.get(url)
    if item is None:
        raise UnreadableInput(f"there is no article {url[:200]} in this project")
    page = project.store.pages.get([url]).get(url)
    return plain(item) | {"verdict": plain(page) if page else None}  # type: ignore[no-any-return]


@router.get("/projects/{project}/pages", response_model=Slice)
def list_pages(
    project: ProjectDep,
    offset: Offset = 0,
    limit: Limit = 100,
    sort: Sort = "-relativity",
    where: Where = [],  # noqa: B006
    cursor: Cursor = "",
) -> Response:
    """Fetched pages with their verdict: why kept, why dropped."""
    offset, behind = place(cursor, sort, offset)
    rows, total = project.store.pages.shown(
        offset=offset, limit=limit, sort=sort, filters=filters(where), behind=behind
    )
    following = next_of(rows[-1] if rows else None, sort, more=len(rows) == limit)
    return json_answer({"total": total, "offset": offset, "next": following, "rows": rows})


@router.get("/projects/{project}/page", responses=example({"url": "http://news.example/x", "code": "unrelated"}))
def get_page(project: ProjectDep, url: Annotated[str, Query(max_length=8192)]) -> Row:
    """One page with its verdict: why kept or dropped, term by term."""
    page = project.store.pages.get([url]).get(url)
    if page is None:
        raise UnreadableInput(f"there is no page {url[:200]} in this project")
    return plain(page)  # type: ignore[no-any-return]


@router.get("/projects/{project}/analysis/{kind}")
def get_analysis(
    project: ProjectDep,
    kind: Literal["stories", "trust", "currency", "hot", "evolution"],
    offset: Offset = 0,
    limit: Limit = 100,
    cursor: Cursor = "",
) -> Slice:
    """Results of an analysis, each with its terms and reasons."""
    offset = offset_of(cursor, offset)
    total = project.store.results.kinds().get(kind, 0)
    rows = [
        {"id": key, "value": value}
        for key, value in project.store.results.get(kind, offset=offset, limit=limit).items()
    ]
    return Slice(total=total, offset=offset, next=next_offset(offset, len(rows), total), rows=rows)


@router.get(
    "/projects/{project}/export",
    response_class=FileResponse,
    responses=answers.other("application/octet-stream", binary=True),
)
def download(
    project: ProjectDep,
    what: Literal["articles", "pages", "records", "keywords", "analysis"] = "articles",
    format: Literal["jsonl", "csv", "xlsx", "parquet", "sqlite"] = "csv",  # noqa: A002
    top: Annotated[
        float | None, Query(gt=0, le=100, description="the best k percent; the settings' share if none is named")
    ] = None,
    where: Where = [],  # noqa: B006
    sort: Sort = "",
    source: Annotated[str, Query(max_length=8192, description="records: of this source only")] = "",
) -> FileResponse:
    """A table of the project as a file: all of it, or the rows that meet the conditions, in the order asked for."""
    conditions = filters(where)

    def write(file: Path) -> None:
        export_project(
            project, what=what, format_name=format, out=file, top=top, filters=conditions, sort=sort, source=source
        )

    return made_file(f"{what}.{format}", write)


def made_file(name: str, write: Callable[[Path], object]) -> FileResponse:
    """A file that is written, sent and removed."""
    folder = tempfile.TemporaryDirectory(prefix="motherlode-export-")
    try:
        write(Path(folder.name) / name)
    except BaseException:
        folder.cleanup()
        raise
    return FileResponse(Path(folder.name) / name, filename=name, background=BackgroundTask(folder.cleanup))


ratings = APIRouter(tags=["ratings"])
Source = Annotated[str, Query(min_length=1, max_length=255, description="domain or name of the source")]


class Rating(BaseModel):
    """What the user thinks of a source."""

    source: str = Field(min_length=1, max_length=255, examples=["example.org"])
    rating: float = Field(ge=0, le=1, examples=[0.8])
    owner: str = Field("", max_length=255, description="sources of one owner count once", examples=["Example Group"])


@ratings.get("/projects/{project}/ratings")
def list_ratings(project: ProjectDep) -> list[Rating]:
    """The sources that the user rated."""
    return [Rating(source=name, rating=value, owner=owner) for name, value, owner in rated_sources(project)]


@ratings.put("/projects/{project}/ratings")
def rate_sources(project: ProjectDep, ratings: list[Rating]) -> list[Rating]:
    """Rates sources: earlier ratings of these are replaced, others stay. Analyse again to see the effect."""
    for one in ratings:
        rate_source(project, one.source, one.rating, one.owner)
    return list_ratings(project)


@ratings.delete("/projects/{project}/ratings")
def forget_rating(project: ProjectDep, source: Source) -> list[Rating]:
    """Forgets the rating of a source."""
    rate_source(project, source, None)
    return list_ratings(project)
