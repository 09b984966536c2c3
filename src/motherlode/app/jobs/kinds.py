"""The kinds of runs: name → module and function, loaded in the worker only."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from typing import Any

from motherlode.app.project import Project
from motherlode.errors import UsageError
from motherlode.model.params import unknown_name
from motherlode.model.ports import Progress

Stopping = Callable[[], bool]
Work = Callable[[Project, Mapping[str, Any], Progress, Stopping], Mapping[str, Any]]
"""project, options, progress, stopping → report. `options["resume"]` is true when an earlier try is taken up."""

KINDS: dict[str, str] = {
    "crawl": "motherlode.app.jobs.works:crawl",
    "learn": "motherlode.app.jobs.works:learn",
    "hidden": "motherlode.app.jobs.works:hidden",
    "university": "motherlode.app.jobs.works:university",
    "analyse": "motherlode.app.jobs.works:analyse",
    "watch": "motherlode.app.jobs.works:watch",
    "echo": "motherlode.app.jobs.echo:run",
}


def load(kind: str) -> Work:
    """The function of a kind."""
    if kind not in KINDS:
        raise UsageError(unknown_name(kind, list(KINDS)).replace("setting", "kind of run", 1))
    module, _, name = KINDS[kind].partition(":")
    work: Work = getattr(importlib.import_module(module), name)
    return work
