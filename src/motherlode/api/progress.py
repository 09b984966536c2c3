"""How long work tells a caller how far it is: a callback that gets one event after the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from motherlode.model.ports import Progress, Silent


@dataclass(frozen=True, slots=True)
class ProgressEvent:
    """How far a piece of work is; `total` is None while nobody knows it, `note` is a remark for people."""

    label: str
    done: int = 0
    total: int | None = None
    facts: Mapping[str, object] = field(default_factory=dict)
    note: str = ""
    ended: bool = False


ProgressCallback = Callable[[ProgressEvent], object]


class _Calling:
    """A Progress that calls a function with an event at every step."""

    def __init__(self, callback: ProgressCallback) -> None:
        self._callback = callback
        self._label, self._done = "", 0
        self._total: int | None = None
        self._facts: dict[str, object] = {}

    def _tell(self, *, note: str = "", ended: bool = False) -> None:
        self._callback(ProgressEvent(self._label, self._done, self._total, dict(self._facts), note, ended))

    def begin(self, label: str, total: int | None = None) -> None:
        """A new piece of work."""
        self._label, self._done, self._total = label, 0, total
        self._facts.clear()
        self._tell()

    def advance(self, steps: int = 1, **facts: object) -> None:
        """So much more is done."""
        self._done += steps
        self._facts.update(facts)
        self._tell()

    def note(self, text: str) -> None:
        """A remark."""
        self._tell(note=text)

    def end(self) -> None:
        """The piece of work is over."""
        self._tell(ended=True)


def progress_of(given: ProgressCallback | Progress | None) -> Progress:
    """What the stages take, from a caller's function, from a drawn bar, or from nothing."""
    if given is None:
        return Silent()
    return _Calling(given) if callable(given) else given
