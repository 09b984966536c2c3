"""What both figures of the news paper run: crawls of the sample web by several strategies."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from motherlode.app.crawl import CrawlCallbacks, crawl_project
from motherlode.app.crawl_parts import CrawlSettings
from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.ports import Progress
from motherlode.model.topic import Keyword, Topic
from motherlode.topic.params import ThresholdParams, TopicParams

TOPIC = "flood"
EXAMPLES = 5
NEWS_PAGES = 400


@dataclass(frozen=True, slots=True)
class CrawlRun:
    """One crawl: what it fetched in order, what it kept, what there was."""

    name: str
    order: tuple[str, ...]
    kept: frozenset[str]
    relevant: frozenset[str]
    seconds: float

    @property
    def searched(self) -> int:
        """Pages fetched."""
        return len(self.order)

    @property
    def related_kept(self) -> int:
        """Kept pages that are on the topic."""
        return len(self.kept & self.relevant)

    @property
    def missed(self) -> int:
        """Pages on the topic that were not kept."""
        return len(self.relevant - self.kept)


def runs(strategies: dict[str, tuple[str, int]], seed: int, progress: Progress) -> list[CrawlRun]:
    """The crawls: name → (strategy, page limit; 0 for the whole web)."""
    web = SampleWeb(seed=seed, news_pages=NEWS_PAGES)
    truth = max(
        (t for t in web.truth.news.topics if t.name == TOPIC and t.language == "en"), key=lambda t: len(t.articles)
    )
    found = []
    with serve(web.sites) as server:
        address = {key: server.url(*_parts(key)) for key in sorted(truth.articles)}
        every = max(1, len(address) // EXAMPLES)
        examples = tuple(list(address.values())[::every][:EXAMPLES])
        seeds = tuple(server.url(site.host) for site in web.truth.news.sites)
        topic = Topic(truth.name, tuple(Keyword(word) for word in truth.keywords), examples, seeds)
        for name, (strategy, limit) in strategies.items():
            order: list[str] = []
            with tempfile.TemporaryDirectory() as folder:
                project = Project.create(Path(folder) / "p", {"project": {"allow_private": True}})
                settings = CrawlSettings(
                    crawl=CrawlParams(strategy=strategy, max_pages=limit, scope="hosts"),
                    topic=TopicParams(content_only=True),
                    threshold=ThresholdParams(threshold=0.5, moving=strategy in {"gene", "learned"}),
                )
                started = time.monotonic()
                crawl_project(
                    project, settings, FetchParams(delay=0.0, per_host=8), topic=topic,
                    callbacks=CrawlCallbacks(progress, on_fetched=order.append),
                )  # fmt: skip
                seconds = time.monotonic() - started
                kept = frozenset(page.url for page in project.store.pages.all(kept=True))
                project.close()
            pages = tuple(dict.fromkeys(order))
            found.append(CrawlRun(name, pages, kept, frozenset(address.values()), seconds))
    return found


def _parts(key: str) -> tuple[str, str]:
    host, _, path = key.partition("/")
    return host, "/" + path
