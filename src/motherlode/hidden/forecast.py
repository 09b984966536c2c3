"""How many rows the next range of an axis will hold: learned from every answer so far (H, guided sweep).

An axis is cut into bins, of one step each where it is short enough. Three kinds of evidence are joined:
resolved ranges give exact rows per bin, whose level and rhythm carry over to the bins beside them;
an overflowing answer is a sample of its range; a count is the exact sum of a range.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import log_ndtr

from motherlode.hidden.calendar import BIN_NOISE, Rhythm
from motherlode.hidden.halves import Unevenness, spread_rows
from motherlode.model.hidden import Axis

Floats = NDArray[np.float64]

MOST_BINS = 1 << 16
_WINDOWS = (0.3, 1.0, 3.0, 10.0)
"""Rows, in units of k, from which the level beside a front is taken; the best of them is chosen by its errors."""
_STEADY = (1.0, 3.0)
"""The same for levels that fade with distance and hold out against single days far above the others."""
_FORGET = 0.93
"""How fast old forecast errors are forgotten, per leaf: a memory of about fourteen leaves; a guess, not swept."""
_FOLLOW = 0.2
"""How fast a steady error is taken for a trend: every expert has a twin that corrects its forecasts by it."""
_FIRST_ERROR = 0.35
"""Standard error of the logarithm of a forecast before any was checked."""
_UNKNOWN_SCALE = 1.0
"""The same while neither a count nor resolved rows tell how many rows there are: a factor of e either way."""
_SURE_RATE = 0.05
"""The rate of a sample without a count is never believed better than this before resolved rows have confirmed it."""
_LATE = 4
"""The last quarter of an answer stands for the rows just left out, where answers follow the order of arrival."""
_NEARLY_WHOLE = 0.6
"""An answer that, by the count, shows this share of its range is used even where answers are no fair samples: the
rows it leaves out are few, wherever they stand, and their number bounds its error. A round figure."""


@dataclass(slots=True)
class Sample:
    """An overflowing answer: bins start ≤ b < stop; `rate` is the share of the range's rows that it shows."""

    start: int
    stop: int
    size: int
    rate: float
    weight: float
    exact: bool
    rows: Floats
    late: Floats


@dataclass(frozen=True, slots=True)
class Outlook:
    """The forecast from a front on: for each further bin, log-mean and log-error of the rows up to and with it."""

    mean: Floats
    error: Floats
    sure: int
    """How many bins hold at most k rows for sure, because a count says so."""


class Forecast:
    """The growing knowledge of one axis inside a box."""

    def __init__(self, axis: Axis, low: int, high: int, k: int) -> None:
        self.k = k
        steps = high - low + 1
        bins = min(steps, MOST_BINS)
        self.edges: NDArray[np.int64] = low + (np.arange(bins + 1) * steps) // bins
        self.widths = np.diff(self.edges).astype(np.float64)
        self.known: Floats = np.full(bins, np.nan)
        self.sampled: Floats = np.zeros(bins)
        self.sample_of: NDArray[np.int32] = np.full(bins, -1, dtype=np.int32)
        self.samples: list[Sample] = []
        self.totals: list[tuple[int, int, int]] = []
        self.rhythm = Rhythm(low, bins) if axis.kind == "date" and bins == steps else None
        self._shapes: list[Floats] = [self.widths]
        if self.rhythm is not None:
            self._shapes.append(self.rhythm.weights)
        self._shapes.append(self.widths)
        self._experts = [
            *((shape, window, True) for shape in range(len(self._shapes)) for window in _STEADY),
            *((shape, window, False) for shape in range(len(self._shapes)) for window in _WINDOWS),
        ]
        self._errors: Floats = np.full(2 * len(self._experts), 2 * _FIRST_ERROR**2)
        self._trend: Floats = np.zeros(len(self._experts))
        self._own_errors = 2 * _FIRST_ERROR**2
        self._weight = 2.0
        self._uneven = Unevenness(bins)
        self._biased = False
        self._fitted = 0.0
        self.guess: float | None = None

    # --- evidence -----------------------------------------------------------------------------------------------

    def bin_of(self, value: int) -> int:
        """The bin that holds a value."""
        return int(np.searchsorted(self.edges, value, side="right")) - 1

    def histogram(self, values: NDArray[np.int64], start: int, stop: int) -> Floats:
        """Rows per bin of start ≤ b < stop."""
        found = np.searchsorted(self.edges, values, side="right") - 1 - start
        found = found[(found >= 0) & (found < stop - start)]
        return np.bincount(found, minlength=stop - start).astype(np.float64)

    def resolve(self, start: int, stop: int, values: NDArray[np.int64], *, judge: bool = True) -> None:
        """Takes in the exact rows of a range."""
        rows = self.histogram(values, start, stop)
        if judge:
            self._test_share(start, stop, rows)
        if judge and rows.sum() > 0.2 * self.k:
            self._judge(start, stop, float(rows.sum()))
        self.known[start:stop] = rows
        self._uneven.learn(self.known, self.weights, start, stop)
        mass = float(np.nansum(self.known))
        if self.rhythm is not None and mass > 1.08 * self._fitted + 0.5 * self.k:
            self.rhythm.fit(self.known)
            self._shapes[1] = self.rhythm.weights
            self._fitted = mass

    def overflow(
        self, start: int, stop: int, values: NDArray[np.int64], count: int | None, expected: float, doubt: float
    ) -> None:
        """Takes in an overflowing answer: a sample, and the exact sum if a count is shown."""
        if count is not None:
            self.totals.append((start, stop, count))
        if len(values) < min(50, self.k):  # a single page says little about a range of thousands of rows
            return
        size = len(values)
        trusted = not self._biased
        self._test_order(start, stop, values)
        if count is not None:
            mass = float(count)
        else:  # what was expected of a range by samples that prove unfair says nothing
            mass = np.inf if trusted and self._biased else max(expected, self.k * 1.005)
        number = len(self.samples)
        rows = self.histogram(values, start, stop)
        late = self.histogram(values[-(size // _LATE) :], start, stop)
        exact = count is not None
        self.samples.append(Sample(start, stop, size, size / mass, 1.0 / max(doubt, _SURE_RATE) ** 2, exact, rows, late))
        self._lay_over(number, self.samples[number])
        if number == 0 and not self._biased:
            self._shapes[-1] = _smooth(self.sampled, self.widths)

    def _lay_over(self, number: int, sample: Sample) -> None:
        """Where two samples overlap, the one that shows more is taken."""
        inside = slice(sample.start, sample.stop)
        before, shown = self.sample_of[inside], self.sampled[inside]
        for other in np.unique(before).tolist():
            place = before == other
            if other < 0 or sample.rows[place].sum() >= shown[place].sum():
                shown[place], before[place] = sample.rows[place], number

    def _test_order(self, start: int, stop: int, values: NDArray[np.int64]) -> None:
        """Compares an overflowing answer with the wider one around it: fair samples have the same distribution.

        A two-sample Kolmogorov–Smirnov test; 2.7 is passed by chance once in a million fair answers.
        """
        inside = self.sampled[start:stop].sum()
        around = self.sample_of[start:stop]
        if inside < 40 or self._biased or (around != around[0]).any():
            return
        mine = self.histogram(values, start, stop)
        gap = np.abs(np.cumsum(mine) / max(mine.sum(), 1.0) - np.cumsum(self.sampled[start:stop]) / inside).max()
        size = np.sqrt(inside * mine.sum() / (inside + mine.sum()))
        if gap * size > 2.7:
            self._distrust()

    def _test_share(self, start: int, stop: int, rows: Floats) -> None:
        """A resolved range must hold its share of an exact sample's rows; six standard errors are no chance."""
        number = int(self.sample_of[start])
        if number < 0 or not self.samples[number].exact or self.sample_of[stop - 1] != number:
            return
        expected, shown = float(rows.sum()) * self.samples[number].rate, float(self.sampled[start:stop].sum())
        if abs(shown - expected) > 6 * np.sqrt(shown + expected + 1):
            self._distrust()

    def _distrust(self) -> None:
        """The server does not answer with fair samples: from now on only resolved ranges and counts are believed."""
        self._biased = True
        self._shapes[-1] = self.widths
        for sample in self.samples:
            if not sample.exact:
                sample.rate = 0.0

    # --- outlook ------------------------------------------------------------------------------------------------

    def outlook(self, start: int, stop: int, failed: int | None = None) -> Outlook:
        """Forecast for the ranges that begin at bin `start` and end before `stop`.

        `failed` is the number of bins of a range from here that is known to overflow.
        """
        stop = min(stop, start + self._reach(start, stop))
        best = self._pick(start)
        rows = self._rows(start, stop, best)
        mean, error = self._with_sample(start, stop, rows, self._spread(start, best))
        if self.totals and not self._biased:
            mean, error, sure = self._between_counts(start, stop, mean, error, self._spread(start, best))
        else:
            mean, error, sure = self._with_totals(start, stop, mean, error, self._spread(start, best))
        logs = np.log(np.maximum(mean, 1e-9)) - error**2 / 2
        if failed is not None and sure == 0 and failed <= len(logs) and not self._biased:
            logs, error = _above(logs, error, failed - 1, np.log(self.k))
        return Outlook(logs, error, sure)

    @property
    def calibrated(self) -> bool:
        """Whether a count or resolved rows tell the scale."""
        return bool(self.totals) or self._weight > 2.5

    @property
    def samples_hold(self) -> bool:
        """Whether overflowing answers have proved to be fair samples of their ranges."""
        return not self._biased

    @property
    def weights(self) -> Floats:
        """Relative rows per bin where nothing else is known: the rhythm of a calendar, or the width."""
        return self.widths if self.rhythm is None else self.rhythm.weights

    def block(self, place: int, rows: float) -> None:
        """A single bin that overflows is left to another axis; its rows still tell the level."""
        self.known[place] = rows

    def back(self, start: int, rows: float) -> int:
        """The bin from which the known bins before `start` hold about so many rows."""
        before = self.known[max(0, start - 4096) : start][::-1]
        unknown = np.flatnonzero(np.isnan(before))
        length = int(unknown[0]) if len(unknown) else len(before)
        if not length:
            return start
        return start - min(length, int(np.searchsorted(np.cumsum(before[:length]), rows)))

    def rows_known(self, start: int, stop: int) -> float:
        """Known rows of a range."""
        return float(np.nansum(self.known[start:stop]))

    def mass(self, start: int, stop: int) -> float:
        """Expected rows of a range of unknown bins."""
        return float(self._ahead(start, stop)[-1])

    def length_of(self, start: int, stop: int, rows: float) -> int:
        """How many bins from `start` on are expected to hold so many rows."""
        return min(stop - start, int(np.searchsorted(self._ahead(start, stop), rows)) + 1)

    def _ahead(self, start: int, stop: int) -> Floats:
        best = self._pick(start)
        rows = self._rows(start, stop, best)
        return self._with_sample(start, stop, rows, self._spread(start, best))[0]

    def _pick(self, start: int) -> int:
        """The expert with the smallest errors; beside unknown bins only the shape of the first sample counts."""
        if start == 0 or np.isnan(self.known[start - 1]):
            return len(self._experts) - 1
        return int(np.argmin(self._errors))

    def doubt(self, start: int) -> float:
        """The error of a forecast over many times k rows from here on."""
        return max(0.15, 1.2 * self._spread(start, self._pick(start)))

    def _spread(self, start: int, expert: int) -> float:
        # the errors of the forecasts made, not of the expert that looks best afterwards
        learned = float(np.sqrt(max(self._errors[expert], self._own_errors) / self._weight))
        if not self.calibrated:
            return _UNKNOWN_SCALE
        return max(learned, _FIRST_ERROR) if start == 0 or np.isnan(self.known[start - 1]) else learned

    def _reach(self, start: int, stop: int) -> int:
        """Bins worth looking at: so many that even a forecast of a quarter of the truth passes k."""
        best = self._pick(start)
        width = 256
        while start + width < stop and self._rows(start, start + width, best).sum() < 4 * self.k:
            width *= 4
        return width

    def _rows(self, start: int, stop: int, expert: int) -> Floats:
        plain = expert % len(self._experts)
        shape, window, steady = self._experts[plain]
        weights = self._shapes[shape]
        level = self._level(start, weights, (3 if steady else 1) * window * self.k)
        if steady:
            level = self._steady_level(start, weights, window * self.k, level)
        if plain != expert:
            level *= float(np.exp(self._trend[plain]))
        return weights[start:stop] * level

    def _steady_level(self, start: int, weights: Floats, window: float, level: float) -> float:
        """Rows per weight before a front, nearer bins counting more; what stands out of a bin is cut off."""
        first = self.back(start, 3 * window)
        if first == start:
            return level
        rows, weights = self.known[first:start], weights[first:start]
        near = np.exp(-(np.cumsum(rows[::-1])[::-1] - rows / 2) / window)
        for _ in range(3):
            mean = np.maximum(level * weights, 1e-9)
            trust = near * mean / (1.0 + BIN_NOISE * mean)
            off = np.minimum(rows / mean - 1.0, 1.0 + 3.0 / np.sqrt(mean))
            level *= float(np.exp(np.clip((trust * off).sum() / max(trust.sum(), 1e-12), -1.0, 1.0)))
        return level

    def _level(self, start: int, weights: Floats, window: float) -> float:
        """Rows per weight in the known bins before a front, or after its gap, or in the whole."""
        first = max(0, start - 4096)
        before = self.known[first:start][::-1]
        unknown = np.flatnonzero(np.isnan(before))
        length = int(unknown[0]) if len(unknown) else len(before)
        if length:
            rows = np.cumsum(before[:length])
            end = min(length - 1, int(np.searchsorted(rows, window)))
            weight = float(weights[start - end - 1 : start].sum())
            if rows[end] > 0 and weight > 0:
                return float((rows[end] + 1.0) / weight)
        known = ~np.isnan(self.known)
        weight = float(weights[known].sum())
        mass = float(self.known[known].sum())
        if self.guess is not None:
            whole = float(weights.sum())
            return (mass + self.guess * 0.05) / max(weight + 0.05 * whole, 1e-12) if mass else self.guess / whole
        return (mass + 1.0) / max(weight, 1e-12)

    def _with_sample(self, start: int, stop: int, rows: Floats, spread: float) -> tuple[Floats, Floats]:
        total = np.cumsum(rows)
        base = np.sqrt(spread**2 * (0.6 + 0.4 * np.minimum(self.k / np.maximum(total, 1.0), 20.0)))
        if not self.samples:
            return total, base
        if self._biased:
            return self._by_arrival(start, stop, rows, base, spread)
        number = self.sample_of[start:stop]
        rates, doubts = self._rates(number)
        covered = number >= 0
        rate = np.where(covered, rates[number], 1.0)
        seen = np.cumsum(np.where(covered, self.sampled[start:stop], 0.0))
        shown = np.cumsum(np.where(covered, self.sampled[start:stop] / rate, 0.0)) + 0.5 / rate
        doubt = np.where(covered, doubts[number], 0.0)
        inside, beyond = np.cumsum(np.where(covered, rows, 0.0)) + 1e-9, np.cumsum(np.where(covered, 0.0, rows))
        # two estimates of the same rows, weighed by their relative errors
        from_sides = 1.0 / base**2
        from_sample = 1.0 / (doubt**2 + (1.0 - np.minimum(seen / shown, 1.0)) / (seen + 1.0) + 1e-5)
        from_sample[inside < 1e-6] = 1e-9
        logs = (from_sides * np.log(inside) + from_sample * np.log(shown)) / (from_sides + from_sample)
        joined = np.maximum(np.exp(logs), seen)
        mean = joined + beyond * np.clip(joined / inside, 0.2, 5.0)
        variance = joined**2 / (from_sides + from_sample) + (spread * beyond) ** 2
        return mean, np.sqrt(variance) / np.maximum(mean, 1.0)

    def _by_arrival(self, start: int, stop: int, rows: Floats, base: Floats, spread: float) -> tuple[Floats, Floats]:
        """Forecast where answers are no fair samples: the rows left out stand where the last rows of the answer do."""
        made, doubt = rows.copy(), np.zeros(len(rows))
        free = np.ones(len(rows), dtype=bool)
        numbers = self.sample_of[start:stop]
        for number in np.unique(numbers[numbers >= 0]).tolist():
            sample = self.samples[number]
            if sample.rate < _NEARLY_WHOLE:
                continue
            here = numbers == number
            inside = np.flatnonzero(here) + start - sample.start
            left_out, error, late = self._left_out(sample)
            made[here] = sample.rows[inside] + left_out * late[inside]
            doubt[here] = error * late[inside]
            free &= ~here
        if free.all():
            return np.cumsum(rows), base
        mean = np.cumsum(made)
        variance = np.cumsum(doubt) ** 2 + (spread * np.cumsum(np.where(free, rows, 0.0))) ** 2
        return mean, np.sqrt(variance + 1.0) / np.maximum(mean, 1.0)

    def _left_out(self, sample: Sample) -> tuple[float, float, Floats]:
        """How many rows of the unknown bins a sample leaves out, the error of that, and their shares of the bins."""
        known = self.known[sample.start : sample.stop]
        unknown = np.isnan(known)
        late = (sample.late + 0.02 * sample.rows) / max(float((sample.late + 0.02 * sample.rows).sum()), 1.0)
        gone = float(late[~unknown].sum())
        found = max(0.0, float(np.nansum(known)) - float(sample.rows[~unknown].sum()))
        late = np.where(unknown, late, 0.0) / max(1.0 - gone, 1e-6)
        total = sample.size / sample.rate - sample.size
        if sample.exact:
            rest = max(0.0, total - found)
            return rest, 0.3 * rest, late
        doubt = sample.size / sample.rate / np.sqrt(sample.weight)
        firm = gone / (gone + 0.3)
        whole = firm * found / max(gone, 1e-6) + (1 - firm) * total
        return whole * (1 - gone), ((1 - firm) * doubt + 0.3 * whole) * (1 - gone), late

    def _rates(self, wanted: NDArray[np.int32]) -> tuple[Floats, Floats]:
        """For each wanted sample the share of rows that it shows, and the relative error of that share."""
        rates, doubts = np.ones(len(self.samples)), np.zeros(len(self.samples))
        for number in np.unique(wanted[wanted >= 0]).tolist():
            sample = self.samples[number]
            if sample.exact:
                rates[number] = sample.rate
                continue
            inside = slice(sample.start, sample.stop)
            mine = ~np.isnan(self.known[inside])
            shown = float(sample.rows[mine].sum())
            there = float(self.known[inside][mine].sum())
            rates[number] = min(1.0, (shown + sample.weight) / max(there + sample.weight / sample.rate, 1.0))
            doubts[number] = 1.0 / np.sqrt(shown + sample.weight)
        return rates, doubts

    def _with_totals(
        self, start: int, stop: int, mean: Floats, error: Floats, doubt: float
    ) -> tuple[Floats, Floats, int]:
        end, rest = self.exact_from(start)
        if end <= start or end > stop:
            return mean, error, 0
        place = end - start - 1
        mean, error = np.maximum(mean, 1e-9), np.maximum(error, 1e-6)
        far = np.maximum(1.0, mean / (3.0 * self.k)) ** 2
        variance = (error * mean) ** 2 * far
        share = np.minimum(variance / max(variance[place], 1e-12), 1.0)
        new = mean.copy()
        inside = slice(0, place + 1)
        new[inside] = mean[inside] + share[inside] * (rest - mean[place])
        new[place + 1 :] = rest + (mean[place + 1 :] - mean[place])
        spread = variance.copy()
        spread[inside] = variance[inside] * (1 - share[inside]) + 1e-4
        beyond = new[place + 1 :] - rest
        spread[place + 1 :] = np.maximum(variance[place + 1 :] - variance[place], (doubt * beyond) ** 2) + 1e-4
        new = np.maximum.accumulate(np.maximum(new, 1e-3))
        return new, np.sqrt(spread) / new, (place + 1 if rest <= self.k else 0)

    def _between_counts(
        self, start: int, stop: int, mean: Floats, error: Floats, doubt: float
    ) -> tuple[Floats, Floats, int]:
        made, variance = mean.copy(), (error * mean) ** 2
        at, before, sure = start, 0.0, 0
        ends = self.counted_ends(start)
        for end, rest in ends:
            number = self.sample_of[at:end]
            last = min(end, stop)
            inside = slice(at - start, last - start)
            if rest <= self.k and end <= stop:
                sure = end - start
            count = rest - before
            if (number == number[0]).all() and (number[0] >= 0) and (end != ends[-1][0] or len(ends) == 1 or rest < 40 * self.k):
                shown = self.sampled[at:end]
                unseen = max(count - float(shown.sum()), 0.0)
                levels = max(1, int(end - at - 1).bit_length())
                rows, spread = spread_rows(self.weights[at:end], shown, unseen, self._uneven.variances(levels))
                made[inside] = (before + np.cumsum(shown) + rows)[: last - at]
                variance[inside] = spread[: last - at] + 1.0
            else:
                place = at - start
                base = mean[place - 1] if place else 0.0
                made[inside] = before + mean[inside] - base
                variance[inside] = np.maximum(variance[inside] - (variance[place - 1] if place else 0.0), (doubt * (made[inside] - before)) ** 2) + 1.0
            at, before = last, float(rest)
            if at >= stop:
                break
        if at < stop:
            place = at - start
            base = mean[place - 1] if place else 0.0
            made[place:] = before + mean[place:] - base
            variance[place:] = np.maximum(variance[place:] - (variance[place - 1] if place else 0.0), (doubt * (made[place:] - before)) ** 2) + 1.0
        made = np.maximum.accumulate(np.maximum(made, 1e-3))
        return made, np.sqrt(variance) / made, sure

    def sampled_until(self, start: int) -> int:
        """The bin up to which counts and samples of at least a few per cent reach from `start` on; 0 if none does."""
        best = 0
        for end, rest in self.counted_ends(start):
            number = int(self.sample_of[end - 1])
            if number >= 0 and self.samples[number].rate > 0.03:
                best = end
        return best

    def counted_ends(self, start: int) -> list[tuple[int, int]]:
        """The bins up to which the rows from `start` on are known exactly, nearest first, and how many they are."""
        ends: dict[int, int] = {}
        for first, stop, count in self.totals:
            if not first <= start < stop:
                continue
            inside = self.known[first:stop]
            unknown = np.isnan(inside)
            if unknown[: start - first].any() or not unknown[start - first :].all():
                continue
            ends[stop] = max(0, count - int(np.nansum(inside)))
        for first, stop, count in sorted(self.totals):  # ranges counted ahead begin where another ends
            if first > start and first in ends and np.isnan(self.known[first:stop]).all():
                ends.setdefault(stop, ends[first] + count)
        return sorted(ends.items())

    def exact_from(self, start: int) -> tuple[int, int]:
        """The nearest bin up to which the rows from `start` on are known exactly, and how many they are."""
        best = (start, 0)
        for first, stop, count in self.totals:
            if not first <= start < stop or (best[0] > start and stop >= best[0]):
                continue
            inside = self.known[first:stop]
            unknown = np.isnan(inside)
            gap = np.flatnonzero(~unknown[start - first :])
            if unknown[: start - first].any() or len(gap):
                continue
            best = (stop, max(0, count - int(np.nansum(inside))))
        return best

    def _judge(self, start: int, stop: int, rows: float) -> None:
        """Scores every expert's forecast of a range that has just been resolved."""
        shown = np.array([self._rows(start, stop, e).sum() for e in range(len(self._experts))])
        off = np.clip(np.log((rows + 1.0) / (shown + 1.0)), -0.7, 0.7)
        errors = np.concatenate([off, off - self._trend]) ** 2
        self._own_errors = _FORGET * self._own_errors + float(errors[np.argmin(self._errors)])
        self._errors = _FORGET * self._errors + errors
        self._trend += _FOLLOW * (off - self._trend)
        self._weight = _FORGET * self._weight + 1.0


def beyond(log: float, error: float, limit: float) -> tuple[float, float]:
    """Mean and error of a normal forecast, given that the truth lies above the limit."""
    z = float(np.clip((limit - log) / max(error, 1e-6), -8, 8))
    mills = float(np.exp(-0.5 * z * z - 0.5 * np.log(2 * np.pi) - log_ndtr(-z)))
    return log + error * mills, error * float(np.sqrt(max(1.0 - mills * (mills - z), 0.1)))


def _above(logs: Floats, error: Floats, place: int, limit: float) -> tuple[Floats, Floats]:
    """The forecast, given that the rows up to `place` are more than the limit: a truncated normal law."""
    log, left = beyond(float(logs[place]), float(error[place]), limit)
    shrink = (left / max(float(error[place]), 1e-6)) ** 2
    return logs + (log - logs[place]), error * np.sqrt(0.3 + 0.7 * shrink)


def _smooth(sampled: Floats, widths: Floats) -> Floats:
    """A density that is constant between every 25th row of the sample, in sample rows per bin."""
    total = np.cumsum(sampled)
    if total[-1] < 50:
        return widths
    block = np.minimum((total - sampled / 2) // 25, total[-1] // 25 - 1).astype(np.int64)
    mass = np.bincount(block, weights=sampled)
    width = np.bincount(block, weights=widths)
    density = (mass + 0.5) / np.maximum(width, 1e-9)
    return np.asarray(density[block] * widths)
