"""Projects and their settings."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Body
from pydantic import BaseModel, Field

from motherlode.interfaces.rest.state import ProjectDep, StateDep
from motherlode.model.params import describe
from motherlode.model.plain import plain
from motherlode.recipes.project import Project
from motherlode.recipes.settings import section_classes

router = APIRouter(tags=["projects"])
Values = dict[str, dict[str, Any]]


class NewProject(BaseModel):
    """A project to make."""

    name: str = Field(min_length=1, max_length=64, examples=["floods"])
    settings: Values = Field(default_factory=dict, examples=[{"project": {"allow_private": False}}])


class ProjectInfo(BaseModel):
    """A project at a glance."""

    name: str
    articles: int
    pages: dict[str, int] = Field(description="pages by the code of their verdict")
    keywords: int
    results: dict[str, int] = Field(description="results of analyses by kind")


class SettingInfo(BaseModel):
    """One parameter."""

    name: str
    type: str
    default: Any
    help: str
    symbol: str
    low: float | None
    high: float | None
    choices: list[str]


def _info(name: str, project: Project) -> ProjectInfo:
    store = project.store
    return ProjectInfo(
        name=name,
        articles=store.articles.count(),
        pages=store.pages.counts(),
        keywords=len(store.topics.keywords()),
        results=store.results.kinds(),
    )


@router.get("/projects")
def list_projects(state: StateDep) -> list[str]:
    """The names of all projects."""
    return state.workspace.names()


@router.post("/projects", status_code=201)
def create_project(state: StateDep, new: NewProject) -> ProjectInfo:
    """Makes a project."""
    return _info(new.name, state.workspace.create(new.name, new.settings))


@router.get("/projects/{project}")
def get_project(project: ProjectDep) -> ProjectInfo:
    """A project at a glance."""
    return _info(project.folder.name, project)


@router.delete("/projects/{project}", status_code=204)
def delete_project(project: ProjectDep, state: StateDep) -> None:
    """Removes a project with all its files; its runs are stopped first."""
    for run in state.jobs.list(project):
        if run.state in ("running", "starting"):
            state.jobs.stop(project, run.id)
            state.jobs.wait(project, run.id, 20)
    state.workspace.delete(project.folder.name)


@router.get("/settings")
def settings_schema() -> dict[str, list[SettingInfo]]:
    """Every section of the settings with every parameter: what forms are made from."""
    return {
        section: [
            SettingInfo(
                name=i.name, type=_type_name(i.type), default=plain(i.default), help=i.help, symbol=i.symbol,
                low=i.low, high=i.high, choices=list(i.choices),
            )
            for i in describe(params)
        ]
        for section, params in section_classes().items()
    }  # fmt: skip


def _type_name(hint: Any) -> str:
    text = str(getattr(hint, "__name__", hint)).replace(" | None", "")
    return "list" if text.startswith(("tuple", "list")) else "object" if text.startswith("dict") else text


@router.get("/projects/{project}/settings")
def get_settings(project: ProjectDep) -> Values:
    """The values that the project's file sets; all others have their defaults."""
    return plain(dict(project.settings.values))  # type: ignore[no-any-return]


@router.put("/projects/{project}/settings")
def put_settings(
    project: ProjectDep, values: Annotated[Values, Body(examples=[{"project": {"name": "Floods"}}])]
) -> Values:
    """Writes the settings file anew; a wrong value is named and nothing is changed."""
    project.write_settings(values)
    return get_settings(project)
