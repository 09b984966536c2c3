"""Table 1 of the news paper: universal against focused crawler on the sample web (N17)."""

from __future__ import annotations

from pathlib import Path

from motherlode.extras import need
from motherlode.interfaces.reproduce.figure import Figure
from motherlode.interfaces.reproduce.news_runs import CrawlRun, runs
from motherlode.model.ports import Progress

SHARE = 0.6
"""Part of the universal crawler's pages that the focused crawlers may fetch; the paper's fetched 72 %."""


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """The universal crawler takes everything it meets; the focused ones stop earlier and keep what is on topic."""
    (universal,) = runs({"universal (breadth first)": ("breadth-first", 0)}, seed, progress)
    limit = int(SHARE * universal.searched)
    focused = runs({"the paper's (gene factor)": ("gene", limit), "ours": ("learned", limit)}, seed, progress)
    # A universal crawler stops at the same cost as the focused ones: what it has not met by then is missed.
    cut = CrawlRun(
        "universal, same cost", universal.order[:limit], universal.kept & set(universal.order[:limit]),
        universal.relevant, universal.seconds * SHARE,
    )  # fmt: skip
    made = [universal, cut, *focused]
    rows = [_row(found, universal=found.name.startswith("universal")) for found in made]
    rows.append(("reported: universal", 4685, 2954, 1731, 140, "63.05 %", 1044.0))
    rows.append(("reported: improved", 3373, 3357, 16, 84, "99.53 %", 773.0))
    if plot:
        _draw(plot, rows[:4])
    columns = ("crawler", "searched", "related", "unrelated", "missed", "related share", "seconds")
    remarks = (
        "universal: every fetched page counts as extracted; focused: the pages that passed the filter.",
        f"focused crawlers fetch {SHARE:.0%} of the universal's pages; on topic: {len(universal.relevant)} articles.",
    )
    return Figure("Table 1: universal against focused crawler", columns, tuple(rows), remarks)


def _row(found: CrawlRun, *, universal: bool) -> tuple[object, ...]:
    pages = set(found.order)
    related = len(pages & found.relevant) if universal else found.related_kept
    extracted = len(pages) if universal else len(found.kept)
    missed = len(found.relevant - pages) if universal else found.missed
    share = related / extracted if extracted else 0.0
    return (found.name, found.searched, related, extracted - related, missed, f"{share:.2%}", round(found.seconds, 1))


def _draw(file: Path, rows: list[tuple[object, ...]]) -> None:
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, axes = plt.subplots(figsize=(8, 4))
    names = [str(row[0]) for row in rows]
    for offset, (column, label) in enumerate(((1, "searched"), (2, "related"), (3, "unrelated"), (4, "missed"))):
        axes.bar(
            [i + 0.2 * offset for i in range(len(rows))], [float(str(row[column])) for row in rows], 0.2, label=label
        )
    axes.set_xticks([i + 0.3 for i in range(len(rows))], names, fontsize=8)
    axes.set_ylabel("pages")
    axes.legend()
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)
