"""What a step of the tour has at hand and what it gives back."""

from __future__ import annotations

from dataclasses import dataclass

from motherlode.app.project import Project
from motherlode.interfaces.demo.server import Server, short
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.ports import Progress
from motherlode.text.urls import host_of


@dataclass(frozen=True, slots=True)
class Stop:
    """The project, the sample web with its truth, the server that shows it, and where progress goes."""

    project: Project
    web: SampleWeb
    server: Server
    progress: Progress
    registry_rows: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the closing table: what was done, what was found, how it compares with the truth."""

    step: str
    found: str
    truth: str
    seconds: float = 0.0


def key_of(url: str) -> str:
    """The name of an article in the sample web's truth: host and path."""
    host = host_of(url)
    return short(host.partition(":")[0]) + url.split(host, 1)[1]
