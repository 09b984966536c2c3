"""What both figures of the news paper run: a topic crawled by several methods, over HTTP or over an archive of news.

The sample web tells a flood among neighbours that mention it, copies and pages that only unrelated ones link to. With
`--data` the case is the paper's own, the crash of flight MH17, on an archive of real news of 2014 and 2015.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from motherlode.app.crawl.command import crawl_settings
from motherlode.app.crawl.replay import open_replay, topic_of
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.presets import preset_of
from motherlode.app.project import Project
from motherlode.app.settings import Settings
from motherlode.crawl.replay import ReplayFetcher
from motherlode.errors import UnreadableInput
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.ports import Progress
from motherlode.model.topic import Keyword, Topic

TOPIC, CASE = "flood", "Malaysia Airlines Flight 17"
EXAMPLES = 5
NEWS_PAGES = 600

NOTHING_KEPT = (
    "No verdict: the method kept no article on the topic. Where pages are short notes among many links, as in an "
    "archive of news in brief, the filter takes them for lists and follows them only."
)
"""Told instead of a verdict where there is nothing to judge by."""

PAPER = preset_of("paper-001").values
TRADITIONAL = {"topic": {"learning": False}, "threshold": {"moving": False}}
"""The traditional vector space model that the paper improves on: first vector and given threshold stay."""


def over(*layers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Settings, the later over the earlier."""
    made: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for section, values in layer.items():
            made.setdefault(section, {}).update(values)
    return made


METHODS: dict[str, dict[str, dict[str, Any]]] = {
    "universal": over(PAPER, TRADITIONAL, {"crawl": {"strategy": "breadth-first"}}),
    "best first": over(PAPER, TRADITIONAL, {"crawl": {"strategy": "best-first"}}),
    "the paper's": over(PAPER),
    "ours": {"topic": {"content_only": True}},
}
"""The crawlers by their settings; best first judges as the paper does, without its feedback and moving threshold."""


@dataclass(frozen=True, slots=True)
class CrawlRun:
    """One crawl: what it fetched in order, what it kept, what there was, and its two times."""

    name: str
    order: tuple[str, ...]
    kept: frozenset[str]
    relevant: frozenset[str]
    searching: float
    extracting: float

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


@dataclass(frozen=True, slots=True)
class Case:
    """A topic on a web: what is relevant, and the archive that stands for the web where there is one."""

    topic: Topic
    relevant: frozenset[str]
    archive: ReplayFetcher | None = None

    @property
    def name(self) -> str:
        """What the case is called in remarks."""
        place = "an archive of real news" if self.archive else "the sample web"
        return f"{self.topic.name} on {place}, {len(self.relevant)} articles on the topic"


@contextmanager
def case_of(data: Path | None, seed: int) -> Iterator[Case]:
    """The case to crawl, served while the context lasts."""
    if data is not None:
        yield _archived(data)
        return
    web = SampleWeb(seed=seed, news_pages=NEWS_PAGES)
    truth = max(
        (t for t in web.truth.news.topics if t.name == TOPIC and t.language == "en"), key=lambda t: len(t.articles)
    )
    with serve(web.sites) as server:
        address = [server.url(key.partition("/")[0], "/" + key.partition("/")[2]) for key in sorted(truth.articles)]
        examples = tuple(address[:: max(1, len(address) // EXAMPLES)][:EXAMPLES])
        seeds = tuple(server.url(site.host) for site in web.truth.news.sites)
        yield Case(
            Topic(truth.name, tuple(Keyword(word) for word in truth.keywords), examples, seeds), frozenset(address)
        )


def _archived(data: Path) -> Case:
    """The paper's own case from a folder with a WARC file and its topics."""
    topics, warc = data / "context-topics.json", data / "context.warc.gz"
    try:
        entry = next(e for e in json.loads(topics.read_text(encoding="utf-8")) if e["topic"] == CASE)
    except (OSError, ValueError, StopIteration) as error:
        raise UnreadableInput(f"{data} holds no context-topics.json with the topic '{CASE}'") from error
    return Case(topic_of(entry, str(topics)), frozenset(entry["relevant"]), open_replay(warc))


def runs(case: Case, methods: Sequence[str], limit: int, progress: Progress) -> list[CrawlRun]:
    """The case crawled by each method, at most `limit` pages; 0 for the whole web."""
    return [_run(case, method, limit, progress) for method in methods]


def _run(case: Case, method: str, limit: int, progress: Progress) -> CrawlRun:
    values = over(METHODS[method], {"crawl": {"max_pages": limit, "scope": "hosts"}})
    order: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        project = Project.create(Path(folder) / "p", {"project": {"allow_private": True}})
        began = time.monotonic()
        report = crawl_project(
            project, crawl_settings(Settings(values)), FetchParams(delay=0.0, per_host=8), topic=case.topic,
            replayed=case.archive, callbacks=CrawlCallbacks(progress, on_fetched=order.append),
        )  # fmt: skip
        whole = time.monotonic() - began
        kept = frozenset(page.url for page in project.store.pages.all(kept=True))
        project.close()
    # Fetches run side by side: what is left of the whole time is the waiting that nothing else could use.
    return CrawlRun(
        method, tuple(dict.fromkeys(order)), kept, case.relevant, max(0.0, whole - report.extracting),
        report.extracting,
    )  # fmt: skip
