"""The sample web itself: how long 20,000 news pages take to be planned and rendered, and how fast they are served.

python -m benchmarks.sample_web
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from benchmarks.common import ROOT, arguments, cpu_ms, keep
from motherlode.interfaces.demo.site import Request
from motherlode.interfaces.demo.web import SampleWeb

CONNECTIONS, SECONDS = 32, 6
SCRIPT = """
local lines, at = {}, 0
for line in io.lines("%s") do lines[#lines + 1] = line end
request = function()
  at = at %% #lines + 1
  local host, path = lines[at]:match("^(%%S+) (%%S+)$")
  return wrk.format("GET", path, {Host = host})
end
"""


def main() -> None:
    """Plans, renders, serves, and writes the figures down."""
    given = arguments(__doc__ or "", needs_data=False).parse_args()
    count = 2000 if given.quick else 20_000
    planned, web = cpu_ms(lambda: SampleWeb(news_pages=count))
    keys = list(web.truth.news.articles)
    sites = {site.host: site for site in web.sites}

    def render() -> int:
        size = 0
        for key in keys[:: max(1, count // 4000)]:
            host, _, rest = key.partition("/")
            path, _, query = f"/{rest}".partition("?")
            size += len(sites[host].respond(Request("GET", path, query)).body)
        return size

    rendered, size = cpu_ms(render)
    shown = len(keys[:: max(1, count // 4000)])
    rows: list[list[object]] = [
        [f"{count} articles planned, all sites ready", "CPU s", planned / 1000],
        ["article rendered for the first time", "CPU ms", rendered / shown],
        ["mean size of an article's page", "KB", size / shown / 1000],
    ]
    remarks = [
        "CPU time of the server process; requests per second of wall time depend on what else the machine does."
    ]
    wrk = shutil.which("wrk")
    if wrk is None:
        remarks.append("wrk is not installed: serving was NOT measured.")
    else:
        rows += _served(wrk, keys, count)
    keep(
        "sample_web",
        "The sample web: size and speed",
        [("Figures", ("what", "unit", "figure"), rows)],
        remarks=remarks,
    )


def _served(wrk: str, keys: list[str], count: int) -> list[list[object]]:
    command = [sys.executable, "-m", "motherlode.interfaces.demo", "--news-pages", str(count)]
    environment = os.environ | {"PYTHONPATH": str(ROOT / "src")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        port = int(first.strip().rstrip("/").rpartition(":")[2])
        while process.stdout.readline().strip() != "ready":
            pass
        rows = []
        for label, chosen in (("first request for each page", keys), ("pages rendered before", keys[:1000])):
            requests, seconds, cpu = _run(wrk, chosen, port, process.pid)
            rows.append([f"served, {label}: requests per CPU-second of the server", "1/s", round(requests / cpu)])
            rows.append([f"served, {label}: requests per second of wall time", "1/s", round(requests / seconds)])
        process.terminate()
    return rows


def _run(wrk: str, keys: list[str], port: int, pid: int) -> tuple[int, float, float]:
    """Requests, seconds of wall time, CPU seconds of the server."""
    with tempfile.TemporaryDirectory() as folder:
        lines, script = Path(folder, "lines.txt"), Path(folder, "ask.lua")
        lines.write_text("".join(f"{k.split('/')[0]}.localhost:{port} {k[k.index('/') :]}\n" for k in keys))
        script.write_text(SCRIPT % lines)
        command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(script), f"http://127.0.0.1:{port}/"]
        if len(keys) == 1000:
            subprocess.run([*command[:3], "-d2s", *command[4:]], check=True, capture_output=True)
        before, start = _cpu(pid), time.monotonic()
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        seconds = time.monotonic() - start
    found = re.search(r"(\d+) requests in", text)
    assert found is not None, text
    return int(found[1]), seconds, max(0.01, _cpu(pid) - before)


def _cpu(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


if __name__ == "__main__":
    main()
