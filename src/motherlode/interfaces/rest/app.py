"""The REST API: `create_api(workspace)` gives a FastAPI app whose routes lie under /api.

It says about itself which replies each operation has and who may call, and /docs is a page to try it on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from http import HTTPStatus
from importlib.resources import files
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from starlette.responses import HTMLResponse
from starlette.routing import Match

from motherlode import __version__
from motherlode.api.serving import Jobs, ReadOnlyJobs, ReadOnlyWorkspace, Schedules, Workspace
from motherlode.interfaces.rest import answers
from motherlode.interfaces.rest.guard import Guard, User
from motherlode.interfaces.rest.routes import (
    extract,
    hidden,
    network,
    projects,
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
    results.ratings,
    extract.router,
    hidden.router,
    network.router,
    watch.router,
)
METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def create_api(workspace: Workspace, token: str = "", users: Sequence[User] = ()) -> FastAPI:
    """The API over a workspace; with `token` or `users` every request must carry a token."""
    app = DescribedAPI(
        title="Motherlode",
        version=__version__,
        summary="Turns a topic or a domain and a few addresses into clean, connected data.",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        generate_unique_id_function=lambda route: route.name,
        responses=answers.REPLIES,
    )
    jobs = Jobs(SystemClock())
    state = State(workspace, jobs, Schedules(jobs), guarded=bool(token or users))
    app.state.motherlode = state
    read_only_jobs = ReadOnlyJobs(SystemClock())
    app.state.read_only = replace(
        state, workspace=ReadOnlyWorkspace(workspace), jobs=read_only_jobs, schedules=Schedules(read_only_jobs)
    )
    app.guarded = state.guarded
    answers.install(app)
    app.add_middleware(Guard, token=token, users=users)

    @app.get("/api/health", tags=["server"], responses=answers.example({"status": "ok", "version": __version__}))
    async def health() -> dict[str, str]:
        """Whether the server answers, and its version; asked in the loop itself, it waits for no thread."""
        return {"status": "ok", "version": __version__}

    for router in ROUTERS:
        app.include_router(router, prefix="/api")

    @app.get("/docs", include_in_schema=False)
    def show_console() -> HTMLResponse:
        return HTMLResponse(_page(), headers={"Content-Security-Policy": CONSOLE_POLICY})

    for path in ("/api", "/api/{rest:path}"):
        app.add_api_route(path, _nothing_there, methods=METHODS, include_in_schema=False)
    return app


def _nothing_there(request: Request) -> JSONResponse:
    """An address or method that the API does not have, in the one shape: the web page beside it must not answer."""
    ways = [route.matches(request.scope)[0] for route in request.app.router.routes]
    status = HTTPStatus.METHOD_NOT_ALLOWED if Match.PARTIAL in ways else HTTPStatus.NOT_FOUND
    asked = f"{request.method} {request.url.path}"
    return answers.reply(
        status, status.name, f"there is no {asked}; /docs shows what there is, /api/openapi.json describes it"
    )


OPEN = "health"
"""The operation that asks for no token."""

FETCHING = ("extract_", "draft_description", "probe_description", "import_database")
"""Beginnings of operations that reach out: what answers there may fail."""

CONFLICTING = (
    "create_project", "delete_project", "start_run", "pause_run", "resume_run", "stop_run", "learn_keywords",
    "extract_", "draft_description", "import_database", "preview_sources", "put_sources", "import_file", "mark",
    "download",
)  # fmt: skip
"""Beginnings of operations that can find things in another state than they need (409)."""

SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "description": "the server's token, or a user's"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "motherlode_token", "description": "set by the login form"},
}


class DescribedAPI(FastAPI):
    """An app whose description names, for each operation, the replies that occur and what they look like."""

    guarded = False
    """Whether every call but one must carry a token."""

    def openapi(self) -> dict[str, Any]:
        """The description."""
        if self.openapi_schema:
            return self.openapi_schema
        document = super().openapi()
        document["components"]["securitySchemes"] = SCHEMES
        shape = {"application/json": {"schema": {"$ref": "#/components/schemas/ProblemReply"}}}
        for path, operations in document["paths"].items():
            for operation in operations.values():
                wanted = occurring(path, operation, guarded=self.guarded)
                replies = operation["responses"]
                operation["responses"] = {
                    code: {**reply, "content": shape} if code[0] in "45" else reply
                    for code, reply in replies.items()
                    if code[0] not in "45" or code in wanted
                }
                if self.guarded:
                    free = operation["operationId"] == OPEN
                    operation["security"] = [] if free else [{"token": []}, {"cookie": []}]
        return document


def occurring(path: str, operation: dict[str, Any], *, guarded: bool) -> set[str]:
    """The codes of failures that an operation can answer with, by what it takes and does."""
    name = operation["operationId"]
    codes = {"403"}  # a foreign host or origin is refused everywhere
    if guarded and name != OPEN:
        codes.add("401")
    if operation.get("parameters") or "requestBody" in operation:
        codes.add("422")
    if "{" in path:
        codes |= {"404", "503"}
    if "requestBody" in operation:
        codes.add("413")
        if "multipart/form-data" in operation["requestBody"].get("content", {}):
            codes.add("400")
    if name.startswith(FETCHING):
        codes |= {"502", "413"}
    if name.startswith(CONFLICTING):
        codes.add("409")
    return codes


CONSOLE_POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:"
)
"""The page may talk to this server and to nobody else."""


@cache
def _page() -> str:
    return files("motherlode.interfaces.rest").joinpath("console.html").read_text(encoding="utf-8")
