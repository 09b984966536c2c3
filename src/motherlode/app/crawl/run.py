"""The focused crawl of a project, live or over an archive: definition, extraction and filter layer of the papers.

definition   keywords and example pages of the project make the judge (N1–N3)
crawl        frontier, strategy, politeness; every page judged, every link valued (D1–D3, N5–N10)
output       pages, verdicts and articles into store and archive; TopWebNews out of them (N11)
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace

from motherlode.app.crawl.judging import AnyJudge, second_class, settled
from motherlode.app.crawl.parts import (
    CrawlSettings,
    CrawlWork,
    PageReading,
    addresses,
    crawl_work,
    example_pages,
    validators,
)
from motherlode.app.crawl.sink import ProjectSink, Rows, last_word
from motherlode.app.inputs import is_address
from motherlode.app.project import Project
from motherlode.app.stored_pages import StoredPages
from motherlode.crawl.frontier import Frontier
from motherlode.crawl.journal import Journal, Overflow, Settled, held
from motherlode.crawl.loop import Crawl, Parts, seeded
from motherlode.crawl.metrics import Metrics
from motherlode.crawl.parts import Pages, Report
from motherlode.crawl.politeness import Politeness
from motherlode.crawl.replay import ReplayFetcher
from motherlode.crawl.step import WITHOUT_ROW
from motherlode.errors import FetchError, MotherlodeError, UsageError
from motherlode.fetch.client import Client
from motherlode.fetch.params import FetchParams
from motherlode.fetch.robots import Rules
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.ports import Fetcher, Progress, Silent
from motherlode.model.topic import Topic
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from motherlode.text.urls import canonical
from motherlode.topic.judge import Judge

WARM_PAGES = 2000
"""Pages of an earlier run read again for judge and strategy when a crawl is taken up."""


LOOK_EVERY, QUEUE_HOSTS = 1.0, 10
"""Seconds between two looks at the threshold, at a person's marks and at the queues of the hosts, and how many hosts
are told."""


FOLDER = "crawl"
"""Where a project keeps the state of its crawl."""


@dataclass(slots=True)
class CrawlCallbacks:
    """How the caller follows a crawl, stops it, and says that it goes on from an earlier one."""

    progress: Progress
    stopping: Callable[[], bool] = lambda: False
    on_fetched: Callable[[str], None] = lambda url: None
    resume: bool = False
    run: int | None = None
    on_decision: Callable[[str, Verdict], None] = lambda url, verdict: None
    on_queue: Callable[[Mapping[str, int]], None] | None = None
    """Told the longest queues by host, now and then."""


def crawl_project(
    project: Project,
    settings: CrawlSettings,
    fetch: FetchParams,
    *,
    topic: Topic | None = None,
    replayed: ReplayFetcher | None = None,
    callbacks: CrawlCallbacks | None = None,
) -> Report:
    """Crawls for the project's topic until a limit is reached; everything found is in the project afterwards."""
    callbacks = callbacks or CrawlCallbacks(Silent())
    own = topic is None
    topic = topic or project.store.topics.topic(project.params.name)
    if not topic.seeds and not topic.examples:
        raise UsageError("the project has no addresses to begin with; add seeds or example pages")
    with held(project.folder / FOLDER), _seldom_collected():
        work = _ProjectCrawl(project, settings, fetch, topic, callbacks)
        work.follows_marks = own
        return asyncio.run(work.replayed(replayed) if replayed is not None else work.live())


@contextmanager
def _seldom_collected() -> Iterator[None]:
    """Python's collector of cycles runs less often: a crawl makes millions of values and hardly a cycle.

    One trial on the sample web without collections took a fifth less CPU; with this setting no clear gain was seen.
    """
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


class _ProjectCrawl:
    """The wiring of one crawl of a project."""

    def __init__(
        self, project: Project, settings: CrawlSettings, fetch: FetchParams, topic: Topic, callbacks: CrawlCallbacks
    ) -> None:
        self.project, self.settings, self.fetch = project, settings, fetch
        self.topic, self.callbacks = topic, callbacks
        self.clock = SystemClock()
        self.folder = project.folder / FOLDER
        self.metrics = Metrics(fetch.metrics_port)
        self.archive = Archive(project.archive_folder)
        self.stored = {page.url: page for page in project.store.pages.all()}
        self.journal = Journal(self.folder)
        self.resumed: list[Settled] = []
        self.frontier = Frontier()
        self.overflow = Overflow(self.folder / "overflow.jsonl")
        if callbacks.resume and self.journal.exists():
            self.frontier, self.resumed = self.journal.restore()
        else:
            self.journal.clear()
            self.overflow.clear()
        self.wake = asyncio.Event()
        self.follows_marks = False
        """Whether the topic is the project's own, to which marks belong."""
        self._sitemaps: list[str] = []
        self._looked = float("-inf")

    async def replayed(self, fetcher: ReplayFetcher) -> Report:
        """Over an archive: no politeness, one page after the other."""
        settings = replace(self.settings, crawl=replace(self.settings.crawl, scope="any"))
        read = PageReading(duplicates=False, prints=True)
        return await self._run(fetcher, fetcher, settings, read, None, fetcher.find)

    async def live(self) -> Report:
        """Over the network."""
        params = self.project.params
        pace = Politeness(self.fetch, self.clock, self.frontier, self.wake.set)
        client = Client(
            self.fetch, self.clock, allow_private=params.allow_private, user_agent=params.user_agent, pace=pace,
            validators=lambda url: validators(self.stored.get(url)), on_rules=self._heard_rules,
        )  # fmt: skip
        read = PageReading(duplicates=False, prints=True, fetch=self.fetch, agent=params.user_agent)
        async with client:
            return await self._run(client, client, self.settings, read, pace, str)

    async def _run(
        self, fetcher: Pages, first: Fetcher, settings: CrawlSettings, read: PageReading, turns: Politeness | None,
        find: Callable[[str], str],
    ) -> Report:  # fmt: skip
        examples = await self._examples(first, self.topic.examples)
        others: list[ReadPage] = []
        if settings.topic.judge == "paper":
            others = await self._examples(first, second_class(self.topic.seeds, self.topic.examples))
        work = crawl_work(
            settings, self.fetch, self.topic, examples, read, frontier=self.frontier, find=find, others=others,
            clock=self.clock,
        )  # fmt: skip
        if self.topic.marks.off_topic and isinstance(work.judge, Judge):
            work.judge.teach(off_topic=self._marked().pages(self.topic.marks.off_topic))
        rows = Rows(work.judge, self.clock, run=self.callbacks.run, extract=work.extracting)
        rows.known = self.stored
        sink = ProjectSink(self.project.store, self.archive, rows, work.links_only, self.callbacks.on_decision, read)
        crawl = Crawl(
            work.step,
            Parts(
                fetcher=fetcher,
                sink=sink,
                clock=self.clock,
                journal=self.journal,
                overflow=self.overflow,
                turns=turns,
                progress=self.callbacks.progress,
                stopping=self.callbacks.stopping,
                on_fetched=self.callbacks.on_fetched,
                on_visit=lambda report: self._seen(report, crawl, work, sink),
                wake=self.wake,
            ),
        )
        self.callbacks.progress.begin(f"crawl {self.topic.name}", settings.crawl.max_pages or None)
        self._take_up(crawl, sink)
        seeds = [canonical(url) for url in (*self.topic.examples, *self.topic.seeds) if is_address(url)]
        seeded(crawl, seeds, settings.seed_value)
        try:
            report = await crawl.run()
            self._tell(report, work)
            for warning in work.judge.warnings():
                self.callbacks.progress.note(warning)
            if not self.callbacks.stopping():  # what a crawl kept before it was paused or stopped stays kept
                relevances, threshold = settled(work.judge, settings.threshold, work.keep.state.value)
                last_word(report, self.project.store, sink, relevances, threshold, self.topic.marks)
        finally:
            self.archive.close()
            self.metrics.close()
            self.callbacks.progress.end()
        return report

    def _heard_rules(self, host: str, rules: Rules) -> None:
        """Sitemaps that a robots.txt names wait until the page that asked for it is settled."""
        if self.fetch.sitemaps:
            self._sitemaps += addresses(rules.sitemaps)

    def _marked(self) -> StoredPages:
        return StoredPages(self.project, self.archive, self.settings, self.callbacks.progress.note)

    def _hear_marks(self, crawl: Crawl, judge: AnyJudge, sink: ProjectSink) -> None:
        """What a person marked since the last look teaches the judge, and what waits is valued by it."""
        topic = self.project.store.topics.topic(self.topic.name)
        before, now = self.topic, topic.marks
        words = [word for word in topic.keywords if word not in before.keywords]
        on = [url for url in now.on_topic if url not in before.marks.on_topic]
        off = [url for url in now.off_topic if url not in before.marks.off_topic]
        unwanted = [word for word in now.unwanted if word not in before.marks.unwanted]
        if not (words or on or off or unwanted):
            return
        self.topic = replace(before, keywords=topic.keywords, marks=now)
        sink.flush()
        if isinstance(judge, Judge):
            marked = self._marked()
            judge.teach(words, marked.pages(on), marked.pages(off), unwanted)
            crawl.revalue()
        self.callbacks.progress.note("marks heard: the pages are judged and the addresses valued anew")

    def _seen(self, report: Report, crawl: Crawl, work: CrawlWork, sink: ProjectSink) -> None:
        """Sitemaps after every page; metrics, the moving threshold, marks and the queues now and then."""
        if self._sitemaps:
            crawl.offer(crawl.step.sitemaps(self._sitemaps))
            self._sitemaps = []
        now = self.clock.monotonic()
        if now - self._looked < LOOK_EVERY:
            return
        self._looked = now
        self._tell(report, work)
        if self.follows_marks:
            self._hear_marks(crawl, work.judge, sink)
        if self.callbacks.on_queue is not None:
            self.callbacks.on_queue(dict(self.frontier.queue_by_host(QUEUE_HOSTS)))

    def _tell(self, report: Report, work: CrawlWork) -> None:
        threshold = work.keep.state.value
        self.metrics.update(report, threshold)
        self.callbacks.progress.advance(0, threshold=round(threshold, 3))

    async def _examples(self, fetcher: Fetcher, addresses: Sequence[str]) -> list[ReadPage]:
        """The pages of UrlSet, or of NewsSet, read before the crawl begins."""
        settings, note = self.settings, self.callbacks.progress.note
        return await example_pages(
            addresses, fetcher, self.clock, settings.extracting(), settings.topic, self._archived, note
        )

    def _archived(self, url: str) -> Response | None:
        """A page that an earlier run fetched, when this crawl takes it up."""
        stored = self.stored.get(url) if self.callbacks.resume else None
        if stored is None or stored.warc_offset < 0:
            return None
        return self.archive.read(Place(stored.warc_file, stored.warc_offset))

    def _take_up(self, crawl: Crawl, sink: ProjectSink) -> None:
        """Earlier runs: what was settled is not fetched again; judge and strategy read it once more."""
        frontier, fetched = self.frontier, [page for page in self.stored.values() if page.warc_offset >= 0]
        if not self.callbacks.resume:
            now = self.clock.now().isoformat()
            for page in fetched:
                (number,), _ = frontier.number([page.url], depth=page.depth)
                if page.next_due > now:
                    frontier.done(number)
                    crawl.report.dropped["not-due"] += 1
                else:
                    frontier.push([number], [page.relativity or 0.0])
            return
        places = {page.url: Place(page.warc_file, page.warc_offset) for page in fetched}
        unstored = {s.also or s.url: Place(s.file, s.offset) for s in self.resumed if s.offset >= 0}
        for url, place in [*places.items(), *((u, p) for u, p in unstored.items() if u not in places)][-WARM_PAGES:]:
            self._warm(crawl, sink, url, place, new=url not in places)
        for entry in self.resumed:
            if entry.offset < 0 and entry.code not in WITHOUT_ROW and entry.url not in self.stored:
                told = Verdict(False, entry.code, "no page; settled before the crawl was taken up again")
                sink.failed(crawl.address(frontier.number_of(entry.url)), told)

    def _warm(self, crawl: Crawl, sink: ProjectSink, url: str, place: Place, *, new: bool) -> None:
        """One page of before through judge and strategy again; into the store too if it was not there yet."""
        number = self.frontier.number_of(url)
        if number < 0:
            return
        try:
            made = crawl.step.again(crawl.address(number), self.archive.read(place), place.file, place.offset)
        except MotherlodeError:
            return
        crawl.follow(made)
        if made.visit is not None:
            sink.judged[made.visit.judged] = url
            if new:
                sink.put(made.visit)
            else:
                sink.earlier.add(url)


__all__ = ["CrawlCallbacks", "FetchError", "crawl_project"]
