"""Focused crawling replayed on two real webs: recall after 10 % of the pages and harvest over the first R.

python -m benchmarks.focus --data DIR   (DIR/crawl: wikispeedia and context, each as .warc.gz and -topics.json)

Pages that no link leads to cannot be found by following links: the share that can be reached is given beside.
"""

from __future__ import annotations

import json
import re
import time
from collections import deque
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from random import Random
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
EVENTS_TITLE = "The news web, nine other events"
EVENTS: dict[str, tuple[str, dict[str, float]]] = {
    "Flight 370": (r"MH370|Flight 370", {"Malaysia Airlines": 1, "Flight 370": 1, "search": 0.5}),
    "Gaza conflict": (
        r"Gaza conflict|Operation Protective Edge|2014 Israel.Gaza", {"Gaza": 1, "Israel": 0.8, "Hamas": 0.8},
    ),
    "Hong Kong protests": (
        r"Hong Kong protests|Occupy Central|Umbrella Revolution", {"Hong Kong": 1, "protests": 0.8, "Occupy": 0.6},
    ),
    "Crimea": (r"Crimea", {"Crimea": 1, "Russia": 0.6, "Ukraine": 0.6}),
    "Ferguson": (
        r"Ferguson unrest|Michael Brown|Ferguson, Missouri", {"Ferguson": 1, "Michael Brown": 0.9, "police": 0.5},
    ),
    "Yemen": (r"Yemeni Civil War|Houthi", {"Yemen": 1, "Houthi": 1}),
    "Libya": (r"Libyan Civil War|Libyan crisis", {"Libya": 1, "Tripoli": 0.6, "Benghazi": 0.6}),
    "Burundi": (r"Burundi", {"Burundi": 1, "Nkurunziza": 0.8}),
    "Greek crisis": (
        r"Greek government.debt crisis|Greek debt|Syriza", {"Greece": 1, "debt": 0.8, "Syriza": 0.7},
    ),
}  # fmt: skip
"""Further topics of the news web: a page is relevant that has the name in its title or text, four of them are
examples. No rule or constant was chosen on them; they were written down after the last was."""


class Cached:
    """Reads every page once for all runs."""

    def __init__(self) -> None:
        self._read = PageReading(duplicates=False)
        self._known: dict[str, Reading] = {}

    @property
    def known(self) -> dict[str, Reading]:
        """The pages read so far by their addresses."""
        return self._known

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


def webs(folder: Path, *, quick: bool) -> Iterator[tuple[str, str, CachedPages, Cached, list[dict]]]:
    """Name, title, pages and topics of each web; the other events once all pages that links lead to were read."""
    for name, title in WEBS.items():
        web, read = CachedPages(open_replay(folder / f"{name}.warc.gz")), Cached()
        topics = json.loads((folder / f"{name}-topics.json").read_text())
        yield name, title, web, read, topics[:2] if quick else topics
    if not quick:
        yield (
            "events",
            EVENTS_TITLE,
            web,
            read,
            events(read, sorted({url for entry in topics for url in entry["seeds"]})),
        )


def events(read: Cached, seeds: list[str]) -> list[dict]:
    """The other events as topics."""
    articles = {
        url: known.page for url, known in read.known.items() if not url.endswith(("index.html", "archive.html"))
    }
    found = []
    for name, (pattern, keywords) in EVENTS.items():
        named = sorted(url for url, page in articles.items() if re.search(pattern, f"{page.title} {page.text}"))
        random = Random(name)
        examples = random.sample(named, 4)
        found.append({
            "topic": name, "keywords": keywords, "examples": examples, "seeds": random.sample(seeds, 2),
            "relevant": sorted(set(named) - set(examples)),
        })  # fmt: skip
    return found


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
    for name, title, web, read, topics in webs(folder, quick=options.quick):
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
        f"{EVENTS_TITLE}: relevant is what names the event; no rule or constant was chosen on them.",
        "The others are development topics: the link model's prior weights were chosen on the encyclopedia's and",
        "know nothing of the news web; the lane of hubs, its scale and the prior's strength were chosen on both.",
    ]
    for name, found in facts.items():
        for rival, room in (("best-first", 0.03), ("breadth-first", 0.0)):
            if {"learned", rival} <= set(found["strategies"]):
                pairs = zip(
                    found["reachable"], found["strategies"]["learned"], found["strategies"][rival], strict=True
                )
                lower = [topic for topic, (own, *_), (other, *_) in pairs if own < other - room]
                title = WEBS.get(name, EVENTS_TITLE)
                remarks.append(
                    f"{title}: topics on which learned finds less than {rival} by over {room}: "
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
