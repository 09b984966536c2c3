"""A folder of projects for servers: names in, never paths; crawls in processes of their own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.api.project import Project
from motherlode.app.jobs.manager import Jobs
from motherlode.app.project import Project as ProjectFolder
from motherlode.app.workspace import Workspace
from motherlode.model.clock import SystemClock
from motherlode.model.plain import AsDict
from motherlode.store.runs import Run


@dataclass(frozen=True, slots=True)
class RunState(AsDict):
    """A run as one watches it: its state, how far it is, what it reports when it is done."""

    project: str
    run: int
    kind: str
    state: str
    done: int = 0
    total: int | None = None
    facts: dict[str, Any] | None = None
    report: dict[str, Any] | None = None


class Projects:
    """The projects below a folder; a project folder itself holds one."""

    def __init__(self, folder: Path, *, allow_private: bool = False) -> None:
        self._workspace = Workspace(folder)
        self._jobs = Jobs(SystemClock())
        self._allow_private = allow_private

    def names(self) -> list[str]:
        """The projects' names."""
        return self._workspace.names()

    def open(self, name: str, *, create: bool = False) -> Project:
        """A project by its name; raises UsageError for a name that could lead elsewhere."""
        return Project(self._workspace.path(name), create=create, allow_private=True if self._allow_private else None)

    def start_crawl(self, name: str, max_pages: int) -> RunState:
        """Starts a crawl in a process of its own; refused while one of the project is under way."""
        project = ProjectFolder.open(self._workspace.path(name))
        try:
            return _state(name, self._jobs.start(project, "crawl", {"max_pages": max_pages}))
        finally:
            project.close()

    def watch(self, name: str, run: int, seconds: float = 0.0) -> RunState:
        """How far a run is; waits for its end up to so many seconds."""
        project = ProjectFolder.open(self._workspace.path(name))
        try:
            return _state(name, self._jobs.wait(project, run, seconds))
        finally:
            project.close()


def _state(name: str, run: Run) -> RunState:
    told = run.progress
    return RunState(
        name, run.id, run.kind, run.state, int(told.get("done") or 0), told.get("total"),
        dict(told.get("facts") or {}), dict(run.report),
    )  # fmt: skip
