"""All steps in their order."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from motherlode.app.project import Project
from motherlode.errors import MotherlodeError
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.tour.books import join_bookshops
from motherlode.interfaces.demo.tour.news import crawl_story
from motherlode.interfaces.demo.tour.registry import empty_registry
from motherlode.interfaces.demo.tour.shops import read_shops
from motherlode.interfaces.demo.tour.step import Line, Stop
from motherlode.interfaces.demo.tour.stories import analyse_articles
from motherlode.interfaces.demo.tour.universities import map_universities
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.clock import SystemClock
from motherlode.model.ports import Progress

REGISTRY_ROWS = 20_000
"""Deals in the registry of the tour; the paper's table of 1,578,826 takes minutes."""

STEPS: tuple[tuple[str, Callable[[Stop], Line]], ...] = (
    ("focused crawl", crawl_story),
    ("records", read_shops),
    ("one table of books", join_bookshops),
    ("hidden database", empty_registry),
    ("universities", map_universities),
    ("analysis", analyse_articles),
)


def tour(folder: Path, progress: Progress, *, seed: int = 0, port: int = 0) -> Iterator[Line]:
    """Runs every step into a new project in `folder`; a step that fails says why, and the tour goes on."""
    ratings = folder / "ratings.csv"
    settings: dict[str, dict[str, Any]] = {
        "project": {"name": "demo", "allow_private": True},
        "trust": {"ratings": str(ratings)},
    }
    project = Project.create(folder, settings)
    clock = SystemClock()
    web = SampleWeb(seed, registry_rows=REGISTRY_ROWS)
    rated = [f"{site.host}.localhost,{site.rating}" for site in web.truth.news.sites]
    ratings.write_text("\n".join(["domain,rating", *rated]) + "\n", encoding="utf-8")
    try:
        with serve(web.sites, port) as server:
            stop = Stop(project, web, server, progress, REGISTRY_ROWS)
            for name, step in STEPS:
                start = clock.monotonic()
                try:
                    line = step(stop)
                except MotherlodeError as error:
                    line = Line(name, f"failed: {error.message}", "")
                yield replace(line, seconds=clock.monotonic() - start)
    finally:
        project.close()
