"""Pages per CPU-second and per second of crawlers: ours, Scrapy, Crawlee, and fetching alone.

python -m benchmarks.crawl [--data DIR] [--pages 1500] [--rounds 3]

On the sample web, and with --data on the two saved webs of DIR/crawl, whose pages are real.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from benchmarks.common import ROOT, arguments, keep

NEWS_SITES = 6
"""The first sites of the sample web are its news sites; the others are no peers' business."""

WORDS = ("election", "parliament", "minister", "vote", "budget", "government")
"""The topic on the sample web; on a saved web it is the first of its labelled topics."""

SAVED = {"wikispeedia": "An encyclopedia, saved", "context": "A news web, saved"}

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
    """Serves each web, runs every client in a process of its own, and writes the figures down."""
    parser = arguments(__doc__ or "", needs_data=False)
    parser.add_argument("--pages", type=int, default=1500)
    parser.add_argument("--rounds", type=int, default=3, help="times every client runs, in turn; the best run counts")
    options = parser.parse_args()
    pages, rounds = (200, 1) if options.quick else (options.pages, options.rounds)
    told: dict[str, dict[str, dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory() as folder:
        with _sample_web(600 if options.quick else 3000) as seeds:
            told["Sample web"] = _best_runs(rounds, seeds, WORDS, pages, Path(folder) / "sample")
        for name, title in SAVED.items() if options.data else ():
            with _saved_web(options.data / "crawl", name) as (seeds, words):
                told[title] = _best_runs(rounds, seeds, words, pages, Path(folder) / name)
    columns = ["client", "pages", "pages per CPU-second", "CPU ms per page", "pages per second", "ours is × as fast"]
    load = max(figures["load"] for clients in told.values() for figures in clients.values())
    remarks = [
        "CPU time of the client's own process from the first request to the last byte stored.",
        "Imports do not count, but for those that ours makes on the way.",
        f"Every client ran {rounds} times in turn, and its run with the least CPU time a page counts.",
        f"Mean number of waiting processes on {os.cpu_count()} cores, ours included: at most {load:.1f}.",
        "Goal: 3 × Scrapy tuned, by CPU time. Seconds depend on what else the machine does.",
        "All but the last obey robots.txt, follow links on the seeds' hosts without delay, and write a WARC file.",
        "The same work: a queue that survives a kill, near-duplicates by simhash, rows in SQLite, and the articles",
        "of pages with three words of the topic, by trafilatura with all fields, or by resiliparse as text alone.",
        "Less work: title and text of each page, a count of the topic's words, a line of JSON.",
        "Ours besides judges each page by a topic it learns, values each link, keeps out of traps, and judges all",
        "pages once more at the end; it chooses what to fetch, so that each client reads pages of its own.",
        "Pages are 6 KB on average on the sample web and on the news web, 32 KB in the encyclopedia.",
        "A saved web is served without its links to pages that were not saved.",
    ]
    title = "Crawling speed beside Scrapy and Crawlee"
    tables = [(web, columns, _rows(figures)) for web, figures in told.items()]
    keep("crawl", title, tables, facts={"runs": told}, remarks=remarks)


def _rows(told: dict[str, dict[str, Any]]) -> list[list[object]]:
    """A line a client."""
    rates = {client: figures["pages"] / figures["cpu"] for client, figures in told.items()}
    return [
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


@contextmanager
def _sample_web(news_pages: int) -> Iterator[list[str]]:
    """The sample web on loopback addresses, every article rendered; the front pages of its news sites."""
    arguments = ["--port", "0", "--news-pages", str(news_pages), "--names", "address", "--warm", "--crawl-delay", "0"]
    with _served("motherlode.interfaces.demo", arguments) as lines:
        yield lines[:NEWS_SITES]


@contextmanager
def _saved_web(folder: Path, name: str) -> Iterator[tuple[list[str], list[str]]]:
    """A saved web on loopback; where the crawl for its first labelled topic begins, and the topic's words."""
    topic = json.loads((folder / f"{name}-topics.json").read_text())[0]
    with _served("benchmarks.served", [str(folder / f"{name}.warc.gz")]) as lines:
        yield [lines[0] + urlsplit(seed).path for seed in topic["seeds"]], list(topic["keywords"])


@contextmanager
def _served(module: str, arguments: Sequence[str]) -> Iterator[list[str]]:
    """A server in a process of its own; the lines that it prints before it is ready."""
    command = [sys.executable, "-m", module, *arguments]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            lines = []
            while (line := process.stdout.readline().strip()) != "ready":
                if not line:
                    raise SystemExit(f"{module} did not start")
                lines.append(line)
            yield lines
        finally:
            process.terminate()


def _best_runs(
    rounds: int, seeds: Sequence[str], words: Sequence[str], pages: int, folder: Path
) -> dict[str, dict[str, Any]]:
    """For every client its run with the least CPU time a page; what else the machine does only ever adds to it."""
    best: dict[str, dict[str, Any]] = {}
    for number in range(rounds):
        for client in CLIENTS:
            own = folder / str(number)
            own.mkdir(parents=True, exist_ok=True)
            figures = _run(client, seeds, words, pages, own) | {"load": os.getloadavg()[0]}
            known = best.get(client)
            if known is None or figures["cpu"] / figures["pages"] < known["cpu"] / known["pages"]:
                best[client] = figures
    return best


def _run(client: str, seeds: Sequence[str], words: Sequence[str], pages: int, folder: Path) -> dict[str, Any]:
    """What one client told about its run; fetching alone asks for the pages that ours has fetched."""
    own = folder / ("ours" if client == "fetch-only" else client)
    own.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "benchmarks.crawl_clients", client, "--pages", str(pages), "--folder", str(own)]
    done = subprocess.run(
        [*command, "--seeds", *seeds, "--words", *words],
        stdout=subprocess.PIPE, text=True, env=ENVIRONMENT, cwd=ROOT, check=True,
    )  # fmt: skip
    found: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return found


if __name__ == "__main__":
    main()
