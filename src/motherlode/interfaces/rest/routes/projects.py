"""Projects and their settings."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import orjson
from fastapi import APIRouter, Body, Path
from fastapi.responses import Response
from pydantic import BaseModel, Field

from motherlode.api.serving import PRESETS, OpenProject, preset_of, section_classes
from motherlode.interfaces.rest.answers import example
from motherlode.interfaces.rest.state import ProjectDep, StateDep
from motherlode.model.params import describe
from motherlode.model.plain import plain

router = APIRouter(tags=["projects"])
Values = dict[str, dict[str, Any]]


class NewProject(BaseModel):
    """A project to make."""

    name: str = Field(min_length=1, max_length=64, examples=["floods"])
    settings: Values = Field(default_factory=dict, examples=[{"project": {"allow_private": False}}])


class ProjectInfo(BaseModel):
    """A project at a glance."""

    name: str = Field(examples=["floods"])
    articles: int = Field(examples=[141])
    pages: dict[str, int] = Field(description="pages by the code of their verdict", examples=[{"related": 141}])
    keywords: int = Field(examples=[12])
    results: dict[str, int] = Field(description="results of analyses by kind", examples=[{"trust": 141}])


class SettingInfo(BaseModel):
    """One parameter."""

    name: str = Field(examples=["alpha"])
    type: str = Field(examples=["float"])
    default: Any = Field(examples=[1.05])
    help: str = Field(examples=["factor when more is kept than expected"])
    symbol: str = Field(description="the paper's letter", examples=["α"])
    low: float | None
    high: float | None
    choices: list[str]


class PresetModel(BaseModel):
    """A named choice of settings."""

    name: str = Field(examples=["polite"])
    title: str = Field(examples=["Polite"])
    help: str
    values: Values = Field(examples=[{"fetch": {"delay": 2.0}}])


def _info(name: str, project: OpenProject) -> ProjectInfo:
    store = project.store
    return ProjectInfo(
        name=name,
        articles=store.articles.count(),
        pages=store.pages.counts(),
        keywords=len(store.topics.keywords()),
        results=store.results.kinds(),
    )


@router.get("/projects", responses=example(["floods"]))
def list_projects(state: StateDep) -> list[str]:
    """The names of all projects."""
    return state.workspace.names()


@router.post("/projects", status_code=201)
def create_project(state: StateDep, new: NewProject) -> ProjectInfo:
    """Makes a project."""
    state.check_settings(None, new.settings)
    return _info(new.name, state.workspace.create(new.name, new.settings))


@router.get("/projects/{project}")
def get_project(project: ProjectDep) -> ProjectInfo:
    """A project at a glance."""
    return _info(project.folder.name, project)


@router.delete("/projects/{project}", status_code=204)
def delete_project(project: ProjectDep, state: StateDep) -> None:
    """Removes a project with all its files; its runs are stopped first."""
    if not state.workspace.single:
        state.jobs.end_all(project)
    state.workspace.delete(project.folder.name)


@router.get("/settings", response_model=dict[str, list[SettingInfo]])
async def settings_schema() -> Response:
    """Every section of the settings with every parameter: what forms are made from."""
    return Response(_settings_as_json(), media_type="application/json")


@cache
def _settings_as_json() -> bytes:
    """The same for as long as the server runs: plug-ins are found once."""
    return orjson.dumps({
        section: [
            SettingInfo(
                name=i.name, type=_type_name(i.type), default=plain(i.default), help=i.help, symbol=i.symbol,
                low=i.low, high=i.high, choices=list(i.all_choices),
            ).model_dump()
            for i in describe(params)
        ]
        for section, params in section_classes().items()
    })  # fmt: skip


def _type_name(hint: Any) -> str:
    text = str(getattr(hint, "__name__", hint)).replace(" | None", "")
    return "list" if text.startswith(("tuple", "list")) else "object" if text.startswith("dict") else text


@router.get("/presets")
def list_presets() -> list[PresetModel]:
    """Settings that go together under one name."""
    return [PresetModel(name=p.name, title=p.title, help=p.help, values=plain(dict(p.values))) for p in PRESETS]


@router.post("/projects/{project}/settings/preset/{name}", responses=example({"fetch": {"delay": 2.0}}))
def apply_preset(project: ProjectDep, name: Annotated[str, Path(max_length=64, examples=["polite"])]) -> Values:
    """Puts a preset's values over the project's settings; what it does not name stays as it is."""
    preset = preset_of(name)
    values: Values = plain(dict(project.settings.values))
    for section, given in preset.values.items():
        values[section] = {**values.get(section, {}), **given}
    project.write_settings(values)
    return get_settings(project)


@router.get("/projects/{project}/settings", responses=example({"project": {"name": "Floods"}}))
def get_settings(project: ProjectDep) -> Values:
    """The values that the project's file sets; all others have their defaults."""
    return plain(dict(project.settings.values))  # type: ignore[no-any-return]


@router.put("/projects/{project}/settings", responses=example({"project": {"name": "Floods"}}))
def put_settings(
    project: ProjectDep, state: StateDep, values: Annotated[Values, Body(examples=[{"project": {"name": "Floods"}}])]
) -> Values:
    """Writes the settings file anew; a wrong value is named and nothing is changed."""
    state.check_settings(project, values)
    project.write_settings(values)
    return get_settings(project)
