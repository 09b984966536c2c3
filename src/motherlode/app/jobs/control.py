"""How a worker hears that it should stop, and where its progress goes."""

from __future__ import annotations

import signal
import threading
from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from motherlode.model.ports import Clock, Progress, Silent
from motherlode.store.store import Store

EVERY = 0.5
"""Seconds between two writes of the progress: often enough for a person, rare enough for the store."""

NOTES = 500
POINTS = 400


class StopRequest:
    """Set by SIGTERM or SIGINT; long work looks at it between two steps."""

    def __init__(self) -> None:
        self._event = threading.Event()

    def listen(self) -> None:
        """Makes the signals set the request."""
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._event.set())

    def set(self) -> None:
        """Asks for a stop."""
        self._event.set()

    def __call__(self) -> bool:
        """Whether a stop was asked for."""
        return self._event.is_set()


class Stopped(Exception):
    """Ends work that has no safe point of its own between two steps; what it kept so far stays."""


class StoppableProgress:
    """A Progress that ends the work at its next step once a stop was asked for."""

    def __init__(self, inner: Progress, stopping: Callable[[], bool]) -> None:
        self.inner, self.stopping = inner, stopping

    def _stop_if_asked(self) -> None:
        if self.stopping():
            raise Stopped

    def begin(self, label: str, total: int | None = None) -> None:
        self.inner.begin(label, total)
        self._stop_if_asked()

    def advance(self, steps: int = 1, **facts: object) -> None:
        self.inner.advance(steps, **facts)
        self._stop_if_asked()

    def note(self, text: str) -> None:
        self.inner.note(text)

    def end(self) -> None:
        self.inner.end()


SUMMED = ("kept", "dropped", "failed")
"""Facts that a resumed work counts from nothing: what the earlier try had come to is added."""


class StoredProgress:
    """A Progress that is kept in the run's row: label, steps, facts, their history and the latest notes.

    `also` is told the same, for a person who watches; `before` is what an earlier try of the same run had come to.
    """

    def __init__(
        self,
        store: Store,
        run: int,
        clock: Clock,
        also: Progress | None = None,
        before: Mapping[str, Any] | None = None,
    ) -> None:
        before = before or {}
        self.store, self.run, self.clock, self.also = store, run, clock, also or Silent()
        self.label = ""
        self.total: int | None = None
        self.done = 0
        self.facts: dict[str, Any] = dict(before.get("facts", {}))
        self._base = {name: int(self.facts[name]) for name in SUMMED if isinstance(self.facts.get(name), int)}
        self.notes: deque[str] = deque(before.get("notes", ()), maxlen=NOTES)
        self.history: list[dict[str, Any]] = list(before.get("history", ()))
        self._taken_up = int(before.get("done", 0)) if before.get("label") else 0
        self._earlier = float(self.history[-1]["seconds"]) if self.history else 0.0
        self._written = float("-inf")
        self._started = clock.monotonic()

    def begin(self, label: str, total: int | None = None) -> None:
        self.label, self.done, self._taken_up = label, self._taken_up, 0
        self.total = None if total is None else total + self.done
        self.also.begin(label, total)
        self.write()

    def advance(self, steps: int = 1, **facts: object) -> None:
        self.done += steps
        self.facts.update(facts)
        for name, value in self._base.items():
            if isinstance(told := facts.get(name), int):
                self.facts[name] = value + told
        self.also.advance(steps, **facts)
        if self.clock.monotonic() - self._written >= EVERY:
            self.write()

    def note(self, text: str) -> None:
        self.notes.append(text)
        self.also.note(text)

    def end(self) -> None:
        self.also.end()
        self.write()

    def write(self) -> None:
        """Keeps the present state; the history is thinned evenly when it grows long."""
        self._written = self.clock.monotonic()
        point = {"seconds": round(self._earlier + self._written - self._started, 2), "done": self.done}
        self.history.append(point | {k: n for k, v in self.facts.items() if (n := _number(v)) is not None})
        if len(self.history) > POINTS:
            self.history = self.history[::2]
        self.store.runs.update(self.run, progress=self.snapshot())

    def snapshot(self) -> dict[str, Any]:
        """The state as JSON."""
        return {
            "label": self.label,
            "total": self.total,
            "done": self.done,
            "facts": self.facts,
            "notes": list(self.notes),
            "history": self.history,
        }


def _number(value: object) -> float | None:
    """A fact that can be drawn: a number, or a text that is one."""
    if isinstance(value, (int, float)):
        return value
    try:
        return float(value) if isinstance(value, str) else None
    except ValueError:
        return None
