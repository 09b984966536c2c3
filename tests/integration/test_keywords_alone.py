"""A topic given by one keyword: headlines beside an article name it, and do not count."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import product
from random import Random

from motherlode.app.crawl.judging import settled
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import NoSink, replay
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import Visit
from motherlode.crawl.replay import ReplayFetcher
from motherlode.model.pages import Response
from motherlode.model.topic import Keyword, Topic

PAGES, ABOUT = 80, 10
WORDS = ["".join(letters) for letters in product("bdfgklmnprst", "aeiou", "rstvwxz", "aeiou", "bdfgklmn")]


def web() -> ReplayFetcher:
    """A site whose two of three pages name concerts beside their own text; ten articles are about one."""
    random, pages = Random(1), []
    for at in range(PAGES):
        about = at % (PAGES // ABOUT) == 3
        own = ["concert", "orchestra", "hall"] if about else random.sample(WORDS, 3)
        text = "".join(
            f"<p>The {own[0]} of the {own[1]} was {' '.join(random.choices(WORDS, k=40))} in the {own[2]}.</p>"
            for _ in range(6)
        )
        beside = '<li><a href="/1">Concert tonight: tickets for the concert</a></li>' * (6 if at % 3 else 0)
        links = "".join(f'<li><a href="/{n}">More of {n}</a></li>' for n in range(at + 1, min(PAGES, at + 9)))
        body = (
            f"<html lang='en'><head><title>The {own[0]} and the {own[1]}</title></head><body>"
            f"<aside><h2>Concerts</h2><ul>{beside}</ul></aside><article><h1>The {own[0]} and the {own[1]}</h1>"
            f"{text}</article><nav><ul>{links}</ul></nav></body></html>"
        )
        url = f"http://site.example/{at}"
        pages.append(
            Response(url, url, 200, (("content-type", "text/html"),), body.encode(), datetime(2026, 1, 1, tzinfo=UTC))
        )
    return ReplayFetcher({page.url: at for at, page in enumerate(pages)}, lambda at: pages[at])


class Judged(NoSink):
    """Remembers which page was judged when."""

    def __init__(self) -> None:
        super().__init__()
        self.pages: dict[int, int] = {}

    def put(self, visit: Visit) -> None:
        self.pages[visit.judged] = int(visit.response.final_url.rsplit("/", 1)[1])


def test_headlines_beside_the_text_do_not_count_for_a_single_keyword() -> None:
    settings, sink = CrawlSettings(crawl=CrawlParams(max_pages=PAGES)), Judged()
    topic = Topic("concerts", (Keyword("concert"),), (), ("http://site.example/0",))
    _, crawl = replay(web(), topic, settings, sink=sink)
    relevances, threshold = settled(crawl.step.relevance, settings.threshold, settings.threshold.threshold)  # type: ignore[arg-type]
    kept = {page for at, page in sink.pages.items() if relevances[at] >= (threshold or 0.5)}
    assert len(sink.pages) == PAGES
    assert kept == {at for at in range(PAGES) if at % (PAGES // ABOUT) == 3}
