"""Crawls again and again while workers, database and network fail: what was lost, what leaked, how memory grows.

python -m benchmarks.soak --seconds 600        (make soak SECONDS=600)
"""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path

from tests.conftest import PostgresServer, _postgres_binaries
from tests.faults.proxy import FaultyProxy
from tests.faults.test_faults import HOSTS, PAGES, SmallSite, during
from tests.integration.cluster.help import DELAY, crawl_shared, gaps, make_project, verdicts

from benchmarks.common import arguments, keep, picture
from motherlode.interfaces.demo.server import Server, serve
from motherlode.sql.engine import reading

FAULTS = ("none", "worker", "database", "network")


def main() -> int:
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--seconds", type=float, default=600.0)
    given = parser.parse_args()
    rng = random.Random(0)
    folder = Path(tempfile.mkdtemp(prefix="motherlode-soak-"))
    binaries = _postgres_binaries()
    if binaries is None:
        print("PostgreSQL is not installed: the soak needs it")
        return 1
    database = folder / "pg"
    database.mkdir()
    folder.chmod(0o755)
    postgres = PostgresServer(binaries, database)
    postgres.start()
    rounds: list[tuple[str, float, int, float, float, int]] = []
    ends: list[float] = []
    started = time.monotonic()
    try:
        with serve([SmallSite(n) for n in range(HOSTS)]) as server:
            while time.monotonic() - started < given.seconds or not rounds:
                fault = FAULTS[len(rounds) % len(FAULTS)]
                before = time.monotonic()
                lost, gap = round_of(fault, folder / f"r{len(rounds)}", server, postgres, rng)
                took = time.monotonic() - before
                rounds.append((fault, took, lost, gap, memory(), open_files()))
                ends.append(time.monotonic() - started)
                print(f"{len(rounds):3d} {fault:9s} {took:6.1f} s  lost {lost}  least gap {gap:.4f} s  "
                      f"memory {rounds[-1][4]:.1f} MB  files {rounds[-1][5]}", flush=True)  # fmt: skip
                shutil.rmtree(folder / f"r{len(rounds) - 1}", ignore_errors=True)
    finally:
        postgres.end()
        shutil.rmtree(folder, ignore_errors=True)
    return report(rounds, ends, time.monotonic() - started)


def round_of(
    fault: str, folder: Path, server: Server, postgres: PostgresServer, rng: random.Random
) -> tuple[int, float]:
    """One crawl by two workers with one fault in its midst; pages lost and the least gap at a host."""
    url = postgres.database()
    with FaultyProxy(("127.0.0.1", postgres.port)) as proxy:
        through = url.replace(f":{postgres.port}/", f":{proxy.port}/")
        project = make_project(folder, server, through, seeds=[server.url("s0")])
        server.clear_log()

        def strike() -> None:
            until = time.monotonic() + 60
            while not server.log and time.monotonic() < until:  # on a busy machine a crawl takes long to begin
                time.sleep(0.05)
            time.sleep(rng.uniform(0.3, 1.5))
            if fault == "worker":
                kill_a_worker(url, rng)
            elif fault == "database":
                postgres.stop("immediate")
                time.sleep(rng.uniform(0.1, 1.0))
                postgres.start()
            elif fault == "network":
                proxy.cut()
                time.sleep(rng.uniform(0.1, 1.0))
                proxy.mend()

        thread = during(strike, 0)
        crawl_shared(project, "local:2")
        thread.join()
        found = verdicts(project)
        project.close()
    wanted = {server.url(f"s{host}", f"/{page}" if page else "/") for host in range(HOSTS) for page in range(PAGES)}
    kept = {url for url, code in found.items() if code == "related"}
    roots = {server.url(f"s{host}", "/0") for host in range(HOSTS)}
    lost = len(wanted - roots - set(found) - {server.url(f"s{n}") for n in range(HOSTS)})
    lost += sum(1 for host in range(HOSTS) for n in range(2, PAGES, 2) if server.url(f"s{host}", f"/{n}") not in kept)
    return lost, min(gaps(server).values())


def kill_a_worker(url: str, rng: random.Random) -> None:
    from sqlalchemy import text

    from motherlode.sql.engine import connect

    engine = connect(url)
    with reading(engine) as connection:
        places = [row[0] for row in connection.execute(text("SELECT place FROM crawl_workers WHERE NOT dead"))]
    engine.dispose()
    if places:
        os.kill(int(rng.choice(places).rpartition(":")[2]), signal.SIGKILL)


def memory() -> float:
    """Megabytes of this process now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def open_files() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def slope(values: list[float]) -> float:
    """Least squares per round over the second half: the first rounds fill caches."""
    half = values[len(values) // 2 :]
    if len(half) < 3:
        return 0.0
    middle, mean = (len(half) - 1) / 2, sum(half) / len(half)
    top = sum((at - middle) * (value - mean) for at, value in enumerate(half))
    return top / sum((at - middle) ** 2 for at in range(len(half)))


def report(rounds: list[tuple[str, float, int, float, float, int]], ends: list[float], seconds: float) -> int:
    lost = sum(row[2] for row in rounds)
    leaked = max(0, rounds[-1][5] - rounds[min(2, len(rounds) - 1)][5])
    gap, growth = min(row[3] for row in rounds), slope([row[4] for row in rounds])
    rows = []
    for fault in FAULTS:
        own = [row for row in rounds if row[0] == fault]
        if own:
            took = sum(row[1] for row in own) / len(own)
            rows.append((fault, len(own), sum(row[2] for row in own), min(row[3] for row in own), round(took, 1)))
    facts = {"seconds": round(seconds), "rounds": len(rounds), "lost": lost, "leaked": leaked,
             "memory_slope_mb_per_round": round(growth, 3), "least_gap": round(gap, 4)}  # fmt: skip
    shown = picture(
        "soak-memory",
        "Memory of the process that coordinates",
        [("memory", ends, [row[4] for row in rounds])],
        "megabytes",
    )
    keep(
        "soak",
        "Soak: crawls while things fail",
        [("By fault", ("fault", "crawls", "pages lost", "least gap at a host (s)", "seconds a crawl"), rows)],
        facts=facts,
        remarks=[
            (
                f"Each crawl: two processes, {HOSTS * PAGES} pages on {HOSTS} hosts, a gap of {DELAY} s, PostgreSQL. "
                f"In {seconds:.0f} s: lost = {lost}, leaked = {leaked} open files, memory slope "
                f"{growth:+.3f} MB a crawl over the second half, least gap {gap:.4f} s."
            ),
            "Memory is that of the process that coordinates; workers live for one crawl only.",
            shown,
            (
                "Each crawl has a database of its own, and SQLAlchemy remembers the last 128 of them, 0.24 MB each: "
                "that is the slope."
            ),
        ],
    )
    print(f"lost = {lost}  leaked = {leaked}  memory slope = {growth:+.3f} MB/crawl  least gap = {gap:.4f} s")
    return 0 if not lost and not leaked and gap >= DELAY - 0.002 else 1


if __name__ == "__main__":
    sys.exit(main())
