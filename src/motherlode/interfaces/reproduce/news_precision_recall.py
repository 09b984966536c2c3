"""Figures 8 and 9 of the news paper: precision and recall against best first as the crawl goes on (N17)."""

from __future__ import annotations

from pathlib import Path

from motherlode.extras import need
from motherlode.interfaces.reproduce.figure import Figure, verdict
from motherlode.interfaces.reproduce.news_runs import NOTHING_KEPT, CrawlRun, case_of, runs
from motherlode.model.ports import Progress

STEPS = 8
LIMIT, ARCHIVE_LIMIT = 560, 3200
"""Pages fetched on the sample web, which has some 900, and of an archive of 12,659."""

SHOWN = ("best first", "the paper's", "ours")
CLOSE = 0.1
"""Precisions nearer to each other than this run "close to the parallel", as the paper says of its figure 8."""

CLEARLY = 0.02
"""From this much on recall is clearly above."""

Curves = dict[str, list[tuple[float, float]]]


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
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
        _draw(plot, marks, curves)
    remarks = (
        *_verdicts(curves),
        "precision: kept pages that are on the topic; recall: of all articles on the topic, those kept so far.",
        f"{case.name}.",
    )
    return Figure("Figures 8 and 9: precision and recall against best first", columns, rows, remarks)


def _verdicts(curves: Curves) -> list[str]:
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


def _draw(file: Path, marks: list[int], curves: Curves) -> None:
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, 2, figsize=(9, 4))
    for name, values in curves.items():
        for at, (panel, label) in enumerate(zip(panels, ("precision", "recall"), strict=True)):
            panel.plot(marks, [value[at] for value in values], marker="o", label=name)
            panel.set(xlabel="Web news searched", ylabel=label, ylim=(0, 1.05))
    panels[0].legend()
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)
