"""A site of the sample web: a host name and a function from requests to replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked; header names in lower case."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the site answers; `delay` seconds pass first, `cut` bytes are held back from the body (a broken reply)."""

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)
    delay: float = 0.0
    cut: int = 0


class Site(Protocol):
    """One host of the sample web."""

    host: str

    def respond(self, request: Request, /) -> Reply:
        """The reply; called from the server's one event loop, so it must be quick."""
        ...
