"""Focused crawling replayed on two real webs: recall after 10 % of the pages and harvest over the first R.

python -m benchmarks.focus --data DIR   (DIR/crawl: wikispeedia and context, each as .warc.gz and -topics.json)

Pages that no link leads to cannot be found by following links: the share that can be reached is given beside.
"""

from __future__ import annotations

import json
import time
from collections import deque
from functools import lru_cache
from pathlib import Path
from statistics import mean, pstdev

from benchmarks.common import RESULTS, arguments, keep
from motherlode.app.crawl.parts import CrawlSettings, PageReading
from motherlode.app.crawl.replay import open_replay, replay, topic_of
from motherlode.crawl.params import STRATEGIES, CrawlParams
from motherlode.crawl.parts import Reading
from motherlode.crawl.replay import ReplayFetcher
from motherlode.model.pages import Response

SEEDS = 5
WEBS = {"wikispeedia": "An encyclopedia", "context": "A news web"}


class Cached:
    """Reads every page once for all runs."""

    def __init__(self) -> None:
        self._read = PageReading(duplicates=False)
        self._known: dict[str, Reading] = {}

    def __call__(self, response: Response) -> Reading:
        found = self._known.get(response.final_url)
        if found is None:
            found = self._known[response.final_url] = self._read(response)
        return found


class CachedPages(ReplayFetcher):
    """Remembers the records too."""

    def __init__(self, fetcher: ReplayFetcher) -> None:
        self.find = lru_cache(maxsize=None)(fetcher.find)  # type: ignore[method-assign]
        self._inner = fetcher
        self._kept: dict[str, Response] = {}

    def get(self, url: str) -> Response:
        known = self.find(url)
        if known not in self._kept:
            self._kept[known] = self._inner.get(known)
        return self._kept[known]

    def __len__(self) -> int:
        return len(self._inner)


def run(web: CachedPages, read: Cached, entry: dict, strategy: str, seed: int) -> tuple[float, float]:
    """Recall after 10 % of the pages and harvest over the first R, as tools/score_crawl.py counts them."""
    order: list[str] = []
    skip, relevant = set(entry["examples"]), set(entry["relevant"])
    limit = len(web) // 10
    settings = CrawlSettings(crawl=CrawlParams(strategy=strategy, seed=seed, max_pages=limit + len(skip)))
    replay(web, topic_of(entry, "topics"), settings, on_fetched=order.append, read=read)
    hits = [url in relevant for url in dict.fromkeys(order) if url not in skip]
    return sum(hits[:limit]) / len(relevant), sum(hits[: len(relevant)]) / len(relevant)


def reachable(web: CachedPages, read: Cached, entry: dict) -> float:
    """The share of relevant pages that links lead to at all."""
    start = [*entry["examples"], *entry["seeds"]]
    seen, queue = set(start), deque(start)
    while queue:
        for link in read(web.get(queue.popleft())).page.links:
            target = web.find(link.url)
            if target and target not in seen:
                seen.add(target)
                queue.append(target)
    return sum(url in seen for url in entry["relevant"]) / len(entry["relevant"])


def main() -> None:
    """Runs all and keeps the tables, a web each."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--strategies", nargs="*", default=[s for s in STRATEGIES if s != "keywords"])
    parser.add_argument("--seeds", type=int, default=SEEDS)
    options = parser.parse_args()
    folder: Path = options.data / "crawl"
    started = time.process_time()
    tables: list[tuple[str, list[str], list[list[object]]]] = []
    facts: dict[str, dict] = {}
    for name, title in WEBS.items():
        topics = json.loads((folder / f"{name}-topics.json").read_text())
        topics = topics[:2] if options.quick else topics
        web, read = CachedPages(open_replay(folder / f"{name}.warc.gz")), Cached()
        reach = {entry["topic"]: reachable(web, read, entry) for entry in topics}
        found: dict[str, list[tuple[float, float, float]]] = {}
        for strategy in options.strategies:
            seeds = range(1 if options.quick else options.seeds) if strategy == "learned" else range(1)
            found[strategy] = [several(web, read, entry, strategy, seeds) for entry in topics]
            print(name, strategy, found[strategy], flush=True)
        facts[name] = {"reachable": reach, "strategies": found}
        tables.append(table(title, topics, found, reach))
        tell(tables, facts, options.seeds, time.process_time() - started)


def several(web: CachedPages, read: Cached, entry: dict, strategy: str, seeds: range) -> tuple[float, float, float]:
    """Mean recall, mean harvest and the spread of recall over the seeds."""
    runs = [run(web, read, entry, strategy, seed) for seed in seeds]
    return mean(r for r, _ in runs), mean(h for _, h in runs), pstdev([r for r, _ in runs])


def table(title: str, topics: list[dict], found: dict, reach: dict[str, float]) -> tuple:
    """The table of one web."""
    rows: list[list[object]] = []
    for strategy, figures in found.items():
        of_reachable = mean(r / reach[entry["topic"]] for (r, _, _), entry in zip(figures, topics, strict=True))
        rows.append(
            [strategy, mean(r for r, _, _ in figures), of_reachable, mean(h for _, h, _ in figures)]
            + [f"{r:.2f} / {h:.2f}" for r, h, _ in figures]
        )
    rows.append(
        ["links lead to", mean(reach.values()), 1.0, mean(reach.values())] + [f"{v:.2f}" for v in reach.values()]
    )
    columns = ["strategy", "recall@10 %", "of reachable", "harvest@R", *(entry["topic"] for entry in topics)]
    return title, columns, rows


def tell(tables: list[tuple], facts: dict[str, dict], seeds: int, seconds: float) -> None:
    """Keeps the tables of the webs run so far."""
    remarks = [
        "recall: share of the relevant pages among the first 10 % fetched; example pages count neither way.",
        "harvest: share of relevant pages among the first R fetched, R being their number.",
        "of reachable: recall divided by the share of relevant pages that any chain of links leads to.",
        f"learned: mean over {seeds} seeds, judged by its own labels; no setting differs between topics or webs.",
        "These are development topics: the link model's prior weights were chosen on the encyclopedia's and know",
        "nothing of the news web; the lane of hubs, its scale and the prior's strength were chosen on both.",
    ]
    for name, found in facts.items():
        for rival, room in (("best-first", 0.03), ("breadth-first", 0.0)):
            if {"learned", rival} <= set(found["strategies"]):
                pairs = zip(
                    found["reachable"], found["strategies"]["learned"], found["strategies"][rival], strict=True
                )
                lower = [topic for topic, (own, *_), (other, *_) in pairs if own < other - room]
                remarks.append(
                    f"{WEBS[name]}: topics on which learned finds less than {rival} by over {room}: "
                    f"{', '.join(lower) or 'none'}."
                )
    keep(
        "focus", "Focused crawling on two real webs", [*tables, *left_out()],
        facts={"cpu_seconds": round(seconds), **facts}, remarks=remarks,
    )  # fmt: skip


def left_out() -> list[tuple]:
    """The tables of `benchmarks.focus_priors` as it was run last: priors with topics and webs left out."""
    file = RESULTS / "focus_priors.json"
    tables = json.loads(file.read_text())["tables"] if file.exists() else []
    return [(f"{t['heading']}: priors of link values, left out", t["columns"], t["rows"]) for t in tables]


if __name__ == "__main__":
    main()
