"""Where the next range should end: the most rows per cost under the forecast and its error."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtr

from motherlode.hidden.forecast import Outlook


@dataclass(frozen=True, slots=True, kw_only=True)
class Costs:
    """What a resolved and an overflowing query cost, beyond the pages that hold the rows themselves.

    `retry_fill` is the share of k that the second try resolves: high where an overflowing answer is read whole.
    """

    leaf: float = 1.0
    overflow: float = 1.0
    retry_fill: float = 0.92


def choose_end(outlook: Outlook, k: int, costs: Costs, most: int) -> int:
    """How many bins the next range takes, from 1 to `most`.

    One cycle is a success, or an overflow and its second try. Rows of a cycle over cost of a cycle is largest
    at the best end.
    """
    if outlook.sure >= most:
        return most
    logs, error = outlook.mean[:most], np.maximum(outlook.error[:most], 1e-4)
    z = (np.log(k + 0.5) - logs) / error
    success: NDArray[np.float64] = ndtr(z)
    rows = np.exp(np.minimum(logs + error**2 / 2, 60.0)) * ndtr(z - error)
    success = np.minimum.accumulate(success)  # a longer range never holds fewer rows, however unsure its end is
    if outlook.sure:
        success[: outlook.sure] = 1.0
        rows[: outlook.sure] = np.exp(np.minimum(logs + error**2 / 2, np.log(k)))[: outlook.sure]
    fail = 1.0 - success
    gain = rows + fail * costs.retry_fill * k
    cost = costs.leaf * success + fail * (costs.overflow + costs.leaf)
    worth = np.where(success > 0.02, gain / cost, 0.0)
    best = int(np.argmax(worth))
    tied = np.flatnonzero(worth >= worth[best] * (1 - 1e-9))
    return int(tied[-1]) + 1 if len(tied) and worth[best] > 0 else max(1, min(most, int(np.searchsorted(-z, 0.0))))


LEAST_ERROR = 1e-3
"""No forecast is taken to be better than this, so that its error can be divided by."""


@lru_cache(maxsize=512)
def cost_of_error(error: float) -> float:
    """Queries per k rows when ranges are chosen under forecasts of this error, and a retry fills 95 %.

    >>> cost_of_error(0.05) < cost_of_error(0.2)
    True
    """
    fill = np.linspace(0.4, 1.0, 121)
    spread = max(error, LEAST_ERROR) * fill
    z = (1 - fill) / spread
    success = ndtr(z)
    rows = fill * success - spread * np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    return float(np.min((2 - success) / (rows + (1 - success) * 0.95)))


@lru_cache(maxsize=4096)
def best_look(k: int, error: float, rate_known: bool) -> tuple[int, float]:
    """How many times k a range should hold that is asked only for its sample, and the queries per k rows then.

    A sample of k rows of a range of r·k tells the rows of a k-th part with an error of sqrt((r − 1) / k), and half as
    much again in the square while its rate must be learned; it is joined with a forecast of the given error.

    >>> best_look(3300, 0.2, True)[1] < cost_of_error(0.2) < best_look(50, 0.2, True)[1]
    True

    Beside a forecast without any error no look pays:

    >>> best_look(3300, 0.0, True)[1] > cost_of_error(0.0)
    True
    """
    error, costs = max(error, LEAST_ERROR), []
    for r in (*range(2, 12), 13, 15, 18, 22, 27, 32):
        sample = (r - 1) / k * (1.0 if rate_known else 1.5)
        costs.append((1 / r + cost_of_error(round(float((error**-2 + 1 / sample) ** -0.5), 3)), r))
    cost, width = min(costs)
    return width, cost
