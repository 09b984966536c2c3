"""Where many like pieces of work run: in this process, in a pool of processes, or as tasks of a Ray cluster.

>>> with make_executor() as executor:
...     sorted(answer for _, answer in executor.run(abs, [-1, 2]))
[1, 2]
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, Self, TypeVar

from motherlode.app.cluster.spec import ClusterPlace, load_ray, parse_place, start_ray
from motherlode.errors import MotherlodeError, UsageError

T = TypeVar("T")
R = TypeVar("R")


class Executor(Protocol):
    """Runs a function on every item; answers come in the order in which they are ready."""

    workers: int

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer, or with the error of a worker that died over it."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(self, *_: object) -> None: ...


class InProcess:
    """One after the other, here."""

    workers = 1

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer."""
        for item in items:
            yield item, function(item)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing is held."""


class Pool:
    """A pool of processes, forked from one that has the imports done."""

    def __init__(self, workers: int, preload: Sequence[str] = ()) -> None:
        self.workers = workers
        self._context = multiprocessing.get_context("forkserver")
        self._context.set_forkserver_preload(list(preload))
        self._pool = self._made()

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(self.workers, mp_context=self._context)

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer; what was under way when a process died is tried once more, alone."""
        left = yield from self._round(function, items)
        for item in left:
            self._pool = self._made()
            for _ in (yield from self._round(function, [item])):
                yield item, MotherlodeError(f"a process died over {item}; it was left out")

    def _round(
        self, function: Callable[[T], R], items: Sequence[T]
    ) -> Generator[tuple[T, R | MotherlodeError], None, list[T]]:
        """The answers; as the generator's value, what broke with the pool."""
        futures: dict[Future[R], T] = {self._pool.submit(function, item): item for item in items}
        broken: list[T] = []
        for future in as_completed(futures):
            try:
                answer = future.result()
            except BrokenProcessPool:
                broken.append(futures[future])
            else:
                yield futures[future], answer
        return broken

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)


class RayTasks:
    """Tasks of a Ray cluster; a task whose worker died is run again by Ray."""

    def __init__(self, place: ClusterPlace) -> None:
        self._ray = load_ray()
        self._ours = start_ray(self._ray, place.address, place.workers)
        self.workers = place.workers or max(1, int(self._ray.cluster_resources().get("CPU", 1)))

    def run(self, function: Callable[[T], R], items: Sequence[T]) -> Iterator[tuple[T, R | MotherlodeError]]:
        """Each item with its answer."""
        task = self._ray.remote(num_cpus=1, max_retries=2)(function)
        waiting: dict[Any, T] = {}
        left = iter(items)
        for item in left:
            waiting[task.remote(item)] = item
            if len(waiting) >= 4 * self.workers:
                break
        while waiting:
            ready, _ = self._ray.wait(list(waiting), num_returns=1)
            for reference in ready:
                item = waiting.pop(reference)
                following = next(left, None)
                if following is not None:
                    waiting[task.remote(following)] = following
                yield item, self._answer(reference, item)

    def _answer(self, reference: Any, item: object) -> Any:
        try:
            return self._ray.get(reference)
        except self._ray.exceptions.RayError as error:
            reason = str(error).strip().splitlines()[-1][:300]
            return MotherlodeError(f"a worker failed over {item}: {reason}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._ours:
            self._ray.shutdown()


def make_executor(workers: int = 1, cluster: str = "", preload: Sequence[str] = ()) -> Executor:
    """The executor that the options of a command name."""
    if cluster:
        place = parse_place(cluster)
        if place.kind == "ray":
            return RayTasks(place)
        if place.kind != "local":
            raise UsageError(f"--cluster {cluster}: use local:N, ray, ray:N or ray://host:port")
        workers = place.workers
    return Pool(workers, preload) if workers > 1 else InProcess()
