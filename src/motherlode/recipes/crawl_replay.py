"""A focused crawl over a WARC file: the archive is the web, everything else is as in a live crawl."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from motherlode.crawl.frontier import Frontier
from motherlode.crawl.graph import LinkGraph
from motherlode.crawl.loop import Crawl, Parts, Reading, Report, Sink, Visit
from motherlode.crawl.params import CrawlParams, GeneParams, PathParams
from motherlode.crawl.replay import ReplayFetcher
from motherlode.crawl.strategies.make import make_strategy
from motherlode.crawl.traps import Scope
from motherlode.errors import FetchError, UnreadableInput, UsageError
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.params import unknown_name
from motherlode.model.ports import Progress, Silent
from motherlode.model.topic import Keyword, Topic
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place, placed_responses
from motherlode.recipes.crawl_genre import as_judged, judge_for
from motherlode.recipes.crawl_parts import Keeping, PageReading
from motherlode.recipes.extracting import Extracting
from motherlode.topic.params import ThresholdParams, TopicParams


@dataclass(frozen=True, slots=True, kw_only=True)
class CrawlSettings:
    """All parameters of a crawl in one value."""

    crawl: CrawlParams = field(default_factory=CrawlParams)
    topic: TopicParams = field(default_factory=TopicParams)
    threshold: ThresholdParams = field(default_factory=ThresholdParams)
    gene: GeneParams = field(default_factory=GeneParams)
    path: PathParams = field(default_factory=PathParams)


class NoSink:
    """Keeps verdicts in memory only."""

    def __init__(self) -> None:
        self.visits: list[tuple[str, Verdict]] = []

    def put(self, visit: Visit) -> tuple[str, int]:
        """Remembers the verdict."""
        self.visits.append((visit.response.final_url, visit.verdict))
        return "", -1

    def failed(self, url: str, verdict: Verdict, parent_url: str, depth: int) -> None:
        """Remembers the failure."""
        self.visits.append((url, verdict))

    def unchanged(self, url: str) -> None:
        """Archives do not change."""

    def flush(self) -> None:
        """Nothing is buffered."""


def read_topic(file: Path, name: str) -> Topic:
    """One entry of a topics file (keys topic, keywords, examples, seeds)."""
    try:
        entries = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise UnreadableInput(f"{file} cannot be read: {error.strerror or error}") from error
    except ValueError as error:
        raise UnreadableInput(f"{file} is not JSON: {error}") from error
    if not isinstance(entries, list) or not all(isinstance(entry, dict) and "topic" in entry for entry in entries):
        raise UnreadableInput(f"{file} must be a list of objects with the key 'topic'")
    for entry in entries:
        if entry["topic"] == name:
            return topic_of(entry, str(file))
    known = [str(entry["topic"]) for entry in entries]
    raise UsageError(unknown_name(name, known).replace("setting", "topic", 1))


def topic_of(entry: Mapping[str, Any], where: str) -> Topic:
    """A topic from its JSON object."""
    words = entry.get("keywords", {})
    try:
        pairs = words.items() if isinstance(words, dict) else [(w, 1.0) if isinstance(w, str) else w for w in words]
        keywords = tuple(Keyword(str(word), float(weight)) for word, weight in pairs)
        examples = tuple(str(url) for url in entry.get("examples", ()))
        seeds = tuple(str(url) for url in entry.get("seeds", ()))
    except (TypeError, ValueError) as error:
        raise UnreadableInput(f"{where}, topic '{entry.get('topic')}': {error}") from error
    if not keywords and not examples:
        raise UnreadableInput(f"{where}, topic '{entry.get('topic')}': give keywords or examples")
    return Topic(str(entry.get("topic", "")), keywords, examples, seeds)


def open_replay(file: Path) -> ReplayFetcher:
    """A WARC file as a Fetcher; the last record of an address counts."""
    places: dict[str, int] = {}
    archive = Archive(file.parent)
    for place, response in placed_responses(file):
        if response.url and response.status < 400:
            places[response.final_url] = place.offset
    return ReplayFetcher(places, lambda offset: archive.read(Place(file.name, offset)))


def replay(
    fetcher: ReplayFetcher,
    topic: Topic,
    settings: CrawlSettings | None = None,
    *,
    sink: Sink | None = None,
    progress: Progress | None = None,
    stopping: Callable[[], bool] = lambda: False,
    on_fetched: Callable[[str], None] = lambda url: None,
    read: Callable[[Response], Reading] | None = None,
) -> tuple[Report, Crawl]:
    """Crawls the archive for a topic; examples are read first, as part of the topic's definition."""
    settings = settings or CrawlSettings()
    progress = progress or Silent()
    crawl_params = replace(settings.crawl, scope="any")
    first_read = read or PageReading(duplicates=False)
    examples = [page for url in topic.examples if (page := _example(fetcher, first_read, url)) is not None]
    judge = judge_for(topic.keywords, examples, settings.topic)
    graph = LinkGraph(judge)
    strategy = make_strategy(graph, crawl_params, settings.gene, settings.path)
    parts = Parts(
        frontier=Frontier(),
        graph=graph,
        strategy=strategy,
        relevance=judge,
        fetcher=fetcher,
        read=_judged_reading(read or PageReading(), settings.topic),
        keep=Keeping(settings.threshold, lists=bool(settings.topic.genre)),
        sink=sink or NoSink(),
        scope=Scope((), crawl_params),
        clock=SystemClock(),
        find=fetcher.find,
        progress=progress,
        stopping=stopping,
        on_fetched=on_fetched,
    )
    total = min(crawl_params.max_pages or len(fetcher), len(fetcher))
    progress.begin(f"crawl {topic.name}", total)
    crawl = Crawl(parts, crawl_params)
    crawl.seed([*topic.examples, *topic.seeds])
    if not parts.frontier.waiting:
        raise UsageError(f"none of the topic's {len(topic.seeds)} seeds and examples is in the archive")
    report = asyncio.run(crawl.run())
    progress.end()
    return report, crawl


def _judged_reading(read: Callable[[Response], Reading], params: TopicParams) -> Callable[[Response], Reading]:
    """Reads a page as it is judged: by its content, by its genre, as the parameters say."""
    if not (params.content_only or params.genre):
        return read
    extracting = Extracting()

    def reading(response: Response) -> Reading:
        seen = read(response)
        return replace(seen, page=as_judged(extracting, response, seen.page, params))

    return reading


def _example(fetcher: ReplayFetcher, read: Callable[[Response], Reading], url: str) -> ReadPage | None:
    try:
        return read(fetcher.get(url)).page
    except (FetchError, UnreadableInput):
        return None
