"""Answers that are long or often asked for, written as JSON at once."""

from __future__ import annotations

import json
from typing import Any

import orjson
from fastapi.responses import Response

from motherlode.model.plain import plain


def json_answer(value: Any) -> Response:
    """A value of plain things and dataclasses as an answer; nothing is checked or copied on the way."""
    try:
        body = orjson.dumps(value)
    except TypeError:  # numbers beyond 64 bits and half characters, which the slow way tells apart
        body = json.dumps(plain(value), ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
    return Response(body, media_type="application/json")
