"""Figures 9 and 10 of WEB-UIE (U10): F against the matching rate W and against the similarity S."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from motherlode.extract.people import UnitParams, extract, units
from motherlode.interfaces.reproduce.figure import Figure, verdict
from motherlode.interfaces.reproduce.uie_common import (
    PAPER_PEOPLE,
    PAPER_UNITS,
    Counts,
    TruePage,
    folded,
    real_pages,
    sample_pages,
    start_plot,
)
from motherlode.model.ports import Progress

STEPS = (0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1.0)


def run(plot: Path | None, data: Path | None, seed: int, progress: Progress) -> Figure:
    """F of the paper's pipeline for every threshold, and ours, which has neither, as a line."""
    pages = [*sample_pages(seed), *(real_pages(data) if data else ())]
    progress.begin("thresholds", 2 * len(STEPS))
    rows: list[tuple[object, ...]] = []
    curves: dict[str, list[float]] = {name: [] for name in ("school", "department", "faculty", "similarity")}
    for step in STEPS:
        by_rate = {kind: _paper(pages, kind, step, 0.8) for kind in ("school", "department", "faculty")}
        progress.advance()
        by_similarity = _paper(pages, "faculty", 0.75, step)
        progress.advance()
        for kind, value in by_rate.items():
            curves[kind].append(value)
        curves["similarity"].append(by_similarity)
        rows.append((step, *(round(value, 1) for value in by_rate.values()), round(by_similarity, 1)))
    progress.end()
    ours = {kind: _ours(pages, kind) for kind in ("school", "department", "faculty")}
    rows.append(("ours", *(round(value, 1) for value in ours.values()), round(ours["faculty"], 1)))
    if plot:
        _draw(plot, curves, ours)
    return Figure(
        "Figures 9 and 10: F of the paper's pipeline against W (S = 0.8) and S (W = 0.75)",
        ("threshold", "W: school", "W: department", "W: faculty", "S: faculty"),
        tuple(rows),
        (*_verdicts(curves), "Ours needs neither threshold: groups vote with the weight of their evidence."),
    )


NOTICED = 0.05
"""Points of F below which two values are the same in print."""

PEAKS = {"school": 0.65, "department": 0.65, "faculty": 0.75, "similarity": 0.8}
"""Where the paper's curves are highest."""


def _verdicts(curves: dict[str, list[float]]) -> list[str]:
    """Whether each curve rises to a peak and falls, and where its peak lies beside the paper's."""
    said = []
    for name, values in curves.items():
        top = max(values)
        best = [step for step, value in zip(STEPS, values, strict=True) if value > top - NOTICED]
        places = f"{best[0]}" if len(best) == 1 else f"{best[0]} to {best[-1]}"
        letter = "S for faculty" if name == "similarity" else f"W for {name}"
        found = f"{values[0]:.1f} at {STEPS[0]}, highest {top:.1f} at {places}, {values[-1]:.1f} at {STEPS[-1]}"
        claim = f"{letter} has a peak between its ends, in the paper at {PEAKS[name]}"
        peak = max(values[0], values[-1]) < top - NOTICED
        said.append(verdict(peak, claim, found))
    return said


def _paper(pages: list[TruePage], kind: str, rate: float, similarity: float) -> float:
    counts = Counts()
    for page in pages:
        if page.kind == kind == "faculty":
            params = replace(PAPER_PEOPLE, match_rate=min(rate, 0.999), similarity=min(similarity, 0.999))
            counts.add((folded(p.name) for p in extract(page.tree, page.url, params)), (n for n, _ in page.items))
        elif page.kind == kind:
            unit = replace(PAPER_UNITS, match_rate=min(rate, 0.999))
            counts.add(_names(page, unit), (n for n, _ in page.items))
    return counts.f


def _ours(pages: list[TruePage], kind: str) -> float:
    counts = Counts()
    for page in pages:
        if page.kind == kind == "faculty":
            counts.add((folded(p.name) for p in extract(page.tree, page.url)), (n for n, _ in page.items))
        elif page.kind == kind:
            counts.add(_names(page, UnitParams()), (n for n, _ in page.items))
    return counts.f


def _names(page: TruePage, params: UnitParams) -> set[str]:
    within: Any = "university" if page.kind == "school" else "college"
    return {folded(unit.name) for unit in units(page.tree, page.url, within, params)}


def _draw(plot: Path, curves: dict[str, list[float]], ours: dict[str, float]) -> None:
    plt = start_plot()

    figure, (left, right) = plt.subplots(1, 2, figsize=(11, 4), sharey=True)
    for kind, colour in (("school", "tab:blue"), ("department", "tab:orange"), ("faculty", "tab:green")):
        left.plot(STEPS, curves[kind], "o-", color=colour, label=f"{kind}, paper's pipeline")
        left.axhline(ours[kind], color=colour, linestyle=":", label=f"{kind}, ours")
    right.plot(STEPS, curves["similarity"], "s-", color="tab:green", label="faculty, paper's pipeline")
    right.axhline(ours["faculty"], color="tab:green", linestyle=":", label="faculty, ours")
    left.set_xlabel("W, share of units that match the lexicon (S = 0.8)")
    right.set_xlabel("S, similarity of subtrees (W = 0.75)")
    left.set_ylabel("F")
    left.set_ylim(0, 103)
    left.legend(fontsize=7)
    right.legend(fontsize=7)
    figure.tight_layout()
    figure.savefig(plot)
    plt.close(figure)
