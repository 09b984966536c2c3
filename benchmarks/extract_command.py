"""`motherlode extract article` on a folder, .gz files, a WARC file and addresses: pages a second on one core.

python -m benchmarks.extract_command --data DIR [--core 1] [--runs 3]
"""

from __future__ import annotations

import gzip
import json
import multiprocessing
import os
import pty
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.common import ROOT, arguments, keep
from motherlode.model.pages import Response
from motherlode.pages.archive import Archive


class Run(NamedTuple):
    """One call of the command: seconds on the clock and of CPU, and the pages that came out."""

    wall: float
    cpu: float
    pages: int
    errors: int


def main() -> None:
    parser = arguments(__doc__ or "")
    parser.add_argument("--core", type=int, default=1, help="the core that the command is bound to")
    parser.add_argument("--runs", type=int, default=3)
    given = parser.parse_args()
    bodies = pages_in(given.data)[:: 16 if given.quick else 1]
    folder = Path(tempfile.mkdtemp(prefix="motherlode-command-"))
    try:
        rows = measured(folder, bodies, given.core, 1 if given.quick else given.runs)
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    size = statistics.median(map(len, bodies))
    keep(
        "extract_command", "Articles from the command line",
        [(f"{len(bodies)} real pages, median {size / 1000:.0f} KB, start of the process included",
          ("pages given as", "pages", "seconds", "CPU seconds", "pages a second", "pages a CPU second"), rows)],
        facts={"pages": len(bodies), "median_bytes": size, "load": os.getloadavg()[0], "runs": given.runs},
        remarks=[
            f"The command is `taskset -c {given.core} python -m motherlode extract article PAGES --jsonl > FILE`.",
            f"The best of {given.runs} runs of each kind, which took turns.",
            "The server of the addresses is another process, on any core.",
            "With a bar: standard error is a terminal, on which the bar is drawn.",
            f"Load average at the end {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores.",
        ],
    )  # fmt: skip


def pages_in(data: Path) -> list[bytes]:
    """The bodies of all labelled pages."""
    return [gzip.decompress(file.read_bytes()) for file in sorted(data.glob("*/*.html.gz"))]


def measured(folder: Path, bodies: Sequence[bytes], core: int, runs: int) -> list[tuple[object, ...]]:
    """A row for every way to give the pages."""
    with served(bodies) as address:
        kinds = made(folder, bodies, address)
        found: dict[str, list[Run]] = {name: [] for name in kinds}
        for _ in range(runs):
            for name, items in kinds.items():
                found[name].append(run(items, folder / "out.jsonl", core, bar="bar" in name))
                print(name, found[name][-1], f"load {os.getloadavg()[0]:.1f}", flush=True)
    rows: list[tuple[object, ...]] = []
    for name, took in found.items():
        assert all(one.pages == len(bodies) for one in took), f"{name}: pages are missing: {took}"
        wall, cpu = min(one.wall for one in took), min(one.cpu for one in took)
        rows.append(
            (name, len(bodies), round(wall, 2), round(cpu, 2), round(len(bodies) / wall), round(len(bodies) / cpu))
        )
    return rows


def made(folder: Path, bodies: Sequence[bytes], address: str) -> dict[str, list[str]]:
    """What the command is given, by its name in the table."""
    plain, packed = folder / "pages", folder / "packed"
    plain.mkdir()
    packed.mkdir()
    archive = Archive(folder / "archive")
    for number, body in enumerate(bodies):
        (plain / f"{number:04d}.html").write_bytes(body)
        (packed / f"{number:04d}.html.gz").write_bytes(gzip.compress(body))
        archive.write(
            Response(
                url=f"{address}/{number}",
                final_url=f"{address}/{number}",
                status=200,
                headers=(("Content-Type", "text/html"),),
                body=body,
                fetched_at=datetime.now(UTC),
            )
        )
    archive.close()
    return {
        "a folder": [str(plain)],
        "a folder, with a bar": [str(plain)],
        "a folder of .gz": [str(packed)],
        "a WARC file": [str(file) for file in (folder / "archive").rglob("*.warc.gz")],
        "addresses": [f"{address}/{number}" for number in range(len(bodies))],
    }


def run(items: Sequence[str], out: Path, core: int, *, bar: bool) -> Run:
    """Calls the command once."""
    line = ["taskset", "-c", str(core), sys.executable, "-m", "motherlode", "extract", "article", *items, "--jsonl"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    with out.open("wb") as stream, terminal(bar) as errors:
        begun = time.monotonic()
        process = subprocess.Popen([*line, "--allow-private"], stdout=stream, stderr=errors, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.monotonic() - begun
        process.returncode = os.waitstatus_to_exitcode(status)
    with out.open("rb") as stream:
        lines = [json.loads(one) for one in stream]
    errors_in = sum("error" in one for one in lines)
    return Run(wall, used.ru_utime + used.ru_stime, len(lines) - errors_in, errors_in)


@contextmanager
def terminal(wanted: bool) -> Iterator[int | None]:
    """A terminal that somebody reads, for standard error; else what this process has."""
    if not wanted:
        yield None
        return
    master, slave = pty.openpty()

    def drain() -> None:
        try:
            while os.read(master, 1 << 16):
                pass
        except OSError:
            return  # the other side is closed

    reader = threading.Thread(target=drain, daemon=True)
    reader.start()
    try:
        yield slave
    finally:
        os.close(slave)
        reader.join(5)
        os.close(master)


@contextmanager
def served(bodies: Sequence[bytes]) -> Iterator[str]:
    """The pages on a loopback server in another process."""
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(bodies, theirs), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}"
    finally:
        process.terminate()
        process.join()


def _serve(bodies: Sequence[bytes], ready: Any) -> None:
    import asyncio

    from aiohttp import web

    async def page(request: web.Request) -> web.Response:
        return web.Response(body=bodies[int(request.match_info["number"])], content_type="text/html")

    async def serve() -> None:
        app = web.Application()
        app.router.add_get("/{number:\\d+}", page)
        runner = web.AppRunner(app)
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        ready.send(runner.addresses[0][1])
        await asyncio.Event().wait()

    asyncio.run(serve())


if __name__ == "__main__":
    main()
