"""Leases and fencing on a real PostgreSQL: one holder at a time, the dead lose their hosts and cannot write."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, text

from motherlode.crawl.cluster.exchange import Exchange, Model, Offer, Settlement, mean, others, publish
from motherlode.crawl.cluster.leases import Leases, SilenceWatch, prepare
from motherlode.errors import UsageError
from motherlode.sql.engine import connect, writing
from tests.conftest import PostgresServer

pytestmark = pytest.mark.postgres
LONGEST = 75.0


@pytest.fixture
def engine(postgres_server: PostgresServer) -> Iterator[Engine]:
    made = connect(postgres_server.database())
    prepare(made)
    with writing(made) as connection:
        connection.execute(text("INSERT INTO crawl_shared VALUES (1, 'c', 'running', '{}')"))
    Exchange(made).offer(
        [Offer(f"http://h{host}.example/{n}", host + n / 100) for host in range(4) for n in range(5)]
    )
    leases = Leases(made)
    leases.join("a", "here")
    leases.join("b", "here")
    yield made
    made.dispose()


def settled(exchange: Exchange, lease: object, url: str, **more: object) -> set[str]:
    item = Settlement(url, lease.host, lease.token, 0.2, counts={"fetched": 1}, **more)  # type: ignore[attr-defined,arg-type]
    return exchange.settle([item])


def test_a_store_that_cannot_lease_is_refused(tmp_path) -> None:
    with pytest.raises(UsageError, match="PostgreSQL"):
        prepare(connect(tmp_path / "store.sqlite"))


def test_hosts_with_the_best_addresses_go_first_and_to_one_worker_only(engine: Engine) -> None:
    leases = Leases(engine)
    first = leases.take("a", 2, LONGEST)
    assert {lease.host for lease in first} == {"h3.example", "h2.example"}
    assert {lease.host for lease in leases.take("b", 9, LONGEST)} == {"h1.example", "h0.example"}
    assert leases.take("a", 9, LONGEST) == []


def test_a_lease_whose_answer_was_lost_is_given_again_and_its_old_token_is_worthless(engine: Engine) -> None:
    leases = Leases(engine)
    kept, lost = leases.take("a", 2, LONGEST)
    again = leases.take("a", 9, LONGEST, held=[kept.host])
    assert lost.host in {lease.host for lease in again}
    assert kept.host not in {lease.host for lease in again}
    assert settled(Exchange(engine, "a"), lost, f"http://{lost.host}/0") == set()
    assert settled(Exchange(engine, "a"), kept, f"http://{kept.host}/0") == {f"http://{kept.host}/0"}


def test_two_workers_at_the_same_moment_never_get_the_same_host(engine: Engine) -> None:
    leases, found = Leases(engine), list[str]()
    lock = threading.Lock()

    def take(worker: str) -> None:
        for _ in range(6):
            got = [lease.host for lease in leases.take(worker, 1, LONGEST)]
            with lock:
                found.extend(got)

    threads = [threading.Thread(target=take, args=(worker,)) for worker in "abab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [f"h{n}.example" for n in range(4)]


def test_a_worker_that_lost_its_lease_cannot_write_and_another_can(engine: Engine) -> None:
    leases = Leases(engine)
    (lease,) = leases.take("a", 1, LONGEST)
    url = f"http://{lease.host}/4"
    assert leases.release_worker("a")
    old = Exchange(engine, "a")
    assert settled(old, lease, url, offers=(Offer("http://new.example/", 9.0),)) == set()
    assert old.totals().counts == {}
    assert not old.batch("new.example", 5), "its links are refused with the page"
    (again,) = leases.take("b", 1, LONGEST)
    assert again.host == lease.host
    assert again.token > lease.token
    assert settled(Exchange(engine, "b"), again, url) == {url}
    assert settled(old, lease, f"http://{lease.host}/3") == set()
    assert Exchange(engine).totals().counts == {"fetched": 1}


def test_the_dead_get_no_leases(engine: Engine) -> None:
    leases = Leases(engine)
    leases.release_worker("a")
    assert leases.take("a", 1, LONGEST) == []
    assert not leases.beat("a", 5).alive
    assert leases.beat("b", 5).alive


def test_the_gap_goes_with_the_host(engine: Engine) -> None:
    leases = Leases(engine)
    (lease,) = leases.take("a", 1, LONGEST)
    leases.remember_robots(lease, 200, "User-agent: *\nCrawl-delay: 7", 7.0)
    leases.release(lease, 0.4)
    (again,) = leases.take("b", 1, LONGEST)
    assert again.host == lease.host
    assert again.wait >= 7.0, "a new holder waits the whole gap, whatever the clocks say"
    assert again.robots.endswith("Crawl-delay: 7")
    leases.release(again, 30.0)
    assert lease.host not in {found.host for found in leases.take("a", 9, LONGEST)}, "it asked to be left alone"


def test_a_jump_of_the_stores_clock_does_not_close_a_host_for_long(engine: Engine) -> None:
    leases = Leases(engine)
    with writing(engine) as connection:
        connection.execute(text("UPDATE crawl_hosts SET next_at = crawl_now() + 86400"))
    found = leases.take("a", 9, LONGEST)
    assert len(found) == 4
    assert all(lease.wait <= LONGEST for lease in found)


def test_silence_is_measured_on_the_watchers_clock() -> None:
    watch = SilenceWatch(10.0)
    assert watch.silent({"a": 1, "b": 1}, 100.0) == []
    assert watch.silent({"a": 2, "b": 1}, 109.0) == []
    assert watch.silent({"a": 2, "b": 1}, 111.0) == [("b", 1)]
    watch.forget()
    assert watch.silent({"a": 2, "b": 1}, 200.0) == []


def test_one_that_beats_again_in_time_is_not_buried(engine: Engine) -> None:
    leases = Leases(engine)
    before = leases.look().beats["a"]
    leases.beat("a", 1)
    assert not leases.release_worker("a", before)
    assert leases.beat("a", 1).alive


def test_the_best_link_counts_and_a_settled_address_stays_settled(engine: Engine) -> None:
    exchange, leases = Exchange(engine, "a"), Leases(engine)
    exchange.offer([Offer("http://h0.example/0", 0.5), Offer("http://h0.example/0", 3.0)])
    exchange.offer([Offer("http://h0.example/0", 1.0)])
    assert exchange.batch("h0.example", 1) == [Offer("http://h0.example/0", 3.0)]
    leased = {lease.host: lease for lease in leases.take("a", 9, LONGEST)}
    assert settled(exchange, leased["h0.example"], "http://h0.example/0")
    exchange.offer([Offer("http://h0.example/0", 99.0)])
    assert "http://h0.example/0" not in {offer.url for offer in exchange.batch("h0.example", 9)}


def test_workers_that_offer_the_same_addresses_at_once_all_succeed(engine: Engine) -> None:
    urls = [f"http://h{n % 4}.example/new{n}" for n in range(200)]
    failures = list[BaseException]()

    def offer(turn: int) -> None:
        try:
            for at in range(10):
                Exchange(engine).offer([Offer(url, turn + at) for url in (urls if turn % 2 else urls[::-1])])
        except BaseException as error:
            failures.append(error)

    threads = [threading.Thread(target=offer, args=(turn,)) for turn in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures
    assert Exchange(engine).waiting() == 220


def test_fair_shares_leave_work_for_all(engine: Engine) -> None:
    pulse = Leases(engine).beat("a", 64)
    assert pulse.busy_hosts == 4
    assert pulse.fair(64) == 2
    assert pulse.fair(1) == 1


def test_models_are_averaged_by_the_pages_behind_them(engine: Engine) -> None:
    publish(engine, "a", Model(10, 0.5, (1.0, 2.0), {"storm": 1.0}))
    publish(engine, "b", Model(30, 0.3, (3.0, 4.0), {"flood": 0.8}))
    assert others(engine, "a") == [Model(30, 0.3, (3.0, 4.0), {"flood": 0.8})]
    both = mean(others(engine, ""))
    assert both.pages == 40
    assert both.threshold == pytest.approx(0.35)
    assert both.links == pytest.approx((2.5, 3.5))
    assert both.words == pytest.approx({"storm": 0.25, "flood": 0.6})
    assert mean([]) == Model(0, 0.0)


def test_a_lease_is_taken_quickly_among_many_hosts(engine: Engine) -> None:
    Exchange(engine).offer([Offer(f"http://many{n}.example/", n / 1000) for n in range(5000)])
    before = time.process_time(), time.monotonic()
    assert len(Leases(engine).take("a", 50, LONGEST)) == 50
    assert time.monotonic() - before[1] < 5
