"""Rates of a kind of place and of a host: what is expected of a place before it has told much itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from motherlode.model.watch import PlaceKind

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

KINDS: tuple[PlaceKind, ...] = ("feed", "sitemap", "hub", "records", "people", "article", "link", "hidden")
CODE = {kind: at for at, kind in enumerate(KINDS)}
ARTICLE, LINK, HIDDEN = CODE["article"], CODE["link"], CODE["hidden"]
LISTS = 3
"""The first so many kinds are lists that show new addresses."""

AGES = (2.0, 8.0, 24.0, 72.0)
"""Hours since an article was first seen that divide the classes of age: most changes come early."""

FIRST = np.array([0.2, 0.1, 0.1, 0.05, 0.02, 0.06, 0.03, 0.01, 0.003, 0.0005, 0.1])
"""Items an hour expected of each pool before anything was seen: the kinds of place, articles by age, databases."""

GUESS, KIND, HOST = 1.0, 1.0, 1.0
"""Items that the guess above counts for against a kind, the kind against a host, the host against a place.

As items and not as hours (the shape of a Gamma distribution), so that rare events are not given up after a few visits
that found nothing: with weights of 24 hours the changes of old articles were taken for impossible and missed.
"""

REMEMBERED = 2000.0
"""Hours of watching that a pool remembers; what is older fades."""


def weighed(gained: Floats, hours: Floats, prior: Floats, weight: float) -> Floats:
    """Items an hour: what was counted, weighed against what was expected as if that had been counted too.

    >>> float(weighed(np.array([0.0]), np.array([10.0]), np.array([0.1]), 1.0)[0])
    0.05
    """
    made: Floats = (gained + weight) / (hours + weight / prior)
    return made


class Pools:
    """Items seen and hours watched, by kind and by host and kind."""

    def __init__(self) -> None:
        self._kind = np.zeros((len(FIRST), 2))
        self._host = np.zeros((0, len(FIRST), 2))

    def host(self) -> None:
        """A further host."""
        self._host = np.concatenate((self._host, np.zeros((1, len(FIRST), 2))))

    def saw(self, host: int, pool: int, gained: float, hours: float) -> None:
        """So many items in so many hours."""
        for counts in (self._kind[pool], self._host[host, pool]):
            counts += (gained, hours)
            if counts[1] > REMEMBERED:
                counts *= REMEMBERED / counts[1]

    def expected(self) -> Floats:
        """Items an hour of a place without a history, by host and pool."""
        kinds = weighed(self._kind[:, 0], self._kind[:, 1], FIRST, GUESS)
        return weighed(self._host[:, :, 0], self._host[:, :, 1], kinds, KIND)

    def rows(self, host: int) -> list[list[float]]:
        """What is remembered of a host, for the store."""
        return [[float(a), float(b)] for a, b in self._host[host]]

    def restore(self, host: int, rows: list[list[float]]) -> None:
        """What was remembered of a host."""
        self._host[host, : len(rows)] = rows
        self._kind += self._host[host]


def pool_of(kinds: Ints, ages: Floats) -> Ints:
    """The pool of every place by its kind and, for articles, the hours since it was first seen."""
    made: Ints = np.where(kinds == ARTICLE, ARTICLE + np.searchsorted(AGES, ages, side="right"), kinds)
    return np.where(kinds == HIDDEN, len(FIRST) - 1, made)


_EDGES = np.array([0.0, *AGES])


def hazard(rates: Floats, start: Floats, end: Floats) -> Floats:
    """Changes expected of articles from one age to another, by the rates of the classes of age (one row a place).

    >>> rates = np.array([[1.0, 0.5, 0.0, 0.0, 0.0]])
    >>> hazard(rates, np.array([1.0]), np.array([4.0])).tolist()
    [2.0]
    """
    widths = np.diff(np.append(_EDGES, np.inf))
    within = np.clip(end[:, None] - _EDGES, 0.0, widths) - np.clip(start[:, None] - _EDGES, 0.0, widths)
    made: Floats = (rates * within).sum(axis=1)
    return made
