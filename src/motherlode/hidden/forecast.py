"""How many rows the next range of an axis will hold: learned from every answer so far (H, guided sweep).

An axis is cut into bins, of one step each where it is short enough. Three kinds of evidence are joined:
resolved ranges give exact rows per bin, whose level and rhythm carry over to the bins beside them;
an overflowing answer is a sample of its range; a count is the exact sum of a range.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from motherlode.hidden.levels import Levels, Rhythm, above, beyond
from motherlode.hidden.sample import LATE, NEARLY_WHOLE, Sample, Unevenness, by_arrival, smooth, spread_rows
from motherlode.model.hidden import Axis

Floats = NDArray[np.float64]

MOST_BINS = 1 << 16
_UNKNOWN_SCALE = 1.0
"""The same while neither a count nor resolved rows tell how many rows there are: a factor of e either way."""
_SURE_RATE = 0.05
"""The rate of a sample without a count is never believed better than this before resolved rows have confirmed it."""
_THIN = 0.03
"""A sample that shows less of its range than this tells the rows of a leaf worse than the level beside it does, count
or not."""
_FAR = 10.0
"""A count of more than so many times k rows says nothing about the next k where answers are no fair samples. A round
figure: the count of everything made the first ranges of a growing table far too short."""


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
        shapes = [self.widths] if self.rhythm is None else [self.widths, self.rhythm.weights]
        self.levels = Levels(self.known, [*shapes, self.widths], k)
        self._uneven = Unevenness(bins)
        self._biased = False
        self._fitted = 0.0

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
        if judge and rows.sum() > 0.2 * self.k:
            self.levels.judge(start, stop, float(rows.sum()))
        self.known[start:stop] = rows
        if judge:
            self._test_share(start, stop)
        self._uneven.learn(self.known, self.weights, start, stop)
        mass = float(np.nansum(self.known))
        if self.rhythm is not None and mass > 1.08 * self._fitted + 0.5 * self.k:
            self.rhythm.fit(self.known)
            self.levels.shapes[1] = self.rhythm.weights
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
        if count is None and expected < self.k and self.calibrated:  # eight errors too low: no fair samples
            self._distrust()
        if count is not None:
            mass = float(count)
        elif trusted and self._biased:  # what was expected of a range by samples that prove unfair says nothing
            mass = np.inf
        else:
            if self._biased:
                expected, doubt = self._beside(start, stop)
            mass = max(expected, self.k * 1.005)
        number = len(self.samples)
        rows = self.histogram(values, start, stop)
        late = self.histogram(values[-(size // LATE) :], start, stop)
        exact = count is not None
        self.samples.append(
            Sample(start, stop, size, size / mass, 1.0 / max(doubt, _SURE_RATE) ** 2, exact, rows, late)
        )
        self._lay_over(number, self.samples[number])
        if number == 0 and not self._biased:
            self.levels.shapes[-1] = smooth(self.sampled, self.widths)

    def _beside(self, start: int, stop: int) -> tuple[float, float]:
        """The rows of a range that overflows and their error, by the level beside it alone.

        Unfair samples must not vouch for each other: one that seems nearly whole made the next one seem so too.
        """
        best = self.levels.pick(start)
        level = max(float(self.levels.rows(start, stop, best).sum()), 1e-9)
        log, doubt = beyond(float(np.log(level)), self._spread(start, best), float(np.log(self.k)))
        return float(np.exp(min(60.0, log + doubt**2 / 2))), doubt

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

    def _test_share(self, start: int, stop: int) -> None:
        """Resolved bins must hold their share of an exact sample's rows; six standard errors are no chance.

        All bins of the sample that are known count together: many small ranges may show what none shows alone.
        """
        number = int(self.sample_of[start])
        if number < 0 or not self.samples[number].exact or self.sample_of[stop - 1] != number:
            return
        shown, there = self.samples[number].shown_of(self.known)
        expected = there * self.samples[number].rate
        if abs(shown - expected) > 6 * np.sqrt(expected + 1):
            self._distrust()

    def _distrust(self) -> None:
        """The server does not answer with fair samples: from now on only resolved ranges and counts are believed."""
        self._biased = True
        self.levels.shapes[-1] = self.widths
        for sample in self.samples:
            if not sample.exact:
                sample.rate = 0.0

    # --- outlook ------------------------------------------------------------------------------------------------

    def outlook(self, start: int, stop: int, failed: int | None = None) -> Outlook:
        """Forecast for the ranges that begin at bin `start` and end before `stop`.

        `failed` is the number of bins of a range from here that is known to overflow.
        """
        stop = min(stop, start + self._reach(start, stop))
        best = self.levels.pick(start)
        rows, spread = self.levels.rows(start, stop, best), self._spread(start, best)
        mean, error = self._with_sample(start, stop, rows, spread)
        sure = 0
        if self.totals and not self._biased:
            mean, error, sure = self._between_counts(start, stop, mean, error, spread)
        elif self.totals:
            mean, error, sure = self._with_totals(start, stop, mean, error, spread)
        logs = np.log(np.maximum(mean, 1e-9)) - error**2 / 2
        if failed is not None and sure == 0 and failed <= len(logs) and not self._nearly_whole(start):
            logs, error = above(logs, error, failed - 1, np.log(self.k))
        return Outlook(logs, error, sure)

    def _nearly_whole(self, start: int) -> bool:
        """Whether an unfair answer shows so much of its range that its rows tell more than that it overflows."""
        number = int(self.sample_of[start])
        return self._biased and number >= 0 and self.samples[number].rate >= NEARLY_WHOLE

    @property
    def calibrated(self) -> bool:
        """Whether a count or resolved rows tell the scale."""
        return bool(self.totals) or self.levels.checked

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
        best = self.levels.pick(start)
        rows = self.levels.rows(start, stop, best)
        return self._with_sample(start, stop, rows, self._spread(start, best))[0]

    def doubt(self, start: int) -> float:
        """The error of a forecast over many times k rows from here on."""
        return max(0.15, 1.2 * self._spread(start, self.levels.pick(start)))

    def spread(self, start: int) -> float:
        """The error of a forecast of k rows by the level beside them."""
        return self._spread(start, self.levels.pick(start))

    def _spread(self, start: int, expert: int) -> float:
        return self.levels.error(start, expert) if self.calibrated else _UNKNOWN_SCALE

    def _reach(self, start: int, stop: int) -> int:
        """Bins worth looking at: so many that even a forecast of a quarter of the truth passes k."""
        best = self.levels.pick(start)
        width = 256
        while start + width < stop and self.levels.rows(start, start + width, best).sum() < 4 * self.k:
            width *= 4
        return width

    def _with_sample(self, start: int, stop: int, rows: Floats, spread: float) -> tuple[Floats, Floats]:
        total = np.cumsum(rows)
        base = np.sqrt(spread**2 * (0.6 + 0.4 * np.minimum(self.k / np.maximum(total, 1.0), 20.0)))
        if not self.samples:
            return total, base
        if self._biased:
            numbers = self.sample_of[start:stop]
            return by_arrival(self.samples, numbers, self.known, start, rows, spread) or (total, base)
        number = self.sample_of[start:stop]
        rates, doubts = self._rates(number)
        covered = (number >= 0) & ((rates[number] > _THIN) | (not self.levels.beside_known(start)))
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

    def _rates(self, wanted: NDArray[np.int32]) -> tuple[Floats, Floats]:
        """For each wanted sample the share of rows that it shows, and the relative error of that share."""
        rates, doubts = np.ones(len(self.samples)), np.zeros(len(self.samples))
        for number in np.unique(wanted[wanted >= 0]).tolist():
            sample = self.samples[number]
            if sample.exact:
                rates[number] = sample.rate
                continue
            shown, there = sample.shown_of(self.known)
            rates[number] = min(1.0, (shown + sample.weight) / max(there + sample.weight / sample.rate, 1.0))
            doubts[number] = 1.0 / np.sqrt(shown + sample.weight)
        return rates, doubts

    def _with_totals(
        self, start: int, stop: int, mean: Floats, error: Floats, doubt: float
    ) -> tuple[Floats, Floats, int]:
        end, rest = next(iter(self.counted_ends(start)), (start, 0))
        if end <= start or end > stop or rest > _FAR * self.k:
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
        """A tree of halves in every stretch between counts that has a sample; elsewhere the level beside it."""
        raw = (error * mean) ** 2
        made, variance = mean.copy(), raw.copy()
        at, before, sure = start, 0.0, 0
        for end, rest in [*self.counted_ends(start), (stop, 0)]:
            last = min(end, stop)
            inside, first = slice(at - start, last - start), at - start - 1
            number = self.sample_of[at:end]
            if at >= last:
                break
            if rest and rest <= self.k and end <= stop:
                sure = end - start
            if rest and (number == number[0]).all() and self._dense(int(number[0])):
                shown = self.sampled[at:end]
                unseen = max(rest - before - float(shown.sum()), 0.0)
                levels = max(1, int(end - at - 1).bit_length())
                rows, spread = spread_rows(self.weights[at:end], shown, unseen, self._uneven.variances(levels))
                made[inside] = (before + np.cumsum(shown) + rows)[: last - at]
                variance[inside] = spread[: last - at] + 1.0
            else:
                further = mean[inside] - (mean[first] if at > start else 0.0)
                later = raw[inside] - (raw[first] if at > start else 0.0)
                made[inside] = before + further
                variance[inside] = np.maximum(later, (doubt * further) ** 2) + 1.0
            at, before = last, float(rest)
        made = np.maximum.accumulate(np.maximum(made, 1e-3))
        return made, np.sqrt(variance) / made, sure

    def _dense(self, number: int) -> bool:
        """Whether a sample shows enough of its range to tell the rows of a leaf."""
        return number >= 0 and self.samples[number].rate > _THIN

    def sampled_until(self, start: int) -> int:
        """The bin up to which counts and samples of enough rows reach from `start` on; 0 if none does."""
        best = 0
        for end, _ in self.counted_ends(start):
            if self._dense(int(self.sample_of[end - 1])):
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
