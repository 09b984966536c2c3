"""The way to lists of people by the words of links (U1)."""

from __future__ import annotations

import pytest

from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import CrawlParams, PathParams
from motherlode.crawl.strategies.make import make_strategy
from motherlode.crawl.strategies.path import KeywordPath
from motherlode.model.crawl import Outcome
from motherlode.model.pages import Link
from motherlode.topic.judge import Judge


@pytest.mark.parametrize(
    ("keywords", "leads"),
    [(("faculty", "professor"), True), (("教授", "师资"), True), (("faculty", "strike"), False), ((), False)],
)
def test_keywords_name_what_the_way_leads_to(keywords: tuple[str, ...], leads: bool) -> None:
    assert KeywordPath().leads_to(keywords) is leads


@pytest.mark.parametrize(
    ("anchor", "stage"),
    [
        ("文学院", 1),
        ("系部设置", 2),
        ("计算机系", 2),
        ("教师名录", 3),
        ("Departments", 1),
        ("Our people", 3),
        ("Сотрудники", 3),
        ("Fachbereich Chemie", 2),
        ("Read on", 0),
        ("News", -1),
    ],
)
def test_link_words_name_a_stage(anchor: str, stage: int) -> None:
    value = KeywordPath().observe(
        Outcome(0, "http://a.example/", 0.0, 0, [1], [Link("http://a.example/x/1", anchor)])
    )
    assert int(value[0]) == stage


def test_a_users_own_stages_take_the_place_of_the_tables() -> None:
    links = [Link("http://a.example/1", "Crew"), Link("http://a.example/2", "Staff")]
    values = KeywordPath(PathParams(stages=("decks", "crew"))).observe(
        Outcome(0, "http://a.example/", 0.0, 0, [1, 2], links)
    )
    assert [int(value) for value in values] == [2, 0]


def test_the_index_page_of_a_folder_that_was_met_comes_last() -> None:
    links = [
        Link("http://a.example/physics/", "Department"),
        Link("http://a.example/physics/index.html", "Department"),
    ]
    values = KeywordPath().observe(Outcome(0, "http://a.example/", 0.0, 0, [1, 2], links))
    assert [int(value) for value in values] == [2, 0]


@pytest.mark.parametrize(("keywords", "first"), [(("faculty",), 1), (("weather",), 0)])
def test_the_learned_strategy_goes_the_way_only_where_keywords_name_its_goal(
    keywords: tuple[str, ...], first: int
) -> None:
    graph = LinkGraph(Judge([], ()))
    strategy = make_strategy(graph, CrawlParams(), keywords=keywords)
    links = [Link("http://a.example/1", "weather"), Link("http://a.example/2", "Faculty")]
    graph.add(0, 0.1, [1, 2], links)
    values = strategy.observe(Outcome(0, "http://a.example/", 0.1, 0, [1, 2], links))
    assert values is not None
    assert bool(values[1] > values[0]) is bool(first)
