"""Laws of the strategies in simulation: every row exactly once, or a list that names what stays hidden."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.hidden.batch import Batch, fill
from motherlode.hidden.classic import Binary, SortBased, ThreeSection
from motherlode.hidden.guided import Guided
from motherlode.hidden.plan import History, cross_section, lower_bound, optimum, whole
from motherlode.hidden.simulate import Shows, Table, simulate
from motherlode.hidden.sorted_sweep import SortedSweep
from motherlode.hidden.sweep import Costs, Step, Sweep
from motherlode.interfaces.demo.land import FIRST_DAY, LAST_DAY, deals_per_day, land_table
from motherlode.model.hidden import Axis, Seen

DAYS = Axis("day", "date", FIRST_DAY.toordinal(), LAST_DAY.toordinal())


def _make(name: str, axes: tuple[Axis, ...], k: int):
    return {
        "binary": lambda: Binary(axes, k),
        "sort-based": lambda: SortBased(axes, k),
        "three-section": lambda: ThreeSection(axes, k),
        "guided": lambda: Guided(axes, k),
        "guided by pages": lambda: Guided(axes, k, costs=Costs(leaf=0.5), enough=5),
    }[name]()


@pytest.mark.parametrize("name", ["binary", "sort-based", "three-section", "guided", "guided by pages"])
@given(
    values=st.lists(st.tuples(st.integers(0, 40), st.integers(0, 3), st.integers(-5, 5)), min_size=1, max_size=120),
    k=st.integers(2, 12),
    count=st.booleans(),
    order=st.sampled_from(["random", "insertion", "sorted"]),
    workers=st.integers(1, 6),
)
@settings(max_examples=25, deadline=None)
def test_every_row_once_or_listed(name, values, k, count, order, workers) -> None:
    axes = (Axis("a", "number", 0, 40), Axis("b", "category", 0, 3, ("p", "q", "r", "s")), Axis("c", "number", -5, 5))
    points = np.array(values, dtype=np.int64)
    table = Table(axes, points, Shows(k=k, page=5, count=count), order)
    planner = _make(name, axes, k)
    bill = simulate(planner, table, workers)
    hidden = sum(int(np.all((points >= [s[0] for s in u.box]) & (points <= [s[1] for s in u.box]), axis=1).sum())
                 for u in planner.unreachable)  # fmt: skip
    assert bill.rows + hidden == len(points)
    seen = np.zeros(len(points), dtype=int)
    for leaf in planner.leaves:
        inside = np.all((points >= [s[0] for s in leaf.box]) & (points <= [s[1] for s in leaf.box]), axis=1)
        assert inside.sum() == leaf.rows <= k
        seen += inside
    assert seen.max(initial=0) <= 1


@given(
    values=st.lists(st.integers(0, 300), min_size=1, max_size=300),
    k=st.integers(3, 20),
    order=st.sampled_from(["random", "insertion", "sorted"]),
)
@settings(max_examples=40, deadline=None)
def test_batch_and_sorted_sweep_read_every_row_or_hand_it_on(values, k, order) -> None:
    axes = (Axis("a", "number", 0, 300),)
    points = np.array(values, dtype=np.int64)[:, None]
    for planner in (SortedSweep(axes, k, 0), Batch(axes, k, 0), Batch(axes, k, 0, fair=False)):
        bill = simulate(planner, Table(axes, points, Shows(k=k, page=5, count=True, sort=True), order), 1000)
        left = sum(int(((points >= box[0][0]) & (points <= box[0][1])).sum()) for box in planner.rest)
        assert bill.rows + left == len(points)


@given(st.lists(st.integers(0, 50), min_size=1, max_size=200), st.integers(1, 20))
def test_optimum_lies_between_the_limit_and_one_range_a_value(values, k) -> None:
    best = optimum(np.array(values), k)
    assert best <= len(set(values))
    if max(values.count(v) for v in set(values)) <= k:
        assert best >= lower_bound(len(values), k)


@pytest.fixture(scope="module")
def deals() -> np.ndarray:
    return (land_table(150_000).days.astype(np.int64) + DAYS.low)[:, None]


FLOORS = {
    # strategy, what the site shows, order of an overflowing answer → queries over OPT at k = 2500
    ("sorted", "sort", "random"): 1.01,
    ("guided", "count", "random"): 1.45,
    ("guided", "bit", "random"): 1.75,
    ("guided", "bit", "insertion"): 1.75,
    ("batch", "count", "random"): 1.45,
}


@pytest.mark.parametrize(("name", "shows", "order"), FLOORS)
def test_floors_on_the_land_table(deals, name, shows, order) -> None:
    k = 2500
    table = Table((DAYS,), deals, Shows(k=k, count=shows == "count", sort=shows == "sort"), order)
    planner = {
        "sorted": lambda: SortedSweep((DAYS,), k, 0),
        "guided": lambda: Guided((DAYS,), k),
        "batch": lambda: Batch((DAYS,), k, 0),
    }[name]()
    bill = simulate(planner, table, 10_000 if name == "batch" else 1)
    assert bill.rows == len(deals)
    assert bill.queries / optimum(deals[:, 0], k) <= FLOORS[name, shows, order]
    if name == "batch":
        assert bill.rounds <= 5


@pytest.fixture(scope="module")
def all_deals() -> np.ndarray:
    return (land_table().days.astype(np.int64) + DAYS.low)[:, None]


@pytest.mark.parametrize("order", ["insertion", "sorted"])
@pytest.mark.parametrize("known", [False, True], ids=["found by counts", "found by the probe"])
@pytest.mark.parametrize(
    ("table", "k", "most"), [("deals", 500, 1.7), ("deals", 1500, 1.7), ("all_deals", 5000, 1.6)]
)
def test_batch_does_not_trust_answers_that_are_no_fair_samples(request, table, order, known, k, most) -> None:
    points = request.getfixturevalue(table)
    planner = Batch((DAYS,), k, 0, fair=not known)
    bill = simulate(planner, Table((DAYS,), points, Shows(k=k, count=True), order), 10_000)
    assert bill.rows + sum(int((points == box[0][0]).sum()) for box in planner.rest) == len(points)
    assert bill.rounds <= 6
    assert bill.queries / optimum(points[:, 0], k) <= most


def test_batch_reads_the_whole_land_table_in_four_rounds(all_deals) -> None:
    bill = simulate(Batch((DAYS,), 5000, 0), Table((DAYS,), all_deals, Shows(count=True)), 10_000)
    assert bill.rounds <= 4
    assert bill.queries / lower_bound(len(all_deals), 5000) <= 1.27


@pytest.mark.parametrize("k", [500, 1500])
def test_batch_finds_fair_samples_fair(deals, k) -> None:
    for seed in range(3):
        planner = Batch((DAYS,), k, 0)
        bill = simulate(planner, Table((DAYS,), deals, Shows(k=k, count=True), "random", seed), 10_000)
        assert planner.fair
        assert bill.rounds <= 5


UNEVEN = {
    "tail": lambda rng: np.exp(rng.normal(9, 1.2, 12_000)),
    "steps": lambda rng: rng.choice([100, 5_000, 90_000], 12_000) * rng.random(12_000),
    "two heaps": lambda rng: np.concatenate([rng.normal(2_000, 300, 11_000), rng.normal(250_000, 900, 1_000)]),
}


@pytest.mark.parametrize("count", [True, False], ids=["count", "bit"])
@pytest.mark.parametrize("shape", UNEVEN)
def test_guided_reads_every_row_of_uneven_numbers(shape, count) -> None:
    for seed in range(4):
        rng = np.random.default_rng(seed)
        values = UNEVEN[shape](rng)
        points = np.clip(values, 0, 300_000).astype(np.int64)[:, None]
        axes = (Axis("a", "number", 0, 300_000),)
        planner = Guided(axes, 120, costs=Costs(retry_fill=0.98) if count else None)
        bill = simulate(planner, Table(axes, points, Shows(k=120, page=20, count=count), seed=seed))
        assert bill.rows == len(points)
        spans = sorted(leaf.box[0] for leaf in planner.leaves)
        assert [spans[0][0], spans[-1][1]] == [0, 300_000]
        assert all(end + 1 == start for (_, end), (start, _) in pairwise(spans))


def test_a_look_ahead_that_holds_few_rows_loses_none() -> None:
    axes = (Axis("a", "number", 0, 999),)
    lane = Sweep(axes, ((0, 999),), 0, 100, Costs(), enough=None, guess=1000.0)
    gap = lane.gaps[0]
    gap.start = 200
    step = Step(lane, gap, 400, 700, 900.0, 0.2, look=True)
    gap.busy = True
    lane.learn(step, Seen(np.arange(400, 450)[:, None], overflow=False, count=50))
    assert [(g.start, g.stop) for g in lane.gaps] == [(200, 400), (700, 1000)]
    assert np.isnan(lane.forecast.known[200:400]).all()
    assert lane.forecast.known[400:700].sum() == 50


@pytest.mark.parametrize("order", ["random", "insertion"])
@pytest.mark.parametrize("answers", [40, 90, 150])
def test_a_resumed_batch_asks_no_known_leaf_again(deals, order, answers) -> None:
    k = 1500
    table = Table((DAYS,), deals, Shows(k=k, count=True), order)
    first, told = Batch((DAYS,), k, 0), {}
    while not first.done and len(told) < answers:
        for query in first.propose(64):
            told[query.box] = table.ask(query)
            first.learn(query, told[query.box])
    known = {leaf.box: (leaf, told[leaf.box].points) for leaf in first.leaves}
    second = Batch((DAYS,), k, 0, history=History(leaves=known))
    while not second.done:
        for query in second.propose(64):
            seen = table.ask(query)
            second.learn(query, seen)
            (low, high), inside = query.box[0], [box[0] for box in known]
            assert seen.overflow or not any(low <= b and a <= high for a, b in inside)
    assert sum(leaf.rows for leaf in (*first.leaves, *second.leaves)) == len(deals)
    nothing = Batch((DAYS,), k, 0, history=History(leaves={((DAYS.full),): (first.leaves[0], deals)}))
    assert nothing.done


@given(
    shown=st.lists(st.tuples(st.integers(0, 50), st.floats(0.01, 5)), min_size=1, max_size=30),
    more=st.integers(0, 500),
)
def test_rows_filled_up_are_at_least_those_shown_and_sum_to_the_count(shown, more) -> None:
    seen, weights = np.array([float(rows) for rows, _ in shown]), np.array([weight for _, weight in shown])
    made = fill(seen, weights, seen.sum() + more)
    assert (made >= seen).all()
    assert made.sum() == pytest.approx(seen.sum() + more)


def test_the_land_table_is_the_papers_in_its_outline() -> None:
    counts = deals_per_day()
    assert counts.sum() == 1_578_826
    assert (counts == deals_per_day()).all()
    weekday = (np.arange(len(counts)) + FIRST_DAY.weekday()) % 7
    assert counts[weekday >= 5].sum() < 0.1 * counts.sum()
    assert counts[-3650:].sum() > 2 * counts[:-3650].sum()
    assert counts.max() > 900


def test_an_answer_that_shows_a_stretch_of_the_table_asks_for_a_cross_section() -> None:
    """Rows come in the order of their price, sizes go with it: only a slice along the depth comes from everywhere."""
    rng = np.random.default_rng(5)
    price = np.sort(rng.integers(0, 100, 200))
    points = np.column_stack([2 * price + rng.integers(0, 9, 200), price, rng.integers(0, 60, 200)])
    axes = tuple(Axis(name, "number", 0, high) for name, high in (("size", 900), ("price", 9000), ("depth", 59)))
    thin = cross_section(axes, whole(axes), points, 20_000.0, 200, [0, 1, 2])
    assert thin is not None
    assert thin[:2] == whole(axes)[:2]
    assert thin[2] != whole(axes)[2]
    assert cross_section(axes, whole(axes), rng.permutation(points), 20_000.0, 200, [0, 1, 2]) is None


def test_the_attribute_is_chosen_by_the_cross_section() -> None:
    axes = tuple(Axis(name, "number", 0, 999) for name in ("size", "price", "depth"))
    rng = np.random.default_rng(6)
    price = np.sort(rng.integers(0, 1000, 8000))
    size = np.where(price < 100, price, 100 + rng.integers(0, 4, 8000))  # differs in the first answer alone
    table = Table(
        axes, np.column_stack([size, price, rng.integers(0, 1000, 8000)]), Shows(k=200, count=True), "insertion"
    )
    planner = Guided(axes, 200)
    assert simulate(planner, table).rows == 8000
    assert not planner.slices
    assert planner.splits[whole(axes)] != 0
