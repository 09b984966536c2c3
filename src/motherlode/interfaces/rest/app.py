"""The REST API: `create_api(workspace)` gives a FastAPI app whose routes lie under /api."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from http import HTTPStatus

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from fastapi.routing import APIRoute
from starlette.routing import Match

from motherlode import __version__
from motherlode.api.serving import Jobs, ReadOnlyJobs, ReadOnlyWorkspace, Schedules, Workspace
from motherlode.interfaces.rest import described, problems
from motherlode.interfaces.rest.described import DescribedAPI
from motherlode.interfaces.rest.guard import Guard, User
from motherlode.interfaces.rest.routes import (
    extract,
    hidden,
    network,
    projects,
    ratings,
    records,
    results,
    runs,
    topics,
    watch,
)
from motherlode.interfaces.rest.state import State
from motherlode.model.clock import SystemClock

ROUTERS = (
    projects.router,
    topics.router,
    runs.router,
    results.router,
    records.router,
    ratings.router,
    extract.router,
    hidden.router,
    network.router,
    watch.router,
)
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def _operation_id(route: APIRoute) -> str:
    return route.name


def create_api(workspace: Workspace, token: str = "", users: Sequence[User] = ()) -> FastAPI:
    """The API over a workspace; with `token` or `users` every request must carry a token."""
    app = DescribedAPI(
        title="Motherlode",
        version=__version__,
        summary="Turns a topic or a domain and a few addresses into clean, connected data.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=_operation_id,
        responses=problems.REPLIES,
    )
    jobs = Jobs(SystemClock())
    state = State(workspace, jobs, Schedules(jobs), guarded=bool(token or users))
    app.state.motherlode = state
    read_only_jobs = ReadOnlyJobs(SystemClock())
    app.state.read_only = replace(
        state, workspace=ReadOnlyWorkspace(workspace), jobs=read_only_jobs, schedules=Schedules(read_only_jobs)
    )
    app.guarded = state.guarded
    problems.install(app)
    app.add_middleware(Guard, token=token, users=users)

    @app.get("/api/health", tags=["server"], responses=problems.example({"status": "ok", "version": __version__}))
    async def health() -> dict[str, str]:
        """Whether the server answers, and its version; asked in the loop itself, it waits for no thread."""
        return {"status": "ok", "version": __version__}

    for router in ROUTERS:
        app.include_router(router, prefix="/api")
    described.install(app)
    for path in ("/api", "/api/{rest:path}"):
        app.add_api_route(path, _nothing_there, methods=METHODS, include_in_schema=False)
    return app


def _nothing_there(request: Request) -> JSONResponse:
    """An address or method that the API does not have, in the one shape: the web page beside it must not answer."""
    ways = [route.matches(request.scope)[0] for route in request.app.router.routes]
    status = HTTPStatus.METHOD_NOT_ALLOWED if Match.PARTIAL in ways else HTTPStatus.NOT_FOUND
    asked = f"{request.method} {request.url.path}"
    return problems.reply(
        status, status.name, f"there is no {asked}; /docs shows what there is, /api/openapi.json describes it"
    )
