"""Schedules: runs that come again every so many hours while the server is up."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Path
from pydantic import BaseModel, Field, field_validator

from motherlode.api.serving import KINDS, LONGEST
from motherlode.interfaces.rest.routes.runs import flat
from motherlode.interfaces.rest.state import ProjectDep, StateDep
from motherlode.model.plain import plain

router = APIRouter(tags=["runs"])
Number = Annotated[str, Path(pattern=r"^\d{1,9}$", description="the schedule's number", examples=["1"])]


class NewSchedule(BaseModel):
    """A run that should come again."""

    kind: str = Field(max_length=64, description="one of: " + ", ".join(KINDS), examples=["crawl"])
    options: dict[str, Any] = Field(default_factory=dict, max_length=100, examples=[{"max_pages": 200}])
    hours: float = Field(24.0, gt=0, le=LONGEST, allow_inf_nan=False, description="every so many hours")

    @field_validator("options")
    @classmethod
    def _flat(cls, options: dict[str, Any]) -> dict[str, Any]:
        return flat(options)


class ScheduleModel(NewSchedule):
    """A run that comes again."""

    id: str = Field(examples=["1"])
    next_at: str = Field(examples=["2026-03-02T10:00:00+00:00"])
    last_run: int = Field(0, description="the run that it began last; 0 for none yet")
    trouble: str = Field("", description="why it could not begin the last time")


@router.get("/projects/{project}/schedules")
def list_schedules(project: ProjectDep, state: StateDep) -> list[ScheduleModel]:
    """All schedules of the project."""
    return [ScheduleModel(**plain(each)) for each in state.schedules.list(project)]


@router.post("/projects/{project}/schedules", status_code=201)
def add_schedule(project: ProjectDep, state: StateDep, new: NewSchedule) -> ScheduleModel:
    """Lets a run come again; it is queued where one of its kind is still under way."""
    state.check_options(new.options)
    return ScheduleModel(**plain(state.schedules.add(project, new.kind, new.options, new.hours)))


@router.delete("/projects/{project}/schedules/{schedule}")
def remove_schedule(project: ProjectDep, state: StateDep, schedule: Number) -> list[ScheduleModel]:
    """Forgets a schedule; gives those that are left."""
    state.schedules.remove(project, schedule)
    return list_schedules(project, state)
