"""The day of a host: when it publishes, hour by hour, learned from the times of what it published."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

EVEN = 1.0
"""Items an hour of the day that every host begins with: twenty-four even ones weigh like one real day of news."""


class DailyPattern:
    """How fast time passes at each host: an hour counts for more when the host publishes more than usual.

    >>> pattern = DailyPattern()
    >>> pattern.host()
    0
    >>> float(pattern.passed(np.array([0]), np.array([0.0]), np.array([24.0]))[0])
    24.0
    """

    def __init__(self) -> None:
        self._counts = np.zeros((0, 24))
        self._curve = np.zeros((0, 25))

    def host(self) -> int:
        """The number of a further host."""
        self._counts = np.vstack((self._counts, np.full((1, 24), EVEN)))
        self._curve = np.vstack((self._curve, np.arange(25.0)[None, :]))
        return len(self._counts) - 1

    def counts(self, host: int) -> list[float]:
        """What was counted in each hour of the day."""
        return [float(n) for n in self._counts[host]]

    def restore(self, host: int, counts: list[float]) -> None:
        """Counts of before."""
        self._counts[host] = counts
        self._draw(host)

    def saw(self, host: int, hours: float) -> None:
        """Something was published at that moment, in hours since 1970."""
        self._counts[host, int(hours % 24)] += 1.0
        self._draw(host)

    def _draw(self, host: int) -> None:
        counts = self._counts[host]
        smooth = 0.5 * counts + 0.25 * np.roll(counts, 1) + 0.25 * np.roll(counts, -1)
        self._curve[host, 1:] = np.cumsum(smooth * (24.0 / smooth.sum()))

    def passed(self, hosts: Ints, start: Floats, end: Floats) -> Floats:
        """Hours from start to end as each host counts them; a whole day is always 24."""
        made: Floats = self._at(hosts, end) - self._at(hosts, start)
        return made

    def _at(self, hosts: Ints, moment: Floats) -> Floats:
        days, hours = np.divmod(moment, 24.0)
        at = hours.astype(np.int64)
        low, high = self._curve[hosts, at], self._curve[hosts, at + 1]
        made: Floats = days * 24.0 + low + (hours - at) * (high - low)
        return made
