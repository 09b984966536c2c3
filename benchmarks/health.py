"""How long the server takes to say that it is well while ten large pages are read at once."""

from __future__ import annotations

import http.client
import json
import multiprocessing
import os
import random
import subprocess
import sys
import tempfile
import time
from multiprocessing.synchronize import Event
from pathlib import Path

from benchmarks.common import arguments, keep
from motherlode.app.workspace import Workspace

WORDS = ["river", "flood", "levee", "dam", "rescue", "mayor", "valley", "bridge", "rain", "evacuation", "harbour"]
ASKED = ("people", "records", "article", "people", "records", "article", "records", "people", "article", "records")
COLUMNS = ("looks", "median ms", "p95 ms", "p99 ms", "longest ms", "load of the machine")


def page(chance: random.Random, rows: int) -> str:
    """A result page of about a megabyte, as the API takes it."""
    made = "".join(
        f"<li class=item><a href=/b{n}>{' '.join(chance.choices(WORDS, k=5))} {n}</a> <b>$ {n}.50</b>"
        f"<span>by {' '.join(chance.choices(WORDS, k=2))}</span><p>{' '.join(chance.choices(WORDS, k=12))}</p></li>"
        for n in range(rows)
    )
    return json.dumps({"html": f"<html><body><h1>Books</h1><ul>{made}</ul></body></html>"})


def ask(port: int, kind: str, body: str, begin: Event) -> None:
    """Has one page read; its answer is waited for."""
    line = http.client.HTTPConnection("127.0.0.1", port, timeout=300)
    begin.wait()
    line.request("POST", f"/api/projects/asked/extract/{kind}", body, {"Content-Type": "application/json"})
    reply = line.getresponse()
    reply.read()
    assert reply.status == 200, reply.status


def well(line: http.client.HTTPConnection) -> float:
    """Milliseconds until the server says that it is well."""
    start = time.perf_counter()
    line.request("GET", "/api/health")
    line.getresponse().read()
    return 1000 * (time.perf_counter() - start)


def looks(port: int, rows: int) -> list[float]:
    """Every look while the pages are read, in order of time."""
    body, begin = page(random.Random(0), rows), multiprocessing.Event()
    askers = [multiprocessing.Process(target=ask, args=(port, kind, body, begin)) for kind in ASKED]
    for each in askers:
        each.start()
    line, times = http.client.HTTPConnection("127.0.0.1", port), []
    begin.set()
    while any(each.is_alive() for each in askers):
        times.append(well(line))
        time.sleep(0.005)
    assert all(each.exitcode == 0 for each in askers)
    return sorted(times)


def main() -> None:
    """Starts a server of its own, reads the pages twice, keeps the second time: the first starts the workers."""
    given = arguments(__doc__ or "", needs_data=False).parse_args()
    port, rows = 18650, 500 if given.quick else 5600
    with tempfile.TemporaryDirectory() as folder:
        Workspace(Path(folder)).create("asked").close()
        command = [sys.executable, "-m", "motherlode", "serve", folder, "--port", str(port)]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as server:
            try:
                _until_well(port)
                for _ in range(2):
                    found = looks(port, rows)
            finally:
                server.terminate()
    at = lambda share: round(found[min(len(found) - 1, int(share * len(found)))], 1)  # noqa: E731
    row = (len(found), at(0.5), at(0.95), at(0.99), round(found[-1], 1), round(os.getloadavg()[0], 1))
    remark = "Measured with whatever else the machine was doing; the last column says how much that was on two cores."
    keep("health", "The server's answer while large pages are read", [("Ten pages at once", COLUMNS, [row])],
         remarks=[remark])  # fmt: skip


def _until_well(port: int) -> None:
    for _ in range(300):
        try:
            well(http.client.HTTPConnection("127.0.0.1", port))
            return
        except OSError:
            time.sleep(0.2)


if __name__ == "__main__":
    main()
