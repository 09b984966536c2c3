"""A focused crawl over a WARC file: the archive is the web, everything else is as in a live crawl."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from motherlode.app.crawl.judging import Extracting
from motherlode.app.crawl.parts import CrawlSettings, PageReading, crawl_work
from motherlode.crawl.loop import Crawl, Parts, seeded
from motherlode.crawl.parts import Address, Reading, Report, Sink, Visit
from motherlode.crawl.replay import ReplayFetcher
from motherlode.errors import FetchError, UnreadableInput, UsageError
from motherlode.fetch.params import FetchParams
from motherlode.model.clock import SystemClock
from motherlode.model.crawl import ReadPage
from motherlode.model.evidence import Verdict
from motherlode.model.pages import Response
from motherlode.model.params import unknown_name
from motherlode.model.ports import Progress, Silent
from motherlode.model.topic import Keyword, Topic
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place, placed_responses


class NoSink:
    """Keeps verdicts in memory only."""

    def __init__(self) -> None:
        self.visits: list[tuple[str, Verdict]] = []

    def archive(self, response: Response) -> tuple[str, int]:
        """It comes from an archive."""
        return "", -1

    def put(self, visit: Visit) -> None:
        """Remembers the verdict."""
        self.visits.append((visit.response.final_url, visit.verdict))

    def failed(self, address: Address, verdict: Verdict) -> None:
        """Remembers the failure."""
        self.visits.append((address.url, verdict))

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
    on_visit: Callable[[Report], None] = lambda report: None,
    read: Callable[[Response], Reading] | None = None,
) -> tuple[Report, Crawl]:
    """Crawls the archive for a topic; examples are read first, as part of the topic's definition."""
    settings = settings or CrawlSettings()
    progress = progress or Silent()
    crawl_params = replace(settings.crawl, scope="any")
    first_read = read or PageReading(duplicates=False)
    extracting = settings.extracting()
    told = [_example(fetcher, first_read, extracting, url) for url in topic.examples]
    examples = [page for page in told if page is not None]
    settings = replace(settings, crawl=crawl_params)
    work = crawl_work(
        settings, FetchParams(feeds=False), replace(topic, seeds=(), examples=()), examples, read or PageReading(),
        find=fetcher.find,
    )  # fmt: skip
    parts = Parts(
        fetcher=fetcher,
        sink=sink or NoSink(),
        clock=SystemClock(),
        progress=progress,
        stopping=stopping,
        on_fetched=on_fetched,
        on_visit=on_visit,
    )
    total = min(crawl_params.max_pages or len(fetcher), len(fetcher))
    progress.begin(f"crawl {topic.name}", total)
    crawl = Crawl(work.step, parts)
    seeded(crawl, [*topic.examples, *topic.seeds], settings.seed_value)
    if not crawl.frontier.waiting:
        raise UsageError(f"none of the topic's {len(topic.seeds)} seeds and examples is in the archive")
    report = asyncio.run(crawl.run())
    progress.end()
    return report, crawl


def _example(
    fetcher: ReplayFetcher, read: Callable[[Response], Reading], extracting: Extracting, url: str
) -> ReadPage | None:
    try:
        response = fetcher.get(url)
        reading = read(response)
        listed = extracting.is_list(response, reading.page, reading.link_share)
        return replace(reading.page, links_only=listed)
    except (FetchError, UnreadableInput):
        return None
