"""What is left to find: the estimate at half and at the end of a crawl, held against the truth of two real webs.

python -m benchmarks.left --data DIR   (DIR/crawl as for benchmarks.focus)

True recall is the share of the relevant pages that any chain of links leads to; no crawler finds the others.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field

from benchmarks.common import arguments, keep
from benchmarks.focus import WEBS, Cached, CachedPages, reachable
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import open_replay, replay, topic_of
from motherlode.crawl.params import CrawlParams
from motherlode.crawl.parts import Report
from motherlode.crawl.remaining import Remaining

WITHIN, GOAL = 0.15, 0.9
COLUMNS = ("topic", "half: true", "estimate", "end: true", "estimate", f"until {GOAL}: pages", "true")
MARKS = {"half": 20, "end": 10}
"""Parts of the web that are fetched at half and at the end; crawls go on to half as much again."""


@dataclass
class Course:
    """What a crawl has found and estimates: at its marks, and where it would have stopped."""

    marks: dict[int, str]
    relevant: set[str]
    found: set[str] = field(default_factory=set)
    noted: dict[str, tuple[int, Remaining]] = field(default_factory=dict)
    fetched: int = 0
    stopped: tuple[int, int] | None = None

    def visited(self, report: Report) -> None:
        """After every page."""
        self.fetched = report.fetched
        if report.fetched in self.marks:
            self.noted.setdefault(self.marks[report.fetched], (len(self.found), report.left))
        if self.stopped is None and report.left.reached(GOAL):
            self.stopped = report.fetched, len(self.found)

    def came(self, url: str) -> None:
        """A page that was fetched."""
        if url in self.relevant:
            self.found.add(url)


def crawled(web: CachedPages, read: Cached, entry: dict) -> Course:
    """One crawl of a topic."""
    course = Course({len(web) // part: when for when, part in MARKS.items()}, set(entry["relevant"]))
    settings = CrawlSettings(crawl=CrawlParams(max_pages=len(web) * 3 // 20))
    replay(web, topic_of(entry, "topics"), settings, on_fetched=course.came, on_visit=course.visited, read=read)
    return course


def main() -> None:
    """Runs all and keeps the tables."""
    options = arguments(__doc__ or "").parse_args()
    folder = options.data / "crawl"
    tables, near, inside = [], dict.fromkeys(MARKS, 0), dict.fromkeys(MARKS, 0)
    number = 0
    for name, title in WEBS.items():
        web, read = CachedPages(open_replay(folder / f"{name}.warc.gz")), Cached()
        rows: list[list[object]] = []
        for entry in json.loads((folder / f"{name}-topics.json").read_text())[: 2 if options.quick else None]:
            there = reachable(web, read, entry) * len(entry["relevant"])
            course = crawled(web, read, entry)
            row: list[object] = [entry["topic"]]
            for when, (found, left) in course.noted.items():
                least, most = (left.found / (left.found + end) for end in (left.high, left.low))
                near[when] += abs(found / there - left.recall) <= WITHIN
                inside[when] += least <= found / there <= most
                row += [round(found / there, 3), f"{left.recall:.2f} ({least:.2f}–{most:.2f})"]
            pages, found = course.stopped or (course.fetched, len(course.found))
            rows.append([*row, pages if course.stopped else "not reached", round(found / there, 3)])
            number += 1
            print(rows[-1], flush=True)
        tables.append((title, COLUMNS, rows))
        tell(tables, near, inside, number)


def tell(tables: list[tuple], near: dict[str, int], inside: dict[str, int], number: int) -> None:
    """Keeps the tables of the webs run so far."""
    keep(
        "left", "What is left to find", tables, facts={"within": near, "inside": inside, "topics": number},
        remarks=[
            f"Within {WITHIN} of the truth: {near['half']} of {number} topics at half, {near['end']} at the end.",
            f"The truth lies between the bounds: {inside['half']} of {number} at half, {inside['end']} at the end.",
            "The bounds promise nine of ten, by a factor that was looked at on both webs.",
            "Half and end: a twentieth and a tenth of the web, by the estimate shown then, at most fifty pages old.",
            "The estimate rests on the crawl's own judgement of what is on the topic and knows no labels.",
            f"until {GOAL}: where a crawl with --until-recall {GOAL} ends, or what 15 % of the web gave.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
