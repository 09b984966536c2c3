"""Cold starts: crawls by two keywords from pages that do not mention them, and how many find next to nothing.

python -m benchmarks.cold --data DIR   (DIR/crawl as for benchmarks.focus)

Every topic is begun from several pairs of the first addresses that the web's topics have, its own pair first.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from random import Random
from statistics import mean

from benchmarks.common import arguments, keep
from benchmarks.focus import WEBS, Cached, CachedPages
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import open_replay, replay, topic_of
from motherlode.crawl.params import CrawlParams
from motherlode.model.topic import Topic

KEYWORDS, PAGES, STARTS = 2, 400, 4
NEXT_TO_NOTHING = 0.05
STRATEGIES = ("learned", "best-first", "breadth-first")
COLUMNS = (
    "strategy", "recall after half", "recall", "least recall of a topic", "found next to nothing", "crawls",
    "fetches to the first",
)  # fmt: skip


def starts(topics: list[dict], entry: dict, number: int) -> Iterator[tuple[str, ...]]:
    """Pairs of first addresses, of which none is on the topic."""
    yield tuple(entry["seeds"])
    known = sorted({url for other in topics for url in other["seeds"]} - set(entry["relevant"]))
    pairs = [pair for pair in combinations(known, 2) if set(pair) != set(entry["seeds"])]
    yield from Random(entry["topic"]).sample(pairs, number - 1)


def found(web: CachedPages, read: Cached, topic: Topic, relevant: set[str], settings: CrawlSettings) -> list[bool]:
    """For every page fetched whether it is on the topic."""
    order: list[str] = []
    replay(web, topic, settings, on_fetched=order.append, read=read)
    return [url in relevant for url in dict.fromkeys(order)]


def table(web: CachedPages, read: Cached, topics: list[dict], number: int) -> list[list[object]]:
    """One row for every strategy."""
    rows: list[list[object]] = []
    for strategy in STRATEGIES:
        halves: list[float] = []
        recalls: list[list[float]] = []
        first: list[int] = []
        for entry in topics:
            relevant = set(entry["relevant"])
            most = min(PAGES, len(relevant))
            plain = topic_of(entry, "topics")
            recalls.append([])
            for seed, start in enumerate(starts(topics, entry, number)):
                topic = replace(plain, keywords=plain.keywords[:KEYWORDS], examples=(), seeds=start)
                settings = CrawlSettings(crawl=CrawlParams(strategy=strategy, seed=seed, max_pages=PAGES))
                hits = found(web, read, topic, relevant, settings)
                halves.append(sum(hits[: PAGES // 2]) / most)
                recalls[-1].append(sum(hits) / most)
                first.append(hits.index(True) if any(hits) else PAGES)
            print(strategy, entry["topic"], recalls[-1], flush=True)
        every = [recall for own in recalls for recall in own]
        nothing = sum(recall < NEXT_TO_NOTHING for recall in every)
        rows.append(
            [strategy, mean(halves), mean(every), min(map(mean, recalls)), nothing, len(every), round(mean(first))]
        )
    return rows


def main() -> None:
    """Runs all and keeps the tables."""
    parser = arguments(__doc__ or "")
    parser.add_argument("--starts", type=int, default=STARTS)
    options = parser.parse_args()
    folder: Path = options.data / "crawl"
    tables = []
    for name, title in WEBS.items():
        topics = json.loads((folder / f"{name}-topics.json").read_text())[: 2 if options.quick else None]
        web, read = CachedPages(open_replay(folder / f"{name}.warc.gz")), Cached()
        tables.append((title, COLUMNS, table(web, read, topics, options.starts)))
        keep(
            "cold", "Crawls by two keywords from cold starts", tables, facts={},
            remarks=[
                f"recall: of the relevant pages, at most {PAGES}, after {PAGES // 2} and {PAGES} fetches.",
                f"next to nothing: less than {NEXT_TO_NOTHING} of them. Starts and seeds of exploration differ.",
                "These are development topics.",
            ],
        )  # fmt: skip


if __name__ == "__main__":
    main()
