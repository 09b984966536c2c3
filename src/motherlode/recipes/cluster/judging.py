"""One worker's judgement: a response in; its row, its article and the addresses it leads to out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from motherlode.crawl.cluster.exchange import Offer
from motherlode.crawl.cluster.sharing import Model
from motherlode.crawl.cluster.tables import SITEMAP
from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.loop import Visit
from motherlode.crawl.strategies.make import make_strategy
from motherlode.crawl.traps import Scope, Traps
from motherlode.errors import InputError, MotherlodeError
from motherlode.model.article import NewsItem
from motherlode.model.crawl import Outcome
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Link, Response
from motherlode.model.ports import Clock
from motherlode.pages.archive import Archive
from motherlode.pages.duplicates import simhash
from motherlode.recipes.cluster.spec import Spec
from motherlode.recipes.crawl_genre import as_judged, judge_for
from motherlode.recipes.crawl_parts import Keeping, PageReading
from motherlode.recipes.crawl_sink import ProjectSink
from motherlode.recipes.extracting import Extracting
from motherlode.sources.feeds import feed, is_feed, sitemap
from motherlode.store.pages import StoredPage
from motherlode.store.store import Store
from motherlode.text.urls import canonical

SITEMAP_SCORE = 1e5
"""Sitemaps come after the first addresses and before every link."""

MAX_SITEMAP_DEPTH = 3
SHARED_WORDS = 1000


class Rows(ProjectSink):
    """Makes the rows of pages and articles without writing them: they go out with the settlement."""

    def flush(self) -> None:
        """Nothing is written here."""

    def rows(self) -> tuple[StoredPage | None, NewsItem | None]:
        """The rows made last."""
        page, article = next(iter(self._pages.values()), None), next(iter(self._articles.values()), None)
        self._pages, self._articles = {}, {}
        self.judged = {}
        return page, article


class Judging:
    """Judge, strategy and link graph of one worker, over what it has seen itself and what others shared."""

    def __init__(self, spec: Spec, store: Store, archive: Archive, clock: Clock) -> None:
        self.spec, self.params = spec, spec.settings.crawl
        self.judge = judge_for(spec.topic.keywords, spec.examples, spec.settings.topic)
        self.frontier = Frontier()
        self.graph = LinkGraph(self.judge)
        self.strategy = make_strategy(self.graph, self.params, spec.settings.gene, spec.settings.path)
        self.extracting = Extracting()
        self.keep = Keeping(spec.settings.threshold, self.extracting.is_list, lists=bool(spec.settings.topic.genre))
        self.rows = Rows(store, archive, self.judge, clock, run=spec.run, extract=self.extracting)
        self._read = PageReading(duplicates=False)
        self._scope = Scope([*spec.topic.seeds, *spec.topic.examples], self.params)
        self._traps = Traps()
        self._offered: dict[int, float] = {}

    def page(self, offer: Offer, response: Response) -> tuple[tuple[str, ...], tuple[Offer, ...]]:
        """What is counted for a page, and the addresses it leads to; raises MotherlodeError for what is no page."""
        if response.status == 304:
            self.rows.unchanged(offer.url)
            return ("fetched", "dropped: unchanged"), ()
        found = self._discovered(offer, response)
        reading = self._read(response)
        page = as_judged(self.extracting, response, reading.page, self.spec.settings.topic)
        reading = replace(reading, page=page, simhash=simhash(reading.page.text))
        (number,), _ = self.frontier.number([offer.url], depth=offer.depth)
        judgement = self.judge.judge(reading.page)
        verdict = self.keep(judgement, reading, response)
        judged = len(self.judge.relevances()) - 1
        why = self.strategy.why(number)
        visit = Visit(number, judged, response, reading, judgement, verdict, offer.parent, offer.depth, why)
        self.rows.put(visit)
        self.frontier.done(number)
        found += self._links(visit)
        return ("fetched", "kept" if verdict.kept else f"dropped: {verdict.code}"), tuple(found)

    def failed(self, offer: Offer, error: MotherlodeError) -> tuple[str, ...]:
        """The row of an address that gave no page, and what is counted for it."""
        reason = str(error.facts.get("reason", "unreadable"))
        self.rows.failed(offer.url, Verdict(False, reason, error.message), offer.parent, offer.depth)
        fetched = () if reason in {"robots", "host-given-up"} else ("fetched",)
        return (*fetched, f"failed: {reason}")

    def sitemap(self, offer: Offer, response: Response) -> tuple[Offer, ...]:
        """The addresses that a sitemap names."""
        pages, further = sitemap(response.body)
        found = self._discover(pages)
        if offer.depth < MAX_SITEMAP_DEPTH:
            found += [
                Offer(url, SITEMAP_SCORE, offer.depth + 1, offer.url, SITEMAP)
                for given in further[:30]
                if (url := address(given)) and not self._scope.refusal(url)
            ]
        return tuple(found)

    def redirect(self, offer: Offer, target: str) -> tuple[Offer, ...]:
        """The address that a redirect names, in the place of this one: its host gives it a turn of its own."""
        if offer.depth >= self.params.max_depth or self._traps.refusal(target):
            return ()
        return (Offer(target, offer.score, offer.depth + 1, offer.parent, offer.kind),)

    def model(self) -> Model:
        """What this worker has learned so far."""
        weights = getattr(self.strategy, "weights", ())
        words = {word.word: word.weight for word in self.judge.keywords(SHARED_WORDS)}
        pages = len(self.judge.relevances())
        return Model(pages, self.keep.state.value, tuple(float(weight) for weight in weights), words)

    def learn_from(self, others: Model) -> None:
        """Takes the mean of the others' models beside its own."""
        if not others.pages or not self.spec.settings.topic.learning:
            return
        self.judge.share(others.words, others.pages)
        if others.links and hasattr(self.strategy, "prior"):
            self.strategy.prior = np.asarray(others.links)
        if self.keep.params.moving:
            own = len(self.judge.relevances())
            value = (own * self.keep.state.value + others.pages * others.threshold) / (own + others.pages)
            self.keep.state = replace(self.keep.state, value=value)

    def _discovered(self, offer: Offer, response: Response) -> list[Offer]:
        if self.spec.fetch.feeds and is_feed(response.body, response.header("content-type")):
            return self._discover(feed(response.body))
        return []

    def _discover(self, urls: list[str]) -> list[Offer]:
        """Addresses from sitemaps and feeds, valued as links of a page of mean relevance."""
        links = self._allowed([Link(url) for given in urls if (url := address(given))], depth=0)
        if not links:
            return []
        numbers, _ = self.frontier.number([link.url for link in links], depth=1)
        values = self.strategy.rescore(np.asarray(numbers, dtype=np.int64))
        return self._better(numbers, links, values, 1, "")

    def _links(self, visit: Visit) -> list[Offer]:
        links = self._allowed(visit.reading.page.links, visit.depth)
        numbers, _ = self.frontier.number([k.url for k in links], parent=visit.number, depth=visit.depth + 1)
        relevance = visit.judgement.relevance
        self.graph.add(visit.number, relevance, numbers, links)
        outcome = Outcome(visit.number, visit.response.final_url, relevance, visit.depth, numbers, links)
        values = self.strategy.observe(outcome)
        if self.strategy.due():
            fresh = self.strategy.rescore(np.asarray(numbers, dtype=np.int64))
            values = fresh if values is not None else None
        if values is None:
            return []
        return self._better(numbers, links, values, visit.depth + 1, visit.response.url)

    def _better(self, numbers: list[int], links: list[Link], values: Any, depth: int, parent: str) -> list[Offer]:
        """Addresses that were not offered yet, or with a lower value."""
        found = []
        for number, link, value in zip(numbers, links, values.tolist(), strict=True):
            if value > self._offered.get(number, -np.inf):
                self._offered[number] = value + LEAST_GAIN
                found.append(Offer(link.url, value, depth, parent))
        return found

    def _allowed(self, links: Any, depth: int) -> list[Link]:
        if depth >= self.params.max_depth:
            return []
        return [link for link in links if not self._scope.refusal(link.url) and not self._traps.refusal(link.url)]


LEAST_GAIN = 0.05
"""A link's value must rise by this much before it is sent again: smaller changes do not alter the order by much."""


def address(url: str) -> str:
    """The canonical address, or nothing."""
    try:
        return canonical(url)
    except InputError:
        return ""
