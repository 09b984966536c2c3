"""Pages per CPU-second and per second of crawlers on the sample web: ours, Scrapy, Crawlee, and fetching alone.

python -m benchmarks.crawl [--pages 1500] [--rounds 3]
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.common import ROOT, arguments, keep

NEWS_SITES = 6
"""The first sites of the sample web are its news sites; the others are no peers' business."""

CLIENTS = {
    "ours": "Motherlode, all switched on",
    "scrapy-full": "Scrapy, the same work: JOBDIR, simhash, SQLite, trafilatura",
    "scrapy-tuned-full": "Scrapy tuned, the same work: lexbor, ada, resiliparse",
    "scrapy": "Scrapy, less work: text and score only",
    "scrapy-tuned": "Scrapy tuned, less work: lexbor, ada, own seen set",
    "crawlee": "Crawlee, less work: ParselCrawler",
    "fetch-only": "aiohttp, fetching only",
}
ENVIRONMENT = os.environ | {"PYTHONPATH": str(ROOT / "src")}


def main() -> None:
    """Serves the sample web, runs every client in a process of its own, and writes the figures down."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=3, help="times every client runs, in turn; the best run counts")
    options = parser.parse_args()
    pages = 200 if options.quick else options.pages
    with tempfile.TemporaryDirectory() as folder, _served(600 if options.quick else 3000) as seeds:
        told = _best_runs(1 if options.quick else options.rounds, seeds, pages, Path(folder))
    rates = {client: figures["pages"] / figures["cpu"] for client, figures in told.items()}
    rows = [
        [
            CLIENTS[client],
            figures["pages"],
            round(rates[client], 1),
            round(1000 / rates[client], 2),
            round(figures["pages"] / figures["wall"], 1),
            round(rates["ours"] / rates[client], 2),
        ]
        for client, figures in told.items()
    ]
    columns = ["client", "pages", "pages per CPU-second", "CPU ms per page", "pages per second", "ours is × as fast"]
    load = "; ".join(f"{figures['load']:.1f} at {client}" for client, figures in told.items())
    remarks = [
        "CPU time of the client's own process from the first request to the last byte stored.",
        "Imports do not count, but for those that ours makes on the way.",
        f"Every client ran {options.rounds} times in turn, and its run with the least CPU time a page counts.",
        f"Mean number of waiting processes on {os.cpu_count()} cores, ours included: {load}.",
        "Goals: 3 × Scrapy and 2 × Scrapy tuned, by CPU time. Seconds depend on what else the machine does.",
        "All but the last obey robots.txt, follow links on the six news sites without delay, and write a WARC file.",
        "The same work: a queue that survives a kill, near-duplicates by simhash, rows in SQLite, and the articles",
        "of pages with three words of the topic, by trafilatura with all fields, or by resiliparse as text alone.",
        "Less work: title and text of each page, a count of the topic's words, a line of JSON.",
        "Ours besides judges each page by a topic it learns, values each link, keeps out of traps, and judges all",
        "pages once more at the end.",
        "The sample web's pages are small (6 KB on average), so that work on each page weighs more than parsing.",
    ]
    title = "Crawling speed beside Scrapy and Crawlee"
    keep("crawl", title, [("Figures", columns, rows)], facts={"runs": told}, remarks=remarks)


@contextmanager
def _served(news_pages: int) -> Iterator[list[str]]:
    """The sample web on loopback addresses, every article rendered; the front pages of its news sites."""
    command = [sys.executable, "-m", "motherlode.interfaces.demo", "--port", "0", "--news-pages", str(news_pages)]
    command += ["--names", "address", "--warm", "--crawl-delay", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT) as process:
        assert process.stdout is not None
        try:
            lines = []
            while (line := process.stdout.readline().strip()) != "ready":
                if not line:
                    raise SystemExit("the sample web did not start")
                lines.append(line)
            yield lines[:NEWS_SITES]
        finally:
            process.terminate()


def _best_runs(rounds: int, seeds: list[str], pages: int, folder: Path) -> dict[str, dict[str, Any]]:
    """For every client its run with the least CPU time a page; what else the machine does only ever adds to it."""
    best: dict[str, dict[str, Any]] = {}
    for number in range(rounds):
        for client in CLIENTS:
            own = folder / str(number)
            own.mkdir(exist_ok=True)
            figures = _run(client, seeds, pages, own) | {"load": os.getloadavg()[0]}
            known = best.get(client)
            if known is None or figures["cpu"] / figures["pages"] < known["cpu"] / known["pages"]:
                best[client] = figures
    return best


def _run(client: str, seeds: list[str], pages: int, folder: Path) -> dict[str, Any]:
    """What one client told about its run; fetching alone asks for the pages that ours has fetched."""
    own = folder / ("ours" if client == "fetch-only" else client)
    own.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "benchmarks.crawl_clients", client, "--pages", str(pages), "--folder", str(own)]
    done = subprocess.run(
        [*command, "--seeds", *seeds], stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=ROOT, check=True
    )
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


if __name__ == "__main__":
    main()
