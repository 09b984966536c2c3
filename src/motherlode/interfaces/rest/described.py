"""What the API says about itself: the replies of each operation, who may call, and /docs, a page to try it on."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

from fastapi import FastAPI
from starlette.responses import HTMLResponse

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


PATH = "/docs"
POLICY = (
    "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; connect-src 'self'; img-src data:"
)
"""The page may talk to this server and to nobody else."""


@cache
def _page() -> str:
    return files("motherlode.interfaces.rest").joinpath("console.html").read_text(encoding="utf-8")


def install(app: FastAPI) -> None:
    """Adds the page."""

    @app.get(PATH, include_in_schema=False)
    def show_console() -> HTMLResponse:
        return HTMLResponse(_page(), headers={"Content-Security-Policy": POLICY})
