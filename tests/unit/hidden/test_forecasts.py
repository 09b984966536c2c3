"""Laws of the forecasts: rows between counts, rows left out by answers in order of arrival, levels."""

from __future__ import annotations

from datetime import date, timedelta

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.hidden.forecast import Forecast
from motherlode.hidden.levels import Rhythm
from motherlode.hidden.sample import Sample, Unevenness, spread_rows
from motherlode.model.hidden import Axis


@given(
    bins=st.lists(st.tuples(st.floats(0.01, 5.0), st.integers(0, 40)), min_size=2, max_size=70),
    unseen=st.integers(0, 10_000),
    variance=st.floats(0.001, 4.0),
)
@settings(max_examples=60, deadline=None)
def test_unseen_rows_grow_to_their_number_and_are_sure_at_the_end(bins, unseen, variance) -> None:
    weights, shown = np.array([w for w, _ in bins]), np.array([float(s) for _, s in bins])
    rows, spread = spread_rows(weights, shown, unseen, np.full(12, variance))
    assert (np.diff(rows) >= -1e-9 * (unseen + 1)).all()
    assert rows[-1] == pytest.approx(unseen)
    assert spread[-1] == pytest.approx(0.0, abs=1e-6 * (unseen + 1) ** 2)
    assert (spread >= -1e-9 * (unseen + 1) ** 2).all()


def test_the_tree_foretells_the_rows_of_a_range_within_its_error() -> None:
    rng = np.random.default_rng(7)
    off = []
    for _ in range(60):
        rate = 200 * np.exp(rng.normal(0, 0.25, 160))
        rows = rng.poisson(rate)
        shown = rng.multivariate_hypergeometric(rows, 2000)
        uneven = Unevenness(160)
        for _ in range(3):
            uneven.learn(rng.poisson(200 * np.exp(rng.normal(0, 0.25, 160))).astype(float), np.ones(160), 0, 160)
        mean, spread = spread_rows(np.ones(160), shown.astype(float), rows.sum() - 2000.0, uneven.variances(8))
        place = 25
        truth = float((rows - shown)[: place + 1].sum())
        off.append((truth - mean[place]) / np.sqrt(spread[place]))
    assert 0.7 < float(np.sqrt(np.mean(np.square(off)))) < 1.3


def test_even_halves_are_learned_to_be_even() -> None:
    uneven = Unevenness(256)
    before = uneven.variances(8)
    uneven.learn(np.full(256, 100.0), np.ones(256), 0, 256)
    assert (uneven.variances(4) < before[:4] / 3).all()


def test_rows_left_out_stand_where_the_last_rows_of_the_answer_do() -> None:
    rows, late = np.array([50.0, 40.0, 10.0, 0.0]), np.array([0.0, 5.0, 10.0, 0.0])
    sample = Sample(0, 4, 100, 100 / 130, 1.0, True, rows, late)
    left_out, _, share = sample.left_out(np.full(4, np.nan))
    assert left_out == pytest.approx(30.0)
    assert share.sum() == pytest.approx(1.0)
    assert share[2] > share[1] > share[0]
    left_out, _, share = sample.left_out(np.array([50.0, 52.0, np.nan, np.nan]))
    assert left_out == pytest.approx(18.0)
    assert share[:2].sum() == 0


def test_an_overflow_of_an_unknown_table_is_no_proof_of_a_narrow_one() -> None:
    forecast = Forecast(Axis("a", "number", 0, 999), 0, 999, 100)
    forecast.levels.guess = 4000.0
    values = np.repeat(np.arange(0, 1000, 10), 1)
    forecast.overflow(0, 1000, values, None, 4000.0, 1.5)
    outlook = forecast.outlook(0, 1000)
    assert outlook.error.min() > 0.3


def test_a_samples_rate_comes_from_every_row_resolved_since() -> None:
    forecast = Forecast(Axis("a", "number", 0, 99), 0, 99, 100)
    wide, narrow = np.repeat(np.arange(100), 1), np.repeat(np.arange(50), 2)
    forecast.overflow(0, 100, wide, None, 105.0, 0.1)
    forecast.overflow(0, 50, narrow, None, 105.0, 0.1)
    forecast.resolve(0, 20, np.repeat(np.arange(20), 5))
    rates, _ = forecast._rates(np.array([0, 1], dtype=np.int32))
    assert rates[0] < 0.7  # 20 rows of 100, and what was believed before
    assert rates[0] < rates[1]


def test_quiet_dates_and_weekdays_are_learned_through_growth() -> None:
    first = date(2001, 1, 1)
    days = [first + timedelta(days=i) for i in range(6 * 365)]
    quiet = np.array([0.1 if d.month == 10 and d.day <= 7 else 1.0 for d in days])
    weekend = np.array([0.2 if d.weekday() > 4 else 1.0 for d in days])
    rows = np.random.default_rng(3).poisson(40 * np.exp(np.arange(len(days)) / 800) * quiet * weekend).astype(float)
    known = np.where(np.arange(len(days)) < 5 * 365 + 1, rows, np.nan)  # the last year is to be foretold
    rhythm = Rhythm(first.toordinal(), len(days))
    rhythm.fit(known)
    weight = {day: rhythm.weights[i] for i, day in enumerate(days)}
    assert weight[date(2006, 10, 4)] < 0.3 * weight[date(2006, 9, 27)]
    assert weight[date(2006, 6, 10)] < 0.35 * weight[date(2006, 6, 8)]
    assert weight[date(2006, 12, 20)] == pytest.approx(weight[date(2006, 1, 18)], rel=0.25)  # growth is no season
