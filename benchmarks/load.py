"""The server under 200 concurrent clients, some of which read the event stream as slowly as they can.

python -m benchmarks.load --seconds 120
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import aiohttp

from benchmarks.common import ROOT, arguments, keep, picture
from benchmarks.soak import slope
from motherlode.app.project import Project
from motherlode.model.article import Article, NewsItem

CLIENTS, SLOW = 180, 20


def main() -> None:
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--seconds", type=float, default=180.0)
    parser.add_argument("--pause", type=float, default=0.6, help="mean seconds between two requests of a client")
    given = parser.parse_args()
    folder = Path(tempfile.mkdtemp(prefix="motherlode-load-"))
    filled(folder / "p")
    server = subprocess.Popen(
        [sys.executable, "-m", "motherlode", "serve", str(folder / "p"), "--port", "0"],
        stderr=subprocess.PIPE, text=True,
        env={"PYTHONPATH": str(ROOT / "src"), "PATH": "/usr/bin:/bin", "HOME": "/tmp"},
    )  # fmt: skip
    try:
        assert server.stderr is not None
        found = next((m[0] for line in server.stderr if (m := re.search(r"http://[\d.]+:\d+", line))), "")
        asyncio.run(drive(found, server.pid, given.seconds, given.pause))
    finally:
        server.terminate()
        server.wait(20)
        shutil.rmtree(folder, ignore_errors=True)


def filled(folder: Path) -> None:
    """A project with two thousand articles."""
    project = Project.create(folder)
    items = [
        NewsItem(
            article=Article(url=f"http://n.example/{n}", title=f"Story {n}", content="words of the story " * 60),
            divided_title=("story",),
            divided_content=("words", "story"),
            content_keywords=("story",),
            relativity=n / 2000,
            parent_url="",
            system_time=datetime.now(UTC),
        )
        for n in range(2000)
    ]
    project.store.articles.put(items)
    project.close()


async def drive(base: str, process: int, seconds: float, pause: float) -> None:
    times: list[float] = []
    failures: list[str] = []
    heard = [0] * SLOW
    memory: list[float] = []
    connector = aiohttp.TCPConnector(limit=0)
    async with aiohttp.ClientSession(base, connector=connector, timeout=aiohttp.ClientTimeout(total=60)) as session:
        await reachable(session)
        async with session.post("/api/projects/p/runs", json={
            "kind": "echo", "options": {"steps": int(seconds * 20), "pause": 0.05}
        }) as answer:  # fmt: skip
            assert answer.status == 201, await answer.text()
            run = (await answer.json())["id"]
        end, before = time.monotonic() + seconds, cpu_seconds(process)
        paths = ("/api/projects", "/api/projects/p/articles?limit=20", f"/api/projects/p/runs/{run}",
                 "/api/projects/p/articles?offset=500&limit=50", "/api/settings",
                 "/api/projects/p/pages")  # fmt: skip
        work = [ask(session, paths, end, pause, times, failures, n) for n in range(CLIENTS)]
        work += [listen(session, f"/api/projects/p/runs/{run}/events", end, heard, n, failures) for n in range(SLOW)]
        await asyncio.gather(*work, watch(process, end, memory))
    used = 1000 * (cpu_seconds(process) - before) / len(times)
    tell(seconds, pause, times, failures, heard, memory, used)


async def reachable(session: aiohttp.ClientSession) -> None:
    """Waits until the server answers."""
    for _ in range(300):
        try:
            async with session.get("/api/projects"):
                return
        except aiohttp.ClientError:
            await asyncio.sleep(0.2)


async def ask(session: aiohttp.ClientSession, paths: tuple[str, ...], end: float, pause: float, times: list[float],
              failures: list[str], number: int) -> None:  # fmt: skip
    rng = random.Random(number)
    while time.monotonic() < end:
        before = time.monotonic()
        try:
            async with session.get(rng.choice(paths)) as answer:
                await answer.read()
                if answer.status != 200:
                    failures.append(str(answer.status))
        except (aiohttp.ClientError, TimeoutError) as error:
            failures.append(type(error).__name__)
        times.append(time.monotonic() - before)
        await asyncio.sleep(pause * rng.uniform(1 / 3, 5 / 3))


async def listen(session: aiohttp.ClientSession, path: str, end: float, heard: list[int], number: int,
                 failures: list[str]) -> None:  # fmt: skip
    """Reads a few bytes a second of a stream that says much more."""
    try:
        async with session.get(path, timeout=aiohttp.ClientTimeout(total=None)) as answer:
            while time.monotonic() < end:
                heard[number] += len(await answer.content.read(16))
                await asyncio.sleep(1.0)
    except (aiohttp.ClientError, TimeoutError) as error:
        failures.append(f"stream {type(error).__name__}")


def cpu_seconds(process: int) -> float:
    """CPU time of a process so far, by user and system."""
    words = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


async def watch(process: int, end: float, memory: list[float]) -> None:
    while time.monotonic() < end:
        words = Path(f"/proc/{process}/statm").read_text().split()  # noqa: ASYNC240
        memory.append(int(words[1]) * 4096 / 1e6)
        await asyncio.sleep(1.0)


def tell(seconds: float, pause: float, times: list[float], failures: list[str], heard: list[int],
         memory: list[float], used: float) -> None:  # fmt: skip
    ordered = sorted(times)
    p95 = ordered[int(0.95 * len(ordered))]
    growth = 60 * slope(memory)
    shown = picture(
        "load-memory", "Memory of the server under 200 clients", [("memory", range(len(memory)), memory)], "megabytes"
    )
    keep(
        "load",
        "The server under 200 clients",
        [(
            "Requests",
            ("clients", "slow listeners", "seconds", "mean pause s", "requests", "failed", "median s", "p95 s",
             "CPU ms of the server a request"),
            [(CLIENTS, SLOW, seconds, pause, len(times), len(failures), statistics.median(times), p95, used)],
        ), (
            "Memory of the server (MB)",
            ("at the start", "in the middle", "at the end", "slope a minute, second half"),
            [(memory[0], memory[len(memory) // 2], memory[-1], growth)],
        )],
        facts={"failures": sorted(set(failures)), "slow_bytes": sum(heard),
               "requests_per_second": len(times) / seconds},
        remarks=["Client and server shared the machine's two cores with other work; times are wall time.", shown],
    )  # fmt: skip
    print(f"{len(times)} requests, {len(failures)} failed, memory slope {growth:+.2f} MB/min")


if __name__ == "__main__":
    main()
