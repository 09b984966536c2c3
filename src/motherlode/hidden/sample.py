"""Overflowing answers as samples of their ranges: where the rows stand that they leave out (H, guided sweep).

A fair sample tells that by itself; one that follows the order of arrival by its last rows.

A range with an exact count and a fair sample is halved again and again. The share of a left half follows a beta law:
its middle is the share that the expected weights give it, its certainty is learned from resolved ranges of the same
length, and the rows of the sample sharpen it. This is a Pólya tree; it joins rhythm and sample at every scale.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import betaln

Floats = NDArray[np.float64]

LATE = 4
"""The last quarter of an answer stands for the rows just left out, where answers follow the order of arrival."""
NEARLY_WHOLE = 0.6
"""An answer that shows this share of its range is used even where answers are no fair samples: the rows it leaves out
are few, and their number bounds its error. A round figure."""
_ELSEWHERE = 0.02
"""A left-out row stands in a bin that has no late row as often as this share of its rows says: a round figure."""
_MISPLACED = 0.3
"""Share of the left-out rows that may stand in other bins than the late ones: a round figure."""


@dataclass(slots=True)
class Sample:
    """An overflowing answer: bins start ≤ b < stop; `rate` is the share of the range's rows that it shows.

    `rows` and `late` are its rows per bin, and those of its last quarter.
    """

    start: int
    stop: int
    size: int
    rate: float
    weight: float
    exact: bool
    rows: Floats
    late: Floats

    def shown_of(self, known: Floats) -> tuple[float, float]:
        """Its rows in the bins resolved since, and all rows there."""
        there = known[self.start : self.stop]
        mine = ~np.isnan(there)
        return float(self.rows[mine].sum()), float(there[mine].sum())

    def left_out(self, known: Floats) -> tuple[float, float, Floats]:
        """How many rows of the unknown bins it leaves out, the error of that, and their shares of the bins."""
        unknown = np.isnan(known[self.start : self.stop])
        late = self.late + _ELSEWHERE * self.rows
        late = late / max(float(late.sum()), 1.0)
        gone = float(late[~unknown].sum())
        shown, there = self.shown_of(known)
        found = max(0.0, there - shown)
        late = np.where(unknown, late, 0.0) / max(1.0 - gone, 1e-6)
        total = self.size / self.rate - self.size
        if self.exact:
            rest = max(0.0, total - found)
            return rest, _MISPLACED * rest, late
        firm = gone / (gone + _MISPLACED)
        whole = firm * found / max(gone, 1e-6) + (1 - firm) * total
        doubt = (1 - firm) * self.size / self.rate / np.sqrt(self.weight)
        return whole * (1 - gone), (doubt + _MISPLACED * whole) * (1 - gone), late


def by_arrival(
    samples: list[Sample], numbers: NDArray[np.int32], known: Floats, start: int, rows: Floats, spread: float
) -> tuple[Floats, Floats] | None:
    """Forecast where answers are no fair samples: the rows left out stand where the last rows of the answer do.

    `numbers` names the sample of each bin from `start` on, `rows` is what is expected without them. None where no
    sample is nearly whole.
    """
    made, doubt = rows.copy(), np.zeros(len(rows))
    free = np.ones(len(rows), dtype=bool)
    for number in np.unique(numbers[numbers >= 0]).tolist():
        sample = samples[number]
        if sample.rate < NEARLY_WHOLE:
            continue
        here = numbers == number
        inside = np.flatnonzero(here) + start - sample.start
        left_out, error, late = sample.left_out(known)
        made[here] = sample.rows[inside] + left_out * late[inside]
        doubt[here] = error * late[inside]
        free &= ~here
    if free.all():
        return None
    mean = np.cumsum(made)
    variance = np.cumsum(doubt) ** 2 + (spread * np.cumsum(np.where(free, rows, 0.0))) ** 2
    return mean, np.sqrt(variance + 1.0) / np.maximum(mean, 1.0)


def smooth(sampled: Floats, widths: Floats) -> Floats:
    """A density that is constant between every 25th row of the sample, in sample rows per bin."""
    total = np.cumsum(sampled)
    if total[-1] < 50:
        return widths
    block = np.minimum((total - sampled / 2) // 25, total[-1] // 25 - 1).astype(np.int64)
    mass = np.bincount(block, weights=sampled)
    width = np.bincount(block, weights=widths)
    density = (mass + 0.5) / np.maximum(width, 1e-9)
    return np.asarray(density[block] * widths)


_FIRST_UNEVEN = 0.3
"""Variance of the log-ratio of two halves before any were seen: the halves differ by a factor of about 1.7."""
_FIRST_NODES = 4.0
"""How many resolved ranges of a length outweigh that first belief."""
_RARE, _WILD = 0.1, 9.0
"""One pair of halves in ten differs three times as much as the others: a law with long tails, for days of a burst."""
_MEMORY = 600
"""Resolved ranges of each length that are remembered."""


class Unevenness:
    """How far two halves of a range differ from their expected shares, for every length 2, 4, 8 … of bins."""

    def __init__(self, bins: int) -> None:
        self.levels = max(1, int(bins - 1).bit_length())
        self._seen: list[tuple[Floats, Floats]] = [(np.zeros(0), np.zeros(0)) for _ in range(self.levels)]
        self._variances: Floats = np.full(self.levels, _FIRST_UNEVEN)
        self._new = np.zeros(self.levels)

    def learn(self, known: Floats, weights: Floats, start: int, stop: int) -> None:
        """Takes in the ranges that are known as a whole since the bins start ≤ b < stop are."""
        for level in range(self.levels):
            size = 2 << level
            first, last = start // size * size, -(-stop // size) * size
            last = min(last, len(known) // size * size)
            if last <= first:
                return
            rows = known[first:last].reshape(-1, 2, size // 2).sum(axis=2)
            mass = weights[first:last].reshape(-1, 2, size // 2).sum(axis=2)
            total, whole = rows.sum(axis=1), mass.sum(axis=1)
            use = ~np.isnan(total) & (total > 1) & (mass.min(axis=1) > 0)
            if not use.any():
                if np.isnan(total).all() and size > 2 * (stop - start):
                    return
                continue
            share, total = mass[use, 0] / whole[use], total[use]
            chance = 1.0 / (total * share * (1 - share))
            left = (rows[use, 0] - total * share) * chance
            old_left, old_chance = self._seen[level]
            self._seen[level] = (
                np.concatenate([old_left, left])[-_MEMORY:],
                np.concatenate([old_chance, chance])[-_MEMORY:],
            )
            self._new[level] += len(left)

    def variances(self, levels: int) -> Floats:
        """Variance of the log-ratio of two halves, for the first so many lengths."""
        for level in np.flatnonzero(self._new):
            if self._new[level] > 0.1 * len(self._seen[level][0]):
                self._variances[level] = _usual_variance(*self._seen[level], self._variances[level])
                self._new[level] = 0
        made = self._variances
        return np.concatenate([made, np.full(max(0, levels - len(made)), _FIRST_UNEVEN)])[:levels]


def _usual_variance(left: Floats, chance: Floats, before: float) -> float:
    """The variance of the usual pairs beyond chance, by expectation and maximisation."""
    made = before
    for _ in range(4):
        usual, wild = made + chance, _WILD * made + chance
        odds = (
            _RARE / (1 - _RARE) * np.sqrt(usual / wild) * np.exp(np.minimum(left**2 / 2 * (1 / usual - 1 / wild), 50))
        )
        rare = odds / (1 + odds)
        # of each law: the part of a difference that is not chance
        mine = (made / usual * left) ** 2 + made * chance / usual
        theirs = ((_WILD * made / wild * left) ** 2 + _WILD * made * chance / wild) / _WILD
        made = float(((1 - rare) * mine + rare * theirs).sum() + _FIRST_NODES * _FIRST_UNEVEN) / (
            len(left) + _FIRST_NODES
        )
    return float(np.clip(made, 1e-4, 4.0))


def _posterior(share: Floats, seen: NDArray[np.float64], variance: float) -> tuple[Floats, Floats]:
    """Mean and variance of the left share, after the sample: both laws weighed by how well they foretold it."""
    parts = []
    for prior, wide in ((1 - _RARE, variance), (_RARE, _WILD * variance)):
        sure = 1.0 / (share * (1 - share) * wide)
        left, right = sure * share, sure * (1 - share)
        log = betaln(left + seen[:, 0], right + seen[:, 1]) - betaln(left, right) + np.log(prior)
        left, right = left + seen[:, 0], right + seen[:, 1]
        both = left + right
        parts.append((log, left / both, left * right / (both * both * (both + 1))))
    (log0, mean0, var0), (log1, mean1, var1) = parts
    wild = 1.0 / (1.0 + np.exp(np.clip(log0 - log1, -50, 50)))
    mean = mean0 + wild * (mean1 - mean0)
    return mean, (1 - wild) * var0 + wild * var1 + wild * (1 - wild) * (mean1 - mean0) ** 2


def spread_rows(weights: Floats, shown: Floats, unseen: float, variances: Floats) -> tuple[Floats, Floats]:
    """For each bin the expected unseen rows up to and with it, and their variance; the last are `unseen` and 0."""
    size = 1 << max(1, int(len(weights) - 1).bit_length())
    mass, rows = np.zeros(size), np.zeros(size)
    mass[: len(weights)], rows[: len(shown)] = weights, shown
    mean, spread = np.ones(size), np.zeros(size)  # of the share of a node's rows up to the end of each bin
    half = 1
    level = 0
    while half < size:
        masses, seen = mass.reshape(-1, 2), rows.reshape(-1, 2)
        mass, rows = masses.sum(axis=1), seen.sum(axis=1)
        share = np.clip(np.divide(masses[:, 0], mass, out=np.ones(len(mass)), where=mass > 0), 1e-6, 1 - 1e-6)
        middle, doubt = _posterior(share, seen, variances[level])
        empty = masses[:, 1] <= 0
        middle, doubt = np.where(empty, 1.0, middle)[:, None], np.where(empty, 0.0, doubt)[:, None]
        means, spreads = mean.reshape(-1, 2, half), spread.reshape(-1, 2, half)
        low, high = means[:, 0], means[:, 1]
        spread = np.stack(
            [
                (middle**2 + doubt) * spreads[:, 0] + doubt * low**2,
                ((1 - middle) ** 2 + doubt) * spreads[:, 1] + doubt * (1 - high) ** 2,
            ],
            axis=1,
        ).reshape(-1)
        mean = np.stack([middle * low, middle + (1 - middle) * high], axis=1).reshape(-1)
        half, level = half * 2, level + 1
    mean, spread = mean[: len(weights)], spread[: len(weights)]
    return unseen * mean, unseen * mean * (1 - mean) + unseen * max(unseen - 1.0, 0.0) * spread
