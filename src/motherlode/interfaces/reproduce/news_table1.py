"""Table 1 of the news paper: universal against focused crawler, searching and extracting time apart (N17, N17a)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from motherlode.extras import need
from motherlode.interfaces.reproduce.figure import Figure, verdict
from motherlode.interfaces.reproduce.news_runs import NOTHING_KEPT, CrawlRun, case_of, runs
from motherlode.model.ports import Progress

SHARE = 0.72
"""Part of the universal crawler's pages that the focused crawlers may fetch: the paper's fetched 3373 of 4685."""

WHOLE_ARCHIVE = 4685
"""Pages that the universal crawler may fetch of an archive: as many as the paper's searched."""


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
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
        _draw(plot, rows)
    told = f"{case.name}; the focused crawlers fetch {SHARE:.0%} of the universal's pages."
    return Figure("Table 1: universal against focused crawler", COLUMNS, tuple(rows), (*_verdicts(cut, paper), told))


COLUMNS = ("crawler", "searched", "related", "unrelated", "missed", "related share", "searching s", "extracting s")


def _verdicts(universal: CrawlRun, paper: CrawlRun) -> list[str]:
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


def _draw(file: Path, rows: list[tuple[object, ...]]) -> None:
    need("plot")
    import matplotlib as mpl

    mpl.use("Agg")
    from matplotlib import pyplot as plt

    figure, panels = plt.subplots(1, 2, figsize=(11, 4))
    for panel, some in zip(panels, (rows[:4], rows[4:]), strict=True):
        for offset, (column, label) in enumerate(((1, "searched"), (2, "related"), (3, "unrelated"), (4, "missed"))):
            places = [i + 0.2 * offset for i in range(len(some))]
            panel.bar(places, [float(str(row[column])) for row in some], 0.2, label=label)
        panel.set_xticks([i + 0.3 for i in range(len(some))], [str(row[0]) for row in some], fontsize=8)
        panel.set_ylabel("pages")
    panels[0].legend()
    figure.tight_layout()
    figure.savefig(file)
    plt.close(figure)
