"""The information network: counts, statements, neighbours, exports."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from motherlode.app.network import run_text
from motherlode.interfaces.rest.cursor import Cursor, next_offset, offset_of
from motherlode.interfaces.rest.problems import example
from motherlode.interfaces.rest.routes.results import Slice
from motherlode.interfaces.rest.state import Limit, Offset, ProjectDep
from motherlode.model.plain import plain
from motherlode.network.browse import class_counts, list_objects
from motherlode.network.exports import EXPORTS
from motherlode.network.neighbours import neighbourhood
from motherlode.network.store import NetworkStore

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
    return NetworkStore(project.engine).counts()


@router.post("/projects/{project}/network/run")
def run_statements(project: ProjectDep, statements: Statements) -> list[AnswerModel]:
    """Runs CREATE, INSERT and QUERY; gives the answers of the queries in their order."""
    answers = run_text(NetworkStore(project.engine), statements.text)
    return [AnswerModel(columns=list(a.columns), rows=plain(a.rows)) for a in answers]


@router.get("/projects/{project}/network/graph", responses=example({"nodes": [], "edges": [], "values": []}))
def get_graph(
    project: ProjectDep,
    object_id: Annotated[
        int | None, Query(ge=0, le=2**63 - 1, description="the middle; the outermost objects by default")
    ] = None,
    limit: Annotated[int, Query(ge=1, le=500)] = 100,
) -> dict[str, Any]:
    """Nodes and edges around an object, for drawing."""
    return plain(neighbourhood(NetworkStore(project.engine), object_id, limit))  # type: ignore[no-any-return]


@router.get("/projects/{project}/network/export", response_class=PlainTextResponse)
def export_network(project: ProjectDep, format: Literal["cypher", "jsonld", "graphml", "csv", "inm"] = "inm") -> str:  # noqa: A002
    """The whole network as text."""
    return EXPORTS[format](NetworkStore(project.engine).facts())


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
    found, total = list_objects(NetworkStore(project.engine), cls=cls, text=text, offset=offset, limit=limit)
    following = next_offset(offset, len(found), total)
    return Slice(total=total, offset=offset, next=following, rows=[plain(each) for each in found])


@router.get("/projects/{project}/network/classes", responses=example({"Person": 505, "Department": 37}))
def list_network_classes(project: ProjectDep) -> dict[str, int]:
    """How many objects each class has."""
    return class_counts(NetworkStore(project.engine))


@router.get("/projects/{project}/network/conflicts", responses=example([]))
def get_conflicts(project: ProjectDep) -> list[dict[str, Any]]:
    """Attributes whose pages disagree."""
    return [plain(conflict) for conflict in NetworkStore(project.engine).conflicts()]
