"""Starts a shared crawl, keeps its workers running, and closes it: one standard for all pages, duplicates settled."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar
from uuid import uuid4

import numpy as np
from sqlalchemy import text

from motherlode.app.cluster.runners import Runner, make_runner, work
from motherlode.app.cluster.spec import ClusterPlace, Spec, set_state, write_spec
from motherlode.app.crawl.judging import judge_for
from motherlode.app.crawl.parts import CrawlSettings, example_pages, keeping
from motherlode.app.crawl.run import CrawlCallbacks
from motherlode.app.crawl.sink import ProjectSink, Rows, last_word
from motherlode.app.project import Project
from motherlode.crawl.cluster.exchange import Exchange, Offer
from motherlode.crawl.cluster.leases import Leases, SilenceWatch, prepare
from motherlode.crawl.params import ClusterParams
from motherlode.crawl.parts import Report
from motherlode.errors import StoreUnavailable, UsageError
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import ReadPage
from motherlode.model.topic import Topic
from motherlode.pages.archive import Archive
from motherlode.sql.engine import writing
from motherlode.text.urls import canonical
from motherlode.topic.threshold import last_threshold

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
    place: ClusterPlace,
    *,
    topic: Topic | None = None,
    callbacks: CrawlCallbacks,
) -> Report:
    """Crawls for the project's topic with many workers; everything found is in the store afterwards."""
    prepare(project.engine)
    if place.kind == "join":
        work(project.store_url, f"joined-{uuid4().hex[:8]}", project.archive_folder.resolve())
        return _report(Exchange(project.engine))
    topic = topic or project.store.topics.topic(project.params.name)
    if not topic.seeds and not topic.examples:
        raise UsageError("the project has no addresses to begin with; add seeds or example pages")
    if settings.crawl.until_recall:
        raise UsageError("a shared crawl has no estimate of what is left; leave until_recall out, or crawl alone")
    spec = begin(project, settings, fetch, cluster, topic, callbacks)
    callbacks.progress.begin(f"crawl {topic.name}", settings.crawl.max_pages or None)
    runner = make_runner(place, project.store_url, project.archive_folder.resolve())
    try:
        ended = Coordinator(project, spec, runner, callbacks).run()
    finally:
        runner.close()
        callbacks.progress.end()
    report = close(project, spec)
    report.ended = ended
    return report


def begin(
    project: Project,
    settings: CrawlSettings,
    fetch: FetchParams,
    cluster: ClusterParams,
    topic: Topic,
    callbacks: CrawlCallbacks,
) -> Spec:
    """Puts the crawl into the store: its first addresses, or with `resume` those of the crawl that was broken off."""
    extracting, params = settings.extracting(), project.params

    async def examples() -> list[ReadPage]:
        clock = SystemClock()
        client = Client(fetch, clock, allow_private=params.allow_private, user_agent=params.user_agent)
        async with client:
            note = callbacks.progress.note
            return await example_pages(
                topic.examples, client, clock, extracting, settings.topic, lambda _: None, note
            )

    spec = Spec(
        uuid4().hex, topic, settings, fetch, cluster, tuple(asyncio.run(examples())), params.allow_private,
        params.user_agent, callbacks.run,
    )  # fmt: skip
    _clear(project, everything=not callbacks.resume)
    write_spec(project.engine, spec)
    seeds = [canonical(url) for url in [*topic.examples, *topic.seeds] if url.startswith(("http://", "https://"))]
    value = settings.seed_value
    step = 1e-4 * value / max(1, len(seeds))
    Exchange(project.engine).offer([Offer(url, value - at * step) for at, url in enumerate(dict.fromkeys(seeds))])
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

    def __init__(self, project: Project, spec: Spec, runner: Runner, callbacks: CrawlCallbacks) -> None:
        self.project, self.spec, self.runner, self.callbacks = project, spec, runner, callbacks
        self.leases = Leases(project.engine)
        self.exchange = Exchange(project.engine)
        self._watch = SilenceWatch(spec.cluster.lease)
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
            began = self._release_hosts(name)
            self.callbacks.progress.note(f"{name} died ({reason}); its hosts go to others")
            self._stillborn = 0 if began else self._stillborn + 1
            if self._left <= 0 or self._stillborn > MAX_STILLBORN:
                raise StoreUnavailable(f"too many workers died, the last one of: {reason}; then go on with --resume")
            self._left -= 1
            self._start()

    def _release_hosts(self, name: str) -> bool:
        """Takes a dead worker's hosts away; whether it had begun to work."""
        self._patiently(lambda: self.leases.release_worker(name))
        return self._patiently(lambda: self.leases.has_joined(name))

    def _look(self) -> str:
        """Why the crawl is over, or an empty string."""
        try:
            totals = self.exchange.totals()
            for worker, beat in self._watch.silent(self.leases.look().beats, time.monotonic()):
                self.leases.release_worker(worker, beat)
        except StoreUnavailable:
            self._watch.forget()
            return "told to stop" if self.callbacks.stopping() else ""
        fetched = totals.counts.get("fetched", 0)
        self.callbacks.progress.advance(
            fetched - self._shown, kept=totals.counts.get("kept", 0), workers=self._running,
            pages_per_s=round(fetched / max(1e-3, time.monotonic() - self._began), 1),
        )  # fmt: skip
        self._shown = fetched
        params = self.spec.settings.crawl
        if self.callbacks.stopping():
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
                    self._release_hosts(name)
            time.sleep(0.05)

    def _patiently(self, work: Callable[[], Answer]) -> Answer:
        """What a question or a write gives, which waits for a lost store."""
        for _ in range(PATIENCE):
            with suppress(StoreUnavailable):
                return work()
            time.sleep(0.5)
        return work()


def close(project: Project, spec: Spec) -> Report:
    """The crawl's last word, as a crawl of one process has it."""
    exchange = Exchange(project.engine)
    report = _report(exchange)
    params = spec.settings.threshold
    pages = project.store.pages.all()
    judged = [(page.url, page.relativity or 0.0) for page in pages if page.code in {"related", "unrelated"}]
    relevances = np.array([relevance for _, relevance in judged], dtype=np.float32)
    threshold = last_threshold(relevances, params, params.threshold) if params.rule == "kept" else None
    judge = judge_for(spec.topic.keywords, spec.examples, spec.settings.topic)
    extracting = spec.settings.extracting()
    rows = Rows(judge, SystemClock(), run=spec.run, extract=extracting)
    is_list = keeping(spec.settings, extracting, spec.examples).links_only
    sink = ProjectSink(project.store, Archive(project.archive_folder), rows, is_list)
    sink.judged = {at: url for at, (url, _) in enumerate(judged)}
    last_word(report, project.store, sink, relevances, threshold, spec.topic.marks)
    report.waiting = exchange.waiting()
    set_state(project.engine, "done")
    return report


def _report(exchange: Exchange) -> Report:
    """The counts of all workers as a report."""
    report = Report()
    report.count(exchange.totals().counts)
    return report
