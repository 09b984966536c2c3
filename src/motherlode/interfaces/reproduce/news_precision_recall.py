"""Figures 8 and 9 of the news paper: precision and recall against best first as the crawl goes on (N17)."""

from __future__ import annotations

from pathlib import Path

from motherlode.extras import need
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.interfaces.reproduce.news_runs import CrawlRun, runs
from motherlode.model.ports import Progress

STEPS = 8
LIMIT = 400


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """After every step: precision of what was kept so far, and recall of all that is on the topic."""
    wanted = {"best first": ("best-first", LIMIT), "the paper's": ("gene", LIMIT), "ours": ("learned", LIMIT)}
    made = runs(wanted, seed, progress)
    marks = [LIMIT * step // STEPS for step in range(1, STEPS + 1)]
    curves = {found.name: [_at(found, mark) for mark in marks] for found in made}
    columns = ("pages", *(f"{measure} {name}" for name in wanted for measure in ("precision", "recall")))
    rows = tuple(
        (mark, *(f"{value:.3f}" for name in wanted for value in curves[name][at])) for at, mark in enumerate(marks)
    )
    if plot:
        _draw(plot, marks, curves)
    remarks = (
        "precision: kept pages that are on the topic; recall: of all articles on the topic, those kept so far.",
    )
    return Figure("Figures 8 and 9: precision and recall against best first", columns, rows, remarks)


def _at(found: CrawlRun, mark: int) -> tuple[float, float]:
    kept = found.kept & set(found.order[:mark])
    hits = len(kept & found.relevant)
    return (hits / len(kept) if kept else 1.0), hits / len(found.relevant)


def _draw(file: Path, marks: list[int], curves: dict[str, list[tuple[float, float]]]) -> None:
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, 2, figsize=(9, 4))
    for name, values in curves.items():
        for at, (panel, label) in enumerate(zip(panels, ("precision", "recall"), strict=True)):
            panel.plot(marks, [value[at] for value in values], marker="o", label=name)
            panel.set(xlabel="pages fetched", ylabel=label, ylim=(0, 1.05))
    panels[0].legend()
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)
