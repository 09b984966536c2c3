"""The choice of the next visit: it goes where most waiting is expected to end, and learns from every visit."""

from __future__ import annotations

from itertools import count

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.model.watch import PlaceState
from motherlode.watch.hosts import AGES, ARTICLE, FIRST, DailyPattern, Pools, weighed
from motherlode.watch.params import WatchParams
from motherlode.watch.schedule import BACKLOG, Schedule

POLITE = WatchParams(gap=0.0)
NUMBERS = count()


def hub(url: str, host: str = "a.example", at: float = 0.0) -> PlaceState:
    return PlaceState(url, "hub", host, at, at)


def visited(*urls: str, params: WatchParams = POLITE, hosts: bool = False) -> Schedule:
    schedule = Schedule(params)
    for number, url in enumerate(urls):
        schedule.add(hub(url, f"{number}.example" if hosts else "a.example"))
        schedule.saw(url, 0.0)
    return schedule


def judged(schedule: Schedule, source: str, now: float, *, bucket: int = 1, on_topic: bool = True) -> None:
    """A list shows a new address, which is fetched at once."""
    url = f"item {next(NUMBERS)}"
    schedule.add(PlaceState(url, "link", "a.example", now, now, source=source, bucket=bucket))
    schedule.credit(url, on_topic=on_topic, published=now, now=now)
    schedule.remove(url)


def rate(schedule: Schedule, url: str, now: float) -> float:
    at = np.array([schedule._at[url]])
    return float(schedule.rates(at, now)[0])


def test_a_list_that_shows_more_on_the_topic_is_visited_more_often() -> None:
    schedule = visited("busy", "quiet")
    visits = {"busy": 0, "quiet": 0}
    for step in range(1, 400):
        now = step / 4
        choice = schedule.choose(now)
        assert choice is not None
        visits[choice.url] += 1
        schedule.saw(choice.url, now)
        if choice.url == "busy":
            judged(schedule, "busy", now)
    assert visits["busy"] > 1.5 * visits["quiet"] > 0


def test_a_burst_moves_the_estimate_and_its_end_moves_it_back() -> None:
    schedule = visited("list")
    for now in range(1, 25):
        schedule.saw("list", float(now))
    calm = rate(schedule, "list", 24)
    for now in range(25, 31):
        schedule.saw("list", float(now))
        for _ in range(5):
            judged(schedule, "list", float(now))
    burst = rate(schedule, "list", 30)
    for now in range(31, 200):
        schedule.saw("list", float(now))
    assert burst > 10 * calm
    assert rate(schedule, "list", 199) < burst / 5


def test_rare_changes_of_old_articles_are_not_given_up() -> None:
    """Two thousand hours without a change leave a rate at which one is still looked for."""
    pools = Pools()
    pools.host()
    oldest = ARTICLE + len(AGES)
    pools.saw(0, oldest, 0.0, 2000.0)
    assert pools.expected()[0, oldest] > FIRST[oldest] / 4


def test_a_host_is_left_in_peace_for_the_gap() -> None:
    schedule = visited("one", "two", params=WatchParams(gap=60.0))
    schedule.saw("one", 1.0)
    assert schedule.choose(1.0 + 59 / 3600) is None
    assert schedule.choose(1.0 + 61 / 3600) is not None


def test_a_failed_place_is_left_for_longer_each_time() -> None:
    schedule = visited("list")
    assert schedule.failed("list", 1.0) == 1
    assert schedule.choose(1.2) is None
    assert schedule.choose(1.3) is not None
    assert schedule.failed("list", 2.0) == 2
    assert schedule.choose(2.3) is None


def test_links_are_fetched_by_their_chance_and_never_starve() -> None:
    schedule = visited("list")
    for _ in range(20):
        judged(schedule, "list", 0.0, bucket=0, on_topic=False)
        judged(schedule, "list", 0.0)
    for url, bucket in (("off", 0), ("on", 1)):
        schedule.add(PlaceState(url, "link", "a.example", 0.0, 0.0, source="list", bucket=bucket))
    schedule.add(PlaceState("old", "link", "a.example", 0.0, 0.0, source="list", bucket=1), fresh=BACKLOG)
    assert [choice.url for choice in schedule.upcoming(0.0, 3)] == ["on", "old", "off"]
    chances = {choice.url: choice.expected for choice in schedule.upcoming(0.0, 3)}
    assert chances["on"] > 0.8 > 0.1 > chances["off"]
    schedule.add(PlaceState("on", "link", "a.example", 1000.0, 1000.0, source="list", bucket=1))
    schedule.saw("list", 1000.0)
    assert schedule.upcoming(1000.0, 1)[0].url in ("off", "old")


def test_what_a_hub_pushed_comes_first() -> None:
    schedule = visited("one", "two", hosts=True)
    schedule.push("two")
    choice = schedule.choose(0.001)
    assert choice is not None
    assert choice.url == "two"
    schedule.saw("two", 0.001)
    again = schedule.choose(1.0)
    assert again is not None
    assert again.reason != choice.reason


def test_dates_of_the_first_visit_tell_the_rate() -> None:
    schedule = Schedule(POLITE)
    for url in ("dated", "silent"):
        schedule.add(hub(url))
        schedule.saw(url, 100.0)
    schedule.first_dates("dated", [100.0 - hour / 10 for hour in range(1, 200)], 100.0)
    assert rate(schedule, "dated", 100.0) > 5 * rate(schedule, "silent", 100.0)


@pytest.mark.parametrize("hour", range(0, 24, 6))
def test_a_day_always_has_24_hours_and_busy_ones_count_for_more(hour: int) -> None:
    pattern = DailyPattern()
    pattern.host()
    for _ in range(100):
        pattern.saw(0, 24.0 * 5 + hour + 0.5)

    def passed(start: float, end: float) -> float:
        return float(pattern.passed(np.array([0]), np.array([start]), np.array([end]))[0])

    assert passed(7.3, 31.3) == pytest.approx(24.0)
    assert passed(hour, hour + 1) > 3 > 1 > passed(hour + 12, hour + 13)


@given(st.floats(0.1, 1e4), st.floats(1e-6, 10), st.floats(0, 5))
def test_an_estimate_moves_from_what_was_expected_towards_what_was_counted(
    hours: float, prior: float, factor: float
) -> None:
    counted = factor * prior
    made = float(weighed(np.array([counted * hours]), np.array([hours]), np.array([prior]), 1.0)[0])
    assert min(counted, prior) * (1 - 1e-9) <= made <= max(counted, prior) * (1 + 1e-9)


@settings(max_examples=40)
@given(st.lists(st.tuples(st.integers(0, 40), st.booleans()), max_size=120))
def test_whatever_is_added_and_removed_the_rest_stays_as_it_was(steps: list[tuple[int, bool]]) -> None:
    schedule, there = Schedule(POLITE), {}
    for now, (number, add) in enumerate(steps):
        url = f"u{number}"
        if add:
            there[url] = PlaceState(url, "article", f"{number % 3}.example", float(now), float(now), True, 0.5, 2.0)
            schedule.add(there[url])
        else:
            schedule.remove(url)
            there.pop(url, None)
    assert {url: schedule.state(url) for url in schedule.urls()} == there
    assert len(schedule) == len(there)


def test_stale_pages_are_counted() -> None:
    schedule = Schedule(POLITE)
    schedule.add(PlaceState("a", "article", "a.example", 0.0, 0.0, True))
    early, late = schedule.stale(1.0), schedule.stale(100.0)
    assert 0 < early[0] < late[0] < 1
    assert (early[1], late[1]) == (1.0, 100.0)


def test_a_list_whose_items_another_one_shows_is_hardly_visited() -> None:
    """A section all of whose items stand on the front page is left, one that shows items of its own is not."""
    schedule = visited("front page", "section", "own section")
    visits = {"front page": 0, "section": 0, "own section": 0}
    there: dict[str, set[str]] = {url: set() for url in visits}
    met: set[str] = set()
    for step in range(1, 600):
        now = step / 4
        if step % 4 == 0:
            for url in ("front page", "section"):
                there[url].add(f"shared {step}")
            there["own section"].add(f"own {step}")
        choice = schedule.choose(now)
        assert choice is not None
        visits[choice.url] += 1
        schedule.saw(choice.url, now, shows=there[choice.url])
        for address in sorted(there[choice.url] - met):
            met.add(address)
            schedule.add(PlaceState(address, "link", "a.example", now, now, source=choice.url, bucket=1))
            schedule.credit(address, on_topic=True, published=now, now=now)
            schedule.remove(address)
    assert visits["front page"] + visits["section"] < 1.3 * visits["own section"]
    again = Schedule(POLITE)
    for url in visits:
        again.add(schedule.state(url))
    again.restore("a.example", schedule.memory("a.example"))
    assert again.memory("a.example") == schedule.memory("a.example")
    assert [c.url for c in again.upcoming(200.0, 3)] == [c.url for c in schedule.upcoming(200.0, 3)]


def test_a_database_is_weighed_by_its_rows_and_by_what_a_reading_costs() -> None:
    schedule = Schedule(POLITE)
    for url in ("changing", "at rest", "dear"):
        schedule.add(PlaceState(url, "hidden", f"{url}.example", 0.0, 0.0), fresh=0.00001 if url == "dear" else 0.1)
        schedule.saw(url, 0.0)
        schedule.saw(url, 24.0, 0.0 if url == "at rest" else 50.0)
    assert [choice.url for choice in schedule.upcoming(48.0, 3)] == ["changing", "at rest", "dear"]
