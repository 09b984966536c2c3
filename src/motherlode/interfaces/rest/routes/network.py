"""The information network: counts, statements, neighbours, exports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from motherlode.api.serving import network_of
from motherlode.interfaces.rest.answers import Cursor, example, next_offset, offset_of
from motherlode.interfaces.rest.routes.results import Slice
from motherlode.interfaces.rest.state import Limit, Offset, ProjectDep
from motherlode.model.plain import plain

router = APIRouter(tags=["network"])


class Statements(BaseModel):
    """Statements of the network's language."""

    text: str = Field(max_length=1_000_000, examples=["QUERY University ?u /contain College ?c"])


class AnswerModel(BaseModel):
    """The answer to one query."""

    columns: list[str] = Field(examples=[["u", "c"]])
    rows: list[list[Any]] = Field(examples=[[["North", "Arts"]]])


@router.get("/projects/{project}/network", responses=example({"classes": 16, "objects": 557, "relations": 554}))
def get_network(project: ProjectDep) -> dict[str, int]:
    """How many classes, objects, relationships and values there are."""
    return network_of(project).counts()


@router.post("/projects/{project}/network/run")
def run_statements(project: ProjectDep, statements: Statements) -> list[AnswerModel]:
    """Runs CREATE, INSERT and QUERY; gives the answers of the queries in their order."""
    answers = network_of(project).run(statements.text)
    return [AnswerModel(columns=list(a.columns), rows=[plain(list(row.values())) for row in a]) for a in answers]


@router.get("/projects/{project}/network/graph", responses=example({"nodes": [], "edges": [], "values": []}))
def get_graph(
    project: ProjectDep,
    object_id: Annotated[
        int | None, Query(ge=0, le=2**63 - 1, description="the middle; the outermost objects by default")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> dict[str, Any]:
    """Nodes and edges around an object, for drawing."""
    return plain(network_of(project).around(object_id, limit))  # type: ignore[no-any-return]


@router.get("/projects/{project}/network/export", response_class=PlainTextResponse)
def export_network(project: ProjectDep, format: Literal["cypher", "jsonld", "graphml", "csv", "inm"] = "inm") -> str:  # noqa: A002
    """The whole network as text."""
    return network_of(project).export(format)


@router.get("/projects/{project}/network/objects")
def list_network_objects(
    project: ProjectDep,
    cls: Annotated[str, Query(max_length=200, description="a class; all by default")] = "",
    text: Annotated[str, Query(max_length=200, description="a part of the name")] = "",
    offset: Offset = 0,
    limit: Limit = 50,
    cursor: Cursor = "",
) -> Slice:
    """Objects by name, with their class and the thing they belong to."""
    offset = offset_of(cursor, offset)
    found, total = network_of(project).objects(cls=cls, text=text, offset=offset, limit=limit)
    following = next_offset(offset, len(found), total)
    return Slice(total=total, offset=offset, next=following, rows=found.to_dicts())


@router.get("/projects/{project}/network/classes", responses=example({"Person": 505, "Department": 37}))
def list_network_classes(project: ProjectDep) -> dict[str, int]:
    """How many objects each class has."""
    return network_of(project).classes()


@router.get("/projects/{project}/network/conflicts", responses=example([]))
def get_conflicts(project: ProjectDep) -> list[dict[str, Any]]:
    """Attributes whose pages disagree."""
    return network_of(project).conflicts().to_dicts()
