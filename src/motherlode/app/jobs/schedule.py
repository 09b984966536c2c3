"""Runs that begin by themselves: those that wait for another to end, and those that come again after some hours."""

from __future__ import annotations

import contextlib
import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any

from motherlode.app.jobs.manager import Jobs
from motherlode.app.jobs.works import load
from motherlode.app.project import Project
from motherlode.app.workspace import Workspace
from motherlode.errors import MotherlodeError, UsageError

KEPT = "_schedules"
"""The kind under which schedules are kept among the project's own notes."""

EVERY = 3.0
"""Seconds between two looks: a queued run begins soon after the one before it."""

LONGEST = 24 * 366
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class RunSchedule:
    """A run that comes again."""

    id: str
    kind: str
    options: Mapping[str, Any] = field(default_factory=dict)
    hours: float = 24.0
    next_at: str = ""
    last_run: int = 0
    trouble: str = ""
    """Why it could not begin the last time."""


class Schedules:
    """The schedules of projects; `begin_due` starts what is due."""

    def __init__(self, jobs: Jobs) -> None:
        self.jobs = jobs
        self._lock = threading.Lock()

    def list(self, project: Project) -> list[RunSchedule]:
        """All schedules of a project in the order in which they were made."""
        return [RunSchedule(**value) for value in project.store.results.get(KEPT).values()]

    def add(self, project: Project, kind: str, options: Mapping[str, Any], hours: float) -> RunSchedule:
        """A run of that kind every so many hours, the first time one such span from now."""
        load(kind)
        if not 0 < hours <= LONGEST:
            raise UsageError(f"a run can come again every 0.01 to {LONGEST} hours, not every {hours:g}", hours=hours)
        with self._lock:
            known = self.list(project)
            number = 1 + max((int(each.id) for each in known), default=0)
            due = self.jobs.clock.now() + timedelta(hours=hours)
            made = RunSchedule(str(number), kind, dict(options), hours, due.isoformat(timespec="seconds"))
            self._keep(project, [*known, made])
        return made

    def remove(self, project: Project, schedule: str) -> None:
        """Forgets a schedule; runs that it began go on."""
        with self._lock:
            known = self.list(project)
            if schedule not in {each.id for each in known}:
                raise UsageError(f"there is no schedule {schedule}", schedule=schedule)
            self._keep(project, [each for each in known if each.id != schedule])

    def begin_due(self, project: Project) -> None:
        """Starts queued runs whose turn it is and scheduled ones that are due; a missed turn is made up once."""
        self.jobs.begin_queued(project)
        now = self.jobs.clock.now()
        with self._lock:
            known = self.list(project)
            if any(_due(each, now) for each in known):
                self._keep(project, [self._begun(project, each, now) if _due(each, now) else each for each in known])

    def _begun(self, project: Project, due: RunSchedule, now: datetime) -> RunSchedule:
        after = (now + timedelta(hours=due.hours)).isoformat(timespec="seconds")
        try:
            run = self.jobs.start(project, due.kind, due.options, queue=True)
        except MotherlodeError as error:
            return replace(due, next_at=after, trouble=error.message)
        return replace(due, next_at=after, last_run=run.id, trouble="")

    def _keep(self, project: Project, known: Sequence[RunSchedule]) -> None:
        project.store.results.replace(KEPT, {each.id: asdict(each) for each in known}, self.jobs.clock.now())


def _due(schedule: RunSchedule, now: datetime) -> bool:
    return datetime.fromisoformat(schedule.next_at) <= now


class Ticker:
    """A thread that looks at every project of a workspace now and then; a project in trouble does not stop others."""

    def __init__(self, workspace: Workspace, schedules: Schedules, every: float = EVERY) -> None:
        self.workspace, self.schedules, self.every = workspace, schedules, every
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="schedules", daemon=True)

    def start(self) -> None:
        """Begins to look."""
        self._thread.start()

    def close(self) -> None:
        """Ends after the present look."""
        self._ended.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _run(self) -> None:
        while not self._ended.wait(self.every):
            for name in self.workspace.names():
                if self._ended.is_set():
                    return
                with contextlib.suppress(MotherlodeError):  # it is gone, or its store does not answer: next time
                    self.schedules.begin_due(self.workspace.get(name))
