"""Projects for people who may look and not change anything.

Everything that is stored is written through one door (`sql.engine.writing`), and it is closed here; so are the
settings file and the start of runs. A page that forgets to ask who looks can therefore change nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NoReturn

from motherlode.analyse.keeping import KeptRatings
from motherlode.app.jobs.manager import Jobs
from motherlode.app.project import Project
from motherlode.app.workspace import Workspace
from motherlode.network.store import NetworkStore
from motherlode.sql.engine import READ_ONLY, refuse_change
from motherlode.store.runs import Run
from motherlode.store.store import Store


class ReadOnlyProject(Project):
    """An opened project whose store, settings and runs cannot be changed through it."""

    read_only = True

    def __init__(self, whole: Project) -> None:
        super().__init__(whole.folder, whole.settings)
        self.whole = whole

    @cached_property
    def store(self) -> Store:
        """The same store behind a closed door; tables that a page asks for are made before it is closed."""
        NetworkStore(self.whole.engine)
        KeptRatings(self.whole.engine)
        return Store(self.whole.engine.execution_options(**{READ_ONLY: True}))

    def write_settings(self, values: Mapping[str, Mapping[str, Any]]) -> NoReturn:
        """Is refused."""
        refuse_change()

    def close(self) -> None:
        """Leaves the store open: it belongs to the whole project."""


class ReadOnlyWorkspace(Workspace):
    """The projects of a workspace, to be looked at."""

    def __init__(self, whole: Workspace) -> None:
        super().__init__(whole.folder)
        self.whole = whole

    def get(self, name: str) -> Project:
        """A project to look at."""
        return ReadOnlyProject(self.whole.get(name))

    def create(self, name: str, values: Mapping[str, Mapping[str, Any]] | None = None) -> NoReturn:
        """Is refused."""
        refuse_change()

    def delete(self, name: str) -> NoReturn:
        """Is refused."""
        refuse_change()


class ReadOnlyJobs(Jobs):
    """Runs to look at: none can be started, paused or ended."""

    def start(self, project: Project, kind: str, options: Mapping[str, Any], *, queue: bool = False) -> NoReturn:
        """Is refused."""
        refuse_change()

    def resume(self, project: Project, number: int) -> NoReturn:
        """Is refused."""
        refuse_change()

    def pause(self, project: Project, number: int) -> NoReturn:
        """Is refused."""
        refuse_change()

    def stop(self, project: Project, number: int) -> NoReturn:
        """Is refused."""
        refuse_change()

    def end_all(self, project: Project, seconds: float = 20.0) -> NoReturn:
        """Is refused."""
        refuse_change()

    def get(self, project: Project, number: int) -> Run:
        """A run as it is."""
        return super().get(_whole(project), number)

    def list(self, project: Project) -> list[Run]:
        """All runs, the newest first."""
        return super().list(_whole(project))


def _whole(project: Project) -> Project:
    return project.whole if isinstance(project, ReadOnlyProject) else project


__all__ = ["ReadOnlyJobs", "ReadOnlyProject", "ReadOnlyWorkspace", "refuse_change"]
