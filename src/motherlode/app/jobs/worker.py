"""The process of one run: `python -m motherlode.app.jobs.worker FOLDER RUN`."""

from __future__ import annotations

import os
import sys
from pathlib import Path

from motherlode.app.crawl.command import added
from motherlode.app.jobs.control import Stopped, StopRequest, StoredProgress
from motherlode.app.jobs.manager import note_process
from motherlode.app.jobs.works import load
from motherlode.app.project import Project
from motherlode.errors import MotherlodeError, UsageError
from motherlode.model.clock import SystemClock


def main(folder: Path, run: int) -> int:
    """Does the run's work and keeps how it ended."""
    clock, stopping = SystemClock(), StopRequest()
    stopping.listen()
    note_process(folder / "runs", run, os.getpid())
    project = Project.open(folder)
    row = project.store.runs.get(run)
    if row is None:
        raise UsageError(f"there is no run {run} in {folder}")
    before = row.progress if row.options.get("resume") else None
    progress = StoredProgress(project.store, run, clock, before=before)
    if row.state == "starting":
        project.store.runs.update(run, if_state="starting", state="running")
    else:  # asked to pause or stop before it began
        stopping.set()
    try:
        report = load(row.kind)(project, row.options, progress, stopping)
        state = _wanted(project, run) if stopping() else "failed" if report.get("error") else "done"
    except Stopped:
        report, state = {}, _wanted(project, run)
    except MotherlodeError as error:
        report, state = {"error": error.message}, "failed"
    except Exception as error:  # noqa: BLE001 - whatever went wrong, the run must not look as if it went on
        report, state = {"error": f"{type(error).__name__}: {error}"}, "failed"
    if row.kind == "crawl" and row.options.get("resume"):
        report = added(row.report, report)
    progress.write()
    ended = clock.now().isoformat()
    project.store.runs.update(run, state=state, report=dict(report), ended_at="" if state == "paused" else ended)
    project.close()
    return 0 if state in ("done", "paused", "stopped") else 1


def _wanted(project: Project, run: int) -> str:
    """'paused' or 'stopped': what the person who sent the signal asked for."""
    row = project.store.runs.get(run)
    return "paused" if row is not None and row.state == "pausing" else "stopped"


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), int(sys.argv[2])))
