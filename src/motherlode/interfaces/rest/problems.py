"""One JSON shape for every error: {"error": {"code", "message", "facts"}}."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from motherlode import errors
from motherlode.model.plain import plain


class Problem(BaseModel):
    """What went wrong."""

    code: str = Field(description="a short stable word", examples=["UnreadableInput"])
    message: str = Field(description="a sentence that tells the next step", examples=["there is no project 'x'"])
    facts: dict[str, Any] = Field(default_factory=dict)


class ProblemReply(BaseModel):
    """The body of every reply that is not a success."""

    error: Problem


STATUS: dict[type[errors.MotherlodeError], int] = {
    errors.UsageError: 422,
    errors.SettingsError: 422,
    errors.UnreadableInput: 404,
    errors.LimitExceeded: 413,
    errors.InputError: 409,
    errors.AddressRefused: 403,
    errors.FetchError: 502,
    errors.StoreUnavailable: 503,
    errors.NetworkError: 422,
    errors.SchemaError: 422,
    errors.HiddenError: 422,
    errors.ExtractError: 422,
}

REPLIES: dict[int | str, dict[str, Any]] = {
    code: {"model": ProblemReply, "description": HTTPStatus(code).phrase}
    for code in (400, 401, 403, 404, 409, 413, 422, 502, 503)
}


def example(value: Any, kind: str = "application/json") -> dict[int | str, dict[str, Any]]:
    """An example of a success, for the description of a route."""
    return {200: {"content": {kind: {"example": value}}}}


def reply(status: int, code: str, message: str, facts: dict[str, Any] | None = None) -> JSONResponse:
    """The reply of a problem."""
    return JSONResponse({"error": {"code": code, "message": message, "facts": plain(facts or {})}}, status)


def install(app: FastAPI) -> None:
    """Makes the app answer every error in the one shape."""

    @app.exception_handler(errors.MotherlodeError)
    async def ours(_: Request, error: errors.MotherlodeError) -> JSONResponse:
        status = next((STATUS[kind] for kind in type(error).__mro__ if kind in STATUS), 500)
        return reply(status, type(error).__name__, error.message, error.facts)

    @app.exception_handler(RequestValidationError)
    async def wrong(_: Request, error: RequestValidationError) -> JSONResponse:
        found = [{"at": list(map(str, e["loc"])), "message": e["msg"]} for e in error.errors()]
        first = f"{'.'.join(found[0]['at'])}: {found[0]['message']}" if found else "the request cannot be read"
        return reply(422, "UsageError", first, {"mistakes": found})

    @app.exception_handler(UnicodeEncodeError)
    async def half_a_character(_: Request, error: UnicodeEncodeError) -> JSONResponse:
        place = f"at place {error.start}" if error.start else "at its beginning"
        return reply(
            422, "UsageError", f"a text holds half of a character {place} (a lone surrogate); send whole ones"
        )

    @app.exception_handler(HTTPException)
    async def plain_http(_: Request, error: HTTPException) -> JSONResponse:
        return reply(error.status_code, HTTPStatus(error.status_code).name, str(error.detail))

    @app.exception_handler(Exception)
    async def unexpected(_: Request, error: Exception) -> JSONResponse:
        return reply(500, "InternalError", f"an unexpected {type(error).__name__}; the server's log has the details")
