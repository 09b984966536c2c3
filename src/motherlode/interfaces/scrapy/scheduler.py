"""The frontier and the scorer as a Scrapy scheduler: the request that promises most is sent next (D2, D3)."""

from __future__ import annotations

from typing import Any, Self

from scrapy.http import HtmlResponse, Request
from scrapy.utils.misc import build_from_crawler, load_object

from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.strategies.base import SEED_PRIORITY
from motherlode.crawl.strategies.make import make_strategy
from motherlode.errors import MotherlodeError
from motherlode.model.crawl import Outcome, ReadPage
from motherlode.model.topic import Keyword
from motherlode.pages.view import view
from motherlode.text.urls import canonical
from motherlode.topic.judge import Judge


class FocusedScheduler:
    """Takes requests in any order, gives them out by their value; the middleware below tells it what pages were."""

    def __init__(self, duplicates: Any, keywords: dict[str, float], params: CrawlParams) -> None:
        self._duplicates = duplicates
        self._frontier = Frontier()
        self._requests: dict[int, Request] = {}
        self._first: list[Request] = []
        self.judge = Judge([Keyword(word, weight) for word, weight in keywords.items()], [])
        self._graph = LinkGraph(self.judge)
        self._strategy = make_strategy(self._graph, params)
        self._values: dict[int, float] = {}

    @classmethod
    def from_crawler(cls, crawler: Any) -> Self:
        """Made from the Scrapy settings MOTHERLODE_KEYWORDS and MOTHERLODE_STRATEGY."""
        settings = crawler.settings
        duplicates = build_from_crawler(load_object(settings["DUPEFILTER_CLASS"]), crawler)
        params = CrawlParams(strategy=settings.get("MOTHERLODE_STRATEGY", "learned"))
        made = cls(duplicates, dict(settings.getdict("MOTHERLODE_KEYWORDS")), params)
        crawler.motherlode = made
        return made

    def open(self, spider: Any) -> Any:
        """A crawl begins."""
        return self._duplicates.open() if hasattr(self._duplicates, "open") else None

    def close(self, reason: str) -> Any:
        """A crawl ends."""
        return self._duplicates.close(reason)

    def has_pending_requests(self) -> bool:
        """Whether anything waits."""
        return bool(self._first) or self._frontier.waiting > 0

    def __len__(self) -> int:
        return len(self._first) + self._frontier.waiting

    def enqueue_request(self, request: Request) -> bool:
        """Takes a request; False for one seen before. What the frontier cannot hold is sent first, unchanged."""
        if not request.dont_filter and self._duplicates.request_seen(request):
            return False
        number = self._number(request.url)
        if number < 0 or request.method != "GET" or request.dont_filter or number in self._requests:
            self._first.append(request)
            return True
        self._requests[number] = request
        value = self._values.get(number)
        # Requests that no judged page named are a spider's first ones: they come before all others (N9).
        self._frontier.push([number], [SEED_PRIORITY + request.priority if value is None else value])
        return True

    def next_request(self) -> Request | None:
        """The request that promises most, None when nothing waits."""
        if self._first:
            return self._first.pop(0)
        number = self._frontier.pop()
        if number < 0:
            return None
        if hasattr(self._strategy, "taken"):
            self._strategy.taken(number)
        self._frontier.done(number)
        return self._requests.pop(number)

    def judged(self, response: HtmlResponse) -> float:
        """Hears a page: its relevance; its links get their values before the spider's requests come."""
        seen = view(response.text, response.url)
        judgement = self.judge.judge(ReadPage(response.url, seen.title, seen.text, seen.links, seen.language))
        page = self._number(response.url)
        if page < 0:
            return judgement.relevance
        links = [link for link in seen.links if self._number(link.url) >= 0]
        numbers = [self._number(link.url) for link in links]
        self._graph.add(page, judgement.relevance, numbers, links)
        outcome = Outcome(page, response.url, judgement.relevance, 1, numbers, links)
        values = self._strategy.observe(outcome)
        if values is not None:
            self._values.update(zip(numbers, values.tolist(), strict=True))
            waiting = [(n, self._values[n]) for n in numbers if n in self._requests]
            self._frontier.push([n for n, _ in waiting], [value for _, value in waiting])
        if self._strategy.due() and self._frontier.waiting:
            numbers_waiting = self._frontier.waiting_numbers()
            self._frontier.reprioritise(numbers_waiting, self._strategy.rescore(numbers_waiting))
        return judgement.relevance

    def _number(self, url: str) -> int:
        try:
            (number,), _ = self._frontier.number([canonical(url)])
        except MotherlodeError:
            return -1
        return number


class JudgingMiddleware:
    """Shows every page to the scheduler before the spider sees it; the relevance lies in `response.meta`."""

    def __init__(self, crawler: Any) -> None:
        self._crawler = crawler

    @classmethod
    def from_crawler(cls, crawler: Any) -> Self:
        """For Scrapy."""
        return cls(crawler)

    def process_spider_input(self, response: Any, spider: Any = None) -> None:
        """Judges a page."""
        scheduler = getattr(self._crawler, "motherlode", None)
        if isinstance(scheduler, FocusedScheduler) and isinstance(response, HtmlResponse):
            response.meta["motherlode_relevance"] = scheduler.judged(response)
