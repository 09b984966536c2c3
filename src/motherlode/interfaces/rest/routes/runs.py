"""Runs: start, look, pause, resume, stop, and progress as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query, Request
from fastapi.responses import Response, StreamingResponse
from pydantic import BaseModel, Field, field_validator

from motherlode.api.serving import ACTIVE, KINDS, LONGEST, Run, url_queues
from motherlode.interfaces.rest.answers import example, json_answer, other
from motherlode.interfaces.rest.state import ProjectDep, StateDep
from motherlode.model.plain import plain

router = APIRouter(tags=["runs"])
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="the run's number")]
EVERY = 0.5
MOST_VALUES = 10_000
"""Values of one option, such as home pages of universities."""


class NewRun(BaseModel):
    """A run to start."""

    kind: str = Field(max_length=64, description="one of: " + ", ".join(KINDS), examples=["crawl"])
    options: dict[str, Any] = Field(
        default_factory=dict,
        max_length=100,
        description="crawl: parameters of [crawl], [fetch], [topic], [threshold], [gene] by name; hidden: site; "
        "university: homes; echo: steps, pause",
        examples=[{"max_pages": 200}],
    )

    queue: bool = Field(False, description="wait for a run of the same kind to end instead of being refused")

    @field_validator("options")
    @classmethod
    def _flat(cls, options: dict[str, Any]) -> dict[str, Any]:
        """Options are names with values or lists of values: what is nested deeper could not be shown again."""
        return flat(options)


def flat(options: dict[str, Any]) -> dict[str, Any]:
    """The options of a run, none of them nested deeper than a list; raises ValueError for others."""
    for name, value in options.items():
        parts = value if isinstance(value, list) else [value]
        if len(parts) > MOST_VALUES or any(isinstance(part, (dict, list)) for part in parts):
            raise ValueError(f"'{name[:64]}' must be a value or a list of at most {MOST_VALUES} values")
    return options


class RunModel(BaseModel):
    """A run."""

    id: int = Field(examples=[1])
    kind: str = Field(examples=["crawl"])
    state: str = Field(
        description="queued, starting, running, pausing, paused, stopping, stopped, done, failed, interrupted",
        examples=["running"],
    )
    started_at: str = Field(examples=["2026-03-01T10:00:00+00:00"])
    ended_at: str = Field(examples=[""])
    options: dict[str, Any] = Field(examples=[{"max_pages": 200}])
    progress: dict[str, Any] = Field(
        description="label, done, total, facts, notes (the log) and history (for charts)",
        examples=[{"label": "crawl floods", "done": 40, "total": 200, "facts": {"kept": 12}}],
    )
    report: dict[str, Any] = Field(examples=[{}])


def as_model(run: Run) -> RunModel:
    """A run as it is answered."""
    return RunModel(**plain(run))


@router.get("/projects/{project}/runs", response_model=list[RunModel])
def list_runs(project: ProjectDep, state: StateDep) -> Response:
    """All runs, the newest first."""
    return json_answer(state.jobs.list(project))


@router.post("/projects/{project}/runs", status_code=201)
def start_run(project: ProjectDep, state: StateDep, new: NewRun) -> RunModel:
    """Starts a run in a process of its own; it goes on when the server or the browser ends."""
    state.check_options(new.options)
    return as_model(state.jobs.start(project, new.kind, new.options, queue=new.queue))


@router.get("/projects/{project}/runs/{run}", response_model=RunModel)
def get_run(project: ProjectDep, state: StateDep, run: Number) -> Response:
    """A run with its progress."""
    return json_answer(state.jobs.get(project, run))


@router.post("/projects/{project}/runs/{run}/pause")
def pause_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """Asks a run to stop at the next safe point, to be resumed later."""
    return as_model(state.jobs.pause(project, run))


@router.post("/projects/{project}/runs/{run}/resume")
def resume_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """Takes up a paused, stopped, failed or interrupted run."""
    return as_model(state.jobs.resume(project, run))


@router.post("/projects/{project}/runs/{run}/stop")
def stop_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """Asks a run to end at the next safe point."""
    return as_model(state.jobs.stop(project, run))


@router.get("/projects/{project}/queues", responses=example({"waiting": 2, "first": [], "buffered": 1, "pages": []}))
def get_queues(project: ProjectDep, number: Annotated[int, Query(ge=1, le=10_000)] = 100) -> dict[str, Any]:
    """The addresses that wait by their value, and the pages of the buffered link graph of the crawl (N9a)."""
    return url_queues(project.folder, number).to_dict()


@router.get(
    "/projects/{project}/runs/{run}/events", response_class=StreamingResponse, responses=other("text/event-stream")
)
async def run_events(project: ProjectDep, state: StateDep, run: Number, request: Request) -> StreamingResponse:
    """Progress as server-sent events: the present state each time it changes, until the run has come to rest.

    A slow reader gets the newest state, not a queue of old ones.
    """
    await asyncio.to_thread(state.jobs.get, project, run)

    async def events() -> AsyncIterator[str]:
        last = ""
        while not await request.is_disconnected():
            now = await asyncio.to_thread(state.jobs.get, project, run)
            text = json.dumps(plain(now), ensure_ascii=False)
            if text != last:
                yield f"event: progress\ndata: {text}\n\n"
                last = text
            if now.state not in ACTIVE:
                yield "event: end\ndata: {}\n\n"
                return
            await asyncio.sleep(EVERY)

    return StreamingResponse(events(), media_type="text/event-stream", headers={"Cache-Control": "no-store"})


ScheduleNumber = Annotated[str, Path(pattern=r"^\d{1,9}$", description="the schedule's number", examples=["1"])]


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
def remove_schedule(project: ProjectDep, state: StateDep, schedule: ScheduleNumber) -> list[ScheduleModel]:
    """Forgets a schedule; gives those that are left."""
    state.schedules.remove(project, schedule)
    return list_schedules(project, state)
