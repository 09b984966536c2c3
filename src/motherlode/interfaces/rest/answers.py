"""How the API answers: JSON written at once, cursors, and one shape for every error.

An error is {"error": {"code", "message", "facts"}}. A cursor holds the last row that was given, by the value it was
sorted by and its key; the next page begins behind it, also while rows are added and removed. Lists that have no such
order count rows instead. To a caller a cursor is a word to hand back.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import Annotated, Any

import orjson
from fastapi import FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel, Field
from starlette.exceptions import HTTPException

from motherlode import errors
from motherlode.api.serving import Behind
from motherlode.errors import UsageError
from motherlode.model.plain import plain


def json_answer(value: Any) -> Response:
    """A value of plain things and dataclasses as an answer; nothing is checked or copied on the way."""
    try:
        body = orjson.dumps(value)
    except TypeError:  # numbers beyond 64 bits and half characters, which the slow way tells apart
        body = json.dumps(plain(value), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return Response(body, media_type="application/json")


Cursor = Annotated[
    str, Query(max_length=12_000, description="'next' of the page before; then 'offset' is not looked at")
]


def place(cursor: str, sort: str, offset: int) -> tuple[int, Behind | None]:
    """Where a page begins: after so many rows, or behind a row. Raises UsageError for another list's cursor."""
    if not cursor:
        return offset, None
    found = _read(cursor)
    if "key" not in found:
        return offset_of(cursor, offset), None
    if found.get("sort") != sort or not isinstance(found.get("value"), str | int | float | None):
        raise UsageError("this cursor belongs to another list or order; begin again without it")
    return offset, Behind(found.get("value"), str(found["key"]))


def next_of(row: Mapping[str, Any] | None, sort: str, *, more: bool) -> str:
    """The cursor behind a row that has its address under 'url'; empty where nothing follows."""
    if row is None or not more:
        return ""
    return _written({"sort": sort, "value": row[sort.removeprefix("-")], "key": row["url"]})


def offset_of(cursor: str, offset: int) -> int:
    """The number of rows to pass over, of a list that counts them."""
    if not cursor:
        return offset
    found = _read(cursor).get("offset")
    if not isinstance(found, int) or found < 0:
        raise UsageError("this cursor belongs to another list; begin again without it")
    return found


def next_offset(offset: int, rows: int, total: int) -> str:
    """The cursor behind the rows that were given; empty at the end."""
    return _written({"offset": offset + rows}) if rows and offset + rows < total else ""


def _written(value: dict[str, Any]) -> str:
    return base64.urlsafe_b64encode(json.dumps(value, ensure_ascii=False).encode()).decode().rstrip("=")


def _read(cursor: str) -> dict[str, Any]:
    try:
        found = json.loads(base64.urlsafe_b64decode(cursor + "=" * (-len(cursor) % 4)))
    except (ValueError, binascii.Error, RecursionError) as error:
        raise UsageError("this is no cursor; hand back what 'next' said, or begin without it") from error
    if not isinstance(found, dict):
        raise UsageError("this is no cursor; hand back what 'next' said, or begin without it")
    return found


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


def other(kind: str, *, binary: bool = False) -> dict[int | str, dict[str, Any]]:
    """A success that is no JSON: a file, a feed, a stream."""
    schema = {"type": "string", "format": "binary"} if binary else {"type": "string"}
    return {200: {"content": {kind: {"schema": schema}}}}


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
