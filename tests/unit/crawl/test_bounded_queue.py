"""A queue with a bound keeps the best, not the first, and loses nothing (D3)."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from motherlode.app.crawl.parts import CrawlSettings, PageReading, crawl_work
from motherlode.app.crawl.replay import NoSink
from motherlode.crawl.loop import Crawl, Parts, seeded
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.replay import ReplayFetcher
from motherlode.fetch.params import FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic

OWLS = "the owl hunts by night and the owls of the forest sleep by day"
SITES = 40


def body(path: str) -> str:
    """A first page with many poor links before few good ones; good ones lead on to more of both."""
    name, _, number = path.partition("-")
    if name == "poor":
        return "<p>bread and butter and salt</p>"
    n = int(number or 0)
    poor = "".join(f'<a href="/poor-{n}x{k}">recipe {k}</a> ' for k in range(60))
    good = "".join(f'<a href="/owl-{m}">owls of the forest</a> ' for m in (2 * n + 1, 2 * n + 2) if m < SITES)
    own = " ".join(f"w{n}x{k}" for k in range(4))  # pages that say nothing new would be taken for a trap
    return f"<title>owls</title><p>{OWLS} {own}</p>{poor}{good}"


def kept(max_queue: int, max_pages: int) -> tuple[int, int, Crawl]:
    places = {f"http://w.example/{name}": at for at, name in enumerate(["", *names()])}
    by_place = {at: url for url, at in places.items()}

    def read(at: int) -> Response:
        url = by_place[at]
        html = body(url.rpartition("/")[2] or "owl-0")
        return Response(url, url, 200, (("Content-Type", "text/html"),), html.encode(), datetime.now(UTC))

    fetcher = ReplayFetcher(places, read)
    params = CrawlParams(strategy="best-first", max_queue=max_queue, max_pages=max_pages, scope="any")
    settings = CrawlSettings(crawl=params)
    topic = Topic("owls", (Keyword("owl"), Keyword("owls"), Keyword("forest")), (), ("http://w.example/",))
    work = crawl_work(settings, FetchParams(), topic, (), PageReading(duplicates=False), find=fetcher.find)
    sink = NoSink()
    crawl = Crawl(work.step, Parts(fetcher=fetcher, sink=sink, clock=SystemClock()))
    seeded(crawl, topic.seeds, settings.seed_value)
    asyncio.run(crawl.run())
    return sum("/owl-" in url for url, _ in sink.visits), len(sink.visits), crawl


def names() -> list[str]:
    return [f"owl-{n}" for n in range(SITES)] + [f"poor-{n}x{k}" for n in range(SITES) for k in range(60)]


def test_a_small_queue_finds_as_many_good_pages_as_a_large_one() -> None:
    large, _, _ = kept(5_000_000, 60)
    small, _, _ = kept(100, 60)
    assert large == SITES - 1
    assert small == large


def test_nothing_is_lost_when_the_queue_overflows() -> None:
    _, visited, crawl = kept(100, 0)
    assert visited == SITES + SITES * 60
    assert crawl.parts.overflow.count == 0
