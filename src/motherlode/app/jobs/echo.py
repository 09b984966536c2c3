"""A run that only counts: for trying the job machinery and for health checks of a deployment."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from motherlode.app.jobs.kinds import Stopping
from motherlode.app.project import Project
from motherlode.model.ports import Progress


def run(project: Project, options: Mapping[str, Any], progress: Progress, stopping: Stopping) -> Mapping[str, Any]:
    """Counts to `steps`, `pause` seconds each."""
    steps, pause = int(options.get("steps", 10)), float(options.get("pause", 0.1))
    progress.begin("counting", steps)
    done = 0
    while done < steps and not stopping():
        time.sleep(pause)
        done += 1
        progress.advance(1, counted=done)
    progress.end()
    return {"counted": done}
