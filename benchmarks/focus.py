"""Focused crawling replayed on a real web: recall after 10 % of the pages and harvest over the first R, by strategy.

python -m benchmarks.focus --data DIR   (DIR/crawl/wikispeedia.warc.gz and wikispeedia-topics.json)

Pages that no link leads to cannot be found by following links: the share that can be reached is given beside.
"""

from __future__ import annotations

import json
import time
from collections import deque
from functools import lru_cache
from pathlib import Path
from statistics import mean, pstdev

from benchmarks.common import arguments, keep
from motherlode.crawl.loop import Reading
from motherlode.crawl.params import STRATEGIES, CrawlParams
from motherlode.crawl.replay import ReplayFetcher
from motherlode.model.pages import Response
from motherlode.recipes.crawl_parts import PageReading
from motherlode.recipes.crawl_replay import CrawlSettings, open_replay, replay, topic_of

SEEDS = 5


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
    """Runs all and keeps the tables."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--strategies", nargs="*", default=[s for s in STRATEGIES if s != "keywords"])
    parser.add_argument("--seeds", type=int, default=SEEDS)
    options = parser.parse_args()
    folder: Path = options.data / "crawl"
    topics = json.loads((folder / "wikispeedia-topics.json").read_text())
    topics = topics[:2] if options.quick else topics
    web, read = CachedPages(open_replay(folder / "wikispeedia.warc.gz")), Cached()
    started = time.process_time()
    reach = {entry["topic"]: reachable(web, read, entry) for entry in topics}
    facts: dict[str, list[tuple[float, float, float]]] = {}
    for strategy in options.strategies:
        seeds = range(1 if options.quick else options.seeds) if strategy == "ours" else range(1)
        found = facts[strategy] = []
        for entry in topics:
            runs = [run(web, read, entry, strategy, seed) for seed in seeds]
            found.append((mean(r for r, _ in runs), mean(h for _, h in runs), pstdev([r for r, _ in runs])))
            print(strategy, entry["topic"], found[-1], flush=True)
        tell(topics, facts, reach, options.seeds, time.process_time() - started)


def tell(topics: list[dict], facts: dict, reach: dict[str, float], seeds: int, seconds: float) -> None:
    """Keeps the table of the strategies run so far."""
    rows = []
    for strategy, found in facts.items():
        of_reachable = mean(r / reach[entry["topic"]] for (r, _, _), entry in zip(found, topics, strict=True))
        rows.append(
            [strategy, mean(r for r, _, _ in found), of_reachable, mean(h for _, h, _ in found)]
            + [f"{r:.2f} / {h:.2f}" for r, h, _ in found]
        )
    rows.append(
        ["links lead to", mean(reach.values()), 1.0, mean(reach.values())] + [f"{v:.2f}" for v in reach.values()]
    )
    spread = ", ".join(
        f"{entry['topic']} {s:.3f}" for entry, (_, _, s) in zip(topics, facts.get("ours", []), strict=False)
    )
    remarks = [
        "recall: share of the relevant pages among the first 10 % fetched; example pages count neither way.",
        "harvest: share of relevant pages among the first R fetched, R being their number.",
        "of reachable: recall divided by the share of relevant pages that any chain of links leads to.",
        f"ours: mean over {seeds} seeds, judged by its own labels; no setting differs between topics.",
        f"spread of ours' recall over the seeds (standard deviation): {spread or 'not run'}.",
        "Features, prior weights, the border of relevance and the hold on long pages were chosen on these topics.",
    ]
    if {"ours", "breadth-first"} <= set(facts):
        lower = [
            entry["topic"]
            for entry, (ours, *_), (breadth, *_) in zip(topics, facts["ours"], facts["breadth-first"], strict=True)
            if ours < breadth
        ]
        remarks.append(f"topics on which ours finds less than breadth first: {', '.join(lower) or 'none'}.")
    columns = ["strategy", "recall@10 %", "of reachable", "harvest@R", *(entry["topic"] for entry in topics)]
    keep(
        "focus", "Focused crawling on a real web", [("Recall and harvest", columns, rows)],
        facts={"cpu_seconds": round(seconds), "reachable": reach, "strategies": facts}, remarks=remarks,
    )  # fmt: skip


if __name__ == "__main__":
    main()
