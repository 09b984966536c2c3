"""A store that fails ends a crawl of one process with one line; what was fetched by then is not fetched again."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.project import Project
from motherlode.crawl.params import CrawlParams
from motherlode.errors import StoreUnavailable
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.ports import Silent
from motherlode.model.topic import Keyword, Topic
from motherlode.pages.archive import Archive
from motherlode.pages.warc import Place
from tests.conftest import PostgresServer, _postgres_binaries

PAGES = 400
FETCH = FetchParams(delay=0.0, per_host=4, retries=0, sitemaps=False)
SETTINGS = CrawlSettings(crawl=CrawlParams(max_pages=0))
DROPPED = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


class Many:
    """Every page leads to ten others."""

    host = "many"

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(status=404)
        n = int(request.path.strip("/") or 0)
        links = "".join(f'<a href="/{m}">owls</a> ' for m in range(10 * n + 1, min(10 * n + 11, PAGES)))
        words = " ".join(f"w{n}x{k}" for k in range(40))
        return Reply(body=f"<title>owls {n}</title><p>owls hunt by night {words}</p>{links}".encode())


@pytest.fixture
def server() -> Iterator[Server]:
    with serve([Many()]) as made:
        yield made


def crawl(project: Project, server: Server, callbacks: CrawlCallbacks) -> None:
    topic = Topic("owls", (Keyword("owls"), Keyword("night")), (), (server.url("many"),))
    crawl_project(project, SETTINGS, FETCH, topic=topic, callbacks=callbacks)


def repeated(server: Server) -> int:
    asked = Counter(line.path for line in server.log if line.path != "/robots.txt")
    return sum(count - 1 for count in asked.values())


@pytest.fixture
def own_postgres() -> Iterator[PostgresServer]:
    binaries = _postgres_binaries()
    if binaries is None:
        pytest.skip("PostgreSQL is not installed: install Debian's postgresql package to run this test")
    folder = Path(tempfile.mkdtemp(prefix="motherlode-pg-"))
    made = PostgresServer(binaries, folder)
    made.start()
    try:
        yield made
    finally:
        made.end()


@DROPPED
@pytest.mark.postgres
def test_a_database_that_stops_ends_the_crawl_and_nothing_is_fetched_twice(
    tmp_path: Path, server: Server, own_postgres: PostgresServer, capfd: pytest.CaptureFixture[str]
) -> None:
    store = own_postgres.database()
    project = Project.create(tmp_path / "p", {"project": {"allow_private": True, "store": store}})
    fetched: list[str] = []

    def on_fetched(url: str) -> None:
        fetched.append(url)
        if len(fetched) == 130:
            own_postgres.stop()

    with pytest.raises(StoreUnavailable) as failure:
        crawl(project, server, CrawlCallbacks(Silent(), on_fetched=on_fetched))
    project.close()
    assert "\n" not in failure.value.message
    assert len(fetched) < 130 + 100 + FETCH.concurrency, "at most a batch and what was under way"
    assert "Traceback" not in "".join(capfd.readouterr())
    own_postgres.start()
    project = Project.open(tmp_path / "p")
    crawl(project, server, CrawlCallbacks(Silent(), resume=True))
    pages = {page.url for page in project.store.pages.all()}
    kept = {page.url for page in project.store.pages.all(kept=True)}
    articles = {item.article.url for item in project.store.articles.all()}
    project.close()
    assert len(pages) == PAGES
    assert kept == articles
    assert repeated(server) <= FETCH.concurrency


def test_an_archive_that_cannot_be_written_ends_the_crawl(
    tmp_path: Path, server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a full disk: what came before is there when the crawl is taken up."""
    project = Project.create(tmp_path / "p", {"project": {"allow_private": True}})
    write, written = Archive.write, list[str]()

    def full(self: Archive, response: object) -> Place:
        if len(written) >= 50:
            raise StoreUnavailable("the archive cannot be written: no space left on device")
        written.append(response.final_url)  # type: ignore[attr-defined]
        return write(self, response)  # type: ignore[arg-type]

    monkeypatch.setattr(Archive, "write", full)
    with pytest.raises(StoreUnavailable, match="no space left"):
        crawl(project, server, CrawlCallbacks(Silent()))
    monkeypatch.undo()
    asked = len(server.log)
    assert asked <= 51 + 1 + FETCH.concurrency
    crawl(project, server, CrawlCallbacks(Silent(), resume=True))
    pages = {page.url for page in project.store.pages.all()}
    project.close()
    assert len(pages) == PAGES
    assert repeated(server) <= FETCH.concurrency
