"""Where workers run: processes of this machine, or actors of a Ray cluster. Both run the same worker."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import sys
import time
from collections.abc import Callable, Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any, Protocol
from uuid import uuid4

from motherlode.app.cluster.spec import ClusterPlace, load_ray, start_ray
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


class Runner(Protocol):
    """Starts workers and tells which ended."""

    workers: int

    def start(self, name: str) -> None:
        """A worker of that name begins."""
        ...

    def ended(self) -> Mapping[str, str]:
        """Workers that ended since the last call, and what ended them; nothing when they ended well."""
        ...

    def close(self) -> None:
        """Ends all workers that still run."""
        ...


def make_runner(place: ClusterPlace, store: str, archive: Path) -> Runner:
    """The runner of a place."""
    return LocalRunner(place.workers, store, archive) if place.kind == "local" else RayRunner(place, store, archive)


class LocalRunner:
    """Each worker is a process, forked from one that has the imports done."""

    def __init__(self, workers: int, store: str, archive: Path) -> None:
        self.workers = workers
        self._store, self._archive = store, archive
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(["motherlode.app.cluster.runners"])
        self.processes: dict[str, BaseProcess] = {}

    def start(self, name: str) -> None:
        """A process begins."""
        made = self._context.Process(target=main, args=(self._store, name, self._archive, os.getpid()), name=name)
        made.start()
        self.processes[name] = made

    def ended(self) -> dict[str, str]:
        """Processes that ended."""
        found = {
            name: f"exit code {made.exitcode}" if made.exitcode else ""
            for name, made in self.processes.items()
            if made.exitcode is not None
        }
        for name in found:
            self.processes.pop(name).close()
        return found

    def close(self) -> None:
        """Asks all to end, and ends those that do not."""
        for process in self.processes.values():
            process.terminate()
        for process in self.processes.values():
            process.join(20)
            if process.exitcode is None:
                process.kill()
                process.join()
            process.close()
        self.processes.clear()


class RayRunner:
    """Each worker is an actor of a Ray cluster; the archive must lie on a folder that all its machines see."""

    def __init__(self, place: ClusterPlace, store: str, archive: Path) -> None:
        self._ray = load_ray()
        self._ours = start_ray(self._ray, place.address, place.workers)
        ray = self._ray
        self.workers = place.workers or max(1, int(ray.cluster_resources().get("CPU", 1)))
        self._store, self._archive = store, archive
        self._make = ray.remote(max_restarts=0, num_cpus=1)(RayWorker)
        self._running: dict[Any, tuple[str, Any]] = {}

    def start(self, name: str) -> None:
        """An actor begins."""
        actor = self._make.remote()
        self._running[actor.work.remote(self._store, name, str(self._archive))] = (name, actor)

    def ended(self) -> dict[str, str]:
        """Actors that ended, whatever the reason."""
        if not self._running:
            return {}
        ready, _ = self._ray.wait(list(self._running), num_returns=len(self._running), timeout=0)
        found = {}
        for reference in ready:
            name, _actor = self._running.pop(reference)
            try:
                self._ray.get(reference)
            except Exception as error:  # noqa: BLE001 - Ray wraps whatever ended the actor; another takes its place
                found[name] = str(error).strip().splitlines()[-1][:300]
            else:
                found[name] = ""
        return found

    def close(self) -> None:
        """Ends the actors and, if it was started here, Ray."""
        for _, actor in self._running.values():
            self._ray.kill(actor)
        self._running.clear()
        if self._ours:
            self._ray.shutdown()


class RayWorker:
    """The actor."""

    def work(self, store: str, name: str, archive: str) -> None:
        """Works until the crawl is over."""
        work(store, name, Path(archive), listen=False)
