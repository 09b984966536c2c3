"""A site of the sample web: a host name and a function from requests to replies."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

HTML: tuple[tuple[str, str], ...] = (("Content-Type", "text/html; charset=utf-8"),)


@dataclass(frozen=True, slots=True)
class Request:
    """What a client asked; header names in lower case, `origins` says where the sites of this web are served."""

    method: str
    path: str
    query: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes = b""
    origins: Mapping[str, str] = field(default_factory=dict)

    def origin(self, host: str) -> str:
        """The scheme, host and port under which a site of this web is reached ('http://gazette.localhost:8080')."""
        return self.origins.get(host, f"http://{host}.localhost")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the site answers; `delay` seconds pass first.

    Broken replies: `cut` bytes are held back from the end of the body, `reset` tears the connection down instead of
    closing it, `endless` repeats the body until the client goes away.
    """

    status: int = 200
    body: bytes = b""
    headers: tuple[tuple[str, str], ...] = HTML
    delay: float = 0.0
    cut: int = 0
    reset: bool = False
    endless: bool = False


class Site(Protocol):
    """One host of the sample web; `host` is its name without '.localhost'."""

    host: str

    def respond(self, request: Request, /) -> Reply:
        """The reply; called from the server's one event loop, so it must be quick."""
        ...
