"""Starts, pauses, resumes and stops runs, finds out which ones died, and begins those that wait or come again."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.app.jobs.works import load
from motherlode.app.project import Project
from motherlode.errors import InputError, MotherlodeError, UnreadableInput, UsageError
from motherlode.model.ports import Clock
from motherlode.store.runs import Run

if TYPE_CHECKING:
    from motherlode.app.workspace import Workspace


ACTIVE = ("running", "starting", "pausing", "stopping")
QUEUED = "queued"
"""State of a run that begins when the one of its kind before it has ended."""


class Jobs:
    """Runs of projects, each in a process of its own."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._starting = threading.Lock()
        """Held from a run's row to its process: between the two it would look dead to whoever else looks."""

    def start(self, project: Project, kind: str, options: Mapping[str, Any], *, queue: bool = False) -> Run:
        """A new run. While one of the same kind is under way, which would write the same things, it is refused, or
        waits for its turn with `queue`."""
        load(kind)
        busy = [run for run in self.list(project) if run.kind == kind and run.state in (*ACTIVE, QUEUED)]
        if busy and not queue:
            said = f"run {busy[-1].id} ({kind}) is still {busy[-1].state}; pause or stop it first, or queue this one"
            raise InputError(said, run=busy[-1].id)
        with self._starting:
            number = project.store.runs.start(kind, options, self.clock.now())
            project.store.runs.update(number, state=QUEUED if busy else "starting")
            if not busy:
                self._spawn(project, number)
        return self.get(project, number)

    def begin_queued(self, project: Project) -> None:
        """Starts the queued runs whose turn it is: the oldest of each kind of which none is under way."""
        runs = self.list(project)
        busy = {run.kind for run in runs if run.state in ACTIVE}
        for run in reversed(runs):
            if run.state != QUEUED or run.kind in busy:
                continue
            busy.add(run.kind)
            now = self.clock.now().isoformat()
            with self._starting:
                if project.store.runs.update(run.id, if_state=QUEUED, state="starting", started_at=now):
                    self._spawn(project, run.id)

    def resume(self, project: Project, number: int) -> Run:
        """Takes up a paused, stopped, failed or interrupted run where it was."""
        run = self.get(project, number)
        if run.state in (*ACTIVE, QUEUED, "done"):
            raise InputError(f"run {number} is {run.state}; there is nothing to resume", run=number)
        options, report = dict(run.options) | {"resume": True}, dict(run.report)
        if run.state == "interrupted":  # this part was killed before it could report: that is said, not hidden
            report["parts_killed"] = report.get("parts_killed", 0) + 1
        with self._starting:
            project.store.runs.update(number, state="starting", options=options, report=report, ended_at="")
            self._spawn(project, number)
        return self.get(project, number)

    def pause(self, project: Project, number: int) -> Run:
        """Asks a run to stop at the next safe point, to be resumed later."""
        return self._signal(project, number, "pausing")

    def stop(self, project: Project, number: int) -> Run:
        """Asks a run to end at the next safe point; one that waits for its turn ends at once."""
        if project.store.runs.update(number, if_state=QUEUED, state="stopped", ended_at=self.clock.now().isoformat()):
            return self.get(project, number)
        return self._signal(project, number, "stopping")

    def get(self, project: Project, number: int) -> Run:
        """A run; one whose process died is shown as interrupted."""
        run = project.store.runs.get(number)
        if run is None:
            raise UsageError(f"there is no run {number}", run=number)
        return self._checked(project, run)

    def list(self, project: Project) -> list[Run]:
        """All runs of a project, the newest first."""
        return [self._checked(project, run) for run in project.store.runs.list()]

    def wait(self, project: Project, number: int, seconds: float) -> Run:
        """The run when it has come to rest, or as it is when the time is over."""
        until = time.monotonic() + seconds
        while (run := self.get(project, number)).state in ACTIVE and time.monotonic() < until:
            time.sleep(0.1)
        return run

    def end_all(self, project: Project, seconds: float = 20.0) -> None:
        """Ends every run of a project before it is removed: asked first, then, after some seconds, killed."""
        for run in self.list(project):
            if run.state not in (*ACTIVE, QUEUED):
                continue
            with contextlib.suppress(InputError):  # it may end by itself meanwhile
                self.stop(project, run.id)
            self.wait(project, run.id, seconds)
            pid = self._alive(project, run.id)
            if pid:
                os.kill(pid, signal.SIGKILL)
                self.wait(project, run.id, seconds)

    def _spawn(self, project: Project, number: int) -> None:
        if not project.folder.is_dir():
            raise UnreadableInput(f"the project '{project.folder.name}' was deleted", project=project.folder.name)
        folder = project.folder / "runs"
        folder.mkdir(exist_ok=True)
        command = [sys.executable, "-m", "motherlode.app.jobs.worker", str(project.folder), str(number)]
        log = str(folder / f"{number}.log")
        pid = os.posix_spawn(
            sys.executable,
            command,
            _environment(),
            setsid=True,
            file_actions=[
                (os.POSIX_SPAWN_OPEN, 0, os.devnull, os.O_RDONLY, 0),
                (os.POSIX_SPAWN_OPEN, 1, log, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600),
                (os.POSIX_SPAWN_DUP2, 1, 2),
            ],
        )
        note_process(folder, number, pid)

    def _signal(self, project: Project, number: int, state: str) -> Run:
        run = self.get(project, number)
        if run.state not in ACTIVE:
            raise InputError(f"run {number} is {run.state}; only a running one can be paused or stopped", run=number)
        project.store.runs.update(number, state=state)
        pid = self._alive(project, number)
        if pid:
            os.kill(pid, signal.SIGTERM)
        return self.get(project, number)

    def _checked(self, project: Project, run: Run) -> Run:
        if run.state not in ACTIVE or self._alive(project, run.id):
            return run
        with self._starting:
            now = project.store.runs.get(run.id)  # it may have ended, or begun, between the two looks
            if now is None or now.state not in ACTIVE or self._alive(project, run.id):
                return now or run
            state = {"pausing": "paused", "stopping": "stopped"}.get(now.state, "interrupted")
            project.store.runs.update(run.id, if_state=now.state, state=state)
        return replace(now, state=state)

    def _alive(self, project: Project, number: int) -> int:
        """The run's process, or 0. The birth time tells it from a later process of the same number."""
        try:
            noted, birth = (project.folder / "runs" / f"{number}.pid").read_text(encoding="ascii").split()
            pid = int(noted)
        except (OSError, ValueError):
            return 0
        with contextlib.suppress(OSError):
            os.waitpid(pid, os.WNOHANG)  # a child of ours that ended is not left behind as a zombie
        return pid if birth and _birth(pid) == birth else 0


def note_process(folder: Path, number: int, pid: int) -> None:
    """Says which process does a run. It says so itself too, in case the server was killed right after starting it."""
    part = folder / f"{number}.{os.getpid()}.part"
    part.write_text(f"{pid} {_birth(pid)}", encoding="ascii")
    part.replace(folder / f"{number}.pid")  # a reader never sees half of it, which would look like a dead run


def _birth(pid: int) -> str:
    """The start time of a live process, in clock ticks since boot; empty for a dead one or a zombie."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii", errors="replace").rpartition(")")[2].split()
    except OSError:
        return _birth_elsewhere(pid)
    return "" if fields[0] == "Z" else fields[19]


def _birth_elsewhere(pid: int) -> str:
    """Where there is no /proc: whether the process is there at all."""
    if Path("/proc/self/stat").exists():
        return ""
    try:
        os.kill(pid, 0)
    except OSError:
        return ""
    return "alive"


def _environment() -> dict[str, str]:
    source = str(Path(__file__).resolve().parents[3])
    path = os.environ.get("PYTHONPATH", "")
    return {**os.environ, "PYTHONPATH": source + (os.pathsep + path if path else "")}


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
