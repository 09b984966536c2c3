"""Table 1 of the news paper and its curves of precision and recall (N17): universal crawler, the paper's, ours.

The sample web tells a flood among neighbours that mention it, copies and pages that only unrelated ones link to. With
`--data` the case is the paper's own, the crash of flight MH17, on an archive of real news of 2014 and 2015.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from motherlode.app.crawl.command import crawl_settings
from motherlode.app.crawl.replay import open_replay, topic_of
from motherlode.app.crawl.run import CrawlCallbacks, crawl_project
from motherlode.app.presets import preset_of
from motherlode.app.project import Project
from motherlode.app.settings import Settings
from motherlode.crawl.replay import ReplayFetcher
from motherlode.errors import UnreadableInput
from motherlode.fetch.params import FetchParams
from motherlode.interfaces.demo.server import serve
from motherlode.interfaces.demo.web import SampleWeb
from motherlode.interfaces.reproduce import Figure, drawing, verdict
from motherlode.model.ports import Progress
from motherlode.model.topic import Keyword, Topic

TOPIC, CASE = "flood", "Malaysia Airlines Flight 17"
EXAMPLES = 5
NEWS_PAGES = 600

NOTHING_KEPT = (
    "No verdict: the method kept no article on the topic. Where pages are short notes among many links, as in an "
    "archive of news in brief, the filter takes them for lists and follows them only."
)
"""Told instead of a verdict where there is nothing to judge by."""

PAPER = preset_of("paper-001").values
TRADITIONAL = {"topic": {"learning": False}, "threshold": {"moving": False}}
"""The traditional vector space model that the paper improves on: first vector and given threshold stay."""


def over(*layers: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Settings, the later over the earlier."""
    made: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for section, values in layer.items():
            made.setdefault(section, {}).update(values)
    return made


METHODS: dict[str, dict[str, dict[str, Any]]] = {
    "universal": over(PAPER, TRADITIONAL, {"crawl": {"strategy": "breadth-first"}}),
    "best first": over(PAPER, TRADITIONAL, {"crawl": {"strategy": "best-first"}}),
    "the paper's": over(PAPER),
    "ours": {"topic": {"content_only": True}},
}
"""The crawlers by their settings; best first judges as the paper does, without its feedback and moving threshold."""


@dataclass(frozen=True, slots=True)
class CrawlRun:
    """One crawl: what it fetched in order, what it kept, what there was, and its two times."""

    name: str
    order: tuple[str, ...]
    kept: frozenset[str]
    relevant: frozenset[str]
    searching: float
    extracting: float

    @property
    def searched(self) -> int:
        """Pages fetched."""
        return len(self.order)

    @property
    def related_kept(self) -> int:
        """Kept pages that are on the topic."""
        return len(self.kept & self.relevant)

    @property
    def missed(self) -> int:
        """Pages on the topic that were not kept."""
        return len(self.relevant - self.kept)


@dataclass(frozen=True, slots=True)
class Case:
    """A topic on a web: what is relevant, and the archive that stands for the web where there is one."""

    topic: Topic
    relevant: frozenset[str]
    archive: ReplayFetcher | None = None

    @property
    def name(self) -> str:
        """What the case is called in remarks."""
        place = "an archive of real news" if self.archive else "the sample web"
        return f"{self.topic.name} on {place}, {len(self.relevant)} articles on the topic"


@contextmanager
def case_of(data: Path | None, seed: int) -> Iterator[Case]:
    """The case to crawl, served while the context lasts."""
    if data is not None:
        yield _archived(data)
        return
    web = SampleWeb(seed=seed, news_pages=NEWS_PAGES)
    truth = max(
        (t for t in web.truth.news.topics if t.name == TOPIC and t.language == "en"), key=lambda t: len(t.articles)
    )
    with serve(web.sites) as server:
        address = [server.url(key.partition("/")[0], "/" + key.partition("/")[2]) for key in sorted(truth.articles)]
        examples = tuple(address[:: max(1, len(address) // EXAMPLES)][:EXAMPLES])
        seeds = tuple(server.url(site.host) for site in web.truth.news.sites)
        yield Case(
            Topic(truth.name, tuple(Keyword(word) for word in truth.keywords), examples, seeds), frozenset(address)
        )


def _archived(data: Path) -> Case:
    """The paper's own case from a folder with a WARC file and its topics."""
    topics, warc = data / "context-topics.json", data / "context.warc.gz"
    try:
        entry = next(e for e in json.loads(topics.read_text(encoding="utf-8")) if e["topic"] == CASE)
    except (OSError, ValueError, StopIteration) as error:
        raise UnreadableInput(f"{data} holds no context-topics.json with the topic '{CASE}'") from error
    return Case(topic_of(entry, str(topics)), frozenset(entry["relevant"]), open_replay(warc))


def runs(case: Case, methods: Sequence[str], limit: int, progress: Progress) -> list[CrawlRun]:
    """The case crawled by each method, at most `limit` pages; 0 for the whole web."""
    return [_run(case, method, limit, progress) for method in methods]


def _run(case: Case, method: str, limit: int, progress: Progress) -> CrawlRun:
    values = over(METHODS[method], {"crawl": {"max_pages": limit, "scope": "hosts"}})
    order: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        project = Project.create(Path(folder) / "p", {"project": {"allow_private": True}})
        began = time.monotonic()
        report = crawl_project(
            project, crawl_settings(Settings(values)), FetchParams(delay=0.0, per_host=8), topic=case.topic,
            replayed=case.archive, callbacks=CrawlCallbacks(progress, on_fetched=order.append),
        )  # fmt: skip
        whole = time.monotonic() - began
        kept = frozenset(page.url for page in project.store.pages.all(kept=True))
        project.close()
    # Fetches run side by side: what is left of the whole time is the waiting that nothing else could use.
    return CrawlRun(
        method, tuple(dict.fromkeys(order)), kept, case.relevant, max(0.0, whole - report.extracting),
        report.extracting,
    )  # fmt: skip


SHARE = 0.72
"""Part of the universal crawler's pages that the focused crawlers may fetch: the paper's fetched 3373 of 4685."""

WHOLE_ARCHIVE = 4685
"""Pages that the universal crawler may fetch of an archive: as many as the paper's searched."""


def run_table1(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """The universal crawler takes everything it meets; the focused ones stop earlier and keep what is on topic."""
    with case_of(data, seed) as case:
        (universal,) = runs(case, ["universal"], WHOLE_ARCHIVE if data else 0, progress)
        paper, ours = runs(case, ["the paper's", "ours"], int(SHARE * universal.searched), progress)
    # A universal crawler that stops at the same cost: what it has not met by then is missed.
    order = universal.order[: paper.searched]
    cut = replace(universal, name="universal, same cost", order=order, searching=universal.searching * SHARE,
                  extracting=universal.extracting * SHARE)  # fmt: skip
    rows = [_row(universal, filtered=False), _row(cut, filtered=False), _row(paper), _row(ours)]
    rows.append(("reported: universal", 4685, 2954, 1731, 140, "63.05 %", 1044.0, 1328.0))
    rows.append(("reported: improved", 3373, 3357, 16, 84, "99.53 %", 773.0, 830.0))
    if plot:
        _draw_bars(plot, rows)
    told = f"{case.name}; the focused crawlers fetch {SHARE:.0%} of the universal's pages."
    return Figure(
        "Table 1: universal against focused crawler", COLUMNS, tuple(rows), (*_table_verdicts(cut, paper), told)
    )


COLUMNS = ("crawler", "searched", "related", "unrelated", "missed", "related share", "searching s", "extracting s")


def _table_verdicts(universal: CrawlRun, paper: CrawlRun) -> list[str]:
    """Whether the improved crawler does at the same cost what the paper's table says."""
    if not paper.related_kept:
        return [NOTHING_KEPT]
    share = paper.related_kept / max(1, len(paper.kept))
    all_of = len(set(universal.order) & universal.relevant) / max(1, universal.searched)
    unseen = len(universal.relevant - set(universal.order))
    faster = paper.extracting < universal.extracting / SHARE
    return [
        verdict(share > all_of, "less that is unrelated is extracted", f"{share:.1%} related against {all_of:.1%}"),
        verdict(
            paper.missed < unseen, "fewer articles are missed",
            f"{paper.missed} by the improved crawler, {unseen} by the universal one after as many pages",
        ),
        verdict(
            faster, "the improved crawler takes less time than the universal one to its end",
            f"searching and extracting {_seconds(paper)} against {_seconds(universal, SHARE)}",
        ),
    ]  # fmt: skip


def _seconds(found: CrawlRun, part: float = 1.0) -> str:
    return f"{found.searching / part:.0f} + {found.extracting / part:.0f} s"


def _row(found: CrawlRun, *, filtered: bool = True) -> tuple[object, ...]:
    """The universal crawler extracts every page it meets; a focused one what passed its filter."""
    pages = set(found.order)
    related = found.related_kept if filtered else len(pages & found.relevant)
    extracted = len(found.kept) if filtered else len(pages)
    missed = found.missed if filtered else len(found.relevant - pages)
    share = related / extracted if extracted else 0.0
    return (
        found.name, found.searched, related, extracted - related, missed, f"{share:.2%}", round(found.searching, 1),
        round(found.extracting, 1),
    )  # fmt: skip


def _draw_bars(file: Path, rows: list[tuple[object, ...]]) -> None:
    shown = ((1, "searched"), (2, "related"), (3, "unrelated"), (4, "missed"))
    with drawing(file, (11, 4), 2) as (_, panels):
        for panel, some in zip(panels, (rows[:4], rows[4:]), strict=True):
            for offset, (column, label) in enumerate(shown):
                places = [i + 0.2 * offset for i in range(len(some))]
                panel.bar(places, [float(str(row[column])) for row in some], 0.2, label=label)
            panel.set_xticks([i + 0.3 for i in range(len(some))], [str(row[0]) for row in some], fontsize=8)
            panel.set_ylabel("pages")
        panels[0].legend()


STEPS = 8
LIMIT, ARCHIVE_LIMIT = 560, 3200
"""Pages fetched on the sample web, which has some 900, and of an archive of 12,659."""

SHOWN = ("best first", "the paper's", "ours")
CLOSE = 0.1
"""Precisions nearer to each other than this run "close to the parallel", as the paper says of its figure 8."""

CLEARLY = 0.02
"""From this much on recall is clearly above."""

Curves = dict[str, list[tuple[float, float]]]


def run_precision_recall(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """After every step: precision of what was kept so far, and recall of all that is on the topic."""
    limit = ARCHIVE_LIMIT if data else LIMIT
    with case_of(data, seed) as case:
        made = runs(case, SHOWN, limit, progress)
    marks = [limit * step // STEPS for step in range(1, STEPS + 1)]
    curves = {found.name: [_at(found, mark) for mark in marks] for found in made}
    columns = ("pages", *(f"{measure} {name}" for name in SHOWN for measure in ("precision", "recall")))
    rows = tuple(
        (mark, *(f"{value:.3f}" for name in SHOWN for value in curves[name][at])) for at, mark in enumerate(marks)
    )
    if plot:
        _draw_curves(plot, marks, curves)
    remarks = (
        *_curve_verdicts(curves),
        "precision: kept pages that are on the topic; recall: of all articles on the topic, those kept so far.",
        f"{case.name}.",
    )
    return Figure("Figures 8 and 9: precision and recall against best first", columns, rows, remarks)


def _curve_verdicts(curves: Curves) -> list[str]:
    best, paper = curves["best first"], curves["the paper's"]
    if not paper[-1][1]:
        return [NOTHING_KEPT]
    gaps = [p[0] - b[0] for p, b in zip(paper, best, strict=True)]
    early, late = paper[0][1] - best[0][1], paper[-1][1] - best[-1][1]
    rises = late >= CLEARLY and late > early
    return [
        verdict(
            max(map(abs, gaps)) <= CLOSE, "precision runs close to best first's (figure 8)",
            f"the gap lies between {min(gaps):+.3f} and {max(gaps):+.3f}, at the end {gaps[-1]:+.3f}",
        ),
        verdict(
            rises, "recall is about best first's at first and clearly above it later (figure 9)",
            f"{early:+.3f} at the first mark, {late:+.3f} at the last",
        ),
    ]  # fmt: skip


def _at(found: CrawlRun, mark: int) -> tuple[float, float]:
    kept = found.kept & set(found.order[:mark])
    hits = len(kept & found.relevant)
    return (hits / len(kept) if kept else 1.0), hits / len(found.relevant)


def _draw_curves(file: Path, marks: list[int], curves: Curves) -> None:
    with drawing(file, (9, 4), 2) as (_, panels):
        for name, values in curves.items():
            for at, (panel, label) in enumerate(zip(panels, ("precision", "recall"), strict=True)):
                panel.plot(marks, [value[at] for value in values], marker="o", label=name)
                panel.set(xlabel="Web news searched", ylabel=label, ylim=(0, 1.05))
        panels[0].legend()
