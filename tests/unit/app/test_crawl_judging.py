"""Genres: what the extractors find decides between pages whose words are the same."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from motherlode.app.crawl.judging import ALL_FOUND, FINDERS, NONE_FOUND, Extracting, as_judged
from motherlode.app.crawl.parts import CrawlSettings, PageReading, crawl_work
from motherlode.app.crawl.replay import NoSink, replay
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import Address
from motherlode.crawl.replay import ReplayFetcher
from motherlode.fetch.params import FetchParams
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic
from motherlode.topic.params import TopicParams

NAMES = ("Ada Moore", "Peter Novak", "Grace Chen", "John Miller", "Maria Rossi", "Karl Weber")
PEOPLE = "<h1>Our chemistry faculty</h1><ul>" + "".join(
    f"<li><a href='/~{n}'><b>{name}</b></a><br>Professor of chemistry<br>{name.split()[0].lower()}@u.example"
    for n, name in enumerate(NAMES)
)
PRODUCTS = "<h1>Chemistry sets</h1><ul class=grid>" + "".join(
    f"<li><a href='/set/{n}'>Chemistry set number {n}</a><p>Twelve flasks and a lamp</p><span>${n}9.90</span></li>"
    for n in range(1, 9)
)
SENTENCE = (
    "The chemistry of the lake was measured again on Monday, and the results surprised all of the researchers. "
)
ARTICLE = (
    "<meta property=og:type content=article><article><h1>Chemistry of a lake</h1><p>By Ada Moore, 3 May 2026</p>"
    + f"<p>{SENTENCE * 3}</p>" * 5
)
PAGES = {"people": PEOPLE, "products": PRODUCTS, "articles": ARTICLE}


def answer(name: str, body: str) -> Response:
    page = f"<html><head><title>Chemistry</title></head><body>{body}</body></html>"
    html = (("Content-Type", "text/html; charset=utf-8"),)
    return Response(
        f"http://u.example/{name}", f"http://u.example/{name}", 200, html, page.encode(), datetime.now(UTC)
    )


@pytest.mark.parametrize("wanted", FINDERS)
def test_a_genre_is_found_on_its_own_page_and_on_no_other(wanted: str) -> None:
    page = ReadPage("http://u.example/", "Chemistry", "chemistry")
    found = {
        name: as_judged(Extracting(), answer(name, body), page, TopicParams(genre=wanted)).genre
        for name, body in PAGES.items()
    }
    assert found[wanted] > 0.8
    assert all(found[name] < 0.35 for name in PAGES if name != wanted)


def test_bounds_are_never_certain_and_no_genre_says_nothing() -> None:
    page = ReadPage("http://u.example/", "Chemistry", "chemistry")
    broken = answer("x", "<" * 1000)
    assert as_judged(Extracting(), broken, page, TopicParams()).genre == 0.5
    for wanted in FINDERS:
        assert NONE_FOUND <= as_judged(Extracting(), broken, page, TopicParams(genre=wanted)).genre <= ALL_FOUND


@pytest.mark.parametrize("wanted", FINDERS)
def test_a_replayed_crawl_keeps_the_pages_of_the_genre_and_says_why(wanted: str) -> None:
    ways = "".join(f"<a href='/{name}'>Chemistry, part {name[0]}</a> " for name in PAGES)
    answers = [answer("", f"<p>All about chemistry</p>{ways}"), *(answer(name, body) for name, body in PAGES.items())]
    web = ReplayFetcher({a.url: at for at, a in enumerate(answers)}, answers.__getitem__)
    topic, sink = Topic("chemistry", (Keyword("chemistry"),), (), ("http://u.example/",)), NoSink()
    settings = CrawlSettings(crawl=CrawlParams(strategy="best-first"), topic=TopicParams(genre=wanted))
    replay(web, topic, settings, sink=sink)
    kept = {url.rsplit("/", 1)[1]: verdict for url, verdict in sink.visits if verdict.kept}
    assert set(kept) == {wanted}
    assert "genre" in {term.name for term in kept[wanted].terms}


def test_the_step_of_loop_and_worker_judges_by_genre_too() -> None:
    topic = Topic("chemistry", (Keyword("chemistry"),), (), ("http://u.example/",))
    settings = CrawlSettings(topic=TopicParams(genre="people"))
    step = crawl_work(settings, FetchParams(), topic, (), PageReading(duplicates=False)).step
    kept = []
    for name, body in PAGES.items():
        came = answer(name, body)
        (number,), _ = step.frontier.number([came.url])
        if "kept" in step.settle(Address(number, came.url), came).counts:
            kept.append(name)
    assert kept == ["people"]
