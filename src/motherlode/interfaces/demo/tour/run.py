"""All steps in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from motherlode.errors import MotherlodeError
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.tour.news import crawl_story
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.interfaces.demo.tour.universities import map_universities
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.clock import SystemClock
from motherlode.model.ports import Progress
from motherlode.recipes.project import Project

STEPS: tuple[tuple[str, Callable[[Stop], Line]], ...] = (
    ("focused crawl", crawl_story),
    ("universities", map_universities),
)


def tour(folder: Path, progress: Progress, *, seed: int = 0, port: int = 0) -> Iterator[Line]:
    """Runs every step into a new project in `folder`; a step that fails says why, and the tour goes on."""
    project = Project.create(folder, {"project": {"name": "demo", "allow_private": True}})
    clock = SystemClock()
    web = SampleWeb(seed)
    try:
        with serve(web.sites, port) as server:
            stop = Stop(project, web, server, progress)
            for name, step in STEPS:
                start = clock.monotonic()
                try:
                    line = step(stop)
                except MotherlodeError as error:
                    line = Line(name, f"failed: {error.message}", "")
                yield replace(line, seconds=clock.monotonic() - start)
    finally:
        project.close()
