"""Documents as the application layer sees them (N12–N15)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Document:
    """A document to analyse: an article of the project or a line of a JSONL file."""

    id: str
    title: str = ""
    content: str = ""
    published: datetime | None = None
    source: str = ""
    url: str = ""
    authors: tuple[str, ...] = ()
    language: str = ""
    links: tuple[str, ...] = ()
