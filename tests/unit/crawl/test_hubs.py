"""Hubs: addresses by shape, and the lane of pages that are off topic and lead on."""

from __future__ import annotations

import numpy as np
import pytest

from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.strategies.learned import Learned
from motherlode.crawl.strategies.make import make_strategy
from motherlode.crawl.strategies.yields import Shapes, Yields, sharpened
from motherlode.model.crawl import Outcome, ReadPage
from motherlode.model.pages import Link
from motherlode.model.topic import Keyword
from motherlode.topic.judge import Judge
from motherlode.topic.params import TopicParams

SITE = "http://news.example"
FLOOD = "the flood broke the dam and the river rose over the valley while the evacuation went on " * 6
OTHER = "the orchestra opened its season with a quiet evening of chamber music in the old hall " * 6


@pytest.mark.parametrize(
    ("first", "second", "alike"),
    [
        ("/2014/06/day-one-of-the-flood.html", "/2015/07/another-day.html", True),
        ("/2014/06/index.html", "/2014/06/a-title.html", False),
        ("/list?page=2&sort=up", "/list?sort=down&page=9", True),
        ("/tag/water", "/author/water", False),
        ("/item/12345", "/item/9", True),
    ],
)
def test_shapes(first: str, second: str, alike: bool) -> None:
    shapes = Shapes()
    for folder in ("2014/01", "2014/02"):
        shapes.of(f"{SITE}/{folder}/index.html")
    assert (shapes.of(SITE + first) == shapes.of(SITE + second)) is alike


def test_made_up_folders_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("motherlode.crawl.strategies.yields.MAX_CLASSES", 10)
    shapes = Shapes()
    for at in range(100):
        shapes.of(f"http://h{at}.example/a.html")
    assert len(shapes) == 10


def test_labels_are_drawn_apart() -> None:
    found = sharpened(np.array([0.0, 0.1, 0.5, 0.9, 1.0], dtype=np.float32))
    assert found.tolist() == pytest.approx([0, 0.0122, 0.5, 0.9878, 1], abs=1e-3)


def test_addresses_that_stand_on_no_page_are_passed_over() -> None:
    yields = Yields(LinkGraph(Judge([Keyword("flood")], [])), gain=1.0)
    yields.refresh(np.array([3, 7]), np.array([0.9, 0.1]))
    assert yields.rates(np.array([3, 7]))[0].tolist() == [0.0, 0.0]


def _news(days: int, *, every: int = 3) -> dict[str, ReadPage]:
    """A news site: the front names the days, every third day one article on the flood and five on music."""
    pages = {}
    day_links = tuple(Link(f"{SITE}/2014/{day}/index.html", f"2014/{day}") for day in range(days))
    pages[f"{SITE}/"] = ReadPage(f"{SITE}/", "news", "all the days of the year", day_links, "en")
    for day in range(days):
        links = []
        for at in range(6):
            flood = at == 0 and day % every == 0
            url = f"{SITE}/2014/{day}/{'water' if flood else 'evening'}-{at}-of-{day}.html"
            links.append(Link(url, "the flood and the dam" if flood else "an evening in the hall"))
            pages[url] = ReadPage(url, "flood" if flood else "music", FLOOD if flood else OTHER, (), "en")
        url = f"{SITE}/2014/{day}/index.html"
        pages[url] = ReadPage(url, f"day {day}", "what happened on this day", tuple(links), "en")
    return pages


def _crawled(pages: dict[str, ReadPage], limit: int, *, examples: int = 3) -> tuple[list[str], Learned]:
    given = [ReadPage(f"{SITE}/e{at}", "flood", FLOOD, (), "en") for at in range(examples)]
    judge = Judge([Keyword("flood"), Keyword("dam")], given)
    graph = LinkGraph(judge)
    strategy = make_strategy(graph, CrawlParams(strategy="ours"))
    assert isinstance(strategy, Learned)
    frontier = Frontier()
    frontier.push(frontier.number([f"{SITE}/"])[0], [1e6])
    order: list[str] = []
    while len(order) < limit and (number := frontier.pop()) >= 0:
        strategy.taken(number)
        url = frontier.addresses[number]
        order.append(url)
        frontier.done(number)
        page = pages[url]
        relevance = judge.judge(page).relevance
        numbers, _ = frontier.number([link.url for link in page.links], parent=number)
        graph.add(number, relevance, numbers, page.links)
        values = strategy.observe(Outcome(number, url, relevance, 0, numbers, page.links))
        frontier.push(numbers, values.tolist())
        waiting = frontier.waiting_numbers()
        if strategy.due() and len(waiting):
            frontier.reprioritise(waiting, strategy.rescore(waiting))
    return order, strategy


def test_days_that_bring_related_pages_are_fetched(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty days and fourteen articles among 240: the lane of hubs goes on to the days."""
    order, strategy = _crawled(_news(40), 50)
    found = sum("water" in url for url in order)
    monkeypatch.setattr("motherlode.crawl.strategies.learned.HUB_GAIN", 0.0)
    without, _ = _crawled(_news(40), 50)
    assert found >= 8
    assert found > sum("water" in url for url in without)
    assert "relevance of the parents" in {term.name for term in strategy.why(0)}


def test_days_are_tried_all_over_a_list_while_little_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sixty days, of which only those of one fortnight tell of the flood: its first article comes soon."""
    pages = _news(60)
    for url in list(pages):
        if "water" in url and not 20 <= int(url.split("/")[4]) < 34:
            day = url.split("/")[4]
            plain = f"{SITE}/2014/{day}/evening-0-of-{day}.html"
            pages[plain] = ReadPage(plain, "music", OTHER, (), "en")
            index = pages[f"{SITE}/2014/{day}/index.html"]
            links = (Link(plain, "an evening in the hall"), *index.links[1:])
            pages[index.url] = ReadPage(index.url, index.title, index.text, links, "en")
            del pages[url]

    def first() -> int:
        order, _ = _crawled(pages, 300, examples=0)
        return next(at for at, url in enumerate(order) if "water" in url)

    strewn = first()
    monkeypatch.setattr("motherlode.crawl.strategies.learned.STREWN", 0.0)
    assert strewn <= 20 < first()


def test_days_are_read_by_the_list_again_once_many_pages_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fifty of three hundred days tell of the flood, less than a fifth of what is fetched all the time."""

    def last_steps() -> float:
        order, _ = _crawled(_news(300, every=6), 330, examples=0)
        assert sum("water" in url for url in order) > 30
        days = [int(url.split("/")[4]) for url in order if url.endswith("index.html")]
        return float(np.abs(np.diff(days[-25:])).mean())

    by_the_list = last_steps()
    monkeypatch.setattr("motherlode.crawl.strategies.learned.KNOWS_ITS_WAY", float("inf"))
    assert by_the_list < 20 < last_steps()


def test_hubs_are_held_against_what_other_pages_bring() -> None:
    """One day was read and one story, and both name further ones: the other day is worth what it brings beyond."""
    graph = LinkGraph(Judge([Keyword("flood")], []))
    yields = Yields(graph, gain=1.0)
    names = ("day/1.html", "day/2.html", "story/one.html", "story/two.html", "story/three.html", "story/four.html")
    for page, name, relevance, targets in (
        (0, "", 0.0, (1, 2, 3)),
        (1, "day/1.html", 0.0, (4, 5)),
        (3, "story/one.html", 0.3, (6,)),
    ):
        links = [Link(f"{SITE}/{names[number - 1]}", "") for number in targets]
        graph.add(page, relevance, targets, links)
        yields.met(page, f"{SITE}/{name}", np.array(targets), links)
        yields.taken(page, 0.01)
    yields.refresh(np.array([2, 4, 5, 6]), np.array([0.05, 0.9, 0.9, 0.4]))
    day = np.array([2])
    assert yields.rates(day)[0][0] > yields.rates(day, above_others=True)[0][0] > 0


def test_chances_that_do_not_come_true_count_for_less() -> None:
    """After the days are read only music is left: what waits is worth less than the model alone would say."""
    _, strategy = _crawled(_news(12), 60)
    waiting = np.arange(60, 85, dtype=np.int64)
    odds = strategy._features(waiting) @ strategy.weights
    assert (strategy._priorities(waiting, odds) < odds - 0.1).any()
    assert strategy._priorities(waiting, odds + 9.0) == pytest.approx(odds + 9.0, abs=1e-3)


def test_where_people_are_wanted_link_words_lead_the_learned_strategy() -> None:
    links = (Link(f"{SITE}/news", "News"), Link(f"{SITE}/x", "Our faculty"))
    page = ReadPage(f"{SITE}/", "home", "welcome", links, "en")
    judge = Judge([Keyword("professor")], (), TopicParams(genre="people"))
    graph = LinkGraph(judge)
    strategy = make_strategy(graph, CrawlParams())
    graph.add(0, judge.judge(page).relevance, [1, 2], page.links)
    news, faculty = strategy.observe(Outcome(0, page.url, 0.1, 0, [1, 2], page.links))  # type: ignore[misc]
    assert faculty > 3 > news
