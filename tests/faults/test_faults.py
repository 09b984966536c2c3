"""What breaks around a crawl: database, network, disk, clock. Nothing kept is lost, no host is asked faster."""

from __future__ import annotations

import resource
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from motherlode.app.project import Project
from motherlode.app.shards import extract_shards
from motherlode.crawl.cluster.leases import SilenceWatch, prepare
from motherlode.errors import StoreUnavailable
from motherlode.interfaces.demo.server import Server, serve
from motherlode.interfaces.demo.site import Reply, Request
from motherlode.model.pages import Response
from motherlode.pages.archive import Archive
from motherlode.sql.engine import connect, writing
from motherlode.store.pages import StoredPage
from motherlode.store.store import Store
from tests.conftest import PostgresServer
from tests.faults.proxy import FaultyProxy
from tests.integration.cluster.help import DELAY, crawl_alone, crawl_shared, gaps, make_project, verdicts

PAGES = 24
HOSTS = 4
DROPPED = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""A connection that the server cut is let go, not closed: the driver remarks on it, and there is nothing to close."""

ON = "the storm drove the flood over the river wall and rescue teams evacuated the lower town in the rain"


class SmallSite:
    """Pages that link to the next ones and to the same page of another host; every second is on topic."""

    def __init__(self, number: int) -> None:
        self.number, self.host = number, f"s{number}"

    def respond(self, request: Request, /) -> Reply:
        if request.path == "/robots.txt":
            return Reply(body=b"")
        n = int(request.path.strip("/") or 0)
        other = request.origin(f"s{(self.number + 1) % HOSTS}")
        links = "".join(f'<a href="/{m}">page {m}</a> ' for m in range(n + 1, min(n + 5, PAGES)))
        words = " ".join(f"w{self.number}x{n}x{k}" for k in range(40))
        text = f"{ON} {words}" if n % 2 == 0 else words
        return Reply(body=f'<title>{n}</title><p>{text}</p>{links}<a href="{other}/{n or ""}">there</a>'.encode())


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serve([SmallSite(n) for n in range(HOSTS)]) as made:
        yield made


def project_at(folder: Path, server: Server, store: str = "") -> Project:
    project = make_project(folder, server, store, seeds=[server.url("s0")])
    server.clear_log()
    return project


@pytest.fixture(scope="module")
def alone(server: Server, tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    project = project_at(tmp_path_factory.mktemp("alone") / "p", server)
    crawl_alone(project)
    try:
        return verdicts(project)
    finally:
        project.close()


def during(work: Callable[[], None], after: float) -> threading.Thread:
    """Does something while a crawl runs."""
    thread = threading.Timer(after, work)
    thread.start()
    return thread


def assert_nothing_lost(alone: dict[str, str], project: Project, server: Server) -> None:
    assert len(alone) == PAGES * HOSTS
    assert verdicts(project) == alone
    assert min(gaps(server).values()) >= DELAY - 0.002


def assert_survives(
    work: Callable[[], None], after: float, alone: dict[str, str], project: Project, server: Server
) -> None:
    """A crawl by two workers ends by itself and is whole, though `work` strikes in its midst."""
    thread = during(work, after)
    report = crawl_shared(project, "local:2")
    thread.join()
    assert report.ended == "nothing left"
    assert_nothing_lost(alone, project, server)
    project.close()


@DROPPED
@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_a_database_restarted_during_a_crawl_costs_nothing(
    server: Server, alone: dict[str, str], postgres_server: PostgresServer, tmp_path: Path
) -> None:
    project = project_at(tmp_path / "p", server, postgres_server.database())

    def restart() -> None:
        postgres_server.stop("immediate")
        time.sleep(0.5)
        postgres_server.start()

    assert_survives(restart, 1.2, alone, project, server)


@DROPPED
@pytest.mark.postgres
@pytest.mark.timeout(300)
def test_a_network_that_drops_between_workers_and_database_costs_nothing(
    server: Server, alone: dict[str, str], postgres_server: PostgresServer, tmp_path: Path
) -> None:
    direct = postgres_server.database()
    with FaultyProxy(("127.0.0.1", postgres_server.port)) as proxy:
        through = direct.replace(f":{postgres_server.port}/", f":{proxy.port}/")
        project = project_at(tmp_path / "p", server, through)

        def drop() -> None:
            for _ in range(3):
                proxy.cut()
                time.sleep(0.4)
                proxy.mend()
                time.sleep(0.4)

        assert_survives(drop, 1.0, alone, project, server)


@DROPPED
@pytest.mark.postgres
def test_hosts_leased_in_an_answer_that_was_lost_are_crawled_all_the_same(
    server: Server, alone: dict[str, str], postgres_server: PostgresServer, tmp_path: Path
) -> None:
    address = postgres_server.database()
    project = project_at(tmp_path / "p", server, address)
    engine = connect(address)
    prepare(engine)
    lost, over = 0, threading.Event()

    def lose_answers() -> None:
        nonlocal lost
        while not lost and not over.wait(0.01):
            with writing(engine) as connection:
                lost = connection.execute(LEASED_UNHEARD).rowcount

    thread = during(lose_answers, 0.0)
    report = crawl_shared(project, "local:2")
    over.set()
    thread.join()
    engine.dispose()
    assert lost, "no host was waiting while the crawl ran: nothing was tried"
    assert report.ended == "nothing left"
    assert_nothing_lost(alone, project, server)
    project.close()


LEASED_UNHEARD = text(
    "UPDATE crawl_hosts SET worker = alive.worker, token = nextval('crawl_tokens')"
    " FROM (SELECT min(worker) AS worker FROM crawl_workers WHERE NOT dead) AS alive"
    " WHERE alive.worker IS NOT NULL"
    " AND EXISTS (SELECT 1 FROM crawl_urls u WHERE u.host = crawl_hosts.host AND u.state = 0)"
)
"""What the store has done when it leases hosts to a living worker and the answer never arrives: whoever held them
before finds its token out of date and drops them."""

FILL = """
import resource, sys
from pathlib import Path
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[3]),) * 2)
import signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
from motherlode.app.project import Project
from tests.integration.cluster.help import crawl_alone
project = Project.open(Path(sys.argv[1]))
from motherlode.errors import StoreError
try:
    crawl_alone(project)
except StoreError as error:
    print(error.message); sys.exit(7)
"""


def test_a_full_disk_ends_in_a_message_and_the_crawl_goes_on_when_there_is_room(
    server: Server, alone: dict[str, str], tmp_path: Path
) -> None:
    """A limit on the size of files stands for the full disk: the same error reaches the same writes."""
    folder = tmp_path / "p"
    project_at(folder, server).close()
    largest = max(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    run = subprocess.run(
        [sys.executable, "-B", "-c", FILL, str(folder), "-", str(largest + 12_000)], capture_output=True,
        text=True, timeout=100, env={"PYTHONPATH": "src:.", "PATH": "/usr/bin:/bin"}, check=False,
    )  # fmt: skip
    assert run.returncode == 7, run.stderr[-1500:]
    assert str(folder) in run.stdout, "the message names the place"
    project = Project.open(folder)
    crawl_alone(project, resume=True)
    assert verdicts(project) == alone
    project.close()


def test_a_shard_that_does_not_fit_on_the_disk_is_not_there(tmp_path: Path) -> None:
    with Archive(tmp_path / "in") as archive:
        for n in range(20):
            url = f"http://a.example/{n}"
            body = f"<title>{n}</title><p>{'words of the page ' * 200}".encode()
            archive.write(Response(url, url, 200, (("Content-Type", "text/html"),), body, datetime.now(UTC)))
    (source,) = (tmp_path / "in").glob("*.gz")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    import signal

    old = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, before[1]))
    try:
        (made,) = extract_shards("article", [str(source)], tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, old)
    assert "cannot be written" in made.error
    assert list((tmp_path / "out").iterdir()) == []
    (made,) = extract_shards("article", [str(source)], tmp_path / "out")
    assert made.pages == 20


@DROPPED
@pytest.mark.postgres
def test_a_lost_database_is_told_at_once_and_what_was_kept_is_there_afterwards(
    postgres_server: PostgresServer,
) -> None:
    with FaultyProxy(("127.0.0.1", postgres_server.port)) as proxy:
        store = Store.at(postgres_server.database().replace(f":{postgres_server.port}/", f":{proxy.port}/"))
        store.pages.put([StoredPage("http://a.example/", kept=True)])
        proxy.cut()
        before = time.monotonic()
        with pytest.raises(StoreUnavailable, match=r"lost|server"):
            store.pages.put([StoredPage("http://b.example/")])
        assert time.monotonic() - before < 20
        proxy.mend()
        assert [page.url for page in store.pages.all()] == ["http://a.example/"]
        store.close()


class JumpingClock:
    """A wall clock that leaps a day forth and back at every look; the monotonic one goes on."""

    def __init__(self) -> None:
        self._looks = 0

    def now(self) -> datetime:
        self._looks += 1
        return datetime.now(UTC) + timedelta(days=1 if self._looks % 2 else -1)

    def monotonic(self) -> float:
        return time.monotonic()


def test_leaps_of_the_wall_clock_do_not_make_a_crawl_faster(
    server: Server, alone: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("motherlode.app.crawl.run.SystemClock", JumpingClock)
    project = project_at(tmp_path / "p", server)
    crawl_alone(project)
    assert verdicts(project) == alone
    assert min(gaps(server, pages_only=True).values()) >= DELAY - 0.002
    project.close()


def test_leaps_of_the_wall_clock_do_not_make_a_worker_look_dead() -> None:
    watch = SilenceWatch(10.0)
    for beat, moment in enumerate((0.0, 5.0, 9.0, 14.0, 20.0)):
        assert watch.silent({"a": beat}, moment) == []
