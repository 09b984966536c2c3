"""Clocks that a moving web can run on: one that is set by hand, one that runs faster than the machine's."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta


class SimulatedClock:
    """Stands still until somebody moves it on; a month passes in as many steps as are made."""

    def __init__(self, start: datetime) -> None:
        self._start = start
        self._passed = 0.0

    def now(self) -> datetime:
        """The simulated moment."""
        return self._start + timedelta(seconds=self._passed)

    def monotonic(self) -> float:
        """Simulated seconds since the start."""
        return self._passed

    def advance(self, seconds: float) -> None:
        """Lets time pass."""
        self._passed += max(0.0, seconds)

    async def sleep(self, seconds: float) -> None:
        """Waits, which takes no time."""
        self.advance(seconds)


class FastClock:
    """Runs `speed` times as fast as the machine's clock, from a moment on; for a served web that people watch."""

    def __init__(self, start: datetime, speed: float = 1.0) -> None:
        self._start, self._speed, self._began = start, speed, time.monotonic()

    def now(self) -> datetime:
        """The moment on this clock."""
        return self._start + timedelta(seconds=self.monotonic())

    def monotonic(self) -> float:
        """Seconds of this clock since it was made."""
        return (time.monotonic() - self._began) * self._speed


def hours(moment: datetime) -> float:
    """A moment in hours since 1970."""
    return moment.astimezone(UTC).timestamp() / 3600
