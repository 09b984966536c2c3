"""Many pages on all cores: chunks of pages go to processes of our own, answers come back in the order of the pages.

The processes are started as programs (`python -m motherlode.api.workers`), not forked: a script needs no
`if __name__ == "__main__"`, and a process that dies over a page costs that page only.
"""

from __future__ import annotations

import gc
import os
import pickle
import subprocess
import sys
import threading
import traceback
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from importlib import import_module
from itertools import chain, islice
from pathlib import Path
from typing import Any

from motherlode.app.inputs import GivenPage, Unread

CHUNK = 16
"""Pages sent at once: the sending costs nothing beside 5 ms of work a page, and few wait for the slowest."""

ALONE = 200
"""Fewer pages than this are read here, in about a second: as long as the processes take to start."""

Options = Mapping[str, Any]
Function = Callable[[GivenPage, Options], Any]


def each_page(
    pages: Iterable[GivenPage | Unread], function: str, options: Options, workers: int | None
) -> Iterator[tuple[str, str, Any]]:
    """Every page's name and address with what `function` ("module:name") makes of it, or an Unread, in order."""
    wanted = workers or os.cpu_count() or 1
    stream = iter(pages)
    first = list(islice(stream, ALONE))
    if wanted == 1 or len(first) < ALONE:
        yield from _answers(chain(first, stream), _loaded(function), options)
        return
    yield from _spread(chain(first, stream), function, options, wanted)


def _answers(
    pages: Iterable[GivenPage | Unread], function: Function, options: Options
) -> Iterator[tuple[str, str, Any]]:
    for page in pages:
        yield (page.page, "", page) if isinstance(page, Unread) else (page.page, page.url, function(page, options))


def _spread(
    pages: Iterator[GivenPage | Unread], function: str, options: Options, workers: int
) -> Iterator[tuple[str, str, Any]]:
    crew = _Crew(function, options)
    waiting: deque[tuple[list[GivenPage | Unread], Future[list[Any]]]] = deque()
    with ThreadPoolExecutor(workers, thread_name_prefix="motherlode") as threads:
        try:
            while True:
                while len(waiting) < 3 * workers and (chunk := list(islice(pages, CHUNK))):
                    readable = [page for page in chunk if isinstance(page, GivenPage)]
                    waiting.append((chunk, threads.submit(crew.answers, readable)))
                if not waiting:
                    return
                chunk, future = waiting.popleft()
                answers = iter(future.result())
                for page in chunk:
                    yield (page.page, "", page) if isinstance(page, Unread) else (page.page, page.url, next(answers))
        finally:
            for _, future in waiting:
                future.cancel()
            crew.stop()


class _Crew:
    """One process for every thread that asks; a process that died is started anew."""

    def __init__(self, function: str, options: Options) -> None:
        self._first = (function, dict(options))
        self._own = threading.local()
        self._lock = threading.Lock()
        self._stopped = False
        self._all: list[subprocess.Popen[bytes]] = []

    def answers(self, pages: Sequence[GivenPage]) -> list[Any]:
        """What the process makes of the pages; where it dies they are tried one by one, and the culprit is named."""
        if not pages or self._stopped:
            return []
        try:
            return self._asked(pages)
        except (OSError, EOFError, pickle.UnpicklingError):
            self._forget()
        if len(pages) == 1:
            return [Unread(pages[0].page, f"{pages[0].page}: the process that read it died; it was left out")]
        return [answer for page in pages for answer in self.answers([page])]

    def _asked(self, pages: Sequence[GivenPage]) -> list[Any]:
        process = getattr(self._own, "process", None) or self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        pickle.dump(pages, process.stdin, protocol=5)
        process.stdin.flush()
        answer = pickle.load(process.stdout)  # noqa: S301 - from our own process
        if isinstance(answer, str):
            raise RuntimeError(f"a mistake in the program, not in the page:\n{answer}")  # noqa: TRY004
        return list(answer)

    def _started(self) -> subprocess.Popen[bytes]:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
        environment.setdefault("OPENBLAS_NUM_THREADS", "1")
        command = [sys.executable, "-m", "motherlode.api.workers"]
        with self._lock:
            if self._stopped:
                raise EOFError
            process = subprocess.Popen(  # noqa: S603 - our own module
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=Path.cwd()
            )
            self._all.append(process)
        assert process.stdin is not None
        pickle.dump(self._first, process.stdin, protocol=5)
        self._own.process = process
        return process

    def _forget(self) -> None:
        process = getattr(self._own, "process", None)
        self._own.process = None
        if process is not None:
            _end(process)

    def stop(self) -> None:
        """Ends every process; no other is started."""
        with self._lock:
            self._stopped = True
        for process in self._all:
            _end(process)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with suppress(OSError):
                stream.close()
    process.wait()


def _loaded(function: str) -> Function:
    module, _, name = function.partition(":")
    found: Function = getattr(import_module(module), name)
    return found


def main() -> None:
    """The process: reads chunks of pages from standard input and answers on standard output until it is closed."""
    source, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # what a library prints must not mix with the answers
    name, options = pickle.load(source)  # noqa: S301 - from the process that started us
    function = _loaded(name)
    gc.freeze()
    gc.set_threshold(50_000)  # pages make little that refers to itself
    while True:
        try:
            pages = pickle.load(source)  # noqa: S301 - as above
        except EOFError:
            return
        try:
            answer = pickle.dumps([function(page, options) for page in pages], protocol=5)
        except Exception:  # noqa: BLE001 - a mistake of ours is told to the caller as it is
            answer = pickle.dumps(traceback.format_exc(), protocol=5)
        answers.write(answer)
        answers.flush()


if __name__ == "__main__":
    main()
