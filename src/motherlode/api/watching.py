"""Watching as the API and the command start it: one project, or several side by side."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.api.inputs import outside_a_loop
from motherlode.api.option_names import given_by
from motherlode.api.reports import WatchReport
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from motherlode.app.project import Project


def watch_folders(
    projects: Sequence[Project], *, hours: float | None, progress: Progress, stop: Callable[[], bool]
) -> list[WatchReport]:
    """Watches opened projects with the settings that they have now."""
    from motherlode.app.watch.watcher import watch_projects

    made = outside_a_loop(
        lambda: asyncio.run(watch_projects(projects, hours=hours, progress=progress, stopping=stop))
    )
    return [WatchReport(**report.as_dict()) for report in made]


def watch_many(
    folders: Sequence[Path], options: Mapping[str, Any], *, hours: float | None, progress: Progress,
    stop: Callable[[], bool],
) -> list[WatchReport]:  # fmt: skip
    """Watches the projects in these folders, with options over their settings."""
    from motherlode.app.project import Project

    with ExitStack() as stack:
        projects = []
        for folder in folders:
            project = Project.open(folder)
            stack.callback(project.close)
            project.settings = project.settings.over(given_by("WatchOptions", options))
            projects.append(project)
        return watch_folders(projects, hours=hours, progress=progress, stop=stop)
