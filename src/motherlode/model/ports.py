"""What the stages need from outside, as Protocols: app/ hands the real thing in, tests hand in another."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol

from motherlode.model.pages import Response


class Clock(Protocol):
    """Time as an argument."""

    def now(self) -> datetime:
        """The wall clock, with zone."""
        ...

    def monotonic(self) -> float:
        """Seconds that never go back."""
        ...


class Fetcher(Protocol):
    """Gets one address; raises FetchError."""

    async def fetch(self, url: str, /) -> Response:
        """The response, redirects followed."""
        ...


class Progress(Protocol):
    """Where long work tells how far it is. `facts` are shown beside the bar."""

    def begin(self, label: str, total: int | None = None) -> None:
        """A new piece of work; `total` None when unknown."""
        ...

    def advance(self, steps: int = 1, **facts: object) -> None:
        """So much more is done."""
        ...

    def note(self, text: str) -> None:
        """A line for the person watching."""
        ...

    def end(self) -> None:
        """The piece of work is over."""
        ...


class Silent:
    """A Progress that says nothing."""

    def begin(self, label: str, total: int | None = None) -> None:
        """Nothing is shown."""

    def advance(self, steps: int = 1, **facts: object) -> None:
        """Nothing is shown."""

    def note(self, text: str) -> None:
        """Nothing is shown."""

    def end(self) -> None:
        """Nothing is shown."""
