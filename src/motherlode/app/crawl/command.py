"""Crawls as they are asked for: their settings, by many workers, over an archive without a project; their report."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

from motherlode.app.crawl.parts import CrawlSettings, plugin_params
from motherlode.app.crawl.replay import open_replay, replay
from motherlode.app.crawl.run import CrawlCallbacks
from motherlode.app.jobs.control import StopRequest
from motherlode.app.project import Project
from motherlode.app.settings import Settings, section_of
from motherlode.crawl.params import ClusterParams, CrawlParams, GeneParams, PathParams
from motherlode.crawl.parts import Report
from motherlode.crawl.remaining import LEAST_FOUND, Remaining
from motherlode.errors import UsageError
from motherlode.extract.article.params import NewsParams
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.records.params import RecordParams
from motherlode.fetch.params import FetchParams
from motherlode.model.params import describe, unknown_name
from motherlode.model.ports import Progress
from motherlode.model.topic import Topic
from motherlode.topic.params import ThresholdParams, TopicParams

Sections = Mapping[str, Mapping[str, Any]]


def crawl_settings(settings: Settings) -> CrawlSettings:
    """All parameters of a crawl, as the settings have them."""
    crawl = settings.get(CrawlParams)
    plugin = plugin_params(crawl.strategy)
    return CrawlSettings(
        plugin=None if plugin is None else settings.get(plugin),
        crawl=crawl,
        topic=settings.get(TopicParams),
        threshold=settings.get(ThresholdParams),
        gene=settings.get(GeneParams),
        path=settings.get(PathParams),
        news=settings.get(NewsParams),
        people=settings.get(PeopleParams),
        records=settings.get(RecordParams),
    )


def refuse_unknown(options: Mapping[str, Any], known: Iterable[str]) -> None:
    """Raises UsageError for an option of a run that nothing reads; `resume` every run understands."""
    names = {*known, "resume"}
    for name in options:
        if name not in names:
            raise UsageError(unknown_name(name, sorted(names)).replace("setting", "option", 1), key=name)


def project_settings(project: Project, options: Mapping[str, Any]) -> tuple[CrawlSettings, FetchParams]:
    """The project's settings with the options of a run on top, by the names of their parameters.

    Raises UsageError for an option that no part of a crawl has.
    """
    given: dict[str, dict[str, Any]] = {}
    names: set[str] = set()
    for params in (CrawlParams, TopicParams, ThresholdParams, GeneParams, PathParams, FetchParams):
        known = {info.name for info in describe(params)}
        names |= known
        given[section_of(params)] = {
            name: value for name, value in options.items() if name in known and value is not None
        }
    refuse_unknown(options, names)
    settings = project.settings.over(given)
    return crawl_settings(settings), settings.get(FetchParams)


def crawl_with_workers(
    folder: Path, place: str, *, store: str, topic: Topic | None, resume: bool, given: Sections, progress: Progress
) -> dict[str, Any]:
    """Crawls for a project by many workers that share a store; the report."""
    from motherlode.app.cluster.coordinator import crawl_cluster
    from motherlode.app.cluster.spec import parse_place

    workers = parse_place(place)
    stop = StopRequest()
    stop.listen()
    began = time.monotonic()
    with closing(Project.open(folder, store=store)) as project:
        settings = project.settings.over(given)
        report = crawl_cluster(
            project,
            crawl_settings(settings),
            settings.get(FetchParams),
            settings.get(ClusterParams),
            workers,
            topic=topic or _own_topic(folder, project),
            callbacks=CrawlCallbacks(progress, stop, resume=resume),
        )
    report.seconds = time.monotonic() - began
    return as_dict(report)


def _own_topic(folder: Path, project: Project) -> Topic | None:
    """The topic as the project's own store has it, when the shared store has none yet."""
    if project.store.topics.topic("").seeds:
        return None
    with closing(Project.open(folder)) as own:
        return own.store.topics.topic(own.params.name)


def crawl_archive(
    file: Path, topic: Topic, *, given: Sections, on_fetched: Callable[[str], None], progress: Progress
) -> dict[str, Any]:
    """Crawls an archive without a project: all of its pages, where no limit is given; the report."""
    settings = Settings({"crawl": {"max_pages": 0}}).over(given)
    report, _ = replay(open_replay(file), topic, crawl_settings(settings), progress=progress, on_fetched=on_fetched)
    return as_dict(report)


def left_as_dict(left: Remaining) -> dict[str, Any] | None:
    """The estimate of what is left to find; None where too little was found for one."""
    if left.found < LEAST_FOUND:
        return None
    figures = {"unseen": left.unseen, "low": left.low, "high": left.high}
    return {"found": left.found, **{k: round(v, 1) for k, v in figures.items()}, "recall": round(left.recall, 3)}


def added(earlier: Mapping[str, Any], later: Mapping[str, Any]) -> dict[str, Any]:
    """The report of a crawl that was taken up again: its parts added up, and what is left as the last one saw it.

    `parts_killed` counts parts that could tell nothing.
    """
    whole = {name: value for name, value in earlier.items() if name != "error"} | dict(later)
    if "fetched" in earlier and "fetched" in later:
        for name in ("fetched", "kept", "seconds", "searching_seconds", "extracting_seconds", "bytes"):
            whole[name] = round(earlier[name] + later[name], 2)
        for name in ("dropped", "failed", "links_refused"):
            both = Counter(earlier[name])
            both.update(later[name])
            whole[name] = {reason: number for reason, number in both.items() if number}
        whole["harvest"] = round(whole["kept"] / whole["fetched"], 4) if whole["fetched"] else 0.0
        whole["pages_per_second"] = round(whole["fetched"] / whole["seconds"], 1) if whole["seconds"] else 0.0
    return whole | {"parts": earlier.get("parts", 1 if "fetched" in earlier else 0) + 1}


def as_dict(report: Report) -> dict[str, Any]:
    """A report as JSON holds it."""
    return {
        "fetched": report.fetched,
        "kept": report.kept,
        "harvest": round(report.harvest, 4),
        "dropped": dict(report.dropped),
        "failed": dict(report.failed),
        "links_refused": dict(report.links_refused),
        "waiting": report.waiting,
        "on_disk": report.on_disk,
        "seconds": round(report.seconds, 2),
        "searching_seconds": round(report.searching, 2),
        "extracting_seconds": round(report.extracting, 2),
        "pages_per_second": round(report.fetched / report.seconds, 1) if report.seconds else 0.0,
        "bytes": report.bytes,
        "ended": report.ended,
        "left": left_as_dict(report.left),
    }
