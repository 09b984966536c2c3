"""What is left to find: the estimate at half and at the end of a crawl, held against the truth of two real webs.

python -m benchmarks.left --data DIR   (DIR/crawl as for benchmarks.focus)

True recall is the share of the relevant pages that any chain of links leads to; no crawler finds the others.
"""

from __future__ import annotations

import json

from benchmarks.common import arguments, keep
from benchmarks.focus import WEBS, Cached, CachedPages, reachable
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import open_replay, replay, topic_of
from motherlode.crawl.params import CrawlParams

WITHIN, GOAL = 0.15, 0.9
COLUMNS = ("topic", "half: true", "estimate", "end: true", "estimate", f"until {GOAL}: pages", "true")


def crawled(web: CachedPages, read: Cached, entry: dict, pages: int, until: float = 0.0) -> tuple[int, int, float]:
    """Pages fetched, relevant ones among them, and the estimate of recall."""
    order: list[str] = []
    settings = CrawlSettings(crawl=CrawlParams(max_pages=pages, until_recall=until))
    report, _ = replay(web, topic_of(entry, "topics"), settings, on_fetched=order.append, read=read)
    return report.fetched, len(set(order) & set(entry["relevant"])), report.left.recall


def main() -> None:
    """Runs all and keeps the tables."""
    options = arguments(__doc__ or "").parse_args()
    folder = options.data / "crawl"
    tables, near = [], {"half": 0, "end": 0}
    number = 0
    for name, title in WEBS.items():
        web, read = CachedPages(open_replay(folder / f"{name}.warc.gz")), Cached()
        rows: list[list[object]] = []
        for entry in json.loads((folder / f"{name}-topics.json").read_text())[: 2 if options.quick else None]:
            there = reachable(web, read, entry) * len(entry["relevant"])
            row: list[object] = [entry["topic"]]
            for when, pages in (("half", len(web) // 20), ("end", len(web) // 10)):
                _, found, estimate = crawled(web, read, entry, pages)
                near[when] += abs(found / there - estimate) <= WITHIN
                row += [round(found / there, 3), round(estimate, 3)]
            fetched, found, _ = crawled(web, read, entry, len(web) // 4, GOAL)
            rows.append([*row, fetched, round(found / there, 3)])
            number += 1
            print(rows[-1], flush=True)
        tables.append((title, COLUMNS, rows))
    keep(
        "left", "What is left to find", tables, facts={"within": near, "topics": number},
        remarks=[
            f"Within {WITHIN} of the truth: {near['half']} of {number} topics at half, {near['end']} at the end.",
            "The estimate rests on the crawl's own judgement of what is on the topic and knows no labels.",
            f"until {GOAL}: a crawl with --until-recall {GOAL} and a quarter of the web as its limit.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
