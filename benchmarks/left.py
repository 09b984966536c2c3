"""What is left to find: the estimate at half and at the end of a crawl, held against the truth of two real webs.

python -m benchmarks.left --data DIR   (DIR/crawl as for benchmarks.focus)

True recall is the share of the relevant pages that any chain of links leads to; no crawler finds the others.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from statistics import mean

from benchmarks.common import arguments, keep
from benchmarks.focus import EVENTS_TITLE, Cached, CachedPages, reachable, webs
from motherlode.app.crawl.parts import CrawlSettings
from motherlode.app.crawl.replay import replay, topic_of
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


@dataclass
class Tally:
    """Over topics: estimates near the truth, bounds that hold it, and the recall where crawls ended."""

    near: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MARKS, 0))
    inside: dict[str, int] = field(default_factory=lambda: dict.fromkeys(MARKS, 0))
    ended: list[float] = field(default_factory=list)
    number: int = 0

    def row(self, entry: dict, course: Course, there: float) -> list[object]:
        """A topic's row, counted."""
        row: list[object] = [entry["topic"]]
        for when, (found, left) in course.noted.items():
            least, most = (left.found / (left.found + end) for end in (left.high, left.low))
            self.near[when] += abs(found / there - left.recall) <= WITHIN
            self.inside[when] += least <= found / there <= most
            row += [round(found / there, 3), f"{left.recall:.2f} ({least:.2f}–{most:.2f})"]
        pages, found = course.stopped or (course.fetched, len(course.found))
        if course.stopped:
            self.ended.append(found / there)
        self.number += 1
        return [*row, pages if course.stopped else "not reached", round(found / there, 3)]

    def told(self, name: str) -> list[str]:
        """The counts in words."""
        near, inside, number, ended = self.near, self.inside, self.number, self.ended or [0.0]
        close = f"{near['half']} of {number} at half, {near['end']} at the end"
        held = f"{inside['half']} and {inside['end']}"
        mean_end, least_end = f"{mean(ended):.2f}", f"{min(ended):.2f}"
        return [
            f"{name}, within {WITHIN} of the truth: {close}; the truth lies between the bounds: {held}.",
            f"{name}, until {GOAL}: {len(self.ended)} end, at {mean_end} in the mean and {least_end} at the least.",
        ]


def main() -> None:
    """Runs all and keeps the tables."""
    options = arguments(__doc__ or "").parse_args()
    tables, tallies = [], {"Development topics": Tally()}
    for name, title, web, read, topics in webs(options.data / "crawl", quick=options.quick):
        rows: list[list[object]] = []
        tally = tallies.setdefault(EVENTS_TITLE if name == "events" else "Development topics", Tally())
        for entry in topics:
            there = reachable(web, read, entry) * len(entry["relevant"])
            rows.append(tally.row(entry, crawled(web, read, entry), there))
            print(rows[-1], flush=True)
        tables.append((title, COLUMNS, rows))
    keep(
        "left", "What is left to find", tables,
        facts={name: vars(tally) for name, tally in tallies.items()},
        remarks=[
            *[line for name, tally in tallies.items() for line in tally.told(name)],
            "The estimate was chosen on the development topics of both webs, on none of the other events.",
            "Half and end: a twentieth and a tenth of the web, by the estimate shown then, at most fifty pages old.",
            "The estimate rests on the crawl's own judgement of what is on the topic and knows no labels.",
            f"until {GOAL}: where a crawl with --until-recall {GOAL} ends, or what 15 % of the web gave.",
        ],
    )  # fmt: skip


if __name__ == "__main__":
    main()
