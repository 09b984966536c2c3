"""The frontier: laws of the queue under any order of calls."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from motherlode.crawl.frontier import Frontier, descending_bits
from motherlode.crawl.seen import Seen


def drain(frontier: Frontier) -> list[str]:
    found = []
    while (number := frontier.pop()) >= 0:
        frontier.done(number)
        found.append(frontier.addresses[number])
    return found


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.integers(0, 60), st.floats(-5, 5, width=32)), max_size=80))
def test_every_address_comes_once_and_in_order(given_links: list[tuple[int, int, float]]) -> None:
    frontier = Frontier()
    best: dict[str, float] = {}
    for host, page, priority in given_links:
        url = f"http://h{host}.example/{page}"
        numbers, _ = frontier.number([url])
        frontier.push(numbers, [priority])
        best[url] = max(best.get(url, -9.0), float(np.float32(priority)))
    order = drain(frontier)
    assert sorted(order) == sorted(best)
    values = [best[url] for url in order]
    assert all(a >= b - 1e-5 for a, b in pairwise(values))


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.floats(-3, 3, width=32), min_size=1, max_size=50), st.lists(st.floats(-3, 3, width=32), max_size=30)
)
def test_new_priorities_rule_after_resorting(first: list[float], second: list[float]) -> None:
    frontier = Frontier()
    urls = [f"http://a{n % 3}.example/{n}" for n in range(len(first))]
    numbers, _ = frontier.number(urls)
    frontier.push(numbers, first)
    changed = np.array(sorted(range(min(len(second), len(first)))), dtype=np.int64)
    frontier.reprioritise(changed, np.array(second[: len(changed)], dtype=np.float32))
    wanted = dict(zip(urls, first, strict=True)) | dict(zip(urls, second, strict=False))
    values = [wanted[url] for url in drain(frontier)]
    assert len(values) == len(first)
    assert all(a >= b - 1e-5 for a, b in pairwise(values))


def test_long_queues_keep_the_order_while_they_grow_and_shrink() -> None:
    frontier, random = Frontier(), np.random.default_rng(0)
    best: dict[int, float] = {}
    for start in range(0, 6000, 50):
        numbers, _ = frontier.number([f"http://h{n % 3}.example/{n % 4000}" for n in range(start, start + 50)])
        values = random.random(50, dtype=np.float32).tolist()
        taken = {n for n in numbers if n not in best and n < start}
        frontier.push(numbers, values)
        for number, value in zip(numbers, values, strict=True):
            if number not in taken:
                best[number] = max(best.get(number, 0.0), value)
        number = frontier.pop()
        assert best.pop(number) >= max(best.values(), default=0.0) - 1e-6
    assert len(drain(frontier)) == len(best)


def test_a_lowered_priority_is_seen_at_the_next_pop() -> None:
    frontier = Frontier()
    numbers, _ = frontier.number(["http://a.example/1", "http://a.example/2"])
    frontier.push(numbers, [2.0, 1.0])
    frontier.priority[numbers[0]] = 0.5
    assert drain(frontier) == ["http://a.example/2", "http://a.example/1"]


def test_resting_hosts_wait() -> None:
    frontier = Frontier()
    numbers, _ = frontier.number(["http://a.example/1", "http://b.example/1", "http://a.example/2"])
    frontier.push(numbers, [3.0, 1.0, 2.0])
    frontier.rest(int(frontier.host[numbers[0]]))
    assert frontier.addresses[frontier.pop()] == "http://b.example/1"
    assert frontier.pop() == -1
    frontier.wake(int(frontier.host[numbers[0]]))
    assert frontier.addresses[frontier.pop()] == "http://a.example/1"


def test_what_was_in_flight_waits_again_after_a_restore() -> None:
    frontier = Frontier()
    numbers, _ = frontier.number([f"http://a.example/{n}" for n in range(5)])
    frontier.push(numbers, [5.0, 4.0, 3.0, 2.0, 1.0])
    frontier.done(frontier.pop())
    frontier.pop()
    again = Frontier()
    again.restore([frontier.addresses[n] for n in range(5)], frontier.columns())
    assert drain(again) == [f"http://a.example/{n}" for n in range(1, 5)]


@settings(max_examples=30, deadline=None)
@given(st.sets(st.integers(1, 2**64 - 1), max_size=400), st.sets(st.integers(1, 2**64 - 1), max_size=50))
def test_seen_finds_what_was_added(added: set[int], others: set[int]) -> None:
    table = Seen()
    keys = np.array(sorted(added), dtype=np.uint64)
    table.add(keys, np.arange(len(keys), dtype=np.int32))
    assert table.find(keys).tolist() == list(range(len(keys)))
    assert (table.find(np.array(sorted(others - added), dtype=np.uint64)) == -1).all()


@given(st.lists(st.floats(width=32, allow_nan=False), max_size=30))
def test_bits_sort_like_the_numbers(values: list[float]) -> None:
    column = np.array(values, dtype=np.float32)
    by_bits = column[np.argsort(descending_bits(column), kind="stable")]
    assert (by_bits == np.sort(column)[::-1]).all()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.lists(st.integers(0, 200), max_size=90), max_size=6))
def test_numbers_do_not_depend_on_how_they_are_looked_up(pages: list[list[int]]) -> None:
    ours, plain = Frontier(), Frontier()
    for page in pages:
        urls = [f"http://h{n % 3}.example/{n}" for n in page]
        one, other = ours.number(urls), ([], [])
        for url in urls:
            plain._recent.clear()
            numbers, new = plain.number([url])
            other[0].extend(numbers)
            other[1].extend(new)
        assert one == other
        assert [ours.number_of(url) for url in urls] == one[0]
    assert [ours.addresses[n] for n in range(len(ours))] == [plain.addresses[n] for n in range(len(plain))]
