"""Record lists of a project, the rules of their sources, and how their columns map to schemas (E)."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import FileResponse
from pydantic import BaseModel, Field

from motherlode.api.serving import OpenProject, joining
from motherlode.errors import UnreadableInput
from motherlode.interfaces.rest.answers import Cursor, example, next_offset, offset_of, other
from motherlode.interfaces.rest.routes.results import Row, Slice, made_file
from motherlode.interfaces.rest.state import Limit, Offset, ProjectDep, StateDep
from motherlode.model.plain import plain
from motherlode.model.records import Region

router = APIRouter(tags=["records"])
Schema = Annotated[str, Query(max_length=64, description="a ready schema or one of the project", examples=["books"])]
Source = Annotated[str, Query(max_length=8192, description="the source, as in /records", examples=["shop.example"])]
WRAPPER = {"source": "shop.example", "entity_xpath": "//ul/li", "entity_css": "ul > li", "items": [], "rule": {}}
MAPPED = {"column": "text 1", "attribute": "title", "score": 0.92, "terms": [], "corrected": False}


class CorrectionModel(BaseModel):
    """What a person says a column means; the choice is learned from."""

    schema_name: str = Field(alias="schema", max_length=64, examples=["books"])
    source: str = Field(max_length=8192, examples=["shop.example"])
    column: str = Field(max_length=500, examples=["text 1"])
    attribute: str = Field("", max_length=200, description="empty for none", examples=["title"])


@router.get("/projects/{project}/records")
def list_records(
    project: ProjectDep,
    source: Annotated[str | None, Query(max_length=8192)] = None,
    offset: Offset = 0,
    limit: Limit = 20,
    cursor: Cursor = "",
) -> Slice:
    """Record lists, whole, in the order of their pages."""
    offset = offset_of(cursor, offset)
    found = list(project.store.records.lists(source=source))
    rows = [{"page": p, "source": s, **plain(region)} for p, s, region in found[offset : offset + limit]]
    return Slice(total=len(found), offset=offset, next=next_offset(offset, len(rows), len(found)), rows=rows)


@router.get("/projects/{project}/records/sources", responses=example(["shop.example"]))
def list_record_sources(project: ProjectDep) -> list[str]:
    """The sources of which record lists are kept."""
    return project.store.records.sources()


@router.get("/projects/{project}/wrappers", responses=example([WRAPPER | {"learned_at": "2026-03-01T10:00:00"}]))
def list_wrappers(project: ProjectDep) -> list[Row]:
    """The rules learned per source."""
    return [plain(wrapper) | {"learned_at": at} for wrapper, at in project.store.records.wrappers()]


@router.get("/projects/{project}/wrapper", responses=example(WRAPPER))
def get_wrapper(project: ProjectDep, source: Source) -> Row:
    """The rule of one source: entity item and semantic items as XPath and CSS."""
    found = project.store.records.wrapper(source)
    if found is None:
        raise UnreadableInput(f"no rule was learned for {source[:200]} in this project")
    return plain(found)  # type: ignore[no-any-return]


@router.get("/projects/{project}/schemas", responses=example(["books", "papers", "products"]))
def list_schemas(project: ProjectDep) -> list[str]:
    """The ready schemas and those of the project."""
    return joining.schema_names(project)


@router.get("/projects/{project}/schemas/{name}", responses=example({"name": "books", "attributes": []}))
def get_schema(project: ProjectDep, name: str) -> dict[str, Any]:
    """A schema with its attributes."""
    return plain(joining.schema_of(project, name))  # type: ignore[no-any-return]


@router.get("/projects/{project}/mappings", responses=example([MAPPED]))
def list_mappings(project: ProjectDep, schema: Schema, source: Source) -> list[Row]:
    """How a source's columns map to a schema, with scores and reasons, as it was last kept."""
    return [plain(found) for found in project.store.records.mappings(schema, source)]


@router.post("/projects/{project}/mappings", responses=example([MAPPED]))
def make_mappings(project: ProjectDep, schema: Schema, source: Source) -> list[Row]:
    """Maps the columns of a source's first list to a schema, with what was corrected before, and keeps it."""
    region = _region(project, source)
    return [plain(found) for found in joining.mappings_of(project, source, region, schema)]


@router.put("/projects/{project}/mappings", responses=example([MAPPED | {"corrected": True, "score": 1.0}]))
def correct_mapping(project: ProjectDep, said: CorrectionModel) -> list[Row]:
    """Keeps what a person said about a column; gives all mappings of the source."""
    region = _region(project, said.source)
    if said.column not in {column.name for column in region.columns}:
        raise UnreadableInput(
            f"{said.source[:200]} has no column '{said.column[:80]}'; it has: "
            + ", ".join(column.name for column in region.columns)[:400]
        )
    joining.correct(project, said.source, region, said.schema_name, said.column, said.attribute)
    return [plain(found) for found in project.store.records.mappings(said.schema_name, said.source)]


@router.get("/projects/{project}/joined", responses=example({"columns": ["id", "title"], "rows": [], "pairs": []}))
async def get_joined(project: ProjectDep, state: StateDep, schema: Schema) -> dict[str, Any]:
    """The records joined under a schema, with the pairs that were weighed and what was said of them (E9)."""
    made: joining.JoinedTable = await state.readers.read(joining.joined, str(project.folder), schema)
    return made._asdict()


class SourcesGiven(BaseModel):
    """Sources whose kept records are joined."""

    sources: list[str] = Field(max_length=1000, description="as in /records/sources", examples=[["shop.example"]])


@router.post("/projects/{project}/joined", responses=example({"columns": ["id", "title"], "rows": [], "pairs": []}))
async def join_sources(project: ProjectDep, state: StateDep, schema: Schema, given: SourcesGiven) -> dict[str, Any]:
    """Joins the kept records of some sources under a schema; earlier sources of the schema stay in the table."""
    made: joining.JoinedTable = await state.readers.read(
        joining.join_kept, str(project.folder), schema, given.sources
    )
    return made._asdict()


class PairModel(BaseModel):
    """What a person says of two records: one thing, two things, or nothing any more."""

    schema_name: str = Field(alias="schema", max_length=64, examples=["books"])
    first: tuple[str, str] = Field(description="source and id", examples=[["shop", "a1"]])
    second: tuple[str, str] = Field(description="source and id", examples=[["library", "b7"]])
    same: bool | None = Field(None, description="one thing; false undoes a merge; null takes the word back")


@router.put("/projects/{project}/joined/pairs", status_code=204)
def decide_pair(project: ProjectDep, said: PairModel) -> None:
    """Keeps what a person says of two records; the next look at the table follows it."""
    joining.decide(project, said.schema_name, said.first, said.second, said.same)


@router.get(
    "/projects/{project}/joined/file",
    response_class=FileResponse,
    responses=other("application/octet-stream", binary=True),
)
def download_joined(
    project: ProjectDep,
    schema: Schema,
    format: Literal["jsonl", "csv", "xlsx", "parquet", "sqlite"] = "xlsx",  # noqa: A002
) -> FileResponse:
    """The joined table as a file; Excel has the sources of every value on a sheet of its own."""
    return made_file(f"{schema}.{format}", lambda file: joining.write_joined(project, schema, file, format))


def _region(project: OpenProject, source: str) -> Region:
    for _, _, region in project.store.records.lists(source=source):
        return region
    raise UnreadableInput(f"no records of {source[:200]} are kept in this project; see /records/sources")
