"""Crawls as the API and the command start them: of a project, of an archive, or by many workers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from motherlode.api.inputs import outside_a_loop
from motherlode.api.option_names import option_names, params_of
from motherlode.api.reports import CrawlReport
from motherlode.model.ports import Progress

if TYPE_CHECKING:
    from motherlode.app.project import Project
    from motherlode.app.queues import UrlQueues
    from motherlode.model.params import Params


def is_project(folder: Path) -> bool:
    """Whether there is a project in the folder."""
    from motherlode.app.settings import FILE_NAME

    return (folder / FILE_NAME).is_file()


def queues_of(folder: Path, number: int) -> UrlQueues:
    """The two queues of addresses of a project's crawl."""
    from motherlode.app.queues import url_queues

    return url_queues(folder, number)


def stop_on_signal() -> Callable[[], bool]:
    """Becomes true when the person or the system asks for an end; what is under way is then finished."""
    from motherlode.app.jobs.control import StopRequest

    stop = StopRequest()
    stop.listen()
    return stop


def _given(options: Mapping[str, Any]) -> dict[type[Params], dict[str, Any]]:
    names = option_names(params_of("CrawlOptions"))
    made: dict[type[Params], dict[str, Any]] = {}
    for name, value in options.items():
        params, own = names[name]
        made.setdefault(params, {})[own] = value
    return made


def crawl_folder(
    project: Project, *, resume: bool, replay: Path | None, topic: tuple[Path, str] | None,
    on_fetched: Callable[[str], None], stop: Callable[[], bool], progress: Progress,
) -> CrawlReport:  # fmt: skip
    """Crawls for a project with the settings that it has now."""
    from motherlode.app.crawl import CrawlCallbacks, crawl_project
    from motherlode.app.crawl_command import as_dict, crawl_settings
    from motherlode.app.crawl_replay import open_replay, read_topic
    from motherlode.fetch.params import FetchParams

    report = outside_a_loop(
        lambda: crawl_project(
            project,
            crawl_settings(project.settings, {}),
            project.settings.get(FetchParams),
            topic=read_topic(*topic) if topic is not None else None,
            replayed=open_replay(replay) if replay is not None else None,
            callbacks=CrawlCallbacks(progress, stop, on_fetched, resume),
        )
    )
    return CrawlReport.of(as_dict(report))


def crawl_without_project(
    *, replay: Path, topics: Path, topic: str, fetched: Path | None, options: Mapping[str, Any],
    progress: Progress,
) -> CrawlReport:  # fmt: skip
    """Crawls an archive for one entry of a topics file; nothing is kept but the order of the fetches."""
    from motherlode.app import crawl_command

    return CrawlReport.of(
        crawl_command.run(
            folder=None, replay=replay, topics=topics, topic=topic, fetched=fetched, resume=False,
            given=_given(options), progress=progress,
        )
    )  # fmt: skip


def crawl_with_workers(
    folder: Path, *, cluster: str, store: str, topics: Path | None, topic: str, resume: bool,
    options: Mapping[str, Any], progress: Progress,
) -> CrawlReport:  # fmt: skip
    """Crawls for a project by many workers that share a store."""
    from motherlode.app import crawl_command

    return CrawlReport.of(
        crawl_command.run(
            folder=folder, replay=None, topics=topics, topic=topic, fetched=None, resume=resume,
            given=_given(options), progress=progress, cluster=cluster, store=store,
        )
    )  # fmt: skip
