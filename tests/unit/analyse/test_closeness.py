"""What dates say of a collection: the worth of a gap, and the limit that short stories set."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from motherlode.analyse.closeness import Gaps, own_limit


def test_dates_are_worth_much_only_where_near_texts_lie_near_in_time() -> None:
    count = 60
    partner = np.arange(count) ^ 1
    links = sparse.csr_matrix((np.ones(count), (np.arange(count), partner)), shape=(count, count))
    days = np.repeat(np.arange(count // 2), 2) * 24.0 * 10
    told, silent = Gaps(), Gaps()
    told.learn(links, days)
    silent.learn(links, np.zeros(count))
    gaps = np.array([0.0, 24.0 * 60, np.nan])
    assert told.worth(gaps)[0] > 1
    assert told.worth(gaps)[1] < 0
    assert told.worth(gaps)[2] == 0
    assert abs(silent.worth(gaps)[0]) < 0.1


def test_the_limit_is_where_likely_pairs_stop_being_near_in_time() -> None:
    odds = np.linspace(6.0, -4.0, 400)
    short = np.where(odds > 1.0, 2.0, 24.0 * 40)
    assert abs(own_limit(odds, short, usual=0.05) - 1.0) < 0.7
    assert own_limit(odds, np.full(400, 24.0 * 40), usual=0.05) == -np.inf  # a saga
    assert own_limit(odds, np.full(400, 2.0), usual=0.95) == -np.inf  # all in one week
    assert own_limit(odds[:20], short[:20], usual=0.05) == -np.inf  # too few
