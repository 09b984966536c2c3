"""Addresses, links, what came over the wire, and pages as text."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Link:
    """A hyperlink as it stands on a page, its address absolute and canonical."""

    url: str
    anchor: str = ""
    context: str = ""
    rel: str = ""
    path: str = ""


@dataclass(frozen=True, slots=True)
class Response:
    """What came over the wire, before anything was made of it."""

    url: str
    final_url: str
    status: int
    headers: tuple[tuple[str, str], ...]
    body: bytes
    fetched_at: datetime
    elapsed: float = 0.0
    truncated: bool = False

    def header(self, name: str) -> str:
        """The first header of that name, or an empty string."""
        wanted, size = name.lower(), len(name)
        for key, value in self.headers:
            if len(key) == size and key.lower() == wanted:
                return value
        return ""


@dataclass(frozen=True, slots=True)
class Page:
    """A page as text: the bytes decoded, with the encoding that was used and why."""

    url: str
    html: str
    encoding: str = "utf-8"
    fetched_at: datetime | None = None
    status: int = 200
    content_type: str = "text/html"
