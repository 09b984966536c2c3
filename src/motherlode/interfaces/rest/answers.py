"""Answers written as JSON at once, and cursors, by which a reader of a list meets every row once.

A cursor holds the last row that was given, by the value it was sorted by and its key; the next page begins behind it,
also while rows are added and removed. Lists that have no such order count rows instead. To a caller a cursor is a
word to hand back.
"""

from __future__ import annotations

import base64
import binascii
import json
from collections.abc import Mapping
from typing import Annotated, Any

import orjson
from fastapi import Query
from fastapi.responses import Response

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
