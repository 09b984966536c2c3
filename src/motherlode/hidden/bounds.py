"""The physical limit and the best possible on one axis: what every strategy is judged against."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def lower_bound(rows: int, k: int) -> int:
    """LB: a query shows at most k rows, so fewer queries cannot show them all; one is needed in any case."""
    return max(1, -(-rows // k))


def optimum(values: NDArray[np.int64], k: int) -> int:
    """OPT: the fewest ranges of at most k rows that cover all values of one axis.

    A value with more than k rows takes a range of its own. Filling from the left is best: no range of another
    cover ends further right than the range of the same number here.

    >>> optimum(np.array([1, 1, 2, 2, 3]), 3)
    2
    """
    _, counts = np.unique(values, return_counts=True)
    ranges, filled = 0, k + 1
    for count in counts.tolist():
        if filled + count > k:
            ranges, filled = ranges + 1, 0
        filled += count
    return max(1, ranges)
