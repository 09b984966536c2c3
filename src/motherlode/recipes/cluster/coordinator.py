"""Starts a shared crawl, keeps its workers running, and closes it: one standard for all pages, duplicates settled."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import TypeVar
from uuid import uuid4

import numpy as np
from sqlalchemy import text

from motherlode.crawl.cluster.exchange import Exchange, Offer
from motherlode.crawl.cluster.leases import Leases, Watch
from motherlode.crawl.cluster.params import ClusterParams
from motherlode.crawl.cluster.tables import prepare
from motherlode.crawl.loop import Report
from motherlode.crawl.params import FetchParams
from motherlode.crawl.strategies.base import SEED_PRIORITY
from motherlode.errors import StoreUnavailable, UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import ReadPage
from motherlode.model.pages import Response
from motherlode.model.topic import Topic
from motherlode.pages.archive import Archive
from motherlode.pages.duplicates import Duplicates
from motherlode.recipes.cluster.places import Place
from motherlode.recipes.cluster.process import work
from motherlode.recipes.cluster.runners import Runner, make_runner
from motherlode.recipes.cluster.spec import Spec, set_state, write_spec
from motherlode.recipes.crawl import Wishes
from motherlode.recipes.crawl_examples import example_pages
from motherlode.recipes.crawl_genre import as_judged
from motherlode.recipes.crawl_replay import CrawlSettings
from motherlode.recipes.crawl_sink import ProjectSink
from motherlode.recipes.extracting import Extracting
from motherlode.recipes.polite import PoliteFetcher
from motherlode.recipes.project import Project
from motherlode.sql.engine import writing
from motherlode.store.pages import StoredPage
from motherlode.text.urls import canonical
from motherlode.topic.judge import Judge
from motherlode.topic.threshold import border

POLL = 0.2
"""Seconds between two looks at the crawl."""

PATIENCE = 600
"""Half seconds for which a lost store is waited for, as long as the workers do."""

Answer = TypeVar("Answer")

MAX_STILLBORN = 3
"""Workers in a row that may die before they join: more is a fault that another worker will not cure."""


def crawl_cluster(
    project: Project,
    settings: CrawlSettings,
    fetch: FetchParams,
    cluster: ClusterParams,
    place: Place,
    *,
    topic: Topic | None = None,
    wishes: Wishes,
) -> Report:
    """Crawls for the project's topic with many workers; everything found is in the store afterwards."""
    prepare(project.engine)
    if fetch.rendered_hosts:
        raise UsageError("rendered_hosts is not supported with --cluster; crawl those hosts in one process")
    if place.kind == "join":
        work(project.store_url, f"joined-{uuid4().hex[:8]}", project.archive_folder.resolve())
        return _report(Exchange(project.engine))
    topic = topic or project.store.topics.topic(project.params.name)
    if not topic.seeds and not topic.examples:
        raise UsageError("the project has no addresses to begin with; add seeds or example pages")
    spec = begin(project, settings, fetch, cluster, topic, wishes)
    wishes.progress.begin(f"crawl {topic.name}", settings.crawl.max_pages or None)
    runner = make_runner(place, project.store_url, project.archive_folder.resolve())
    try:
        ended = Coordinator(project, spec, runner, wishes).run()
    finally:
        runner.close()
        wishes.progress.end()
    report = close(project, spec)
    report.ended = ended
    return report


def begin(
    project: Project,
    settings: CrawlSettings,
    fetch: FetchParams,
    cluster: ClusterParams,
    topic: Topic,
    wishes: Wishes,
) -> Spec:
    """Puts the crawl into the store: its first addresses, or with `resume` those of the crawl that was broken off."""
    extracting, params = Extracting(), project.params

    def judged(response: Response, page: ReadPage) -> ReadPage:
        return as_judged(extracting, response, page, settings.topic)

    async def examples() -> list[ReadPage]:
        clock = SystemClock()
        polite = PoliteFetcher(fetch, clock, allow_private=params.allow_private, user_agent=params.user_agent)
        async with polite:
            return await example_pages(topic.examples, polite, clock, judged, lambda _: None, wishes.progress.note)

    spec = Spec(
        uuid4().hex, topic, settings, fetch, cluster, tuple(asyncio.run(examples())), params.allow_private,
        params.user_agent, wishes.run,
    )  # fmt: skip
    _clear(project, everything=not wishes.resume)
    write_spec(project.engine, spec)
    seeds = [canonical(url) for url in [*topic.examples, *topic.seeds] if url.startswith(("http://", "https://"))]
    Exchange(project.engine).offer([Offer(url, SEED_PRIORITY - at) for at, url in enumerate(dict.fromkeys(seeds))])
    return spec


def _clear(project: Project, *, everything: bool) -> None:
    """Forgets the workers of before, and with `everything` the addresses; pages that are not due stay settled."""
    with writing(project.engine) as connection:
        connection.execute(text("DELETE FROM crawl_workers"))
        connection.execute(text("DELETE FROM crawl_models"))
        connection.execute(text("UPDATE crawl_hosts SET worker = '', token = nextval('crawl_tokens')"))
        if not everything:
            return
        connection.execute(text("DELETE FROM crawl_urls"))
        connection.execute(text("DELETE FROM crawl_hosts"))
        connection.execute(
            text(
                "INSERT INTO crawl_urls (url, host, kind, state, score, depth, parent)"
                " SELECT url, '', 0, 1, 0, depth, parent_url FROM pages WHERE warc_offset >= 0 AND next_due > :now"
            ),
            {"now": SystemClock().now().isoformat()},
        )


class Coordinator:
    """Watches the workers of one crawl."""

    def __init__(self, project: Project, spec: Spec, runner: Runner, wishes: Wishes) -> None:
        self.project, self.spec, self.runner, self.wishes = project, spec, runner, wishes
        self.leases = Leases(project.engine)
        self.exchange = Exchange(project.engine)
        self._watch = Watch(spec.cluster.lease)
        self._started = 0
        self._left = spec.cluster.restarts
        self._stillborn = 0
        self._running = 0
        self._shown = 0
        self._began = time.monotonic()

    def run(self) -> str:
        """Until nothing waits, a limit is reached or a stop is asked for; why it ended."""
        for _ in range(self.runner.workers):
            self._start()
        ended = ""
        while not ended:
            time.sleep(POLL)
            self._replace_dead()
            ended = self._look()
        self._patiently(lambda: set_state(self.project.engine, "stopping"))
        self._wait_for_workers()
        return ended

    def _start(self) -> None:
        self._started += 1
        self._running += 1
        self.runner.start(f"worker-{self._started}-{self.spec.crawl[:6]}")

    def _replace_dead(self) -> None:
        """A worker that died loses its hosts at once, and another one begins in its place."""
        for name, reason in self.runner.ended().items():
            self._running -= 1
            if not reason:
                continue
            began = self._bury(name)
            self.wishes.progress.note(f"{name} died ({reason}); its hosts go to others")
            self._stillborn = 0 if began else self._stillborn + 1
            if self._left <= 0 or self._stillborn > MAX_STILLBORN:
                raise StoreUnavailable(f"too many workers died, the last one of: {reason}; then go on with --resume")
            self._left -= 1
            self._start()

    def _bury(self, name: str) -> bool:
        """Takes a dead worker's hosts away; whether it had begun to work."""
        self._patiently(lambda: self.leases.bury(name))
        return self._patiently(lambda: self.leases.has_joined(name))

    def _look(self) -> str:
        """Why the crawl is over, or an empty string."""
        try:
            totals = self.exchange.totals()
            for worker, beat in self._watch.silent(self.leases.look().beats, time.monotonic()):
                self.leases.bury(worker, beat)
        except StoreUnavailable:
            self._watch.forget()
            return "told to stop" if self.wishes.stopping() else ""
        fetched = totals.counts.get("fetched", 0)
        self.wishes.progress.advance(
            fetched - self._shown, kept=totals.counts.get("kept", 0), workers=self._running,
            pages_per_s=round(fetched / max(1e-3, time.monotonic() - self._began), 1),
        )  # fmt: skip
        self._shown = fetched
        params = self.spec.settings.crawl
        if self.wishes.stopping():
            return "told to stop"
        if params.max_pages and fetched >= params.max_pages:
            return "page limit"
        if params.max_seconds and time.monotonic() - self._began >= params.max_seconds:
            return "time limit"
        return "" if totals.waiting else "nothing left"

    def _wait_for_workers(self) -> None:
        """Workers settle what they have in hand; one that takes longer than a page may is ended with the runner."""
        until = time.monotonic() + self.spec.fetch.timeout + 10
        while self._running and time.monotonic() < until:
            for name, reason in self.runner.ended().items():
                self._running -= 1
                if reason:
                    self._bury(name)
            time.sleep(0.05)

    def _patiently(self, work: Callable[[], Answer]) -> Answer:
        """What a question or a write gives, which waits for a lost store."""
        for _ in range(PATIENCE):
            with suppress(StoreUnavailable):
                return work()
            time.sleep(0.5)
        return work()


def close(project: Project, spec: Spec) -> Report:
    """The crawl's last word: one threshold for all pages, and of pages with the same text the nearest to a seed."""
    exchange = Exchange(project.engine)
    report = _report(exchange)
    revised = _revise(project, spec)
    report.kept += revised
    report.dropped["unrelated"] -= revised
    twins = _duplicates(project)
    report.kept -= len(twins)
    report.dropped["duplicate"] += len(twins)
    report.waiting = exchange.waiting()
    set_state(project.engine, "done")
    return report


def _revise(project: Project, spec: Spec) -> int:
    """Verdicts by one threshold over what all workers judged; how many more pages are kept."""
    params = spec.settings.threshold
    if not params.moving:
        return 0
    judged = [(page.url, page.relativity or 0.0) for page in _judged(project.store.pages.all())]
    relevances = np.array([relevance for _, relevance in judged], dtype=np.float32)
    threshold = border(relevances, params.threshold, params.lowest * 0.5, params.highest)
    judge = Judge(spec.topic.keywords, spec.examples, spec.settings.topic)
    archive = Archive(project.archive_folder)
    sink = ProjectSink(project.store, archive, judge, SystemClock(), run=spec.run, extract=Extracting())
    sink.judged = {at: url for at, (url, _) in enumerate(judged)}
    return sink.revise(relevances, threshold)


def _judged(pages: Iterator[StoredPage]) -> Iterator[StoredPage]:
    return (page for page in pages if page.code in {"related", "unrelated"})


def _duplicates(project: Project) -> Sequence[str]:
    """Kept pages that repeat another kept page, in an order that no worker's speed can change."""
    seen = Duplicates()
    kept = sorted(project.store.pages.all(kept=True), key=lambda page: (page.depth, page.url))
    dropped: list[StoredPage] = []
    for page in kept:
        _, earlier = seen.check(page.url, page.digest, page.simhash)
        if earlier:
            dropped.append(_as_duplicate(page, earlier))
    urls = [page.url for page in dropped]
    if dropped:
        project.store.pages.put(dropped)
        project.store.articles.remove(urls)
    return urls


def _as_duplicate(page: StoredPage, earlier: str) -> StoredPage:
    return replace(page, kept=False, code="duplicate", reason=f"the same text as {earlier}")


def _report(exchange: Exchange) -> Report:
    """The counts of all workers as a report."""
    report = Report()
    dropped: Counter[str] = Counter()
    for name, count in exchange.totals().counts.items():
        kind, _, reason = name.partition(": ")
        if kind == "dropped":
            dropped[reason] += count
        elif kind == "failed":
            report.failed[reason] += count
    counts = exchange.totals().counts
    report.fetched, report.kept, report.dropped = counts.get("fetched", 0), counts.get("kept", 0), dropped
    return report
