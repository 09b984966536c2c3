"""Runs: start, look, pause, resume, stop, and progress as server-sent events."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Path, Request
from fastapi.responses import StreamingResponse
from pydantic import BaseModel, Field

from motherlode.interfaces.rest.state import ProjectDep, StateDep
from motherlode.model.plain import plain
from motherlode.recipes.jobs.kinds import KINDS
from motherlode.recipes.jobs.manager import ACTIVE
from motherlode.store.runs import Run

router = APIRouter(tags=["runs"])
Number = Annotated[int, Path(ge=1, le=2**31 - 1, description="the run's number")]
EVERY = 0.5


class NewRun(BaseModel):
    """A run to start."""

    kind: str = Field(max_length=64, description="one of: " + ", ".join(KINDS), examples=["echo"])
    options: dict[str, Any] = Field(default_factory=dict, examples=[{"steps": 3, "pause": 0.1}])


class RunModel(BaseModel):
    """A run."""

    id: int
    kind: str
    state: str = Field(description="starting, running, pausing, paused, stopping, stopped, done, failed, interrupted")
    started_at: str
    ended_at: str
    options: dict[str, Any]
    progress: dict[str, Any]
    report: dict[str, Any]


def _model(run: Run) -> RunModel:
    return RunModel(**plain(run))


@router.get("/projects/{project}/runs")
def list_runs(project: ProjectDep, state: StateDep) -> list[RunModel]:
    """All runs, the newest first."""
    return [_model(run) for run in state.jobs.list(project)]


@router.post("/projects/{project}/runs", status_code=201)
def start_run(project: ProjectDep, state: StateDep, new: NewRun) -> RunModel:
    """Starts a run in a process of its own; it goes on when the server or the browser ends."""
    return _model(state.jobs.start(project, new.kind, new.options))


@router.get("/projects/{project}/runs/{run}")
def get_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """A run with its progress."""
    return _model(state.jobs.get(project, run))


@router.post("/projects/{project}/runs/{run}/pause")
def pause_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """Asks a run to stop at the next safe point, to be resumed later."""
    return _model(state.jobs.pause(project, run))


@router.post("/projects/{project}/runs/{run}/resume")
def resume_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """Takes up a paused, stopped, failed or interrupted run."""
    return _model(state.jobs.resume(project, run))


@router.post("/projects/{project}/runs/{run}/stop")
def stop_run(project: ProjectDep, state: StateDep, run: Number) -> RunModel:
    """Asks a run to end at the next safe point."""
    return _model(state.jobs.stop(project, run))


@router.get(
    "/projects/{project}/runs/{run}/events",
    response_class=StreamingResponse,
    responses={200: {"content": {"text/event-stream": {"schema": {"type": "string"}}}}},
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
