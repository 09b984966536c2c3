"""What is left to find, by the links that lead to what was found, and the limit that stops a crawl by it."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from motherlode.app.crawl.command import left_as_dict
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import replay
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.loop import left_told
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.remaining import MOST_TO_COME, Remaining, chao, remaining, thinning
from motherlode.crawl.replay import ReplayFetcher
from motherlode.model.pages import Link, Response
from motherlode.model.topic import Keyword, Topic
from motherlode.topic.judge import Judge

NOW = datetime(2026, 1, 1, tzinfo=UTC)
START = "http://web.example/0"
OWLS, OTHERS = 60, 600


def web(parents: int) -> ReplayFetcher:
    """A chain of pages, sixty about owls and then others; each has links from so many pages before it."""
    random, pages = Random(0), []
    common = ["".join(letters) for letters in product("bdfgklmn", "aeiou", "rstvwxz", "aeiou", "bdfgklmn")]
    others = [" ".join(random.sample(common, 3)) for _ in range(OTHERS + parents)]
    words = [*["the owls at night"] * OWLS, *others]
    for at in range(OWLS + OTHERS):
        links = "".join(f'<p><a href="/{n}">{words[n]}</a></p>' for n in range(at + 1, at + 1 + parents))
        url, text = f"http://web.example/{at}", " ".join([*random.choices(common, k=40), *[words[at]] * 4])
        body = f"<html><title>{words[at]}</title><body><p>{text}</p>{links}</body></html>".encode()
        pages.append(Response(url, url, 200, (("content-type", "text/html"),), body, NOW))
    return ReplayFetcher({page.url: at for at, page in enumerate(pages)}, lambda at: pages[at])


def crawled(parents: int, until_recall: float):  # type: ignore[no-untyped-def]
    settings = CrawlSettings(crawl=CrawlParams(max_pages=500, max_depth=1000, until_recall=until_recall))
    return replay(web(parents), Topic("owls", (Keyword("owl"), Keyword("night")), (), (START,)), settings)[0]


def test_a_crawl_ends_where_links_lead_to_what_is_found_already() -> None:
    report = crawled(6, 0.9)
    assert report.ended == "recall reached"
    assert OWLS <= report.fetched < 250
    assert report.left.recall >= 0.9
    assert report.left.found == pytest.approx(OWLS, abs=3)
    assert "recall" in left_told(report.left)
    told = left_as_dict(report.left)
    assert told is not None
    assert told["found"] == report.left.found


def test_a_crawl_goes_on_where_every_page_has_one_link() -> None:
    """Each page is caught once, so that as many again may have been caught never, though none came for long."""
    report = crawled(1, 0.9)
    assert report.ended == "page limit"
    assert report.left.recall < 0.9
    assert report.left.low < report.left.unseen < report.left.high


def test_without_the_limit_a_crawl_goes_on_and_tells_what_is_left() -> None:
    report = crawled(6, 0.0)
    assert report.fetched == 500
    assert report.left.found > 0


def test_with_little_found_nothing_is_told() -> None:
    few = Remaining(3, 0.0, 0.0, 0.0, 0.0)
    assert left_told(few) == {}
    assert left_as_dict(few) is None
    assert not few.reached(0.5)


def test_a_crawl_that_still_finds_pages_has_not_reached_its_recall() -> None:
    assert not Remaining(100, 1.0, 0.5, 2.0, latest=0.4).reached(0.9)
    assert Remaining(100, 1.0, 0.5, 2.0, latest=0.05).reached(0.9)


@given(st.integers(0, 500), st.integers(0, 500))
def test_single_catches_raise_the_estimate_and_double_ones_lower_it(once: int, twice: int) -> None:
    unseen = chao(once, twice)
    assert unseen >= 0
    assert chao(once + 1, twice) >= unseen
    assert chao(once, twice + 1) <= unseen


@given(st.lists(st.booleans(), min_size=1, max_size=300))
def test_what_is_still_to_come_is_bounded_however_many_still_come(found: list[bool]) -> None:
    assert 0 <= thinning(np.array(found)) <= sum(found) * MOST_TO_COME + 1e-9


@pytest.mark.parametrize("half", [0.1, 0.3, 1.0])
def test_where_finds_thin_out_with_a_long_tail_what_comes_is_foretold(half: float) -> None:
    """Half of all would be found after `half` of the crawl's length: as many are left as were found times that."""
    random, number, there = np.random.default_rng(0), 2000, 120
    places = (np.arange(number) + 0.5) / number
    chances = there * half / (places + half) ** 2 / number
    foretold = np.median([thinning(random.random(number) < chances) for _ in range(100)])
    assert foretold == pytest.approx(there * half / (1 + half), rel=0.2)


def test_addresses_that_promise_much_raise_what_is_left() -> None:
    graph = LinkGraph(Judge((Keyword("owl"),), ()))
    for page in range(30):
        graph.add(page, 1.0 if page < 20 else 0.0, (page + 1,), (Link(f"http://web.example/{page + 1}"),))
    few, many = (remaining(graph, np.full(50, chance)) for chance in (0.001, 0.5))
    assert few.unseen < many.unseen
    assert few.found == many.found == 20
    assert remaining(graph, np.zeros(0)).unseen < few.unseen


def test_a_crawl_ends_where_the_estimate_says_so() -> None:
    assert Remaining(100, 11.0, 0.0, 130.0, latest=0.0).reached(0.9)
    assert not Remaining(100, 12.0, 0.0, 140.0, latest=0.0).reached(0.9)
