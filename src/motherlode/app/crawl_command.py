"""What `motherlode crawl` does with its options: the right recipe, its settings, its report."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from motherlode.app.crawl import CrawlCallbacks, crawl_project
from motherlode.app.crawl_parts import CrawlSettings, plugin_params
from motherlode.app.crawl_replay import open_replay, read_topic, replay
from motherlode.app.jobs.control import StopRequest
from motherlode.app.project import Project
from motherlode.app.settings import Settings
from motherlode.crawl.cluster.params import ClusterParams
from motherlode.crawl.params import CrawlParams, GeneParams, PathParams
from motherlode.crawl.parts import Report
from motherlode.errors import UsageError
from motherlode.extract.article.params import NewsParams
from motherlode.extract.people.params import PeopleParams
from motherlode.extract.records.params import RecordParams
from motherlode.fetch.params import FetchParams
from motherlode.model.params import Params, describe, unknown_name
from motherlode.model.ports import Progress
from motherlode.model.topic import Topic
from motherlode.topic.params import ThresholdParams, TopicParams

Given = Mapping[type[Params], Mapping[str, Any]]


def crawl_settings(settings: Settings, given: Given) -> CrawlSettings:
    """The project's settings with the command line's on top."""
    crawl = settings.get(CrawlParams, **given.get(CrawlParams, {}))
    plugin = plugin_params(crawl.strategy)
    return CrawlSettings(
        plugin=None if plugin is None else settings.get(plugin),
        crawl=crawl,
        topic=settings.get(TopicParams, **given.get(TopicParams, {})),
        threshold=settings.get(ThresholdParams, **given.get(ThresholdParams, {})),
        gene=settings.get(GeneParams, **given.get(GeneParams, {})),
        path=settings.get(PathParams, **given.get(PathParams, {})),
        news=settings.get(NewsParams),
        people=settings.get(PeopleParams),
        records=settings.get(RecordParams),
    )


def run(
    *,
    folder: Path | None,
    replay: Path | None,
    topics: Path | None,
    topic: str,
    fetched: Path | None,
    resume: bool,
    given: Given,
    progress: Progress,
    cluster: str = "",
    store: str = "",
) -> dict[str, Any]:
    """Runs the crawl that the options describe; its report."""
    with ExitStack() as stack:
        write = _writer(fetched, stack, append=resume)
        if topics is not None and replay is not None and folder is None:
            return _replayed(replay, topics, topic, given, progress, write)
        if folder is None:
            raise UsageError("name a project folder")
        if cluster:
            if replay is not None or fetched is not None:
                raise UsageError("--cluster crawls the network; --replay and --fetched belong to one process")
            return _cluster(folder, cluster, store, topics, topic, resume, given, progress)
        return _project(folder, replay, topics, topic, resume, given, progress, write)


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
    given: dict[type[Params], dict[str, Any]] = {}
    names: set[str] = set()
    for params in (CrawlParams, TopicParams, ThresholdParams, GeneParams, PathParams, FetchParams):
        known = {info.name for info in describe(params)}
        names |= known
        given[params] = {name: value for name, value in options.items() if name in known}
    refuse_unknown(options, names)
    return crawl_settings(project.settings, given), project.settings.get(FetchParams, **given[FetchParams])


def _project(
    folder: Path, replay: Path | None, topics: Path | None, name: str, resume: bool, given: Given,
    progress: Progress, write: Any,
) -> dict[str, Any]:  # fmt: skip
    project = Project.open(folder)
    stop = StopRequest()
    stop.listen()
    try:
        report = crawl_project(
            project,
            crawl_settings(project.settings, given),
            project.settings.get(FetchParams, **given.get(FetchParams, {})),
            topic=read_topic(topics, name) if topics is not None else None,
            replayed=open_replay(replay) if replay is not None else None,
            callbacks=CrawlCallbacks(progress, stop, write, resume),
        )
    finally:
        project.close()
    return as_dict(report)


def _cluster(
    folder: Path, cluster: str, store: str, topics: Path | None, name: str, resume: bool, given: Given,
    progress: Progress,
) -> dict[str, Any]:  # fmt: skip
    from motherlode.app.cluster.coordinator import crawl_cluster
    from motherlode.app.cluster.places import parse_place

    place = parse_place(cluster)
    project = Project.open(folder, store=store)
    stop = StopRequest()
    stop.listen()
    began = time.monotonic()
    try:
        report = crawl_cluster(
            project,
            crawl_settings(project.settings, given),
            project.settings.get(FetchParams, **given.get(FetchParams, {})),
            project.settings.get(ClusterParams, **given.get(ClusterParams, {})),
            place,
            topic=read_topic(topics, name) if topics is not None else _own_topic(folder, project),
            callbacks=CrawlCallbacks(progress, stop, resume=resume),
        )
    finally:
        project.close()
    report.seconds = time.monotonic() - began
    return as_dict(report)


def _own_topic(folder: Path, project: Project) -> Topic | None:
    """The topic as the project's own store has it, when the shared store has none yet."""
    if project.store.topics.topic("").seeds:
        return None
    own = Project.open(folder)
    try:
        return own.store.topics.topic(own.params.name)
    finally:
        own.close()


def _replayed(file: Path, topics: Path, name: str, given: Given, progress: Progress, write: Any) -> dict[str, Any]:
    wanted = read_topic(topics, name)
    settings = crawl_settings(Settings(), given)
    if "max_pages" not in given.get(CrawlParams, {}):
        from dataclasses import replace as changed

        settings = changed(settings, crawl=changed(settings.crawl, max_pages=0))
    fetcher = open_replay(file)
    report, _ = replay_crawl(fetcher, wanted, settings, progress=progress, on_fetched=write)
    return as_dict(report)


replay_crawl = replay


def _writer(file: Path | None, stack: ExitStack, *, append: bool) -> Any:
    if file is None:
        return lambda url: None
    stream = stack.enter_context(file.open("a" if append else "w", encoding="utf-8"))

    def write(url: str) -> None:
        stream.write(url + "\n")
        stream.flush()

    return write


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
    }
