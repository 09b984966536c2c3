"""A folder of projects, as the REST API and the web page see it: names in, never paths; for some only to look at.

Everything that is stored is written through one door (`sql.engine.writing`), which is closed for people who may only
look; so are the settings file and the start of runs. A page that forgets to ask who looks can change nothing.
"""

from __future__ import annotations

import re
import secrets
import shutil
import threading
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, NoReturn

from motherlode.analyse.keeping import KeptRatings
from motherlode.app.jobs.manager import Jobs
from motherlode.app.project import Project
from motherlode.app.settings import FILE_NAME
from motherlode.errors import InputError, UnreadableInput, UsageError
from motherlode.network.store import NetworkStore
from motherlode.sql.engine import READ_ONLY, refuse_change
from motherlode.store.runs import Run
from motherlode.store.store import Store

NAME = re.compile(r"\w[\w .\-]{0,63}")


class Workspace:
    """The projects below a folder; a project folder itself is a workspace of one."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self.single = (self.folder / FILE_NAME).exists()
        self._open: dict[str, Project] = {}
        self._lock = threading.Lock()

    def names(self) -> list[str]:
        """The projects' names."""
        if self.single:
            return [self.folder.name]
        if not self.folder.is_dir():
            return []
        return sorted(
            entry.name
            for entry in self.folder.iterdir()
            if not entry.name.startswith(".") and (entry / FILE_NAME).is_file()
        )

    def path(self, name: str) -> Path:
        """The folder of a project; raises UsageError for a name that could lead elsewhere."""
        if self.single and name == self.folder.name:
            return self.folder
        if not NAME.fullmatch(name) or name.startswith(".") or ".." in name or name == FILE_NAME:
            raise UsageError(
                f"'{name[:80]}' cannot name a project: letters, digits, blanks, dots and hyphens, at most 64"
            )
        return self.folder / name

    def get(self, name: str) -> Project:
        """An opened project, kept open for the next call."""
        path = self.path(name)
        with self._lock:
            if not (path / FILE_NAME).is_file():
                self._forget(name)
                raise UnreadableInput(f"there is no project '{name}'", project=name)
            if name not in self._open:
                self._open[name] = Project.open(path)
            return self._open[name]

    def create(self, name: str, values: Mapping[str, Mapping[str, Any]] | None = None) -> Project:
        """A new project."""
        if self.single:
            raise InputError(
                f"this server shows the one project {self.folder.name}; serve a folder of projects instead"
            )
        path = self.path(name)
        with self._lock:
            self._open[name] = Project.create(path, values)
            return self._open[name]

    def delete(self, name: str) -> None:
        """Removes a project and all its files; it is gone at once for everybody who still looks at it."""
        project = self.get(name)
        if self.single:
            raise InputError(f"the project '{name}' is what this server shows; stop the server to remove its folder")
        with self._lock:
            self._forget(name)
            gone = project.folder.with_name(f".deleted-{secrets.token_hex(6)}")
            project.folder.rename(gone)
        shutil.rmtree(gone, ignore_errors=True)  # nobody waits for the files of a large project

    def close(self) -> None:
        """Closes every opened project."""
        with self._lock:
            for name in list(self._open):
                self._forget(name)

    def _forget(self, name: str) -> None:
        project = self._open.pop(name, None)
        if project is not None:
            project.close()


def _refused(*_: Any, **__: Any) -> NoReturn:
    """What takes the place of a method that would change something."""
    refuse_change()


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

    write_settings = _refused

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

    create = delete = _refused


class ReadOnlyJobs(Jobs):
    """Runs to look at: none can be started, paused or ended."""

    start = resume = pause = stop = end_all = _refused

    def get(self, project: Project, number: int) -> Run:
        """A run as it is."""
        return super().get(_whole(project), number)

    def list(self, project: Project) -> list[Run]:
        """All runs, the newest first."""
        return super().list(_whole(project))


def _whole(project: Project) -> Project:
    return project.whole if isinstance(project, ReadOnlyProject) else project


__all__ = ["ReadOnlyJobs", "ReadOnlyProject", "ReadOnlyWorkspace", "refuse_change"]
