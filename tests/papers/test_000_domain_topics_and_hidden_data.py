"""The paper on domain topics and hidden data, in its order: figure 1's model, the splits, the algorithm, figure 2."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from motherlode.app.crawl.command import crawl_settings
from motherlode.app.crawl.parts import CrawlWork, PageReading, crawl_work
from motherlode.app.presets import preset_of
from motherlode.app.settings import Settings
from motherlode.crawl.parts import Address, Made
from motherlode.fetch.params import FetchParams
from motherlode.hidden.classic import Binary, SortBased, ThreeSection
from motherlode.hidden.plan import max_entropy_axis
from motherlode.hidden.simulate import Shows, Table, simulate
from motherlode.interfaces.cli.app import app
from motherlode.interfaces.demo.land import FIRST_DAY, LAST_DAY, PAPER_ROWS, description, land_table
from motherlode.interfaces.demo.registry import Faults, Registry
from motherlode.interfaces.demo.server import serve
from motherlode.model.hidden import Axis, Query, Seen
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SETTINGS = crawl_settings(Settings(preset_of("paper-000").values))
TOPIC = Topic("houses", (Keyword("house"), Keyword("estate"), Keyword("land")), (), ("http://a.example/",))
RELATED = "<title>House and estate</title><p>" + "A house, an estate and land for houses. " * 6
UNRELATED = "<title>Bread</title><p>" + "Bread and butter with salt and pepper. " * 6
LINKS = "<p><a href='/pepper'>pepper</a> and <a href='/houses'>house and estate land</a></p>"


def _work() -> CrawlWork:
    return crawl_work(SETTINGS, FetchParams(), TOPIC, (), PageReading(duplicates=False))


def _settled(work: CrawlWork, path: str, html: str, depth: int = 1) -> Made:
    url = f"http://a.example{path}"
    (number,), _ = work.step.frontier.number([url], depth=depth)
    came = Response(url, url, 200, (("Content-Type", "text/html"),), html.encode(), NOW)
    return work.step.settle(Address(number, url, depth), came)


# Domain topic extracting model, figure 1


def test_a_page_above_the_threshold_gives_its_candidate_urls() -> None:
    made = _settled(_work(), "/1", RELATED + LINKS)
    assert made.code == "related"
    assert [url for offers in made.offers for url in offers.urls] == [
        "http://a.example/pepper",
        "http://a.example/houses",
    ]


def test_a_page_below_the_threshold_is_discarded_and_its_urls_are_not_extracted() -> None:
    made = _settled(_work(), "/1", UNRELATED + "<a href='/pepper'>pepper</a>")
    assert made.code == "unrelated"
    assert sum(len(offers.numbers) for offers in made.offers) == 0


def test_related_urls_go_to_the_front_of_the_queue_and_others_to_the_back() -> None:
    (offers,) = (o for o in _settled(_work(), "/1", RELATED + LINKS).offers if o.numbers)
    value = dict(zip(offers.urls, offers.values, strict=True))
    assert value["http://a.example/houses"] > value["http://a.example/pepper"]


def test_the_queue_to_be_crawled_is_limited() -> None:
    assert SETTINGS.crawl.max_queue == 5000


def test_the_threshold_is_set_and_stays() -> None:
    work = _work()
    for at in range(120):
        _settled(work, f"/{at}", RELATED if at % 2 else UNRELATED)
    assert work.keep.state.value == SETTINGS.threshold.threshold == 0.5


def test_remark_1_best_first_reaches_the_topic_where_breadth_first_does_not_care() -> None:
    order = {}
    for name in ("best-first", "breadth-first"):
        settings = crawl_settings(Settings(preset_of("paper-000").values | {"crawl": {"strategy": name}}))
        work = crawl_work(settings, FetchParams(), TOPIC, (), PageReading(duplicates=False))
        (offers,) = (o for o in _settled(work, "/1", RELATED + LINKS).offers if o.numbers)
        work.step.frontier.push(offers.numbers, offers.values)
        order[name] = work.step.frontier.addresses[work.step.frontier.pop()]
    assert order == {"best-first": "http://a.example/houses", "breadth-first": "http://a.example/pepper"}


# Attribute partitioning methods

AXIS = Axis("A1", "number", 1, 16)


def test_a_query_with_at_most_k_tuples_is_resolved_and_one_with_more_overflows() -> None:
    table = Table((AXIS,), np.arange(1, 10)[:, None], Shows(k=4, page=2))
    resolved, overflow = table.ask(Query(((1, 4),))), table.ask(Query(((1, 5),)))
    assert (len(resolved.points), resolved.overflow) == (4, False)
    assert (len(overflow.points), overflow.overflow) == (4, True)


def test_the_same_query_gives_the_same_result_however_often_it_is_sent() -> None:
    table = Table((AXIS,), np.arange(1, 10)[:, None], Shows(k=4, page=2))
    first, again = table.ask(Query(((1, 9),))), table.ask(Query(((1, 9),)))
    assert first.points.tolist() == again.points.tolist()


def test_2_sections_divided_at_the_middle_of_x1_and_x2() -> None:
    seen = Seen(np.zeros((0, 1), dtype=np.int64), True)
    assert Binary((AXIS,), 4).cut(seen, 0, 1, 16) == [(1, 8), (9, 16)]


def test_3_sections_divided_leaves_the_middle_value_alone() -> None:
    seen = Seen(np.zeros((0, 1), dtype=np.int64), True)
    assert ThreeSection((AXIS,), 4).cut(seen, 0, 1, 16) == [(1, 7), (8, 8), (9, 16)]


# Hidden web data extracting method


def _answer(*values: int) -> Seen:
    return Seen(np.array(values, dtype=np.int64)[:, None], True)


def test_step_2_takes_the_value_of_the_middle_tuple_and_splits_in_two_where_c_is_at_most_a_quarter_of_k() -> None:
    # k = 8: sorted 1 2 3 5 9 11 12 14, the 4th tuple is x = 5, c = 1 ≤ 2
    assert SortBased((AXIS,), 8).cut(_answer(14, 3, 9, 1, 11, 5, 12, 2), 0, 1, 16) == [(1, 5), (6, 16)]


def test_step_2_splits_in_three_where_c_is_above_a_quarter_of_k() -> None:
    # k = 8: sorted 1 2 5 5 5 11 12 14, the 4th tuple is x = 5, c = 3 > 2
    assert SortBased((AXIS,), 8).cut(_answer(14, 5, 5, 1, 11, 5, 12, 2), 0, 1, 16) == [(1, 4), (5, 5), (6, 16)]


@pytest.mark.parametrize("same", [1, 2, 3])
def test_a_quarter_of_k_is_the_limit(same: int) -> None:
    values = [1, 2, 3][: 4 - same] + [5] * same + [11, 12, 13, 14]
    parts = SortBased((AXIS,), 8).cut(_answer(*values), 0, 1, 16)
    assert len(parts) == (2 if same <= 2 else 3)


def test_step_3_recurs_until_every_query_is_resolved() -> None:
    values = np.array([1, 1, 2, 4, 4, 4, 5, 7, 8, 8, 9, 12, 13, 13, 15, 16])[:, None]
    planner = SortBased((AXIS,), 3)
    bill = simulate(planner, Table((AXIS,), values, Shows(k=3, page=1)))
    assert bill.rows == 16
    assert all(leaf.rows <= 3 for leaf in planner.leaves)
    assert sorted(value for leaf in planner.leaves for value in range(leaf.box[0][0], leaf.box[0][1] + 1)) == list(
        range(1, 17)
    )


def test_remark_2_of_several_attributes_the_one_of_largest_entropy_is_sorted_by() -> None:
    # A1 has two values half and half: 1 bit; A2 has four values: 2 bits
    points = np.array([[1, 1], [1, 2], [2, 3], [2, 4]], dtype=np.int64)
    assert max_entropy_axis(((1, 16), (1, 16)), points, [0, 1]) == 1


# Experiment


def test_the_experiment_has_the_papers_numbers() -> None:
    assert PAPER_ROWS == 1_578_826
    assert (FIRST_DAY.year, LAST_DAY.year) == (1989, 2016)
    shows = Shows()
    assert (shows.page, shows.k, shows.k // shows.page) == (25, 5000, 200)


def test_figure_2_the_cost_of_the_sorting_algorithm_is_inversely_proportional_to_k() -> None:
    days = np.sort(np.random.default_rng(3).integers(1, 4001, 20_000))[:, None]
    axes = (Axis("signing time", "number", 1, 4000),)
    cost = {k: simulate(SortBased(axes, k), Table(axes, days, Shows(k=k))).queries for k in (100, 200, 400)}
    assert 1.7 < cost[100] / cost[200] < 2.3
    assert 1.7 < cost[200] / cost[400] < 2.3


def test_figure_2_where_values_crowd_the_sorting_algorithm_needs_fewer_queries_than_binary_partition() -> None:
    chance = np.random.default_rng(4)
    # nearly all deals of thirty years were signed in a few months: halving the years finds little
    crowded = np.concatenate([chance.integers(1, 200_001, 500), chance.integers(150_000, 150_401, 19_500)])
    axes = (Axis("signing time", "number", 1, 200_000),)
    points = np.sort(crowded)[:, None]
    queries = {
        make.__name__: simulate(make(axes, 400), Table(axes, points, Shows(k=400))).queries
        for make in (Binary, SortBased)
    }
    assert queries["SortBased"] < queries["Binary"]


def test_a_database_is_crawled_page_by_page_over_http_by_the_sorting_algorithm(tmp_path: Path) -> None:
    registry = Registry(land_table(1500), Faults(cap=100))
    with serve([registry]) as server:
        (tmp_path / "site.toml").write_text(description(server.url("registry", "/api")), encoding="utf-8")
        call = ["hidden", str(tmp_path / "site.toml"), "--preset", "paper-000", "--allow-private", "--json"]
        done = CliRunner().invoke(app, call)
    report = json.loads(done.stdout)
    assert (report["rows"], report["strategy"]) == (1500, "sort-based")
    assert report["requests"] >= 1500 / 25
    assert registry.requests >= report["requests"]


def test_the_preset_reads_hidden_databases_by_the_sorting_algorithm() -> None:
    assert preset_of("paper-000").values["hidden"] == {"strategy": "sort-based"}
