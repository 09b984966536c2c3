"""A worker as a process of its own."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

from motherlode.app.cluster.worker import STORE_WAIT, Worker
from motherlode.app.jobs.control import StopRequest
from motherlode.errors import MotherlodeError, StoreUnavailable


def work(store: str, name: str, archive: Path, *, parent: int = 0, listen: bool = True) -> None:
    """Works until the crawl is over; a worker that lost its place takes a new one. Ends when `parent` has ended."""
    stop = StopRequest()
    if listen:  # signals reach a process's main thread only
        stop.listen()

    def stopping() -> bool:
        return stop() or (parent > 0 and not _runs(parent))

    def begun() -> Worker:
        return Worker(store, name, archive, stopping=stopping)

    while not asyncio.run(patiently(begun, stopping).run()) and not stopping():
        name = f"{name.partition('+')[0]}+{uuid4().hex[:6]}"


def patiently(begin: Callable[[], Worker], stopping: Callable[[], bool]) -> Worker:
    """A worker, once the store answers: a line that is cut just when it begins is no reason to end it."""
    until = time.monotonic() + STORE_WAIT
    while True:
        try:
            return begin()
        except StoreUnavailable:
            if stopping() or time.monotonic() > until:
                raise
            time.sleep(0.5)


def main(store: str, name: str, archive: Path, parent: int) -> None:
    """The process; ends with 1 after a message that names the reason."""
    try:
        work(store, name, archive, parent=parent)
    except MotherlodeError as error:
        sys.stderr.write(f"{name}: {error.message}\n")
        raise SystemExit(1) from error


def _runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True
