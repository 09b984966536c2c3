"""The frontier on disk: an append-only journal and snapshots, so that a killed crawl goes on where it was.

A line is written when a page is settled, after the page lies in the archive; a process killed at any moment loses
no settled page and repeats at most the fetches that were under way. What does not fit into the queue's memory waits
on disk too, the best first back: nothing is thrown away (D3).
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
import orjson

from motherlode.crawl.frontier import Frontier
from motherlode.errors import InputError, StoreUnavailable, UnreadableInput

try:
    import fcntl
except ImportError:  # Windows, where two crawls of one project are not held apart
    fcntl = None  # type: ignore[assignment]

SNAPSHOT = "frontier.npz"


@dataclass(frozen=True, slots=True)
class Settled:
    """One line of the journal: an address that was settled, where its page lies, and the links it gave."""

    url: str
    code: str
    file: str = ""
    offset: int = -1
    links: tuple[tuple[str, float], ...] = ()
    also: str = ""


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Keeps a second crawl out of the folder; raises InputError where one is in it. The system lets go after any end.

    Two crawls with one journal would forget each other's pages: a person starts the command twice, or a server that
    was killed left its crawl running and the next one takes it up again.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "held-by").open("a+", encoding="ascii") as file:
        if fcntl is not None:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                file.seek(0)
                raise InputError(
                    f"a crawl of this project is running (process {file.read().strip()}); wait for it, or stop it"
                ) from error
        file.truncate(0)
        file.write(str(os.getpid()))
        file.flush()
        yield


def _line(row: list[Any]) -> bytes:
    try:
        return orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE)
    except TypeError:  # an address that is no Unicode
        return json.dumps(row).encode() + b"\n"


class Journal:
    """The journal of one crawl in a folder."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._stream: IO[bytes] | None = None

    def exists(self) -> bool:
        """Whether there is a crawl to go on with."""
        return any(self._folder.glob("journal-*.jsonl")) or (self._folder / SNAPSHOT).exists()

    def clear(self) -> None:
        """Forgets the crawl."""
        self.close()
        if self._folder.exists():
            for file in [*self._folder.glob("journal-*.jsonl"), *self._folder.glob(SNAPSHOT + "*")]:
                file.unlink()

    def write(self, settled: Settled) -> None:
        """Appends a line; it survives the process from here on."""
        row: list[Any] = [settled.url, settled.code, settled.file, settled.offset, settled.also, settled.links]
        try:
            if self._stream is None:
                self._begin()
            assert self._stream is not None
            self._stream.write(_line(row))
            self._stream.flush()
        except OSError as error:
            raise StoreUnavailable(f"the journal in {self._folder} cannot be written: {error}") from error

    def snapshot(self, frontier: Frontier) -> None:
        """Writes the whole frontier; earlier lines are no longer needed."""
        old = sorted(self._folder.glob("journal-*.jsonl")) if self._folder.exists() else []
        self.close()
        self._begin()
        urls = frontier.addresses.lines()
        part = self._folder / f"{SNAPSHOT}.part"
        try:
            with part.open("wb") as stream:
                np.savez(stream, urls=np.frombuffer(urls, dtype=np.uint8), **frontier.columns())  # type: ignore[arg-type]
            part.replace(self._folder / SNAPSHOT)
            for file in old:
                file.unlink()
        except OSError as error:
            raise StoreUnavailable(f"the snapshot in {self._folder} cannot be written: {error}") from error

    def restore(self) -> tuple[Frontier, list[Settled]]:
        """The frontier as it was, and what was settled since the last snapshot."""
        frontier = Frontier()
        file = self._folder / SNAPSHOT
        if file.exists():
            try:
                with np.load(file) as saved:
                    urls = bytes(saved["urls"]).decode("utf-8").split("\n") if len(saved["urls"]) else []
                    frontier.restore(urls, {name: saved[name] for name in ("priority", "depth", "parent", "state")})
            except (OSError, ValueError, KeyError) as error:
                raise UnreadableInput(f"{file} cannot be read: {error}; start anew without --resume") from error
        settled = list(self._settled())
        for line in settled:
            apply(frontier, line)
        return frontier, settled

    def close(self) -> None:
        """Closes the open file."""
        if self._stream is not None:
            self._stream.close()
            self._stream = None

    def _begin(self) -> None:
        self._folder.mkdir(parents=True, exist_ok=True)
        taken = [int(file.stem.split("-")[1]) for file in self._folder.glob("journal-*.jsonl")]
        self._stream = (self._folder / f"journal-{max(taken, default=0) + 1:06d}.jsonl").open("ab")

    def _settled(self) -> Iterator[Settled]:
        for file in sorted(self._folder.glob("journal-*.jsonl")):
            for line in file.read_text(encoding="utf-8", errors="replace").splitlines():
                try:
                    url, code, name, offset, also, links = json.loads(line)
                except ValueError:  # torn by a kill: the page was under way
                    continue
                yield Settled(url, code, name, offset, tuple((u, float(p)) for u, p in links), also)


def apply(frontier: Frontier, settled: Settled) -> None:
    """One settled address into a frontier."""
    (number,), _ = frontier.number([settled.url])
    parent_depth = int(frontier.depth[number])
    frontier.done(number)
    if settled.also:
        (other,), _ = frontier.number([settled.also], parent=number, depth=parent_depth)
        frontier.done(other)
    if settled.links:
        further = 0 if settled.code == "redirected" else 1
        numbers, _ = frontier.number([u for u, _ in settled.links], parent=number, depth=parent_depth + further)
        frontier.push(numbers, [p for _, p in settled.links])


class Overflow:
    """A file of (priority, depth, address), appended to while the queue is full."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._memory: list[str] = []
        self.count = sum(1 for _ in self._lines()) if file is not None and file.exists() else 0

    def clear(self) -> None:
        """Forgets everything."""
        self.count, self._memory = 0, []
        if self._file is not None:
            self._file.unlink(missing_ok=True)

    def put(self, urls: Sequence[str], priorities: Sequence[float], depths: Sequence[int]) -> None:
        """Puts addresses aside."""
        rows = [json.dumps([p, depth, url]) for p, depth, url in zip(priorities, depths, urls, strict=True)]
        self.count += len(rows)
        if self._file is None:
            self._memory += rows
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            with self._file.open("a", encoding="utf-8") as stream:
                stream.write("".join(row + "\n" for row in rows))
        except OSError as error:
            raise StoreUnavailable(f"{self._file} cannot be written: {error}") from error

    def take(self, number: int) -> list[tuple[float, int, str]]:
        """The best `number` addresses; they no longer wait here."""
        rows = []
        for line in self._lines():
            try:
                priority, depth, *_, url = json.loads(line)
            except ValueError:  # the last line of a killed process
                continue
            rows.append((float(priority), int(depth), str(url)))
        rows.sort(key=lambda row: -row[0])
        best, rest = rows[:number], rows[number:]
        self.count = len(rest)
        lines = [json.dumps(list(row)) for row in rest]
        if self._file is None:
            self._memory = lines
        else:
            part = self._file.with_suffix(".part")
            try:
                part.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
                part.replace(self._file)
            except OSError as error:
                raise StoreUnavailable(f"{self._file} cannot be written: {error}") from error
        return best

    def _lines(self) -> list[str]:
        if self._file is None:
            return self._memory
        if not self._file.exists():
            return []
        return self._file.read_text(encoding="utf-8", errors="replace").splitlines()
