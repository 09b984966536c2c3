"""Crawls as the API and the command start them: of a project, of an archive, or by many workers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.api.inputs import outside_a_loop
from motherlode.api.option_names import given_by
from motherlode.api.results import CrawlReport, WatchReport
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from motherlode.app.overview import UrlQueues
    from motherlode.app.project import Project


def is_project(folder: Path) -> bool:
    """Whether there is a project in the folder."""
    from motherlode.app.settings import FILE_NAME

    return (folder / FILE_NAME).is_file()


def queues_of(folder: Path, number: int) -> UrlQueues:
    """The two queues of addresses of a project's crawl."""
    from motherlode.app.overview import url_queues

    return url_queues(folder, number)


def stop_on_signal() -> Callable[[], bool]:
    """Becomes true when the person or the system asks for an end; what is under way is then finished."""
    from motherlode.app.jobs.control import StopRequest

    stop = StopRequest()
    stop.listen()
    return stop


def crawl_folder(
    project: Project, *, resume: bool, replay: Path | None, topic: tuple[Path, str] | None,
    on_fetched: Callable[[str], None], stop: Callable[[], bool], progress: Progress,
) -> CrawlReport:  # fmt: skip
    """Crawls for a project with the settings that it has now."""
    from motherlode.app.crawl.command import as_dict, crawl_settings
    from motherlode.app.crawl.replay import open_replay, read_topic
    from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
    from motherlode.fetch.params import FetchParams

    report = outside_a_loop(
        lambda: crawl_project(
            project,
            crawl_settings(project.settings),
            project.settings.get(FetchParams),
            topic=read_topic(*topic) if topic is not None else None,
            replayed=open_replay(replay) if replay is not None else None,
            callbacks=CrawlCallbacks(progress, stop, on_fetched, resume),
        )
    )
    return CrawlReport.of(as_dict(report))


def crawl_without_project(
    *, replay: Path, topics: Path, topic: str, on_fetched: Callable[[str], None], options: Mapping[str, Any],
    progress: Progress,
) -> CrawlReport:  # fmt: skip
    """Crawls an archive for one entry of a topics file; nothing is kept."""
    from motherlode.app.crawl.command import crawl_archive
    from motherlode.app.crawl.replay import read_topic

    given = given_by("CrawlOptions", options)
    made = crawl_archive(replay, read_topic(topics, topic), given=given, on_fetched=on_fetched, progress=progress)
    return CrawlReport.of(made)


def crawl_with_workers(
    folder: Path, *, cluster: str, store: str, topics: Path | None, topic: str, resume: bool,
    options: Mapping[str, Any], progress: Progress,
) -> CrawlReport:  # fmt: skip
    """Crawls for a project by many workers that share a store."""
    from motherlode.app.crawl import command as crawl_command
    from motherlode.app.crawl.replay import read_topic

    made = crawl_command.crawl_with_workers(
        folder, cluster, store=store, topic=read_topic(topics, topic) if topics is not None else None,
        resume=resume, given=given_by("CrawlOptions", options), progress=progress,
    )  # fmt: skip
    return CrawlReport.of(made)


def watch_folders(
    projects: Sequence[Project], *, hours: float | None, progress: Progress, stop: Callable[[], bool]
) -> list[WatchReport]:
    """Watches opened projects with the settings that they have now."""
    from motherlode.app.watch.watcher import watch_projects

    made = outside_a_loop(
        lambda: asyncio.run(watch_projects(projects, hours=hours, progress=progress, stopping=stop))
    )
    return [WatchReport(**report.as_dict()) for report in made]


def watch_many(
    folders: Sequence[Path], options: Mapping[str, Any], *, hours: float | None, progress: Progress,
    stop: Callable[[], bool],
) -> list[WatchReport]:  # fmt: skip
    """Watches the projects in these folders, with options over their settings."""
    from motherlode.app.project import Project

    with ExitStack() as stack:
        projects = []
        for folder in folders:
            project = Project.open(folder)
            stack.callback(project.close)
            project.settings = project.settings.over(given_by("WatchOptions", options))
            projects.append(project)
        return watch_folders(projects, hours=hours, progress=progress, stop=stop)
