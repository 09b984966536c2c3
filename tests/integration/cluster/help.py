"""A sample web to share out, projects on it, and what the server's log proves."""

from __future__ import annotations

import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from sqlalchemy import Engine, text

from motherlode.app.cluster.coordinator import crawl_cluster
from motherlode.app.cluster.spec import parse_place
from motherlode.app.crawl.command import project_settings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.project import Project
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request, Site
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword
from motherlode.sql.engine import reading
from motherlode.store.topics import NEWS_SET

DELAY = 0.03
NEWS = ("gazette", "courier", "monitor", "wire", "xicheng", "lanjiang")
WORDS = ("storm", "flood", "river", "evacuated", "rescue", "rain")


ANSWER_WITHIN = 20.0
"""Seconds after which a held site answers all the same: before the client, which waits for 30, gives up."""


@dataclass
class HeldSite:
    """A site that answers nobody while its gate is closed."""

    site: Site
    gate: threading.Event

    @property
    def host(self) -> str:
        return self.site.host

    def respond(self, request: Request, /) -> Reply:
        self.gate.wait(ANSWER_WITHIN)
        return self.site.respond(request)


@contextmanager
def news_web(gate: threading.Event, pages: int = 200) -> Iterator[Server]:
    """The news sites of the sample web, served; they answer while the gate is open."""
    web = SampleWeb(seed=3, news_pages=pages, universities=0, entities=10, registry_rows=10, crawl_delay=DELAY)
    with serve([HeldSite(site, gate) for site in web.sites if site.host in NEWS]) as server:
        yield server


@contextmanager
def held_until_workers_joined(gate: threading.Event, engine: Engine, number: int) -> Iterator[None]:
    """Lets no page be answered before that many new workers are there.

    On a busy machine a worker may need longer to start than another one needs for the whole crawl.
    """
    names = text("SELECT worker FROM crawl_workers WHERE NOT dead")

    def workers() -> set[str]:
        with reading(engine) as connection:
            return set(connection.execute(names).scalars())

    before = workers()

    def open_when_joined() -> None:
        while len(workers() - before) < number and not gate.wait(0.1):
            pass
        gate.set()

    gate.clear()
    opener = threading.Thread(target=open_when_joined, daemon=True)
    opener.start()
    try:
        yield
    finally:
        gate.set()
        opener.join()


def make_project(
    folder: Path, server: Server, store: str = "", seeds: Sequence[str] = (), **sections: dict[str, object]
) -> Project:
    """A project whose topic model stands still, so that the order of fetching changes nothing."""
    values: dict[str, dict[str, object]] = {
        "project": {"allow_private": True, "store": store},
        "topic": {"learning": False},
        "threshold": {"moving": False, "threshold": 0.1},
        "crawl": {"max_pages": 0, "exclude": ["calendar", "print"]},
        "fetch": {"delay": DELAY, "retry_wait": 0.2},
        "cluster": {"lease": 4.0, "share": 1.0},
    }
    for name, changes in sections.items():
        values[name] = {**values.get(name, {}), **changes}
    project = Project.create(folder, values)
    project.store.topics.set_sources(NEWS_SET, list(seeds) or [server.url(host) for host in NEWS])
    project.store.topics.set_keywords([Keyword(word) for word in WORDS])
    return project


def crawl_alone(project: Project, *, resume: bool = False) -> None:
    """The crawl of one process, without a cluster."""
    crawl_project(project, *project_settings(project, {}), callbacks=CrawlCallbacks(Silent(), resume=resume))


def crawl_shared(project: Project, place: str, *, note: Callable[[str], None] | None = None, resume: bool = False):  # type: ignore[no-untyped-def]
    """The crawl of many workers; its report."""
    from motherlode.crawl.params import ClusterParams

    settings, fetch = project_settings(project, {})
    progress = Silent()
    if note is not None:
        progress.note = note  # type: ignore[method-assign]
    return crawl_cluster(
        project, settings, fetch, project.settings.get(ClusterParams), parse_place(place),
        callbacks=CrawlCallbacks(progress, resume=resume),
    )  # fmt: skip


def verdicts(project: Project) -> dict[str, str]:
    """Every page with the code of its verdict; kept pages and articles are the same."""
    pages = {page.url: page.code for page in project.store.pages.all()}
    kept = {page.url for page in project.store.pages.all(kept=True)}
    assert kept == {item.article.url for item in project.store.articles.all()}
    return pages


def of_code(found: dict[str, str], *codes: str) -> set[str]:
    return {url for url, code in found.items() if code in codes}


def gaps(server: Server, *, pages_only: bool = False) -> dict[str, float]:
    """The shortest time between two requests to each host, whoever sent them."""
    times: defaultdict[str, list[float]] = defaultdict(list)
    for line in server.log:
        if pages_only and line.path == "/robots.txt":
            continue
        times[line.host].append(line.time)
    return {host: min((b - a for a, b in pairwise(t)), default=9.0) for host, t in times.items()}


def repeated(server: Server) -> int:
    """Requests for a page that had been asked for before."""
    counts = Counter(line.host + line.path for line in server.log if line.path != "/robots.txt" and line.status < 400)
    return sum(count - 1 for count in counts.values())


def closed(projects: list[Project]) -> None:
    for project in projects:
        project.close()
