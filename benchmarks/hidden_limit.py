"""What a reader could reach that knows the law of the land table: the cost that no forecast can save (H).

python -m benchmarks.hidden_limit

The reader is told more than any real one can know: growth, calendar, the drift of all weeks so far and the laws of
the noise ("law"), or even the true rate of every single day ("rates"), so that only chance is left. It draws what
may come, ends its range where rows per query are largest, and after an overflow is told the rows of every day: its
second try is the best possible. It asks no wide ranges as samples.
"""
# ruff: noqa: SLF001 - the laws by which the table is drawn are what this reader is told

from __future__ import annotations

from datetime import timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.common import arguments, keep
from benchmarks.hidden_grid import KS, RANGES
from motherlode.hidden.plan import optimum
from motherlode.interfaces.demo import land

Floats = NDArray[np.float64]
DAYS = [land.FIRST_DAY + timedelta(days=i) for i in range((land.LAST_DAY - land.FIRST_DAY).days + 1)]
DRAWS = 200
WORTH = 0.8
"""Rows, in units of k, that a query is worth: the cost hardly depends on it (0.75 to 0.88 differ by 1 %)."""


def expected() -> Floats:
    """The rate of every day by growth and calendar alone."""
    years = np.array([day.year + (day.timetuple().tm_yday - 1) / 365.25 for day in DAYS])
    rate = np.exp(np.interp(years, list(land._GROWTH), np.log(list(land._GROWTH.values()))))
    known = [land._MONTHS[d.month - 1] * land._WEEKDAYS[d.weekday()] * land._calendar_peak(d) for d in DAYS]
    return np.asarray(rate * known * np.array([land._holiday(d) for d in DAYS]))


def truth(base: Floats, seed: int) -> tuple[Floats, Floats]:
    """The drift of every week and the rate of every day, drawn as the table draws them."""
    rng = np.random.default_rng([seed, 1])
    weeks = np.arange(len(DAYS)) // 7
    drift = np.zeros(weeks[-1] + 1)
    steps = rng.normal(0.0, land._WEEKLY_NOISE * np.sqrt(1 - land._WEEKLY_MEMORY**2), len(drift))
    for week in range(1, len(drift)):
        drift[week] = land._WEEKLY_MEMORY * drift[week - 1] + steps[week]
    rate = base * np.exp(drift[weeks] + rng.normal(0.0, land._DAILY_NOISE, len(DAYS)))
    bursts = rng.random(len(DAYS)) < land._BURST_SHARE
    rate[bursts] *= rng.uniform(2.0, 4.0, int(bursts.sum()))
    return drift, rate


def drawn(base: Floats, drift: Floats, at: int, days: int, rng: np.random.Generator) -> Floats:
    """Rates that the next days may have, by all that was seen so far and the laws of the noise."""
    weeks = np.arange(at, at + days) // 7 - at // 7
    memory, step = land._WEEKLY_MEMORY, land._WEEKLY_NOISE * np.sqrt(1 - land._WEEKLY_MEMORY**2)
    level = np.zeros((DRAWS, weeks[-1] + 1))
    before = drift[at // 7 - 1] if at >= 7 else 0.0
    level[:, 0] = drift[at // 7] if at % 7 else memory * before + rng.normal(0.0, step, DRAWS)
    for week in range(1, level.shape[1]):
        level[:, week] = memory * level[:, week - 1] + rng.normal(0.0, step, DRAWS)
    rate = base[at : at + days] * np.exp(level[:, weeks] + rng.normal(0.0, land._DAILY_NOISE, (DRAWS, days)))
    burst = rng.random((DRAWS, days)) < land._BURST_SHARE
    return np.asarray(np.where(burst, rate * rng.uniform(2.0, 4.0, (DRAWS, days)), rate))


def cost(seed: int, k: int, knows: str) -> float:
    """Queries / OPT of the reader that knows."""
    rows = min(land.PAPER_ROWS, RANGES * k)
    counts, base = land.deals_per_day(rows, seed), expected()
    drift, rate = truth(base, seed)
    scale, rng = rows / rate.sum(), np.random.default_rng([seed, 8])
    total = np.concatenate([[0], np.cumsum(counts)])
    at = queries = 0
    while at < len(DAYS):
        ahead = np.cumsum(base[at:] * np.exp(drift[at // 7]) * scale * 1.15)
        days = min(len(DAYS) - at, int(np.searchsorted(ahead, 2.2 * k)) + 2)
        rates = rate[at : at + days] if knows == "rates" else drawn(base, drift, at, days, rng)
        may_be = np.cumsum(rng.poisson(np.broadcast_to(rates * scale, (DRAWS, days))), axis=1)
        fits = may_be <= k
        second = np.where(fits, may_be, 0).max(axis=1)[:, None]
        worth = (np.where(fits, may_be, second) - WORTH * k * np.where(fits, 1, 2)).mean(axis=0)
        end = at + int(np.argmax(worth)) + 1
        queries += 1
        if total[end] - total[at] > k and end > at + 1:
            queries += 1
            end = max(at + 1, int(np.searchsorted(total, total[at] + k, side="right")) - 1)
        at = end
    return queries / optimum(np.repeat(np.arange(len(DAYS)), counts), k)


def main() -> None:
    """Runs all and keeps the table."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--first-seed", type=int, default=900)
    parser.add_argument("--seeds", type=int, default=4)
    given = parser.parse_args()
    seeds = range(given.first_seed, given.first_seed + (1 if given.quick else given.seeds))
    made: list[list[Any]] = []
    for k in KS:
        found = {knows: float(np.mean([cost(seed, k, knows) for seed in seeds])) for knows in ("rates", "law")}
        made.append([k, round(found["rates"], 3), round(found["law"], 3)])
    keep(
        "hidden_limit",
        "Hidden databases: what a reader could reach that knows the law of the table",
        [(f"Queries / OPT, land tables of seeds {seeds[0]} to {seeds[-1]}",
          ["k", "true rate of every day known: chance alone", "growth, calendar, past drift and laws known"], made)],
        remarks=[
            "After an overflow this reader is told the rows of every day, so its second try is the best possible.",
            "It asks no wide ranges as samples; those pay only where answers are fair samples and k is large.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
